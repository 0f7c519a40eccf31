// Strings and numbers of JSON. A string comes out decoded and is well-formed UTF-8; a number comes
// out as an integer where it is written as one and fits 64 bits, otherwise as the nearest double.

extension JSONReader {
  // MARK: - Strings

  /// Reads the string whose opening quote stands here.
  mutating func string() throws(Problem) -> String {
    let quote = position
    position += 1
    // Most strings have no escape and are taken from the text in one piece.
    var decoded: [UInt8] = []
    var runStart = position
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        let run = bytes[runStart..<position]
        position += 1
        if decoded.isEmpty { return String(decoding: run, as: UTF8.self) }
        return String(decoding: decoded + run, as: UTF8.self)
      case UInt8(ascii: "\\"):
        decoded += bytes[runStart..<position]
        decoded += String(try escape(inStringAt: quote)).utf8
        runStart = position
      case 0..<0x20: throw controlCharacter(inStringAt: quote)
      case 0x20..<0x80: position += 1
      default:
        let length = sequenceLength(at: position)
        guard length > 0 else { throw invalidUTF8() }
        position += length
      }
    }
    throw unexpectedEnd(inStringAt: quote)
  }

  private mutating func escape(inStringAt quote: Int) throws(Problem) -> Unicode.Scalar {
    let start = position
    guard position + 1 < bytes.count else {
      throw unexpectedEnd(inStringAt: quote)
    }
    position += 2
    switch bytes[position - 1] {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try unicodeEscape(from: start)
    default:
      let character = character(at: start + 1)
      throw Problem(
        "a backslash cannot stand before \(character.name)",
        range: start..<min(bytes.count, start + 1 + character.length),
        hint: #"write \\ for a backslash"#)
    }
  }

  /// Reads the digits after `\u`, and the second half of a pair of surrogates.
  private mutating func unicodeEscape(from start: Int) throws(Problem) -> Unicode.Scalar {
    let first = try hexDigits(from: start)
    if let scalar = Unicode.Scalar(first) { return scalar }
    let firstEnd = position
    if first < 0xDC00, bytes[position...].starts(with: #"\u"#.utf8) {
      position += 2
      let second = try hexDigits(from: firstEnd)
      if (0xDC00..<0xE000).contains(second),
        let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
      {
        return scalar
      }
    }
    throw Problem(
      "\(String(decoding: bytes[start..<firstEnd], as: UTF8.self)) is half of a character",
      range: start..<firstEnd,
      hint: #"write both halves, like \ud83d\ude00, or the character itself"#)
  }

  private mutating func hexDigits(from start: Int) throws(Problem) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = Self.hexDigit(current) else {
        throw Problem(
          #"four hexadecimal digits must follow \u"#, range: start..<position,
          hint: #"write, for example, \u00e9"#)
      }
      value = value << 4 | digit
      position += 1
    }
    return value
  }

  private static func hexDigit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
  }

  /// How long the well-formed UTF-8 sequence is that starts here; 0 where none does.
  ///
  /// The rows are those of the Unicode Standard's table 3-7.
  func sequenceLength(at start: Int) -> Int {
    func follows(_ offset: Int, _ allowed: ClosedRange<UInt8> = 0x80...0xBF) -> Bool {
      start + offset < bytes.count && allowed.contains(bytes[start + offset])
    }
    switch bytes[start] {
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

  /// Reads the number whose minus sign or first digit stands here.
  mutating func number() throws(Problem) -> JSONElement.Content {
    let start = position
    let isNegative = current == UInt8(ascii: "-")
    if isNegative { position += 1 }
    let firstDigit = position
    var int: Int64? = 0
    while Self.isDigit(current) {
      int = int.flatMap { Self.appending(current, to: $0, isNegative: isNegative) }
      position += 1
    }
    guard position > firstDigit else { throw missingDigits(from: start, "after the minus sign") }
    if bytes[firstDigit] == UInt8(ascii: "0"), position > firstDigit + 1 {
      throw leadingZero(from: start)
    }

    var isInteger = true
    if current == UInt8(ascii: ".") {
      isInteger = false
      position += 1
      guard skipDigits() else { throw missingDigits(from: start, "after the point") }
    }
    if current == UInt8(ascii: "e") || current == UInt8(ascii: "E") {
      isInteger = false
      position += 1
      if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { position += 1 }
      guard skipDigits() else { throw missingDigits(from: start, "in the exponent") }
    }
    guard !Self.isWordByte(current), current != UInt8(ascii: ".") else {
      throw notANumber(from: start)
    }
    if isInteger, let int { return .int(int) }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    guard let double = Double(text), double.isFinite else {
      throw Problem(
        "the number is too large", range: start..<position,
        hint: "numbers reach up to \(Double.greatestFiniteMagnitude)")
    }
    return .double(double)
  }

  private mutating func skipDigits() -> Bool {
    let start = position
    while Self.isDigit(current) { position += 1 }
    return position > start
  }

  /// The number with one more digit; nil where it no longer fits.
  private static func appending(_ digit: UInt8, to int: Int64, isNegative: Bool) -> Int64? {
    let (tens, overflow) = int.multipliedReportingOverflow(by: 10)
    let step = Int64(digit - UInt8(ascii: "0"))
    let (sum, overflowToo) =
      isNegative ? tens.subtractingReportingOverflow(step) : tens.addingReportingOverflow(step)
    return overflow || overflowToo ? nil : sum
  }
}
