// What edits changed, as the answer to a client.

public import FormGraph
public import Predicate

/// What the edits of one transaction changed.
///
/// Encoded, it is the JSON that `formeval --edits` answers with.
public struct FormChanges: Sendable {
  /// The changes as JSON.
  public let json: Value
  /// The changes as the form reports them; nil if they were decoded.
  public let changeSet: ChangeSet?
}

extension FormChanges: Codable {
  /// Decodes what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    json = try PlainJSON(from: decoder).value
    changeSet = nil
  }

  /// Encodes the changes as JSON.
  public func encode(to encoder: any Encoder) throws { try PlainJSON(json).encode(to: encoder) }
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
  /// The change set as JSON, with the errors of hidden rows if they were requested.
  package func json(
    of form: Form, telling told: inout ToldState, _ validation: Validation?
  ) -> Value {
    let json = json(of: form, telling: &told)
    guard let hidden = validation?.hidden, !hidden.isEmpty, case .dictionary(var members) = json
    else { return json }
    members["hiddenErrors"] = .array(
      hidden.flatMap { verdict in verdict.errors.map { $0.json(verdict.row.name) } })
    return .dictionary(members)
  }
}
