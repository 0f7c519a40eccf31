// Sets of ASCII characters in two machine words, for the character classes of plain patterns.

/// A set of ASCII characters.
struct ASCIISet: Equatable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  static let digits = ASCIISet(ranges: [0x30...0x39])
  static let words = ASCIISet(ranges: [0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
  static let blanks = ASCIISet(ranges: [0x09...0x0D, 0x20...0x20])
  /// The characters that a period matches.
  static let noLineEnds = ASCIISet(ranges: [0x0A...0x0D]).inverted

  /// The characters that do not stand for themselves in a pattern.
  static let patternSigns = ASCIISet(ranges: "^$|?*+(){}]".utf8.map { $0...$0 })

  init(ranges: [ClosedRange<UInt8>] = []) {
    for range in ranges { for byte in range { insert(byte) } }
  }

  mutating func insert(_ byte: UInt8) {
    if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte & 63) }
  }

  mutating func formUnion(_ other: ASCIISet) {
    low |= other.low
    high |= other.high
  }

  func contains(_ byte: UInt8) -> Bool {
    (byte < 64 ? low : high) >> UInt64(byte & 63) & 1 == 1
  }

  /// Calls `body` with each character.
  func forEach(_ body: (UInt8) -> Void) {
    for (word, first) in [(low, UInt8(0)), (high, 64)] {
      var rest = word
      while rest != 0 {
        body(first + UInt8(rest.trailingZeroBitCount))
        rest &= rest &- 1
      }
    }
  }

  func meets(_ other: ASCIISet) -> Bool { low & other.low | high & other.high != 0 }

  var inverted: ASCIISet {
    var inverted = self
    (inverted.low, inverted.high) = (~low, ~high)
    return inverted
  }

  /// The set with both cases of its letters.
  ///
  /// In `high`, `A` to `Z` are bits 1 to 26, `a` to `z` bits 33 to 58.
  var ignoringCase: ASCIISet {
    let letters: UInt64 = 0x07FF_FFFE
    var both = self
    both.high |= (high & letters) << 32 | (high >> 32 & letters)
    return both
  }
}
