// A cache for equal parts of a form file. A thousand rows often have the same few conditions, rules
// and options. Parts with equal bytes are read once, and all rows share the result.

import Predicate

/// The results of reading parts of a document, for parts that may occur again.
///
/// A class, because reading a part may use the same cache for inner parts.
final class Repeated<Content> {
  /// The last part of each fingerprint: a table that forgets can be filled by no file, and costs
  /// the same for any.
  // Unchecked: each method below looks at them and calls nothing else meanwhile, so that no access
  // ever meets another; asked of every text of a file, the checks cost more than what they guard.
  @exclusivity(unchecked) private var buckets: [Bucket]
  @exclusivity(unchecked) private var contents: [Content] = []
  private let shift: UInt64

  /// The range of a part, and the index of its result in `contents`; -1 for an empty slot.
  ///
  /// `JSONReader.maximumBytes` bounds the parts.
  private struct Bucket {
    var start: UInt32 = 0
    var end: UInt32 = 0
    var content: Int32 = -1

    var part: Range<Int> { Int(start)..<Int(end) }
  }

  /// Makes a table with two to the power of `bits` slots.
  init(bits: Int) {
    buckets = Array(repeating: Bucket(), count: 1 << bits)
    shift = UInt64(64 - bits)
  }

  /// The smallest size of a cached part in bytes.
  ///
  /// Reading shorter parts again is cheaper.
  static var shortest: Int { 16 }

  /// The slot of a part; nil if the part is too short.
  func slot(of part: Range<Int>, in text: UnsafeBufferPointer<UInt8>) -> Int? {
    guard part.count >= Self.shortest else { return nil }
    return Int(
      truncatingIfNeeded: Fingerprint.of(UnsafeBufferPointer(rebasing: text[part])) >> shift)
  }

  /// The result of an earlier part with equal bytes; nil if the slot holds another part.
  func content(
    of part: Range<Int>, at slot: Int, in text: UnsafeBufferPointer<UInt8>
  ) -> Content? {
    let known = buckets[slot]
    guard known.content >= 0,
      haveEqualBytes(
        UnsafeBufferPointer(rebasing: text[known.part]), UnsafeBufferPointer(rebasing: text[part]))
    else { return nil }
    return contents[Int(known.content)]
  }

  /// Stores the result of reading a part.
  func keep(_ content: Content, for part: Range<Int>, at slot: Int) {
    buckets[slot].start = UInt32(truncatingIfNeeded: part.lowerBound)
    buckets[slot].end = UInt32(truncatingIfNeeded: part.upperBound)
    if buckets[slot].content >= 0 {
      contents[Int(buckets[slot].content)] = content
    } else {
      buckets[slot].content = Int32(truncatingIfNeeded: contents.count)
      contents.append(content)
    }
  }
}

/// A hash with well mixed upper bits.
///
/// It has no secret seed, so it must only be used to choose a slot in a table of fixed size.
enum Fingerprint {
  /// The hash of at least eight bytes.
  static func of(_ text: UnsafeBufferPointer<UInt8>) -> UInt64 {
    let bytes = UnsafeRawBufferPointer(text)
    var mixed = UInt64(bytes.count)
    func mix(at offset: Int) {
      mixed ^= bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      mixed &*= 0x9E37_79B9_7F4A_7C15
      mixed ^= mixed >> 29
    }
    let last = bytes.count - 8
    for offset in stride(from: 0, to: last, by: 8) { mix(at: offset) }
    // The last eight bytes may overlap the bytes before them.
    mix(at: last)
    return mixed &* 0x9E37_79B9_7F4A_7C15
  }
}
