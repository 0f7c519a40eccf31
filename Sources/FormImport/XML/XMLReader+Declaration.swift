// The encoding of a file: its first bytes, and the XML declaration. Only UTF-8 is read, and ASCII,
// which is a part of it. Anything else is named, because a form saved in another encoding reads
// as mistakes all over.

import FormFile

extension XMLReader {
  /// The first bytes of files in encodings of larger units: their marks, or a `<`.
  private static let wideEncodings: [(bytes: [UInt8], name: String)] = [
    ([0xFF, 0xFE, 0, 0], "UTF-32"), ([0, 0, 0xFE, 0xFF], "UTF-32"),
    ([0x3C, 0, 0, 0], "UTF-32"), ([0, 0, 0, 0x3C], "UTF-32"),
    ([0xFF, 0xFE], "UTF-16"), ([0xFE, 0xFF], "UTF-16"),
    ([0x3C, 0], "UTF-16"), ([0, 0x3C], "UTF-16"),
  ]

  /// Moves past a byte order mark, and refuses other encodings.
  mutating func encoding() throws(Problem) {
    if bytes.starts(with: JSONReader.byteOrderMark) {
      position = JSONReader.byteOrderMark.count
    } else if let wide = Self.wideEncodings.first(where: { bytes.starts(with: $0.bytes) }) {
      throw Problem("the text is \(wide.name)", range: 0..<2, hint: "save the file as UTF-8")
    }
  }

  /// Moves past an XML declaration, if there is one.
  mutating func declaration() throws(Problem) {
    let after = position + 5
    guard isNext("<?xml"), !isNamePart(at: after), byte(at: after) != UInt8(ascii: ":") else {
      return
    }
    inside = Construct(kind: .declaration, start: position)
    position = after
    guard let version = try declared("version") else { throw mistakeInDeclaration() }
    let number = bytes[version]
    guard number.starts(with: "1.".utf8), number.count > 2,
      number.dropFirst(2).allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else {
      throw Problem("the version must be 1.0", range: version, hint: "write version=\"1.0\"")
    }
    if let encoding = try declared("encoding") { try check(encoding) }
    if let standalone = try declared("standalone") {
      let word = String(decoding: bytes[standalone], as: UTF8.self)
      guard word == "yes" || word == "no" else {
        throw Problem(
          "standalone must be yes or no", range: standalone, hint: "write standalone=\"yes\"")
      }
    }
    skipBlanks()
    guard isNext("?>") else { throw mistakeInDeclaration() }
    position += 2
    inside = nil
  }

  private mutating func check(_ encoding: Range<Int>) throws(Problem) {
    let name = String(decoding: bytes[encoding], as: UTF8.self)
    switch name.lowercased() {
    case "utf-8": break
    case "us-ascii": isDeclaredASCII = true
    default:
      throw Problem(
        "the file says that its encoding is \(Problem.quoted(name)); only UTF-8 is read",
        range: encoding, hint: "save the file as UTF-8 and write encoding=\"UTF-8\"")
    }
  }

  /// The range of a value in the declaration, without quotes; nil if something else stands here.
  private mutating func declared(_ name: StaticString) throws(Problem) -> Range<Int>? {
    skipBlanks()
    guard XMLCharacters.isBlank(bytes[position - 1]), isNext(name) else { return nil }
    position += name.utf8CodeUnitCount
    skipBlanks()
    guard current == UInt8(ascii: "=") else { throw mistakeInDeclaration() }
    position += 1
    skipBlanks()
    let quote = current
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      throw mistakeInDeclaration()
    }
    position += 1
    let value = position
    while current < 0x80, XMLCharacters.isNamePart(current) { position += 1 }
    guard current == quote else { throw mistakeInDeclaration() }
    position += 1
    return value..<(position - 1)
  }
}
