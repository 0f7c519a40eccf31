// What sets of ids are made of: words of 64 ids, and chunks of 64 words. A chunk keeps only the
// words that have a bit, and which ones those are, so that one member costs a word and 4 096 cost
// 64; nothing is searched, for the words before a word are counted by one instruction.

/// The ids from index × 64 on, a bit for each that is there.
struct IDWord: Hashable, Sendable {
  var index: Int
  var bits: UInt64

  init(index: Int, bits: UInt64) {
    self.index = index
    self.bits = bits
  }

  /// The word of one id.
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

/// The members of a set among the 4 096 ids from key × 4 096 on.
struct IDChunk: Hashable, Sendable {
  let rawKey: Int32
  /// The words that have a bit.
  private(set) var present: UInt64 = 0
  /// Those words, in ascending order.
  private(set) var words: [UInt64] = []

  init(key: Int) { rawKey = Int32(truncatingIfNeeded: key) }

  var key: Int { Int(rawKey) }

  var isEmpty: Bool { present == 0 }

  // A place is an id's number less key × 4 096.

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
        // A set of rows far apart has a few words in each of its chunks.
        if words.isEmpty { words.reserveCapacity(4) }
        words.append(Self.bit(place & 63))
      } else {
        words.insert(Self.bit(place & 63), at: rank)
      }
    } else {
      words[rank] |= Self.bit(place & 63)
    }
  }

  /// Removes a member that is there.
  mutating func remove(_ place: Int) {
    let word = place >> 6
    let rank = rank(of: word)
    words[rank] &= ~Self.bit(place & 63)
    guard words[rank] == 0 else { return }
    present &= ~Self.bit(word)
    words.remove(at: rank)
  }

  /// Adds a word that comes after all that are there, with a bit or more.
  mutating func append(_ bits: UInt64, at word: Int) {
    present |= Self.bit(word)
    words.append(bits)
  }

  /// Calls a function with each word that has a bit, and which of the 64 words it is.
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

  /// How many words stand before one.
  private func rank(of word: Int) -> Int { (present & (Self.bit(word) - 1)).nonzeroBitCount }

  private static func bit(_ place: Int) -> UInt64 { 1 << UInt64(place) }
}

/// The words of some chunks that have a bit, in ascending order.
struct IDWords: Sequence, IteratorProtocol, Sendable {
  private let chunks: [IDChunk]
  /// How many chunks have been begun.
  private var begun = 0
  /// The chunk being read: where its words start, which of them are left, and all of them.
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
