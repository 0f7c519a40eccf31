// A form's state as it was before a transaction, read through what the transaction has overwritten:
// nothing is copied or put back, so that to list the changes of one edit costs what it has changed.

import Predicate

/// What a form knew before a transaction that has ended.
struct PastState: Sendable {
  let attributes: PastAttributes
  /// Whether the form could be submitted.
  let canSubmit: Bool
  /// The state after the transaction.
  private let state: Held<FormState>
  private let values: PastValues
  private let facts: PastValues
  private let errors: PastColumn<[RowError]>

  /// - Complexity: O(k log k) in the number of pages that the transaction has overwritten.
  init(_ kept: KeptState, _ state: Held<FormState>, canSubmit: Bool) {
    self.state = state
    self.canSubmit = canSubmit
    attributes = PastAttributes(kept.attributes, state)
    values = PastValues(kept.values)
    facts = PastValues(kept.facts)
    errors = PastColumn(kept.errors)
  }

  func value(of row: RowID) -> Value { state.value.values.old(at: row.index, values) }

  func fact(of node: NodeID) -> Value { state.value.facts.old(at: node.index, facts) }

  /// The errors that were shown of a row, but for its being hidden.
  func errors(of row: RowID) -> [RowError] { state.value.errors.old(at: row.index, errors) }
}
