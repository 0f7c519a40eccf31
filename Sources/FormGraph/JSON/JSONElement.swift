// What a JSON text says, with the place of everything it says: order and duplicates of keys are
// kept, because whoever reads the tree must be able to complain about them and point.

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

  /// What stands there.
  public let content: Content
  /// UTF-8 offsets in the text, quotes and brackets included.
  public let range: Range<Int>

  /// Makes an element.
  public init(_ content: Content, range: Range<Int>) {
    self.content = content
    self.range = range
  }

  /// The element as a value of the predicate language, without its place.
  ///
  /// An object becomes a dictionary, in which the last of equal keys wins. Recursion is bounded by
  /// `JSONReader.maximumDepth`.
  public var value: Value {
    switch content {
    case .null: .null
    case .bool(let flag): .bool(flag)
    case .int(let int): .int(int)
    case .double(let double): .double(double)
    case .string(let text): .string(text)
    case .array(let elements): .array(elements.map(\.value))
    case .object(let members):
      .dictionary(ValueDictionary(members.lazy.map { ($0.key, $0.element.value) }))
    }
  }

  /// Whether this is a list or an object.
  var isContainer: Bool {
    switch content {
    case .array, .object: true
    default: false
    }
  }

  /// What messages call what stands here: `text`, `a list`, `the number 3`.
  var kindName: String {
    switch content {
    case .array: "a list"
    case .object: "an object"
    case .null, .bool, .int, .double, .string: Problem.kindName(of: value)
    }
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

  /// Makes a member.
  public init(key: String, keyRange: Range<Int>, element: JSONElement) {
    self.key = key
    self.keyRange = keyRange
    self.element = element
  }
}

// MARK: - Places inside text

extension JSONElement {
  /// Where a part of the decoded text of a string stands in the JSON text.
  ///
  /// Escapes make the two differ: `"a\nb"` has `b` at 2 and at 4.
  ///
  /// - Parameters:
  ///   - part: UTF-8 offsets in the decoded text; what lies outside is cut off.
  ///   - bytes: The text this element was read from.
  /// - Returns: UTF-8 offsets in `bytes`. A part that begins or ends inside an escape takes the
  ///   whole escape; for anything but a string the answer is the range of the element.
  public func sourceRange(of part: Range<Int>, in bytes: [UInt8]) -> Range<Int> {
    guard case .string = content, range.count >= 2, range.lowerBound >= 0,
      range.upperBound <= bytes.count
    else { return range }
    let end = range.upperBound - 1
    var source = range.lowerBound + 1
    var decoded = 0
    var start: Int?
    while source < end {
      let piece = Self.piece(at: source, in: bytes)
      if start == nil, decoded + piece.decoded > part.lowerBound { start = source }
      if let start, decoded >= part.upperBound { return start..<max(start, source) }
      source += piece.source
      decoded += piece.decoded
    }
    return min(start ?? end, end)..<end
  }

  /// How many bytes the next byte or escape takes in the JSON text and in the decoded one.
  private static func piece(at position: Int, in bytes: [UInt8]) -> (source: Int, decoded: Int) {
    guard bytes[position] == UInt8(ascii: "\\") else { return (1, 1) }
    guard position + 5 < bytes.count, bytes[position + 1] == UInt8(ascii: "u") else {
      return (2, 1)
    }
    let digits = String(decoding: bytes[(position + 2)..<(position + 6)], as: UTF8.self)
    switch UInt16(digits, radix: 16) ?? 0 {
    case 0..<0x80: return (6, 1)
    case 0x80..<0x800: return (6, 2)
    case 0xD800..<0xE000: return (12, 4)
    default: return (6, 3)
    }
  }
}
