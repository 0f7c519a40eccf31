// The attributes of all members at one moment. Only a member's own attributes are stored, so hiding
// a section of a million rows changes one word. Effective attributes are computed when asked.
//
// Each attribute of 64 rows is one word. The eight words of the same 64 rows stand side by side.
// So a condition that decides many rows writes 64 of them at a time:
//
//   0 to 63    hidden | disabled | required | invalid | blurred | changed | cleared | restarted
//   64 to 127  hidden | disabled | …

extension RowWord {
  /// The number of attributes that are stored for each row, those of `all`.
  fileprivate static let count = 8

  /// The index of the attribute's word within the eight words of 64 rows.
  @inline(__always)
  fileprivate var place: Int { rawValue.trailingZeroBitCount }

  fileprivate init(place: Int) { self.init(rawValue: 1 << UInt8(truncatingIfNeeded: place)) }
}

/// The attributes of every member at one moment.
struct Attributes: ~Copyable, Sendable {
  /// Eight words for every 64 rows; see the diagram at the top of the file.
  private var rows = Column<UInt64>(filledWith: 0)
  /// By section.
  var sections = Column<SectionWord>(filledWith: [])
  var isReadOnly = false
  /// The value of `isReadOnly` when the transaction began.
  private(set) var wasReadOnly = false

  /// Copies the attributes.
  ///
  /// Call between transactions only.
  func copy() -> Attributes {
    var copy = Attributes()
    copy.rows = rows.copy()
    copy.sections = sections.copy()
    copy.isReadOnly = isReadOnly
    copy.wasReadOnly = isReadOnly
    return copy
  }

  mutating func grow(toRows rows: Int, sections: Int) {
    self.rows.grow(to: (rows + 63) >> 6 * RowWord.count)
    self.sections.grow(to: sections)
  }

  /// The index in `rows` of an attribute's word for 64 rows.
  @inline(__always)
  private static func index(_ bit: RowWord, _ word: Int) -> Int {
    word * RowWord.count + bit.place
  }

  @inline(__always)
  fileprivate static func mask(_ row: RowIndex) -> UInt64 {
    1 &<< UInt64(truncatingIfNeeded: row.index & 63)
  }

  /// One attribute of 64 rows, a bit for each.
  @inline(__always)
  func bits(_ bit: RowWord, _ word: Int) -> UInt64 { rows[Self.index(bit, word)] }

  @inline(__always)
  func isSet(_ bit: RowWord, _ row: RowIndex) -> Bool {
    bits(bit, row.index >> 6) & Self.mask(row) != 0
  }

  /// Whether a bit of a row was set when the current transaction began.
  func wasSet(_ bit: RowWord, _ row: RowIndex) -> Bool {
    rows.old(at: Self.index(bit, row.index >> 6)) & Self.mask(row) != 0
  }

  /// Writes one bit of a row.
  ///
  /// - Returns: Whether the bit changed.
  @inline(__always)
  mutating func set(_ bit: RowWord, _ isOn: Bool, _ row: RowIndex) -> Bool {
    guard isSet(bit, row) != isOn else { return false }
    rows[Self.index(bit, row.index >> 6)] ^= Self.mask(row)
    return true
  }

  /// Logs a bit of a row for undo, even if it does not change now.
  mutating func keep(_ bit: RowWord, _ row: RowIndex) {
    rows.keep(at: Self.index(bit, row.index >> 6))
  }

  /// Writes one bit of many rows.
  ///
  /// - Returns: The rows whose validity flipped. A row counts as invalid if it has the invalid bit
  ///   and is not hidden.
  /// - Complexity: O(w), where w is the number of 64-row words in `members`.
  mutating func set(_ bit: RowWord, _ isOn: Bool, _ members: [IDChunk]) -> [IDWord] {
    var counted: [IDWord] = []
    for chunk in members {
      chunk.forEachWord { place, members in
        let word = chunk.key << 6 + place
        let flips = (bits(bit, word) ^ (isOn ? .max : 0)) & members
        guard flips != 0 else { return }
        rows[Self.index(bit, word)] ^= flips
        let others: UInt64 =
          switch bit {
          case .hidden: flips & bits(.invalid, word)
          case .invalid: flips & ~bits(.hidden, word)
          default: 0
          }
        if others != 0 { counted.append(IDWord(index: word, bits: others)) }
      }
    }
    return counted
  }
}

extension Attributes: AttributeReading {
  @inline(__always)
  func word(of section: SectionIndex) -> SectionWord { sections[section.index] }
}

// MARK: - Transactions

/// What a transaction overwrote in the attributes.
struct AttributeLog: Sendable {
  fileprivate(set) var rows = UndoLog<UInt64>()
  fileprivate(set) var sections = UndoLog<SectionWord>()
  /// The old value of `isReadOnly`, or nil if it did not change.
  fileprivate(set) var isReadOnly: Bool?

  var isEmpty: Bool { rows.isEmpty && sections.isEmpty && isReadOnly == nil }

  /// The attributes that sections had of their own, of those that were written.
  var words: [(section: SectionIndex, old: SectionWord)] {
    sections.entries.map { (SectionIndex(Int($0.index)), $0.old) }
  }

  mutating func merge(_ newer: AttributeLog) {
    rows.merge(newer.rows)
    sections.merge(newer.sections)
    isReadOnly = isReadOnly ?? newer.isReadOnly
  }
}

extension Attributes {
  @inline(__always)
  mutating func takeLog() -> AttributeLog {
    var log = AttributeLog()
    log.rows = rows.takeLog()
    log.sections = sections.takeLog()
    if isReadOnly != wasReadOnly {
      log.isReadOnly = wasReadOnly
      wasReadOnly = isReadOnly
    }
    return log
  }

  /// Ends a transaction by writing back what it overwrote.
  mutating func revert() {
    rows.revert()
    sections.revert()
    isReadOnly = wasReadOnly
  }

  mutating func put(_ log: AttributeLog) {
    rows.put(log.rows)
    sections.put(log.sections)
    if let old = log.isReadOnly { isReadOnly = old }
  }

  /// The attribute and the 64-row word at an index of `rows`.
  private static func word(at index: Int32) -> (bit: RowWord, word: Int) {
    let (word, place) = Int(index).quotientAndRemainder(dividingBy: RowWord.count)
    return (RowWord(place: place), word)
  }

  /// The number of rows whose bit differs from its value before a transaction.
  ///
  /// - Complexity: O(w), where w is the number of 64-row words that the transaction wrote.
  func changeCount(_ bit: RowWord, since log: AttributeLog) -> Int {
    var count = 0
    for entry in log.rows.entries where Self.word(at: entry.index).bit == bit {
      count += (entry.old ^ rows[Int(entry.index)]).nonzeroBitCount
    }
    return count
  }

  /// The rows in which a transaction changed at least one of the given bits, in ascending order.
  func changedRows(_ bits: RowWord, since log: AttributeLog) -> [RowIndex] {
    var words: [IDWord] = []
    for entry in log.rows.entries {
      let (bit, word) = Self.word(at: entry.index)
      guard bits.contains(bit) else { continue }
      let flips = entry.old ^ rows[Int(entry.index)]
      if words.last?.index == word {
        words[words.count - 1].bits |= flips
      } else {
        words.append(IDWord(index: word, bits: flips))
      }
    }
    var rows: [RowIndex] = []
    for word in words { word.forEach { rows.append($0) } }
    return rows
  }

  /// The number of rows whose validity a transaction flipped.
  ///
  /// The result is correct only if no section is hidden.
  ///
  /// - Complexity: O(w), where w is the number of 64-row words that the transaction wrote.
  func validityChangeCount(since log: AttributeLog) -> Int {
    var count = 0
    var last = -1
    for entry in log.rows.entries {
      let word = Self.word(at: entry.index).word
      guard word != last else { continue }
      last = word
      let old = oldBits(.invalid, word, log) & ~oldBits(.hidden, word, log)
      let new = bits(.invalid, word) & ~bits(.hidden, word)
      count += (old ^ new).nonzeroBitCount
    }
    return count
  }

  /// The bits of 64 rows before a transaction.
  func oldBits(_ bit: RowWord, _ word: Int, _ log: AttributeLog) -> UInt64 {
    rows.old(at: Self.index(bit, word), log.rows)
  }

  /// The bits of 64 rows before a transaction, one word for each attribute.
  fileprivate func oldWords(_ word: Int, _ log: AttributeLog) -> [UInt64] {
    (0..<RowWord.count).map { oldBits(RowWord(place: $0), word, log) }
  }

  /// Whether a bit of a row was set before a transaction.
  func wasSet(_ bit: RowWord, _ row: RowIndex, _ log: AttributeLog) -> Bool {
    oldBits(bit, row.index >> 6, log) & Self.mask(row) != 0
  }
}

// MARK: - Attributes before a transaction

/// The attributes of all members before a transaction that has ended.
struct PastAttributes: AttributeReading, Sendable {
  /// The state after the transaction.
  private let state: Held<FormState>
  private let log: AttributeLog
  let isReadOnly: Bool
  /// The index of the 64 rows that were looked up last, and one word of their bits for each
  /// attribute.
  private var lookedUp: (index: Int, words: [UInt64]) = (-1, [])

  init(_ log: AttributeLog, _ state: Held<FormState>) {
    self.state = state
    self.log = log
    isReadOnly = log.isReadOnly ?? state.value.attributes.isReadOnly
  }

  /// Reads the old bits of a row and its 63 neighbours from the log and keeps them.
  ///
  /// The next questions about these rows need no search. Rows are mostly asked in ascending order.
  mutating func lookUp(_ row: RowIndex) {
    let index = row.index >> 6
    guard index != lookedUp.index else { return }
    lookedUp = (index, state.value.attributes.oldWords(index, log))
  }

  @inline(__always)
  func isSet(_ bit: RowWord, _ row: RowIndex) -> Bool {
    row.index >> 6 == lookedUp.index
      ? lookedUp.words[bit.place] & Attributes.mask(row) != 0
      : state.value.attributes.wasSet(bit, row, log)
  }

  @inline(__always)
  func word(of section: SectionIndex) -> SectionWord {
    state.value.attributes.sections.old(at: section.index, log.sections)
  }
}
