// The elements of a JSON text with their places. The order of keys and duplicate keys are kept, so
// that the caller can report them with their places. An element is a place in a document; its
// content is decoded when it is needed.

public import Predicate

/// A value in a JSON text, with its place.
public struct JSONElement: Sendable, Hashable {
  /// The kinds of JSON values.
  public enum Content: Sendable, Hashable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number without a fraction or exponent that fits in 64 bits.
    case int(Int64)
    /// Any other number.
    case double(Double)
    /// A text, with its escapes decoded.
    case string(String)
    /// A list.
    case array([JSONElement])
    /// The members of an object in the order of the text, including duplicates.
    case object([JSONMember])
  }

  package let document: JSONDocument
  /// The index of its entry in the document.
  package let index: Int

  /// The content of the element.
  ///
  /// - Complexity: O(n) in the length of the text or the number of members.
  public var content: Content {
    switch document.read({ $0.value(ofScalarAt: index) }) {
    case .null?: .null
    case .bool(let flag)?: .bool(flag)
    case .int(let int)?: .int(int)
    case .double(let double)?: .double(double)
    case .string(let text)?: .string(text)
    default:
      document.entries[index].kind == .array
        ? .array(document.children(of: index).map { JSONElement(document: document, index: $0) })
        : .object(document.children(of: index).map { JSONMember(document: document, index: $0) })
    }
  }

  /// The range in the text in UTF-8 offsets, including quotes and brackets.
  public var range: Range<Int> { document.range(of: index) }

  /// The element as a value of the predicate language.
  ///
  /// An object becomes a dictionary. If a key occurs twice, its last value counts.
  public var value: Value { document.value(at: index) }

  /// Whether both elements have the same bytes at the same range of their texts.
  public static func == (left: JSONElement, right: JSONElement) -> Bool {
    left.range == right.range
      && left.document.bytes[left.range] == right.document.bytes[right.range]
  }

  /// Hashes the properties that `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(range)
    hasher.combine(document.bytes[range])
  }
}

/// A key of an object and its value.
public struct JSONMember: Sendable, Hashable {
  /// The key, with its escapes decoded.
  public let key: String
  /// The range of the key in UTF-8 offsets, including quotes.
  public let keyRange: Range<Int>
  /// The value of the key.
  public let element: JSONElement

  init(document: JSONDocument, index: Int) {
    key = document.text(at: index)
    keyRange = document.range(of: index)
    element = JSONElement(document: document, index: index + 1)
  }
}

// MARK: - Places inside text

extension JSONElement {
  /// The range in the JSON text for a part of the decoded text of a string.
  ///
  /// Escapes make a difference: in `"a\nb"`, the letter `b` is at offset 2 of the decoded text and
  /// at offset 4 of the JSON text.
  ///
  /// - Parameter part: The range in the decoded text, in UTF-8 offsets. What is outside of the text
  ///   is ignored.
  /// - Returns: The range in the JSON text, in UTF-8 offsets. A part that begins or ends inside an
  ///   escape includes the whole escape. If the element is not a string, the range of the element.
  public func sourceRange(of part: Range<Int>) -> Range<Int> {
    let range = range
    return document.read { view in
      guard view.isText(index) else { return range }
      let text = view.text
      let end = range.upperBound - 1
      var source = range.lowerBound + 1
      var decoded = 0
      var start: Int?
      while source < end {
        var (length, width) = (1, 1)
        if text[source] == UInt8(ascii: "\\") {
          let escape = JSONEscape(at: source, in: text)
          (length, width) = (max(1, escape.length), UTF8.width(escape.scalar))
        }
        if start == nil, decoded + width > part.lowerBound { start = source }
        if let start, decoded >= part.upperBound { return start..<max(start, source) }
        source += length
        decoded += width
      }
      return min(start ?? end, end)..<end
    }
  }
}
