// The attributes of all members at one moment, own and effective. Only a member's own attributes
// are stored, so hiding a section of a million rows changes one word. The attributes of 64 rows
// stand side by side, one bit for each row, so a condition that decides for many rows writes 64 at
// a time:
//
//   rows[0]  hidden 64 bits | disabled 64 bits | required | invalid | blurred | changed
//   rows[1]  the same for the rows 64 to 127

/// The own attributes of 64 rows, a bit for each row.
struct RowBits: Equatable, Sendable {
  private var hidden: UInt64 = 0
  private var disabled: UInt64 = 0
  private var required: UInt64 = 0
  private var invalid: UInt64 = 0
  private var blurred: UInt64 = 0
  private var changed: UInt64 = 0

  /// The bits of one attribute.
  subscript(bit: RowWord) -> UInt64 {
    @inline(__always) get {
      switch bit {
      case .hidden: hidden
      case .disabled: disabled
      case .required: required
      case .invalid: invalid
      case .blurred: blurred
      default: changed
      }
    }
    @inline(__always) set {
      switch bit {
      case .hidden: hidden = newValue
      case .disabled: disabled = newValue
      case .required: required = newValue
      case .invalid: invalid = newValue
      case .blurred: blurred = newValue
      default: changed = newValue
      }
    }
  }

  @inline(__always)
  func isSet(_ bit: RowWord, _ row: RowID) -> Bool {
    self[bit] & (1 &<< UInt64(truncatingIfNeeded: row.index & 63)) != 0
  }

  /// The rows that count as invalid: hidden rows do not.
  var counted: UInt64 { invalid & ~hidden }
}

/// The attributes of every member at one moment.
struct Attributes: Sendable {
  /// By row, 64 to an element.
  private(set) var rows = Column<RowBits>(filledWith: RowBits())
  /// By section.
  var sections = Column<SectionWord>(filledWith: [])
  var isReadOnly = false
  /// The same at the beginning of the transaction.
  private(set) var wasReadOnly = false

  mutating func grow(toRows rows: Int, sections: Int) {
    self.rows.grow(to: (rows + 63) >> 6)
    self.sections.grow(to: sections)
  }

  @inline(__always)
  func isSet(_ bit: RowWord, _ row: RowID) -> Bool { rows[row.index >> 6].isSet(bit, row) }

  /// Writes one bit of a row; returns whether it was the other one.
  @inline(__always)
  mutating func set(_ bit: RowWord, _ isOn: Bool, _ row: RowID) -> Bool {
    guard isSet(bit, row) != isOn else { return false }
    rows[row.index >> 6][bit] ^= 1 &<< UInt64(truncatingIfNeeded: row.index & 63)
    return true
  }

  /// Writes one bit of many rows.
  ///
  /// - Returns: The rows that count as invalid now and did not before, or the other way round.
  /// - Complexity: O(words of 64 rows).
  mutating func set(_ bit: RowWord, _ isOn: Bool, _ members: [IDChunk]) -> [IDWord] {
    var counted: [IDWord] = []
    for chunk in members {
      chunk.forEachWord { place, bits in
        let index = chunk.key << 6 + place
        let old = rows[index]
        let flips = (old[bit] ^ (isOn ? .max : 0)) & bits
        guard flips != 0 else { return }
        var new = old
        new[bit] ^= flips
        rows[index] = new
        let others = old.counted ^ new.counted
        if others != 0 { counted.append(IDWord(index: index, bits: others)) }
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
  fileprivate(set) var rows = UndoLog<RowBits>()
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

  /// How many rows the current transaction has hidden or shown so far, by themselves.
  var hiddenFlipCount: Int {
    var count = 0
    for entry in rows.overwritten {
      count += (entry.old[.hidden] ^ rows[Int(entry.index)][.hidden]).nonzeroBitCount
    }
    return count
  }

  /// The rows that the current transaction has hidden or shown so far, by themselves, in no order.
  var rowsWithHiddenFlips: [RowID] {
    rows.overwritten.flatMap { entry in
      IDWord(
        index: Int(entry.index), bits: entry.old[.hidden] ^ rows[Int(entry.index)][.hidden]
      ).members() as [RowID]
    }
  }

  /// The rows of which one of some bits differs from before a transaction, in ascending order.
  func changedRows(_ bits: [RowWord], since log: AttributeLog) -> [RowID] {
    log.rows.entries.flatMap { entry in
      let new = rows[Int(entry.index)]
      let flips = bits.reduce(0) { $0 | (entry.old[$1] ^ new[$1]) }
      return IDWord(index: Int(entry.index), bits: flips).members() as [RowID]
    }
  }

  /// How many rows have another bit than before a transaction.
  ///
  /// - Complexity: O(words of 64 rows that it wrote).
  func changeCount(_ bit: RowWord, since log: AttributeLog) -> Int {
    log.rows.entries.reduce(0) { count, entry in
      count + (entry.old[bit] ^ rows[Int(entry.index)][bit]).nonzeroBitCount
    }
  }

  /// How many rows count as valid and did not before a transaction, or the other way round, where
  /// no section is hidden.
  ///
  /// - Complexity: O(words of 64 rows that it wrote).
  func validityChangeCount(since log: AttributeLog) -> Int {
    log.rows.entries.reduce(0) { count, entry in
      count + (entry.old.counted ^ rows[Int(entry.index)].counted).nonzeroBitCount
    }
  }
}

// MARK: - Before a transaction

/// The attributes of all members as they were before a transaction that has ended.
struct PastAttributes: AttributeReading, Sendable {
  /// As they were after the transaction.
  private let state: Held<FormState>
  private let log: AttributeLog
  let isReadOnly: Bool

  init(_ log: AttributeLog, _ state: Held<FormState>) {
    self.state = state
    self.log = log
    isReadOnly = log.isReadOnly ?? state.value.attributes.isReadOnly
  }

  @inline(__always)
  func isSet(_ bit: RowWord, _ row: RowID) -> Bool {
    state.value.attributes.rows.old(at: row.index >> 6, log.rows).isSet(bit, row)
  }

  @inline(__always)
  func word(of section: SectionID) -> SectionWord {
    state.value.attributes.sections.old(at: section.index, log.sections)
  }
}
