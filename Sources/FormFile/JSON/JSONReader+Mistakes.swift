// Messages for text that is not JSON. The reader knows only what it expected. These methods find
// the likely reason: syntax of another language, a typing mistake, or a truncated file.

import Predicate

extension JSONReader {
  // MARK: - Mistakes by expected token

  func mistakeAtValue() -> Problem {
    if let problem = mistakeAnywhere() ?? quotes() { return problem }
    switch current {
    case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "]"), UInt8(ascii: "}"):
      return here("a value is missing before \(character(at: position).name)")
    case UInt8(ascii: "+"):
      return here("a number cannot have a plus sign", hint: "remove the plus sign")
    case UInt8(ascii: "."):
      return here("digits are missing before the point", hint: "write 0 before the point")
    default: break
    }
    let end = wordEnd(from: position)
    guard end > position else { return unexpectedCharacter() }
    let word = String(decoding: bytes[position..<end], as: UTF8.self)
    return Problem(
      "\(Problem.quoted(word)) is not a JSON value", range: position..<end,
      hint: Self.hint(for: word))
  }

  func mistakeAtKey() -> Problem {
    if let problem = mistakeAnywhere() ?? quotes() { return problem }
    if current == UInt8(ascii: ",") || current == UInt8(ascii: ":") {
      return here("a key is missing before \(character(at: position).name)")
    }
    let end = wordEnd(from: position)
    guard end > position else {
      return here(
        "a key must stand here, not \(character(at: position).name)",
        hint: "keys are text in double quotes")
    }
    let word = String(decoding: bytes[position..<end], as: UTF8.self)
    return Problem(
      "the key \(Problem.quoted(word)) must stand in double quotes", range: position..<end,
      hint: "write \"\(word.prefix(Problem.maximumShown))\"")
  }

  func mistakeAfterKey(_ key: Range<Int>) -> Problem {
    if let problem = mistakeAnywhere() { return problem }
    if current == UInt8(ascii: "=") {
      return here("a colon must stand after a key", hint: "write : instead of =")
    }
    return Problem(
      "a colon is missing after the key", range: key.upperBound..<key.upperBound,
      hint: #"write "key": value"#)
  }

  func mistakeAfterMember(endingAt end: Int) -> Problem {
    if let problem = mistakeAnywhere() { return problem }
    let isArray = open.last.map { entries[$0].kind == .array } ?? false
    switch current {
    case UInt8(ascii: "]"), UInt8(ascii: "}"):
      return here(
        "\(character(at: position).name) cannot close \(isArray ? "a list" : "an object")",
        hint: "write \(isArray ? "]" : "}")", related: openingNote())
    case UInt8(ascii: ":") where isArray:
      return here("a list cannot have keys", hint: "write keys and values between { and }")
    case UInt8(ascii: ";"):
      return here("a comma must stand between members", hint: "write , instead of ;")
    case UInt8(ascii: "\""), UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "-"):
      break
    default:
      guard Self.isWordByte(current) || quotes() != nil else { return unexpectedCharacter() }
    }
    if end == position, end > 0, bytes[end - 1] == UInt8(ascii: "\"") {
      return Problem(
        "the text ends before \(character(at: position).name)", range: (end - 1)..<end,
        hint: "write \\\" for a quotation mark inside it, or ' in a condition")
    }
    return Problem("a comma is missing", range: end..<end, hint: "write , between members")
  }

  func mistakeAfterRoot() -> Problem {
    if let problem = mistakeAnywhere() { return problem }
    return here("text stands after the end of the JSON value", hint: "one text holds one value")
  }

  // MARK: - Mistakes in any place

  /// The mistakes that do not depend on what is expected; nil if there is none.
  private func mistakeAnywhere() -> Problem? {
    if position >= bytes.count { return unexpectedEnd(inStringAt: nil) }
    if bytes[position] >= 0x80, Self.sequenceLength(at: position, in: text) == 0 {
      return invalidUTF8()
    }
    let next = position + 1 < bytes.count ? bytes[position + 1] : 0
    let isSlashed = next == UInt8(ascii: "/") || next == UInt8(ascii: "*")
    if current == UInt8(ascii: "#") || (current == UInt8(ascii: "/") && isSlashed) {
      let end = position + (current == UInt8(ascii: "#") ? 1 : 2)
      return Problem(
        "JSON does not allow comments", range: position..<end, hint: "remove the comment")
    }
    return nil
  }

  private func quotes() -> Problem? {
    let character = character(at: position)
    guard ["'", "`", "“", "”", "„", "‘", "’", "«"].contains(character.text) else { return nil }
    return here(
      "text needs straight double quotes, not \(character.text)", hint: "write \" instead")
  }

  private func unexpectedCharacter() -> Problem {
    here("\(character(at: position).name) cannot stand here")
  }

  func invalidUTF8() -> Problem {
    let byte = String(bytes[position], radix: 16, uppercase: true)
    return Problem(
      "the byte 0x\(byte) at offset \(position) is not UTF-8", range: position..<(position + 1),
      hint: "save the file as UTF-8")
  }

  func controlCharacter(inStringAt quote: Int) -> Problem {
    switch bytes[position] {
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
      return Problem(
        "the string does not end on its line", range: quote..<position,
        hint: #"close it with ", or write \n for a line break"#)
    case UInt8(ascii: "\t"):
      return here("a tab cannot stand inside a string", hint: #"write \t"#)
    default:
      let hex = String(bytes[position], radix: 16)
      let digits = String(repeating: "0", count: 4 - hex.count) + hex
      return here("a control character cannot stand inside a string", hint: "write \\u\(digits)")
    }
  }

  /// The problem of an invalid escape.
  func mistakeInEscape(from start: Int, inStringAt quote: Int) -> Problem {
    guard start + 1 < bytes.count else { return unexpectedEnd(inStringAt: quote) }
    guard bytes[start + 1] == UInt8(ascii: "u") else {
      let character = character(at: start + 1)
      return Problem(
        "a backslash cannot stand before \(character.name)",
        range: start..<min(bytes.count, start + 1 + character.length),
        hint: #"write \\ for a backslash"#)
    }
    guard let first = JSONEscape.unit(at: start, in: text) else { return missingHexDigits(start) }
    let end = start + 6
    let isFollowed = first < 0xDC00 && bytes[end...].starts(with: #"\u"#.utf8)
    if isFollowed, JSONEscape.unit(at: end, in: text) == nil { return missingHexDigits(end) }
    return Problem(
      "\(String(decoding: bytes[start..<end], as: UTF8.self)) is half of a character",
      range: start..<end, hint: #"write both halves, like \ud83d\ude00, or the character itself"#)
  }

  private func missingHexDigits(_ start: Int) -> Problem {
    let digits = bytes[(start + 2)...].prefix { JSONEscape.hexDigit($0) != nil }
    return Problem(
      #"four hexadecimal digits must follow \u"#, range: start..<digits.endIndex,
      hint: #"write, for example, \u00e9"#)
  }

  // MARK: - Numbers

  func missingDigits(from start: Int, _ place: String) -> Problem {
    let end = wordEnd(from: position)
    let word = String(decoding: bytes[position..<end], as: UTF8.self)
    if Self.infinities.contains(word.lowercased()) {
      return Problem(
        "-\(word) is not a JSON value", range: start..<end, hint: Self.hint(for: word))
    }
    return Problem("digits are missing \(place) of the number", range: start..<position)
  }

  func leadingZero(from start: Int) -> Problem {
    let sign = bytes[start] == UInt8(ascii: "-") ? "-" : ""
    let digits = bytes[start..<position].drop { $0 == UInt8(ascii: "-") || $0 == 0x30 }
    let number = digits.isEmpty ? "0" : String(decoding: digits, as: UTF8.self)
    return Problem(
      "a number cannot begin with an extra 0", range: start..<position,
      hint: digits.count <= Problem.maximumShown ? "write \(sign)\(number)" : nil)
  }

  func notANumber(from start: Int) -> Problem {
    var end = position
    while end < bytes.count, Self.isWordByte(bytes[end]) || bytes[end] == UInt8(ascii: ".") {
      end += 1
    }
    let text = String(decoding: bytes[start..<end], as: UTF8.self)
    return Problem(
      "\(Problem.quoted(text)) is not a number", range: start..<end,
      hint: "put text in double quotes")
  }

  // MARK: - Unexpected end

  /// The problem of a text that ends too early.
  ///
  /// It names what is still open.
  func unexpectedEnd(inStringAt quote: Int?) -> Problem {
    var end = bytes.count
    while end > 0, [0x20, 0x0A, 0x0D, 0x09].contains(bytes[end - 1]) { end -= 1 }
    if let quote {
      return Problem(
        "the JSON ends inside a string", range: end..<end, hint: "close the string with \"",
        related: [Problem.Related("the string begins here", range: quote..<(quote + 1))])
    }
    guard let last = open.last else {
      return Problem("the text is empty", range: 0..<0, hint: "write a JSON value, such as {}")
    }
    let closing = open.reversed().map { entries[$0].kind == .object ? "}" : "]" }.joined()
    let kind = entries[last].kind == .object ? "an object" : "a list"
    return Problem(
      "the JSON ends inside \(kind)", range: end..<end, hint: "close it with \(closing)",
      related: openingNote())
  }

  private func openingNote() -> [Problem.Related] {
    guard let last = open.last else { return [] }
    let kind = entries[last].kind == .object ? "the object" : "the list"
    let start = Int(entries[last].start)
    return [Problem.Related("\(kind) begins here", range: start..<(start + 1))]
  }

  // MARK: - Words

  private static let infinities: Set<String> = ["nan", "inf", "infinity"]

  private static func hint(for word: String) -> String {
    let lowercased = word.lowercased()
    if infinities.contains(lowercased) { return "write null, or a number" }
    if ["nil", "none", "undefined"].contains(lowercased) { return "did you mean null?" }
    if ["yes", "on"].contains(lowercased) { return "did you mean true?" }
    if ["no", "off"].contains(lowercased) { return "did you mean false?" }
    return Spelling.nearest(to: word, among: ["true", "false", "null"])
      .map { "did you mean \($0)?" } ?? "put text in double quotes"
  }

  /// The character at an offset, its form in messages, and its length in bytes.
  func character(at position: Int) -> (text: String, name: String, length: Int) {
    guard position < bytes.count else { return ("", "the end", 0) }
    let length = max(1, Self.sequenceLength(at: position, in: text))
    let text = String(decoding: bytes[position..<(position + length)], as: UTF8.self)
    guard bytes[position] >= 0x20, bytes[position] != 0x7F else {
      return (text, "a control character", length)
    }
    return (text, "'\(text)'", length)
  }

  private func here(
    _ message: String, hint: String? = nil, related: [Problem.Related] = []
  ) -> Problem {
    let end = position + character(at: position).length
    return Problem(message, range: position..<end, hint: hint, related: related)
  }
}
