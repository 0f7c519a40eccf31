// Inserting, removing, moving and replacing rows, before their texts are parsed. Updates the order,
// the journal, and the counts that depend on where rows are.

import Predicate

extension Engine {
  mutating func insert(
    _ rows: [RowDefinition], in section: SectionIndex, at first: Int
  ) throws(Reason) {
    var definition = SectionDefinition(rows: rows)
    // Rows that come to a matrix get its options.
    if let matrix = topology.section(section).matrix { definition.kind = .matrix(matrix) }
    try check([definition])
    for (offset, row) in definition.formRows.enumerated() {
      noteInserted(builder.addRow(row, to: section, at: first + offset))
    }
  }

  mutating func noteInserted(_ row: RowIndex) {
    grow()
    forgetAll(of: row)
    start(row)
    noteCome(row)
  }

  /// Records that a row comes.
  mutating func noteCome(_ row: RowIndex) {
    undecided += RowRecord.decided.map { .row(row, $0) }
    if !journal.reshaped.removed.remove(row) { journal.reshaped.inserted.insert(row) }
  }

  /// Clears the state of a row id.
  ///
  /// The id may have belonged to a row of a refused transaction.
  mutating func forgetAll(of row: RowIndex) {
    write(.null, of: row, cause: .structure)
    for bit in RowWord.all { clearBit(bit, of: row) }
    forget(row)
  }

  mutating func remove(_ row: RowIndex) {
    if isCountedInvalid(row) { addInvalid(-1, in: topology.row(row).section) }
    builder.removeRow(row)
    noteRemoved(row)
  }

  mutating func noteRemoved(_ row: RowIndex) {
    journal.reshaped.moved.remove(row)
    if !journal.reshaped.inserted.remove(row) { journal.reshaped.removed.insert(row) }
  }

  mutating func move(_ name: RowName, to position: RowPosition) throws(Reason) {
    let row = try plainRow(name)
    let home = (section: topology.row(row).section, position: outline.rows.position(of: row))
    builder.outline.rows.remove(row)
    let target: (section: SectionIndex, position: Int)
    do throws(Reason) {
      target = try place(position, isPlaced: row)
      if target.section != home.section { try checkIsNoMatrix(target.section) }
    } catch {
      insert(row, in: home.section, at: home.position?.position ?? 0)
      throw error
    }
    insert(row, in: target.section, at: target.position)
    // A row that was put back where it was has not moved.
    guard target.section != home.section || target.position != home.position?.position else {
      return
    }
    noteMoved(row, from: home.section, to: target.section)
  }

  /// A place for a row that has been taken out of the order.
  ///
  /// The row cannot be placed next to itself.
  private func place(
    _ position: RowPosition, isPlaced row: RowIndex
  ) throws(Reason) -> (section: SectionIndex, position: Int) {
    switch position.place {
    case .before(let name), .after(let name):
      if plainOrMissing(name) == row {
        throw Reason(
          kind: .outOfRange, tag: self.name(of: row),
          message: "'\(self.name(of: row))' cannot stand next to itself", hint: nil)
      }
    case .at, .end: break
    }
    return try place(position)
  }

  private func plainOrMissing(_ name: RowName) -> RowIndex? {
    switch name {
    case .id(let id): id.form == form ? id.index : nil
    case .tag(let tag): topology.row(named: tag)
    }
  }

  mutating func insert(_ row: RowIndex, in section: SectionIndex, at position: Int) {
    builder.outline.rows.insert(row, at: position, in: topology.section(section).rowList)
  }

  /// Records a move.
  ///
  /// In another section other conditions decide the row, and it counts as invalid there.
  private mutating func noteMoved(_ row: RowIndex, from old: SectionIndex, to new: SectionIndex) {
    if !journal.reshaped.inserted.contains(row) { journal.reshaped.moved.insert(row) }
    guard new != old else { return }
    let isCounted = isCountedInvalid(row)
    if isCounted { addInvalid(-1, in: old) }
    builder.moveRow(row, to: new)
    if isCounted { addInvalid(1, in: new) }
  }

  /// Throws that a section is a matrix, where no row comes from another section: it would bring
  /// options of its own.
  private func checkIsNoMatrix(_ section: SectionIndex) throws(Reason) {
    guard topology.section(section).matrix != nil else { return }
    let tag = self.name(of: section)
    throw Reason(
      kind: .misplaced, tag: tag,
      message: "'\(tag)' is a matrix, whose rows all have its options",
      hint: "insert a row without options")
  }

  mutating func swap(_ row: RowIndex, _ other: RowIndex) throws(Reason) {
    guard row != other, let place = outline.rows.position(of: row)?.position,
      let otherPlace = outline.rows.position(of: other)?.position
    else { return }
    let section = topology.row(row).section
    let otherSection = topology.row(other).section
    if section != otherSection {
      for section in [section, otherSection] { try checkIsNoMatrix(section) }
    }
    builder.outline.rows.remove(row)
    builder.outline.rows.remove(other)
    // Within one section, the earlier position must be filled first.
    if place < otherPlace {
      insert(other, in: section, at: place)
      insert(row, in: otherSection, at: otherPlace)
    } else {
      insert(row, in: otherSection, at: otherPlace)
      insert(other, in: section, at: place)
    }
    noteMoved(row, from: section, to: otherSection)
    noteMoved(other, from: otherSection, to: section)
  }

  mutating func replace(
    _ range: Range<Int>, of section: SectionIndex, _ members: Membership, with rows: [RowDefinition]
  ) throws(Reason) {
    let list = topology.section(section).rowList
    let lists = outline.rows
    let shown = members == .all ? nil : lists.members(of: list).filter(areRowsShown)
    let count = shown?.count ?? lists.count(of: list)
    guard range.lowerBound >= 0, range.upperBound <= count else {
      let tag = self.name(of: section)
      throw outOfRange(
        tag, range.lowerBound < 0 ? range.lowerBound : range.upperBound,
        members == .all ? "row" : "visible row", count)
    }
    let (_, first) = try place(
      .at(range.lowerBound, in: section.id(in: form), among: members))
    let old = shown.map { Array($0[range]) } ?? range.compactMap { lists.member(at: $0, in: list) }
    for row in old { remove(row) }
    try insert(rows, in: section, at: first)
  }
}
