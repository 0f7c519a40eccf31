// The answer to a question, and its JSON. The same outcome always has the same keys: the result, or
// the failed stage with its message and range. The canonical text is included if the text can be
// parsed.

import Predicate
import PredicateChecks

/// The answer to a question.
struct Answer {
  /// The stages at which a question can fail.
  enum Stage: String {
    /// The input is not a question.
    case input
    /// The text cannot be parsed.
    case parse
    /// The text is valid but cannot be run here, or an argument does not fit.
    case refused
    /// The text contradicts what is declared.
    case declared
    /// The evaluation failed.
    case evaluation = "eval"
  }

  enum Outcome {
    case value(Value, Question.Kind)
    /// The text was parsed but not evaluated: only a check was requested, or the text has
    /// placeholders and no arguments.
    case read
    case failed(Stage, Diagnostic)
  }

  var outcome: Outcome
  /// The errors of the text besides the one in the outcome.
  var others: [Diagnostic] = []
  /// The text with its arguments inserted, if they fit; nil if the text cannot be parsed.
  var text: AnsweredText?
  /// The results of a check, if the text was only checked.
  var check: TextCheck?

  /// Whether nothing failed.
  var isOK: Bool {
    if case .failed = outcome { false } else { true }
  }
}

/// What an answer says of its text.
struct AnsweredText {
  let tree: SyntaxTree
  /// The canonical text.
  let format: String
  let hasLiteralText: Bool
  var warnings: [Diagnostic]

  init(_ tree: SyntaxTree) {
    self.tree = tree
    format = tree.description
    hasLiteralText = tree.hasLiteralText
    warnings = tree.warnings
  }
}

extension Answer {
  /// The answer as a JSON object.
  ///
  /// - `ok`: whether nothing failed.
  /// - `result` for a predicate, or `value` and its `kind` for a formula. A text that was not
  ///   evaluated has neither.
  /// - `stage`, `error`, `range` and possibly `hint` for a failure. Ranges are UTF-8 offsets in the
  ///   text or, if the stage is `input`, in the input line.
  /// - `errors`, if the text cannot be parsed or run and has several: all of them, each with
  ///   `text`, `range` and possibly `hint`.
  /// - `predicateFormat`, unless the text cannot be parsed, and `"reparsable": false` if parsing it
  ///   does not give the same tree.
  /// - `warnings`, if there are any, each with `text`, `range` and possibly `hint`.
  /// - For a text that was only checked: `variables`, `keyPaths`, and `warnings` even if there are
  ///   none. Also `errors` if the text contradicts the declarations, `notRun` for what is valid on
  ///   Apple's systems and not run here, and `portability` if it was requested.
  var json: Value {
    var members: [(String, Value)] = [("ok", .bool(isOK))]
    switch outcome {
    case .value(let value, .predicate): members.append(("result", value))
    case .value(let value, .formula):
      members += [("value", TypedJSON.json(of: value)), ("kind", .string(value.kindWord))]
    case .read: break
    case .failed(let stage, let diagnostic):
      members += [("stage", .string(stage.rawValue)), ("error", .string(diagnostic.message))]
      members.append(("range", Self.json(diagnostic.range)))
      if let hint = diagnostic.hint { members.append(("hint", .string(hint))) }
      if !others.isEmpty {
        members.append(("errors", .array(([diagnostic] + others).map(Self.json))))
      }
    }
    guard let text else { return .dictionary(ValueDictionary(members)) }
    if let check, !check.errors.isEmpty {
      members.append(("errors", .array(check.errors.map(Self.json))))
    }
    members.append(("predicateFormat", .string(text.format)))
    if !text.hasLiteralText { members.append(("reparsable", .bool(false))) }
    if check != nil {
      members.append(("variables", .array(text.tree.variables.map(Value.string))))
      members.append(("keyPaths", .array(text.tree.keyPaths.map(Value.string))))
    }
    if check != nil || !text.warnings.isEmpty {
      members.append(("warnings", .array(text.warnings.map(Self.json))))
    }
    if let check, !check.notRun.isEmpty {
      members.append(("notRun", .array(check.notRun.map(Self.json))))
    }
    if check?.isPortability == true {
      let report = PortabilityReport(
        findings: text.tree.portability, source: text.tree.text, name: "")
      members.append(("portability", report.json))
    }
    return .dictionary(ValueDictionary(members))
  }

  /// A range as a list of its two offsets.
  static func json(_ range: Range<Int>) -> Value {
    [.int(Int64(range.lowerBound)), .int(Int64(range.upperBound))]
  }

  private static func json(_ finding: Diagnostic) -> Value {
    var members = [("text", .string(finding.message)), ("range", json(finding.range))]
    if let hint = finding.hint { members.append(("hint", .string(hint))) }
    return .dictionary(ValueDictionary(members))
  }
}

extension Value {
  /// The name of the value's kind, for programs.
  ///
  /// It distinguishes nil from NaN and the infinities, which JSON writes as null, too.
  var kindWord: String {
    switch self {
    case .null: "null"
    case .bool: "bool"
    case .int: "int"
    case .double: "double"
    case .string: "string"
    case .date: "date"
    case .data: "data"
    case .array: "array"
    case .set: "set"
    case .dictionary: "dictionary"
    }
  }
}
