// Keeps the outline informed about which rows are visible. After settling, a few flips are only
// noted, and the outline gets them when somebody asks for a place. After many flips, the outline
// counts all rows again.

extension Engine {
  /// Passes on which rows became visible or hidden in this transaction.
  mutating func tellFlips() {
    let many = (topology.rows.count + 15) / 16
    let count = state.attributes.hiddenFlipCount
    if !toldRows.isEmpty { for row in toldRows { tellVisibility(of: row) } }
    for row in journal.reshaped.inserted { tellVisibility(of: row) }
    guard count > 0, !outline.isVisibilityStale else { return }
    guard count > Self.untoldLimit else {
      for row in state.attributes.rowsWithHiddenFlips { state.single.untold.insert(row) }
      if state.single.untold.count > Self.untoldLimit { tellUntold() }
      return
    }
    // Counting all rows costs work for each leaf of 64 rows, so it waits until somebody asks for a
    // place.
    guard count < many else { return editOutline { $0.isVisibilityStale = true } }
    recount(state.attributes.rowsWithHiddenFlips)
  }

  /// The largest number of noted flips.
  ///
  /// The next request for a place pays for them.
  private static var untoldLimit: Int { 16 }

  /// Passes the noted flips to the outline.
  private mutating func tellUntold() {
    let rows = state.single.untold
    state.single.untold = IDSet()
    hasToldUntold = true
    for row in rows { tellVisibility(of: row) }
  }

  /// Passes on the visibility of a row before settling.
  ///
  /// `tellFlips` passes it on again afterwards, because settling may undo the change, for example
  /// during undo, and the bit then counts as not flipped.
  @inline(never)
  mutating func tellNow(_ row: RowID) {
    toldRows.append(row)
    tellVisibility(of: row)
  }

  /// Passes the visibility of one row to the outline.
  private mutating func tellVisibility(of row: RowID) {
    guard !outline.isVisibilityStale, outline.rows.contains(row) else { return }
    let isVisible = !state.attributes.isSet(.hidden, row)
    editOutline { $0.rows.setVisible(isVisible, row) }
  }

  /// Does the outline's delayed updates and counts.
  mutating func refreshVisibility() {
    if !state.single.untold.isEmpty { tellUntold() }
    guard outline.isVisibilityStale else { return }
    hasToldUntold = true
    let (held, topology) = (held, topology)
    editOutline { $0.refreshVisibility(held.value.attributes, in: topology) }
  }

  /// Updates the visibility of rows.
  ///
  /// Sections in which more than one row in 16 flipped are counted again.
  private mutating func recount(_ rows: [RowID]) {
    guard !outline.isVisibilityStale else { return }
    let bySection = Dictionary(grouping: rows) { topology.row($0).section }
    for (section, rows) in bySection {
      let list = topology.section(section).rowList
      if rows.count * 16 > outline.rows.count(of: list) {
        let held = held
        editOutline { outline in
          outline.rows.setVisible(of: list) { !held.value.attributes.isSet(.hidden, $0) }
        }
      } else {
        for row in rows { tellVisibility(of: row) }
      }
    }
  }

  /// Changes the outline.
  ///
  /// Saves the old outline in the journal before the first change.
  mutating func editOutline(_ edit: (inout Outline) -> Void) {
    if journal.outline == nil, !isOpening { journal.outline = shape }
    edit(&builder.outline)
  }
}
