// Folds a regular expression for the option `[d]`. Letters that stand for themselves lose their
// diacritics: outside and inside `[…]`, written directly or as `\u00e9`. Escapes with a meaning and
// the names of groups and properties stay unchanged.

/// Folds the letters of a pattern.
struct PatternFolding {
  private let scalars: [Unicode.Scalar]
  private var position = 0
  private var folded = ""
  /// Adjacent letters, which are folded together because a mark may be a separate scalar.
  private var letters = ""
  /// The number of open brackets `[`.
  private var depth = 0
  private var isQuoting = false

  /// The pattern for texts without diacritics.
  static func folded(_ pattern: String) -> String {
    var folding = PatternFolding(scalars: Array(pattern.unicodeScalars))
    while let scalar = folding.scalar(0) { folding.take(scalar) }
    folding.flush()
    return folding.folded
  }

  private init(scalars: [Unicode.Scalar]) { self.scalars = scalars }

  /// The scalar at a distance from the current position.
  private func scalar(_ distance: Int) -> Unicode.Scalar? {
    let index = position + distance
    return scalars.indices.contains(index) ? scalars[index] : nil
  }

  private mutating func take(_ scalar: Unicode.Scalar) {
    if isQuoting {
      guard scalar == "\\", self.scalar(1) == "E" else { return fold(scalar, 1) }
      flush()
      isQuoting = false
      return copy(2)
    }
    switch scalar {
    case "\\": takeEscape()
    case "(" where depth == 0 && self.scalar(1) == "?": takeGroup()
    case "[":
      // `[:alpha:]` is the name of a character class.
      if self.scalar(1) == ":" { return copy(through: ":]", orElse: 1) }
      copy(1)
      depth += 1
    case "]":
      depth = max(0, depth - 1)
      copy(1)
    // A sign with a meaning is not a letter. It ends the letters before it.
    case _ where depth == 0 && "(){}*+?|.^$".unicodeScalars.contains(scalar): copy(1)
    default: fold(scalar, 1)
    }
  }

  private mutating func takeEscape() {
    guard let letter = scalar(1) else { return copy(1) }
    switch letter {
    case "Q":
      isQuoting = true
      copy(2)
    case "p", "P", "N": scalar(2) == "{" ? copy(through: "}", orElse: 2) : copy(2)
    case "k": copy(through: ">", orElse: 2)
    case "0": takeOctal()
    case "u": takeCode(digits: 4)
    case "U": takeCode(digits: 8)
    case "x":
      if scalar(2) == "{" { takeCode(digits: nil) } else { takeCode(digits: 2) }
    case _ where letter.isASCII: copy(2)
    // A backslash before any other letter has no meaning.
    default: fold(letter, 2)
    }
  }

  /// Reads a letter by its number: `\u00e9`, `\U000000e9`, `\xe9` or `\x{e9}`.
  private mutating func takeCode(digits: Int?) {
    let start = position + (digits == nil ? 3 : 2)
    let rest = scalars[min(start, scalars.count)...]
    let code = rest.prefix(digits ?? 8).prefix { $0 != "}" }
    let isWhole = digits.map { code.count == $0 } ?? (rest.dropFirst(code.count).first == "}")
    guard isWhole, let number = UInt32(String(String.UnicodeScalarView(code)), radix: 16),
      let scalar = Unicode.Scalar(number), !scalar.isASCII
    else { return copy(2) }
    take(scalar, start + code.count + (digits == nil ? 1 : 0) - position)
  }

  /// Reads a letter that is written as a number in `count` scalars.
  private mutating func take(_ scalar: Unicode.Scalar, _ count: Int) {
    let alone = String(scalar)
    // A number that does not fold stays as written: the author may have a reason for it.
    alone.folded(.diacriticInsensitive) == alone ? copy(count) : fold(scalar, count)
  }

  /// Reads a letter by its number in up to three octal digits: `\0351`.
  private mutating func takeOctal() {
    let digits = scalars[min(position + 2, scalars.count)...].prefix(3)
      .prefix { ("0"..."7").contains($0) }
    guard let number = UInt32(String(String.UnicodeScalarView(digits)), radix: 8), number <= 0xFF,
      let scalar = Unicode.Scalar(number), !scalar.isASCII
    else { return copy(2) }
    take(scalar, 2 + digits.count)
  }

  /// Copies the start of a group `(?…`: its name or comment contains no letters to match.
  private mutating func takeGroup() {
    switch (scalar(2), scalar(3)) {
    case ("#", _): copy(through: ")", orElse: 2)
    case ("<", let next) where next != "=" && next != "!": copy(through: ">", orElse: 3)
    default: copy(2)
    }
  }

  // MARK: - Writing

  /// Adds a letter that is written in `count` scalars.
  private mutating func fold(_ scalar: Unicode.Scalar, _ count: Int) {
    letters.unicodeScalars.append(scalar)
    position += count
    // The members of a class are separate letters.
    if depth > 0 { flush() }
  }

  private mutating func flush() {
    guard !letters.isEmpty else { return }
    let plain = letters.folded(.diacriticInsensitive)
    // A letter that is only a mark folds to nothing. A quantifier after it still needs an operand,
    // `(?:)`.
    folded += !plain.isEmpty ? plain : depth > 0 ? letters : isQuoting ? "" : "(?:)"
    letters = ""
  }

  private mutating func copy(_ count: Int) {
    flush()
    let end = min(position + count, scalars.count)
    folded.unicodeScalars.append(contentsOf: scalars[position..<end])
    position = end
  }

  /// Copies up to and including `end`; copies `count` scalars if `end` is not found.
  ///
  /// The search is limited to 256 scalars, because names are short. So a pattern with many openings
  /// is not searched to its end for each of them.
  private mutating func copy(through end: String, orElse count: Int) {
    let end = Array(end.unicodeScalars)
    let starts = position + count...max(position + count, min(position + 256, scalars.count))
    let found = starts.first { scalars.dropFirst($0).starts(with: end) }
    copy(found.map { $0 + end.count - position } ?? count)
  }
}
