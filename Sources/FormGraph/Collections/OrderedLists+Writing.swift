// Writing to ordered lists. Restructuring a tree is separate from changing its contents: nodes are
// split before a member is inserted and merged after a member is removed. Counts are updated from
// the leaf upwards. All loops are iterative; nothing recurses.

extension OrderedLists where Element: IndexedID {
  /// Makes a list of members.
  ///
  /// The members must not be in another list.
  ///
  /// - Complexity: O(n).
  mutating func makeList(_ members: some Collection<Element>) -> ListID {
    let list = ListID(roots.count)
    roots.append(build(members, in: list))
    return list
  }

  /// Fills an empty list with members.
  ///
  /// The members must not be in another list.
  ///
  /// - Complexity: O(n).
  mutating func fill(_ list: ListID, with members: some Collection<Element>) {
    recycle(roots[list.index])
    roots[list.index] = build(members, in: list)
  }

  /// The root of a new tree.
  private mutating func build(_ members: some Collection<Element>, in list: ListID) -> Int32 {
    var level: [Int32] = []
    var leaf = ListNode()
    leaf.members.reserveCapacity(min(members.count, ListNode.capacity))
    for member in members {
      if leaf.size == ListNode.capacity {
        level.append(addLeaf(leaf))
        leaf.members.removeAll(keepingCapacity: true)
      }
      leaf.members.append(Self.raw(member))
    }
    level.append(addLeaf(leaf))
    while level.count > 1 {
      level = stride(from: 0, to: level.count, by: ListNode.capacity).map { start in
        var node = ListNode()
        node.children = Array(level[start..<min(start + ListNode.capacity, level.count)])
        return add(node)
      }
    }
    nodes[Int(level[0])].parent = Int32(truncatingIfNeeded: -1 - list.index)
    return level[0]
  }

  /// Inserts a member.
  ///
  /// It must not be in another list.
  ///
  /// - Parameters:
  ///   - member: What is inserted.
  ///   - position: How many members stand before it, at most all.
  ///   - list: Where it is inserted.
  mutating func insert(_ member: Element, at position: Int, in list: ListID) {
    var place = position
    var leaf = Int(roots[list.index])
    while !nodes[leaf].isLeaf { leaf = child(of: leaf, before: &place) }
    if nodes[leaf].size == ListNode.capacity {
      // Members are mostly appended one after another. So an append at the end splits off almost
      // nothing, and full nodes stay full.
      let isLast = place == ListNode.capacity && self.leaf(after: leaf) == nil
      split(leaf, isLast: isLast)
      if place > nodes[leaf].size {
        place -= nodes[leaf].size
        leaf = self.leaf(after: leaf) ?? leaf
      }
    }
    nodes[leaf].members.insert(Self.raw(member), at: place)
    setLeaf(leaf, of: Self.raw(member))
    add(1, from: leaf)
  }

  /// Removes a member from its list.
  ///
  /// - Returns: Whether the member was in a list.
  @discardableResult
  mutating func remove(_ member: Element) -> Bool {
    guard let leaf = leaf(of: member) else { return false }
    let place = nodes[leaf].place(of: Self.raw(member))
    nodes[leaf].members.remove(at: place)
    leaves[member.index] = -1
    add(-1, from: leaf)
    mergeUpwards(from: leaf)
    return true
  }

  // MARK: - Counts and tables

  /// Adds to the counts of a node and of all nodes above it.
  private mutating func add(_ more: Int32, from node: Int) {
    var node = Int32(truncatingIfNeeded: node)
    while node >= 0 {
      counts[Int(node)] += more
      node = nodes[Int(node)].parent
    }
  }

  /// Finds the child of an inner node into which a member is inserted.
  ///
  /// - Parameters:
  ///   - node: An inner node.
  ///   - position: The position in the node. On return, the position in the child.
  /// - Returns: The first child that contains the position or ends at it.
  private func child(of node: Int, before position: inout Int) -> Int {
    let children = nodes[node].children
    var place = 0
    while place < children.count - 1 {
      let count = Int(counts[Int(children[place])])
      guard position > count else { break }
      position -= count
      place += 1
    }
    return Int(children[place])
  }

  private mutating func setLeaf(_ leaf: Int, of member: Int32) {
    // Grows by 64 entries at a time, because members mostly ascend.
    leaves.grow(to: (Int(member) | 63) + 1, with: -1)
    precondition(leaves[Int(member)] < 0)
    leaves[Int(member)] = Int32(truncatingIfNeeded: leaf)
  }

  // MARK: - Nodes

  /// Adds a leaf.
  ///
  /// Its members must not be in another list.
  private mutating func addLeaf(_ leaf: ListNode) -> Int32 {
    let index = place(leaf, Int32(truncatingIfNeeded: leaf.size))
    for member in leaf.members { setLeaf(index, of: member) }
    return Int32(truncatingIfNeeded: index)
  }

  /// Adds a node that takes over members or children of other nodes.
  private mutating func add(_ node: ListNode) -> Int32 {
    var below = Int32(truncatingIfNeeded: node.members.count)
    for child in node.children { below += counts[Int(child)] }
    let index = place(node, below)
    adopt(node, by: index)
    return Int32(truncatingIfNeeded: index)
  }

  /// Updates the leaf of each member, or the parent of each child, after they moved to a node.
  private mutating func adopt(_ node: ListNode, by index: Int) {
    let index = Int32(truncatingIfNeeded: index)
    for member in node.members { leaves[Int(member)] = index }
    for child in node.children { nodes[Int(child)].parent = index }
  }

  /// Stores a node at an unused index, or at the end.
  private mutating func place(_ node: ListNode, _ below: Int32) -> Int {
    guard unused >= 0 else {
      nodes.append(node)
      counts.append(below)
      return nodes.count - 1
    }
    let index = Int(unused)
    unused = nodes[index].parent
    nodes[index] = node
    counts[index] = below
    return index
  }

  private mutating func recycle(_ node: Int32) {
    nodes[Int(node)] = ListNode(parent: unused)
    unused = node
  }

  /// Splits a full node in two.
  ///
  /// Full nodes above it are split first.
  ///
  /// - Parameters:
  ///   - node: A full node.
  ///   - isLast: Whether the node is the last leaf and a member is appended to it. The new nodes
  ///     are then nearly empty; otherwise they take half.
  private mutating func split(_ node: Int, isLast: Bool) {
    var full = [node]
    var parent = nodes[node].parent
    while parent >= 0 && nodes[Int(parent)].size == ListNode.capacity {
      full.append(Int(parent))
      parent = nodes[Int(parent)].parent
    }
    for node in full.reversed() { splitOne(node, at: isLast ? 63 : 32) }
  }

  /// Splits a node.
  ///
  /// It must be a root, or its parent must have room.
  private mutating func splitOne(_ node: Int, at place: Int) {
    if nodes[node].parent < 0 { addRoot(above: node) }
    let right = add(nodes[node].split(at: place))
    counts[node] -= counts[Int(right)]
    let parent = Int(nodes[node].parent)
    let position = nodes[parent].place(ofChild: Int32(truncatingIfNeeded: node))
    nodes[parent].children.insert(right, at: position + 1)
  }

  private mutating func addRoot(above node: Int) {
    let list = Int(-1 - nodes[node].parent)
    var root = ListNode(parent: nodes[node].parent)
    root.children = [roots[list]]
    roots[list] = add(root)
  }

  /// Restores the shape of a tree after a member was removed from a leaf.
  ///
  /// An empty node is unlinked. Any other node is merged with a neighbour if both fit in one node.
  /// If that changes the node above, the loop repeats there. A root with a single child is replaced
  /// by the child.
  private mutating func mergeUpwards(from node: Int) {
    var node = node
    while nodes[node].parent >= 0 {
      let parent = Int(nodes[node].parent)
      let place = nodes[parent].place(ofChild: Int32(truncatingIfNeeded: node))
      if nodes[node].size == 0 {
        // The two nodes that become neighbours need no merging. Each held more than half together
        // with the member that is gone, so each is at least half full.
        nodes[parent].children.remove(at: place)
        recycle(Int32(truncatingIfNeeded: node))
      } else {
        let hasMergedNext = mergeChildren(of: parent, at: place)
        let hasMergedPrevious = mergeChildren(of: parent, at: place - 1)
        guard hasMergedNext || hasMergedPrevious else { return }
      }
      node = parent
    }
    while nodes[node].children.count == 1 {
      let child = nodes[node].children[0]
      let parent = nodes[node].parent
      nodes[Int(child)].parent = parent
      roots[Int(-1 - parent)] = child
      recycle(Int32(truncatingIfNeeded: node))
      node = Int(child)
    }
  }

  /// Merges the child at a place with the next child, if both exist and fit in one node.
  ///
  /// Then does the same with the two children that have become neighbours below, level by level.
  ///
  /// - Returns: Whether any nodes were merged.
  private mutating func mergeChildren(of parent: Int, at place: Int) -> Bool {
    var parent = parent
    var place = place
    var hasMerged = false
    while place >= 0, place + 1 < nodes[parent].children.count {
      let left = Int(nodes[parent].children[place])
      let right = nodes[parent].children[place + 1]
      let seam = nodes[left].size
      guard seam + nodes[Int(right)].size <= ListNode.capacity else { break }
      adopt(nodes[Int(right)], by: left)
      counts[left] += counts[Int(right)]
      nodes[left].append(nodes[Int(right)])
      recycle(right)
      nodes[parent].children.remove(at: place + 1)
      hasMerged = true
      parent = left
      place = seam - 1
    }
    return hasMerged
  }
}
