// A form at one moment: its shape and its state. A change set has two of them, before and now, and
// asks both the same questions. The moment before is read through the log of the transaction.
// Nothing is copied or written back, so to list the changes of one edit costs what it changed.

import Predicate

/// All that holds of a form at one moment.
protocol Moment: StateReading, AttributeReading, Sendable {
  var shape: Engine.Shape { get }
  /// Whether the form can be submitted.
  var canSubmit: Bool { get }
  /// The errors that are shown for a row, unless it is hidden.
  func errors(of row: RowID) -> [RowError]
}

extension Moment {
  var topology: Topology { _read { yield shape.topology } }
  var outline: Outline { _read { yield shape.outline } }

  /// Whether a row is a submit button of a form that cannot be submitted, and so disabled.
  @inline(__always)
  func isBlocked(_ row: RowID) -> Bool { !canSubmit && topology.directory.submitRows.contains(row) }

  /// An effective attribute of a row.
  @inline(__always)
  func value(_ attribute: Attribute, of row: RowID) -> Bool {
    value(
      attribute, of: row, in: topology.rows[row.index].section, isBlocked: isBlocked(row))
  }

  /// The errors that a row shows: none while it is hidden.
  @inline(__always)
  func shownErrors(of row: RowID) -> [RowError] {
    let errors = errors(of: row)
    return errors.isEmpty || !isHidden(row, in: topology) ? errors : []
  }

  /// What is wrong with the number of items of a list.
  func verdict(of list: SectionID) -> [RowError] {
    isOutOfBounds(list) ? verdict(ofListOutOfBounds: list, in: topology, outline) : []
  }

  /// Whether a user may remove an item.
  func canDelete(_ item: ItemID) -> Bool {
    allows(.delete, in: topology.item(item).section) && !isDisabledByItself(item, in: topology)
  }

  /// Whether a user may make this kind of edit to the items of a section.
  func allows(_ edit: ItemEdits, in section: SectionID) -> Bool {
    allows(edit, in: section, topology, outline, bounds: bounds(of: topology.section(section)))
  }
}

/// A form after its last transaction, or after the transaction of a change set.
struct Now: Moment {
  let shape: Engine.Shape
  private let held: Held<FormState>

  init(_ shape: Engine.Shape, _ held: Held<FormState>) {
    self.shape = shape
    self.held = held
  }

  var state: FormState { unsafeAddress { UnsafePointer(held.pointer) } }

  var tables: FormTables { state.tables }
  var locale: FormLocale { state.locale }
  var canSubmit: Bool { state.canSubmit }
  var isReadOnly: Bool { state.attributes.isReadOnly }

  @inline(__always)
  func isSet(_ bit: RowWord, _ row: RowID) -> Bool { state.attributes.isSet(bit, row) }

  @inline(__always)
  func word(of section: SectionID) -> SectionWord { state.attributes.word(of: section) }

  func result(of node: NodeID) -> NodeResult { state.results[node.index] }
  func fact(of node: NodeID) -> Value { state.facts[node.index] }
  func value(of row: RowID) -> Value { state.values[row.index] }

  @inline(__always)
  func errors(of row: RowID) -> [RowError] { state.errors[row.index] }
}

/// A form before a transaction that has ended.
struct Before: Moment {
  let shape: Engine.Shape
  let canSubmit: Bool
  private var attributes: PastAttributes
  /// The state after the transaction.
  private let state: Held<FormState>
  /// The journal of the transaction.
  private let record: Held<Journal>
  var log: StateLog { _read { yield record.value.state } }

  init(_ shape: Engine.Shape, _ record: Held<Journal>, _ state: Held<FormState>) {
    self.shape = shape
    self.record = record
    self.state = state
    canSubmit = record.pointer.pointee.state.couldSubmit(state.pointer.pointee)
    attributes = PastAttributes(record.pointer.pointee.state.attributes, state)
  }

  var tables: FormTables { log.tables ?? state.value.tables }
  var locale: FormLocale { log.single?.locale ?? state.value.locale }
  var isReadOnly: Bool { attributes.isReadOnly }

  /// Finds the attributes of a row and its neighbours, about which the next questions are.
  mutating func lookUp(_ row: RowID) { attributes.lookUp(row) }

  @inline(__always)
  func isSet(_ bit: RowWord, _ row: RowID) -> Bool { attributes.isSet(bit, row) }

  @inline(__always)
  func word(of section: SectionID) -> SectionWord { attributes.word(of: section) }

  func result(of node: NodeID) -> NodeResult {
    state.value.results.old(at: node.index, log.results)
  }

  func fact(of node: NodeID) -> Value { state.value.facts.old(at: node.index, log.facts) }
  func value(of row: RowID) -> Value { state.value.values.old(at: row.index, log.values) }

  @inline(__always)
  func errors(of row: RowID) -> [RowError] { state.value.errors.old(at: row.index, log.errors) }
}

extension ChangeSet {
  var momentBefore: Before { Before(oldShape, record, held) }
  var momentNow: Now { Now(shape, held) }
}
