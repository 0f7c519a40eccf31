// The conditions that a line itself names: the opening whose state its client has, and how often
// the form had been changed by then. If they no longer hold, the line is refused: its ids may name
// other rows, its positions other items, and it may have been done already.

package import FormGraph
import Predicate

/// What must still hold of a session for a line that says so.
package struct LineConditions: Sendable {
  /// The keys by which a line says it.
  package enum Key: String, CaseIterable {
    /// The name of the opening that the client has the state of.
    case opening
    /// The sequence that the client has seen last.
    case after
  }

  private var opening: String?
  private var after: Int?

  /// The names of the keys.
  package static var names: [String] { Key.allCases.map(\.rawValue) }

  /// Reads them from a line: an object, or a list of them.
  ///
  /// - Throws: A refusal if a value is wrong, or if a key stands in two objects.
  package init(in line: JSONElement) throws(EditRefusal) {
    let objects = if case .array(let objects) = line.content { objects } else { [line] }
    for case .object(let members) in objects.map(\.content) {
      for member in members {
        switch Key(rawValue: member.key) {
        case .opening?:
          guard case .string(let name) = member.element.content else {
            throw EditRefusal(
              "'opening' must be text, as the state has it", range: member.element.range)
          }
          guard opening == nil else {
            throw EditRefusal("'opening' is given twice", range: member.keyRange)
          }
          opening = name
        case .after?:
          guard case .int(let number) = member.element.content, let number = Int(exactly: number),
            number >= 0
          else {
            throw EditRefusal(
              "'after' must be a whole number, as the last answer has it under 'sequence'",
              range: member.element.range)
          }
          guard after == nil else {
            throw EditRefusal("'after' is given twice", range: member.keyRange)
          }
          after = number
        case nil: break
        }
      }
    }
  }

  /// Checks them before anything is done.
  ///
  /// - Parameters:
  ///   - session: The session that the line is for.
  ///   - id: An id that the line names a row or a section by; nil if it names none so.
  /// - Throws: A refusal with the code `stale` that says which key does not fit.
  package func check(_ session: FormSession, naming id: String?) throws(EditRefusal) {
    if let opening {
      guard session.opening.map(ExactText.init) == ExactText(opening) else {
        throw EditRefusal(
          "'opening' does not fit: the form has been opened anew",
          hint: "ask for the state, which has the ids and the opening of now", code: .stale, of: id,
          key: Key.opening.rawValue)
      }
    } else if let id, session.opening != nil {
      throw EditRefusal(
        "'opening' is missing: an id holds for one opening of the form",
        hint: "write the opening of the state that the id is from", code: .stale, of: id,
        key: Key.opening.rawValue)
    }
    if let after, after != session.sequence {
      throw EditRefusal(
        "'after' does not fit: the sequence is \(session.sequence) by now, not \(after)",
        hint: "ask for the state, which has what was changed", code: .stale, of: id,
        key: Key.after.rawValue)
    }
  }
}
