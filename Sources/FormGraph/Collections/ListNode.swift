// The nodes of ordered lists: a leaf holds up to 64 members, an inner node up to 64 nodes. A node
// knows only its own part. The lists store counts and the leaf of each member in separate columns,
// which are cheap to copy.

/// Identifies a list within one `OrderedLists` value.
struct ListID: Hashable, Sendable {
  let rawValue: Int32

  init(_ index: Int) { rawValue = Int32(truncatingIfNeeded: index) }

  var index: Int { Int(rawValue) }
}

/// A leaf or an inner node of a list.
struct ListNode: Sendable {
  /// The node above.
  ///
  /// For a root, -1 minus its list. For an unused node, the next unused node, or -1.
  var parent: Int32
  /// The members of a leaf, in order; empty in an inner node.
  var members: [Int32] = []
  /// The children of an inner node, in order; empty in a leaf.
  var children: [Int32] = []

  static let capacity = 64

  init(parent: Int32 = -1) { self.parent = parent }

  /// Whether the node is a leaf.
  ///
  /// An empty root is a leaf.
  var isLeaf: Bool { children.isEmpty }

  var size: Int { members.count + children.count }

  /// The place of a member.
  ///
  /// The member must be in this leaf.
  func place(of member: Int32) -> Int {
    var place = 0
    while members[place] != member { place += 1 }
    return place
  }

  /// The place of a child.
  ///
  /// Searches from the end, because members are mostly appended.
  func place(ofChild node: Int32) -> Int {
    var place = children.count - 1
    while children[place] != node { place -= 1 }
    return place
  }

  /// Moves everything from a place on into a new node with the same parent.
  mutating func split(at place: Int) -> ListNode {
    var right = ListNode(parent: parent)
    if isLeaf {
      right.members = Array(members[place...])
      members.removeSubrange(place...)
    } else {
      right.children = Array(children[place...])
      children.removeSubrange(place...)
    }
    return right
  }

  /// Appends the contents of the next node.
  ///
  /// Both must fit in one node.
  mutating func append(_ right: ListNode) {
    members += right.members
    children += right.children
  }
}
