// A secondary instance of an XForm: the choices of questions, and what formulas look up. An
// instance that several places read, or that is long, becomes a table; else its items are written
// into the question that asks for one of them.

import FormFile
import Predicate

/// A secondary instance.
struct XFormInstance {
  let id: String
  let element: XMLTree.Element
  /// The file that has the items; nil if the form has them.
  var file: String?
  /// The items.
  var items: [XMLTree.Element] = []
  /// The names of the nodes from the root to an item.
  var path: [String] = []
  /// The names of the nodes of an item, in the order in which they come.
  var columns: [String] = []
  /// The number of controls that ask for one of the items.
  var uses = 0
  /// Whether formulas read the items.
  var isRead = false
  /// The column of ids of texts that controls show.
  var textColumn: String?
  /// Whether each control writes the items out, also if there is a table: formulas in their texts
  /// mean something else for each.
  var isWritten = true
  /// The name of the table; nil if the items are written out.
  var table: String?

  /// The largest number of items that are written out.
  static let maximumWritten = 40
  /// The column of the table with the texts of `textColumn`.
  ///
  /// No element has a name with a blank.
  static let titleColumn = "item text"
  /// The largest number of items with formulas in their texts, which each control writes out.
  static let maximumWithFormulas = 200

  init(_ id: String, _ element: XMLTree.Element) {
    self.id = id
    self.element = element
    guard let root = element.elements.first else { return }
    path = [root.name.local]
    items = root.elements
    if let first = items.first {
      path.append(first.name.local)
      items = items.filter { $0.name.local == path[1] }
    }
    var seen: Set<String> = []
    for name in items.flatMap({ $0.elements.map(\.name.local) }) where seen.insert(name).inserted {
      columns.append(name)
    }
  }

  /// Whether an option of our format can have the columns as keys beside those that it has.
  var fitsOptions: Bool {
    !columns.contains {
      ["title", "hidden", "visible", "disabled", "enabled", "exclusive"].contains($0)
    }
  }
}
