// A JSON text and, in one flat list, what stands where in it: eight bytes for each value and key,
// in the order of the text. Nothing is decoded until somebody asks for it, so that reading costs
// what the bytes cost, and a text or a number that nobody keeps is never made. Only the reader
// makes documents: every place in one lies within its bytes, and what is called text is well-formed
// UTF-8.

import Predicate

/// A JSON text that has been read.
final class JSONDocument: Sendable {
  /// The text.
  let bytes: [UInt8]
  /// What stands in it: the root first, a list or an object before what is in it and its closing
  /// bracket after that, a key before its value.
  let entries: Log<Entry>
  /// Whether some object has a key twice.
  let hasDuplicateKeys: Bool

  init(bytes: [UInt8], entries: Log<Entry>, hasDuplicateKeys: Bool) {
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
  struct Entry: BitwiseCopyable, Sendable {
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

    /// Whether it is of a kind, which costs less to ask than the kind.
    @inline(__always)
    func isOf(_ kind: Kind) -> Bool { detail >> Self.bits == UInt32(kind.rawValue) }

    /// Whether it is a list or an object.
    @inline(__always)
    var isContainer: Bool { isOf(.array) || isOf(.object) }

    /// Whether it is a text or a key.
    @inline(__always)
    var isText: Bool { isOf(.text) || isOf(.escapedText) }

    /// The length in bytes; of a list or an object the index of its closing bracket, and of that
    /// how many elements or keys there are.
    ///
    /// `JSONReader.maximumBytes` bounds them all.
    @inline(__always)
    var rest: Int { Int(detail & (1 << Self.bits - 1)) }
  }
}

// MARK: - One thing at a time

extension JSONDocument {
  /// Calls a function with a view, which must not be kept.
  func read<Result>(_ body: (JSONView) -> Result) -> Result {
    bytes.withUnsafeBufferPointer { text in
      entries.withUnsafeBufferPointer { body(JSONView(text: text, entries: $0)) }
    }
  }

  /// Whether a value is a list or an object.
  func isContainer(_ index: Int) -> Bool { read { $0.isContainer(index) } }

  /// UTF-8 offsets of a value or a key.
  func range(of index: Int) -> Range<Int> { read { $0.range(of: index) } }

  /// The text of a string or a key, its escapes decoded.
  func text(at index: Int) -> String { read { $0.text(at: index) } }

  /// A value without its place, all that is in it included.
  func value(at index: Int) -> Value { read { $0.value(at: index) } }

  /// The elements of a list or the keys of an object; the value of each key is the entry after it.
  func children(of index: Int) -> [Int] {
    read { Array(entries[index].kind == .object ? $0.keys(of: index) : $0.elements(of: index)) }
  }
}
