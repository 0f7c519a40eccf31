// The parts of id sets: words of 64 ids, and chunks of 64 words. A chunk stores only its nonzero
// words and a bit mask that says which words these are. So one member costs one word, and 4 096
// members cost 64. A population count finds the index of a word.
//
//   present  …00101    words 0 and 2 are stored
//   words    [bits of word 0, bits of word 2]

/// A set of ids from index × 64 to index × 64 + 63, one bit for each id.
struct IDWord: Hashable, Sendable {
  var index: Int
  var bits: UInt64

  init(index: Int, bits: UInt64) {
    self.index = index
    self.bits = bits
  }

  /// Makes the word of one id.
  init(only id: Int32) { self.init(index: Int(id) >> 6, bits: 1 << UInt64(Int(id) & 63)) }

  /// The ids, in ascending order.
  func members<Element: IndexedID>() -> [Element] {
    var members: [Element] = []
    members.reserveCapacity(bits.nonzeroBitCount)
    forEach { members.append($0) }
    return members
  }

  /// Calls a function with each id, in ascending order.
  @inline(__always)
  func forEach<Element: IndexedID>(_ body: (Element) -> Void) {
    var rest = bits
    while rest != 0 {
      body(Element(index << 6 + rest.trailingZeroBitCount))
      rest &= rest - 1
    }
  }
}

/// The members of a set from key × 4 096 to key × 4 096 + 4 095.
struct IDChunk: Hashable, Sendable {
  let rawKey: Int32
  /// One bit for each word that is not zero.
  private(set) var present: UInt64 = 0
  /// The words that are not zero, in ascending order.
  private(set) var words: [UInt64] = []

  init(key: Int) { rawKey = Int32(truncatingIfNeeded: key) }

  var key: Int { Int(rawKey) }

  var isEmpty: Bool { present == 0 }

  // A place is an id minus key × 4 096.

  func contains(_ place: Int) -> Bool {
    let word = place >> 6
    return present & Self.bit(word) != 0 && words[rank(of: word)] & Self.bit(place & 63) != 0
  }

  mutating func insert(_ place: Int) {
    let word = place >> 6
    let rank = rank(of: word)
    if present & Self.bit(word) == 0 {
      present |= Self.bit(word)
      // Most ids come in ascending order.
      if rank == words.count {
        // A set of scattered rows has a few words in each chunk.
        if words.isEmpty { words.reserveCapacity(4) }
        words.append(Self.bit(place & 63))
      } else {
        words.insert(Self.bit(place & 63), at: rank)
      }
    } else {
      words[rank] |= Self.bit(place & 63)
    }
  }

  /// Removes a member.
  ///
  /// The member must be in the chunk.
  mutating func remove(_ place: Int) {
    let word = place >> 6
    let rank = rank(of: word)
    words[rank] &= ~Self.bit(place & 63)
    guard words[rank] == 0 else { return }
    present &= ~Self.bit(word)
    words.remove(at: rank)
  }

  /// Appends a nonzero word.
  ///
  /// Its position must be after all stored words.
  mutating func append(_ bits: UInt64, at word: Int) {
    present |= Self.bit(word)
    words.append(bits)
  }

  /// Calls a function with each nonzero word and its position in the chunk.
  @inline(__always)
  func forEachWord(_ body: (_ word: Int, _ bits: UInt64) -> Void) {
    words.withUnsafeBufferPointer { words in
      guard present != .max else {
        for word in words.indices { body(word, words[word]) }
        return
      }
      var left = present
      for bits in words {
        body(left.trailingZeroBitCount, bits)
        left &= left - 1
      }
    }
  }

  /// The number of stored words before a position.
  private func rank(of word: Int) -> Int { (present & (Self.bit(word) - 1)).nonzeroBitCount }

  private static func bit(_ place: Int) -> UInt64 { 1 << UInt64(place) }
}

/// The nonzero words of some chunks, in ascending order.
struct IDWords: Sequence, IteratorProtocol, Sendable {
  private let chunks: [IDChunk]
  /// The number of chunks that have been started.
  private var begun = 0
  /// The current chunk: the index of its first word, the words that remain, and all its words.
  private var start = 0
  private var left: UInt64 = 0
  private var words: [UInt64] = []
  private var rank = 0

  init(_ chunks: [IDChunk]) { self.chunks = chunks }

  @inline(__always)
  mutating func next() -> IDWord? {
    while left == 0 {
      guard begun < chunks.count else { return nil }
      let chunk = chunks[begun]
      begun += 1
      start = chunk.key << 6
      left = chunk.present
      words = chunk.words
      rank = 0
    }
    let index = start + left.trailingZeroBitCount
    left &= left - 1
    defer { rank += 1 }
    return IDWord(index: index, bits: words[rank])
  }
}
