// Splits the bytes of a predicate text into tokens, one at a time, each with its UTF-8 range. The
// lexer never fails: invalid characters become a token that says what is wrong. It reads every byte
// once.

/// Splits a predicate text into tokens.
package struct Lexer {
  let bytes: TextBytes
  private(set) var position = 0

  private let maximumName: Int

  /// Makes a lexer.
  ///
  /// - Parameters:
  ///   - bytes: The text. It must outlive the lexer.
  ///   - start: The offset of the first byte to read.
  ///   - maximumName: The longest allowed name, in bytes.
  package init(
    _ bytes: TextBytes, from start: Int = 0, maximumName: Int = Limits.standard.nameLength
  ) {
    self.bytes = bytes
    position = start
    self.maximumName = maximumName
  }

  /// Reads the next token.
  package mutating func next() -> Token {
    let start = bytes.end(of: Self.isBlank, from: position)
    position = start
    guard start < bytes.count else { return Token(kind: .end, range: start..<start) }
    let byte = bytes[start]
    let kind: Token.Kind =
      switch byte {
      case UInt8(ascii: "'"), UInt8(ascii: "\""): string(quote: byte)
      case UInt8(ascii: "0")...UInt8(ascii: "9"): number()
      case UInt8(ascii: "."): isDigit(at: start + 1) ? number() : symbol()
      case UInt8(ascii: "$"): variable()
      case UInt8(ascii: "#"): prefixedWord(.escapedWord)
      case UInt8(ascii: "@"): prefixedWord(.collectionOperator)
      case UInt8(ascii: "%"): placeholder()
      default: takeWord() ? word(from: start) : symbol()
      }
    // Long names are rejected, because comparing strings by canonical equivalence can take more
    // than linear time.
    let isTooLong = position - start > maximumName && kind.isName
    return Token(kind: isTooLong ? .invalid(.nameTooLong) : kind, range: start..<position)
  }

  /// Goes on at an offset, behind what the parser has read by itself.
  mutating func move(to offset: Int) { position = offset }

  private func byte(at offset: Int) -> UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  private func isDigit(at offset: Int) -> Bool {
    byte(at: offset).map { (0x30...0x39).contains($0) } ?? false
  }
}

// MARK: - Words

extension Lexer {
  /// Reads a name, if one starts here.
  private mutating func takeWord() -> Bool {
    guard let first = byte(at: position) else { return false }
    guard first < 0x80 ? Identifier.canStart(ascii: first) : startsWithWideLetter else {
      return false
    }
    // A character that may start a name may also continue it.
    takeRestOfWord()
    return true
  }

  private var startsWithWideLetter: Bool {
    @inline(never) get { scalar(at: position).map { Identifier.canStart($0.0) } ?? false }
  }

  @inline(__always)
  private mutating func takeRestOfWord() {
    takeASCIIOfWord()
    // Nearly every name is ASCII.
    if position < bytes.count, bytes[position] >= 0x80 { takeWideRestOfWord() }
  }

  @inline(__always)
  private mutating func takeASCIIOfWord() {
    position = bytes.end(
      of: Identifier.canContinue(ascii:), eight: Identifier.continuing(ascii:), from: position)
  }

  @inline(never)
  private mutating func takeWideRestOfWord() {
    while let (scalar, length) = scalar(at: position), Identifier.canContinue(scalar) {
      position += length
      takeASCIIOfWord()
    }
  }

  /// The scalar at an offset and its length in bytes.
  ///
  /// The bytes are valid UTF-8, because they come from a String.
  private func scalar(at offset: Int) -> (Unicode.Scalar, length: Int)? {
    guard let byte = byte(at: offset) else { return nil }
    return byte < 0x80 ? (Unicode.Scalar(byte), 1) : wideScalar(at: offset, byte)
  }

  private func wideScalar(at offset: Int, _ byte: UInt8) -> (Unicode.Scalar, length: Int)? {
    let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2
    let end = min(offset + length, bytes.count)
    let scalar = bytes.text(offset..<end).unicodeScalars.first
    return scalar.map { ($0, end - offset) }
  }

  private mutating func word(from start: Int) -> Token.Kind {
    let next = byte(at: position)
    if next == UInt8(ascii: "-"), let length = typeOperatorLength(from: start) {
      position = start + length
    } else if next == UInt8(ascii: ":"), isSelectorColon(at: position) {
      return selector()
    }
    return .word(Keyword.spelled(by: bytes, start..<position))
  }

  /// The length of `UTI-CONFORMS-TO` or `UTI-EQUALS`, if one of them starts here.
  ///
  /// These keywords contain hyphens, so they are only recognized as a whole.
  private func typeOperatorLength(from start: Int) -> Int? {
    guard position - start == 3 else { return nil }
    for keyword in [Keyword.conformsToUTI, .equalsUTI] {
      let end = start + keyword.rawValue.utf8.count
      guard end <= bytes.count, Keyword.spelled(by: bytes, start..<end) == keyword else { continue }
      if let (scalar, _) = scalar(at: end), Identifier.canContinue(scalar) { continue }
      return end - start
    }
    return nil
  }

  private func isSelectorColon(at offset: Int) -> Bool {
    byte(at: offset) == UInt8(ascii: ":") && byte(at: offset + 1) != UInt8(ascii: "=")
  }

  /// Reads the rest of a selector.
  ///
  /// Only the name of a function has a colon right after a word.
  private mutating func selector() -> Token.Kind {
    repeat { position += 1 } while takeWord() && isSelectorColon(at: position)
    return .selector
  }

  private mutating func variable() -> Token.Kind {
    position += 1
    if byte(at: position) == UInt8(ascii: "#") { position += 1 }
    if takeWord() { return .variable }
    // The characters that were probably meant as the name belong to the token, so that they are
    // underlined.
    takeRestOfWord()
    return .invalid(.variableWithoutName)
  }

  private mutating func prefixedWord(_ kind: Token.Kind) -> Token.Kind {
    position += 1
    return takeWord() ? kind : .invalid(.nameWithoutWord)
  }
}

// MARK: - Symbols

extension Lexer {
  private mutating func symbol() -> Token.Kind {
    let first = bytes[position]
    if let (symbol, length) = Token.Symbol.spelled(by: first, byte(at: position + 1)) {
      position += length
      return .symbol(symbol)
    }
    position += scalar(at: position)?.length ?? 1
    return .invalid(.unknownCharacter)
  }
}

// MARK: - Numbers

extension Lexer {
  private mutating func number() -> Token.Kind {
    if let radix = radix() { return integer(radix: radix) }
    let start = position
    takeDigits()
    if let integer = shortInteger(from: start) { return .integer(integer) }
    var isWhole = true
    var isComplete = true
    if byte(at: position) == UInt8(ascii: ".") {
      isWhole = false
      isComplete = position > start && isDigit(at: position + 1)
      position += 1
      takeDigits()
    }
    if takeExponent() { isWhole = false }
    let text = bytes.text(start..<position)
    if isWhole, let integer = UInt64(text) { return .integer(integer) }
    // Not every version of `Double(_:)` accepts `1.` and `.5`. A missing digit is added first.
    let value = Double(isComplete ? text : Self.completed(text)) ?? .infinity
    return isWhole ? .oversizedInteger(value) : .double(value)
  }

  /// The digits from an offset on as an integer, if they are a whole number that certainly fits.
  private func shortInteger(from start: Int) -> UInt64? {
    guard start < position, position - start <= 18 else { return nil }
    if let next = byte(at: position), next == UInt8(ascii: ".") || next | 0x20 == UInt8(ascii: "e")
    {
      return nil
    }
    return bytes[start..<position].reduce(0) { $0 * 10 + UInt64($1 - UInt8(ascii: "0")) }
  }

  private static func completed(_ text: String) -> String {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return text }
    let whole = parts[0].isEmpty ? "0" : parts[0]
    let startsWithDigit = parts[1].first.map { $0.isNumber } ?? false
    return "\(whole).\(startsWithDigit ? "" : "0")\(parts[1])"
  }

  private mutating func takeDigits() {
    position = bytes.end(of: { (0x30...0x39).contains($0) }, from: position)
  }

  /// Reads an exponent, if it has a digit.
  private mutating func takeExponent() -> Bool {
    guard let letter = byte(at: position), letter | 0x20 == UInt8(ascii: "e") else { return false }
    let sign = byte(at: position + 1)
    let isSigned = sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-")
    let digits = position + (isSigned ? 2 : 1)
    guard isDigit(at: digits) else { return false }
    position = digits
    takeDigits()
    return true
  }

  /// The radix that `0x`, `0o` or `0b` gives, if a digit of that radix follows.
  private func radix() -> UInt64? {
    guard byte(at: position) == UInt8(ascii: "0"), let letter = byte(at: position + 1) else {
      return nil
    }
    let radix: UInt64? =
      switch letter | 0x20 {
      case UInt8(ascii: "x"): 16
      case UInt8(ascii: "o"): 8
      case UInt8(ascii: "b"): 2
      default: nil
      }
    return radix.flatMap { digit(at: position + 2, radix: $0) == nil ? nil : $0 }
  }

  private func digit(at offset: Int, radix: UInt64) -> UInt64? {
    byte(at: offset).flatMap(Self.hexDigit).map(UInt64.init).flatMap { $0 < radix ? $0 : nil }
  }

  private mutating func integer(radix: UInt64) -> Token.Kind {
    position += 2
    var exact: UInt64? = 0
    var rounded = 0.0
    while let digit = digit(at: position, radix: radix) {
      position += 1
      rounded = rounded * Double(radix) + Double(digit)
      exact = exact.flatMap { sum in
        let (product, overflow) = sum.multipliedReportingOverflow(by: radix)
        let (total, carry) = product.addingReportingOverflow(digit)
        return overflow || carry ? nil : total
      }
    }
    return exact.map(Token.Kind.integer) ?? .oversizedInteger(rounded)
  }

  static func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

// MARK: - Strings and placeholders

extension Lexer {
  private mutating func string(quote: UInt8) -> Token.Kind {
    let start = position
    let escape = UInt8(ascii: "\\")
    func plainEnd(from start: Int) -> Int {
      bytes.end(
        of: { $0 != quote && $0 != escape },
        eight: {
          TextBytes.differing(from: quote, $0) & TextBytes.differing(from: escape, $0)
        }, from: start)
    }
    var end = plainEnd(from: start + 1)
    while end < bytes.count, bytes[end] == escape { end = plainEnd(from: end + 2) }
    guard end < bytes.count else {
      position = start + 1
      return .invalid(.unterminatedString)
    }
    position = end + 1
    return .string
  }

  private mutating func placeholder() -> Token.Kind {
    position += 1
    switch byte(at: position) {
    case UInt8(ascii: "@"):
      position += 1
      return .placeholder(.value)
    case UInt8(ascii: "K"):
      position += 1
      return .placeholder(.keyPath)
    case UInt8(ascii: "%"):
      position += 1
      return .invalid(.percentEscape)
    default: return conversion()
    }
  }

  /// Reads a conversion as in printf: length modifiers, then a letter for the type.
  private mutating func conversion() -> Token.Kind {
    let start = position
    while let byte = byte(at: position), "lhqzjtL".utf8.contains(byte), position - start < 2 {
      position += 1
    }
    guard let letter = byte(at: position) else { return .invalid(.unsupportedConversion) }
    if "dDiIuUxXoOcC".utf8.contains(letter) {
      position += 1
      // `%lud` is written for an unsigned integer, and Apple reads it as one placeholder.
      if letter == UInt8(ascii: "u"), let next = byte(at: position), "dDiI".utf8.contains(next) {
        position += 1
      }
      return .placeholder(.integer)
    }
    if "fFeEgGaA".utf8.contains(letter) {
      position += 1
      return .placeholder(.double)
    }
    while let (scalar, length) = scalar(at: position),
      Identifier.canContinue(scalar) || "$+-#.*@".unicodeScalars.contains(scalar)
    {
      position += length
      if Identifier.canStart(scalar) || scalar == "@" { break }
    }
    return .invalid(.unsupportedConversion)
  }
}
