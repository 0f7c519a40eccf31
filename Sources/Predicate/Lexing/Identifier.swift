// What may stand as a key, a variable or a tag: one rule, shared by the lexer, the printer and
// whoever names variables.

/// The names of the language: a letter or `_`, then letters, digits and `_`.
///
/// Letters are those of every script (Unicode's XID_Start and XID_Continue, UAX #31), so that a
/// form's tags can be written in the language of its author; Apple's parser knows ASCII only.
public enum Identifier {
  /// Whether the whole text is one name.
  public static func isValid(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, canStart(first) else { return false }
    return text.unicodeScalars.dropFirst().allSatisfy(canContinue)
  }

  static func canStart(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII
      ? isASCIILetter(scalar.value) || scalar == "_" : scalar.properties.isXIDStart
  }

  static func canContinue(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII
      ? isASCIILetter(scalar.value) || scalar == "_" || (0x30...0x39).contains(scalar.value)
      : scalar.properties.isXIDContinue
  }

  private static func isASCIILetter(_ value: UInt32) -> Bool {
    (0x41...0x5A).contains(value) || (0x61...0x7A).contains(value)
  }
}
