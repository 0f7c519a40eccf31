// Decides which characters could mislead a reader because they are invisible. The rule is the same
// for canonical text, JSON, messages and the terminal. Canonical text and JSON write such
// characters as escapes, which read back as the same text. Messages and the terminal show a visible
// substitute. The terminal keeps direction marks, because numbers and dates of several languages
// have them.

extension Unicode.Scalar {
  /// Whether the character is invisible and may change how the text around it is displayed.
  ///
  /// These are the control characters (including U+007F and the C1 controls), line and paragraph
  /// separators, and format characters such as bidirectional overrides, zero-width spaces and tags.
  /// The joiners U+200C and U+200D are excluded, because emoji and several scripts need them.
  package var isInvisible: Bool {
    if value < 0x7F { return value < 0x20 }
    return switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    case .format: properties.isDefaultIgnorableCodePoint && value != 0x200C && value != 0x200D
    default: false
    }
  }

  /// Whether the character is a mark that gives the signs beside it a direction: LRM, RLM or ALM.
  ///
  /// Arabic, Persian, Hebrew and Urdu print these marks in numbers and dates, and nobody types
  /// them. Unlike an override or an isolate, a mark does not change the order of letters after it.
  package var isDirectionMark: Bool { value == 0x200E || value == 0x200F || value == 0x061C }

  /// The character as `\u` escapes, such as `\u202E`.
  ///
  /// A character above U+FFFF is written as two escapes, its surrogates.
  package var escaped: String {
    utf16.map { unit in
      let digits = String(unit, radix: 16, uppercase: true)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
    .joined()
  }
}
