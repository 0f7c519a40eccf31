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
  /// - Complexity: O(k log n) in the number k of members that were touched.
  public var listUpdate: ListUpdate {
    let touched = TouchedMembers(self)
    var differences = Differences(self, touched)
    return listUpdate(of: touched) { differences.isOther($0) }
  }

  /// The list updates for the members that the transaction touched.
  ///
  /// `isChanged` says whether a row that was there before differs in any property.
  func listUpdate(of touched: TouchedMembers, isChanged: (RowID) -> Bool) -> ListUpdate {
    func looksDifferent(_ row: RowID) -> Bool {
      // An option may differ only in its title.
      journal.reshaped.options.contains(row) || isChanged(row)
    }
    let old = VisibleList(momentBefore, untold: journal.state.single?.untold ?? state.single.untold)
    let new = VisibleList(momentNow, untold: state.single.untold)
    var deletes: [ListPlace] = []
    var inserts: [ListPlace] = []
    var moves: [ListUpdate.Move] = []
    var reloads: [ListPlace] = []
    // A moved section is deleted and inserted with all its rows.
    var renewed: Set<SectionID> = []
    for section in placedSections(touched) {
      let from = old.place(of: section)
      let to = new.place(of: section)
      let isMoved = journal.reshaped.movedSections.contains(section)
      guard isMoved || (from == nil) != (to == nil) else { continue }
      renewed.insert(section)
      if let from { deletes.append(from) }
      if let to { inserts.append(to) }
    }
    for row in placedRows(touched) {
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
  private func placedSections(_ touched: TouchedMembers) -> Set<SectionID> {
    let shape = journal.reshaped
    return Set(touched.sections).union(shape.movedSections)
      .union(shape.insertedSections).union(shape.removedSections)
  }

  /// The rows that may have changed in the list.
  private func placedRows(_ touched: TouchedMembers) -> IDSet<RowID> {
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

/// The visible structure of a form at one moment.
private struct VisibleList<Seen: Moment> {
  private let moment: Seen
  private let outline: Outline

  init(_ moment: Seen, untold: IDSet<RowID>) {
    self.moment = moment
    outline = moment.outline.told(moment, untold: untold, in: moment.topology)
  }

  private var topology: Topology { _read { yield moment.topology } }

  func place(of section: SectionID) -> ListPlace? {
    guard topology.sections.indices.contains(section.index), outline.sections.contains(section),
      moment.word(of: section).isShown
    else { return nil }
    return ListPlace(section: outline.sections.visiblePosition(of: section), row: nil)
  }

  /// The place of a row; nil if the row is not visible or its whole section is deleted or inserted.
  func place(of row: RowID, isRenewed: (SectionID) -> Bool) -> ListPlace? {
    guard topology.rows.indices.contains(row.index), outline.rows.contains(row),
      !moment.isSet(.hidden, row)
    else { return nil }
    let section = topology.row(row).section
    guard !isRenewed(section), !moment.word(of: section).contains(.collapsed),
      let place = place(of: section)
    else { return nil }
    return ListPlace(section: place.section, row: outline.rows.visiblePosition(of: row))
  }
}
