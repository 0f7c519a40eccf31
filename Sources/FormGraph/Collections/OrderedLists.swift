// Many ordered lists of ids in one value; each id is in at most one list. Two look-ups take O(log
// n): the member at a position, and the position of a member. A list is a tree of nodes in pages,
// so a copy is O(1), and a write copies only the pages from a leaf to the root.
//
//   root           [ 4 000 members ]
//   inner nodes    [ 64 children ]  …  with counts by node
//   leaves         [ up to 64 members ]
//
// A position past the end of a list has no member.

/// Ordered lists of ids.
///
/// As of ``IDSet``, what the ids are is a condition of its functions.
struct OrderedLists<Element>: Sendable {
  // Only `OrderedLists+Writing` writes these properties.

  /// Every node of every list, and unused nodes.
  ///
  /// All leaves of a list have the same depth, and only a root can be empty. Two neighbours below
  /// one node together hold more than half of a node's capacity. So trees stay shallow: from the
  /// second level on, each level has at least about 16 times as many nodes as the level above.
  var nodes = Pages<ListNode>()
  /// By node: the number of members in the node and all nodes below it.
  var counts = Pages<Int32>()
  /// By member: its leaf, or -1.
  var leaves = Pages<Int32>()
  /// By list: the root.
  var roots = Pages<Int32>()
  /// The first unused node, or -1.
  var unused: Int32 = -1

  init() {}

  /// The members of a list, in order.
  ///
  /// Later changes of the lists do not affect the sequence.
  struct Members {
    private let lists: OrderedLists
    private var leaf: Int
    private var members: [Int32]
    private var place = 0

    fileprivate init(_ lists: OrderedLists, from leaf: Int) {
      self.lists = lists
      self.leaf = leaf
      members = lists.nodes[leaf].members
    }
  }
}

extension OrderedLists where Element: IndexedID {
  var listCount: Int { roots.count }

  // MARK: - Lists

  func count(of list: ListID) -> Int { Int(counts[Int(roots[list.index])]) }

  /// The members of a list, in order.
  ///
  /// - Complexity: O(n) for all of them.
  func members(of list: ListID) -> Members {
    Members(self, from: firstLeaf(below: Int(roots[list.index])))
  }

  /// The number of levels of a list's tree.
  func height(of list: ListID) -> Int {
    var height = 1
    var node = root(of: list)
    while let child = node.children.first {
      node = nodes[Int(child)]
      height += 1
    }
    return height
  }

  private func root(of list: ListID) -> ListNode { nodes[Int(roots[list.index])] }

  // MARK: - Positions

  func member(at position: Int, in list: ListID) -> Element? {
    guard position >= 0 else { return nil }
    var rest = position
    var node = Int(roots[list.index])
    while !nodes[node].isLeaf {
      guard let next = child(of: node, after: &rest) else { return nil }
      node = next
    }
    guard rest < nodes[node].members.count else { return nil }
    return Element(Int(nodes[node].members[rest]))
  }

  /// Finds the child of an inner node that contains a position.
  ///
  /// - Parameters:
  ///   - node: An inner node.
  ///   - rest: The position in the node. On return, the position in the child.
  /// - Returns: The child; nil if the position is past the end.
  private func child(of node: Int, after rest: inout Int) -> Int? {
    for child in nodes[node].children {
      let count = Int(counts[Int(child)])
      if rest < count { return Int(child) }
      rest -= count
    }
    return nil
  }

  // MARK: - Members

  func contains(_ member: Element) -> Bool { leaf(of: member) != nil }

  /// The list a member is in, and how many members stand before it; nil if it is in none.
  func position(of member: Element) -> (list: ListID, position: Int)? {
    guard let leaf = leaf(of: member) else { return nil }
    let place = nodes[leaf].place(of: Self.raw(member))
    let (list, before) = standing(before: leaf)
    return (list, Int(before) + place)
  }

  func leaf(of member: Element) -> Int? {
    guard member.index < leaves.count, leaves[member.index] >= 0 else { return nil }
    return Int(leaves[member.index])
  }

  /// The list of a node, and the number of members before the node in that list.
  private func standing(before node: Int) -> (list: ListID, count: Int32) {
    var before: Int32 = 0
    var node = Int32(truncatingIfNeeded: node)
    var parent = nodes[Int(node)].parent
    while parent >= 0 {
      for child in nodes[Int(parent)].children {
        guard child != node else { break }
        before += counts[Int(child)]
      }
      node = parent
      parent = nodes[Int(node)].parent
    }
    return (ListID(Int(-1 - parent)), before)
  }

  static func raw(_ member: Element) -> Int32 { Int32(truncatingIfNeeded: member.index) }

  // MARK: - Leaves

  /// The first leaf at or below a node.
  func firstLeaf(below node: Int) -> Int {
    var node = node
    while let child = nodes[node].children.first { node = Int(child) }
    return node
  }

  /// The leaf after a leaf; nil after the last.
  ///
  /// - Complexity: O(log n) in the worst case; O(1) on average over all leaves of a list.
  func leaf(after leaf: Int) -> Int? {
    var node = Int32(truncatingIfNeeded: leaf)
    var parent = nodes[leaf].parent
    while parent >= 0 {
      let place = nodes[Int(parent)].place(ofChild: node) + 1
      if place < nodes[Int(parent)].children.count {
        return firstLeaf(below: Int(nodes[Int(parent)].children[place]))
      }
      node = parent
      parent = nodes[Int(node)].parent
    }
    return nil
  }

  /// Calls a function with each leaf of a list and its members, in order, while it answers true.
  func forEachLeaf(of list: ListID, _ body: (_ leaf: Int, _ members: [Int32]) -> Bool) {
    var next: Int? = firstLeaf(below: Int(roots[list.index]))
    while let leaf = next, body(leaf, nodes[leaf].members) { next = self.leaf(after: leaf) }
  }

  /// The number of pages of nodes that differ from the pages of another value; see ``Pages``.
  func nodePagesNotShared(with other: OrderedLists) -> Int {
    nodes.pagesNotShared(with: other.nodes) + counts.pagesNotShared(with: other.counts)
  }
}

extension OrderedLists.Members: Sequence, IteratorProtocol where Element: IndexedID {
  @inline(__always)
  mutating func next() -> Element? {
    if place == members.count {
      // Only a root can be an empty leaf, and no leaf comes after it.
      guard let next = lists.leaf(after: leaf) else { return nil }
      leaf = next
      members = lists.nodes[leaf].members
      place = 0
    }
    defer { place += 1 }
    return Element(Int(members[place]))
  }
}
