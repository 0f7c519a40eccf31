// The changes of a transaction for a list on a screen. They say which visible sections and rows
// were deleted, inserted, moved or changed, by their places before and after.

/// A place in the visible structure: a section, or a row of a section.
public struct ListPlace: Hashable, Sendable {
  /// The position among the visible sections, from 0.
  public let section: Int
  /// The position among the visible rows of the section, from 0; nil for the section itself.
  public let row: Int?
}

/// The updates that a list must make to show the form after a transaction.
///
/// First remove everything in `deletes` and every moved row, by the places before. Then insert
/// everything in `inserts` and every moved row, by the places after, from first to last. Everything
/// else keeps its order.
public struct ListUpdate: Hashable, Sendable {
  /// A row that has moved.
  public struct Move: Hashable, Sendable {
    /// The place before the transaction.
    public let from: ListPlace
    /// The place after the transaction.
    public let to: ListPlace
  }

  /// The places of deleted sections and rows, before the transaction.
  public let deletes: [ListPlace]
  /// The places of inserted sections and rows, after the transaction.
  public let inserts: [ListPlace]
  /// The rows that were moved and look the same as before.
  public let moves: [Move]
  /// The places, after the transaction, of rows that stayed and look different.
  public let reloads: [ListPlace]
}

extension ChangeSet {
  /// The updates that a list must make.
  ///
  /// Rows of a section that is inserted, deleted or moved are not listed one by one.
  ///
  /// - Complexity: O(k log n) in the number k of members that were touched, plus O(n / 64) in the
  ///   number of rows of the sections that they stand in, and O(n) in the number of sections.
  public var listUpdate: ListUpdate {
    let touched = TouchedMembers(self)
    let differences = Differences(self, touched)
    return listUpdate(of: touched) { differences.isOther($0) }
  }

  /// The list updates for the members that the transaction touched.
  ///
  /// `isChanged` says whether a row that was there before differs in any property.
  func listUpdate(of touched: TouchedMembers, isChanged: (RowIndex) -> Bool) -> ListUpdate {
    func looksDifferent(_ row: RowIndex) -> Bool {
      // An option may differ only in its title.
      journal.reshaped.options.contains(row) || isChanged(row)
    }
    let (sections, rows) = (placedSections(touched), placedRows(touched))
    var old = VisibleList(momentBefore, sections, rows)
    var new = VisibleList(momentNow, sections, rows)
    var deletes: [ListPlace] = []
    var inserts: [ListPlace] = []
    var moves: [ListUpdate.Move] = []
    var reloads: [ListPlace] = []
    // A moved section is deleted and inserted with all its rows.
    var renewed = IDSet<SectionIndex>()
    for section in sections {
      let from = old.place(of: section)
      let to = new.place(of: section)
      let isMoved = journal.reshaped.movedSections.contains(section)
      guard isMoved || (from == nil) != (to == nil) else { continue }
      renewed.insert(section)
      if let from { deletes.append(from) }
      if let to { inserts.append(to) }
    }
    for row in rows {
      let from = old.place(of: row, isRenewed: renewed.contains)
      let to = new.place(of: row, isRenewed: renewed.contains)
      switch (from, to) {
      case (let from?, nil): deletes.append(from)
      case (nil, let to?): inserts.append(to)
      case (let from?, let to?) where journal.reshaped.moved.contains(row):
        if looksDifferent(row) {
          deletes.append(from)
          inserts.append(to)
        } else {
          moves.append(ListUpdate.Move(from: from, to: to))
        }
      case (.some, let to?) where looksDifferent(row):
        reloads.append(to)
      default: break
      }
    }
    return ListUpdate(
      deletes: deletes.sorted(), inserts: inserts.sorted(),
      moves: moves.sorted { $0.to < $1.to }, reloads: reloads.sorted())
  }

  /// The sections that may have been inserted, deleted or moved on the screen.
  private func placedSections(_ touched: TouchedMembers) -> IDSet<SectionIndex> {
    var sections = IDSet(touched.sections)
    sections.formUnion(journal.reshaped.movedSections)
    sections.formUnion(journal.reshaped.insertedSections)
    sections.formUnion(journal.reshaped.removedSections)
    return sections
  }

  /// The rows that may have changed in the list.
  private func placedRows(_ touched: TouchedMembers) -> IDSet<RowIndex> {
    var rows = touched.rows
    rows.formUnion(journal.reshaped.inserted)
    rows.formUnion(journal.reshaped.moved)
    rows.formUnion(journal.reshaped.removed)
    rows.formUnion(journal.reshaped.options)
    let before = momentBefore
    // Each row shows whether its section is disabled, and is not there in a collapsed one.
    let edited =
      touched.isWholeForm
      ? Array(outline.sectionsInOrder)
      : touched.sections.filter { section in
        before.isDisabled(section) != state.attributes.isDisabled(section)
          || before.word(of: section).contains(.collapsed)
            != state.attributes.word(of: section).contains(.collapsed)
      }
    for section in edited where outline.sections.contains(section) {
      rows.formUnion(outline.rows(of: section, in: topology))
    }
    return rows
  }
}

extension ListPlace: Comparable {
  /// Whether one place comes before another.
  ///
  /// A section comes before its rows.
  public static func < (left: ListPlace, right: ListPlace) -> Bool {
    (left.section, left.row ?? -1) < (right.section, right.row ?? -1)
  }
}

/// The places of some members in the visible structure of a form at one moment.
private struct VisibleList {
  private let moment: Moment
  /// By section: the number of visible sections before it, of those that are asked about.
  private var sections: [SectionIndex: Int] = [:]
  /// The leaves of rows that are asked about.
  private var leaves: [Int: Leaf] = [:]
  /// The leaf of the row that was asked about last: its neighbours mostly come next.
  private var last: (index: Int, leaf: Leaf)?

  /// The number of visible rows of the section before a leaf, and which of its rows are visible.
  private struct Leaf {
    var before = 0
    var visible: UInt64 = 0
  }

  init(_ moment: Moment, _ sections: IDSet<SectionIndex>, _ rows: IDSet<RowIndex>) {
    self.moment = moment
    let shape = moment.shape
    var asked = sections
    var leafCounts: [SectionIndex: Int] = [:]
    var last: Int?
    for row in rows {
      guard let leaf = shape.outline.rows.leaf(of: row), leaf != last else { continue }
      last = leaf
      guard leaves.updateValue(Leaf(), forKey: leaf) == nil else { continue }
      let section = shape.topology.rows[row.index].section
      asked.insert(section)
      leafCounts[section, default: 0] += 1
    }
    guard !asked.isEmpty else { return }
    self.sections.reserveCapacity(asked.count)
    var before = 0
    for section in shape.outline.sectionsInOrder {
      if asked.contains(section) {
        self.sections[section] = before
        if let count = leafCounts[section] {
          countRows(
            before: count, of: shape.topology.sections[section.index].rowList, shape.outline.rows)
        }
      }
      if moment.word(of: section).isShown { before += 1 }
    }
  }

  /// Counts the visible rows of a section before each leaf that is asked about; `count` is the
  /// number of these leaves.
  private mutating func countRows(
    before count: Int, of list: ListID, _ rows: OrderedLists<RowIndex>
  ) {
    var (before, left) = (0, count)
    rows.forEachLeaf(of: list) { index, members in
      let leaf = Leaf(before: before, visible: moment.visible(members))
      if leaves[index] != nil {
        leaves[index] = leaf
        left -= 1
      }
      before += leaf.visible.nonzeroBitCount
      return left > 0
    }
  }

  func place(of section: SectionIndex) -> ListPlace? {
    sections[section].flatMap { before in
      moment.word(of: section).isShown ? ListPlace(section: before, row: nil) : nil
    }
  }

  /// The place of a row; nil if the row is not visible or its whole section is deleted or inserted.
  mutating func place(of row: RowIndex, isRenewed: (SectionIndex) -> Bool) -> ListPlace? {
    let shape = moment.shape
    guard let index = shape.outline.rows.leaf(of: row) else { return nil }
    if last?.index != index { last = leaves[index].map { (index, $0) } }
    guard let leaf = last?.leaf,
      case let bit:UInt64 = 1
        << UInt64(
          shape.outline.rows.nodes[index].place(of: OrderedLists.raw(row))),
      leaf.visible & bit != 0
    else { return nil }
    let section = shape.topology.rows[row.index].section
    guard !isRenewed(section), !moment.word(of: section).contains(.collapsed),
      let place = place(of: section)
    else { return nil }
    return ListPlace(
      section: place.section, row: leaf.before + (leaf.visible & (bit - 1)).nonzeroBitCount)
  }
}

extension Moment {
  /// Which of at most 64 rows nothing that they say for themselves hides, one bit for each.
  fileprivate func visible(_ rows: [Int32]) -> UInt64 {
    guard let first = rows.first else { return 0 }
    var next = first
    for row in rows where row == next { next &+= 1 }
    guard next == first &+ Int32(rows.count) else {
      return rows.indices.reduce(into: 0) { visible, place in
        if !isSet(.hidden, RowIndex(Int(rows[place]))) { visible |= 1 << UInt64(place) }
      }
    }
    // The rows stand in one word of bits, or in two.
    let (word, shift) = (Int(first) >> 6, UInt64(first & 63))
    var hidden = bits(.hidden, ofRows: word) >> shift
    if shift > 0, Int(first) + rows.count > (word + 1) << 6 {
      hidden |= bits(.hidden, ofRows: word + 1) << (64 - shift)
    }
    return ~hidden & (rows.count == 64 ? .max : (1 << UInt64(rows.count)) - 1)
  }
}
