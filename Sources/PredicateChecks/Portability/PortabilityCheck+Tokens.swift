// Findings about single tokens: names, numbers, escapes, blanks.

import Predicate

extension PortabilityCheck {
  mutating func noteTokens() {
    for index in table.tokens.indices {
      let token = table.tokens[index]
      switch token.kind {
      case .word, .escapedWord, .variable, .selector, .collectionOperator:
        noteName(token, index)
        if case .word = token.kind { noteExtendedFunction(token, index) }
      case .integer, .oversizedInteger, .double: noteNumber(token, index)
      case .string: noteString(token)
      case .placeholder(let placeholder): noteConversion(token, placeholder)
      case .symbol(.period): notePeriod(token, index)
      default: break
      }
      noteCarriageReturn(before: token, index)
    }
    let end = table.tokens.last?.range.upperBound ?? 0
    noteCarriageReturn(in: end..<table.bytes.count)
  }

  // MARK: - Names

  private mutating func noteName(_ token: Token, _ index: Int) {
    let name = table.spelling(token).drop { $0 == "$" || $0 == "#" || $0 == "@" }
    guard name.utf8.allSatisfy({ $0 < 0x80 }) else {
      let isKey =
        switch token.kind {
        case .word, .escapedWord: table[index + 1]?.kind != .symbol(.leftParenthesis)
        default: false
        }
      return note(
        .nonASCIIName, .refused, at: token.range,
        isKey
          ? "Apple accepts names of ASCII letters only; pass this key as an argument"
          : "Apple accepts names of ASCII letters only, and '\(name)' has other letters",
        portable: isKey ? "%K" : nil)
    }
    let sign = table.spelling(token).prefix { $0 == "$" || $0 == "#" || $0 == "@" }
    switch token.kind {
    case .variable where sign == "$" && Self.isReserved(name):
      note(
        .reservedWord, .unverified, at: token.range,
        "'\(name)' is a keyword, and Apple may not accept it as a variable",
        portable: "$#\(name)")
    case .variable where sign == "$#" && !Self.isReserved(name),
      .escapedWord where !Self.isReserved(name):
      note(
        .needlessSign, .unverified, at: token.range,
        "Apple's guide uses # before keywords only, and '\(name)' is not a keyword",
        portable: String(sign.dropLast()) + name)
    default: break
    }
  }

  /// Whether a name is a word of the language, in this package or on Apple's platforms.
  private static func isReserved(_ name: Substring) -> Bool {
    Keyword.spelled(by: String(name)) != nil
      || ["APPLY", "INTERSECTION"].contains(name.uppercased())
  }

  /// Reports a key that is spelled like a word of the language.
  ///
  /// The parser accepts only some of these words without `#`.
  mutating func noteReservedKey(_ token: Token) {
    let name = table.spelling(token)
    guard case .word(let keyword) = token.kind, Self.isReserved(name[...]) else { return }
    if let keyword, keyword.isIndex {
      return note(
        .reservedWord, .unverified, at: token.range,
        "Apple is known to read the keyword '\(name)' as a key here; with # it is a key for certain",
        portable: "#\(name)")
    }
    // These two words are in Apple's list of reserved words.
    let isListed = keyword == .subquery || keyword == .cast
    note(
      .reservedWord, isListed ? .refused : .unverified, at: token.range,
      "'\(name)' is a keyword, and Apple "
        + (isListed ? "accepts it as a key only after #" : "may not accept it as a key"),
      portable: "#\(name)")
  }

  // MARK: - Numbers

  private mutating func noteNumber(_ token: Token, _ index: Int) {
    let written = table.spelling(token)
    let usual = Self.usualForm(of: written)
    if usual != written {
      note(
        .numberForm, .unverified, at: token.range,
        "Apple's guide does not write numbers like '\(written)'", portable: usual)
    } else if token.kind == .double(.infinity) {
      note(
        .numberForm, .unverified, at: token.range,
        "the number is too large for a double; Apple's behaviour is not known")
    }
    guard let next = table[index + 1], next.range.lowerBound == token.range.upperBound,
      case .word = next.kind
    else { return }
    note(
      .numberForm, .unverified, at: token.range,
      "Apple may read this number and the word behind it as one", portable: usual + " ")
  }

  /// The usual spelling of a number: digits on both sides of the period and no leading zeros.
  private static func usualForm(of number: String) -> String {
    let prefix = number.prefix(2).lowercased()
    if ["0x", "0o", "0b"].contains(prefix) { return prefix + number.dropFirst(2) }
    var whole = number.prefix { $0.isNumber }.drop { $0 == "0" }
    var rest = number.drop { $0.isNumber }
    if whole.isEmpty { whole = "0" }
    if rest.first == "." {
      rest.removeFirst()
      let fraction = rest.prefix { $0.isNumber }
      rest = rest.dropFirst(fraction.count)
      whole += "." + (fraction.isEmpty ? "0" : fraction)
    }
    return String(whole + rest)
  }

  mutating func noteLiteral(_ value: Value, _ node: NodeIndex) {
    let span = tokens(node)
    guard let token = table[span.upperBound - 1] else { return }
    switch (token.kind, value) {
    case (.integer, .double(let double)), (.oversizedInteger, .double(let double)):
      // The sign of a negative number is part of the literal and comes before the token.
      let digits = table.spelling(token)
      let isDecimal = digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
      note(
        .largeInteger, .unverified, at: token.range,
        "the number does not fit in 64 bits; Apple's behaviour is not known",
        portable: double.isInfinite ? nil : isDecimal ? digits + ".0" : "\(double.magnitude)")
    case (.placeholder(.integer), .int(let int)):
      let letters = table.spelling(token).dropFirst()
      guard Int32(exactly: int) == nil, !letters.contains(where: "lqzjtD".contains) else { break }
      note(
        .conversion, .differs, at: token.range,
        "Apple reads 32 bits for this placeholder, and its argument has more", portable: "%ld")
    default: break
    }
    // `CAST(5, 'NSDate')` has been folded into a date.
    if table[span.lowerBound]?.kind == .word(.cast), let type = table[span.upperBound - 2] {
      noteBlankBeforeArguments(node)
      noteType(.date, type)
    }
  }

  // MARK: - Strings

  private mutating func noteString(_ token: Token) {
    let bytes = table.bytes
    var position = token.range.lowerBound
    while position < token.range.upperBound {
      let byte = bytes[position]
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
        note(
          .lineBreak, .refused, at: position..<position + 1,
          "Apple does not accept a line break in text",
          portable: byte == UInt8(ascii: "\n") ? "\\x0A" : "\\x0D")
      }
      guard byte == UInt8(ascii: "\\") else {
        position += 1
        continue
      }
      let escape = Self.escape(in: bytes[position..<token.range.upperBound])
      if let usual = escape.usual {
        let range = position..<position + escape.length
        note(
          .escape, .unverified, at: range,
          "Apple's guide does not have the escape '\(table.spelling(range))'", portable: usual)
      }
      position += escape.length
    }
  }

  /// The length of the escape at the start, and its usual spelling if it differs from Apple's
  /// guide.
  ///
  /// The guide has escapes with three octal digits, two hexadecimal digits and four hexadecimal
  /// digits. A backslash before any other character is dropped.
  private static func escape(in bytes: ArraySlice<UInt8>) -> (length: Int, usual: String?) {
    guard let letter = bytes.dropFirst().first else { return (1, nil) }
    let start = bytes.startIndex
    func hex(_ value: Int, _ prefix: String, _ width: Int) -> String {
      let digits = String(value, radix: 16, uppercase: true)
      return prefix + String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    switch letter {
    case UInt8(ascii: "u"), UInt8(ascii: "U"): return (min(6, bytes.count), nil)
    case UInt8(ascii: "x"), UInt8(ascii: "X"):
      let digits = String(decoding: bytes[(start + 2)...].prefix(2), as: UTF8.self)
      let value = Int(digits, radix: 16) ?? 0
      // The character set of bytes outside of ASCII is not known.
      return (min(4, bytes.count), value < 0x80 ? nil : hex(value, "\\u", 4))
    case UInt8(ascii: "0")...UInt8(ascii: "7"):
      let digits = bytes[(start + 1)...].prefix(3).prefix { (0x30...0x37).contains($0) }
      let value = digits.reduce(0) { $0 * 8 + Int($1 - 0x30) }
      let isUsual = digits.count == 3 && value < 0x80
      return (1 + digits.count, isUsual ? nil : hex(value, "\\u", 4))
    default:
      let controls: [UInt8: Int] = [
        UInt8(ascii: "a"): 7, UInt8(ascii: "b"): 8, UInt8(ascii: "f"): 12, UInt8(ascii: "n"): 10,
        UInt8(ascii: "r"): 13, UInt8(ascii: "t"): 9, UInt8(ascii: "v"): 11,
      ]
      return (2, controls[letter].map { hex($0, "\\x", 2) })
    }
  }

  // MARK: - Placeholders and blanks

  /// The conversions of printf in the documentation of Apple and of other implementations.
  private static let knownConversions: Set<String> = [
    "c", "C", "d", "D", "i", "o", "O", "u", "U", "x", "X", "e", "E", "f", "g", "G", "hi", "hu",
    "qi", "qu", "qx", "qX", "ld", "li", "lu", "lx", "lld", "lli", "llu", "llx", "lf",
  ]

  private mutating func noteConversion(_ token: Token, _ placeholder: Placeholder) {
    let letters = String(table.spelling(token).dropFirst())
    guard placeholder == .integer || placeholder == .double,
      !Self.knownConversions.contains(letters)
    else { return }
    note(
      .conversion, .unverified, at: token.range,
      "Apple may not know the placeholder %\(letters)",
      portable: placeholder == .integer ? "%ld" : "%f")
  }

  private mutating func notePeriod(_ token: Token, _ index: Int) {
    guard let previous = table[index - 1], let next = table[index + 1] else { return }
    let range = previous.range.upperBound..<next.range.lowerBound
    guard range.count > 1 else { return }
    note(
      .blank, .unverified, at: range,
      "Apple may not accept a blank beside the period of a key path",
      portable: ".")
  }

  /// Reports a blank before arguments, as in `sum ({1, 2})`.
  mutating func noteBlankBeforeArguments(_ node: NodeIndex) {
    let index = tokens(node).lowerBound
    guard table.hasBlank(before: index + 1), let name = table[index], let next = table[index + 1]
    else { return }
    note(
      .blank, .unverified, at: name.range.upperBound..<next.range.lowerBound + 1,
      "Apple may not accept a blank between '\(table.spelling(name))' and its arguments",
      portable: "(")
  }

  private mutating func noteCarriageReturn(before token: Token, _ index: Int) {
    let start = table[index - 1]?.range.upperBound ?? 0
    noteCarriageReturn(in: start..<token.range.lowerBound)
  }

  private mutating func noteCarriageReturn(in range: Range<Int>) {
    guard table.bytes[range].contains(UInt8(ascii: "\r")) else { return }
    let kept = table.spelling(range).unicodeScalars.filter { $0 != "\r" }
    note(
      .blank, .unverified, at: range, "Apple's blanks are space, tab and newline",
      portable: kept.isEmpty ? " " : String(String.UnicodeScalarView(kept)))
  }
}
