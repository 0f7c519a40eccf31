// A JSON text and a flat list of the values and keys in it, in the order of the text. An entry
// takes eight bytes. Nothing is decoded until it is needed, so texts and numbers that are never
// used are never made.
//
// Only the reader makes documents. It makes sure that every entry is within the bytes and that
// every text is well-formed UTF-8.
//
//   text     {"a": [1, 2]}
//   entries  { | "a" | [ | 1 | 2 | ] | }

package import Predicate

/// A JSON text that has been parsed.
package final class JSONDocument: Sendable {
  /// The text.
  package let bytes: [UInt8]
  /// The values and keys in the text, the root first.
  ///
  /// A list or an object comes before its contents, and its closing bracket after them. A key comes
  /// before its value.
  let entries: [Entry]
  /// Whether any object has a duplicate key.
  let hasDuplicateKeys: Bool

  init(bytes: [UInt8], entries: [Entry], hasDuplicateKeys: Bool) {
    self.bytes = bytes
    self.entries = entries
    self.hasDuplicateKeys = hasDuplicateKeys
  }

  /// The kind of an entry.
  package enum Kind: UInt8 {
    case null, `true`, `false`
    /// An integer that fits in 64 bits.
    case int
    case double
    /// A text without escapes.
    case text
    /// A text with escapes.
    case escapedText
    case array, object
    /// The closing bracket of a list or an object.
    case end
  }

  /// A value, a key or a closing bracket in the text.
  package struct Entry: BitwiseCopyable, Sendable {
    /// The offset of its first byte, which may be a quote or a bracket.
    let start: UInt32
    /// The kind in the upper four bits, and `rest` in the lower 28 bits.
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
    package var kind: Kind {
      Kind(rawValue: UInt8(truncatingIfNeeded: detail >> Self.bits)) ?? .end
    }

    /// Whether the entry is of a kind.
    ///
    /// Cheaper than comparing `kind`.
    @inline(__always)
    func isOf(_ kind: Kind) -> Bool { detail >> Self.bits == UInt32(kind.rawValue) }

    @inline(__always)
    var isContainer: Bool { isOf(.array) || isOf(.object) }

    /// Whether the entry is a text or a key.
    @inline(__always)
    var isText: Bool { isOf(.text) || isOf(.escapedText) }

    /// The length in bytes.
    ///
    /// For a list or an object, the index of its closing bracket. For a closing bracket, the number
    /// of elements or keys.
    ///
    /// `JSONReader.maximumBytes` limits all of these.
    @inline(__always)
    var rest: Int { Int(detail & (1 << Self.bits - 1)) }
  }
}

// MARK: - Reading single values

extension JSONDocument {
  /// Calls a function with a view.
  ///
  /// The view is valid only during the call.
  package func read<Result>(_ body: (JSONView) -> Result) -> Result {
    bytes.withUnsafeBufferPointer { text in
      entries.withUnsafeBufferPointer { body(JSONView(text: text, entries: $0)) }
    }
  }

  /// Whether the text is an object.
  package var isObject: Bool { entries[0].isOf(.object) }

  /// The keys and values of the object, in the order of the text and without one key; empty if the
  /// text is something else.
  package func members(without key: Int?) -> [(name: String, value: Value)] {
    read { view in
      guard isObject else { return [] }
      return view.keys(of: 0).lazy.filter { $0 != key }.map {
        (view.text(at: $0), view.value(at: $0 + 1))
      }
    }
  }

  /// The key of the object that has a name; nil if no key has it.
  ///
  /// The value of a key is the entry after the key.
  package func key(_ name: String) -> Int? {
    read { view in
      isObject ? view.keys(of: 0).first { ExactText(view.text(at: $0)) == ExactText(name) } : nil
    }
  }

  /// Whether a value is a list or an object.
  func isContainer(_ index: Int) -> Bool { read { $0.isContainer(index) } }

  /// The range of a value or a key in UTF-8 offsets.
  func range(of index: Int) -> Range<Int> { read { $0.range(of: index) } }

  /// The text of a string or a key, with its escapes decoded.
  func text(at index: Int) -> String { read { $0.text(at: index) } }

  /// A value with everything inside it, without places.
  package func value(at index: Int) -> Value { read { $0.value(at: index) } }

  /// The elements of a list or the keys of an object; none of any other value.
  ///
  /// The value of a key is the entry after the key.
  func children(of index: Int) -> [Int] {
    read { view in
      switch entries[index].kind {
      case .array: Array(view.elements(of: index))
      case .object: Array(view.keys(of: index))
      default: []
      }
    }
  }
}
