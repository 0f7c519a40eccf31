// The bytes of a text where it stores them. Whoever has them is inside `read`, which keeps the text
// alive; every access is checked, for what is read comes from strangers.

import Foundation

/// The UTF-8 of a text, without a copy of it.
package struct TextBytes {
  /// The lowest bit of each of eight bytes.
  @inline(__always) static var lowBits: UInt64 { 0x0101_0101_0101_0101 }
  /// The highest bit of each of eight bytes.
  @inline(__always) static var highBits: UInt64 { 0x8080_8080_8080_8080 }

  private let bytes: UnsafeBufferPointer<UInt8>

  /// Reads the bytes of a text; they must not leave the closure.
  package static func read<Result>(_ text: String, _ body: (TextBytes) -> Result) -> Result {
    // Nearly every text stores them side by side, and need not be taken to be made so.
    if let result = text.utf8.withContiguousStorageIfAvailable({ body(TextBytes(bytes: $0)) }) {
      return result
    }
    var text = text
    return text.withUTF8 { body(TextBytes(bytes: $0)) }
  }

  var count: Int { bytes.count }

  subscript(index: Int) -> UInt8 {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: bytes.count))
    return bytes[index]
  }

  /// The first index, from one on, whose byte is not as asked; the end of the text, if all are.
  @inline(__always)
  func end(of isWanted: (UInt8) -> Bool, from start: Int) -> Int {
    precondition(start >= 0)
    var index = start
    while index < bytes.count, isWanted(bytes[index]) { index &+= 1 }
    return index
  }

  /// The same where eight bytes are seen at once as long as there are so many, the first one
  /// lowest: of those that are as asked the highest bit is given.
  @inline(__always)
  func end(
    of isWanted: (UInt8) -> Bool, eight areWanted: (UInt64) -> UInt64, from start: Int
  ) -> Int {
    precondition(start >= 0)
    let memory = UnsafeRawBufferPointer(bytes)
    var index = start
    while index <= bytes.count &- 8 {
      let word = UInt64(
        littleEndian: memory.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      let others = ~areWanted(word) & Self.highBits
      if others != 0 { return index &+ others.trailingZeroBitCount &>> 3 }
      index &+= 8
    }
    return end(of: isWanted, from: index)
  }

  /// Which of eight bytes differ from one: the highest bit of each that does, and nothing else.
  @inline(__always)
  static func differing(from byte: UInt8, _ eight: UInt64) -> UInt64 {
    let difference = eight ^ (UInt64(byte) &* lowBits)
    return (difference & ~highBits &+ ~highBits | difference) & highBits
  }

  /// Some of the bytes.
  func part(_ range: Range<Int>) -> TextBytes {
    TextBytes(bytes: UnsafeBufferPointer(rebasing: self[range]))
  }

  /// Whether a byte is among them.
  @inline(__always)
  func contains(_ byte: UInt8) -> Bool {
    end(of: { $0 != byte }, eight: { Self.differing(from: byte, $0) }, from: 0) < count
  }

  subscript(range: Range<Int>) -> Slice<UnsafeBufferPointer<UInt8>> {
    precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count)
    return bytes[range]
  }

  /// The bytes of a range, eight at most, as one number with the first byte lowest.
  func word(_ range: Range<Int>) -> UInt64 {
    precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count && range.count <= 8)
    guard !range.isEmpty else { return 0 }
    guard range.upperBound >= 8 else {
      return bytes[range].reversed().reduce(0) { $0 &<< 8 | UInt64($1) }
    }
    // What stands before the range is shifted out.
    let word = UnsafeRawBufferPointer(bytes).loadUnaligned(
      fromByteOffset: range.upperBound &- 8, as: UInt64.self)
    return UInt64(littleEndian: word) &>> UInt64(8 &* (8 &- range.count))
  }

  /// Whether the bytes of two ranges are the same.
  func areSame(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
    left.count == right.count && part(left) == part(right)
  }

  /// The text of a range.
  func text(_ range: Range<Int>) -> String {
    String(decoding: UnsafeBufferPointer(rebasing: self[range]), as: UTF8.self)
  }
}

extension TextBytes: Hashable {
  package static func == (left: TextBytes, right: TextBytes) -> Bool {
    haveEqualBytes(left.bytes, right.bytes)
  }

  /// Hashes the bytes, and behind them one that is no part of UTF-8: of several texts hashed one
  /// after the other, whoever wrote them could otherwise shift where one ends, and all would hash
  /// alike.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
    hasher.combine(0xFF as UInt8)
  }
}

/// Whether two texts have the same bytes, which are compared at once.
package func haveEqualBytes(
  _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
) -> Bool {
  let count = left.count
  guard count == right.count else { return false }
  // Texts that one was made the copy of the other share their bytes.
  guard left.baseAddress != right.baseAddress else { return true }
  guard let left = left.baseAddress, let right = right.baseAddress else { return true }
  return memcmp(left, right, count) == 0
}
