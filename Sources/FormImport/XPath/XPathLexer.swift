// Cuts an XPath 1.0 into tokens. A name is an operator, such as `div`, where a value has ended, and
// so is `*`. One pass over the bytes; what is not ASCII is part of a name or of a text.

/// A token of an XPath.
struct XPathToken: Hashable {
  /// What a token is.
  enum Kind: Hashable {
    case number, name, text, end
    case `operator`(XPathOperator)
    /// A mark, such as `(` or `//`.
    case mark(String)
  }

  var kind: Kind
  /// The place, in UTF-8 offsets; of a text with its quotes.
  var range: Range<Int>
}

/// Cuts an XPath into tokens.
struct XPathLexer {
  private let bytes: [UInt8]
  private var place = 0
  private var tokens: [XPathToken] = []

  /// The tokens of an XPath; the last one is its end.
  static func tokens(of bytes: [UInt8]) throws(XPathError) -> [XPathToken] {
    var lexer = XPathLexer(bytes: bytes)
    while try lexer.readToken() {}
    lexer.tokens.append(XPathToken(kind: .end, range: bytes.count..<bytes.count))
    return lexer.tokens
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  /// Marks and operators, the longer ones first.
  private static let marks: [(bytes: [UInt8], kind: XPathToken.Kind)] =
    ["//", "::", ".."].map { (Array($0.utf8), .mark($0)) }
    + [.unequal, .lessOrEqual, .greaterOrEqual].map(symbol)
    + ["(", ")", "[", "]", "@", ",", "/", ".", "|", "$", ":"].map { (Array($0.utf8), .mark($0)) }
    + [.plus, .minus, .equal, .less, .greater, .times].map(symbol)

  private static func symbol(_ symbol: XPathOperator) -> ([UInt8], XPathToken.Kind) {
    (Array(symbol.rawValue.utf8), .operator(symbol))
  }

  /// Whether a value has ended, so that an operator follows.
  private var isBehindValue: Bool {
    switch tokens.last?.kind {
    case nil, .operator: false
    case .mark(let mark): [")", "]", ".", ".."].contains(mark)
    default: true
    }
  }

  /// Reads a token, and returns false at the end.
  private mutating func readToken() throws(XPathError) -> Bool {
    while place < bytes.count, Self.isBlank(bytes[place]) { place += 1 }
    guard place < bytes.count else { return false }
    let start = place
    switch bytes[place] {
    case UInt8(ascii: "'"), UInt8(ascii: "\""):
      guard let end = bytes[(place + 1)...].firstIndex(of: bytes[place]) else {
        throw XPathError(
          "the text in quotes does not end; close it with another "
            + String(decoding: [bytes[place]], as: UTF8.self), start..<bytes.count)
      }
      append(.text, upTo: end + 1)
    case let byte where Self.isDigit(byte) || byte == UInt8(ascii: ".") && isDigit(at: place + 1):
      skip(Self.isDigit)
      if place < bytes.count, bytes[place] == UInt8(ascii: ".") {
        place += 1
        skip(Self.isDigit)
      }
      append(.number, from: start)
    case let byte where Self.beginsName(byte):
      readName()
    default:
      try readMark()
    }
    return true
  }

  private mutating func readName() {
    let start = place
    // Behind a value a name is an operator, also in `div-1`.
    if isBehindValue {
      skip(Self.isLetter)
      let word = String(decoding: bytes[start..<place], as: UTF8.self)
      if let word = XPathOperator(rawValue: word) {
        append(.operator(word), from: start)
        return
      }
    }
    skip(Self.continuesName)
    // A prefix: one colon, and a name or `*` behind it.
    if place + 1 < bytes.count, bytes[place] == UInt8(ascii: ":"),
      Self.beginsName(bytes[place + 1])
    {
      place += 1
      skip(Self.continuesName)
    }
    append(.name, from: start)
  }

  private mutating func readMark() throws(XPathError) {
    let rest = bytes[place...]
    guard let mark = Self.marks.first(where: { rest.starts(with: $0.bytes) }) else {
      let scalar = String(decoding: rest.prefix(4), as: UTF8.self).unicodeScalars.first
      throw XPathError(
        "'\(scalar.map(String.init) ?? "")' has no meaning here", place..<(place + 1))
    }
    // Where a value has to stand, `*` is any node.
    if mark.kind == .operator(.times), !isBehindValue {
      append(.mark("*"), upTo: place + 1)
    } else {
      append(mark.kind, upTo: place + mark.bytes.count)
    }
  }

  private mutating func append(_ kind: XPathToken.Kind, from start: Int) {
    tokens.append(XPathToken(kind: kind, range: start..<place))
  }

  private mutating func append(_ kind: XPathToken.Kind, upTo end: Int) {
    tokens.append(XPathToken(kind: kind, range: place..<end))
    place = end
  }

  private mutating func skip(_ belongs: (UInt8) -> Bool) {
    while place < bytes.count, belongs(bytes[place]) { place += 1 }
  }

  private func isDigit(at index: Int) -> Bool {
    index < bytes.count && Self.isDigit(bytes[index])
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func beginsName(_ byte: UInt8) -> Bool {
    isLetter(byte) || byte == UInt8(ascii: "_") || byte >= 0x80
  }

  private static func continuesName(_ byte: UInt8) -> Bool {
    beginsName(byte) || isDigit(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
  }
}
