// What edits changed, as the answer to a client.

public import FormGraph
public import Predicate

/// What the edits of one transaction changed.
///
/// Encoded, it is the JSON that `formeval --edits` answers with.
public struct FormChanges: Sendable {
  /// The changes as JSON text on one line, in UTF-8: what a server sends.
  public let bytes: [UInt8]
  /// The changes as the form reports them; nil if they were decoded.
  public let changeSet: ChangeSet?

  /// The changes as a value; null if the text is longer than `JSONReader.maximumBytes` or nests
  /// deeper than `JSONReader.maximumDepth`, as what a host has put into a form may.
  ///
  /// - Complexity: O(n) in the length of the text, which is read each time.
  public var json: Value { read ?? .null }

  private var read: Value? { (try? JSONReader.read(bytes))?.value }
}

extension FormChanges: Codable {
  /// Decodes what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    bytes = Array(JSONWriter.text(of: try PlainJSON(from: decoder).value).utf8)
    changeSet = nil
  }

  /// Encodes the changes as JSON.
  ///
  /// - Throws: `EncodingError` if they are too long or nest too deep to be read as a value.
  public func encode(to encoder: any Encoder) throws {
    guard let value = read else {
      throw EncodingError.invalidValue(
        self,
        EncodingError.Context(
          codingPath: encoder.codingPath,
          debugDescription: "the changes are too long, or nest too deep; 'bytes' has them"))
    }
    try PlainJSON(value).encode(to: encoder)
  }
}

/// What is invalid in the members whose errors a transaction requested.
package struct Validation {
  /// The number of invalid rows.
  package let rowCount: Int
  /// The errors of hidden rows, if these count.
  ///
  /// Hidden rows show no errors, so no change contains them.
  package let hidden: [RowVerdict]
  /// The sections with too few or too many items.
  package let sections: [SectionState]
  /// The number of questions whose answers can make a row invalid.
  package let pendingCount: Int

  package var isValid: Bool { count == 0 && pendingCount == 0 }

  package var count: Int { rowCount + sections.count }

  package init(of form: Form, _ scope: ValidationScope) throws(EditError) {
    let verdicts = try form.verdicts(of: scope)
    rowCount = verdicts.count { verdict in verdict.errors.contains { $0.severity == .error } }
    hidden = verdicts.filter(\.row.isHidden)
    sections = try form.sectionsOutOfBounds(of: scope)
    pendingCount = try form.pendingValidations(of: scope).count { form[$0.row]?.isValid == false }
  }
}

extension ChangeSet {
  /// The change set as JSON text on one line, with the errors of hidden rows if requested, and with
  /// the sequence of a session.
  package func bytes(
    of form: Form, telling told: inout ToldState, _ validation: Validation?, sequence: Int? = nil
  ) -> [UInt8] {
    var json = JSONText()
    json.object { json in
      write(form, telling: &told, to: &json)
      if let hidden = validation?.hidden, !hidden.isEmpty {
        let errors = hidden.flatMap { verdict in verdict.errors.map { $0.json(verdict.row.name) } }
        json.member("hiddenErrors", .array(errors))
      }
      if let sequence { json.member(FormSession.sequenceKey, .int(Int64(sequence))) }
    }
    return json.bytes
  }
}
