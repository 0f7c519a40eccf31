// A table of the words allowed at some place of a JSON text, each with its meaning. Words are
// looked up by their bytes, so that no string is made for a look-up.

/// The meanings of a fixed set of short words.
package struct WordTable<Meaning: Sendable>: Sendable {
  private struct Bucket {
    let word: ShortWord
    let meaning: Meaning
  }

  /// Open addressing, at most a quarter full; the words are ours, so no file can make it slow.
  private var buckets: [Bucket?]
  private let shift: UInt64

  /// Makes a table.
  ///
  /// Every word must fit in a `ShortWord`.
  init(_ words: some Collection<(String, Meaning)>) {
    var bits = 4
    while 1 << bits < 4 * words.count { bits += 1 }
    buckets = Array(repeating: nil, count: 1 << bits)
    shift = UInt64(64 - bits)
    for (text, meaning) in words {
      let word = Array(text.utf8).withUnsafeBufferPointer { ShortWord($0) }
      assert(word != nil, "\(text) is too long")
      guard let word else { continue }
      var position = home(of: word)
      while buckets[position] != nil { position = (position + 1) % buckets.count }
      buckets[position] = Bucket(word: word, meaning: meaning)
    }
  }

  /// The meaning of a word; nil if the table does not have it.
  func meaning(of text: UnsafeBufferPointer<UInt8>) -> Meaning? {
    guard let word = ShortWord(text) else { return nil }
    var position = home(of: word)
    while let bucket = buckets[position] {
      if bucket.word == word { return bucket.meaning }
      position = (position + 1) % buckets.count
    }
    return nil
  }

  private func home(of word: ShortWord) -> Int {
    Int(truncatingIfNeeded: word.mixed >> shift)
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
