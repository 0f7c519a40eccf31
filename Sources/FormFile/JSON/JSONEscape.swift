// The escapes in JSON strings. Only this file knows them. The reader checks whether an escape is
// valid, decoding needs its character, and finding a place in a text needs both lengths.

/// An escape in a JSON string.
package struct JSONEscape {
  /// The character of the escape.
  let scalar: Unicode.Scalar
  /// The length in bytes, including the backslash; 0 if the escape is invalid.
  let length: Int

  private static let none = JSONEscape("\u{FFFD}", 0)

  private init(_ scalar: Unicode.Scalar, _ length: Int) {
    self.scalar = scalar
    self.length = length
  }

  /// Reads the escape whose backslash is at an offset.
  init(at start: Int, in text: UnsafeBufferPointer<UInt8>) {
    self = .none
    guard start + 1 < text.count else { return }
    switch text[start + 1] {
    case UInt8(ascii: "\""): self.init("\"", 2)
    case UInt8(ascii: "\\"): self.init("\\", 2)
    case UInt8(ascii: "/"): self.init("/", 2)
    case UInt8(ascii: "b"): self.init("\u{8}", 2)
    case UInt8(ascii: "f"): self.init("\u{C}", 2)
    case UInt8(ascii: "n"): self.init("\n", 2)
    case UInt8(ascii: "r"): self.init("\r", 2)
    case UInt8(ascii: "t"): self.init("\t", 2)
    default:
      guard let first = Self.unit(at: start, in: text) else { return }
      if let scalar = Unicode.Scalar(first) {
        self.init(scalar, 6)
      } else if let second = Self.unit(at: start + 6, in: text), first < 0xDC00,
        (0xDC00..<0xE000).contains(second),
        let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
      {
        self.init(scalar, 12)
      }
    }
  }

  /// The number after `\u`, which may be half of a surrogate pair; nil if there are no four
  /// hexadecimal digits.
  static func unit(at start: Int, in text: UnsafeBufferPointer<UInt8>) -> UInt32? {
    guard start + 6 <= text.count, text[start] == UInt8(ascii: "\\"),
      text[start + 1] == UInt8(ascii: "u")
    else { return nil }
    var value: UInt32 = 0
    for offset in 2..<6 {
      guard let digit = hexDigit(text[start + offset]) else { return nil }
      value = value << 4 | digit
    }
    return value
  }

  /// The number of a hexadecimal digit; nil if the byte is another character.
  package static func hexDigit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
  }

  /// The decoded text for the bytes between the quotes of a valid string.
  static func decoded(_ text: UnsafeBufferPointer<UInt8>) -> String {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(text.count)
    var position = 0
    while position < text.count {
      if text[position] == UInt8(ascii: "\\") {
        let escape = JSONEscape(at: position, in: text)
        decoded += UTF8.encode(escape.scalar) ?? UTF8.encodedReplacementCharacter
        position += max(1, escape.length)
      } else {
        decoded.append(text[position])
        position += 1
      }
    }
    return String(decoding: decoded, as: UTF8.self)
  }
}
