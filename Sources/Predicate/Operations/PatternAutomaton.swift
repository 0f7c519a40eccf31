// Matches plain patterns over ASCII text: characters, classes, alternatives and repeats, which need
// no backtracking. It gives the same result as ICU, in time linear in the text. Other patterns
// return nil when the automaton is made; ICU matches these patterns within its step limit.
//
// This is Glushkov's automaton. Each character or class of the pattern is a position. A text
// matches if a walk through the positions reads all of the text. The active positions are the bits
// of one word, so a pattern has at most 64 positions, where a repeat counts once for each copy.

/// An automaton that matches whole ASCII texts.
///
/// ICU accepts every pattern that the automaton accepts, so a plain pattern needs no other check.
struct PatternAutomaton: Sendable {
  /// For each ASCII character, the set of positions that read it.
  private var readers = [UInt64](repeating: 0, count: 0x80)
  /// For each position, the set of positions that may follow.
  private var followers: [UInt64] = []
  private var first: UInt64 = 0
  private var last: UInt64 = 0
  private var matchesEmpty = false

  /// Makes the automaton of a pattern; nil if it is not plain, or not valid.
  ///
  /// - Parameters:
  ///   - pattern: The pattern, without `[d]`, which changes nothing in ASCII.
  ///   - ignoresCase: Whether letters match in both cases.
  init?(_ pattern: String, ignoresCase: Bool) {
    var builder = PatternAutomatonBuilder(Array(pattern.utf8), ignoresCase: ignoresCase)
    guard let whole = builder.build() else { return nil }
    (first, last, matchesEmpty) = (whole.first, whole.last, whole.matchesEmpty)
    followers = builder.followers
    for (position, characters) in builder.positions.enumerated() {
      characters.forEach { readers[Int($0)] |= 1 << UInt64(position) }
    }
  }

  /// Whether the whole text matches; nil if it is not ASCII.
  ///
  /// - Complexity: O(n) in the text, times the number of active positions.
  func matches(_ text: String) -> Bool? {
    TextBytes.read(text) { bytes in
      guard bytes.count > 0 else { return matchesEmpty }
      var next = first
      var active: UInt64 = 0
      for index in 0..<bytes.count {
        let byte = bytes[index]
        guard byte < 0x80 else { return nil }
        active = next & readers[Int(byte)]
        next = 0
        var rest = active
        while rest != 0 {
          next |= followers[rest.trailingZeroBitCount]
          rest &= rest &- 1
        }
      }
      return active & last != 0
    }
  }
}

/// Reads a plain pattern and connects its positions.
private struct PatternAutomatonBuilder {
  private let pattern: [UInt8]
  private let ignoresCase: Bool
  private var index = 0
  private(set) var positions: [ASCIISet] = []
  private(set) var followers: [UInt64] = []

  private static let maximumPositions = 64
  /// The maximum nesting of groups, because reading them recurses.
  private static let maximumNesting = 16

  /// A part of the pattern.
  struct Part {
    var first: UInt64 = 0
    var last: UInt64 = 0
    var matchesEmpty = true
    /// Whether a text may match this part in several ways.
    ///
    /// ICU tries exponentially many ways if such a part is repeated. These patterns stay with ICU,
    /// which then reports that the match takes too long.
    var isAmbiguous = false
  }

  init(_ pattern: [UInt8], ignoresCase: Bool) {
    self.pattern = pattern
    self.ignoresCase = ignoresCase
    positions.reserveCapacity(min(pattern.count, Self.maximumPositions))
    followers.reserveCapacity(min(pattern.count, Self.maximumPositions))
  }

  /// The whole pattern; nil if it is not plain.
  mutating func build() -> Part? {
    guard pattern.allSatisfy({ (0x20..<0x7F).contains($0) }), let whole = alternatives(0),
      index == pattern.count
    else { return nil }
    return whole
  }

  private func byte(_ distance: Int = 0) -> UInt8? {
    index + distance < pattern.count ? pattern[index + distance] : nil
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard byte() == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  // MARK: - Parts

  private mutating func alternatives(_ depth: Int) -> Part? {
    guard depth < Self.maximumNesting, var whole = sequence(depth) else { return nil }
    while take("|") {
      guard let other = sequence(depth) else { return nil }
      whole.isAmbiguous =
        whole.isAmbiguous || other.isAmbiguous || meet(whole.first, other.first)
        || whole.matchesEmpty && other.matchesEmpty
      whole.first |= other.first
      whole.last |= other.last
      whole.matchesEmpty = whole.matchesEmpty || other.matchesEmpty
    }
    return whole
  }

  private mutating func sequence(_ depth: Int) -> Part? {
    var whole = Part()
    // The whole text is matched anyway, so `^` and `$` at the ends of the pattern change nothing.
    if depth == 0 { _ = take("^") }
    while let byte = byte(), byte != UInt8(ascii: "|"), byte != UInt8(ascii: ")") {
      if depth == 0, byte == UInt8(ascii: "$"),
        self.byte(1) == nil || self.byte(1) == UInt8(ascii: "|")
      {
        index += 1
        break
      }
      guard let part = repeated(depth) else { return nil }
      whole = joined(whole, part)
    }
    return whole
  }

  /// An atom with its quantifier.
  private mutating func repeated(_ depth: Int) -> Part? {
    let start = index
    guard let part = atom(depth) else { return nil }
    var (least, most): (Int, Int?) = (1, 1)
    switch byte() {
    case UInt8(ascii: "*"): (least, most) = (0, nil)
    case UInt8(ascii: "+"): (least, most) = (1, nil)
    case UInt8(ascii: "?"): (least, most) = (0, 1)
    case UInt8(ascii: "{"):
      guard let bounds = bounds() else { return nil }
      (least, most) = bounds
    default: return part
    }
    index += 1
    // A lazy quantifier matches the same texts in another order. A possessive quantifier does not.
    if !take("?"), byte() == UInt8(ascii: "+") { return nil }
    let afterwards = index
    // `{0}` would leave positions that cannot be reached.
    guard !part.matchesEmpty, !part.isAmbiguous, most != 0 else { return nil }
    // The atom is parsed again for each copy.
    var copies = [part]
    while copies.count < max(least, most ?? 1) {
      index = start
      guard let copy = atom(depth) else { return nil }
      copies.append(copy)
    }
    index = afterwards
    if most == nil {
      let repeating = copies[copies.count - 1]
      guard !connect(repeating.last, to: repeating.first) else { return nil }
    }
    // `a{1,3}` becomes `a(a(a)?)?`, so a copy is skipped only together with all copies after it.
    var whole: Part?
    for (number, copy) in copies.enumerated().reversed() {
      var tail = whole.map { joined(copy, $0) } ?? copy
      if number >= least { tail.matchesEmpty = true }
      whole = tail
    }
    return whole?.isAmbiguous == true ? nil : whole
  }

  /// Reads `{2}`, `{2,}` or `{2,3}`, up to but not including the closing brace.
  private mutating func bounds() -> (Int, Int?)? {
    index += 1
    guard let least = number() else { return nil }
    if byte() == UInt8(ascii: "}") { return (least, least) }
    guard take(",") else { return nil }
    if byte() == UInt8(ascii: "}") { return (least, nil) }
    guard let most = number(), most >= least, byte() == UInt8(ascii: "}") else { return nil }
    return (least, most)
  }

  /// Reads a number of repetitions; nil if it has no digits or is above the maximum.
  private mutating func number() -> Int? {
    let start = index
    var number = 0
    while let byte = byte(), (0x30...0x39).contains(byte), number <= Self.maximumPositions {
      number = number * 10 + Int(byte - 0x30)
      index += 1
    }
    return index > start && number <= Self.maximumPositions ? number : nil
  }

  private mutating func atom(_ depth: Int) -> Part? {
    guard let byte = byte() else { return nil }
    index += 1
    switch byte {
    case UInt8(ascii: "("):
      if self.byte() == UInt8(ascii: "?") {
        guard self.byte(1) == UInt8(ascii: ":") else { return nil }
        index += 2
      }
      guard let part = alternatives(depth + 1), take(")") else { return nil }
      return part
    case UInt8(ascii: "."): return position(.noLineEnds)
    case UInt8(ascii: "["): return characterClass().flatMap { position($0) }
    case UInt8(ascii: "\\"): return escape().flatMap { position($0) }
    case _ where ASCIISet.patternSigns.contains(byte): return nil
    default: return position(literal(byte))
    }
  }

  private mutating func position(_ characters: ASCIISet) -> Part? {
    guard positions.count < Self.maximumPositions else { return nil }
    let bit: UInt64 = 1 << UInt64(positions.count)
    positions.append(characters)
    followers.append(0)
    return Part(first: bit, last: bit, matchesEmpty: false)
  }

  private func literal(_ byte: UInt8) -> ASCIISet {
    let set = ASCIISet(ranges: [byte...byte])
    return ignoresCase ? set.ignoringCase : set
  }

  /// Reads the character after a backslash: a class, a sign or a control character.
  private mutating func escape() -> ASCIISet? {
    guard let byte = byte() else { return nil }
    index += 1
    switch byte {
    case UInt8(ascii: "d"): return .digits
    case UInt8(ascii: "D"): return ASCIISet.digits.inverted
    case UInt8(ascii: "w"): return .words
    case UInt8(ascii: "W"): return ASCIISet.words.inverted
    case UInt8(ascii: "s"): return .blanks
    case UInt8(ascii: "S"): return ASCIISet.blanks.inverted
    case UInt8(ascii: "t"): return literal(0x09)
    case UInt8(ascii: "n"): return literal(0x0A)
    case UInt8(ascii: "r"): return literal(0x0D)
    case _ where ASCIISet.words.contains(byte): return nil
    default: return literal(byte)
    }
  }

  /// Reads `[a-z_]` after its bracket: characters, ranges and escapes.
  ///
  /// A set within a set is not plain, nor are `[:alpha:]` and `--`, the difference of two sets.
  private mutating func characterClass() -> ASCIISet? {
    var set = ASCIISet()
    let isInverted = take("^")
    var isEmpty = true
    while let byte = byte() {
      index += 1
      if byte == UInt8(ascii: "]") {
        guard !isEmpty else { return nil }
        if ignoresCase { set = set.ignoringCase }
        return isInverted ? set.inverted : set
      }
      // A hyphen at the start or end of the class is an ordinary character.
      let isHyphen = byte == UInt8(ascii: "-")
      guard !"[&^".utf8.contains(byte), !isEmpty || byte != UInt8(ascii: ":"),
        !isHyphen || self.byte() == UInt8(ascii: "]")
          || isEmpty && self.byte() != UInt8(ascii: "-")
      else { return nil }
      isEmpty = false
      if byte == UInt8(ascii: "\\") {
        guard let escaped = escape() else { return nil }
        set.formUnion(escaped)
      } else if !isHyphen, self.byte() == UInt8(ascii: "-"), self.byte(1) != UInt8(ascii: "]") {
        guard let end = self.byte(1), end >= byte, !"[\\-&^".utf8.contains(end) else { return nil }
        index += 2
        set.formUnion(ASCIISet(ranges: [byte...end]))
      } else {
        set.insert(byte)
      }
    }
    return nil
  }

  // MARK: - Connections

  private mutating func joined(_ left: Part, _ right: Part) -> Part {
    var whole = Part()
    whole.isAmbiguous = connect(left.last, to: right.first)
    whole.isAmbiguous =
      whole.isAmbiguous || left.isAmbiguous || right.isAmbiguous
      || left.matchesEmpty && meet(left.first, right.first)
    whole.first = left.first | (left.matchesEmpty ? right.first : 0)
    whole.last = right.last | (right.matchesEmpty ? left.last : 0)
    whole.matchesEmpty = left.matchesEmpty && right.matchesEmpty
    return whole
  }

  /// Lets the positions in `targets` follow the positions in `sources`.
  ///
  /// - Returns: Whether the next character can now be read in two ways.
  private mutating func connect(_ sources: UInt64, to targets: UInt64) -> Bool {
    var isAmbiguous = false
    var rest = sources
    while rest != 0 {
      let source = rest.trailingZeroBitCount
      isAmbiguous = isAmbiguous || meet(followers[source], targets)
      followers[source] |= targets
      rest &= rest &- 1
    }
    return isAmbiguous
  }

  /// Whether both sets of positions have a character in common.
  private func meet(_ left: UInt64, _ right: UInt64) -> Bool {
    characters(left).meets(characters(right))
  }

  /// The characters that a set of positions reads.
  private func characters(_ set: UInt64) -> ASCIISet {
    var characters = ASCIISet()
    var rest = set
    while rest != 0 {
      characters.formUnion(positions[rest.trailingZeroBitCount])
      rest &= rest &- 1
    }
    return characters
  }
}
