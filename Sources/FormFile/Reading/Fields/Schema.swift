// What the schema of form files says of values, as JSON. The parts with a name stand in
// `Schema/form.schema.json` itself; a test writes the objects with fields to that file.

import Predicate

/// Parts of the schema.
enum Schema {
  static let text = #"{ "type": "string" }"#

  /// A part that the schema has by itself.
  static func named(_ name: String) -> String { ##"{ "$ref": "#/$defs/\##(name)" }"## }

  static func list(of part: String, atMost maximum: Int? = nil) -> String {
    let limit = maximum.map { #", "maxItems": \#($0)"# } ?? ""
    return #"{ "type": "array", "items": \#(part)\#(limit) }"#
  }

  /// An object with keys of the author's own.
  static func objectOf(_ part: String, names: String? = nil) -> String {
    let names = names.map { #""propertyNames": \#($0), "# } ?? ""
    return #"{ "type": "object", \#(names)"additionalProperties": \#(part) }"#
  }

  static func words(_ words: some Sequence<String>) -> String {
    #"{ "enum": \#(JSONWriter.text(of: .array(words.map(Value.string)))) }"#
  }

  /// One word, or a list of words.
  static func wordOrWords(_ words: some Sequence<String>) -> String {
    let word = self.words(words)
    return #"{ "anyOf": [\#(word), { "type": "array", "items": \#(word), "minItems": 1 }] }"#
  }
}

// MARK: - Values of rows

extension Schema {
  /// The value that a row of a type holds; anything without a type.
  static func value(of type: RowType?) -> String {
    switch type?.valueKind {
    case .text?: #"{ "type": ["string", "null"] }"#
    case .int?: #"{ "type": ["integer", "null"] }"#
    case .decimal?: #"{ "type": ["number", "null"] }"#
    case .bool?: #"{ "type": ["boolean", "null"] }"#
    case .day?, .date?: #"{ "anyOf": [\#(named("date")), { "type": "null" }] }"#
    case .time?: #"{ "anyOf": [\#(named("time")), { "type": "null" }] }"#
    case .choice?: #"{ "type": ["string", "number", "boolean", "object", "null"] }"#
    case .choices?: #"{ "anyOf": [\#(list(of: named("chosen"))), { "type": "null" }] }"#
    case .any?, nil: "{}"
    case .none?: "false"
    }
  }

  /// The least or the greatest value of a row of a type.
  static func bound(of type: RowType?) -> String {
    switch type?.valueKind {
    case .int?, .decimal?: #"{ "type": ["number", "string"] }"#
    case .day?, .time?, .date?: #"{ "type": "string" }"#
    case .choices?: #"{ "type": ["integer", "string"], "minimum": 0 }"#
    default: "{}"
    }
  }

  /// How far the values of a row of a type lie apart.
  static func step(of type: RowType?) -> String {
    """
    { "anyOf": [
        { "type": "\(type == .int ? "integer" : "number")", "exclusiveMinimum": 0 },
        \(named("formula"))] }
    """
  }

  /// A suggested value: a formula, or an object that says what happens to edits.
  static var suggested: String {
    let formula = named("formulaOrFunction")
    let policies = words(EditedSuggestion.allCases.map(\.rawValue))
    return """
      { "anyOf": [\(formula),
          { "type": "object",
            "properties": { "formula": \(formula), "whenEdited": \(policies) },
            "required": ["formula"], "additionalProperties": false }] }
      """
  }

  /// How many minutes points in time may lie apart.
  static let minuteInterval =
    #"{ "enum": [\#(RowBounds<Bound<Value>>.minuteIntervals.map(String.init).joined(separator: ", "))] }"#
}
