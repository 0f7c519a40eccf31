// Tells the outline which rows are visible, so that it can count them.

extension Outline {
  /// Counts the visible rows anew.
  ///
  /// - Complexity: O(n).
  mutating func refreshVisibility(
    _ attributes: borrowing some AttributeReading & ~Copyable, in topology: Topology
  ) {
    for section in sectionsInOrder {
      rows.setVisible(of: topology.sections[section.index].rowList) {
        !attributes.isSet(.hidden, $0)
      }
    }
    isVisibilityStale = false
  }

  /// An outline whose visible counts are up to date.
  ///
  /// - Parameters:
  ///   - attributes: What is hidden.
  ///   - untold: The rows whose visibility may have changed since the counts were made.
  ///   - topology: The topology of the outline.
  /// - Returns: An outline that can be asked for places.
  /// - Complexity: O(1) mostly; O(n) where many rows came to be hidden or visible since somebody
  ///   asked.
  func told(
    _ attributes: borrowing some AttributeReading & ~Copyable, untold: IDSet<RowID>,
    in topology: Topology
  ) -> Outline {
    var outline = self
    guard !isVisibilityStale else {
      outline.refreshVisibility(attributes, in: topology)
      return outline
    }
    for row in untold where rows.contains(row) {
      outline.rows.setVisible(!attributes.isSet(.hidden, row), row)
    }
    return outline
  }
}
