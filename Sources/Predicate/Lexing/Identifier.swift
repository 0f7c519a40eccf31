// What may stand as a key, a variable or a tag: one rule, shared by the lexer, the printer and
// whoever names variables.

/// The names of the language: a letter or `_`, then letters, digits and `_`.
///
/// Letters are those of every script (Unicode's XID_Start and XID_Continue, UAX #31), so that a
/// form's tags can be written in the language of its author; Apple's parser knows ASCII only.
public enum Identifier {
  /// Whether the whole text is one name.
  public static func isValid(_ text: String) -> Bool {
    // Nearly every name is ASCII, and its bytes tell, where they stand side by side.
    let isASCII = text.utf8.withContiguousStorageIfAvailable { bytes in
      var isName = true
      for byte in bytes { isName = isName && canContinue(ascii: byte) }
      return isName
    }
    if isASCII == true { return text.utf8.first.map { canStart(ascii: $0) } ?? false }
    guard let first = text.unicodeScalars.first, canStart(first) else { return false }
    return text.unicodeScalars.dropFirst().allSatisfy(canContinue)
  }

  static func canStart(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII
      ? canStart(ascii: scalar.value) : scalar.properties.isXIDStart
  }

  static func canContinue(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII ? canContinue(ascii: scalar.value) : scalar.properties.isXIDContinue
  }

  /// Whether a byte is an ASCII character that may stand behind the first one of a name.
  static func canContinue(ascii value: some FixedWidthInteger) -> Bool {
    isASCIILetter(value) || (0x30...0x39).contains(value) || value == 0x5F
  }

  /// Whether a byte is an ASCII character that a name may start with.
  static func canStart(ascii value: some FixedWidthInteger) -> Bool {
    isASCIILetter(value) || value == 0x5F
  }

  private static func isASCIILetter(_ value: some FixedWidthInteger) -> Bool {
    (0x61...0x7A).contains(value | 0x20)
  }
}
