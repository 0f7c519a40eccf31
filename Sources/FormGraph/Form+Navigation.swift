// Where a user goes from a row, by a key for the next row or the one before. Nothing is changed:
// who asks enters the row that is told, or does not.

import Predicate

extension Form {
  /// How a user goes from row to row, as the form says.
  public var navigation: Navigation { given.value.navigation }

  /// The first row that a user can enter, by how the form is gone through.
  ///
  /// - Complexity: O(rows that are passed over).
  public var firstToFocus: RowState? { firstOnTheWay(from: Step(section: 0, row: 0), .forward) }

  /// The row that a user goes to from another: the one that it names, or else the next one that is
  /// visible, enabled and takes focus, across sections.
  ///
  /// - Parameters:
  ///   - tag: The tag of a row, or the address of an item's row.
  ///   - navigation: How rows are passed over; nil: as the form says.
  /// - Returns: The row; nil at the end, where the way ends before that, and where there is no such
  ///   row.
  /// - Complexity: O(rows that are passed over).
  public func next(after tag: String, navigation: Navigation? = nil) -> RowState? {
    row(tag).flatMap { next(after: $0, navigation: navigation) }
  }

  /// The row that a user goes to from another.
  public func next(after row: RowID, navigation: Navigation? = nil) -> RowState? {
    guard outline.rows.contains(row), let place = step(of: row) else { return nil }
    if let named = namedNext(of: row), let start = step(of: named) {
      return firstOnTheWay(from: start, .forward, navigation)
    }
    return firstOnTheWay(from: place.forward, .forward, navigation)
  }

  /// The row that a user goes back to from another: the first that names it as the next and can be
  /// entered, or else the one before that is visible, enabled and takes focus, across sections.
  ///
  /// - Parameters:
  ///   - tag: The tag of a row, or the address of an item's row.
  ///   - navigation: How rows are passed over; nil: as the form says.
  /// - Returns: The row; nil at the beginning, where the way ends before that, and where there is
  ///   no such row.
  /// - Complexity: O(n), for any row may name another.
  public func previous(before tag: String, navigation: Navigation? = nil) -> RowState? {
    row(tag).flatMap { previous(before: $0, navigation: navigation) }
  }

  /// The row that a user goes back to from another.
  public func previous(before row: RowID, navigation: Navigation? = nil) -> RowState? {
    guard outline.rows.contains(row), let place = step(of: row) else { return nil }
    let way = navigation ?? self.navigation
    for other in outline.rowsInOrder(in: topology)
    where namedNext(of: other) == row && canEnter(other, way) {
      return self[other]
    }
    return firstOnTheWay(from: place.backward, .backward, navigation)
  }

  // MARK: - The way

  private enum Direction { case forward, backward }

  /// A place among all rows; one before the first row of a section is in the section before.
  private struct Step {
    var section: Int
    var row: Int

    var forward: Step { Step(section: section, row: row + 1) }
    var backward: Step { Step(section: section, row: row - 1) }
  }

  private func step(of row: RowID) -> Step? {
    guard let section = outline.sections.position(of: topology.row(row).section)?.position,
      let position = outline.rows.position(of: row)?.position
    else { return nil }
    return Step(section: section, row: position)
  }

  /// The row that another names as its next: inside a template the sibling, otherwise the form's.
  private func namedNext(of row: RowID) -> RowID? {
    let record = topology.row(row)
    guard let next = record.content.next else { return nil }
    if let item = record.item,
      let column = topology.section(record.section).template?.value.columns[ExactText(next)]
    {
      return topology.item(item).row(column)
    }
    return topology.row(named: next)
  }

  /// The first row from a place on, itself included, that a user can enter.
  private func firstOnTheWay(
    from start: Step, _ direction: Direction, _ navigation: Navigation? = nil
  ) -> RowState? {
    let navigation = navigation ?? self.navigation
    guard navigation.contains(.enabled) else { return nil }
    var step = start
    while let section = outline.sections.member(at: step.section, in: outline.sectionList) {
      let record = topology.section(section)
      let isOpen = isOpen(section)
      while isOpen, let row = outline.rows.member(at: step.row, in: record.rowList) {
        switch meeting(row, navigation) {
        case .enter: return self[row]
        case .stop: return nil
        case .pass: step.row += direction == .forward ? 1 : -1
        }
      }
      switch direction {
      case .forward: step = Step(section: step.section + 1, row: 0)
      case .backward:
        guard step.section > 0,
          let before = outline.sections.member(at: step.section - 1, in: outline.sectionList)
        else { return nil }
        let last = outline.rows.count(of: topology.section(before).rowList) - 1
        step = Step(section: step.section - 1, row: last)
      }
    }
    return nil
  }

  /// Whether the rows of a section are on any way.
  private func isOpen(_ section: SectionID) -> Bool {
    !state.attributes.isHidden(section) && !topology.section(section).definition.value.isCollapsed
  }

  /// Whether a user comes to be in a row, wherever it stands.
  private func canEnter(_ row: RowID, _ navigation: Navigation) -> Bool {
    navigation.contains(.enabled) && isOpen(topology.row(row).section)
      && meeting(row, navigation) == .enter
  }

  /// What comes of meeting a row on the way.
  private enum Meeting { case enter, stop, pass }

  private func meeting(_ row: RowID, _ navigation: Navigation) -> Meeting {
    guard !state.attributes.isSet(.hidden, row) else { return .pass }
    guard !state.isDisabled(row, in: topology) else {
      return navigation.contains(.stopDisabledRow) ? .stop : .pass
    }
    let content = topology.row(row).content
    // What is calculated takes no edits, so that nobody has anything to do there.
    guard content.type.canTakeFocus, !content.isCalculated else {
      return navigation.contains(.skipCanNotBecomeFirstResponderRow) ? .pass : .stop
    }
    return .enter
  }
}
