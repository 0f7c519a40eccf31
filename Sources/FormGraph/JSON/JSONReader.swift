// Bytes to a document that knows its places: JSON exactly as RFC 8259 has it, in one pass, or with
// commas before closing brackets where whoever reads allows them. Takes any bytes whatever; the
// first thing that is not JSON is refused with its exact place, a sentence and a hint. One mistake
// is enough here: after it nothing can be known about what follows.

import Predicate

/// Reads JSON text.
public struct JSONReader {
  /// How many lists and objects may stand inside one another.
  public static let maximumDepth = 128
  /// How long a text may be.
  public static let maximumBytes = 64 << 20

  static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The text, for whoever says what is wrong with it.
  let bytes: [UInt8]
  /// The same text without the checks of an array, for this stage alone: no offset at or past its
  /// count may be looked at.
  let text: UnsafeBufferPointer<UInt8>
  var position = 0
  var entries = Log<JSONDocument.Entry>()
  /// The entries of the brackets that are still open, outermost first.
  var open: [Int] = []
  /// What is known of the innermost of them, and of those around it.
  var inner = Bracket()
  private var outer: [Bracket] = []
  var hasDuplicateKeys = false
  private let allowsTrailingCommas: Bool

  /// A list or an object of which some members have been read.
  struct Bracket {
    var isObject = false
    /// How many members it has so far.
    var count = 0
    /// A bit for each of its keys, which some may share.
    var keys: UInt64 = 0
    /// Whether only a set of its keys can tell that none is there twice.
    var needsSet = false
  }

  /// What a JSON text says, or the first mistake in it.
  ///
  /// A byte order mark is allowed at the start. Ranges are offsets in `bytes` as given.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - allowsTrailingCommas: Whether a comma may stand before a closing bracket, as it may in no
  ///     JSON and does in some files.
  ///   - maximumBytes: How long the text may be.
  /// - Throws: The first mistake.
  /// - Returns: What the text says.
  /// - Complexity: O(n).
  public static func read(
    _ bytes: [UInt8], allowsTrailingCommas: Bool = false,
    maximumBytes: Int = JSONReader.maximumBytes
  ) throws(Problem) -> JSONElement {
    try checkLength(of: bytes, maximumBytes)
    return JSONElement(
      document: try document(bytes, allowsTrailingCommas: allowsTrailingCommas), index: 0)
  }

  static func checkLength(of bytes: [UInt8], _ maximum: Int) throws(Problem) {
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
    // What a form says in eight bytes is hardly ever more than one entry; the list grows where it
    // is. Room that nothing is written to costs nothing.
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

  /// Reads the value that stands here and all that is in it.
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

  /// Goes on after a value to where the next one stands; false at the end of the root.
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

  /// Reads a key and its colon.
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

  /// Steps over an opening bracket.
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

  /// Steps over the closing bracket of what was opened last; false where it does not stand here.
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

  /// Whether a word stands here and ends where it should.
  private func isNext(_ word: StaticString) -> Bool {
    let end = position + word.utf8CodeUnitCount
    guard end <= text.count, end == text.count || !Self.isWordByte(text[end]) else { return false }
    return word.withUTF8Buffer {
      haveEqualBytes($0, UnsafeBufferPointer(rebasing: text[position..<end]))
    }
  }

  // MARK: - Bytes

  /// Adds what stands between two places, and goes on after it.
  @inline(__always)
  mutating func append(_ kind: JSONDocument.Kind, from start: Int, to end: Int) {
    entries.append(.init(kind, start: start, detail: end - start))
    position = end
  }

  /// The byte that comes next; 0 at the end, which is never a byte of JSON either.
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
