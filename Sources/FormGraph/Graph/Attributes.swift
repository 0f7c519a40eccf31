// The attributes of all members at one moment, own and effective. Only what is a member's own is
// stored: hiding a section of a million rows changes one word. Of rows a bit column is kept for
// each attribute, so that a condition which decides many changes 64 at a time.

/// What is so of every member at one moment.
struct Attributes: Sendable {
  /// By row, 64 to a word.
  private(set) var rows = ByRowWord(Column<UInt64>(filledWith: 0))
  /// By section.
  var sections = Column<SectionWord>(filledWith: [])
  var isReadOnly = false
  /// The same at the beginning of the transaction.
  private var wasReadOnly = false

  mutating func grow(toRows rows: Int, sections: Int) {
    self.rows.forEach { $0.grow(to: (rows + 63) >> 6) }
    self.sections.grow(to: sections)
  }

  /// Whether one bit of a row is set.
  @inline(__always)
  func isSet(_ bit: RowWord, _ row: RowID) -> Bool {
    rows[bit][row.index >> 6] & (1 << UInt64(row.index & 63)) != 0
  }

  /// Writes one bit of a row; gives whether it is another one now.
  @inline(__always)
  mutating func set(_ bit: RowWord, _ isOn: Bool, _ row: RowID) -> Bool {
    guard isSet(bit, row) != isOn else { return false }
    rows[bit][row.index >> 6] ^= 1 << UInt64(row.index & 63)
    return true
  }

  /// Writes one bit of many rows, 4 096 at a time.
  ///
  /// Each page of 64 words that is another one now is told, with the bits that are.
  ///
  /// - Complexity: O(words of 64 rows).
  mutating func set(
    _ bit: RowWord, _ isOn: Bool, _ members: IDSet<RowID>,
    _ note: (_ page: Int, _ flips: [UInt64]) -> Void
  ) {
    for chunk in members.chunks {
      let flips = chunk.words(of: 64) { word, bits in
        let old = rows[bit].pages[chunk.key << 6 + word]
        return (isOn ? ~old : old) & bits
      }
      guard flips.contains(where: { $0 != 0 }) else { continue }
      rows[bit].withPage(chunk.key) { words in
        for index in words.indices { words[index] ^= flips[index] }
      }
      note(chunk.key, flips)
    }
  }
}

/// Something for each bit of a row's word.
struct ByRowWord<Element> {
  private var hidden, disabled, required, invalid, blurred, changed: Element

  init(_ element: Element) {
    hidden = element
    disabled = element
    required = element
    invalid = element
    blurred = element
    changed = element
  }

  subscript(bit: RowWord) -> Element {
    @inline(__always) _read {
      switch bit {
      case .hidden: yield hidden
      case .disabled: yield disabled
      case .required: yield required
      case .invalid: yield invalid
      case .blurred: yield blurred
      default: yield changed
      }
    }
    @inline(__always) _modify {
      switch bit {
      case .hidden: yield &hidden
      case .disabled: yield &disabled
      case .required: yield &required
      case .invalid: yield &invalid
      case .blurred: yield &blurred
      default: yield &changed
      }
    }
  }

  mutating func forEach(_ body: (inout Element) -> Void) {
    for bit in RowWord.all { body(&self[bit]) }
  }
}

extension ByRowWord: Sendable where Element: Sendable {}

extension Attributes {
  @inline(__always)
  func isHidden(_ section: SectionID) -> Bool { sections[section.index].contains(.hidden) }

  @inline(__always)
  func isDisabled(_ section: SectionID) -> Bool {
    isReadOnly || sections[section.index].contains(.disabled)
  }

  func isHidden(_ row: RowID, in topology: Topology) -> Bool {
    isSet(.hidden, row) || isHidden(topology.rows[row.index].section)
  }

  func isDisabled(_ row: RowID, in topology: Topology) -> Bool {
    isSet(.disabled, row) || isDisabled(topology.rows[row.index].section)
  }

  /// Whether a row counts as valid: a hidden one does.
  func isValid(_ row: RowID, in topology: Topology) -> Bool {
    !isSet(.invalid, row) || isHidden(row, in: topology)
  }

  /// An effective attribute.
  func value(_ attribute: Attribute, of row: RowID, in topology: Topology) -> Bool {
    switch attribute {
    case .hidden: isHidden(row, in: topology)
    case .disabled: isDisabled(row, in: topology)
    case .required: isSet(.required, row)
    case .valid: isValid(row, in: topology)
    }
  }
}

// MARK: - Transactions

/// What a transaction has overwritten of attributes.
struct KeptAttributes: Sendable {
  fileprivate(set) var rows = ByRowWord<[KeptPage<UInt64>]>([])
  fileprivate(set) var sections: [KeptPage<SectionWord>] = []
  /// Whether the form was read-only, where that changed.
  fileprivate(set) var isReadOnly: Bool?

  var isEmpty: Bool {
    sections.isEmpty && isReadOnly == nil && RowWord.all.allSatisfy { rows[$0].isEmpty }
  }

  mutating func merge(_ newer: KeptAttributes) {
    for bit in RowWord.all { rows[bit].merge(newer.rows[bit]) }
    sections.merge(newer.sections)
    isReadOnly = isReadOnly ?? newer.isReadOnly
  }
}

extension Attributes {
  mutating func takeKept() -> KeptAttributes {
    var kept = KeptAttributes()
    for bit in RowWord.all { kept.rows[bit] = rows[bit].takeKept() }
    kept.sections = sections.takeKept()
    if isReadOnly != wasReadOnly {
      kept.isReadOnly = wasReadOnly
      wasReadOnly = isReadOnly
    }
    return kept
  }

  mutating func put(_ kept: KeptAttributes) {
    for bit in RowWord.all { rows[bit].put(kept.rows[bit]) }
    sections.put(kept.sections)
    if let old = kept.isReadOnly { isReadOnly = old }
  }

  /// The rows of which a bit is another one than before a transaction, in ascending order.
  func rowsWithOther(_ bit: RowWord, since kept: KeptAttributes) -> [RowID] {
    var flipped: [RowID] = []
    for page in kept.rows[bit].sorted(by: { $0.index < $1.index }) {
      forEachFlip(of: bit, in: page) { word, flips in
        flipped += IDWord(index: word, bits: flips).members()
      }
    }
    return flipped
  }

  /// How many rows have another bit than before a transaction.
  ///
  /// - Complexity: O(n / 64) in the number of rows on the pages it has overwritten.
  func countOfRowsWithOther(_ bit: RowWord, since kept: KeptAttributes) -> Int {
    var count = 0
    for page in kept.rows[bit] {
      forEachFlip(of: bit, in: page) { count += $1.nonzeroBitCount }
    }
    return count
  }

  private func forEachFlip(
    of bit: RowWord, in page: KeptPage<UInt64>, _ body: (_ word: Int, _ flips: UInt64) -> Void
  ) {
    let new = rows[bit].pages.page(at: Int(page.index))
    let first = Int(page.index) << 6
    for (place, word) in new.enumerated() {
      let flips = word ^ (place < page.elements.count ? page.elements[place] : 0)
      if flips != 0 { body(first + place, flips) }
    }
  }
}
