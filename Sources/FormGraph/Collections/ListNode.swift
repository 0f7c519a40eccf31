// The nodes of ordered lists: a leaf holds up to 64 members, an inner node up to 64 nodes. A node
// knows only its own part. The lists store counts, visibility and the leaf of each member in
// separate columns, which are cheap to copy.

/// Identifies a list within one `OrderedLists` value.
struct ListID: Hashable, Sendable {
  let rawValue: Int32

  init(_ index: Int) { rawValue = Int32(truncatingIfNeeded: index) }

  var index: Int { Int(rawValue) }
}

/// The number of members in a part of a list, and how many of them are visible.
struct ListCounts: Equatable, Sendable {
  var members: Int32 = 0
  var visible: Int32 = 0

  static func += (left: inout ListCounts, right: ListCounts) {
    left.members += right.members
    left.visible += right.visible
  }

  static func -= (left: inout ListCounts, right: ListCounts) {
    left.members -= right.members
    left.visible -= right.visible
  }
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

/// One bit for each member of a leaf: whether the member is visible.
struct VisibleBits: Equatable, Sendable {
  var rawValue: UInt64 = 0

  var count: Int { rawValue.nonzeroBitCount }

  func isSet(at place: Int) -> Bool { rawValue & (1 << UInt64(place)) != 0 }

  mutating func flip(at place: Int) { rawValue ^= 1 << UInt64(place) }

  /// The number of visible members before a place.
  func count(before place: Int) -> Int { (rawValue & Self.bits(before: place)).nonzeroBitCount }

  /// The place of the visible member at a position, counting visible members only.
  func place(ofVisible position: Int) -> Int {
    var rest = rawValue
    for _ in 0..<position { rest &= rest &- 1 }
    return rest.trailingZeroBitCount
  }

  mutating func insert(_ isVisible: Bool, at place: Int) {
    let before = Self.bits(before: place)
    rawValue =
      rawValue & before | (rawValue & ~before) << 1 | (isVisible ? 1 : 0) << UInt64(place)
  }

  mutating func remove(at place: Int) {
    let before = Self.bits(before: place)
    rawValue = rawValue & before | (rawValue >> 1) & ~before
  }

  /// Moves the bits from a place on into a new value.
  mutating func split(at place: Int) -> VisibleBits {
    let right = VisibleBits(rawValue: rawValue >> UInt64(place))
    rawValue &= Self.bits(before: place)
    return right
  }

  /// Appends the bits of another leaf after `place` members.
  mutating func append(_ right: VisibleBits, at place: Int) {
    rawValue |= right.rawValue << UInt64(place)
  }

  /// The bits of all places before `place`, which is at most 64.
  ///
  /// A shift by 64 gives zero, and zero minus one is all ones.
  static func bits(before place: Int) -> UInt64 { (1 << UInt64(place)) &- 1 }
}
