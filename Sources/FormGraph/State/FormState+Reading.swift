// Reading a state: the values of slots, and effective attributes. Nothing here changes the state.

import Foundation
import Predicate

extension FormState {
  func value(of slot: Slot) -> Value {
    switch slot {
    case .value(let row): values[row.index]
    case .input(let input): inputs[input.index]
    case .fact(let node): facts[node.index]
    }
  }

  /// The value of a row as conditions of other rows read it.
  ///
  /// It is nil if the row is hidden and its values then count as nil.
  func readValue(of row: RowIndex, in topology: Topology) -> Value {
    isRead(row, in: topology) ? values[row.index] : .null
  }

  /// Whether conditions of other rows read what a row holds.
  @inline(__always)
  private func isRead(_ row: RowIndex, in topology: Topology) -> Bool {
    topology.rows[row.index].hiddenValues != .nil || !attributes.isHidden(row, in: topology)
  }

  /// Whether a row holds nothing, because it is hidden and hiding clears it.
  func isEmptied(_ row: RowIndex, in topology: Topology) -> Bool {
    topology.rows[row.index].hiddenValues == .clear && attributes.isHidden(row, in: topology)
  }

  /// Stores the value of a row as conditions of other rows read it.
  ///
  /// - Returns: Whether the fact changed.
  mutating func setFact(_ node: NodeID, toValueOf row: RowIndex, in topology: Topology) -> Bool {
    let cell = values.cells[row.index]
    guard cell.isInline else {
      return facts.replace(readValue(of: row, in: topology), at: node.index)
    }
    return facts.replace(isRead(row, in: topology) ? cell : .null, at: node.index)
  }

  /// The questions to the host that wait for an answer.
  var pendingAnswers: [(NodeID, Answer)] {
    answers.indices.compactMap { index in
      answers[index].flatMap { $0.isPending ? (NodeID(index), $0) : nil }
    }
  }

  /// Whether the form can be submitted: every visible row is valid, and no section that the user
  /// can see and change has too few or too many items.
  var canSubmit: Bool { single.canSubmit(isReadOnly: attributes.isReadOnly) }

  /// The first member that prevents submitting: an invalid visible row, or a section with too few
  /// or too many items.
  ///
  /// A section comes before its rows. A row that only waits for the host is not invalid yet, so
  /// there may be none although the form cannot be submitted.
  ///
  /// - Complexity: O(n) in the number of sections and rows.
  func firstInvalid(_ outline: Outline, in topology: Topology, amongRows: Bool = false) -> Member? {
    guard !canSubmit else { return nil }
    return firstInvalid(
      among: outline.sectionsInOrder, outline, in: topology, amongRows: amongRows)
  }

  /// The same of some sections, in their order.
  ///
  /// - Complexity: O(rows in them).
  func firstInvalid(
    among sections: some Sequence<SectionIndex>, _ outline: Outline, in topology: Topology,
    amongRows: Bool = false
  ) -> Member? {
    for section in sections where !attributes.isHidden(section) {
      if !amongRows, attributes.isOutOfBounds(section) { return .section(section) }
      guard invalidRows[section.index] > 0 else { continue }
      for row in outline.rows(of: section, in: topology)
      where !attributes.isValid(row, in: topology)
        && verdicts[row.index].contains(where: { $0.severity == .error })
      {
        return .row(row)
      }
    }
    return nil
  }

  /// Whether a row is disabled.
  ///
  /// A submit button is also disabled while the form cannot be submitted.
  @inline(__always)
  func isDisabled(_ row: RowIndex, in topology: Topology) -> Bool {
    value(.disabled, of: row, in: topology)
  }

  @inline(__always)
  private func value(_ attribute: Attribute, of row: RowIndex, in topology: Topology) -> Bool {
    attributes.value(
      attribute, of: row, in: topology.rows[row.index].section,
      isBlocked: !canSubmit && topology.directory.submitRows.contains(row))
  }

  /// An effective attribute of a member.
  @inline(__always)
  func value(
    _ attribute: Attribute, of member: Member, _ topology: Topology, _ outline: Outline
  ) -> Bool {
    switch (member, attribute) {
    case (.row(let row), _): value(attribute, of: row, in: topology)
    case (.section(let section), .hidden): attributes.isHidden(section)
    case (.section(let section), .disabled): attributes.isDisabled(section)
    case (.section, .required): false
    case (.section(let section), .valid):
      attributes.isValid(section, topology, outline) { invalidRows[$0.index] }
    }
  }

  /// The value that a text reads from the items of a section.
  ///
  /// - Complexity: O(items); O(1) for their count.
  func value(
    of view: ItemsView, in section: SectionIndex, _ topology: Topology, _ outline: Outline
  ) -> Value {
    let record = topology.sections[section.index]
    let templates = record.templates?.value
    // A list in an item reads as a list, never as nil; also where the item has no such list.
    func read(_ item: ItemIndex, _ column: Int) -> Value {
      if let row = templates?.row(of: column, in: topology.items[item.index]) {
        return readValue(of: row, in: topology)
      }
      guard let templates, templates.isList(column) else {
        return templates?.isName(column) == true ? topology.templateName(of: item) : .null
      }
      guard let list = topology.list(of: item, column),
        let inner = topology.sections[list.index].templates,
        let node = topology.node(of: .items(list, inner.value.whole))
      else { return .array([]) }
      return facts[node.index]
    }
    switch view {
    case .options(let columns):
      return .dictionary(
        offered(outline.items(of: section, in: topology), columns, read) {
          templates?.tag($0) ?? ""
        })
    case .count: return .int(Int64(outline.items.count(of: record.itemList)))
    case .index(let item): return .int(Int64(outline.position(of: item) ?? 0))
    case .templateName(let item): return topology.templateName(of: item)
    case .previous(let item, let columns):
      guard
        let before = outline.position(of: item).flatMap({
          outline.items.member(at: $0 - 1, in: record.itemList)
        })
      else { return .null }
      return .dictionary(
        ValueDictionary(columns.map { (templates?.tag($0) ?? "", read(before, $0)) }))
    case .fold(let fold, let column):
      // The program folds the list it is given. Folding a list of one finished value gives that
      // value.
      let key = templates?.tag(column) ?? ""
      if let templates, let folded = folded(fold, column, templates, section, topology, outline) {
        return .array([.dictionary(ValueDictionary([(key, folded)]))])
      }
      let values = outline.items(of: section, in: topology).map { read($0, column) }
      let folded = fold.result(of: values, limits: context.limits).map { [$0] } ?? values
      return .array(folded.map { .dictionary(ValueDictionary([(key, $0)])) })
    case .column(let column):
      return .array(outline.items(of: section, in: topology).map { read($0, column) })
    case .objects(let columns):
      return .array(
        outline.items(of: section, in: topology).map { item in
          .dictionary(
            ValueDictionary(columns.map { (templates?.tag($0) ?? "", read(item, $0)) }))
        })
    }
  }
}

extension FormState {
  /// A column of numbers folded into one, without a list of values between; nil if a value is no
  /// number, or if there are so many that reading them may fail.
  private func folded(
    _ fold: Operand.Fold, _ column: Int, _ templates: ItemTemplates, _ section: SectionIndex,
    _ topology: Topology, _ outline: Outline
  ) -> Value? {
    let count = outline.items.count(of: topology.sections[section.index].itemList)
    guard templates.row(column) != nil, count < mostFolded else { return nil }
    let places = templates.rowPlaces(of: column)
    var cells: [Cell] = []
    cells.reserveCapacity(count)
    for item in outline.items(of: section, in: topology) {
      guard let place = places[topology.items[item.index].template] else { continue }
      let row = RowIndex(topology.items[item.index].firstRow.index + place)
      if isRead(row, in: topology) { cells.append(values.cells[row.index]) }
    }
    return fold.result(ofCells: cells)
  }

  /// How many values are folded without counting steps.
  ///
  /// Folding a list of values may cost four steps a value. Where that could exceed the limit, it is
  /// done so, so that it fails as it must.
  var mostFolded: Int { context.limits.steps / 4 - 4 }

  /// What items offer as options, by column: an item whose value cannot be chosen, or that an
  /// earlier item has, is left out.
  private func offered(
    _ items: some Sequence<ItemIndex>, _ columns: [Int], _ read: (ItemIndex, Int) -> Value,
    name: (Int) -> String
  ) -> ValueDictionary {
    var values: [[Value]] = columns.map { _ in [] }
    var known: Set<EqualValue> = []
    for item in items {
      let value = read(item, columns[0])
      guard !value.isEmpty,
        ValueKind.choice.converted(value, within: ValueKind.maximumBytes) != nil,
        known.insert(EqualValue(value)).inserted
      else { continue }
      values[0].append(value)
      for place in columns.indices.dropFirst() { values[place].append(read(item, columns[place])) }
    }
    return ValueDictionary(zip(columns, values).map { (name($0), .array($1)) })
  }
}

extension FormState: StateReading {
  @inline(__always)
  func result(of node: NodeID) -> NodeResult { results[node.index] }

  func fact(of node: NodeID) -> Value { facts[node.index] }

  func value(of row: RowIndex) -> Value { values[row.index] }
}
