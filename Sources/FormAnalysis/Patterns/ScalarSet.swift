// A set of characters that one place of a pattern matches, as ranges of scalars. The sets of `\d`,
// `\w` and `\s` are exact in ASCII only, so two sets count as overlapping only where that is sure.

/// A set of scalars.
struct ScalarSet {
  /// Ranges in order that neither overlap nor touch.
  private(set) var ranges: [ClosedRange<UInt32>]
  /// Whether the ranges beyond ASCII are exact too.
  private(set) var isExact = true
  /// Whether anything is known; a property such as `\p{L}` is not.
  private(set) var isKnown = true

  private static let last: UInt32 = 0x10FFFF

  init(_ ranges: [ClosedRange<UInt32>], isExact: Bool = true) {
    var joined: [ClosedRange<UInt32>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let previous = joined.last, range.lowerBound <= previous.upperBound &+ 1 {
        joined[joined.count - 1] =
          previous.lowerBound...max(previous.upperBound, range.upperBound)
      } else {
        joined.append(range)
      }
    }
    self.ranges = joined
    self.isExact = isExact
  }

  init(_ scalar: UInt32) { self.init([scalar...scalar]) }

  static let unknown: ScalarSet = {
    var set = ScalarSet([0...last])
    set.isKnown = false
    return set
  }()
  static let digits = ScalarSet([0x30...0x39], isExact: false)
  static let words = ScalarSet(
    [0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A], isExact: false)
  static let blanks = ScalarSet(
    [0x09...0x0D, 0x20...0x20, 0x85...0x85, 0xA0...0xA0], isExact: false)
  static let lineBreaks = ScalarSet([0x0A...0x0D, 0x85...0x85, 0x2028...0x2029])

  /// Everything else.
  var inverted: ScalarSet {
    guard isKnown else { return self }
    var gaps: [ClosedRange<UInt32>] = []
    var next: UInt32 = 0
    for range in ranges {
      if range.lowerBound > next { gaps.append(next...range.lowerBound - 1) }
      next = range.upperBound + 1
    }
    if next <= Self.last { gaps.append(next...Self.last) }
    return ScalarSet(gaps, isExact: isExact)
  }

  func union(_ other: ScalarSet) -> ScalarSet {
    guard isKnown, other.isKnown else { return .unknown }
    return ScalarSet(ranges + other.ranges, isExact: isExact && other.isExact)
  }

  /// Whether no character is in the set for sure.
  var isEmpty: Bool { isKnown && ranges.isEmpty }

  /// Whether a character is in both sets for sure.
  func overlaps(_ other: ScalarSet) -> Bool {
    guard isKnown, other.isKnown else { return false }
    let limit = isExact && other.isExact ? Self.last : 0x7F
    var (a, b) = (0, 0)
    while a < ranges.count, b < other.ranges.count {
      let low = max(ranges[a].lowerBound, other.ranges[b].lowerBound)
      if low > limit { return false }
      if low <= min(ranges[a].upperBound, other.ranges[b].upperBound) { return true }
      if ranges[a].upperBound < other.ranges[b].upperBound { a += 1 } else { b += 1 }
    }
    return false
  }
}
