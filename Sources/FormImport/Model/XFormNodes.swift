// The nodes of the instances of an XForm, as XPaths see them: a tree of names, each with the row,
// section or list that stands for it in the form. The reader of the structure makes it; whoever
// translates an XPath looks nodes up in it.

/// The nodes of the primary instance of an XForm, and its secondary instances.
struct XFormNodes: Sendable {
  /// A place in `nodes`; the root of the primary instance is 0.
  typealias Index = Int

  /// A node of the primary instance.
  struct Node: Sendable, Hashable {
    /// The name without its prefix.
    var name: String
    /// The node around it; nil for the root.
    var parent: Index?
    /// The nodes inside it, in the order of the file.
    var children: [Index] = []
    /// What the node is.
    var content: Content
    /// The tag of the row, section or list in the form; nil if nothing there stands for the node.
    var tag: String?
    /// The formula that gives the value of the node, in the original's words.
    var calculate: String?
    /// Whether a control of the body shows the node, so that somebody can answer it.
    var isAsked = false
  }

  /// What a node is.
  enum Content: Sendable, Hashable {
    /// A node with nodes inside it, once.
    case group
    /// A node with nodes inside it, as many times as there are items.
    case list
    /// A node with a value.
    case value(ValueType)
  }

  /// The type of a value: of the bind, or of the control if there is no bind or it says nothing.
  enum ValueType: Sendable, Hashable {
    case text, whole, decimal, truth, day, time, instant
    /// A choice of one.
    case choice
    /// A choice of several: a text of values with blanks between them.
    case choices
    /// A type that is kept as text, such as `geopoint`.
    case other(String)
  }

  /// A secondary instance: a list of items, each with texts under names.
  struct Instance: Sendable, Hashable {
    /// The table that has the items in the form, and the columns that exist there; nil if there is
    /// no table.
    var table: String?
    /// The names of the nodes of an item; of a file, only those that controls name.
    var columns: [String]
    /// The names of the nodes from the root to an item, such as `["root", "item"]`.
    var path: [String]
    /// Whether the items may have nodes that are not known here, because they are in a file.
    var isInFile = false

    /// Whether the items have, or may have, nodes of a name.
    func has(_ column: String) -> Bool { isInFile || columns.contains(column) }
  }

  var nodes: [Node]
  /// The secondary instances by their ids.
  var instances: [String: Instance] = [:]

  /// The lists around a node, from the outside in; a list itself is not among them.
  func lists(around index: Index) -> [Index] {
    var lists: [Index] = []
    var around = nodes[index].parent
    while let parent = around {
      if nodes[parent].content == .list { lists.append(parent) }
      around = nodes[parent].parent
    }
    return lists.reversed()
  }

  /// The path of a node, such as `/data/mother/name`.
  ///
  /// Of a path that is longer than people read, the first names are left out.
  func path(of index: Index) -> String {
    var names: [String] = []
    var length = 0
    var node: Index? = index
    while let index = node {
      guard length < 500 else {
        names.append("…")
        break
      }
      length += nodes[index].name.utf8.count
      names.append(nodes[index].name)
      node = nodes[index].parent
    }
    return "/" + names.reversed().joined(separator: "/")
  }

  /// Whether a node stands inside another one.
  func isInside(_ index: Index, _ outer: Index) -> Bool {
    var around = nodes[index].parent
    while let parent = around {
      if parent == outer { return true }
      around = nodes[parent].parent
    }
    return false
  }
}
