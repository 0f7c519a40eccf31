// A form's state as it was before a transaction, read through what the transaction has overwritten:
// nothing is copied or put back, so that to list the changes of one edit costs what it has changed.

import Predicate

/// What a form knew before a transaction that has ended.
struct PastState: StateReading, Sendable {
  let attributes: PastAttributes
  /// Whether the form could be submitted.
  let canSubmit: Bool
  /// The state after the transaction.
  private let state: Held<FormState>
  private let values: PastValues
  private let results: PastColumn<NodeResult>
  private let facts: PastValues
  private let errors: PastColumn<[RowError]>

  /// - Complexity: O(k log k) in the number of pages that the transaction has overwritten.
  init(_ kept: KeptState, _ state: Held<FormState>) {
    self.state = state
    canSubmit = kept.couldSubmit(state.value)
    attributes = PastAttributes(kept.attributes, state)
    values = PastValues(kept.values)
    results = PastColumn(kept.results)
    facts = PastValues(kept.facts)
    errors = PastColumn(kept.errors)
  }

  /// An effective attribute of a row.
  func value(_ attribute: Attribute, of row: RowID, in topology: Topology) -> Bool {
    attributes.value(
      attribute, of: row, in: topology.rows[row.index].section,
      isBlocked: !canSubmit && topology.submitRows.contains(row))
  }

  func value(of row: RowID) -> Value { state.value.values.old(at: row.index, values) }

  func result(of node: NodeID) -> NodeResult { state.value.results.old(at: node.index, results) }

  func fact(of node: NodeID) -> Value { state.value.facts.old(at: node.index, facts) }

  /// The errors that were shown of a row, but for its being hidden.
  func errors(of row: RowID) -> [RowError] { state.value.errors.old(at: row.index, errors) }
}
