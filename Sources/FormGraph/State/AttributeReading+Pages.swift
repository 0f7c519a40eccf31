// What a user finds on a page and in a list, now or before a transaction: whether the page shows
// anything, and which edits of items the list allows.

import Predicate

extension AttributeReading where Self: ~Copyable {
  /// Whether a user who goes to a page finds anything on it.
  ///
  /// - Complexity: O(1) if its first row is visible; O(rows on the page) if none is.
  func shows(
    page: Int, _ topology: Topology, _ outline: Outline,
    _ state: borrowing some StateReading & ~Copyable
  ) -> Bool {
    for section in topology.sections(ofPage: page) {
      if shows(section, topology, outline, state) { return true }
    }
    return false
  }

  /// Whether a section is visible and it or a section inside shows anything.
  ///
  /// The recursion is bounded by `SectionDefinition.maximumDepth`.
  private func shows(
    _ section: SectionIndex, _ topology: Topology, _ outline: Outline,
    _ state: borrowing some StateReading & ~Copyable
  ) -> Bool {
    guard !isHidden(section) else { return false }
    if showsAnything(section, topology, outline, state) { return true }
    for child in outline.children(of: section, in: topology) {
      if shows(child, topology, outline, state) { return true }
    }
    return false
  }

  /// Whether a visible section shows a row, an item or an option of its own, or is there to be
  /// read.
  func showsAnything(
    _ id: SectionIndex, _ topology: Topology, _ outline: Outline,
    _ state: borrowing some StateReading & ~Copyable
  ) -> Bool {
    let section = topology.section(id)
    if let choice = section.choice {
      let row = topology.row(choice)
      return row.content.allowsOther || state.choosable(of: row)?.isEmpty == false
    }
    var hasRows = false
    for row in outline.rows(of: id, in: topology) {
      if !isSet(.hidden, row) { return true }
      hasRows = true
    }
    if section.templates != nil {
      return allows(.insert, in: id, topology, outline, bounds: state.bounds(of: section))
    }
    // What stands in the sections inside, they say themselves.
    return !hasRows && section.children.isEmpty
  }

  /// Whether a user may make this kind of edit to the items of a section now.
  func allows(
    _ edit: ItemEdits, in id: SectionIndex, _ topology: Topology, _ outline: Outline,
    bounds: (minimum: Int?, maximum: Int?)
  ) -> Bool {
    let section = topology.section(id)
    guard let items = section.templates?.value.items, items.allows.contains(edit),
      edit == .reorder || !section.isCounted, !isHidden(id), !isDisabled(id)
    else { return false }
    let count = outline.items.count(of: section.itemList)
    switch edit {
    case .insert: return count < bounds.maximum ?? .max
    case .delete: return count > bounds.minimum ?? 0
    default: return count > 1
    }
  }
}
