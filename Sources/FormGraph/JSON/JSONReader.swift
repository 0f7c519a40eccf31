// Bytes to a tree that knows its places: JSON exactly as RFC 8259 has it, in one pass. Takes any
// bytes whatever; the first thing that is not JSON is refused with its exact place, a sentence and
// a hint. One mistake is enough here: after it nothing can be known about what follows.

/// Reads JSON text.
public struct JSONReader {
  /// How many lists and objects may stand inside one another.
  public static let maximumDepth = 128
  /// How long a text may be.
  public static let maximumBytes = 64 << 20

  static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  let bytes: [UInt8]
  var position = 0
  /// Where the brackets stand that are still open, outermost first.
  var open: [Int] = []

  /// The tree of a JSON text, or the first mistake in it.
  ///
  /// A byte order mark is allowed at the start. Ranges are offsets in `bytes` as given.
  ///
  /// - Complexity: O(n).
  public static func read(_ bytes: [UInt8]) throws(Problem) -> JSONElement {
    guard bytes.count <= maximumBytes else {
      throw Problem(
        "the text is longer than \(maximumBytes >> 20) MiB", range: maximumBytes..<bytes.count)
    }
    var reader = JSONReader(bytes: bytes)
    try reader.skipByteOrderMark()
    reader.skipBlanks()
    guard reader.position < bytes.count else {
      throw Problem("the text is empty", range: 0..<0, hint: "write a JSON value, such as {}")
    }
    let root = try reader.element()
    reader.skipBlanks()
    guard reader.position == bytes.count else { throw reader.mistakeAfterRoot() }
    return root
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  // MARK: - Elements

  private mutating func element() throws(Problem) -> JSONElement {
    let start = position
    let content: JSONElement.Content
    switch current {
    case UInt8(ascii: "{"): content = .object(try object())
    case UInt8(ascii: "["): content = .array(try array())
    case UInt8(ascii: "\""): content = .string(try string())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): content = try number()
    default: content = try word()
    }
    return JSONElement(content, range: start..<position)
  }

  private mutating func array() throws(Problem) -> [JSONElement] {
    var elements: [JSONElement] = []
    var hasNext = try enter(closing: UInt8(ascii: "]"))
    while hasNext {
      elements.append(try element())
      hasNext = try separator(closing: UInt8(ascii: "]"))
    }
    return elements
  }

  private mutating func object() throws(Problem) -> [JSONMember] {
    var members: [JSONMember] = []
    var hasNext = try enter(closing: UInt8(ascii: "}"))
    while hasNext {
      let start = position
      guard current == UInt8(ascii: "\"") else { throw mistakeAtKey() }
      let key = try string()
      let keyRange = start..<position
      skipBlanks()
      guard current == UInt8(ascii: ":") else { throw mistakeAfterKey(keyRange) }
      position += 1
      skipBlanks()
      members.append(JSONMember(key: key, keyRange: keyRange, element: try element()))
      hasNext = try separator(closing: UInt8(ascii: "}"))
    }
    return members
  }

  /// Steps over an opening bracket; false where the closing one follows at once.
  private mutating func enter(closing: UInt8) throws(Problem) -> Bool {
    guard open.count < Self.maximumDepth else {
      throw Problem(
        "lists and objects stand inside one another more than \(Self.maximumDepth) deep",
        range: position..<(position + 1))
    }
    open.append(position)
    position += 1
    skipBlanks()
    return !leave(closing: closing)
  }

  /// Steps over the comma after a member; false where the closing bracket stands instead.
  private mutating func separator(closing: UInt8) throws(Problem) -> Bool {
    let memberEnd = position
    skipBlanks()
    if leave(closing: closing) { return false }
    let comma = position
    guard current == UInt8(ascii: ",") else { throw mistakeAfterMember(endingAt: memberEnd) }
    position += 1
    skipBlanks()
    guard current != closing else {
      throw Problem(
        "a comma stands before the closing \(character(at: position).name)",
        range: comma..<(comma + 1), hint: "remove the comma")
    }
    return true
  }

  private mutating func leave(closing: UInt8) -> Bool {
    guard current == closing else { return false }
    open.removeLast()
    position += 1
    return true
  }

  private mutating func word() throws(Problem) -> JSONElement.Content {
    let word = bytes[position..<wordEnd(from: position)]
    let content: JSONElement.Content
    if word.elementsEqual("true".utf8) {
      content = .bool(true)
    } else if word.elementsEqual("false".utf8) {
      content = .bool(false)
    } else if word.elementsEqual("null".utf8) {
      content = .null
    } else {
      throw mistakeAtValue()
    }
    position = word.endIndex
    return content
  }

  // MARK: - Bytes

  /// The byte that comes next; 0 at the end, which is never a byte of JSON either.
  var current: UInt8 { position < bytes.count ? bytes[position] : 0 }

  mutating func skipBlanks() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x0A, 0x0D, 0x09: position += 1
      default: return
      }
    }
  }

  private mutating func skipByteOrderMark() throws(Problem) {
    if bytes.starts(with: Self.byteOrderMark) {
      position = Self.byteOrderMark.count
    } else if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) {
      throw Problem("the text is UTF-16", range: 0..<2, hint: "save the file as UTF-8")
    }
  }

  /// Where a run of letters, digits, `_`, `$` and anything outside ASCII ends.
  func wordEnd(from start: Int) -> Int {
    var end = start
    while end < bytes.count, Self.isWordByte(bytes[end]) { end += 1 }
    return end
  }

  static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
      true
    default: false
    }
  }

  static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
}
