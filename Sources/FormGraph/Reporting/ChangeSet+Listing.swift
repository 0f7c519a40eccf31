// Lists a change set in declaration order: inputs first, then each section with its rows. Removed
// rows come last, under the names they had.

import Predicate

extension ChangeSet {
  /// Whether nothing changed that a user or a host can see.
  public var isEmpty: Bool {
    (made ?? []).isEmpty && !hasNewShape && !hasEvents && focus == nil && page == nil
      && problemsBegan.isEmpty
      && problemsEnded.isEmpty && pendingBegan.isEmpty && pendingEnded.isEmpty
      && !hasOtherCollapsed && differenceCount(of: nil) == 0
  }

  /// The same as not being empty, found without a search where an edit has set another value.
  package var changesForm: Bool {
    journal.sources.contains { source in
      journal.reshaped.inserted.contains(source.row)
        || state.values.isOther(at: source.row.index, since: journal.state.values)
    } || !isEmpty
  }

  /// Whether a section was collapsed or opened.
  private var hasOtherCollapsed: Bool {
    state.attributes.sections.changes(since: journal.state.attributes.sections).contains { change in
      change.old.contains(.collapsed) != change.new.contains(.collapsed)
    }
  }

  /// Whether members were inserted, removed or moved.
  var hasNewShape: Bool {
    let shape = journal.reshaped
    let rows = shape.inserted.count + shape.removed.count + shape.moved.count
    let sections =
      shape.insertedSections.count + shape.removedSections.count + shape.movedSections.count
    return rows + sections > 0
  }

  /// Everything that changed, in declaration order.
  ///
  /// - Complexity: O(n) in the size of the sections whose visibility or editability changed, plus
  ///   O(k log n) in the number of other changes.
  public var changes: [Change] {
    if let made { return made }
    let differences = Differences(self, TouchedMembers(self))
    let reasons = reasons(of: differences)
    var changes: [Change] = []
    differences.forEach { difference in
      if let property = difference.name.property {
        changes.append(reasons.change(difference, property))
      }
    }
    return changes
  }

  /// What finds the reasons of differences.
  func reasons(of differences: Differences) -> ChangeReasons {
    let touched = differences.touched
    return ChangeReasons(
      self, touched,
      otherValidity: touched.submitRows.isEmpty ? [] : differences.rowsOfOtherValidity())
  }

  /// The names of the rows that became visible, in declaration order.
  public var shown: [String] { rows(turningHidden: false) }

  /// The names of the rows that became hidden, in declaration order.
  public var hidden: [String] { rows(turningHidden: true) }

  private func rows(turningHidden isHidden: Bool) -> [String] {
    if let made {
      return made.filter { $0.property == .hidden && $0.new == .bool(isHidden) && !$0.isSection }
        .compactMap(\.tag)
    }
    var names: [String] = []
    let differences = Differences(self, TouchedMembers(self), .property(.hidden))
    differences.forEach { difference in
      guard case .row(let row) = difference.subject, difference.new == .bool(isHidden),
        let name = outline.name(of: row, in: topology)
      else { return }
      names.append(name)
    }
    return names
  }

  /// The number of differences, of one property or of all properties.
  func differenceCount(of property: Change.Property?) -> Int {
    var count = 0
    let differences = Differences(
      self, TouchedMembers(self), property.map(Differences.Scope.property) ?? .people)
    differences.forEach { _ in count += 1 }
    return count
  }
}
