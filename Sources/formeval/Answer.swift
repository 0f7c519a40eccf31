// What came of a question, and its shape in JSON. Promises that a program finds the same keys for
// the same outcome, whatever was asked: the result, or the stage that failed with its sentence and
// its place, and the canonical text wherever the text is one of the language.

import Predicate
import PredicateChecks

/// What came of a question.
struct Answer {
  /// Where a question fails.
  enum Stage: String {
    /// What was handed in is no question.
    case input
    /// The text is none of the language.
    case parse
    /// The text is legal and not run here, or an argument does not fit.
    case refused
    /// The text contradicts what is declared.
    case declared
    /// The evaluation found something it cannot answer.
    case evaluation = "eval"
  }

  enum Outcome {
    case value(Value, Question.Kind)
    /// The text was read and not evaluated, as was asked for, or because it has placeholders and no
    /// arguments.
    case read
    case failed(Stage, Diagnostic)
  }

  var outcome: Outcome
  /// The text with its arguments in their places, if they fit; nil if the text is not a text of the
  /// language.
  var tree: SyntaxTree?
  /// What is said of a text that is only checked.
  var check: TextCheck?

  /// Whether nothing failed.
  var isOK: Bool {
    if case .failed = outcome { false } else { true }
  }
}

extension Answer {
  /// The answer as an object of JSON.
  ///
  /// - `ok`, whether nothing failed.
  /// - Of a predicate `result`; of a formula `value` and its `kind`; of a text that was not
  ///   evaluated neither.
  /// - Of a failure `stage`, `error`, `range` and perhaps `hint`. Ranges are UTF-8 offsets in the
  ///   text; where the stage is `input`, in the line that was handed in.
  /// - `predicateFormat`, unless the text is not a text of the language, and `"reparsable": false`
  ///   if that does not read back as the same.
  /// - `warnings`, where there are any, each with `text`, `range` and perhaps `hint`.
  /// - Of a text that was only checked also `variables`, `keyPaths`, `warnings` even if there are
  ///   none, `errors` if it contradicts what is declared, and `portability` if that was asked for.
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
    }
    guard let tree else { return .dictionary(ValueDictionary(members)) }
    if let check, !check.errors.isEmpty {
      members.append(("errors", .array(check.errors.map(Self.json))))
    }
    members.append(("predicateFormat", .string(tree.description)))
    if !tree.hasLiteralText { members.append(("reparsable", .bool(false))) }
    if check != nil {
      members.append(("variables", .array(tree.variables.map(Value.string))))
      members.append(("keyPaths", .array(tree.keyPaths.map(Value.string))))
    }
    if check != nil || !tree.warnings.isEmpty {
      members.append(("warnings", .array(tree.warnings.map(Self.json))))
    }
    if check?.isPortability == true {
      let report = PortabilityReport(findings: tree.portability, source: tree.text, name: "")
      members.append(("portability", report.json))
    }
    return .dictionary(ValueDictionary(members))
  }

  /// A range as a list of its two ends.
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
  /// The kind in a word, for programs; NaN and the infinities, which JSON writes as null, are told
  /// from nil by it.
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
