// A table of the words expected at some place of a JSON text, each with its meaning. Words are
// looked up by their bytes, so that no string is made for a look-up.

/// The meanings of a fixed set of short words.
///
/// The words of a file may be such that many of them meet in one place. So a word is searched at
/// few places, and one that finds no place there is left out: whoever makes a table of such words
/// knows another way to their meanings.
package struct WordTable<Meaning: Sendable>: Sendable {
  private struct Bucket {
    let word: ShortWord
    let meaning: Meaning
  }

  /// Open addressing, at most a quarter full.
  private var buckets: [Bucket?]
  private let shift: UInt64

  /// How many places a word may have.
  private static var placeCount: Int { 8 }

  /// Makes a table, without words that do not fit in a `ShortWord`.
  package init(_ words: some Collection<(String, Meaning)>) {
    var bits = 4
    while 1 << bits < 4 * words.count { bits += 1 }
    buckets = Array(repeating: nil, count: 1 << bits + Self.placeCount)
    shift = UInt64(64 - bits)
    for (text, meaning) in words {
      var text = text
      guard let word = text.withUTF8({ ShortWord($0) }),
        let position = places(of: word).first(where: { buckets[$0] == nil })
      else { continue }
      buckets[position] = Bucket(word: word, meaning: meaning)
    }
  }

  /// The meaning of a word; nil if the table does not have it.
  func meaning(of text: UnsafeBufferPointer<UInt8>) -> Meaning? {
    guard let word = ShortWord(text) else { return nil }
    for position in places(of: word) {
      guard let bucket = buckets[position] else { return nil }
      if bucket.word == word { return bucket.meaning }
    }
    return nil
  }

  /// The places where a word may be, in the order in which they are filled.
  @inline(__always)
  private func places(of word: ShortWord) -> Range<Int> {
    let first = Int(truncatingIfNeeded: word.mixed >> shift)
    return first..<(first + Self.placeCount)
  }
}

/// A word of at most 24 bytes as three numbers.
private struct ShortWord: Equatable {
  private let head: UInt64
  /// Zero if the word has fewer than 16 bytes.
  private let middle: UInt64
  private let tail: UInt64
  private let count: Int

  @inline(__always)
  init?(_ text: UnsafeBufferPointer<UInt8>) {
    guard (1...24).contains(text.count), let base = UnsafeRawPointer(text.baseAddress) else {
      return nil
    }
    count = text.count
    middle = count >= 16 ? base.loadUnaligned(fromByteOffset: 8, as: UInt64.self) : 0
    if count >= 8 {
      // The numbers overlap if the word is shorter than 16 bytes.
      head = base.loadUnaligned(as: UInt64.self)
      tail = base.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
    } else if count >= 4 {
      head = UInt64(base.loadUnaligned(as: UInt32.self))
      tail = UInt64(base.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self))
    } else {
      head = UInt64(text[0]) | UInt64(text[count / 2]) << 8
      tail = UInt64(text[count - 1])
    }
  }

  /// A hash of the word, with well mixed upper bits.
  var mixed: UInt64 {
    (head &+ middle &+ tail &* 0xFF51_AFD7_ED55_8CCD &+ UInt64(count)) &* 0x9E37_79B9_7F4A_7C15
  }
}
