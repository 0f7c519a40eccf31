// The attributes of all members at one moment, own and effective. Only what is a member's own is
// stored: hiding a section of a million rows changes one word. Of rows a bit column is kept for
// each attribute, so that a condition which decides many changes 64 at a time.

/// What is so of every member at one moment.
struct Attributes: ~Copyable, Sendable {
  // By row, 64 to a word. Each bit has a property of its own, so that whoever reads one bit reads
  // one reference and not six.
  private var hidden = Column<UInt64>(filledWith: 0)
  private var disabled = Column<UInt64>(filledWith: 0)
  private var required = Column<UInt64>(filledWith: 0)
  private var invalid = Column<UInt64>(filledWith: 0)
  private var blurred = Column<UInt64>(filledWith: 0)
  private var changed = Column<UInt64>(filledWith: 0)
  /// By section.
  var sections = Column<SectionWord>(filledWith: [])
  var isReadOnly = false
  /// The same at the beginning of the transaction.
  private(set) var wasReadOnly = false

  init() {}

  /// The same attributes, between transactions.
  func copy() -> Attributes {
    var copy = Attributes()
    copy.hidden = hidden.copy()
    copy.disabled = disabled.copy()
    copy.required = required.copy()
    copy.invalid = invalid.copy()
    copy.blurred = blurred.copy()
    copy.changed = changed.copy()
    copy.sections = sections.copy()
    copy.isReadOnly = isReadOnly
    copy.wasReadOnly = isReadOnly
    return copy
  }

  mutating func grow(toRows rows: Int, sections: Int) {
    for bit in RowWord.all { withColumn(bit) { $0.grow(to: (rows + 63) >> 6) } }
    self.sections.grow(to: sections)
  }

  /// The bits of 64 rows.
  @inline(__always)
  func word(_ bit: RowWord, at index: Int) -> UInt64 {
    switch bit {
    case .hidden: hidden[index]
    case .disabled: disabled[index]
    case .required: required[index]
    case .invalid: invalid[index]
    case .blurred: blurred[index]
    default: changed[index]
    }
  }

  /// Where the bits of 4 096 rows are, for as long as nobody changes them, and how many words.
  @inline(__always)
  private func words(
    _ bit: RowWord, ofPage page: Int
  ) -> (elements: UnsafePointer<UInt64>, count: Int) {
    read(bit) { ($0.pages.address(of: page << 6), min(64, $0.count - page << 6)) }
  }

  @inline(__always)
  private func read<Result>(
    _ bit: RowWord, _ body: (borrowing Column<UInt64>) -> Result
  ) -> Result {
    switch bit {
    case .hidden: body(hidden)
    case .disabled: body(disabled)
    case .required: body(required)
    case .invalid: body(invalid)
    case .blurred: body(blurred)
    default: body(changed)
    }
  }

  @inline(__always)
  private mutating func withColumn<Result>(
    _ bit: RowWord, _ body: (inout Column<UInt64>) -> Result
  ) -> Result {
    switch bit {
    case .hidden: body(&hidden)
    case .disabled: body(&disabled)
    case .required: body(&required)
    case .invalid: body(&invalid)
    case .blurred: body(&blurred)
    default: body(&changed)
    }
  }

  @inline(__always)
  func isSet(_ bit: RowWord, _ row: RowID) -> Bool {
    word(bit, at: row.index >> 6) & (1 << UInt64(row.index & 63)) != 0
  }

  /// Writes one bit of a row; gives whether it is another one now.
  @inline(__always)
  mutating func set(_ bit: RowWord, _ isOn: Bool, _ row: RowID) -> Bool {
    withColumn(bit) { column in
      let word = column.near(row.index >> 6)
      let mask: UInt64 = 1 << UInt64(row.index & 63)
      guard (word & mask != 0) != isOn else { return false }
      column[row.index >> 6] = word ^ mask
      return true
    }
  }

  /// Writes one bit of some of 64 rows, each for itself; gives those of which it is another one
  /// now.
  @inline(__always)
  mutating func set(_ bit: RowWord, _ members: IDWord, on: UInt64) -> UInt64 {
    withColumn(bit) { column in
      let word = column.near(members.index)
      let flips = (word ^ on) & members.bits
      if flips != 0 { column[members.index] = word ^ flips }
      return flips
    }
  }

  /// Writes one bit of many rows, 4 096 at a time.
  ///
  /// - Returns: The rows whose bit is another one now, as far as they come to count as invalid by
  ///   it or no longer do.
  /// - Complexity: O(words of 64 rows).
  mutating func set(_ bit: RowWord, _ isOn: Bool, _ members: [IDChunk]) -> [IDWord] {
    var counted: [IDWord] = []
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 64) { flips in
      for chunk in members {
        flips.initialize(repeating: 0)
        guard findFlips(bit, isOn, chunk, flips) else { continue }
        withColumn(bit) { column in
          column.withPage(chunk.key) { words in
            for index in words.indices { words[index] ^= flips[index] }
          }
        }
        addCounted(flips, bit, page: chunk.key, to: &counted)
      }
    }
    return counted
  }

  /// Finds those of 4 096 rows whose bit is to be another one; gives whether there are any.
  private func findFlips(
    _ bit: RowWord, _ isOn: Bool, _ chunk: IDChunk, _ flips: UnsafeMutableBufferPointer<UInt64>
  ) -> Bool {
    let (elements, count) = words(bit, ofPage: chunk.key)
    precondition(chunk.present.leadingZeroBitCount >= 64 - count)
    let mask: UInt64 = isOn ? .max : 0
    var any: UInt64 = 0
    chunk.forEachWord { word, bits in
      let flipped = (elements[word] ^ mask) & bits
      flips[word] = flipped
      any |= flipped
    }
    return any != 0
  }

  /// Adds those of 4 096 rows that count as invalid by a flip of their bit, or no longer do.
  private func addCounted(
    _ flips: UnsafeMutableBufferPointer<UInt64>, _ bit: RowWord, page: Int,
    to counted: inout [IDWord]
  ) {
    guard bit == .hidden || bit == .invalid else { return }
    let (elements, count) = words(bit == .hidden ? .invalid : .hidden, ofPage: page)
    var any: UInt64 = 0
    for word in 0..<count { any |= Self.counted(flips[word], bit, elements[word]) }
    guard any != 0 else { return }
    for word in 0..<count {
      let bits = Self.counted(flips[word], bit, elements[word])
      if bits != 0 { counted.append(IDWord(index: page << 6 + word, bits: bits)) }
    }
  }

  /// Those of 64 rows that count as invalid by a flip of their bit, or no longer do.
  ///
  /// - Parameters:
  ///   - flips: The rows whose bit has flipped.
  ///   - bit: Which bit, `hidden` or `invalid`.
  ///   - others: The other one of these two.
  /// - Returns: Those of the flips that count.
  @inline(__always)
  static func counted(_ flips: UInt64, _ bit: RowWord, _ others: UInt64) -> UInt64 {
    // Hidden: only invalid ones count. Invalid: only those that are not hidden.
    flips & (bit == .hidden ? others : ~others)
  }
}

extension Attributes: AttributeReading {
  @inline(__always)
  func word(of section: SectionID) -> SectionWord { sections[section.index] }
}

// MARK: - Transactions

/// What a transaction has overwritten of attributes.
struct KeptAttributes: Sendable {
  fileprivate var hidden = KeptList<UInt64>()
  fileprivate var others: Shared<Others>?
  /// Whether the form was read-only, where that changed.
  fileprivate(set) var isReadOnly: Bool?

  /// What few transactions overwrite, so that the others do not carry it.
  fileprivate struct Others: Sendable {
    var disabled = KeptList<UInt64>()
    var required = KeptList<UInt64>()
    var invalid = KeptList<UInt64>()
    var blurred = KeptList<UInt64>()
    var changed = KeptList<UInt64>()
    var sections = KeptList<SectionWord>()
  }

  /// What was overwritten of one bit of rows.
  subscript(bit: RowWord) -> KeptList<UInt64> {
    if bit == .hidden { return hidden }
    // Not by a copy of all of them.
    guard let others else { return KeptList() }
    return switch bit {
    case .disabled: others.value.disabled
    case .required: others.value.required
    case .invalid: others.value.invalid
    case .blurred: others.value.blurred
    default: others.value.changed
    }
  }

  /// What was overwritten of sections.
  var sections: KeptList<SectionWord> { others?.value.sections ?? KeptList() }

  var isEmpty: Bool { hidden.isEmpty && others == nil && isReadOnly == nil }

  mutating func merge(_ newer: KeptAttributes) {
    hidden.merge(newer.hidden)
    isReadOnly = isReadOnly ?? newer.isReadOnly
    guard let newerOthers = newer.others?.value else { return }
    var both = others?.value ?? Others()
    both.disabled.merge(newerOthers.disabled)
    both.required.merge(newerOthers.required)
    both.invalid.merge(newerOthers.invalid)
    both.blurred.merge(newerOthers.blurred)
    both.changed.merge(newerOthers.changed)
    both.sections.merge(newerOthers.sections)
    others = Shared(both)
  }
}

extension Attributes {
  @inline(__always)
  mutating func moveKept(to kept: inout KeptAttributes) {
    hidden.moveKept(to: &kept.hidden)
    if disabled.isWritten || required.isWritten || invalid.isWritten || blurred.isWritten
      || changed.isWritten || sections.isWritten
    {
      kept.others = Shared(moveOthers())
    }
    if isReadOnly != wasReadOnly {
      kept.isReadOnly = wasReadOnly
      wasReadOnly = isReadOnly
    }
  }

  @inline(never)
  private mutating func moveOthers() -> KeptAttributes.Others {
    var others = KeptAttributes.Others()
    disabled.moveKept(to: &others.disabled)
    required.moveKept(to: &others.required)
    invalid.moveKept(to: &others.invalid)
    blurred.moveKept(to: &others.blurred)
    changed.moveKept(to: &others.changed)
    sections.moveKept(to: &others.sections)
    return others
  }

  mutating func put(_ kept: KeptAttributes) {
    for bit in RowWord.all { withColumn(bit) { $0.put(kept[bit]) } }
    sections.put(kept.sections)
    if let old = kept.isReadOnly { isReadOnly = old }
  }

  /// How many rows have come to be hidden or not since this transaction began, by themselves; where
  /// they are as many as a limit or more, any number from the limit on.
  @inline(__always)
  func countOfHiddenFlips(upTo limit: Int) -> Int {
    guard hidden.isWritten else { return 0 }
    return onlyHiddenFlip == nil ? hidden.countOfFlips(since: hidden.kept, upTo: limit) : 1
  }

  /// The row that has come to be hidden or not since this transaction began, where it has written
  /// the bits of 64 rows and flipped that of one.
  @inline(__always)
  var onlyHiddenFlip: RowID? {
    guard let word = hidden.kept.only, case let flips = hidden[word] ^ hidden.kept.oldOnly,
      flips != 0, flips & (flips &- 1) == 0
    else { return nil }
    return RowID(word << 6 | flips.trailingZeroBitCount)
  }

  /// Calls a function with each row that has come to be hidden or not since this transaction began,
  /// by itself, in no order.
  @inline(__always)
  func forEachHiddenFlip(_ body: (RowID) -> Void) {
    // By no closure, which would be given a copy of the attributes.
    for old in hidden.kept {
      hidden.forEachFlip(since: old) { IDWord(index: $0, bits: $1).forEach(body) }
    }
  }

  /// The rows that have come to be hidden or not since this transaction began, by themselves.
  @inline(__always)
  var rowsWithHiddenFlips: [RowID] { hidden.flips(since: hidden.kept, in: nil) }

  /// The rows of which a bit is another one than before a transaction, in ascending order; perhaps
  /// only those in some words.
  @inline(__always)
  func rowsWithOther(
    _ bit: RowWord, since kept: KeptAttributes, in words: Set<Int>? = nil
  ) -> [RowID] {
    read(bit) { $0.flips(since: kept[bit], in: words) }
  }

  /// How many rows count as valid and did not before a transaction, or the other way round, where
  /// no section is hidden.
  ///
  /// - Complexity: O(n / 64) in the number of rows on the pages it has overwritten.
  func countOfRowsWithOtherValidity(since kept: KeptAttributes) -> Int {
    let (oldHidden, oldInvalid) = (kept[.hidden], kept[.invalid])
    var count = 0
    kept[.hidden].forEach { old in
      hidden.forEachFlip(since: old) { word, flips in
        let wasInvalid = invalid.old(at: word, oldInvalid) & ~(hidden[word] ^ flips)
        count &+= (wasInvalid ^ invalid[word] & ~hidden[word]).nonzeroBitCount
      }
    }
    kept[.invalid].forEach { old in
      invalid.forEachFlip(since: old) { word, flips in
        // Where the other bit has flipped, too, the word has been counted.
        guard hidden.old(at: word, oldHidden) == hidden[word] else { return }
        count &+= (flips & ~hidden[word]).nonzeroBitCount
      }
    }
    return count
  }

  /// How many rows have another bit than before a transaction.
  ///
  /// - Complexity: O(n / 64) in the number of rows on the pages it has overwritten.
  @inline(__always)
  func countOfRowsWithOther(_ bit: RowWord, since kept: KeptAttributes) -> Int {
    read(bit) { $0.countOfFlips(since: kept[bit]) }
  }
}

// MARK: - Before a transaction

extension Attributes {
  @inline(__always)
  fileprivate func word(_ bit: RowWord, at index: Int, _ kept: KeptAttributes) -> UInt64 {
    read(bit) { $0.old(at: index, kept[bit]) }
  }
}

/// The attributes of all members as they were before a transaction that has ended.
struct PastAttributes: AttributeReading, Sendable {
  /// As they were after it.
  private let state: Held<FormState>
  private let kept: KeptAttributes
  let isReadOnly: Bool

  init(_ kept: KeptAttributes, _ state: Held<FormState>) {
    self.state = state
    self.kept = kept
    isReadOnly = kept.isReadOnly ?? state.value.attributes.isReadOnly
  }

  @inline(__always)
  func isSet(_ bit: RowWord, _ row: RowID) -> Bool {
    let word = state.value.attributes.word(bit, at: row.index >> 6, kept)
    return word & 1 << UInt64(row.index & 63) != 0
  }

  @inline(__always)
  func word(of section: SectionID) -> SectionWord {
    state.value.attributes.sections.old(at: section.index, kept.sections)
  }
}
