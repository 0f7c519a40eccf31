// Where the focus goes from a row, with a key for the next or the previous row. Nothing is changed:
// the host decides whether to move the focus.

import Predicate

extension Form {
  /// The navigation options of the form.
  public var navigation: Navigation { given.value.navigation }

  /// The first row that can take the focus, under the form's navigation options.
  ///
  /// - Complexity: O(n) in the number of rows that are skipped.
  public var firstToFocus: RowState? { firstOnTheWay(from: Step(section: 0, row: 0), .forward) }

  /// The row that the focus goes to from a row.
  ///
  /// The search begins at the row that this row names in `next`, or else at the row after this row.
  /// It ends at the first row that is visible, enabled and takes the focus, also in later sections.
  ///
  /// - Parameters:
  ///   - row: A row.
  ///   - navigation: The navigation options; nil means the options of the form.
  /// - Returns: The row; nil at the end of the form, if a row stops the navigation, or if the
  ///   form has no such row.
  /// - Complexity: O(n) in the number of rows that are skipped.
  public func next(after row: some RowNaming, navigation: Navigation? = nil) -> RowState? {
    guard let row = self.row(row), let place = step(of: row) else { return nil }
    if let named = topology.namedNext(of: row), let start = step(of: named) {
      return firstOnTheWay(from: start, .forward, navigation)
    }
    return firstOnTheWay(from: place.forward, .forward, navigation)
  }

  /// The row that the focus goes back to from a row.
  ///
  /// That is the first row that names this row in `next` and can take the focus. If there is none,
  /// it is the previous row that is visible, enabled and takes the focus, in this or an earlier
  /// section.
  ///
  /// - Parameters:
  ///   - row: A row.
  ///   - navigation: The navigation options; nil means the options of the form.
  /// - Returns: The row; nil at the start of the form, if a row stops the navigation, or if the
  ///   form has no such row.
  /// - Complexity: O(n) in the number of rows, because any row may name this row.
  public func previous(before row: some RowNaming, navigation: Navigation? = nil) -> RowState? {
    guard let row = self.row(row), let place = step(of: row) else { return nil }
    let way = navigation ?? self.navigation
    for other in outline.rowsInOrder(in: topology)
    where topology.namedNext(of: other) == row && canEnter(other, way) {
      return self[other]
    }
    return firstOnTheWay(from: place.backward, .backward, navigation)
  }

  // MARK: - Positions on the way

  private enum Direction { case forward, backward }

  /// A position among all rows.
  ///
  /// A row position of -1 means that the search continues in the section before.
  private struct Step {
    var section: Int
    var row: Int

    var forward: Step { Step(section: section, row: row + 1) }
    var backward: Step { Step(section: section, row: row - 1) }
  }

  private func step(of row: RowIndex) -> Step? {
    guard let section = outline.sections.position(of: topology.row(row).section)?.position,
      let position = outline.rows.position(of: row)?.position
    else { return nil }
    return Step(section: section, row: position)
  }

  /// The first row that can take the focus, from a position on, including that position.
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

  /// Whether the rows of a section can take the focus.
  private func isOpen(_ section: SectionIndex) -> Bool {
    let word = state.attributes.word(of: section)
    return word.isShown && !word.contains(.collapsed)
  }

  /// Whether a row can take the focus.
  private func canEnter(_ row: RowIndex, _ navigation: Navigation) -> Bool {
    navigation.contains(.enabled) && isOpen(topology.row(row).section)
      && meeting(row, navigation) == .enter
  }

  /// What the navigation does at a row.
  private enum Meeting { case enter, stop, pass }

  private func meeting(_ row: RowIndex, _ navigation: Navigation) -> Meeting {
    guard !state.attributes.isSet(.hidden, row) else { return .pass }
    guard !state.isDisabled(row, in: topology) else {
      return navigation.contains(.stopDisabledRow) ? .stop : .pass
    }
    let content = topology.row(row).content
    // A calculated row cannot be edited, so it does not take the focus.
    guard content.type.canTakeFocus, !content.isCalculated else {
      return navigation.contains(.skipCanNotBecomeFirstResponderRow) ? .pass : .stop
    }
    return .enter
  }
}
