// Reads a regular expression of ICU into a tree, as far as the checks of patterns need it. A
// pattern with something that is not read here, such as the flag `x`, is not checked.

/// A part of a regular expression, with its place in UTF-8 offsets of the pattern.
struct Regex {
  indirect enum Content {
    /// One character.
    case set(ScalarSet)
    case sequence([Regex])
    case choice([Regex])
    /// A repetition; `atMost` is nil if there is no limit.
    case repetition(Regex, atLeast: Int, atMost: Int?, isPossessive: Bool)
    /// A group that is never entered again: `(?>a)`.
    case atomic(Regex)
    case look(Regex, isAhead: Bool, isNegative: Bool)
    /// `^` or `\A`.
    case start
    /// `$`, `\Z` or, strictly, `\z`.
    case end(isStrict: Bool)
    /// What consumes nothing and proves nothing, such as `\b`.
    case nothing
    /// What may consume anything, such as a back reference.
    case anything
  }

  var content: Content
  var range: Range<Int>

  /// The smallest number of characters.
  ///
  /// Recursion ends at `RegexReader.maximumDepth`, here and in all that walks a pattern.
  var minimum: Int {
    switch content {
    case .set: 1
    case .sequence(let parts): parts.reduce(0) { min(Self.most, $0 + $1.minimum) }
    case .choice(let parts): parts.map(\.minimum).min() ?? 0
    case .repetition(let part, let atLeast, _, _):
      min(Self.most, min(Self.most, part.minimum) * min(Self.most, atLeast))
    case .atomic(let part): part.minimum
    case .look, .start, .end, .nothing, .anything: 0
    }
  }

  /// The largest number of characters; nil if there is no limit.
  var maximum: Int? {
    switch content {
    case .set: return 1
    case .sequence(let parts):
      var sum = 0
      for part in parts {
        guard let most = part.maximum else { return nil }
        sum = min(Self.most, sum + most)
      }
      return sum
    case .choice(let parts):
      var most = 0
      for part in parts {
        guard let maximum = part.maximum else { return nil }
        most = max(most, maximum)
      }
      return most
    case .repetition(let part, _, let atMost, _):
      guard let most = part.maximum else { return nil }
      if most == 0 { return 0 }
      return atMost.map { min(Self.most, most * min(Self.most, $0)) }
    case .atomic(let part): return part.maximum
    case .look, .start, .end, .nothing: return 0
    case .anything: return nil
    }
  }

  /// A length that is more than any text has here; sums and products stop at it.
  private static let most = 1_000_000
}

/// Reads one pattern.
struct RegexReader {
  /// The deepest nesting of groups and classes.
  static let maximumDepth = 50

  /// A place of a pattern that probably means something else than it says.
  struct Oddity {
    var range: Range<Int>
    var message: String
    var hint: String?
  }

  /// Letters `d`, `w` and `s` outside classes that are repeated by `{n}` or by `+`.
  private(set) var repeatedLetters: [(range: Range<Int>, isCounted: Bool)] = []
  /// Whether other letters, or classes such as `\d`, stand in the pattern.
  private(set) var hasOtherLetters = false
  private(set) var oddities: [Oddity] = []

  private let bytes: [UInt8]
  private var position = 0
  private var depth = 0

  private struct Unreadable: Error {}

  private init(_ pattern: String) { bytes = Array(pattern.utf8) }

  /// The tree of a pattern and what was noted on the way; nil if the pattern cannot be read.
  static func read(_ pattern: String) -> (tree: Regex, reader: RegexReader)? {
    var reader = RegexReader(pattern)
    guard let tree = try? reader.choice(isTop: true), reader.position == reader.bytes.count
    else { return nil }
    return (tree, reader)
  }

  private var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func take(_ sign: Character) -> Bool {
    guard let byte, byte == sign.asciiValue else { return false }
    position += 1
    return true
  }

  private mutating func take(_ text: String) -> Bool {
    guard bytes[position...].starts(with: text.utf8) else { return false }
    position += text.utf8.count
    return true
  }

  private mutating func choice(isTop: Bool = false) throws -> Regex {
    guard depth < Self.maximumDepth else { throw Unreadable() }
    depth += 1
    defer { depth -= 1 }
    let start = position
    var bar = position
    var parts = [try sequence()]
    var empty: Int? = nil
    while byte == UInt8(ascii: "|") {
      bar = position
      if parts.count == 1, position == start { empty = bar }
      position += 1
      let from = position
      parts.append(try sequence())
      if position == from { empty = empty ?? bar }
    }
    if isTop, let empty {
      oddities.append(
        Oddity(
          range: empty..<empty + 1, message: "the empty alternative beside | accepts empty text",
          hint: "remove the |"))
    }
    if parts.count == 1 { return parts[0] }
    return Regex(content: .choice(parts), range: start..<position)
  }

  private mutating func sequence() throws -> Regex {
    let start = position
    var parts: [Regex] = []
    while let byte, byte != UInt8(ascii: "|"), byte != UInt8(ascii: ")") {
      let from = position
      let item = try item()
      let isLetter = position == from + 1 && Self.isLetter(byte)
      parts.append(try repeated(item, letter: isLetter ? byte : nil))
    }
    return Regex(content: .sequence(parts), range: start..<position)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private mutating func repeated(_ item: Regex, letter: UInt8?) throws -> Regex {
    var atLeast = 1
    var atMost: Int? = 1
    let sign = byte
    switch sign {
    case UInt8(ascii: "*"): (atLeast, atMost) = (0, nil)
    case UInt8(ascii: "+"): (atLeast, atMost) = (1, nil)
    case UInt8(ascii: "?"): (atLeast, atMost) = (0, 1)
    case UInt8(ascii: "{"):
      guard let end = bytes[position...].firstIndex(of: UInt8(ascii: "}")) else {
        throw Unreadable()
      }
      let numbers = bytes[(position + 1)..<end].split(
        separator: UInt8(ascii: ","), omittingEmptySubsequences: false
      ).map { String(decoding: $0, as: UTF8.self) }
      guard let first = numbers.first.flatMap({ Int($0) }), first >= 0, numbers.count <= 2
      else { throw Unreadable() }
      (atLeast, atMost) = (first, first)
      if numbers.count == 2 {
        atMost = numbers[1].isEmpty ? nil : Int(numbers[1])
        if !numbers[1].isEmpty, (atMost ?? -1) < first { throw Unreadable() }
      }
      position = end
    default:
      if letter != nil { hasOtherLetters = true }
      return item
    }
    position += 1
    if let letter {
      let isCounted = sign == UInt8(ascii: "{")
      if "dws".utf8.contains(letter), isCounted || sign == UInt8(ascii: "+") {
        repeatedLetters.append((item.range, isCounted))
      } else {
        hasOtherLetters = true
      }
    }
    let isPossessive = take("+")
    if !isPossessive { _ = take("?") }
    return Regex(
      content: .repetition(item, atLeast: atLeast, atMost: atMost, isPossessive: isPossessive),
      range: item.range.lowerBound..<position)
  }

  private mutating func item() throws -> Regex {
    let start = position
    guard let byte else { throw Unreadable() }
    let content: Regex.Content
    switch byte {
    case UInt8(ascii: "("): content = try group()
    case UInt8(ascii: "["): content = .set(try characterClass())
    case UInt8(ascii: "\\"): content = try escape()
    case UInt8(ascii: "."):
      position += 1
      content = .set(ScalarSet.lineBreaks.inverted)
    case UInt8(ascii: "^"):
      position += 1
      content = .start
    case UInt8(ascii: "$"):
      position += 1
      content = .end(isStrict: false)
    case UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "?"), UInt8(ascii: "{"):
      throw Unreadable()
    default: content = .set(ScalarSet(try scalar()))
    }
    return Regex(content: content, range: start..<position)
  }

  /// Reads one character that stands for itself.
  private mutating func scalar() throws -> UInt32 {
    let rest = String(decoding: bytes[position..<min(position + 4, bytes.count)], as: UTF8.self)
    guard let scalar = rest.unicodeScalars.first else { throw Unreadable() }
    position += String(scalar).utf8.count
    return scalar.value
  }

  private mutating func group() throws -> Regex.Content {
    position += 1
    let kinds: [(String, (Regex) -> Regex.Content)] = [
      ("?:", { $0.content }), ("?>", { .atomic($0) }),
      ("?=", { .look($0, isAhead: true, isNegative: false) }),
      ("?!", { .look($0, isAhead: true, isNegative: true) }),
      ("?<=", { .look($0, isAhead: false, isNegative: false) }),
      ("?<!", { .look($0, isAhead: false, isNegative: true) }),
    ]
    var wrap: (Regex) -> Regex.Content = { $0.content }
    if let kind = kinds.first(where: { bytes[position...].starts(with: $0.0.utf8) }) {
      position += kind.0.utf8.count
      wrap = kind.1
    } else if take("?<") {
      guard let end = bytes[position...].firstIndex(of: UInt8(ascii: ">")) else {
        throw Unreadable()
      }
      position = end + 1
    } else if take("?i)") {
      return .nothing
    } else if take("?i:") {
      // Ignoring case only adds characters, so nothing that is proved changes.
    } else if byte == UInt8(ascii: "?") {
      throw Unreadable()
    }
    let inner = try choice()
    guard take(")") else { throw Unreadable() }
    return wrap(inner)
  }

  // MARK: Escapes and classes

  private mutating func escape() throws -> Regex.Content {
    guard position + 1 < bytes.count else { throw Unreadable() }
    switch bytes[position + 1] {
    case UInt8(ascii: "b"), UInt8(ascii: "B"), UInt8(ascii: "G"):
      position += 2
      return .nothing
    case UInt8(ascii: "A"):
      position += 2
      return .start
    case UInt8(ascii: "Z"), UInt8(ascii: "z"):
      position += 2
      return .end(isStrict: bytes[position - 1] == UInt8(ascii: "z"))
    case UInt8(ascii: "1")...UInt8(ascii: "9"), UInt8(ascii: "R"), UInt8(ascii: "X"):
      position += 2
      return .anything
    case UInt8(ascii: "k"), UInt8(ascii: "Q"), UInt8(ascii: "N"): throw Unreadable()
    default: return .set(try escapedSet())
    }
  }

  /// Reads an escape that stands for characters.
  private mutating func escapedSet() throws -> ScalarSet {
    position += 1
    guard let byte else { throw Unreadable() }
    switch byte {
    case UInt8(ascii: "d"), UInt8(ascii: "w"), UInt8(ascii: "s"), UInt8(ascii: "D"),
      UInt8(ascii: "W"), UInt8(ascii: "S"):
      position += 1
      hasOtherLetters = true
      let set: ScalarSet =
        switch byte | 0x20 {
        case UInt8(ascii: "d"): .digits
        case UInt8(ascii: "w"): .words
        default: .blanks
        }
      return byte & 0x20 == 0 ? set.inverted : set
    case UInt8(ascii: "p"), UInt8(ascii: "P"):
      position += 1
      guard take("{"), let end = bytes[position...].firstIndex(of: UInt8(ascii: "}"))
      else { throw Unreadable() }
      position = end + 1
      return .unknown
    case UInt8(ascii: "h"), UInt8(ascii: "H"), UInt8(ascii: "v"), UInt8(ascii: "V"):
      position += 1
      return .unknown
    case UInt8(ascii: "n"), UInt8(ascii: "t"), UInt8(ascii: "r"), UInt8(ascii: "f"):
      position += 1
      let values: [UInt8: UInt32] = [0x6E: 10, 0x74: 9, 0x72: 13, 0x66: 12]
      return ScalarSet(values[byte] ?? 0)
    case _ where Self.isLetter(byte) || byte == UInt8(ascii: "0"):
      // Codes such as `\u00e9` are rare in forms.
      throw Unreadable()
    default: return ScalarSet(try scalar())
    }
  }

  private mutating func characterClass() throws -> ScalarSet {
    guard depth < Self.maximumDepth else { throw Unreadable() }
    depth += 1
    defer { depth -= 1 }
    let start = position
    position += 1
    let isNegated = take("^")
    var set = ScalarSet([])
    var isFirst = true
    var hasOnlyDigits = true
    var oddDigits = false
    while true {
      guard let byte else { throw Unreadable() }
      if byte == UInt8(ascii: "]"), !isFirst { break }
      isFirst = false
      if byte == UInt8(ascii: "[") {
        if bytes[position...].starts(with: "[:".utf8) { throw Unreadable() }
        set = set.union(try characterClass())
        hasOnlyDigits = false
        continue
      }
      if take("&&") || take("--") { throw Unreadable() }
      let from = position
      guard let low = try member(&set) else {
        hasOnlyDigits = false
        continue
      }
      var high = low
      if byte != UInt8(ascii: "\\"), self.byte == UInt8(ascii: "-"), position + 1 < bytes.count,
        bytes[position + 1] != UInt8(ascii: "]"), bytes[position + 1] != UInt8(ascii: "["),
        bytes[position + 1] != UInt8(ascii: "-")
      {
        position += 1
        let isEscaped = self.byte == UInt8(ascii: "\\")
        guard let end = try member(&set), end >= low else { throw Unreadable() }
        high = end
        if !isEscaped { noteRange(low, high, from..<position) }
        if Self.isDigit(low), Self.isDigit(high), let next = self.byte, Self.isDigit(UInt32(next)),
          position + 1 < bytes.count, bytes[position + 1] != UInt8(ascii: "-")
        {
          oddDigits = true
        }
      }
      hasOnlyDigits = hasOnlyDigits && Self.isDigit(low) && Self.isDigit(high)
      set = set.union(ScalarSet([low...high]))
    }
    position += 1
    if oddDigits, hasOnlyDigits {
      oddities.append(
        Oddity(
          range: start..<position,
          message: "a class matches one digit, not a number between two others",
          hint: "write the alternatives, such as [1-9]|1[0-2]"))
    }
    return isNegated ? set.inverted : set
  }

  /// Reads a member of a class: its scalar, or nil after a whole set was added.
  private mutating func member(_ set: inout ScalarSet) throws -> UInt32? {
    guard byte == UInt8(ascii: "\\") else { return try scalar() }
    if position + 1 < bytes.count, bytes[position + 1] == UInt8(ascii: "b") { throw Unreadable() }
    let escaped = try escapedSet()
    if escaped.isKnown, escaped.ranges.count == 1, escaped.ranges[0].count == 1 {
      return escaped.ranges[0].lowerBound
    }
    set = set.union(escaped)
    return nil
  }

  private static func isDigit(_ scalar: UInt32) -> Bool { (0x30...0x39).contains(scalar) }

  /// Notes `[A-z]` and `[+-.]`.
  private mutating func noteRange(_ low: UInt32, _ high: UInt32, _ range: Range<Int>) {
    let upper: ClosedRange<UInt32> = 0x41...0x5A
    let lower: ClosedRange<UInt32> = 0x61...0x7A
    if upper.contains(low), lower.contains(high) {
      oddities.append(
        Oddity(
          range: range, message: "the range contains [ \\ ] ^ _ and ` too",
          hint: "write A-Za-z"))
      return
    }
    // These are all signs of one part of ASCII, so the range is meant.
    let blocks: [ClosedRange<UInt32>] = [0x20...0x2F, 0x21...0x2F, 0x3A...0x40, 0x5B...0x60]
    func isSign(_ scalar: UInt32) -> Bool {
      (0x20...0x7E).contains(scalar) && !Self.isDigit(scalar) && !upper.contains(scalar)
        && !lower.contains(scalar)
    }
    if isSign(low), isSign(high), low < high, high - low <= 10, !blocks.contains(low...high),
      low...high != 0x7B...0x7E
    {
      oddities.append(
        Oddity(
          range: range, message: "the - between two signs makes a range",
          hint: "write the - last in the class"))
    }
  }
}
