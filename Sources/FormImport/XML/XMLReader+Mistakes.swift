// Messages for text that is not XML. The reader knows only what it expected. These methods find the
// likely reason: a sign that must be written as a reference, a tag that is not closed, a truncated
// file.

import FormFile

extension XMLReader {
  // MARK: - Around the root

  func mistakeBeforeRoot() -> Problem {
    if isNext("</") {
      return here("an end tag stands before the first element", hint: "remove it")
    }
    if current == UInt8(ascii: "<") {
      return position + 1 < bytes.count ? noName(after: "<") : unexpectedEnd()
    }
    return mistake("text stands before the first element", hint: "remove it")
  }

  func mistakeAfterRoot() -> Problem {
    if isNext("</") {
      return mistake("an end tag stands after the end of the root", hint: "remove it")
    }
    guard current != UInt8(ascii: "<") else {
      return here(
        "something stands after the end of the root", hint: "put one element around everything")
    }
    return mistake("text stands after the end of the root", hint: "remove it")
  }

  // MARK: - Tags

  private static let letters = "a name has letters, digits, hyphens, periods and _"

  /// The position is after the `<`, and no name begins there.
  func mistakeAfterOpening() -> Problem { atEnd() ?? noName(after: "<") }

  /// The place is the sign itself: it is what has to be written in another way.
  private func noName(after sign: StaticString) -> Problem {
    let start = inside?.start ?? position
    return Problem(
      "a name must follow '\(sign)'", range: start..<(start + sign.utf8CodeUnitCount),
      hint: "write &lt; for the sign < itself")
  }

  func mistakeInTag() -> Problem {
    if current == UInt8(ascii: "/"), position + 1 == bytes.count { return unexpectedEnd() }
    guard current == UInt8(ascii: "<") else {
      return mistake(
        "\(shown) cannot stand here in a tag", hint: Self.letters, related: insideNote())
    }
    return here("the tag does not end", hint: "write > before this tag", related: insideNote())
  }

  func mistakeAfterAttributeName(_ name: XMLTree.NameEntry, _ end: Int) -> Problem {
    let isName = position > end || [">", "/", "<"].contains { current == UInt8(ascii: $0) }
    guard !isName || position >= bytes.count else {
      return Problem(
        "the attribute \(quoted(name)) has no value", range: range(of: name),
        hint: "write \(Problem.shortened(string(of: name)))=\"…\"")
    }
    return mistake("\(shown) cannot stand in the name of an attribute", hint: Self.letters)
  }

  func mistakeAtValue(of name: XMLTree.NameEntry) -> Problem {
    mistake(
      "the value of \(quoted(name)) must stand in quotes",
      hint: "write \(Problem.shortened(string(of: name)))=\"…\"")
  }

  func mistakeInValue() -> Problem {
    here(
      "'<' cannot stand in an attribute value", hint: "write &lt;, or end the value before it",
      related: insideNote())
  }

  /// The position is after `</`, and the end tag is not the one of the innermost element.
  mutating func mistakeAtEndTag(of name: XMLTree.NameEntry) -> Problem {
    guard isNameStart(at: position) else {
      return atEnd()
        ?? mistake("the name of an element must follow '</'", hint: "write \(endTag(for: name))")
    }
    let found: XMLTree.NameEntry
    do { found = try self.name() } catch { return error }
    if let problem = atEnd() { return problem }
    let given = string(of: found)
    let isOpen = open.contains { string(of: $0.entry.name) == given }
    return Problem(
      "the end tag of \(quoted(found)) cannot close \(quoted(name))", range: range(of: found),
      hint: "write \(endTag(for: name))\(isOpen ? " before it" : "")",
      related: [openingNote(name)])
  }

  /// An end tag as it is written.
  func endTag(for name: XMLTree.NameEntry) -> String { "</\(Problem.shortened(string(of: name)))>" }

  // MARK: - References

  private static let ampersand = "write &amp; for the sign & itself"

  func mistakeInNumber(from start: Int, hasDigits: Bool) -> Problem {
    if let problem = atEnd() { return problem }
    let spelled = quoted(start..<position)
    return hasDigits
      ? Problem(
        "a semicolon is missing after \(spelled)", range: start..<position, hint: "write ;")
      : Problem("digits must follow \(spelled)", range: start..<position, hint: Self.ampersand)
  }

  /// The position is after the `&`, and no name begins there.
  func mistakeAfterAmpersand(_ start: Int) -> Problem {
    atEnd()
      ?? Problem("a name or # must follow '&'", range: start..<(start + 1), hint: Self.ampersand)
  }

  func mistakeAfterEntity(_ start: Int) -> Problem {
    let name = String(decoding: bytes[(start + 1)..<position], as: UTF8.self)
    return atEnd()
      ?? Problem(
        "a semicolon is missing after \(quoted(start..<position))", range: start..<position,
        hint: Self.entities[name] == nil ? Self.ampersand : "write &\(name);")
  }

  func unknownEntity(_ range: Range<Int>) -> Problem {
    Problem(
      "unknown entity \(quoted(range))", range: range,
      hint: "write the character itself, or its number, such as &#160;")
  }

  // MARK: - Signs that begin something

  /// The position is at a `<!` that begins no comment, and no CDATA inside an element.
  func mistakeAfterExclamation() -> Problem {
    let rest = bytes[position...].prefix(9)
    let words = ["<!--", "<![CDATA[", "<!DOCTYPE"]
    let isCut = rest.count < 9 && words.contains { $0.utf8.starts(with: rest) }
    if isCut { return unexpectedEnd() }
    if String(decoding: rest, as: UTF8.self).uppercased() == "<!DOCTYPE" {
      return Problem(
        "a document type (DTD) is not read", range: position..<(position + 9),
        hint: "remove it, and write characters in place of entities that it declares")
    }
    if isNext("<![CDATA[") {
      return Problem(
        "a CDATA section must stand inside an element", range: position..<(position + 9),
        hint: "remove it")
    }
    return Problem(
      "'<!' begins nothing that is known", range: position..<(position + 2),
      hint: "a comment begins with <!--")
  }

  /// The position is at `--` without a `>`.
  func mistakeInComment() -> Problem {
    guard position + 2 < bytes.count else { return unexpectedEnd() }
    return Problem(
      "'--' cannot stand in a comment", range: position..<(position + 2),
      hint: "end the comment with -->", related: insideNote())
  }

  /// An XML declaration that is not at the start of the file, or an instruction with its name.
  func lateDeclaration(_ range: Range<Int>) -> Problem {
    guard bytes[range].dropFirst(2).elementsEqual("xml".utf8) else {
      return Problem(
        "the name of an instruction cannot be \(quoted((range.lowerBound + 2)..<range.upperBound))",
        range: range, hint: "remove the instruction")
    }
    return Problem(
      "the XML declaration must stand at the very start of the file", range: range,
      hint: "remove what stands before it, also blanks and empty lines")
  }

  func mistakeInDeclaration() -> Problem {
    mistake(
      "\(shown) cannot stand here in the XML declaration",
      hint: "write <?xml version=\"1.0\" encoding=\"UTF-8\"?>")
  }

  // MARK: - Characters

  /// The position is at a character that cannot stand anywhere.
  func mistakeAtCharacter() -> Problem { mistake("\(shown) cannot stand here") }

  /// The mistakes that do not depend on what is expected; nil if there is none.
  private func mistakeAnywhere() -> Problem? {
    if let problem = atEnd() { return problem }
    let length = JSONReader.sequenceLength(at: position, in: text)
    guard length > 0 else {
      let byte = String(bytes[position], radix: 16, uppercase: true)
      return Problem(
        "the byte 0x\(byte) at offset \(position) is not UTF-8", range: position..<(position + 1),
        hint: "save the file as UTF-8")
    }
    guard let (scalar, _) = scalar(at: position) else {
      return here(
        "the file says that it is in ASCII, which does not have \(shown)",
        hint: "save the file as UTF-8 and write encoding=\"UTF-8\"")
    }
    guard !XMLCharacters.isCharacter(scalar) else { return nil }
    let code = String(scalar, radix: 16, uppercase: true)
    let digits = String(repeating: "0", count: max(0, 4 - code.count)) + code
    return here("U+\(digits) is not a character of XML", hint: "remove it")
  }

  /// The problem of a text that ends here; nil if the text goes on.
  private func atEnd() -> Problem? { position < bytes.count ? nil : unexpectedEnd() }

  /// The problem of a text that ends too early.
  ///
  /// It names what is still open.
  private func unexpectedEnd() -> Problem {
    var end = bytes.count
    while end > 0, XMLCharacters.isBlank(bytes[end - 1]) { end -= 1 }
    if let inside {
      let (name, sign) = words(for: inside)
      return Problem(
        "the XML ends inside \(name)", range: end..<end, hint: "end it with \(sign)",
        related: insideNote())
    }
    guard let name = open.last?.entry.name else {
      return Problem(
        "the XML has no element", range: end..<end, hint: "write one element around everything")
    }
    return Problem(
      "the XML ends inside the element \(quoted(name))", range: end..<end,
      hint: "close it with \(endTag(for: name))", related: [openingNote(name)])
  }

  // MARK: - Words

  /// What a construct is called, and what ends it.
  private func words(for construct: Construct) -> (name: String, end: String) {
    switch construct.kind {
    case .declaration: ("the XML declaration", "?>")
    case .comment: ("a comment", "-->")
    case .instruction: ("an instruction", "?>")
    case .cdata: ("a CDATA section", "]]>")
    case .tag: ("a tag", ">")
    case .endTag: ("an end tag", ">")
    case .value: ("an attribute value", String(UnicodeScalar(bytes[construct.start])))
    }
  }

  private func insideNote() -> [Problem.Related] {
    guard let inside else { return [] }
    let range = inside.start..<(inside.start + 1)
    return [Problem.Related("\(words(for: inside).name) begins here", range: range)]
  }

  private func openingNote(_ name: XMLTree.NameEntry) -> Problem.Related {
    let range = range(of: name)
    return Problem.Related(
      "the element \(quoted(name)) begins here", range: (range.lowerBound - 1)..<range.upperBound)
  }

  /// The current character in messages.
  var shown: String {
    let length = max(1, JSONReader.sequenceLength(at: position, in: text))
    return Problem.quoted(String(decoding: bytes[position...].prefix(length), as: UTF8.self))
  }

  /// The range of a name with its prefix.
  func range(of name: XMLTree.NameEntry) -> Range<Int> {
    Int(name.start)..<(Int(name.start) + Int(name.length))
  }

  /// A name in messages.
  func quoted(_ name: XMLTree.NameEntry) -> String { Problem.quoted(string(of: name)) }

  /// A part of the file in messages.
  func quoted(_ range: Range<Int>) -> String {
    Problem.quoted(String(decoding: bytes[range], as: UTF8.self))
  }

  private func string(of name: XMLTree.NameEntry) -> String {
    String(decoding: bytes[range(of: name)], as: UTF8.self)
  }

  /// A mistake at the current character, or the one that the character is anywhere.
  func mistake(
    _ message: @autoclosure () -> String, hint: String? = nil, related: [Problem.Related] = []
  ) -> Problem {
    mistakeAnywhere() ?? here(message(), hint: hint, related: related)
  }

  private func here(
    _ message: String, hint: String? = nil, related: [Problem.Related] = []
  ) -> Problem {
    let length = max(1, JSONReader.sequenceLength(at: position, in: text))
    return Problem(
      message, range: position..<min(bytes.count, position + length), hint: hint, related: related)
  }
}
