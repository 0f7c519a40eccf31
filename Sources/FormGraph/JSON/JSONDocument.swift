// A JSON text and, in one flat list, what stands where in it: eight bytes for each value and key, in
// the order of the text. Nothing is decoded until somebody asks for it, so that reading costs what
// the bytes cost, and a text or a number that nobody keeps is never made. Only the reader makes
// documents: every place in one lies within its bytes, and what is called text is well-formed UTF-8.

import Predicate

/// A JSON text that has been read.
final class JSONDocument: Sendable {
  /// The text.
  let bytes: [UInt8]
  /// What stands in it: the root first, a list or an object before what is in it and its closing
  /// bracket after that, a key before its value.
  let entries: [Entry]
  /// Whether some object has a key twice.
  let hasDuplicateKeys: Bool

  init(bytes: [UInt8], entries: [Entry], hasDuplicateKeys: Bool) {
    self.bytes = bytes
    self.entries = entries
    self.hasDuplicateKeys = hasDuplicateKeys
  }

  /// What kind of thing an entry is.
  enum Kind: UInt8 {
    case null, `true`, `false`
    /// An integer that fits 64 bits.
    case int
    case double
    /// Text that stands between its quotes as it is.
    case text
    /// Text with escapes.
    case escapedText
    case array, object
    /// The closing bracket of a list or an object.
    case end
  }

  /// One thing in the text.
  struct Entry {
    /// Where it begins, quotes and brackets included.
    let start: UInt32
    /// The kind in the upper bits, `rest` in the lower ones.
    private let detail: UInt32

    private static let bits: UInt32 = 28

    @inline(__always)
    init(_ kind: Kind, start: Int, detail: Int) {
      self.start = UInt32(truncatingIfNeeded: start)
      self.detail =
        UInt32(kind.rawValue) << Self.bits | UInt32(truncatingIfNeeded: detail)
        & (1 << Self.bits - 1)
    }

    @inline(__always)
    var kind: Kind { Kind(rawValue: UInt8(truncatingIfNeeded: detail >> Self.bits)) ?? .end }

    /// The length in bytes; of a list or an object the index of its closing bracket.
    ///
    /// `JSONReader.maximumBytes` bounds both.
    @inline(__always)
    var rest: Int { Int(detail & (1 << Self.bits - 1)) }
  }
}

// MARK: - Walking

extension JSONDocument {
  /// Whether a value is a list or an object.
  func isContainer(_ index: Int) -> Bool {
    let kind = entries[index].kind
    return kind == .array || kind == .object
  }

  /// The entry after a value and all that is in it.
  @inline(__always)
  func next(after index: Int) -> Int {
    let entry = entries[index]
    return entry.kind == .array || entry.kind == .object ? entry.rest + 1 : index + 1
  }

  /// UTF-8 offsets of a value or a key.
  func range(of index: Int) -> Range<Int> {
    let entry = entries[index]
    let start = Int(entry.start)
    switch entry.kind {
    case .array, .object: return start..<(Int(entries[entry.rest].start) + 1)
    default: return start..<(start + entry.rest)
    }
  }

  /// The elements of a list.
  func elements(of array: Int) -> Children { Children(document: self, parent: array, step: 0) }

  /// The keys of an object; the value of each is the entry after it.
  func keys(of object: Int) -> Children { Children(document: self, parent: object, step: 1) }

  /// Whether two strings are written with the same bytes.
  func isSpelledAlike(_ left: Int, _ right: Int) -> Bool {
    withSpelling(of: left) { left in
      withSpelling(of: right) { JSONReader.areEqual(left, $0) }
    }
  }

  /// The elements of a list or the keys of an object, in the order of the text.
  struct Children: Sequence, IteratorProtocol {
    private let document: JSONDocument
    private let end: Int
    private let step: Int
    private var position: Int

    /// How many are left; they are counted one by one.
    var underestimatedCount: Int {
      var count = 0
      var position = position
      while position < end {
        position = document.next(after: position + step)
        count += 1
      }
      return count
    }

    static func none(of document: JSONDocument) -> Children {
      Children(document: document, position: 0, end: 0, step: 0)
    }

    init(document: JSONDocument, parent: Int, step: Int) {
      self.init(
        document: document, position: parent + 1, end: document.entries[parent].rest, step: step)
    }

    private init(document: JSONDocument, position: Int, end: Int, step: Int) {
      self.document = document
      self.position = position
      self.end = end
      self.step = step
    }

    mutating func next() -> Int? {
      guard position < end else { return nil }
      defer { position = document.next(after: position + step) }
      return position
    }
  }
}

// MARK: - Decoding

extension JSONDocument {
  /// Whether a value is text.
  func isText(_ index: Int) -> Bool {
    let kind = entries[index].kind
    return kind == .text || kind == .escapedText
  }

  /// The text of a string or a key, its escapes decoded.
  func text(at index: Int) -> String {
    withSpelling(of: index) {
      entries[index].kind == .text ? String(decoding: $0, as: UTF8.self) : JSONEscape.decoded($0)
    }
  }

  /// What a string or a key means as one of a few words; nil where it is none of them.
  func meaning<Meaning>(of index: Int, in words: WordTable<Meaning>) -> Meaning? {
    guard entries[index].kind == .text else {
      var text = text(at: index)
      return text.withUTF8 { words.meaning(of: $0) }
    }
    return withSpelling(of: index) { words.meaning(of: $0) }
  }

  /// Calls a function with the bytes between the quotes of a string or a key.
  @inline(__always)
  func withSpelling<Result>(
    of index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    let entry = entries[index]
    let start = Int(entry.start) + 1
    return bytes.withUnsafeBufferPointer { bytes in
      body(UnsafeBufferPointer(rebasing: bytes[start..<max(start, start + entry.rest - 2)]))
    }
  }

  /// What messages call a value: `text`, `a list`, `the number 3`.
  func kindName(of index: Int) -> String {
    if let scalar = value(ofScalarAt: index) { return Problem.kindName(of: scalar) }
    return entries[index].kind == .array ? "a list" : "an object"
  }

  /// A value without its place, all that is in it included.
  ///
  /// Recursion is bounded by `JSONReader.maximumDepth`.
  func value(at index: Int) -> Value {
    if let scalar = value(ofScalarAt: index) { return scalar }
    guard entries[index].kind == .object else {
      return .array(elements(of: index).map { value(at: $0) })
    }
    return .dictionary(
      ValueDictionary(keys(of: index).lazy.map { (self.text(at: $0), self.value(at: $0 + 1)) }))
  }

  /// A value that is no list and no object; nil for these.
  func value(ofScalarAt index: Int) -> Value? {
    let entry = entries[index]
    switch entry.kind {
    case .null: return .null
    case .true: return .bool(true)
    case .false: return .bool(false)
    case .int: return .int(int(of: entry))
    case .double: return .double(double(of: entry))
    case .text, .escapedText: return .string(text(at: index))
    case .array, .object, .end: return nil
    }
  }

  /// The reader has made sure that it fits.
  private func int(of entry: Entry) -> Int64 {
    let digits = bytes[Int(entry.start)..<(Int(entry.start) + entry.rest)]
    let isNegative = digits.first == UInt8(ascii: "-")
    return digits.dropFirst(isNegative ? 1 : 0).reduce(0) { int, digit in
      let step = Int64(digit & 0xF)
      return int &* 10 &+ (isNegative ? 0 &- step : step)
    }
  }

  private func double(of entry: Entry) -> Double {
    let digits = bytes[Int(entry.start)..<(Int(entry.start) + entry.rest)]
    return Double(String(decoding: digits, as: UTF8.self)) ?? 0
  }
}
