// What a form says again and again is read once: a thousand rows are hidden by the same few
// conditions, have the same rules and offer the same options. What is spelled alike, byte by byte,
// is the same value, and all rows share it.

import Predicate

/// What parts of a document have been read as, for those that may come again.
///
/// A class, so that what is read meanwhile may look here as well.
final class Repeated<Content> {
  /// The last part of each fingerprint: a table that forgets can be filled by no file, and costs
  /// the same for any.
  // Unchecked: each method below looks at them and calls nothing else meanwhile, so that no access
  // ever meets another; asked of every text of a file, the checks cost more than what they guard.
  @exclusivity(unchecked) private var buckets: [Bucket]
  @exclusivity(unchecked) private var contents: [Content] = []
  private let shift: UInt64

  /// Where a part stands, and its place among the contents; of a slot without any -1.
  ///
  /// `JSONReader.maximumBytes` bounds the parts.
  private struct Bucket {
    var start: UInt32 = 0
    var end: UInt32 = 0
    var content: Int32 = -1

    var part: Range<Int> { Int(start)..<Int(end) }
  }

  /// Makes a table for so many parts, a power of two.
  init(bits: Int) {
    buckets = Array(repeating: Bucket(), count: 1 << bits)
    shift = UInt64(64 - bits)
  }

  /// Parts that are shorter cost less to read again.
  static var shortest: Int { 16 }

  /// Where a part is looked for and kept; nil for one that is too short.
  func slot(of part: Range<Int>, in text: UnsafeBufferPointer<UInt8>) -> Int? {
    guard part.count >= Self.shortest else { return nil }
    return Int(
      truncatingIfNeeded: Fingerprint.of(UnsafeBufferPointer(rebasing: text[part])) >> shift)
  }

  /// What a part was read as that is spelled alike; nil where none is known any more.
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

  /// Remembers what a part was read as.
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

/// A number that is the same for equal bytes, its upper bits well mixed: no secret is in it, so
/// that it may only choose a place in a table of fixed size.
enum Fingerprint {
  /// Of eight bytes or more.
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
    // The last eight bytes may overlap those before them.
    mix(at: last)
    return mixed &* 0x9E37_79B9_7F4A_7C15
  }
}
