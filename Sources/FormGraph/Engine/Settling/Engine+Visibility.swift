// What the outline knows of which rows are visible: it is told of those that flipped once the form
// has settled, a few only when somebody asks for places, and counts anew where many did.

extension Engine {
  /// Tells the outline which rows have come to be visible or hidden.
  mutating func tellFlips() {
    let many = (graph.topology.rows.count + 15) / 16
    let count = state.attributes.hiddenFlipCount
    if !toldRows.isEmpty { for row in toldRows { tellVisibility(of: row) } }
    for row in journal.reshaped.inserted { tellVisibility(of: row) }
    guard count > 0 else { return }
    // To count all rows anew is work for each leaf of 64; it waits until somebody asks for a place.
    guard count < many else {
      if !outline.isVisibilityStale { editOutline { $0.isVisibilityStale = true } }
      return
    }
    let rows = state.attributes.rowsWithHiddenFlips
    guard count > Self.untoldLimit else {
      for row in rows { state.single.untold.insert(row) }
      if state.single.untold.count > Self.untoldLimit { tellUntold() }
      return
    }
    recount(rows)
  }

  /// How many rows may be untold: what somebody pays who asks for a place.
  private static var untoldLimit: Int { 16 }

  /// Tells the outline of the rows of which it has not been told.
  private mutating func tellUntold() {
    let rows = state.single.untold
    state.single.untold = IDSet()
    hasToldUntold = true
    for row in rows { tellVisibility(of: row) }
  }

  /// Tells the outline at once what is done before settling, and again after: what is counted in
  /// between, as where a step is taken back, may be undone by settling, which is no flip then.
  @inline(never)
  mutating func tellNow(_ row: RowID) {
    toldRows.append(row)
    tellVisibility(of: row)
  }

  /// Tells the outline whether a row is visible.
  private mutating func tellVisibility(of row: RowID) {
    guard !outline.isVisibilityStale, outline.rows.contains(row) else { return }
    let isVisible = !state.attributes.isSet(.hidden, row)
    editOutline { $0.rows.setVisible(isVisible, row) }
  }

  /// Counts what is visible anew where it was put off.
  mutating func refreshVisibility() {
    if !state.single.untold.isEmpty { tellUntold() }
    guard outline.isVisibilityStale else { return }
    hasToldUntold = true
    let (held, topology) = (held, topology)
    editOutline { $0.refreshVisibility(held.value.attributes, in: topology) }
  }

  /// Counts what is visible anew where that is less work than telling it row by row.
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

  /// Changes the order or what is visible of it.
  mutating func editOutline(_ edit: (inout Outline) -> Void) {
    if journal.outline == nil, !isOpening { journal.outline = shape.outline }
    edit(&graph.outline)
  }
}
