// A form at one moment: its shape and its state. A change set has two of them, before and now, and
// asks both the same questions. The moment before is read through the log of the transaction.
// Nothing is copied or written back, so to list the changes of one edit costs what it changed.

import Predicate

/// All that holds of a form at one moment: after its last transaction, or before or after the
/// transaction of a change set.
final class Moment: StateReading, AttributeReading {
  let shape: Engine.Shape
  /// The form, for the ids of its members.
  let form: FormNumber
  /// Whether the form can be submitted.
  let canSubmit: Bool
  let isReadOnly: Bool
  /// The state after the last transaction.
  private let held: Held<FormState>
  /// The journal of the transaction before which the moment is; nil after it.
  private let record: Held<Journal>?
  /// The rows that hold something else than when the form opened, as far as somebody asked.
  let dirty: Set<RowIndex>
  /// The JSON of options that has been written of this moment.
  var written = WrittenOptions()
  /// The titles of the options of lists that have been asked for.
  lazy var titlesOfLists: [SharedOptions: [Value]] = [:]

  /// A moment after a transaction.
  init(
    _ shape: Engine.Shape, _ held: Held<FormState>, of form: FormNumber,
    dirty: Set<RowIndex> = []
  ) {
    self.shape = shape
    self.form = form
    self.held = held
    self.dirty = dirty
    record = nil
    let state = held.pointer
    canSubmit = state.pointee.canSubmit
    isReadOnly = state.pointee.attributes.isReadOnly
  }

  /// The moment before a transaction, from its journal and the state after it.
  init(
    _ shape: Engine.Shape, before record: Held<Journal>, _ held: Held<FormState>,
    of form: FormNumber
  ) {
    self.shape = shape
    self.form = form
    self.held = held
    self.record = record
    dirty = []
    let (log, state) = (record.pointer, held.pointer)
    canSubmit = log.pointee.state.couldSubmit(state.pointee)
    isReadOnly =
      log.pointee.state.attributes.isReadOnly ?? state.pointee.attributes.isReadOnly
  }

  var topology: Topology { _read { yield shape.topology } }
  var outline: Outline { _read { yield shape.outline } }

  /// The state after the last transaction, also of a moment before it.
  private var state: FormState { unsafeAddress { UnsafePointer(held.pointer) } }

  /// What the transaction has overwritten; nil after it.
  private var journal: UnsafePointer<Journal>? { record.map { UnsafePointer($0.pointer) } }

  // MARK: - What is stored

  var tables: FormTables { journal?.pointee.state.tables ?? state.tables }
  var locale: FormLocale { journal?.pointee.state.single?.locale ?? state.locale }

  // Each asks the log where it stands: a copy of it would count references.

  @inline(__always)
  func isSet(_ bit: RowWord, _ row: RowIndex) -> Bool {
    guard let journal else { return state.attributes.isSet(bit, row) }
    return state.attributes.wasSet(bit, row, journal.pointee.state.attributes)
  }

  /// One attribute of 64 rows, a bit for each.
  func bits(_ bit: RowWord, ofRows word: Int) -> UInt64 {
    guard let journal else { return state.attributes.bits(bit, word) }
    return state.attributes.oldBits(bit, word, journal.pointee.state.attributes)
  }

  @inline(__always)
  func word(of section: SectionIndex) -> SectionWord {
    guard let journal else { return state.attributes.word(of: section) }
    return state.attributes.sections.old(
      at: section.index, journal.pointee.state.attributes.sections)
  }

  func result(of node: NodeID) -> NodeResult {
    guard let journal else { return state.results[node.index] }
    return state.results.old(at: node.index, journal.pointee.state.results)
  }

  func fact(of node: NodeID) -> Value {
    guard let journal else { return state.facts[node.index] }
    return state.facts.old(at: node.index, journal.pointee.state.facts)
  }

  func value(of row: RowIndex) -> Value {
    guard let journal else { return state.values[row.index] }
    return state.values.old(at: row.index, journal.pointee.state.values)
  }

  /// Whether the transaction before which the moment is has given a row another value; false of a
  /// moment after a transaction.
  func hasOtherValueNow(_ row: RowIndex) -> Bool {
    guard let journal else { return false }
    return state.values.isOther(at: row.index, since: journal.pointee.state.values)
  }

  /// The errors that a row shows: none while it is hidden.
  func shownErrors(of row: RowIndex) -> [RowError] {
    let errors =
      journal.map { state.errors.old(at: row.index, $0.pointee.state.errors) }
      ?? state.errors[row.index]
    return errors.isEmpty || !isHidden(row, in: topology) ? errors : []
  }

  /// What the rules say of the value of a row: nothing while it is hidden.
  func verdict(of row: RowIndex) -> [RowError] {
    if isHidden(row, in: topology) { return [] }
    return journal.map { state.verdicts.old(at: row.index, $0.pointee.state.verdicts) }
      ?? state.verdicts[row.index]
  }

  /// Whether a rule of a row waits for the answer of the host.
  func isPending(_ row: RowRecord) -> Bool {
    row.isAsking
      && row.asyncNodes.contains { node in
        let answer =
          journal.map { state.answers.old(at: node.index, $0.pointee.state.answers) }
          ?? state.answers[node.index]
        return answer?.isPending == true
      }
  }

  // MARK: - Effective attributes

  /// Whether a row is a submit button of a form that cannot be submitted, and so disabled.
  @inline(__always)
  func isBlocked(_ row: RowIndex) -> Bool {
    !canSubmit && topology.directory.submitRows.contains(row)
  }

  /// An effective attribute of a row.
  @inline(__always)
  func value(_ attribute: Attribute, of row: RowIndex) -> Bool {
    value(
      attribute, of: row, in: topology.rows[row.index].section, isBlocked: isBlocked(row))
  }

  /// All attributes of a row as they are told.
  func attributes(of row: RowIndex) -> ToldAttributes {
    told(row, in: topology.rows[row.index].section, isBlocked: isBlocked(row))
  }

  /// Whether a section is hidden, or everything in it is valid.
  func isValid(_ section: SectionIndex) -> Bool {
    isValid(section, topology, outline) { section in
      journal.map { state.invalidRows.old(at: section.index, $0.pointee.state.invalidRows) }
        ?? state.invalidRows[section.index]
    }
  }

  // MARK: - Lists

  /// What is wrong with the number of items of a list.
  func verdict(of list: SectionIndex) -> [RowError] {
    isOutOfBounds(list) ? verdict(ofListOutOfBounds: list, in: topology, outline) : []
  }

  /// Whether a user may remove an item.
  func canDelete(_ item: ItemIndex) -> Bool {
    allows(.delete, in: topology.item(item).section) && !isDisabledByItself(item, in: topology)
  }

  /// Whether a user may make this kind of edit to the items of a section.
  func allows(_ edit: ItemEdits, in section: SectionIndex) -> Bool {
    allows(edit, in: section, topology, outline, bounds: bounds(of: topology.section(section)))
  }
}

extension ChangeSet {
  var momentBefore: Moment { Moment(oldShape, before: record, held, of: form) }
  var momentNow: Moment { Moment(shape, held, of: form) }
}
