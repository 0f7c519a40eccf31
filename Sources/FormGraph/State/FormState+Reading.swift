// Reading a state: slots, attributes and runs, without changing anything.

import Foundation
import Predicate

extension FormState {
  /// What a slot holds.
  func value(of slot: Slot) -> Value {
    switch slot {
    case .value(let row): values[row.index]
    case .input(let input): inputs[input.index]
    case .fact(let node): facts[node.index]
    }
  }

  /// The value of a row as conditions on other rows read it.
  func readValue(of row: RowID, in topology: Topology) -> Value {
    topology.rows[row.index].hiddenValues == .nil && attributes.isHidden(row, in: topology)
      ? .null : values[row.index]
  }

  /// Whether no visible row is invalid, and no section that can be seen and changed has too few
  /// items.
  var canSubmit: Bool { single.canSubmit(isReadOnly: attributes.isReadOnly) }

  /// The first that stands against submitting: a visible row that is invalid, or a section with too
  /// few items, which comes before its rows.
  ///
  /// - Complexity: O(n).
  func firstInvalid(_ outline: Outline, in topology: Topology, amongRows: Bool = false) -> Member? {
    guard !canSubmit else { return nil }
    return firstInvalid(
      among: outline.sectionsInOrder, outline, in: topology, amongRows: amongRows)
  }

  /// The same of some sections, in their order.
  ///
  /// - Complexity: O(rows in them).
  func firstInvalid(
    among sections: some Sequence<SectionID>, _ outline: Outline, in topology: Topology,
    amongRows: Bool = false
  ) -> Member? {
    for section in sections where !attributes.isHidden(section) {
      if !amongRows, attributes.isShort(section) { return .section(section) }
      guard invalidRows[section.index] > 0 else { continue }
      for row in outline.rows(of: section, in: topology)
      where !attributes.isValid(row, in: topology) {
        return .row(row)
      }
    }
    return nil
  }

  /// Whether a row is disabled: by what is said or, a button that submits, because the form cannot
  /// be submitted.
  @inline(__always)
  func isDisabled(_ row: RowID, in topology: Topology) -> Bool {
    value(.disabled, of: .row(row), in: topology)
  }

  /// Whether an item is disabled: every row of it that holds something is.
  func isDisabled(_ item: ItemID, in topology: Topology) -> Bool {
    topology.rows(of: item).filter { topology.rows[$0.index].kind != .none }
      .allSatisfy { isDisabled($0, in: topology) }
  }

  /// An effective attribute of a member.
  // Put in the place of its calls: what is called is given a copy of the topology.
  @inline(__always)
  func value(_ attribute: Attribute, of member: Member, in topology: Topology) -> Bool {
    switch (member, attribute) {
    case (.row(let row), _):
      attributes.value(
        attribute, of: row, in: topology.rows[row.index].section,
        isBlocked: !canSubmit && topology.submitRows.contains(row))
    case (.section(let section), .hidden): attributes.isHidden(section)
    case (.section(let section), .disabled): attributes.isDisabled(section)
    case (.section, .required): false
    case (.section(let section), .valid):
      attributes.isHidden(section)
        || invalidRows[section.index] == 0 && !attributes.isShort(section)
    }
  }

  /// What a text reads of the items of a section.
  ///
  /// - Complexity: O(items) but for their count.
  func value(
    of view: ItemsView, in section: SectionID, _ topology: Topology, _ outline: Outline
  ) -> Value {
    let record = topology.sections[section.index]
    func read(_ item: ItemID, _ column: Int) -> Value {
      readValue(of: topology.items[item.index].row(column), in: topology)
    }
    switch view {
    case .count: return .int(Int64(outline.items.count(of: record.itemList)))
    case .index(let item): return .int(Int64(outline.position(of: item) ?? 0))
    case .fold(let fold, let column):
      // The program folds what it is given; of one finished value the fold is that value.
      let key = record.template?.value.rows[column].tag ?? ""
      let values = outline.items(of: section, in: topology).map { read($0, column) }
      let folded = fold.result(of: values, limits: context.limits).map { [$0] } ?? values
      return .array(folded.map { .dictionary(ValueDictionary([(key, $0)])) })
    case .column(let column):
      return .array(outline.items(of: section, in: topology).map { read($0, column) })
    case .objects(let columns):
      let rows = record.template?.value.rows ?? []
      return .array(
        outline.items(of: section, in: topology).map { item in
          .dictionary(
            ValueDictionary(columns.map { (rows[$0].tag ?? "", read(item, $0)) }))
        })
    }
  }
}

extension FormState: StateReading {
  @inline(__always)
  func result(of node: NodeID) -> NodeResult { results[node.index] }

  func fact(of node: NodeID) -> Value { facts[node.index] }
}
