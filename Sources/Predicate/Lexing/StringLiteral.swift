// Decodes a string literal: replaces its escapes by the characters that they denote. It also notes
// escapes that are invalid or probably not what was meant.

/// A string literal, decoded.
package struct StringLiteral {
  /// The decoded text.
  package private(set) var text = ""
  /// Whether an escape changed the text in a way that is rarely meant in a pattern.
  ///
  /// Examples are `'\d'`, which drops the backslash, and `'\b'`, which is a control character.
  private(set) var hasAlteredEscape = false
  /// The range of the first invalid escape in the whole text.
  private(set) var invalidEscape: Range<Int>?
  /// The number of placeholders that the decoded text seems to contain.
  let placeholderCount: Int

  /// Decodes a literal.
  ///
  /// - Parameters:
  ///   - bytes: The whole predicate text.
  ///   - range: The range of the literal, including its quotes.
  package init(_ bytes: TextBytes, _ range: Range<Int>) {
    var reader = Reader(bytes: bytes, position: range.lowerBound + 1, end: range.upperBound - 1)
    let written = reader.position..<reader.end
    let part = bytes.part(written)
    guard part.contains(UInt8(ascii: "\\")) else {
      text = bytes.text(written)
      placeholderCount =
        part.contains(UInt8(ascii: "%")) ? Self.placeholders(in: bytes[written]) : 0
      return
    }
    var decoded: [UInt8] = []
    while let byte = reader.take() {
      guard byte == UInt8(ascii: "\\") else {
        decoded.append(byte)
        continue
      }
      let start = reader.position - 1
      guard let escape = reader.escape() else {
        invalidEscape = invalidEscape ?? start..<reader.position
        continue
      }
      if escape.isAltered { hasAlteredEscape = true }
      decoded.append(contentsOf: escape.bytes)
    }
    text = String(decoding: decoded, as: UTF8.self)
    placeholderCount = Self.placeholders(in: decoded)
  }

  /// The number of placeholders that a text in quotes seems to contain.
  ///
  /// Only `%@` and `%K` count, because a `%d` may be meant as text.
  static func placeholders(in text: some Sequence<UInt8>) -> Int {
    var count = 0
    var isBehindPercent = false
    for byte in text {
      if isBehindPercent, byte == UInt8(ascii: "@") || byte == UInt8(ascii: "K") { count += 1 }
      isBehindPercent = byte == UInt8(ascii: "%")
    }
    return count
  }

  /// The range in the whole text of a part of the decoded text.
  ///
  /// An escape belongs to the range as a whole.
  static func source(of part: Range<Int>, in bytes: TextBytes, _ range: Range<Int>) -> Range<Int> {
    var reader = Reader(bytes: bytes, position: range.lowerBound + 1, end: range.upperBound - 1)
    var decoded = 0
    var start = reader.position
    while decoded <= part.lowerBound {
      start = reader.position
      guard let byte = reader.take() else { break }
      decoded += byte == UInt8(ascii: "\\") ? reader.escape()?.bytes.count ?? 0 : 1
    }
    return start..<max(start, reader.position)
  }

  private struct Escape {
    var bytes: [UInt8]
    var isAltered = false

    init(_ bytes: [UInt8], isAltered: Bool = false) {
      self.bytes = bytes
      self.isAltered = isAltered
    }

    init?(scalar value: UInt32, isAltered: Bool = false) {
      guard let scalar = Unicode.Scalar(value) else { return nil }
      self.init(Array(String(Character(scalar)).utf8), isAltered: isAltered)
    }
  }

  private struct Reader {
    let bytes: TextBytes
    var position: Int
    let end: Int

    mutating func take() -> UInt8? {
      guard position < end else { return nil }
      position += 1
      return bytes[position - 1]
    }

    /// Reads the rest of an escape after its backslash; nil if the escape is invalid.
    mutating func escape() -> Escape? {
      guard let byte = take() else { return nil }
      switch byte {
      case UInt8(ascii: "a"): return Escape([7], isAltered: true)
      case UInt8(ascii: "b"): return Escape([8], isAltered: true)
      case UInt8(ascii: "f"): return Escape([12])
      case UInt8(ascii: "n"): return Escape([10])
      case UInt8(ascii: "r"): return Escape([13])
      case UInt8(ascii: "t"): return Escape([9])
      case UInt8(ascii: "v"): return Escape([11])
      case UInt8(ascii: "0")...UInt8(ascii: "7"): return octal(first: byte)
      case UInt8(ascii: "x"), UInt8(ascii: "X"): return hex(2).flatMap { Escape(scalar: $0) }
      case UInt8(ascii: "u"), UInt8(ascii: "U"): return utf16()
      default:
        return Escape([byte], isAltered: !"'\"\\".utf8.contains(byte))
      }
    }

    /// Reads one to three octal digits, at most 377.
    private mutating func octal(first: UInt8) -> Escape? {
      var value = UInt32(first - UInt8(ascii: "0"))
      var count = 1
      while count < 3, position < end, (0x30...0x37).contains(bytes[position]) {
        value = value * 8 + UInt32(bytes[position] - 0x30)
        position += 1
        count += 1
      }
      return value <= 0o377 ? Escape(scalar: value, isAltered: true) : nil
    }

    private mutating func hex(_ count: Int) -> UInt32? {
      var value: UInt32 = 0
      for _ in 0..<count {
        guard position < end, let digit = Lexer.hexDigit(bytes[position]) else { return nil }
        value = value * 16 + UInt32(digit)
        position += 1
      }
      return value
    }

    /// Reads four hexadecimal digits; two surrogates form one scalar.
    private mutating func utf16() -> Escape? {
      guard let first = hex(4) else { return nil }
      guard (0xD800...0xDBFF).contains(first) else { return Escape(scalar: first) }
      guard position + 1 < end, bytes[position] == UInt8(ascii: "\\"),
        bytes[position + 1] | 0x20 == UInt8(ascii: "u")
      else { return nil }
      position += 2
      guard let second = hex(4), (0xDC00...0xDFFF).contains(second) else { return nil }
      return Escape(scalar: 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    }
  }
}
