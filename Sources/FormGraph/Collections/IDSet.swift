// Sets of ids. Zero, one and two members are stored inline, up to eight in a list. Larger sets use
// chunks of 4 096 ids, which store only their nonzero words. A set takes two machine words. Copies
// share their chunks, and a write copies the list of chunks and one chunk. Equal sets have equal
// storage, whatever made them.

/// A set of ids, in ascending order.
///
/// What its members are is a condition of its functions and not of the type: the first use of a
/// type with conditions searches all conformances of the program.
struct IDSet<Element>: Sendable, Hashable {
  private var storage: Storage = .none

  private enum Storage: Sendable, Hashable {
    case none
    case one(Int32)
    /// In ascending order.
    case two(Int32, Int32)
    /// At most `fewLimit` ids, in ascending order.
    case few([Int32])
    case many([IDChunk], count: Int32)
  }

  struct Iterator {
    private let storage: Storage
    /// How many members of a set without chunks have been returned.
    private var position = 0
    private var words: IDWords
    private var word = IDWord(index: 0, bits: 0)

    fileprivate init(_ set: IDSet) {
      storage = set.storage
      words = if case .many(let chunks, _) = storage { IDWords(chunks) } else { IDWords([]) }
    }
  }
}

extension IDSet where Element: IndexedID {
  /// Finding an id in a list follows one reference; finding a word of a chunk follows two more.
  private static var fewLimit: Int { 8 }

  init() {}

  init(only member: Element) { storage = .one(Int32(truncatingIfNeeded: member.index)) }

  /// Members that come in ascending order are packed word by word, in O(n); others are inserted.
  init(_ members: some Sequence<Element>) {
    guard !(1...Self.fewLimit).contains(members.underestimatedCount) else {
      for member in members { insert(member) }
      return
    }
    var chunks: [IDChunk] = []
    var count = 0
    var word = IDWord(index: .min, bits: 0)
    var iterator = members.makeIterator()
    var rest: Element?
    while let member = iterator.next() {
      let index = member.index >> 6
      if index != word.index {
        guard index > word.index else {
          rest = member
          break
        }
        Self.append(word, to: &chunks, count: &count)
        word = IDWord(index: index, bits: 0)
      }
      word.bits |= 1 << UInt64(member.index & 63)
    }
    Self.append(word, to: &chunks, count: &count)
    storage = Self.storage(chunks, count: count)
    while let member = rest {
      insert(member)
      rest = iterator.next()
    }
  }

  var count: Int {
    switch storage {
    case .none: 0
    case .one: 1
    case .two: 2
    case .few(let ids): ids.count
    case .many(_, let count): Int(count)
    }
  }

  var isEmpty: Bool {
    if case .none = storage { return true }
    return false
  }

  /// The smallest member.
  var first: Element? {
    var members = makeIterator()
    return members.next()
  }

  /// - Complexity: O(1) where no chunk is missing before the member's, otherwise O(log chunks).
  func contains(_ member: Element) -> Bool {
    let index = member.index
    switch storage {
    case .none: return false
    case .one(let only): return only == index
    case .two(let first, let second): return first == index || second == index
    case .few(let ids): return ids.contains(Int32(truncatingIfNeeded: index))
    case .many(let chunks, _):
      let place = Self.place(of: index >> 12, in: chunks)
      return place < chunks.count && chunks[place].key == index >> 12
        && chunks[place].contains(index & 4095)
    }
  }

  /// Inserts a member.
  ///
  /// - Returns: Whether the set has changed.
  @discardableResult
  mutating func insert(_ member: Element) -> Bool {
    let index = member.index
    let id = Int32(truncatingIfNeeded: index)
    switch storage {
    case .none:
      storage = .one(id)
    case .one(let only):
      guard only != id else { return false }
      storage = .two(Swift.min(only, id), Swift.max(only, id))
    case .two(let first, let second):
      guard first != id, second != id else { return false }
      storage = .few([first, second, id].sorted())
    case .few(var ids):
      // Most ids come in ascending order.
      let place = ids[ids.count - 1] < id ? ids.count : ids.firstIndex { $0 >= id } ?? ids.count
      guard place == ids.count || ids[place] != id else { return false }
      // Taken out of the storage, so that the list has one owner and changes in place.
      storage = .none
      if place == ids.count { ids.append(id) } else { ids.insert(id, at: place) }
      storage = ids.count > Self.fewLimit ? Self.many(ids) : .few(ids)
    case .many(var chunks, let count):
      let place = Self.place(of: index >> 12, in: chunks)
      let hasChunk = place < chunks.count && chunks[place].key == index >> 12
      // Checked first, because a set that has the member must not copy anything.
      if hasChunk, chunks[place].contains(index & 4095) { return false }
      // Taken out of the storage, so that the chunks have one owner and change in place.
      storage = .none
      if !hasChunk { chunks.insert(IDChunk(key: index >> 12), at: place) }
      chunks[place].insert(index & 4095)
      storage = .many(chunks, count: count + 1)
    }
    return true
  }

  /// The members of both sets, in ascending order.
  ///
  /// - Complexity: O(n log n) in the size of the smaller set.
  func common(with other: IDSet) -> [Element] {
    count < other.count ? filter(other.contains) : other.filter(contains)
  }

  mutating func formUnion(_ members: some Sequence<Element>) {
    for member in members { insert(member) }
  }

  /// Removes a member.
  ///
  /// - Returns: Whether the set has changed.
  @discardableResult
  mutating func remove(_ member: Element) -> Bool {
    let index = member.index
    let id = Int32(truncatingIfNeeded: index)
    switch storage {
    case .none:
      return false
    case .one(let only):
      guard only == id else { return false }
      storage = .none
    case .two(let first, let second):
      guard first == id || second == id else { return false }
      storage = .one(first == id ? second : first)
    case .few(var ids):
      guard let place = ids.firstIndex(of: id) else { return false }
      storage = .none
      ids.remove(at: place)
      storage = ids.count > 2 ? .few(ids) : .two(ids[0], ids[1])
    case .many(var chunks, let count):
      // Checked first, because a set without the member must not copy anything.
      guard contains(member) else { return false }
      storage = .none
      let place = Self.place(of: index >> 12, in: chunks)
      chunks[place].remove(index & 4095)
      if chunks[place].isEmpty { chunks.remove(at: place) }
      storage = Self.storage(chunks, count: Int(count) - 1)
    }
    return true
  }

  /// Calls a function with each nonzero word, in ascending order, without copying the set.
  @inline(__always)
  func forEachWord(_ body: (IDWord) -> Void) {
    switch storage {
    case .none: break
    case .one(let only): body(IDWord(only: only))
    case .two(let first, let second):
      let (first, second) = (IDWord(only: first), IDWord(only: second))
      if first.index == second.index {
        body(IDWord(index: first.index, bits: first.bits | second.bits))
      } else {
        body(first)
        body(second)
      }
    case .few(let ids): Self.forEachWord(of: ids, body)
    case .many(let chunks, _):
      chunks.withUnsafeBufferPointer { chunks in
        for place in chunks.indices {
          let first = chunks[place].key << 6
          chunks[place].forEachWord { body(IDWord(index: first + $0, bits: $1)) }
        }
      }
    }
  }

  /// Calls a function with each member, in ascending order.
  ///
  /// Fast for one or two members, which is what most sets have.
  @inline(__always)
  func forEach(_ body: (Element) -> Void) {
    switch storage {
    case .none: break
    case .one(let only): body(Element(Int(only)))
    case .two(let first, let second):
      body(Element(Int(first)))
      body(Element(Int(second)))
    case .few(let ids): for id in ids { body(Element(Int(id))) }
    case .many: for member in self { body(member) }
    }
  }

  /// The chunks in ascending order; nil if the set is stored without chunks.
  var chunks: [IDChunk]? { if case .many(let chunks, _) = storage { chunks } else { nil } }

  // MARK: - Chunks

  /// The index of the chunk with a key, or the index at which it would be inserted.
  ///
  /// Keys ascend without repeating. So a chunk is at most `key - first key` places after the first,
  /// and exactly there if no chunk in between is missing.
  @inline(__always)
  private static func place(of key: Int, in chunks: [IDChunk]) -> Int {
    guard !chunks.isEmpty, key > chunks[0].key else { return 0 }
    var end = Swift.min(key - chunks[0].key, chunks.count)
    if end < chunks.count && chunks[end].key == key { return end }
    var start = 1
    while start < end {
      let middle = (start + end) >> 1
      if chunks[middle].key < key { start = middle + 1 } else { end = middle }
    }
    return start
  }

  /// Makes chunks from ids in ascending order.
  private static func many(_ ids: [Int32]) -> Storage {
    var chunks: [IDChunk] = []
    var count = 0
    forEachWord(of: ids) { append($0, to: &chunks, count: &count) }
    return .many(chunks, count: Int32(truncatingIfNeeded: count))
  }

  /// Calls a function with each word of ids in ascending order.
  @inline(__always)
  private static func forEachWord(of ids: [Int32], _ body: (IDWord) -> Void) {
    var word = IDWord(index: 0, bits: 0)
    for id in ids {
      let next = IDWord(only: id)
      if next.index == word.index {
        word.bits |= next.bits
      } else {
        if word.bits != 0 { body(word) }
        word = next
      }
    }
    if word.bits != 0 { body(word) }
  }

  /// The storage for some chunks.
  ///
  /// Few members are stored without chunks, so that equal sets have equal storage.
  private static func storage(_ chunks: [IDChunk], count: Int) -> Storage {
    guard count <= fewLimit else { return .many(chunks, count: Int32(truncatingIfNeeded: count)) }
    var ids: [Int32] = []
    ids.reserveCapacity(count)
    var words = IDWords(chunks)
    while let word = words.next() {
      word.forEach { (id: Element) in ids.append(Int32(truncatingIfNeeded: id.index)) }
    }
    return switch ids.count {
    case 0: .none
    case 1: .one(ids[0])
    case 2: .two(ids[0], ids[1])
    default: .few(ids)
    }
  }

  /// Appends a word that comes after all others.
  ///
  /// A word of zero is skipped.
  private static func append(_ word: IDWord, to chunks: inout [IDChunk], count: inout Int) {
    guard word.bits != 0 else { return }
    let key = word.index >> 6
    if chunks.isEmpty || chunks[chunks.count - 1].key != key { chunks.append(IDChunk(key: key)) }
    chunks[chunks.count - 1].append(word.bits, at: word.index & 63)
    count += word.bits.nonzeroBitCount
  }
}

extension IDSet: Sequence where Element: IndexedID {
  var underestimatedCount: Int { count }

  func makeIterator() -> Iterator { Iterator(self) }
}

extension IDSet.Iterator: IteratorProtocol where Element: IndexedID {
  @inline(__always)
  mutating func next() -> Element? {
    if word.bits == 0 {
      guard case .many = storage else { return nextOfFew() }
      guard let next = words.next() else { return nil }
      word = next
    }
    let place = word.bits.trailingZeroBitCount
    word.bits &= word.bits - 1
    return Element(word.index << 6 + place)
  }

  private mutating func nextOfFew() -> Element? {
    defer { position += 1 }
    switch (storage, position) {
    case (.one(let only), 0): return Element(Int(only))
    case (.two(let first, _), 0): return Element(Int(first))
    case (.two(_, let second), 1): return Element(Int(second))
    case (.few(let ids), _) where position < ids.count: return Element(Int(ids[position]))
    default: return nil
    }
  }
}
