// Text between tags and in attribute values: references, CDATA, line breaks, and what stands aside
// of the text, that is, comments and processing instructions.

import FormFile

extension XMLReader {
  // MARK: - Texts

  /// Parses everything up to the next tag.
  mutating func characters() throws(Problem) -> XMLTexts.Entry {
    var draft = texts.begin(at: position)
    while true {
      skipPlain(UInt8(ascii: "<"), UInt8(ascii: "&"), UInt8(ascii: "]"))
      switch current {
      case UInt8(ascii: "<"):
        let start = position
        if isNext("<![CDATA[") {
          try cdata(&draft)
        } else if try skipAside() {
          texts.leaveOut(start..<position, in: &draft, of: text)
        } else {
          return texts.end(draft, at: position, of: text)
        }
      case UInt8(ascii: "&"): try reference(&draft)
      case UInt8(ascii: "\r"): lineBreak(as: "\n", &draft)
      case UInt8(ascii: "]") where isNext("]]>"):
        throw Problem(
          "']]>' cannot stand in text", range: position..<(position + 3), hint: "write ]]&gt;")
      default: try skipCharacter()
      }
    }
  }

  /// Parses a CDATA section, in which only its end has a meaning.
  private mutating func cdata(_ draft: inout XMLTexts.Draft) throws(Problem) {
    inside = Construct(kind: .cdata, start: position)
    leaveOut(9, &draft)
    while !isNext("]]>") {
      if current == UInt8(ascii: "\r") {
        lineBreak(as: "\n", &draft)
      } else {
        try skipCharacter()
        skipPlain(UInt8(ascii: "]"), UInt8(ascii: "]"), UInt8(ascii: "]"))
      }
    }
    leaveOut(3, &draft)
    inside = nil
  }

  /// Parses an attribute value with its quotes.
  mutating func value() throws(Problem) -> XMLTexts.Entry {
    let quote = current
    let tag = inside
    inside = Construct(kind: .value, start: position)
    position += 1
    var draft = texts.begin(at: position)
    while true {
      skipPlain(quote, UInt8(ascii: "&"), UInt8(ascii: "<"))
      switch current {
      case quote:
        let entry = texts.end(draft, at: position, of: text)
        position += 1
        inside = tag
        return entry
      case UInt8(ascii: "&"): try reference(&draft)
      case UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        lineBreak(as: " ", &draft)
      case UInt8(ascii: "<"): throw mistakeInValue()
      default: try skipCharacter()
      }
    }
  }

  /// Moves past a line break or a tab, which the text has as another character.
  private mutating func lineBreak(as scalar: Unicode.Scalar, _ draft: inout XMLTexts.Draft) {
    let start = position
    position += isNext("\r\n") ? 2 : 1
    texts.replace(start..<position, with: scalar, in: &draft, of: text)
  }

  private mutating func leaveOut(_ length: Int, _ draft: inout XMLTexts.Draft) {
    texts.leaveOut(position..<(position + length), in: &draft, of: text)
    position += length
  }

  // MARK: - Characters

  /// Moves past printable ASCII but three characters.
  @inline(__always)
  private mutating func skipPlain(_ first: UInt8, _ second: UInt8, _ third: UInt8) {
    while position < text.count {
      let byte = text[position]
      guard (0x20..<0x80).contains(byte), byte != first, byte != second, byte != third else {
        return
      }
      position += 1
    }
  }

  /// Moves past a character that stands for itself.
  mutating func skipCharacter() throws(Problem) {
    let byte = current
    if byte < 0x80 {
      guard byte >= 0x20 || XMLCharacters.isBlank(byte) else { throw mistakeAtCharacter() }
      position += 1
    } else {
      guard let (scalar, length) = scalar(at: position), XMLCharacters.isCharacter(scalar) else {
        throw mistakeAtCharacter()
      }
      position += length
    }
  }

  // MARK: - References

  /// Parses a reference to a character.
  private mutating func reference(_ draft: inout XMLTexts.Draft) throws(Problem) {
    let start = position
    let scalar = byte(at: start + 1) == UInt8(ascii: "#") ? try number() : try entity()
    texts.replace(start..<position, with: scalar, in: &draft, of: text)
  }

  private mutating func number() throws(Problem) -> Unicode.Scalar {
    let start = position
    let isHexadecimal = byte(at: start + 2) == UInt8(ascii: "x")
    position += isHexadecimal ? 3 : 2
    let digits = position
    var value: UInt32 = 0
    while let digit = JSONEscape.hexDigit(current), isHexadecimal || digit < 10 {
      // What is too large stays too large, however long it is.
      value = min(value * (isHexadecimal ? 16 : 10) + digit, 0x11_0000)
      position += 1
    }
    guard position > digits, current == UInt8(ascii: ";") else {
      throw mistakeInNumber(from: start, hasDigits: position > digits)
    }
    position += 1
    guard XMLCharacters.isCharacter(value), let scalar = Unicode.Scalar(value) else {
      throw Problem(
        "\(quoted(start..<position)) is not a character of XML", range: start..<position,
        hint: "remove it")
    }
    return scalar
  }

  private mutating func entity() throws(Problem) -> Unicode.Scalar {
    let start = position
    position += 1
    guard isNameStart(at: position) else { throw mistakeAfterAmpersand(start) }
    skipNamePart()
    try checkLength(ofNameAt: start + 1)
    guard current == UInt8(ascii: ";") else { throw mistakeAfterEntity(start) }
    let scalar = Self.entities[String(decoding: bytes[(start + 1)..<position], as: UTF8.self)]
    position += 1
    guard let scalar else { throw unknownEntity(start..<position) }
    return scalar
  }

  /// The entities that every XML document has.
  static let entities: [String: Unicode.Scalar] = [
    "lt": "<", "gt": ">", "amp": "&", "quot": "\"", "apos": "'",
  ]

  // MARK: - Aside of the text

  /// Moves past a comment or an instruction; false if there is something else.
  mutating func skipAside() throws(Problem) -> Bool {
    if isNext("<!--") {
      try comment()
    } else if isNext("<?") {
      try instruction()
    } else if isNext("<!") {
      throw mistakeAfterExclamation()
    } else {
      return false
    }
    return true
  }

  private mutating func comment() throws(Problem) {
    inside = Construct(kind: .comment, start: position)
    position += 4
    while !isNext("--") {
      try skipCharacter()
      skipPlain(UInt8(ascii: "-"), UInt8(ascii: "-"), UInt8(ascii: "-"))
    }
    guard byte(at: position + 2) == UInt8(ascii: ">") else { throw mistakeInComment() }
    position += 3
    inside = nil
  }

  private mutating func instruction() throws(Problem) {
    let start = position
    inside = Construct(kind: .instruction, start: start)
    position += 2
    guard isNameStart(at: position) else {
      throw mistake("a name must follow '<?'", hint: "write &lt; for the sign < itself")
    }
    skipNamePart()
    try checkLength(ofNameAt: start + 2)
    let name = String(decoding: bytes[(start + 2)..<position], as: UTF8.self)
    guard name.lowercased() != "xml" else { throw lateDeclaration(start..<position) }
    guard XMLCharacters.isBlank(current) || isNext("?>") else {
      throw mistake("\(shown) cannot stand in the name of an instruction", hint: "write a blank")
    }
    while !isNext("?>") {
      try skipCharacter()
      skipPlain(UInt8(ascii: "?"), UInt8(ascii: "?"), UInt8(ascii: "?"))
    }
    position += 2
    inside = nil
  }
}
