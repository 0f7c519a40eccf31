// The characters of XML 1.0, fifth edition: which there are, and which make a name. A colon is left
// to the reader, because with namespaces a name has one at most.

/// The characters of XML.
enum XMLCharacters {
  /// Whether a character can stand in a document, also as a number.
  static func isCharacter(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x9, 0xA, 0xD, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10_FFFF: true
    default: false
    }
  }

  @inline(__always)
  static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0xA || byte == 0x9 || byte == 0xD
  }

  /// Whether a name can begin with an ASCII character.
  @inline(__always)
  static func isNameStart(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte == UInt8(ascii: "_")
  }

  /// Whether an ASCII character can stand in a name.
  @inline(__always)
  static func isNamePart(_ byte: UInt8) -> Bool {
    isNameStart(byte) || byte &- UInt8(ascii: "0") < 10 || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: ".")
  }

  /// Whether a name can begin with a character outside of ASCII.
  static func isNameStart(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2FF, 0x370...0x37D, 0x37F...0x1FFF, 0x200C...0x200D,
      0x2070...0x218F, 0x2C00...0x2FEF, 0x3001...0xD7FF, 0xF900...0xFDCF, 0xFDF0...0xFFFD,
      0x10000...0xE_FFFF:
      true
    default: false
    }
  }

  /// Whether a character outside of ASCII can stand in a name.
  static func isNamePart(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0xB7, 0x300...0x36F, 0x203F...0x2040: true
    default: isNameStart(scalar)
    }
  }
}

extension String {
  /// The text without XML's blanks at both ends.
  var trimmed: String {
    let bytes = utf8
    guard let start = bytes.firstIndex(where: { !XMLCharacters.isBlank($0) }),
      let last = bytes.lastIndex(where: { !XMLCharacters.isBlank($0) })
    else { return "" }
    return String(self[start...last])
  }

  /// The words between XML's blanks.
  var words: [String] {
    utf8.split(whereSeparator: XMLCharacters.isBlank).map { String(decoding: $0, as: UTF8.self) }
  }
}
