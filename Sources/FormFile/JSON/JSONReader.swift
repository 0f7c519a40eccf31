// Parses bytes into a document in one pass: JSON exactly as in RFC 8259, and optionally with commas
// before closing brackets. Accepts any bytes. The first mistake is reported with its exact place, a
// sentence and a hint. Parsing stops there, because nothing is certain about the text after a
// mistake.

import Predicate

/// Parses JSON text.
public struct JSONReader {
  /// The largest depth of lists and objects inside each other.
  public static let maximumDepth = 128
  /// The largest length of a text in bytes.
  public static let maximumBytes = 64 << 20

  /// The bytes that UTF-8 files of some editors begin with.
  package static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The text, for the methods that report mistakes.
  let bytes: [UInt8]
  /// The same text without the bounds checks of an array.
  ///
  /// Only parsing uses it, and must not read at or past its end.
  let text: UnsafeBufferPointer<UInt8>
  var position = 0
  var entries: [JSONDocument.Entry] = []
  /// The entries of the open brackets, outermost first.
  var open: [Int] = []
  /// The state of the innermost open bracket.
  ///
  /// `outer` has the states of the brackets around it.
  var inner = Bracket()
  private var outer: [Bracket] = []
  var hasDuplicateKeys = false
  private let allowsTrailingCommas: Bool

  /// The state of an open list or object.
  struct Bracket {
    var isObject = false
    /// The number of members so far.
    var count = 0
    /// One bit for each of its keys.
    ///
    /// Several keys may share a bit.
    var keys: UInt64 = 0
    /// Whether finding duplicate keys needs a set.
    var needsSet = false
  }

  /// Parses a JSON text.
  ///
  /// A byte order mark at the start is allowed. Ranges are offsets in `bytes`.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - allowsTrailingCommas: Whether a comma is allowed before a closing bracket. JSON does not
  ///     allow it, but some files have it.
  ///   - maximumBytes: The largest length of the text.
  /// - Throws: The first mistake in the text.
  /// - Returns: The root element.
  /// - Complexity: O(n) in the length of the text.
  public static func read(
    _ bytes: [UInt8], allowsTrailingCommas: Bool = false,
    maximumBytes: Int = JSONReader.maximumBytes
  ) throws(Problem) -> JSONElement {
    try checkLength(of: bytes, maximumBytes)
    return JSONElement(
      document: try document(bytes, allowsTrailingCommas: allowsTrailingCommas), index: 0)
  }

  /// Refuses a text that is longer than a limit.
  package static func checkLength(of bytes: [UInt8], _ maximum: Int) throws(Problem) {
    guard bytes.count > maximum else { return }
    let (size, unit) =
      maximum % (1 << 20) == 0 ? (maximum >> 20, "MiB") : (maximum, "bytes")
    throw Problem("the text is longer than \(size) \(unit)", range: maximum..<bytes.count)
  }

  static func document(
    _ bytes: [UInt8], allowsTrailingCommas: Bool = false
  ) throws(Problem) -> JSONDocument {
    try checkLength(of: bytes, maximumBytes)
    return try bytes.withUnsafeBufferPointer { text in
      var reader = JSONReader(
        bytes: bytes, text: text, allowsTrailingCommas: allowsTrailingCommas)
      return Result { () throws(Problem) in try reader.document() }
    }.get()
  }

  private init(bytes: [UInt8], text: UnsafeBufferPointer<UInt8>, allowsTrailingCommas: Bool) {
    self.bytes = bytes
    self.allowsTrailingCommas = allowsTrailingCommas
    self.text = text
    // A form has hardly ever more than one entry in eight bytes; if it does, the list grows.
    // Reserved memory costs nothing until it is written.
    entries.reserveCapacity(text.count / 8 + 8)
    open.reserveCapacity(Self.maximumDepth)
    outer.reserveCapacity(Self.maximumDepth)
  }

  private mutating func document() throws(Problem) -> JSONDocument {
    try skipByteOrderMark()
    skipBlanks()
    try root()
    skipBlanks()
    guard position == text.count else { throw mistakeAfterRoot() }
    return JSONDocument(bytes: bytes, entries: entries, hasDuplicateKeys: hasDuplicateKeys)
  }

  // MARK: - Values

  /// Parses the root with everything inside it.
  private mutating func root() throws(Problem) {
    while true {
      switch current {
      case UInt8(ascii: "{"):
        try enter(.object)
        if !leave(.object) {
          try key()
          continue
        }
      case UInt8(ascii: "["):
        try enter(.array)
        if !leave(.array) { continue }
      case UInt8(ascii: "\""): try string()
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try number()
      default: try word()
      }
      guard try nextMember() else { return }
    }
  }

  /// Moves from the end of a value to the next value; false at the end of the root.
  private mutating func nextMember() throws(Problem) -> Bool {
    while !open.isEmpty {
      let kind = inner.isObject ? JSONDocument.Kind.object : .array
      let memberEnd = position
      inner.count += 1
      skipBlanks()
      if leave(kind) { continue }
      let comma = position
      guard current == UInt8(ascii: ",") else { throw mistakeAfterMember(endingAt: memberEnd) }
      position += 1
      skipBlanks()
      guard current != Self.closing(kind) else {
        if allowsTrailingCommas, leave(kind) { continue }
        throw Problem(
          "a comma stands before the closing \(character(at: position).name)",
          range: comma..<(comma + 1),
          hint: "remove the comma; formeval --trailing-commas allows it in a form file")
      }
      if inner.isObject { try key() }
      return true
    }
    return false
  }

  /// Parses a key and its colon.
  private mutating func key() throws(Problem) {
    let start = position
    guard current == UInt8(ascii: "\"") else { throw mistakeAtKey() }
    try string()
    if !hasDuplicateKeys { hasDuplicateKeys = isDuplicate() }
    let end = position
    skipBlanks()
    guard current == UInt8(ascii: ":") else { throw mistakeAfterKey(start..<end) }
    position += 1
    skipBlanks()
  }

  /// Moves past an opening bracket.
  private mutating func enter(_ kind: JSONDocument.Kind) throws(Problem) {
    guard open.count < Self.maximumDepth else {
      throw Problem(
        "lists and objects stand inside one another more than \(Self.maximumDepth) deep",
        range: position..<(position + 1))
    }
    open.append(entries.count)
    outer.append(inner)
    inner = Bracket(isObject: kind == .object)
    entries.append(.init(kind, start: position, detail: 0))
    position += 1
    skipBlanks()
  }

  /// Moves past the closing bracket of the innermost list or object; false if there is another
  /// byte.
  @inline(__always)
  private mutating func leave(_ kind: JSONDocument.Kind) -> Bool {
    guard current == Self.closing(kind), let opening = open.popLast() else { return false }
    if inner.needsSet, !hasDuplicateKeys { hasDuplicateKeys = hasDuplicates(after: opening) }
    entries[opening] = .init(
      kind, start: Int(entries[opening].start), detail: entries.count)
    entries.append(.init(.end, start: position, detail: inner.count))
    inner = outer.popLast() ?? Bracket()
    position += 1
    return true
  }

  private static func closing(_ kind: JSONDocument.Kind) -> UInt8 {
    kind == .object ? UInt8(ascii: "}") : UInt8(ascii: "]")
  }

  private mutating func word() throws(Problem) {
    switch current {
    case UInt8(ascii: "t") where isNext("true"): append(.true, from: position, to: position + 4)
    case UInt8(ascii: "f") where isNext("false"): append(.false, from: position, to: position + 5)
    case UInt8(ascii: "n") where isNext("null"): append(.null, from: position, to: position + 4)
    default: throw mistakeAtValue()
    }
  }

  /// Whether a word is at the current position and ends there.
  private func isNext(_ word: StaticString) -> Bool {
    let end = position + word.utf8CodeUnitCount
    guard end <= text.count, end == text.count || !Self.isWordByte(text[end]) else { return false }
    return word.withUTF8Buffer {
      haveEqualBytes($0, UnsafeBufferPointer(rebasing: text[position..<end]))
    }
  }

  // MARK: - Bytes

  /// Appends an entry for a range of bytes and moves to its end.
  @inline(__always)
  mutating func append(_ kind: JSONDocument.Kind, from start: Int, to end: Int) {
    entries.append(.init(kind, start: start, detail: end - start))
    position = end
  }

  /// The current byte; 0 at the end.
  ///
  /// A zero byte is never valid JSON either.
  @inline(__always)
  var current: UInt8 { position < text.count ? text[position] : 0 }

  @inline(__always)
  mutating func skipBlanks() {
    while position < text.count {
      switch text[position] {
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

  /// The end of a run of letters, digits, `_`, `$` and bytes outside of ASCII.
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
