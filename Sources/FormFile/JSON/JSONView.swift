// A view of a document for fast reading: the same bytes and entries, without the bounds checks and
// reference counts of arrays and objects. A view is valid only during the call that it is passed
// to. Its methods do not check indexes: an index must be of an entry in this document, and of the
// right kind.

package import Predicate

/// The content of a document during one call.
package struct JSONView {
  /// The text.
  ///
  /// The reader makes sure that every entry is within it.
  let text: UnsafeBufferPointer<UInt8>
  package let entries: UnsafeBufferPointer<JSONDocument.Entry>
}

// MARK: - Reading

extension JSONView {
  /// Whether a value is a list or an object.
  @inline(__always)
  func isContainer(_ index: Int) -> Bool {
    entries[index].isContainer
  }

  /// Whether a value is an object.
  @inline(__always)
  package func isObject(_ index: Int) -> Bool { entries[index].isOf(.object) }

  /// The index after a value and everything inside it.
  @inline(__always)
  func next(after index: Int) -> Int {
    let entry = entries[index]
    return entry.isContainer ? entry.rest + 1 : index + 1
  }

  /// The range of a value or a key in UTF-8 offsets.
  package func range(of index: Int) -> Range<Int> {
    let entry = entries[index]
    let start = Int(entry.start)
    return start..<(entry.isContainer ? Int(entries[entry.rest].start) + 1 : start + entry.rest)
  }

  package func elements(of array: Int) -> Children { Children(self, of: array, step: 0) }

  /// The keys of an object.
  ///
  /// The value of a key is the entry after the key.
  package func keys(of object: Int) -> Children { Children(self, of: object, step: 1) }

  /// The elements of a list or the keys of an object, in the order of the text.
  package struct Children: Sequence, IteratorProtocol {
    package let underestimatedCount: Int
    private let view: JSONView
    private let end: Int
    private let step: Int
    private var position: Int

    static func none(in view: JSONView) -> Children {
      Children(view, underestimatedCount: 0, position: 0, end: 0, step: 0)
    }

    @inline(__always)
    init(_ view: JSONView, of parent: Int, step: Int) {
      let end = view.entries[parent].rest
      self.init(
        view, underestimatedCount: view.entries[end].rest, position: parent + 1, end: end,
        step: step)
    }

    private init(
      _ view: JSONView, underestimatedCount: Int, position: Int, end: Int, step: Int
    ) {
      self.underestimatedCount = underestimatedCount
      self.view = view
      self.position = position
      self.end = end
      self.step = step
    }

    @inline(__always)
    package mutating func next() -> Int? {
      guard position < end else { return nil }
      let child = position
      position = view.next(after: child + step)
      return child
    }
  }
}

// MARK: - Decoding

extension JSONView {
  @inline(__always)
  func isText(_ index: Int) -> Bool {
    entries[index].isText
  }

  /// The text of a string or a key, with its escapes decoded.
  package func text(at index: Int) -> String {
    withSpelling(of: index) {
      entries[index].isOf(.text) ? String(decoding: $0, as: UTF8.self) : JSONEscape.decoded($0)
    }
  }

  /// The meaning of a string or a key in a table of words; nil if the table does not have it.
  @inline(__always)
  package func meaning<Meaning>(of index: Int, in words: WordTable<Meaning>) -> Meaning? {
    guard entries[index].isOf(.text) else {
      var text = self.text(at: index)
      return text.withUTF8 { words.meaning(of: $0) }
    }
    return withSpelling(of: index) { words.meaning(of: $0) }
  }

  /// The number of a key without escapes in a table; nil if the table does not have it.
  package func number(of index: Int, in words: WordTable<Int>) -> Int? {
    guard entries[index].isOf(.text) else { return nil }
    return withSpelling(of: index) { words.meaning(of: $0) }
  }

  /// Calls a function with the bytes between the quotes of a string or a key.
  @inline(__always)
  func withSpelling<Result>(
    of index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    let entry = entries[index]
    let start = Int(entry.start) + 1
    return body(UnsafeBufferPointer(rebasing: text[start..<(start + entry.rest - 2)]))
  }

  /// The description of a value in messages, such as `text`, `a list` or `the number 3`.
  func kindName(of index: Int) -> String {
    if let scalar = value(ofScalarAt: index) { return Problem.kindName(of: scalar) }
    return entries[index].kind == .array ? "a list" : "an object"
  }

  /// A value with everything inside it, without places.
  ///
  /// The recursion is bounded by `JSONReader.maximumDepth`.
  package func value(at index: Int) -> Value {
    if let scalar = value(ofScalarAt: index) { return scalar }
    guard entries[index].kind == .object else {
      return .array(elements(of: index).map { value(at: $0) })
    }
    return .dictionary(
      ValueDictionary(keys(of: index).lazy.map { (self.text(at: $0), self.value(at: $0 + 1)) }))
  }

  /// A scalar value; nil for a list or an object.
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

  /// The cell of a value, if the value fits in it and is not a text with escapes; otherwise nil.
  @inline(__always)
  package func cell(at index: Int) -> Cell? {
    let entry = entries[index]
    switch entry.kind {
    case .null: return .null
    case .true: return Cell(true)
    case .false: return Cell(false)
    case .int: return Cell(int(of: entry))
    case .double: return Cell(double(of: entry))
    case .text where entry.rest - 2 <= Cell.longestText:
      return withSpelling(of: index) { Cell(utf8: TextBytes(bytes: $0)) }
    case .text, .escapedText, .array, .object, .end: return nil
    }
  }

  /// The value of an integer.
  ///
  /// The reader has made sure that it fits in 64 bits.
  private func int(of entry: JSONDocument.Entry) -> Int64 {
    let digits = text[Int(entry.start)..<(Int(entry.start) + entry.rest)]
    let isNegative = digits.first == UInt8(ascii: "-")
    return digits.dropFirst(isNegative ? 1 : 0).reduce(0) { int, digit in
      let step = Int64(digit & 0xF)
      return int &* 10 &+ (isNegative ? 0 &- step : step)
    }
  }

  private func double(of entry: JSONDocument.Entry) -> Double {
    let digits = text[Int(entry.start)..<(Int(entry.start) + entry.rest)]
    return Double(String(decoding: digits, as: UTF8.self)) ?? 0
  }
}
