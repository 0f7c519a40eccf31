// Gives access to the UTF-8 bytes of a string without copying them. The bytes are only available
// inside `read`, which keeps the string alive. Every access is checked, because the texts are
// untrusted.

import Foundation

/// The UTF-8 bytes of a string, in place.
package struct TextBytes {
  /// The lowest bit of each of eight bytes.
  @inline(__always) static var lowBits: UInt64 { 0x0101_0101_0101_0101 }
  /// The highest bit of each of eight bytes.
  @inline(__always) static var highBits: UInt64 { 0x8080_8080_8080_8080 }

  private let bytes: UnsafeBufferPointer<UInt8>

  /// Gives access to bytes, which must be well-formed UTF-8 and outlive this.
  @inline(__always)
  package init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// Calls `body` with the bytes of a text.
  ///
  /// The bytes must not leave the closure.
  package static func read<Result>(_ text: String, _ body: (TextBytes) -> Result) -> Result {
    // Nearly every string stores its bytes contiguously. Only other strings are copied, below.
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

  /// The first index at or after `start` whose byte does not satisfy the predicate.
  ///
  /// - Returns: The index, or `count` if all bytes satisfy the predicate.
  @inline(__always)
  func end(of isWanted: (UInt8) -> Bool, from start: Int) -> Int {
    precondition(start >= 0)
    var index = start
    while index < bytes.count, isWanted(bytes[index]) { index &+= 1 }
    return index
  }

  /// Like `end(of:from:)`, but tests eight bytes at once while at least eight are left.
  ///
  /// - Parameters:
  ///   - isWanted: Tests one byte.
  ///   - areWanted: Tests eight bytes. The first byte is the lowest of the word. The result has the
  ///     highest bit of each byte that satisfies the predicate.
  ///   - start: The first index to test.
  /// - Returns: The index, or `count` if all bytes satisfy the predicate.
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

  /// Compares each of eight bytes with `byte`.
  ///
  /// - Returns: The highest bit of each byte that differs; all other bits are zero.
  @inline(__always)
  static func differing(from byte: UInt8, _ eight: UInt64) -> UInt64 {
    let difference = eight ^ (UInt64(byte) &* lowBits)
    return (difference & ~highBits &+ ~highBits | difference) & highBits
  }

  /// Finds the capital letters among eight bytes of ASCII.
  ///
  /// Every byte must be below 0x80, so that no sum carries into the next byte.
  ///
  /// - Returns: The highest bit of each capital letter; all other bits are zero.
  @inline(__always)
  static func capitals(_ eight: UInt64) -> UInt64 {
    let fromA = eight &+ 0x3F3F_3F3F_3F3F_3F3F
    let behindZ = eight &+ 0x2525_2525_2525_2525
    return fromA & ~behindZ & highBits
  }

  /// Eight bytes of ASCII in lower case.
  @inline(__always)
  static func lowercased(_ eight: UInt64) -> UInt64 { eight | capitals(eight) &>> 2 }

  /// Whether all bytes are ASCII.
  var isASCII: Bool { end(of: { $0 < 0x80 }, eight: { ~$0 }, from: 0) == count }

  /// The bytes of a range.
  func part(_ range: Range<Int>) -> TextBytes {
    TextBytes(bytes: UnsafeBufferPointer(rebasing: self[range]))
  }

  /// Whether the text contains a byte.
  @inline(__always)
  func contains(_ byte: UInt8) -> Bool {
    end(of: { $0 != byte }, eight: { Self.differing(from: byte, $0) }, from: 0) < count
  }

  subscript(range: Range<Int>) -> Slice<UnsafeBufferPointer<UInt8>> {
    precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count)
    return bytes[range]
  }

  /// The bytes of a range of at most eight, as a number whose lowest byte is the first.
  func word(_ range: Range<Int>) -> UInt64 {
    precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count && range.count <= 8)
    guard !range.isEmpty else { return 0 }
    guard range.upperBound >= 8 else {
      return bytes[range].reversed().reduce(0) { $0 &<< 8 | UInt64($1) }
    }
    // The bytes before the range are shifted out.
    let word = UnsafeRawBufferPointer(bytes).loadUnaligned(
      fromByteOffset: range.upperBound &- 8, as: UInt64.self)
    return UInt64(littleEndian: word) &>> UInt64(8 &* (8 &- range.count))
  }

  /// Whether two ranges hold the same bytes.
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

  /// Hashes the bytes and then 0xFF, which never occurs in UTF-8.
  ///
  /// Without the end mark, two texts hashed in sequence would have the hash of every other split of
  /// the same bytes. Whoever wrote the texts could then make many of them collide.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
    hasher.combine(0xFF as UInt8)
  }
}

/// Whether two texts have the same bytes.
///
/// - Complexity: O(n), as one memory comparison.
package func haveEqualBytes(
  _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
) -> Bool {
  let count = left.count
  guard count == right.count else { return false }
  // A string and its copy share their bytes.
  guard left.baseAddress != right.baseAddress else { return true }
  guard let left = left.baseAddress, let right = right.baseAddress else { return true }
  return memcmp(left, right, count) == 0
}
