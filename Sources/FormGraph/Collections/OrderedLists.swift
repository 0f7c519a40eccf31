// Many ordered lists of ids in one value, each id in one list at most: which member stands at a
// position, which position a member has, and the same among those that are visible, in O(log n) all
// four. A list is a tree of nodes in pages, so that a copy is O(1) and a write copies the pages of
// the nodes from a leaf to its root. Positions past a list's end have no member; to ask where a
// stranger stands is a mistake of the caller where the answer is not optional, and traps.

/// Ordered lists of ids, some of which are visible.
struct OrderedLists<Element: IndexedID>: Sendable {
  // All but the writes in `OrderedLists+Writing` only read these.

  /// Every node of every list, and nodes not in use.
  ///
  /// All leaves of a list are equally deep, and no node but a root is empty. Two neighbours below
  /// one node hold more than half of a node's capacity together, so that trees stay shallow: from
  /// the second level down, each has at least some sixteen times the nodes of the one above.
  var nodes = Pages<ListNode>()
  /// By node: how many members it and all nodes below it have.
  var counts = Pages<ListCounts>()
  /// By node: which members of a leaf are visible; of other nodes none.
  var visible = Pages<VisibleBits>()
  /// By member: the leaf it is in, or -1.
  var leaves = Pages<Int32>()
  /// By list: the node that stands above all others.
  var roots = Pages<Int32>()
  /// The first node not in use, or -1.
  var unused: Int32 = -1

  init() {}

  var listCount: Int { roots.count }

  // MARK: - Lists

  func count(of list: ListID) -> Int { Int(counts[Int(roots[list.index])].members) }

  func visibleCount(of list: ListID) -> Int { Int(counts[Int(roots[list.index])].visible) }

  /// The members of a list in order.
  ///
  /// - Complexity: O(n) for all of them.
  func members(of list: ListID) -> Members { Members(of: list, in: self) }

  /// How many nodes stand above each other in a list.
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
      guard let next = child(of: node, after: &rest, \.members) else { return nil }
      node = next
    }
    guard rest < nodes[node].members.count else { return nil }
    return Element(Int(nodes[node].members[rest]))
  }

  /// - Parameters:
  ///   - position: How many visible members stand before the one sought.
  ///   - list: The list it is in.
  /// - Returns: A visible member, or nil where there are not so many.
  func visibleMember(at position: Int, in list: ListID) -> Element? {
    guard position >= 0 else { return nil }
    var rest = position
    var node = Int(roots[list.index])
    while !nodes[node].isLeaf {
      guard let next = child(of: node, after: &rest, \.visible) else { return nil }
      node = next
    }
    guard rest < visible[node].count else { return nil }
    return Element(Int(nodes[node].members[visible[node].place(ofVisible: rest)]))
  }

  /// The node below another in which a position is.
  ///
  /// - Parameters:
  ///   - node: An inner node.
  ///   - rest: A position in it, which becomes the position in the child.
  ///   - count: What positions count.
  /// - Returns: The child, or nil where the position is past the end.
  @inline(__always)
  private func child(
    of node: Int, after rest: inout Int, _ count: (ListCounts) -> Int32
  ) -> Int? {
    for child in nodes[node].children {
      let count = Int(count(counts[Int(child)]))
      if rest < count { return Int(child) }
      rest -= count
    }
    return nil
  }

  // MARK: - Members

  func contains(_ member: Element) -> Bool { leaf(of: member) != nil }

  /// Whether a member is in a list, and visible there.
  func isVisible(_ member: Element) -> Bool {
    guard let leaf = leaf(of: member) else { return false }
    return visible[leaf].isSet(at: nodes[leaf].place(of: Self.raw(member)))
  }

  /// The list a member is in, and how many members stand before it; nil if it is in none.
  func position(of member: Element) -> (list: ListID, position: Int)? {
    guard let leaf = leaf(of: member) else { return nil }
    let place = nodes[leaf].place(of: Self.raw(member))
    let (list, before) = standing(before: leaf)
    return (list, Int(before.members) + place)
  }

  /// How many visible members stand before a member, itself visible or not.
  ///
  /// - Parameter member: A member of a list.
  /// - Returns: Its position among the visible ones, if it is one of them.
  func visiblePosition(of member: Element) -> Int {
    let leaf = Int(leaves[member.index])
    let place = nodes[leaf].place(of: Self.raw(member))
    return Int(standing(before: leaf).counts.visible) + visible[leaf].count(before: place)
  }

  func leaf(of member: Element) -> Int? {
    guard member.index < leaves.count, leaves[member.index] >= 0 else { return nil }
    return Int(leaves[member.index])
  }

  /// The list a node is of, and what stands in it before the node.
  private func standing(before node: Int) -> (list: ListID, counts: ListCounts) {
    var before = ListCounts()
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

  /// The leaf after one, or nil after the last.
  ///
  /// - Complexity: O(log n) at worst; a small part of a node's size for each leaf of a list.
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

  /// The members of a list in order, as they were when it was asked for.
  struct Members: Sequence, IteratorProtocol {
    private let lists: OrderedLists
    private var leaf: Int
    private var members: [Int32]
    private var place = 0

    fileprivate init(of list: ListID, in lists: OrderedLists) {
      self.lists = lists
      leaf = lists.firstLeaf(below: Int(lists.roots[list.index]))
      members = lists.nodes[leaf].members
    }

    @inline(__always)
    mutating func next() -> Element? {
      if place == members.count {
        // An empty leaf is a root, and no leaf comes after it.
        guard let next = lists.leaf(after: leaf) else { return nil }
        leaf = next
        members = lists.nodes[leaf].members
        place = 0
      }
      defer { place += 1 }
      return Element(Int(members[place]))
    }
  }

  /// How many pages of nodes are not those of another value, as ``Pages`` counts them.
  func nodePagesNotShared(with other: OrderedLists) -> Int {
    nodes.pagesNotShared(with: other.nodes) + counts.pagesNotShared(with: other.counts)
      + visible.pagesNotShared(with: other.visible)
  }
}
