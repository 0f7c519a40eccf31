// Strings and numbers: checks them and finds their ends. A string must be well-formed UTF-8 with
// valid escapes. A number is an integer if it is written as one and fits in 64 bits; otherwise it
// must be a finite double. Nothing is decoded here.

extension JSONReader {
  // MARK: - Strings

  /// Reads a string.
  ///
  /// The position is at its opening quote.
  @inline(__always)
  mutating func string() throws(Problem) {
    let quote = position
    let end = plainEnd(from: quote + 1)
    if end < text.count, text[end] == UInt8(ascii: "\"") {
      append(.text, from: quote, to: end + 1)
    } else {
      try restOfString(from: end, quote: quote)
    }
  }

  /// Reads the rest of a string from its first byte that is not plain.
  private mutating func restOfString(from start: Int, quote: Int) throws(Problem) {
    var kind = JSONDocument.Kind.text
    position = start
    while position < text.count {
      switch text[position] {
      case UInt8(ascii: "\""): return append(kind, from: quote, to: position + 1)
      case UInt8(ascii: "\\"):
        kind = .escapedText
        let length = JSONEscape(at: position, in: text).length
        guard length > 0 else { throw mistakeInEscape(from: position, inStringAt: quote) }
        position += length
      case 0..<0x20: throw controlCharacter(inStringAt: quote)
      case 0x20..<0x80: position += 1
      default:
        let length = Self.sequenceLength(at: position, in: text)
        guard length > 0 else { throw invalidUTF8() }
        position += length
      }
      position = plainEnd(from: position)
    }
    throw unexpectedEnd(inStringAt: quote)
  }

  /// The offset of the first byte of a string that is not plain: a quote, a backslash, a control
  /// character, or a byte outside of ASCII.
  ///
  /// Eight bytes are checked at a time. In `found`, the highest bit of the first byte that is not
  /// plain is set, and no bit before it.
  @inline(__always)
  private func plainEnd(from start: Int) -> Int {
    guard let base = UnsafeRawPointer(text.baseAddress) else { return start }
    let ones: UInt64 = 0x0101_0101_0101_0101
    var end = start
    while end + 8 <= text.count {
      let word = UInt64(littleEndian: base.loadUnaligned(fromByteOffset: end, as: UInt64.self))
      let quotes = word ^ (ones &* 0x22)
      let backslashes = word ^ (ones &* 0x5C)
      let controls = (word &- (ones &* 0x20)) & ~word
      let found =
        (((quotes &- ones) & ~quotes) | ((backslashes &- ones) & ~backslashes) | controls | word)
        & (ones &* 0x80)
      if found != 0 { return end + found.trailingZeroBitCount / 8 }
      end += 8
    }
    while end < text.count {
      switch text[end] {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), 0..<0x20, 0x80...: return end
      default: end += 1
      }
    }
    return end
  }

  /// The length of the well-formed UTF-8 sequence at an offset; 0 if there is none.
  ///
  /// The cases follow table 3-7 of the Unicode Standard.
  package static func sequenceLength(at start: Int, in text: UnsafeBufferPointer<UInt8>) -> Int {
    func follows(_ offset: Int, _ allowed: ClosedRange<UInt8> = 0x80...0xBF) -> Bool {
      start + offset < text.count && allowed.contains(text[start + offset])
    }
    guard start < text.count else { return 0 }
    switch text[start] {
    case 0x00...0x7F: return 1
    case 0xC2...0xDF: return follows(1) ? 2 : 0
    case 0xE0: return follows(1, 0xA0...0xBF) && follows(2) ? 3 : 0
    case 0xED: return follows(1, 0x80...0x9F) && follows(2) ? 3 : 0
    case 0xE1...0xEF: return follows(1) && follows(2) ? 3 : 0
    case 0xF0: return follows(1, 0x90...0xBF) && follows(2) && follows(3) ? 4 : 0
    case 0xF1...0xF3: return follows(1) && follows(2) && follows(3) ? 4 : 0
    case 0xF4: return follows(1, 0x80...0x8F) && follows(2) && follows(3) ? 4 : 0
    default: return 0
    }
  }

  // MARK: - Numbers

  /// Reads a number.
  ///
  /// The position is at its minus sign or first digit.
  mutating func number() throws(Problem) {
    let start = position
    if current == UInt8(ascii: "-") { position += 1 }
    let firstDigit = position
    skipDigits()
    guard position > firstDigit else { throw missingDigits(from: start, "after the minus sign") }
    if text[firstDigit] == UInt8(ascii: "0"), position > firstDigit + 1 {
      throw leadingZero(from: start)
    }
    let digits = position - firstDigit

    var isInteger = true
    var hasExponent = false
    if current == UInt8(ascii: ".") {
      isInteger = false
      position += 1
      guard skipDigits() else { throw missingDigits(from: start, "after the point") }
    }
    if current == UInt8(ascii: "e") || current == UInt8(ascii: "E") {
      isInteger = false
      hasExponent = true
      position += 1
      if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { position += 1 }
      guard skipDigits() else { throw missingDigits(from: start, "in the exponent") }
    }
    guard !Self.isWordByte(current), current != UInt8(ascii: ".") else {
      throw notANumber(from: start)
    }
    // Eighteen digits always fit in 64 bits. Without an exponent, they are also finite as a double.
    if digits > 18 || hasExponent {
      let number = String(decoding: bytes[start..<position], as: UTF8.self)
      if isInteger, Int64(number) == nil { isInteger = false }
      guard isInteger || Double(number)?.isFinite == true else {
        throw Problem(
          "the number is too large", range: start..<position,
          hint: "numbers reach up to \(Double.greatestFiniteMagnitude)")
      }
    }
    append(isInteger ? .int : .double, from: start, to: position)
  }

  @discardableResult
  private mutating func skipDigits() -> Bool {
    let start = position
    while Self.isDigit(current) { position += 1 }
    return position > start
  }
}
