// Reading a state: slots, attributes and runs, without changing anything.

import Foundation
import Predicate

extension FormState {
  /// The state before anything has been evaluated.
  init(initialStateOf topology: Topology, now: Date) {
    values = topology.rows.map(\.initialValue)
    inputs = topology.inputs.map { $0.type.valueKind.converted($0.value) ?? .null }
    var rows: [RowWord] = []
    for row in topology.rows {
      var word: RowWord = []
      if row.hidden == .constant(true) { word.insert(.hidden) }
      if row.disabled == .constant(true) { word.insert(.disabled) }
      if row.required == .constant(true) { word.insert(.required) }
      rows.append(word)
    }
    var sections: [SectionWord] = []
    for section in topology.sections {
      var word: SectionWord = []
      if section.hidden == .constant(true) { word.insert(.hidden) }
      if section.disabled == .constant(true) { word.insert(.disabled) }
      sections.append(word)
    }
    attributes = Attributes(
      rows: rows, sections: sections, isReadOnly: topology.readOnly == .constant(true))
    results = [NodeResult](repeating: .unevaluated, count: topology.nodes.count)
    self.now = now
    invalidRows = [Int32](repeating: 0, count: topology.sections.count)
  }

  /// What a slot holds.
  func value(of slot: Slot, in topology: Topology) -> Value {
    switch slot {
    case .value(let row): values[row.index]
    case .input(let input): inputs[input.index]
    case .fact(let node):
      if case .fact(.visibleValue) = topology.nodes[node.index] {
        visibleValues[node] ?? .null
      } else {
        .bool(results[node.index] == .yes)
      }
    }
  }

  /// An effective attribute of a member.
  func value(_ attribute: Attribute, of member: Member, in topology: Topology) -> Bool {
    switch (member, attribute) {
    case (.row(let row), _): attributes.value(attribute, of: row, in: topology)
    case (.section(let section), .hidden): attributes.isHidden(section)
    case (.section(let section), .disabled): attributes.isDisabled(section)
    case (.section, .required): false
    case (.section(let section), .valid):
      attributes.isHidden(section) || invalidRows[section.index] == 0
    }
  }

  /// What an evaluation in this state may know.
  var context: EvaluationContext { EvaluationContext(now: now) }

  /// The value a run gives.
  func evaluate(_ run: Run, in topology: Topology) throws(EvaluationFailure) -> Value {
    try topology.programs[run.program.index].evaluate(
      object: run.object.map { value(of: $0, in: topology) } ?? .null, context: context
    ) { value(of: run.binding[$0], in: topology) }
  }
}

extension FormState {
  /// Stores a row's word and keeps the counts of invalid rows.
  mutating func setWord(_ new: RowWord, of row: RowID, in topology: Topology) {
    func counts(_ word: RowWord) -> Bool { word.contains(.invalid) && !word.contains(.hidden) }
    let old = attributes.rows[row.index]
    attributes.rows[row.index] = new
    guard counts(old) != counts(new) else { return }
    let section = topology.rows[row.index].section
    let step = counts(new) ? 1 : -1
    invalidRows[section.index] += Int32(step)
    if !attributes.isHidden(section) { invalidVisibleRows += step }
  }

  /// Stores a section's word and keeps the count of invalid rows.
  mutating func setWord(_ new: SectionWord, of section: SectionID) {
    let wasHidden = attributes.isHidden(section)
    attributes.sections[section.index] = new
    guard attributes.isHidden(section) != wasHidden else { return }
    invalidVisibleRows += (wasHidden ? 1 : -1) * Int(invalidRows[section.index])
  }

  /// Puts back what a journal has kept.
  mutating func restore(_ journal: Journal, in topology: Topology) {
    for (row, old) in journal.values.entries { values[row.index] = old }
    for (input, old) in journal.inputs.entries { inputs[input.index] = old }
    for (row, old) in journal.rowWords.entries { setWord(old, of: row, in: topology) }
    for (section, old) in journal.sectionWords.entries { setWord(old, of: section) }
    if let old = journal.isReadOnly { attributes.isReadOnly = old }
    if let old = journal.now { now = old }
    for (node, old) in journal.results.entries { results[node.index] = old }
    for (node, old) in journal.visibleValues.entries { visibleValues[node] = old }
    for (row, old) in journal.verdicts.entries { verdicts[row] = old.isEmpty ? nil : old }
    for (row, old) in journal.errors.entries { errors[row] = old.isEmpty ? nil : old }
    for (node, old) in journal.problems.entries { problems[node] = old }
  }
}

extension RowRecord {
  /// The value before any formula has run: a switch that says nothing is off.
  var initialValue: Value {
    guard calculation == nil else { return .null }
    guard let value = definition.value else { return kind == .bool ? .bool(false) : .null }
    return kind.converted(value) ?? .null
  }
}
