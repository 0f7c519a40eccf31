// The state of a form before a transaction, read through the log of the transaction. Nothing is
// copied or written back, so listing the changes of one edit costs what the edit changed.

import Predicate

extension ChangeSet {
  var pastState: PastState { PastState(record, held) }
}

/// The state of a form before a transaction that has ended.
struct PastState: StateReading, Sendable {
  let attributes: PastAttributes
  /// Whether the form could be submitted.
  let canSubmit: Bool
  /// The state after the transaction.
  private let state: Held<FormState>
  /// The journal of the transaction.
  private let record: Held<Journal>
  private var log: StateLog { _read { yield record.value.state } }

  /// The tables before.
  var tables: FormTables { log.tables ?? state.value.tables }

  /// The language and the time zone before.
  var locale: FormLocale { log.single?.locale ?? state.value.locale }

  init(_ record: Held<Journal>, _ state: Held<FormState>) {
    self.record = record
    self.state = state
    canSubmit = record.value.state.couldSubmit(state.value)
    attributes = PastAttributes(record.value.state.attributes, state)
  }

  func result(of node: NodeID) -> NodeResult {
    state.value.results.old(at: node.index, log.results)
  }

  func fact(of node: NodeID) -> Value { state.value.facts.old(at: node.index, log.facts) }

  func value(of row: RowID) -> Value { state.value.values.old(at: row.index, log.values) }

  /// The errors that were shown for a row, unless the row was hidden.
  func errors(of row: RowID) -> [RowError] { state.value.errors.old(at: row.index, log.errors) }
}
