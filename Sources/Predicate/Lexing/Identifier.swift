// Decides which names are valid for keys, variables and tags. The lexer, the printer and embedders
// that define variables share this rule.

/// The rule for names: a letter or `_`, then letters, digits and `_`.
///
/// Letters of every script are valid (XID_Start and XID_Continue of UAX #31), so authors of forms
/// can write tags in their own language. Apple's parser accepts ASCII letters only.
public enum Identifier {
  /// Whether a text is a valid name.
  public static func isValid(_ text: String) -> Bool {
    // Nearly every name is ASCII and can be checked byte by byte.
    let isASCII = TextBytes.read(text) { bytes in
      bytes.end(of: canContinue(ascii:), eight: continuing(ascii:), from: 0) == bytes.count
    }
    if isASCII { return text.utf8.first.map { canStart(ascii: $0) } ?? false }
    guard let first = text.unicodeScalars.first, canStart(first) else { return false }
    return text.unicodeScalars.dropFirst().allSatisfy(canContinue)
  }

  static func canStart(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII
      ? canStart(ascii: UInt8(truncatingIfNeeded: scalar.value)) : scalar.properties.isXIDStart
  }

  static func canContinue(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII
      ? canContinue(ascii: UInt8(truncatingIfNeeded: scalar.value))
      : scalar.properties.isXIDContinue
  }

  /// Whether a byte is an ASCII character that may follow the first character of a name.
  package static func canContinue(ascii byte: UInt8) -> Bool { has(byte, below64: digits) }

  /// Like `canContinue(ascii:)`, for eight bytes at once.
  ///
  /// - Returns: The highest bit of each byte that may continue a name; all other bits are zero.
  static func continuing(ascii bytes: UInt64) -> UInt64 {
    let (ones, high) = (TextBytes.lowBits, TextBytes.highBits)
    /// The highest bit of each byte that is at least `bound`.
    ///
    /// All bytes must be below 128.
    func reaching(_ bound: UInt8, _ bytes: UInt64) -> UInt64 {
      bytes &+ UInt64(0x80 &- bound) &* ones
    }
    let low = bytes & ~high
    let lower = low | 0x20 &* ones
    let letters = reaching(UInt8(ascii: "a"), lower) & ~reaching(UInt8(ascii: "{"), lower)
    let digits = reaching(UInt8(ascii: "0"), low) & ~reaching(UInt8(ascii: ":"), low)
    let underscores = ~reaching(1, low ^ (UInt64(UInt8(ascii: "_")) &* ones))
    return (letters | digits | underscores) & ~bytes & high
  }

  /// Whether a byte is an ASCII character that may start a name.
  static func canStart(ascii byte: UInt8) -> Bool { has(byte, below64: 0) }

  /// Whether a byte is a letter, `_`, or one of the characters below 64 in `low`.
  private static func has(_ byte: UInt8, below64 low: UInt64) -> Bool {
    byte < 0x80 && (byte < 64 ? low : letters) >> UInt64(byte & 63) & 1 == 1
  }

  // One bit for each character. A lookup needs no branch for each class of characters.
  /// `0` to `9`.
  private static let digits: UInt64 = 0x03FF_0000_0000_0000
  /// `A` to `Z`, `_` and `a` to `z`; bit 0 is the character 64.
  private static let letters: UInt64 = 0x07FF_FFFE_87FF_FFFE
}
