// The attributes of all members at one moment, own and effective. Only a member's own attributes
// are stored, so hiding a section of a million rows changes one word. Each attribute of 64 rows is
// a word, and their words stand side by side, so a condition that decides for many rows writes 64
// at a time:
//
//   rows 0 to 63    hidden | disabled | required | invalid | blurred | changed
//   rows 64 to 127  hidden | disabled | …

extension RowWord {
  /// How many attributes a row has of its own.
  fileprivate static let count = 6

  /// Where the words of an attribute stand among those of the same 64 rows.
  @inline(__always)
  fileprivate var place: Int { rawValue.trailingZeroBitCount }

  fileprivate init(place: Int) { self.init(rawValue: 1 << UInt8(truncatingIfNeeded: place)) }
}

/// The attributes of every member at one moment.
struct Attributes: ~Copyable, Sendable {
  /// By attribute and 64 rows.
  private var rows = Column<UInt64>(filledWith: 0)
  /// By section.
  var sections = Column<SectionWord>(filledWith: [])
  var isReadOnly = false
  /// The same at the beginning of the transaction.
  private(set) var wasReadOnly = false

  /// The same attributes, between transactions.
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

  /// Where the bits of 64 rows stand.
  @inline(__always)
  private static func index(_ bit: RowWord, _ word: Int) -> Int {
    word * RowWord.count + bit.place
  }

  @inline(__always)
  fileprivate static func mask(_ row: RowID) -> UInt64 {
    1 &<< UInt64(truncatingIfNeeded: row.index & 63)
  }

  /// The bits of 64 rows.
  @inline(__always)
  private func bits(_ bit: RowWord, _ word: Int) -> UInt64 { rows[Self.index(bit, word)] }

  @inline(__always)
  func isSet(_ bit: RowWord, _ row: RowID) -> Bool {
    bits(bit, row.index >> 6) & Self.mask(row) != 0
  }

  /// Writes one bit of a row; returns whether it was the other one.
  @inline(__always)
  mutating func set(_ bit: RowWord, _ isOn: Bool, _ row: RowID) -> Bool {
    guard isSet(bit, row) != isOn else { return false }
    rows[Self.index(bit, row.index >> 6)] ^= Self.mask(row)
    return true
  }

  /// Writes one bit of many rows.
  ///
  /// - Returns: The rows that count as invalid now and did not before, or the other way round.
  /// - Complexity: O(words of 64 rows).
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
  func word(of section: SectionID) -> SectionWord { sections[section.index] }
}

// MARK: - Transactions

/// What a transaction overwrote of attributes.
struct AttributeLog: Sendable {
  fileprivate(set) var rows = UndoLog<UInt64>()
  fileprivate(set) var sections = UndoLog<SectionWord>()
  /// Whether the form was read-only, if that changed.
  fileprivate(set) var isReadOnly: Bool?

  var isEmpty: Bool { rows.isEmpty && sections.isEmpty && isReadOnly == nil }

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

  mutating func put(_ log: AttributeLog) {
    rows.put(log.rows)
    sections.put(log.sections)
    if let old = log.isReadOnly { isReadOnly = old }
  }

  /// The attribute and the word of 64 rows that an index stands for.
  private static func word(at index: Int32) -> (bit: RowWord, word: Int) {
    let (word, place) = Int(index).quotientAndRemainder(dividingBy: RowWord.count)
    return (RowWord(place: place), word)
  }

  /// How many rows the current transaction has hidden or shown so far, by themselves.
  var hiddenFlipCount: Int { rows.isWritten ? flipCount(.hidden, in: rows.overwritten) : 0 }

  /// How many rows have another bit than before a transaction.
  ///
  /// - Complexity: O(words of 64 rows that it wrote).
  func changeCount(_ bit: RowWord, since log: AttributeLog) -> Int {
    flipCount(bit, in: log.rows.entries)
  }

  private func flipCount(_ bit: RowWord, in entries: [UndoLog<UInt64>.Entry]) -> Int {
    var count = 0
    for entry in entries where Self.word(at: entry.index).bit == bit {
      count += (entry.old ^ rows[Int(entry.index)]).nonzeroBitCount
    }
    return count
  }

  /// The rows that the current transaction has hidden or shown so far, by themselves, in no order.
  var rowsWithHiddenFlips: [RowID] {
    var flipped: [RowID] = []
    for entry in rows.overwritten {
      let (bit, word) = Self.word(at: entry.index)
      guard bit == .hidden else { continue }
      flipped += IDWord(index: word, bits: entry.old ^ rows[Int(entry.index)]).members()
    }
    return flipped
  }

  /// The rows that a transaction changed in one of some bits, in ascending order.
  func changedRows(_ bits: RowWord, since log: AttributeLog) -> [RowID] {
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
    var rows: [RowID] = []
    for word in words { word.forEach { rows.append($0) } }
    return rows
  }

  /// How many rows count as valid and did not before a transaction, or the other way round, where
  /// no section is hidden.
  ///
  /// - Complexity: O(words of 64 rows that it wrote).
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
  fileprivate func oldBits(_ bit: RowWord, _ word: Int, _ log: AttributeLog) -> UInt64 {
    rows.old(at: Self.index(bit, word), log.rows)
  }

  /// The bits of 64 rows before a transaction, a word for each attribute.
  fileprivate func oldWords(_ word: Int, _ log: AttributeLog) -> [UInt64] {
    (0..<RowWord.count).map { oldBits(RowWord(place: $0), word, log) }
  }

  /// Whether a bit of a row was set before a transaction.
  fileprivate func wasSet(_ bit: RowWord, _ row: RowID, _ log: AttributeLog) -> Bool {
    oldBits(bit, row.index >> 6, log) & Self.mask(row) != 0
  }
}

// MARK: - Before a transaction

/// The attributes of all members as they were before a transaction that has ended.
struct PastAttributes: AttributeReading, Sendable {
  /// As they were after the transaction.
  private let state: Held<FormState>
  private let log: AttributeLog
  let isReadOnly: Bool
  /// The 64 rows that were looked up last, and a word of their bits for each attribute.
  private var lookedUp: (index: Int, words: [UInt64]) = (-1, [])

  init(_ log: AttributeLog, _ state: Held<FormState>) {
    self.state = state
    self.log = log
    isReadOnly = log.isReadOnly ?? state.value.attributes.isReadOnly
  }

  /// Finds the bits of a row and its neighbours in the log, so that what is asked next of them
  /// needs no search: rows are mostly asked in ascending order.
  mutating func lookUp(_ row: RowID) {
    let index = row.index >> 6
    guard index != lookedUp.index else { return }
    lookedUp = (index, state.value.attributes.oldWords(index, log))
  }

  @inline(__always)
  func isSet(_ bit: RowWord, _ row: RowID) -> Bool {
    row.index >> 6 == lookedUp.index
      ? lookedUp.words[bit.place] & Attributes.mask(row) != 0
      : state.value.attributes.wasSet(bit, row, log)
  }

  @inline(__always)
  func word(of section: SectionID) -> SectionWord {
    state.value.attributes.sections.old(at: section.index, log.sections)
  }
}
