// Parses bytes into a tree in one pass: XML 1.0 with namespaces, without a document type. Accepts
// any bytes. The first mistake is reported with its exact place, a sentence and a hint, and parsing
// stops there. Nothing outside of the file is read, and no entity but XML's five is known, so a
// small file cannot become a large one.

import FormFile
import Predicate

/// Parses XML.
struct XMLReader {
  /// The largest depth of elements inside one another.
  static let maximumDepth = JSONReader.maximumDepth
  /// The largest number of attributes of one element.
  static let maximumAttributes = 1_000
  /// The largest length of a name in bytes, with its prefix.
  static let maximumNameBytes = 4_096

  /// The file, for the methods that report mistakes.
  let bytes: [UInt8]
  /// The same bytes without the bounds checks of an array; `byte(at:)` checks them.
  let text: UnsafeBufferPointer<UInt8>
  var position = 0
  /// What is being read, apart from elements.
  var inside: Construct?
  /// The open elements, outermost first.
  private(set) var open: [Open] = []
  /// Whether the file says that it has no characters outside of ASCII.
  var isDeclaredASCII = false
  var attributes: [XMLTree.AttributeEntry] = []
  var texts = XMLTexts()
  var scope = XMLNamespaces()
  private var nodes: [XMLTree.Node] = []

  /// An open element.
  struct Open {
    var entry: XMLTree.ElementEntry
    /// Its index in `nodes`.
    let index: Int
    /// The number of declarations of namespaces around it.
    let declarations: Int
  }

  /// Something that ends with signs of its own, and where it begins.
  struct Construct {
    enum Kind { case declaration, comment, instruction, cdata, tag, endTag, value }

    let kind: Kind
    let start: Int
  }

  /// Parses an XML file.
  ///
  /// A byte order mark at the start is allowed. Ranges are offsets in `bytes`.
  ///
  /// - Throws: The first mistake in the file.
  /// - Complexity: O(n) in the length of the file.
  static func read(
    _ bytes: [UInt8], maximumBytes: Int = JSONReader.maximumBytes
  ) throws(Problem) -> XMLTree {
    try JSONReader.checkLength(of: bytes, min(maximumBytes, JSONReader.maximumBytes))
    return try bytes.withUnsafeBufferPointer { text in
      var reader = XMLReader(bytes: bytes, text: text)
      return Result { () throws(Problem) in try reader.document() }
    }.get()
  }

  private init(bytes: [UInt8], text: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    self.text = text
    open.reserveCapacity(Self.maximumDepth)
  }

  private mutating func document() throws(Problem) -> XMLTree {
    try encoding()
    try declaration()
    try outside()
    guard isTag else { throw mistakeBeforeRoot() }
    let root = try rootElement()
    try outside()
    guard position == text.count else { throw mistakeAfterRoot() }
    return XMLTree(
      bytes: bytes, root: root, nodes: nodes, attributes: attributes, texts: texts,
      namespaces: scope.names)
  }

  /// Parses the root with everything inside it.
  private mutating func rootElement() throws(Problem) -> XMLTree.ElementEntry {
    var closed = try startTag()
    while true {
      if let closed, open.isEmpty { return closed }
      try content()
      closed = byte(at: position + 1) == UInt8(ascii: "/") ? try endTag() : try startTag()
    }
  }

  /// Parses text up to the next tag.
  private mutating func content() throws(Problem) {
    let entry = try characters()
    if entry.length > 0 { nodes.append(.text(entry)) }
  }

  /// Moves past blanks, comments and instructions.
  private mutating func outside() throws(Problem) {
    repeat { skipBlanks() } while try skipAside()
  }

  /// Whether a start tag is at the current position.
  private var isTag: Bool { current == UInt8(ascii: "<") && isNameStart(at: position + 1) }

  // MARK: - Tags

  /// Parses a start tag; gives the element if it ends there.
  private mutating func startTag() throws(Problem) -> XMLTree.ElementEntry? {
    let start = position
    guard open.count < Self.maximumDepth else {
      throw Problem(
        "elements stand inside one another more than \(Self.maximumDepth) deep",
        range: start..<(start + 1))
    }
    inside = Construct(kind: .tag, start: start)
    position += 1
    guard isNameStart(at: position) else { throw mistakeAfterOpening() }
    var name = try name()
    let first = attributes.count
    let declarations = scope.count
    var declares = false
    while true {
      let end = position
      skipBlanks()
      if current == UInt8(ascii: ">") || isNext("/>") { break }
      guard isNameStart(at: position) else { throw mistakeInTag() }
      guard position > end else {
        throw mistake("a blank is missing before the attribute", hint: "write a blank")
      }
      guard attributes.count - first < Self.maximumAttributes else {
        throw Problem(
          "the element \(quoted(name)) has more than \(Self.maximumAttributes) attributes",
          range: position..<(position + 1))
      }
      let attribute = try attribute()
      if isDeclaration(attribute.name) { declares = true }
      attributes.append(attribute)
    }
    if declares { try declare(from: first) }
    name.namespace = try namespace(of: name, isAttribute: false)
    if attributes.count > first { try resolveAttributes(from: first) }

    let entry = XMLTree.ElementEntry(
      name: name, attributes: UInt32(truncatingIfNeeded: first),
      attributeCount: UInt16(truncatingIfNeeded: attributes.count - first),
      first: UInt32(truncatingIfNeeded: nodes.count + 1))
    open.append(Open(entry: entry, index: nodes.count, declarations: declarations))
    nodes.append(.element(entry))
    inside = nil
    let isEmpty = current == UInt8(ascii: "/")
    position += isEmpty ? 2 : 1
    return isEmpty ? close() : nil
  }

  /// Parses an end tag; gives the element that ends there.
  private mutating func endTag() throws(Problem) -> XMLTree.ElementEntry? {
    let start = position
    guard let name = open.last?.entry.name else { return nil }
    inside = Construct(kind: .endTag, start: start)
    position += 2
    let end = position + Int(name.length)
    let isSame =
      end <= text.count
      && haveEqualBytes(
        UnsafeBufferPointer(rebasing: text[position..<end]),
        UnsafeBufferPointer(rebasing: text[Int(name.start)..<(Int(name.start) + Int(name.length))]))
    guard isSame, !isNamePart(at: end), byte(at: end) != UInt8(ascii: ":") else {
      throw mistakeAtEndTag(of: name)
    }
    position = end
    skipBlanks()
    guard current == UInt8(ascii: ">") else {
      throw mistake("'>' must stand here", hint: "write \(endTag(for: name))")
    }
    inside = nil
    position += 1
    return close()
  }

  /// Closes the innermost element at the current position.
  private mutating func close() -> XMLTree.ElementEntry? {
    guard var closed = open.popLast() else { return nil }
    scope.leave(closed.declarations)
    closed.entry.end = UInt32(truncatingIfNeeded: position)
    closed.entry.next = UInt32(truncatingIfNeeded: nodes.count)
    nodes[closed.index] = .element(closed.entry)
    return closed.entry
  }

  /// Parses an attribute.
  private mutating func attribute() throws(Problem) -> XMLTree.AttributeEntry {
    let name = try name()
    let end = position
    skipBlanks()
    guard current == UInt8(ascii: "=") else { throw mistakeAfterAttributeName(name, end) }
    position += 1
    skipBlanks()
    guard current == UInt8(ascii: "\"") || current == UInt8(ascii: "'") else {
      throw mistakeAtValue(of: name)
    }
    return XMLTree.AttributeEntry(name: name, value: try value())
  }

  // MARK: - Names

  /// Parses a name, which may have one colon.
  ///
  /// The position is at its first character.
  mutating func name() throws(Problem) -> XMLTree.NameEntry {
    let start = position
    skipNamePart()
    var prefixLength = 0
    if current == UInt8(ascii: ":") {
      prefixLength = position - start
      position += 1
      guard isNameStart(at: position) else {
        throw mistake("a name must stand after the colon", hint: "remove the colon")
      }
      skipNamePart()
      guard current != UInt8(ascii: ":") else {
        throw mistake("a name cannot have two colons", hint: "a colon stands after a prefix")
      }
    }
    try checkLength(ofNameAt: start)
    return XMLTree.NameEntry(
      start: UInt32(truncatingIfNeeded: start),
      length: UInt16(truncatingIfNeeded: position - start),
      prefixLength: UInt16(truncatingIfNeeded: prefixLength))
  }

  /// Refuses a name that ends at the current position and is too long.
  func checkLength(ofNameAt start: Int) throws(Problem) {
    guard position - start > Self.maximumNameBytes else { return }
    throw Problem(
      "the name is longer than \(Self.maximumNameBytes) bytes", range: start..<position)
  }

  /// Moves past characters of a name, up to a colon.
  mutating func skipNamePart() {
    while isNamePart(at: position) {
      position += current < 0x80 ? 1 : scalar(at: position)?.length ?? 1
    }
  }

  /// Whether a name or the part after its colon can begin at an offset.
  func isNameStart(at offset: Int) -> Bool {
    let byte = byte(at: offset)
    return byte < 0x80
      ? XMLCharacters.isNameStart(byte)
      : scalar(at: offset).map { XMLCharacters.isNameStart($0.value) } ?? false
  }

  /// Whether a name goes on at an offset.
  func isNamePart(at offset: Int) -> Bool {
    let byte = byte(at: offset)
    return byte < 0x80
      ? XMLCharacters.isNamePart(byte)
      : scalar(at: offset).map { XMLCharacters.isNamePart($0.value) } ?? false
  }

  // MARK: - Bytes

  /// The byte at an offset; 0 after the end, which XML does not allow anywhere.
  @inline(__always)
  func byte(at offset: Int) -> UInt8 { offset < text.count ? text[offset] : 0 }

  @inline(__always)
  var current: UInt8 { byte(at: position) }

  /// Whether some text is at the current position.
  func isNext(_ word: StaticString) -> Bool {
    let end = position + word.utf8CodeUnitCount
    return end <= text.count
      && word.withUTF8Buffer {
        haveEqualBytes($0, UnsafeBufferPointer(rebasing: text[position..<end]))
      }
  }

  @inline(__always)
  mutating func skipBlanks() {
    while XMLCharacters.isBlank(current) { position += 1 }
  }

  /// The character at an offset; nil if it is not UTF-8, or not what the file says it is in.
  func scalar(at offset: Int) -> (value: UInt32, length: Int)? {
    let length = JSONReader.sequenceLength(at: offset, in: text)
    guard length > 0, length == 1 || !isDeclaredASCII else { return nil }
    guard length > 1 else { return (UInt32(text[offset]), 1) }
    let first = UInt32(text[offset]) & (0x7F >> UInt32(length))
    return (
      text[(offset + 1)..<(offset + length)].reduce(first) { $0 << 6 | UInt32($1 & 0x3F) }, length
    )
  }
}
