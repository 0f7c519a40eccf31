// Packs a value into 16 bytes of plain data. A small value is stored in the cell itself. For any
// other value the cell stores only its kind, and a hash if it is text. Arrays of cells can be
// copied, compared and scanned without reference counting.

public import Foundation

/// A value of the predicate language in 16 bytes, or a summary of a value that does not fit.
///
/// Two cells with inline values are equal exactly if the values are identical (`==`). For all other
/// values, unequal cells mean that the values differ, and equal cells mean nothing: the values
/// themselves must be compared.
public struct Cell: Sendable, Hashable, BitwiseCopyable {
  /// The payload: nothing for nil, the bits of a truth value, number or date, or the start of a
  /// text.
  ///
  /// A text of at most 14 bytes continues in `tag`. A longer text has only its first eight bytes
  /// here.
  let payload: UInt64
  /// The kind in the lowest byte; the other bytes depend on it.
  ///
  /// An inline text has its length in the second byte, and its bytes after the first eight in the
  /// upper six bytes. A longer text has a hash in the upper six bytes.
  let tag: UInt64

  init(payload: UInt64, tag: UInt64) {
    self.payload = payload
    self.tag = tag
  }

  /// The kind of value that a cell holds or summarizes.
  enum Kind {
    static let null: UInt64 = 0
    static let bool: UInt64 = 1
    static let int: UInt64 = 2
    static let double: UInt64 = 3
    static let date: UInt64 = 4
    static let text: UInt64 = 5
    /// Text of more than 14 bytes.
    static let longText: UInt64 = 6
    /// Data, collections, and dates whose number of seconds is zero or NaN.
    static let object: UInt64 = 7
    /// An operand without a value.
    static let missing: UInt64 = 8
    /// A value that is not loaded yet.
    static let unloaded: UInt64 = 9
  }

  var kind: UInt64 { tag & 0xFF }

  /// The cell of nil.
  public static var null: Cell { Cell(payload: 0, tag: Kind.null) }

  /// Makes the cell of a truth value.
  public init(_ flag: Bool) { self.init(payload: flag ? 1 : 0, tag: Kind.bool) }

  /// Makes the cell of an integer.
  public init(_ int: Int64) { self.init(payload: UInt64(bitPattern: int), tag: Kind.int) }

  /// Makes the cell of a double.
  ///
  /// All NaNs give the same cell.
  public init(_ double: Double) {
    self.init(
      payload: double.isNaN ? Double.nan.bitPattern : double.bitPattern, tag: Kind.double)
  }

  /// Makes the cell of a date.
  ///
  /// A date whose number of seconds is zero or NaN is not stored inline: equal dates could have
  /// different bits.
  public init(_ date: Date) {
    let seconds = date.timeIntervalSinceReferenceDate
    self = seconds < 0 || seconds > 0 ? Cell(payload: seconds.bitPattern, tag: Kind.date) : .object
  }

  /// Makes the cell of a value.
  ///
  /// - Complexity: O(n) for text, O(1) for everything else.
  public init(_ value: Value) {
    switch value {
    case .null: self = .null
    case .bool(let flag): self.init(flag)
    case .int(let int): self.init(int)
    case .double(let double): self.init(double)
    case .string(let text): self.init(text)
    case .date(let date): self.init(date)
    case .data, .array, .set, .dictionary: self = .object
    }
  }

  static var object: Cell { Cell(payload: 0, tag: Kind.object) }
  /// The cell of an operand without a value.
  static var missing: Cell { Cell(payload: 0, tag: Kind.missing) }
  /// The cell of a value that is not loaded yet.
  static var unloaded: Cell { Cell(payload: 0, tag: Kind.unloaded) }

  /// Whether this is the cell of nil.
  public var isNull: Bool { tag == Kind.null }

  /// Whether the cell holds the value itself.
  ///
  /// A cell does not hold long text, data, collections, or the date 2001-01-01T00:00:00Z, whose
  /// number of seconds is zero.
  public var isInline: Bool { kind <= Kind.text }

  /// Whether the cell holds a text, which then has at most `longestText` bytes.
  package var holdsText: Bool { kind == Kind.text }

  /// Whether the cell holds the text "".
  package var isEmptyText: Bool { tag == Kind.text }

  /// Whether the cell holds an integer.
  public var isInt: Bool { tag == Kind.int }

  /// Whether the cell holds a date.
  package var holdsDate: Bool { tag == Kind.date }

  /// Whether the cell holds a double.
  public var isDouble: Bool { tag == Kind.double }

  /// Whether the cell holds a double that is neither infinite nor NaN.
  ///
  /// Infinity and NaN are the doubles whose exponent bits are all ones.
  public var isFiniteDouble: Bool {
    tag == Kind.double && payload & 0x7FF0_0000_0000_0000 != 0x7FF0_0000_0000_0000
  }

  /// The double nearest to the integer in the cell.
  ///
  /// The cell must hold an integer.
  package var nearestDouble: Cell { Cell(Double(Int64(bitPattern: payload))) }

  /// The truth value; nil if the cell does not hold one.
  public var truth: Bool? { tag == Kind.bool ? payload != 0 : nil }

  /// The value; nil if the cell does not hold it.
  public var value: Value? {
    switch kind {
    case Kind.null: .null
    case Kind.bool: .bool(payload != 0)
    case Kind.int: .int(Int64(bitPattern: payload))
    case Kind.double: .double(Double(bitPattern: payload))
    case Kind.date: .date(Date(timeIntervalSinceReferenceDate: Double(bitPattern: payload)))
    case Kind.text: .string(shortText)
    default: nil
    }
  }
}

// MARK: - Text

extension Cell {
  /// The length of the longest text that fits in a cell, in bytes of UTF-8.
  package static let longestText = 14

  /// Makes the cell of a text.
  ///
  /// - Complexity: O(n).
  public init(_ text: String) {
    self = TextBytes.read(text) { Cell(utf8: $0) }
  }

  package init(utf8 text: TextBytes) {
    let count = text.count
    func word(_ offset: Int) -> UInt64 { text.word(offset..<offset + 8) }
    guard count >= 8 else {
      self.init(payload: text.word(0..<count), tag: Kind.text | UInt64(count) << 8)
      return
    }
    if count <= Self.longestText {
      // This word holds the last eight bytes of the text. Those that are also in `payload` are
      // shifted out.
      let tail = word(count - 8) >> UInt64(8 * (16 - count))
      self.init(payload: word(0), tag: Kind.text | UInt64(count) << 8 | tail << 16)
      return
    }
    var hash = UInt64(truncatingIfNeeded: count)
    func mix(_ word: UInt64) {
      hash = (hash ^ word) &* 0x9FB2_1C65_1E98_DF25
      hash ^= hash >> 32
    }
    for offset in stride(from: 0, through: count - 8, by: 8) { mix(word(offset)) }
    mix(word(count - 8))
    self.init(payload: word(0), tag: Kind.longText | hash & ~0xFFFF)
  }

  /// The length of inline text, in bytes.
  var textCount: Int { Int(truncatingIfNeeded: tag >> 8 & 0xFF) }

  /// The bytes of inline text after the first eight.
  var textTail: UInt64 { tag >> 16 }

  private var shortText: String {
    let count = min(textCount, Self.longestText)
    return String(unsafeUninitializedCapacity: Self.longestText) { buffer in
      var word = payload
      for index in 0..<count {
        if index == 8 { word = textTail }
        buffer.initializeElement(at: index, to: UInt8(truncatingIfNeeded: word))
        word >>= 8
      }
      return count
    }
  }
}
