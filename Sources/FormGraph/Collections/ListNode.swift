// What ordered lists are made of: a leaf holds up to 64 members, an inner node up to 64 nodes. A
// node knows its own part only; which member is in which leaf, how many stand below a node and
// which of them are visible is kept by the lists, in columns of their own that are cheap to copy.

/// A list, for the life of the value that holds it.
struct ListID: Hashable, Sendable {
  let rawValue: Int32

  init(_ index: Int) { rawValue = Int32(truncatingIfNeeded: index) }

  var index: Int { Int(rawValue) }
}

/// How many members there are somewhere, and how many of them are visible.
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
  /// The node above; of a root, -1 less its list; of a node not in use, the next such, or -1.
  var parent: Int32
  /// Of a leaf, in order; otherwise empty.
  var members: [Int32] = []
  /// Of an inner node the nodes right below it, in order; otherwise empty.
  var children: [Int32] = []

  static let capacity = 64

  init(parent: Int32 = -1) { self.parent = parent }

  /// A root without anything is a leaf.
  var isLeaf: Bool { children.isEmpty }

  var size: Int { members.count + children.count }

  /// The place of a member that is here.
  func place(of member: Int32) -> Int {
    var place = 0
    while members[place] != member { place += 1 }
    return place
  }

  /// The place of a node that is right below this one, soonest found where members are appended.
  func place(ofChild node: Int32) -> Int {
    var place = children.count - 1
    while children[place] != node { place -= 1 }
    return place
  }

  /// Takes what stands from a place on into a new node below the same parent.
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

  /// Appends what stands in the node after this one, with which it has room.
  mutating func append(_ right: ListNode) {
    members += right.members
    children += right.children
  }
}

/// Which members of a leaf are visible, a bit for each.
struct VisibleBits: Equatable, Sendable {
  var rawValue: UInt64 = 0

  var count: Int { rawValue.nonzeroBitCount }

  func isSet(at place: Int) -> Bool { rawValue & (1 << UInt64(place)) != 0 }

  mutating func flip(at place: Int) { rawValue ^= 1 << UInt64(place) }

  /// How many visible members stand before a place.
  func count(before place: Int) -> Int { (rawValue & Self.bits(before: place)).nonzeroBitCount }

  /// The place of a visible member, counting visible ones only.
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

  /// Takes what stands from a place on.
  mutating func split(at place: Int) -> VisibleBits {
    let right = VisibleBits(rawValue: rawValue >> UInt64(place))
    rawValue &= Self.bits(before: place)
    return right
  }

  /// Appends what is visible of a leaf behind so many members.
  mutating func append(_ right: VisibleBits, at place: Int) {
    rawValue |= right.rawValue << UInt64(place)
  }

  /// At most all 64: a shift by 64 leaves no bit, and one less than that is all bits.
  static func bits(before place: Int) -> UInt64 { (1 << UInt64(place)) &- 1 }
}
