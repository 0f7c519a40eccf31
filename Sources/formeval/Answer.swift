// What came of a question, and its shape in JSON. Promises that a program finds the same keys for
// the same outcome, whatever was asked: the result, or the stage that failed with its sentence and
// its place, and the canonical text wherever the text is one of the language.

import Predicate

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
    /// The evaluation found something it cannot answer.
    case evaluation = "eval"
  }

  enum Outcome {
    case value(Value, Question.Kind)
    /// The text has placeholders and no arguments: it was read and not evaluated.
    case template
    case failed(Stage, Diagnostic)
  }

  var outcome: Outcome
  /// The canonical text; nil where the text is none of the language.
  var canonicalText: String?
  var warnings: [Diagnostic] = []

  /// Whether nothing failed.
  var isOK: Bool {
    if case .failed = outcome { false } else { true }
  }
}

extension Answer {
  /// The answer as an object of JSON.
  ///
  /// - `ok`, whether nothing failed.
  /// - Of a predicate `result`; of a formula `value` and its `kind`; of a template neither.
  /// - Of a failure `stage`, `error`, `range` and perhaps `hint`. Ranges are UTF-8 offsets in the
  ///   text; where the stage is `input`, in the line that was handed in.
  /// - `predicateFormat`, unless the text is none of the language.
  /// - `warnings`, where there are any, each with `text`, `range` and perhaps `hint`.
  var json: Value {
    var members: [(String, Value)] = [("ok", .bool(isOK))]
    switch outcome {
    case .value(let value, .predicate): members.append(("result", value))
    case .value(let value, .formula):
      members += [("value", TypedJSON.json(of: value)), ("kind", .string(value.kindWord))]
    case .template: break
    case .failed(let stage, let diagnostic):
      members += [("stage", .string(stage.rawValue)), ("error", .string(diagnostic.message))]
      members.append(("range", Self.json(diagnostic.range)))
      if let hint = diagnostic.hint { members.append(("hint", .string(hint))) }
    }
    if let canonicalText { members.append(("predicateFormat", .string(canonicalText))) }
    if !warnings.isEmpty { members.append(("warnings", .array(warnings.map(Self.json)))) }
    return .dictionary(ValueDictionary(members))
  }

  /// A range as a list of its two ends.
  static func json(_ range: Range<Int>) -> Value {
    [.int(Int64(range.lowerBound)), .int(Int64(range.upperBound))]
  }

  private static func json(_ warning: Diagnostic) -> Value {
    var members = [("text", .string(warning.message)), ("range", json(warning.range))]
    if let hint = warning.hint { members.append(("hint", .string(hint))) }
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
