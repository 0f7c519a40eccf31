// Why edits are refused: the JSON is wrong, a name is unknown, or the form does not take an edit.

public import FormGraph
public import Predicate

/// The reason why edits are refused.
///
/// Refused edits change nothing. Encoded, it is what the client gets: `{"error": …}`.
public struct EditRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, without a full stop.
  public let message: String
  /// What the client can do about it.
  public let hint: String?
  /// The place of the mistake in the JSON text of the edits, in UTF-8 offsets.
  ///
  /// Nil if the mistake has no place, or if the edits were not read from a text.
  public internal(set) var range: Range<Int>?
  /// The reasons of the form; none if the edits could not be read.
  public let reasons: [EditError.Reason]
  /// What kind of refusal it is; clients know it by its raw value.
  ///
  /// That of the first reason of the form; `malformed` for edits that mean nothing to any form.
  public let code: EditError.Kind
  /// The key of the line that did not fit, `opening` or `after`; nil for other refusals.
  public let key: String?
  /// The sequence of the session; nil if the edits were not for a session.
  public private(set) var sequence: Int?
  /// The name to blame; nil if there is none.
  private let name: String?
  /// Whether a name is unknown.
  package var isUnknown: Bool {
    code == .unknown || reasons.contains { $0.kind == .unknown }
  }

  /// The largest number of scalars of a message, which may quote what the client sent.
  static let maximumLength = 2_000

  package init(
    _ message: String, hint: String? = nil, range: Range<Int>? = nil,
    code: EditError.Kind = .malformed, of name: String? = nil, key: String? = nil
  ) {
    self.message = Self.shortened(message)
    self.hint = hint.map(Self.shortened)
    self.range = range
    self.code = code
    self.name = name
    self.key = key
    reasons = []
  }

  /// A mistake in JSON.
  init(_ problem: Problem) {
    let place = problem.range.map { " at byte \($0.lowerBound + 1)" } ?? ""
    self.init(problem.message + place, hint: problem.hint, range: problem.range)
  }

  /// A transaction that the form refuses.
  package init(_ error: EditError) {
    let only = error.reasons.count == 1 ? error.reasons.first : nil
    message = Self.shortened(
      only?.message ?? error.reasons.map(\.description).joined(separator: "; "))
    hint = only?.hint.map(Self.shortened)
    range = nil
    reasons = error.reasons
    code = error.reasons.first?.kind ?? .malformed
    name = error.reasons.first?.tag
    key = nil
  }

  /// The same refusal at a sequence of its session.
  package func at(_ sequence: Int) -> EditRefusal {
    var refusal = self
    refusal.sequence = sequence
    return refusal
  }

  private static func shortened(_ text: String) -> String {
    // A text of that many bytes has no more scalars.
    guard text.utf8.count > maximumLength else { return text }
    let shown = text.unicodeScalars.prefix(maximumLength)
    return shown.endIndex == text.endIndex ? text : String(shown) + "…"
  }

  /// The message and the hint.
  public var description: String { hint.map { "\(message); \($0)" } ?? message }

  /// The answer to the client.
  ///
  /// - Parameter line: The number of the line in the input, from 1; nil if there are no lines.
  /// - Returns: An object with the key `error`, and `line` if there is one. `message` and `hint`
  ///   are the parts of `error`; `code` is a stable word, and `shown` what people read in their
  ///   language. `tag`, or `id` for a row without a tag, is the name to blame, if there is one.
  ///   `key` is the key of the line that did not fit, and `sequence` that of the session.
  public func json(line: Int? = nil) -> Value {
    .dictionary(ValueDictionary(members(line: line)))
  }

  /// The same, as the members of the object.
  package func members(line: Int? = nil) -> [(String, Value)] {
    var members: [(String, Value)] = [("error", .string(description))]
    if let line { members.append(("line", .int(Int64(line)))) }
    members += [("message", .string(message)), ("code", .string(code.rawValue))]
    if let hint { members.append(("hint", .string(hint))) }
    if let shown = reasons.first?.shown { members.append(("shown", .string(shown))) }
    if let name, !name.isEmpty {
      members.append((EditNames.isID(name) ? "id" : "tag", .string(Self.shortened(name))))
    }
    if let key { members.append(("key", .string(key))) }
    if let sequence { members.append((FormSession.sequenceKey, .int(Int64(sequence)))) }
    return members
  }
}

extension EditRefusal: Encodable {
  /// Encodes what `json(line:)` gives.
  public func encode(to encoder: any Encoder) throws { try PlainJSON(json()).encode(to: encoder) }
}
