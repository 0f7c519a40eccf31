// What may stand as a key, a variable or a tag: one rule, shared by the lexer, the printer and
// whoever names variables.

/// The names of the language: a letter or `_`, then letters, digits and `_`.
///
/// Letters are those of every script (Unicode's XID_Start and XID_Continue, UAX #31), so that a
/// form's tags can be written in the language of its author; Apple's parser knows ASCII only.
public enum Identifier {
  /// Whether the whole text is one name.
  public static func isValid(_ text: String) -> Bool {
    // Nearly every name is ASCII, and its bytes tell.
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

  /// Whether a byte is an ASCII character that may stand behind the first one of a name.
  package static func canContinue(ascii byte: UInt8) -> Bool { has(byte, below64: digits) }

  /// The same of eight bytes at once.
  ///
  /// - Returns: The highest bit of each byte that is one, and nothing else.
  static func continuing(ascii bytes: UInt64) -> UInt64 {
    let (ones, high) = (TextBytes.lowBits, TextBytes.highBits)
    /// The highest bit of each byte, all of which are below 128, that is at least so much.
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

  /// Whether a byte is an ASCII character that a name may start with.
  static func canStart(ascii byte: UInt8) -> Bool { has(byte, below64: 0) }

  /// Whether a byte is among the letters and `_`, or among characters below 64.
  private static func has(_ byte: UInt8, below64 low: UInt64) -> Bool {
    byte < 0x80 && (byte < 64 ? low : letters) >> UInt64(byte & 63) & 1 == 1
  }

  // A bit for each character, so that a text is read without a branch for each kind of them.
  /// `0` to `9`.
  private static let digits: UInt64 = 0x03FF_0000_0000_0000
  /// `A` to `Z`, `_` and `a` to `z`, from 64 on.
  private static let letters: UInt64 = 0x07FF_FFFE_87FF_FFFE
}
