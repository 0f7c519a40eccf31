// What a JSON text says, with the place of everything it says: order and duplicates of keys are
// kept, because whoever reads the text must be able to complain about them and point. An element is
// a place in a document; what stands there is decoded when asked.

public import Predicate

/// A value in a JSON text and where it stands.
public struct JSONElement: Sendable, Hashable {
  /// The kinds of JSON value.
  public enum Content: Sendable, Hashable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number without fraction and exponent that fits 64 bits.
    case int(Int64)
    /// Any other number.
    case double(Double)
    /// Text, its escapes decoded.
    case string(String)
    /// A list.
    case array([JSONElement])
    /// The members of an object, in the order and number they were written.
    case object([JSONMember])
  }

  let document: JSONDocument
  /// Its entry in the document.
  let index: Int

  /// What stands there.
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

  /// UTF-8 offsets in the text, quotes and brackets included.
  public var range: Range<Int> { document.range(of: index) }

  /// The element as a value of the predicate language, without its place.
  ///
  /// An object becomes a dictionary, in which the last of equal keys wins.
  public var value: Value { document.value(at: index) }

  /// Whether both are spelled alike and stand at the same place of their texts.
  public static func == (left: JSONElement, right: JSONElement) -> Bool {
    left.range == right.range
      && left.document.bytes[left.range] == right.document.bytes[right.range]
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(range)
    hasher.combine(document.bytes[range])
  }
}

/// A key of an object and what stands under it.
public struct JSONMember: Sendable, Hashable {
  /// The key, its escapes decoded.
  public let key: String
  /// UTF-8 offsets of the key, quotes included.
  public let keyRange: Range<Int>
  /// What stands under the key.
  public let element: JSONElement

  init(document: JSONDocument, index: Int) {
    key = document.text(at: index)
    keyRange = document.range(of: index)
    element = JSONElement(document: document, index: index + 1)
  }
}

// MARK: - Places inside text

extension JSONElement {
  /// Where a part of the decoded text of a string stands in the JSON text.
  ///
  /// Escapes make the two differ: `"a\nb"` has `b` at 2 and at 4.
  ///
  /// - Parameter part: UTF-8 offsets in the decoded text; what lies outside is cut off.
  /// - Returns: UTF-8 offsets in the JSON text. A part that begins or ends inside an escape takes
  ///   the whole escape; for anything but a string the answer is the range of the element.
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
