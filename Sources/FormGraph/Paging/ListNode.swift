// What ordered lists are made of: a leaf holds up to 64 members and a bit for each that is visible,
// an inner node up to 64 nodes with the counts of what stands below them. A node knows its own part
// only; which member is in which leaf, and what stands above, is kept by the lists.

/// A list, for the life of the value that holds it.
struct ListID: IndexedID {
  let rawValue: Int32

  init(_ index: Int) { rawValue = Int32(truncatingIfNeeded: index) }

  var index: Int { Int(rawValue) }

  static func < (left: ListID, right: ListID) -> Bool { left.rawValue < right.rawValue }
}

/// How many members there are somewhere, and how many of them are visible.
struct ListCounts: Equatable, Sendable {
  var members: Int32 = 0
  var visible: Int32 = 0

  static func += (left: inout ListCounts, right: ListCounts) {
    left.members += right.members
    left.visible += right.visible
  }
}

/// A node below another.
struct ListChild: Sendable {
  var node: Int32
  var counts: ListCounts
}

/// A leaf or an inner node of a list.
struct ListNode: Sendable {
  /// The node above; of a root, -1 less its list; of a node not in use, the next such, or -1.
  var parent: Int32
  /// Of a leaf, in order; otherwise empty.
  var members: [Int32] = []
  /// A bit for each member that is visible.
  var visible: UInt64 = 0
  /// Of an inner node, in order; otherwise empty.
  var children: [ListChild] = []

  static let capacity = 64

  init(parent: Int32 = -1) { self.parent = parent }

  /// A root without anything is a leaf.
  var isLeaf: Bool { children.isEmpty }

  var size: Int { members.count + children.count }

  var counts: ListCounts {
    guard !isLeaf else {
      return ListCounts(
        members: Int32(truncatingIfNeeded: members.count),
        visible: Int32(truncatingIfNeeded: visible.nonzeroBitCount))
    }
    var counts = ListCounts()
    for child in children { counts += child.counts }
    return counts
  }

  /// The place of a member that is here.
  func place(of member: Int32) -> Int {
    var place = 0
    while members[place] != member { place += 1 }
    return place
  }

  /// The place of a node that is right below this one, soonest found where members are appended.
  func place(ofChild node: Int32) -> Int {
    var place = children.count - 1
    while children[place].node != node { place -= 1 }
    return place
  }

  func isVisible(at place: Int) -> Bool { visible & (1 << UInt64(place)) != 0 }

  /// How many visible members stand before a place.
  func visibleCount(before place: Int) -> Int {
    (visible & Self.bits(before: place)).nonzeroBitCount
  }

  /// The place of a visible member, counting visible ones only.
  func place(ofVisible position: Int) -> Int {
    var rest = visible
    for _ in 0..<position { rest &= rest &- 1 }
    return rest.trailingZeroBitCount
  }

  /// Inserts a member into a leaf that has room.
  mutating func insert(_ member: Int32, at place: Int, isVisible: Bool) {
    members.insert(member, at: place)
    let before = Self.bits(before: place)
    visible = visible & before | (visible & ~before) << 1 | (isVisible ? 1 : 0) << UInt64(place)
  }

  mutating func removeMember(at place: Int) {
    members.remove(at: place)
    let before = Self.bits(before: place)
    visible = visible & before | (visible >> 1) & ~before
  }

  /// Takes what stands from a place on into a new node below the same parent.
  mutating func split(at place: Int) -> ListNode {
    var right = ListNode(parent: parent)
    if isLeaf {
      right.members = Array(members[place...])
      right.visible = visible >> UInt64(place)
      members.removeSubrange(place...)
      visible &= Self.bits(before: place)
    } else {
      right.children = Array(children[place...])
      children.removeSubrange(place...)
    }
    return right
  }

  /// Appends what stands in the node after this one, with which it has room.
  mutating func append(_ right: ListNode) {
    visible |= right.visible << UInt64(members.count)
    members += right.members
    children += right.children
  }

  /// At most all 64: a shift by 64 leaves no bit, and one less than that is all bits.
  private static func bits(before place: Int) -> UInt64 { (1 << UInt64(place)) &- 1 }
}
