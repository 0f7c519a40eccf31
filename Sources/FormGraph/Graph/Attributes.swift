// The attributes of all members at one moment, own and effective. Only what is a member's own is
// stored: hiding a section of a million rows changes one word. Of rows a bit column is kept for
// each attribute, so that a condition which decides many changes 64 at a time.

/// What is so of every member at one moment.
struct Attributes: Sendable {
  /// By the position of a bit in `RowWord`.
  private(set) var columns = [BitColumn](repeating: BitColumn(), count: RowWord.count)
  /// By section.
  var sections = Pages<SectionWord>()
  var isReadOnly = false

  /// The column of one bit.
  static func column(of bit: RowWord) -> Int { bit.rawValue.trailingZeroBitCount }

  /// 64 rows' bits of one column.
  subscript(place: WordPlace) -> UInt64 {
    get { columns[Int(place.column)].word(at: Int(place.word)) }
    set { columns[Int(place.column)].setWord(newValue, at: Int(place.word)) }
  }

  mutating func grow(toRows rows: Int, sections: Int) {
    for index in columns.indices { columns[index].grow(to: rows) }
    self.sections.grow(to: sections, with: [])
  }
}

/// 64 rows of one attribute.
struct WordPlace: Hashable, Sendable {
  let column: UInt8
  let word: Int32

  init(_ bit: RowWord, word: Int) {
    column = UInt8(truncatingIfNeeded: Attributes.column(of: bit))
    self.word = Int32(truncatingIfNeeded: word)
  }

  init(_ bit: RowWord, _ row: RowID) { self.init(bit, word: row.index >> 6) }

  /// The rows whose bits are set in a word.
  func rows(in word: UInt64) -> [RowID] {
    var rows: [RowID] = []
    var rest = word
    while rest != 0 {
      rows.append(RowID(Int(self.word) << 6 + rest.trailingZeroBitCount))
      rest &= rest - 1
    }
    return rows
  }
}

/// Where attributes are found: in the present, or with what a transaction overwrote put back.
///
/// What an own word and those above it make together is said here once.
protocol AttributeSource {
  subscript(place: WordPlace) -> UInt64 { get }
  func word(of section: SectionID) -> SectionWord
  var isReadOnly: Bool { get }
}

extension AttributeSource {
  /// Whether one bit of a row is set.
  func isSet(_ bit: RowWord, _ row: RowID) -> Bool {
    self[WordPlace(bit, row)] & (1 << UInt64(row.index & 63)) != 0
  }

  func isHidden(_ section: SectionID) -> Bool { word(of: section).contains(.hidden) }

  func isDisabled(_ section: SectionID) -> Bool {
    isReadOnly || word(of: section).contains(.disabled)
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

extension Attributes: AttributeSource {
  func word(of section: SectionID) -> SectionWord { sections[section.index] }
}

/// The attributes before a transaction: those after it, and the words it overwrote.
struct PastAttributes: AttributeSource, Sendable {
  let present: Attributes
  let words: [WordPlace: UInt64]
  let sections: [SectionID: SectionWord]
  let isReadOnly: Bool

  init(before journal: Journal, _ present: Attributes) {
    self.present = present
    words = journal.words.olds
    sections = journal.sectionWords.olds
    isReadOnly = journal.isReadOnly ?? present.isReadOnly
  }

  subscript(place: WordPlace) -> UInt64 { words[place] ?? present[place] }

  func word(of section: SectionID) -> SectionWord {
    sections[section] ?? present.word(of: section)
  }
}
