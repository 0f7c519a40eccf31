// Every write to the state. Each write keeps the journal and the counts up to date. Writes during
// settling also mark the readers of what they change.

import Foundation
import Predicate

extension Engine {
  /// Stores a value of the row's kind.
  ///
  /// An identical value is not a change.
  mutating func write(_ value: Value, of row: RowIndex, cause: Change.Cause) {
    guard state.values.replace(value, at: row.index) else { return }
    noteSource(row, cause)
  }

  /// Records that a value was written, except for values of formulas and values with which the form
  /// opens.
  private mutating func noteSource(_ row: RowIndex, _ cause: Change.Cause) {
    if !isOpening, topology.rows[row.index].calculation == nil { addSource(row, cause) }
  }

  private mutating func addSource(_ row: RowIndex, _ cause: Change.Cause) {
    journal.sources.append(Journal.Source(row: row, cause: cause))
    // Undo has to know whether the row held nothing or was given no value.
    if topology.rows[row.index].hiddenValues == .clear {
      state.attributes.keep(.cleared, row)
    }
  }

  /// Stores a value that an editor gave in place of what the row starts with.
  ///
  /// - Returns: Whether the value changed.
  @discardableResult
  mutating func give(_ value: Value, to row: RowIndex, cause: Change.Cause) -> Bool {
    noteGiven(row)
    guard state.values.replace(value, at: row.index) else { return false }
    hasEditedValues = true
    noteSource(row, cause)
    return true
  }

  /// The same for a value that fits in its cell.
  mutating func give(_ cell: Cell, to row: RowIndex, cause: Change.Cause) {
    noteGiven(row)
    guard state.values.replace(cell, at: row.index) else { return }
    hasEditedValues = true
    noteSource(row, cause)
  }

  /// Records that a row was given a value, in whose place no formula fills it.
  @inline(__always)
  private mutating func noteGiven(_ row: RowIndex) {
    guard topology.rows[row.index].content.isFilled || state.attributes.isSet(.cleared, row) else {
      return
    }
    given.insert(row)
  }

  /// Records that the default of a row will run again: the row counts as edited but not as given a
  /// value.
  mutating func forgetGiven(_ row: RowIndex) {
    given.remove(row)
    hasEditedValues = true
  }

  mutating func setValue(_ value: Value, of row: RowIndex, cause: Change.Cause) {
    guard state.values.replace(value, at: row.index) else { return }
    noteSource(row, cause)
    touch(row)
    markReaders(ofValueOf: row)
  }

  /// Stores the result of a formula that fits in its cell.
  @inline(__always)
  mutating func setCalculated(_ cell: Cell, of row: RowIndex, _ node: PackedNode) {
    guard state.values.replace(cell, at: row.index) else { return }
    if node.outcome.isWatched, !isOpening { touchWatched(row) }
    if node.item < 0 {
      markReaders(ofFormRow: row)
    } else {
      markReaders(ofValueOf: row, in: ItemIndex(Int(node.item)))
    }
  }

  /// Logs the value of a row for undo, even if it does not change now.
  mutating func keep(_ row: RowIndex, cause: Change.Cause) {
    state.values.keep(at: row.index)
    addSource(row, cause)
  }

  /// Restores a value from the history.
  ///
  /// The old value is logged in any case, because redo needs it even if both are equal. A row that
  /// held nothing starts anew if it shows by now.
  mutating func putBack(
    _ value: Value, of row: RowIndex, wasCleared: Bool, followed: Bool, cause: Change.Cause
  ) {
    keep(row, cause: cause)
    let record = topology.row(row)
    if followed, !wasCleared {
      restartFilling(of: row)
    } else {
      _ = state.values.replace(value, at: row.index)
      if record.content.suggested != nil, let node = record.filling {
        state.results.keep(at: node.index)
        _ = setResult(followed ? .yes : .no, of: node)
      }
    }
    guard record.hiddenValues == .clear else { return }
    setBit(.cleared, wasCleared || state.attributes.isSet(.cleared, row), of: row)
    guard wasCleared else {
      if !followed { given.insert(row) }
      return
    }
    given.remove(row)
    for node in [record.filling, record.clearing] { if let node { markAny(node) } }
  }

  /// Clears a hidden row, which starts anew when it shows.
  mutating func empty(_ row: RowIndex) {
    write(.null, of: row, cause: .cleared)
    restartedRows.insert(row)
    guard !state.attributes.isSet(.cleared, row) else { return }
    noteStart(of: row, cause: .cleared)
    setBit(.cleared, true, of: row)
  }

  /// Gives a row that held nothing what it starts with, unless an edit has given it a value.
  ///
  /// A default has given its value before.
  mutating func startAnew(_ row: RowIndex) {
    if !given.contains(row), !startsByDefault(row) {
      write(topology.valueAtStart(of: row), of: row, cause: .default)
    }
    if !given.contains(row) { restartedRows.insert(row) }
    noteStart(of: row, cause: given.contains(row) ? .set : .default)
    setBit(.cleared, false, of: row)
    setBit(.restarted, true, of: row)
  }

  /// Gives a row what it starts with if it held nothing, because hiding does not clear it any more.
  mutating func fillKept(_ row: RowIndex) {
    guard topology.row(row).hiddenValues != .clear, state.attributes.isSet(.cleared, row) else {
      return
    }
    startAnew(row)
    restartDefaults(of: [row])
  }

  /// Logs that a row starts to hold a value, or ceases to, even if the value is the same.
  private mutating func noteStart(of row: RowIndex, cause: Change.Cause) {
    if !isOpening, !state.values.isOther(at: row.index) { keep(row, cause: cause) }
  }

  mutating func write(_ value: Value, of input: InputID) {
    guard state.inputs.replace(value, at: input.index) else { return }
    if input == topology.graph.languageInput || input == topology.graph.timeZoneInput {
      writeLocale()
    }
  }

  /// Takes the language and the time zone from their inputs.
  mutating func writeLocale() {
    func text(_ input: InputID?) -> String? {
      guard let input, case .string(let text) = state.inputs[input.index], !text.isEmpty else {
        return nil
      }
      return text
    }
    state.locale = FormLocale(
      language: text(topology.graph.languageInput), among: topology.graph.languages,
      timeZone: text(topology.graph.timeZoneInput), texts: topology.graph.standardTexts)
  }

  mutating func writeNow(_ now: Date) { state.now = now }

  /// Sets or clears one bit of a row and keeps the counts.
  @inline(__always)
  mutating func setBit(_ bit: RowWord, _ isOn: Bool, of row: RowIndex) {
    guard state.attributes.set(bit, isOn, row) else { return }
    countInvalid(row, flipped: bit)
  }

  /// Sets or clears a bit of many rows and keeps the counts.
  mutating func setBit(_ bit: RowWord, _ isOn: Bool, of rows: IDSet<RowIndex>) {
    guard let chunks = rows.chunks else {
      for row in rows { setBit(bit, isOn, of: row) }
      return
    }
    // Only conditions write many rows at once, during settling. The outline is informed after
    // settling.
    countInvalid(state.attributes.set(bit, isOn, chunks), flipped: bit)
  }

  /// Clears a bit of a row that is not part of any count yet.
  mutating func clearBit(_ bit: RowWord, of row: RowIndex) {
    _ = state.attributes.set(bit, false, row)
  }

  /// Updates the invalid counts for rows whose flip matters.
  ///
  /// Few rows do.
  private mutating func countInvalid(_ words: [IDWord], flipped bit: RowWord) {
    for word in words {
      for row: RowIndex in word.members() { countInvalid(row, flipped: bit) }
    }
  }

  @inline(__always)
  private mutating func countInvalid(_ row: RowIndex, flipped bit: RowWord) {
    switch bit {
    case .invalid where !state.attributes.isSet(.hidden, row):
      addInvalid(state.attributes.isSet(.invalid, row) ? 1 : -1, forRow: row)
    case .hidden where state.attributes.isSet(.invalid, row):
      addInvalid(state.attributes.isSet(.hidden, row) ? -1 : 1, forRow: row)
    default: break
    }
  }

  @inline(never)
  private mutating func addInvalid(_ count: Int, forRow row: RowIndex) {
    addInvalid(count, in: topology.rows[row.index].section)
  }

  /// Whether a row counts as invalid in its section.
  func isCountedInvalid(_ row: RowIndex) -> Bool {
    state.attributes.isSet(.invalid, row) && !state.attributes.isSet(.hidden, row)
  }

  mutating func addInvalid(_ count: Int, in section: SectionIndex) {
    state.invalidRows[section.index] += Int32(truncatingIfNeeded: count)
    if !state.attributes.isHidden(section) { state.single.invalidVisibleRows += count }
  }

  /// Counts the invalid rows of all visible sections again.
  mutating func recountInvalidVisible() {
    state.single.invalidVisibleRows = outline.sectionsInOrder.reduce(0) { count, section in
      count + (state.attributes.isHidden(section) ? 0 : Int(state.invalidRows[section.index]))
    }
  }

  /// Sets or clears one bit of a section of the form and keeps the counts.
  mutating func setBit(_ bit: SectionWord, _ isOn: Bool, of section: SectionIndex) {
    let old = state.attributes.sections[section.index]
    let new = isOn ? old.union(bit) : old.subtracting(bit)
    guard new != old else { return }
    state.attributes.sections[section.index] = new
    state.single.sectionsOutOfBounds += (new.isOutOfBounds ? 1 : 0) - (old.isOutOfBounds ? 1 : 0)
    if new.isHidden != old.isHidden {
      state.single.hiddenSections += isOn ? 1 : -1
      state.single.invalidVisibleRows += (isOn ? -1 : 1) * Int(state.invalidRows[section.index])
    }
    if new.isDisabled != old.isDisabled { state.single.disabledSections += isOn ? 1 : -1 }
    passOn(from: section)
  }

  /// Gives the sections inside a section what they have because of it.
  ///
  /// The recursion, through `setBit`, is bounded by `SectionDefinition.maximumDepth`.
  ///
  /// - Complexity: O(n) in the number of sections inside, if they change; otherwise O(children).
  mutating func passOn(from section: SectionIndex) {
    guard topology.graph.hasGroups else { return }
    for child in outline.children(of: section, in: topology) { inherit(child, from: section) }
  }

  /// Gives a section what it has because of the section around it.
  mutating func inherit(_ section: SectionIndex, from parent: SectionIndex) {
    let word = state.attributes.sections[parent.index]
    setBit(.groupHidden, word.isHidden, of: section)
    setBit(.groupDisabled, word.isDisabled, of: section)
    setBit(.folded, !word.isDisjoint(with: [.collapsed, .folded]), of: section)
  }

  /// Sets whether the number of items of a section is outside its bounds.
  mutating func countItems(of section: SectionIndex) {
    let record = topology.section(section)
    guard record.hasBounds else { return }
    let bounds = state.bounds(of: record)
    let count = outline.items.count(of: record.itemList)
    let isOutOfBounds = count < bounds.minimum ?? 0 || count > bounds.maximum ?? .max
    setBit(.outOfBounds, isOutOfBounds, of: section)
  }

  /// Counts the items of all sections, and the sections with too few or too many, again.
  mutating func recountBounds() {
    for section in topology.directory.templateSections where outline.sections.contains(section) {
      countItems(of: section)
    }
    state.single.sectionsOutOfBounds = topology.directory.templateSections.count { section in
      outline.sections.contains(section) && state.attributes.sections[section.index].isOutOfBounds
    }
  }

  mutating func setReadOnly(_ isOn: Bool) { state.attributes.isReadOnly = isOn }

  mutating func setErrors(_ errors: [RowError], of row: RowIndex) {
    if errors != state.errors[row.index] { state.errors[row.index] = errors }
  }

  mutating func setVerdict(_ errors: [RowError], of row: RowIndex) {
    if errors != state.verdicts[row.index] { state.verdicts[row.index] = errors }
  }

  mutating func setProblem(_ problem: NodeProblem?, of node: NodeID) {
    state.setProblem(problem, of: node)
  }

  /// Stores a result.
  ///
  /// - Returns: Whether the result changed.
  @inline(__always)
  mutating func setResult(_ result: NodeResult, of node: NodeID) -> Bool {
    state.results.replace(result, at: node.index)
  }

  @discardableResult
  mutating func setFact(_ value: Value, of node: NodeID) -> Bool {
    state.facts.replace(value, at: node.index)
  }

  /// Stores the value of a row, as conditions of other rows read it, in a fact.
  ///
  /// - Returns: Whether the fact changed.
  mutating func setFact(_ node: NodeID, toValueOf row: RowIndex) -> Bool {
    // Through the pointer: writing `state` takes all of the engine, and so a copy of the topology.
    held.pointer.pointee.setFact(node, toValueOf: row, in: topology)
  }

  /// Records that a node has run.
  @inline(__always)
  mutating func noteEvaluation(of node: NodeID) { evaluations.append(node) }

  /// Clears the counts of a new section.
  mutating func clearCount(of section: SectionIndex) {
    state.invalidRows[section.index] = 0
    state.attributes.sections[section.index].subtract(.outOfBounds)
  }
}
