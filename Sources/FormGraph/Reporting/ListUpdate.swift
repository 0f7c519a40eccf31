// The same change for a list on a screen: which visible sections and rows went, came or look
// different, by their places before and after.

/// Where something stands in the visible structure; a section alone has no row.
public struct ListPlace: Hashable, Sendable {
  /// The section among the visible ones, from 0.
  public let section: Int
  /// The row among the visible ones of its section, from 0; nil for the section itself.
  public let row: Int?
}

/// What a list must do to show the form after a transaction.
public struct ListUpdate: Hashable, Sendable {
  /// Places before the transaction.
  public let deletes: [ListPlace]
  /// Places after the transaction.
  public let inserts: [ListPlace]
  /// Places after the transaction, of rows that stayed and look different.
  public let reloads: [ListPlace]
}

extension ChangeSet {
  /// What a list must do; rows of a section that comes or goes are not told one by one.
  ///
  /// - Complexity: O(n) in the size of the form.
  public var listUpdate: ListUpdate {
    var deletes: [ListPlace] = []
    var inserts: [ListPlace] = []
    var reloads: [ListPlace] = []
    var oldSection = 0
    var newSection = 0
    for id in topology.order {
      let wasVisible = !before.isHidden(id)
      let isVisible = !after.isHidden(id)
      if wasVisible, !isVisible { deletes.append(ListPlace(section: oldSection, row: nil)) }
      if isVisible, !wasVisible { inserts.append(ListPlace(section: newSection, row: nil)) }
      let section = topology.section(id)
      if wasVisible, isVisible, !section.definition.isCollapsed {
        var oldRow = 0
        var newRow = 0
        for row in section.rows {
          let wasVisible = !before.word(of: row).contains(.hidden)
          let isVisible = !after.word(of: row).contains(.hidden)
          if wasVisible, !isVisible {
            deletes.append(ListPlace(section: oldSection, row: oldRow))
          } else if isVisible, !wasVisible {
            inserts.append(ListPlace(section: newSection, row: newRow))
          } else if isVisible, looksDifferent(row) {
            reloads.append(ListPlace(section: newSection, row: newRow))
          }
          oldRow += wasVisible ? 1 : 0
          newRow += isVisible ? 1 : 0
        }
      }
      oldSection += wasVisible ? 1 : 0
      newSection += isVisible ? 1 : 0
    }
    return ListUpdate(deletes: deletes, inserts: inserts, reloads: reloads)
  }

  private func looksDifferent(_ row: RowID) -> Bool {
    values[row] != nil || errors[row] != nil
      || [.disabled, .required, .valid].contains { (attribute: Attribute) in
        before.value(attribute, of: row, in: topology)
          != after.value(attribute, of: row, in: topology)
      }
  }
}
