// One bit for each id of a kind, kept 64 to a word in pages, so that copies are O(1) and a set of
// ids is applied to the column a word at a time. It is as long as it was grown to: an index past
// that is a mistake of the caller, and traps. A write that changes nothing copies nothing.

/// Bits by index.
struct BitColumn: Sendable, Equatable {
  /// The bits past the last index are off, so that counting need not look.
  private var words = Pages<UInt64>()
  private(set) var count = 0

  init() {}

  /// A column whose bits are off.
  init(count: Int) { grow(to: count) }

  /// Makes the column longer, with bits that are off; it never becomes shorter.
  mutating func grow(to count: Int) {
    words.grow(to: (count + 63) >> 6, with: 0)
    self.count = max(self.count, count)
  }

  subscript(index: Int) -> Bool {
    get {
      precondition(index < count)
      return words[index >> 6] & Self.bit(index) != 0
    }
    set {
      precondition(index < count)
      guard (words[index >> 6] & Self.bit(index) != 0) != newValue else { return }
      words[index >> 6] ^= Self.bit(index)
    }
  }

  /// The bits from index × 64 on, the first of them the lowest.
  func word(at index: Int) -> UInt64 { words[index] }

  /// - Parameters:
  ///   - word: Bits past the last index must be off.
  ///   - index: The index of its first bit / 64.
  mutating func setWord(_ word: UInt64, at index: Int) {
    precondition(word == 0 || index << 6 + 63 - word.leadingZeroBitCount < count)
    guard words[index] != word else { return }
    words[index] = word
  }

  /// How many bits of a range are on.
  ///
  /// - Complexity: O(range / 64).
  func count(in range: Range<Int>) -> Int {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    guard let last = range.last else { return 0 }
    let from = UInt64.max << UInt64(range.lowerBound & 63)
    let through = UInt64.max >> UInt64(63 - last & 63)
    let first = range.lowerBound >> 6
    guard first < last >> 6 else { return (words[first] & from & through).nonzeroBitCount }
    var ones = (words[first] & from).nonzeroBitCount
    for index in first + 1..<last >> 6 { ones += words[index].nonzeroBitCount }
    return ones + (words[last >> 6] & through).nonzeroBitCount
  }

  /// How many pages are not those of another column, as ``Pages`` counts them.
  func pagesNotShared(with other: BitColumn) -> Int { words.pagesNotShared(with: other.words) }

  private static func bit(_ index: Int) -> UInt64 { 1 << UInt64(index & 63) }
}
