// Which characters can mislead whoever reads a text: one rule for canonical text, JSON, messages
// and the terminal. Canonical text and JSON write them as escapes, which read back as the same
// text; messages and the terminal show something visible in their place.

extension Unicode.Scalar {
  /// Whether the character shows nothing and changes how what stands around it is shown.
  ///
  /// Such are the control characters (U+007F and the C1 controls too), the separators of lines and
  /// paragraphs, and format characters, among them bidirectional overrides and isolates, zero-width
  /// spaces and tags. The joiners U+200C and U+200D are not: emoji and several scripts need them.
  package var isInvisible: Bool {
    if value < 0x7F { return value < 0x20 }
    return switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    case .format: properties.isDefaultIgnorableCodePoint && value != 0x200C && value != 0x200D
    default: false
    }
  }

  /// The character as escapes of four hexadecimal digits: `\u202E`, a pair beyond U+FFFF.
  package var escaped: String {
    utf16.map { unit in
      let digits = String(unit, radix: 16, uppercase: true)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
    .joined()
  }
}
