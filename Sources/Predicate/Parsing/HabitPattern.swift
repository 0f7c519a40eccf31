// Recognises a construct in the tokens around an error. A pattern is written as the construct is:
// `<operand> in ( <items> )`. Matching tries the few places at which `TokenSite` says that a part
// can end.

/// A construct of tokens and parts of the language.
struct HabitPattern {
  private enum Part {
    /// A word, in upper case, or a sign.
    case spelled(String, isTouching: Bool)
    case operand, path, condition, items, rest, comparison
    case name, capital, number, string, variable, options, quantifier, connective, operation
    case yes, no, unit, sign, grouped, continental, range, begin, stop, plain
    case dollars, template, wide, newName, glob, regex, unquoted, skip, same, inner
    /// Words that mean an operator, as a table has them.
    case words([(words: [String], meaning: String)])

    /// Whether a text in the place of the construct must have what the author wrote here.
    ///
    /// Operators and marks are replaced. Numbers and texts of other notations are converted.
    var isKept: Bool {
      switch self {
      case .operand, .path, .condition, .plain, .items, .rest, .comparison, .name, .capital,
        .number,
        .string, .variable, .inner:
        true
      default: false
      }
    }
  }

  private let parts: [Part]
  /// At least one of these words must be there; empty if none is needed.
  private let needed: Set<String>

  /// Reads a pattern.
  ///
  /// Words and signs stand for themselves, and `<name>` for a part. A `+` before a word or a sign
  /// says that no blank is before it.
  init(_ text: String, words: [String: [(words: [String], meaning: String)]]) {
    parts = text.split(separator: " ").map { Self.part(String($0), words) }
    needed =
      parts.lazy.compactMap { part -> Set<String>? in
        switch part {
        case .spelled(let word, _): [word]
        case .words(let table): Set(table.compactMap(\.words.first))
        default: nil
        }
      }.first ?? []
  }

  private static func part(
    _ word: String, _ words: [String: [(words: [String], meaning: String)]]
  ) -> Part {
    if let part = named[word] { return part }
    if let table = words[word] { return .words(table) }
    let isTouching = word.count > 1 && word.hasPrefix("+")
    return .spelled(
      (isTouching ? String(word.dropFirst()) : word).uppercased(), isTouching: isTouching)
  }

  private static let named: [String: Part] = [
    "<operand>": .operand, "<path>": .path, "<condition>": .condition, "<items>": .items,
    "<rest>": .rest, "<comparison>": .comparison, "<name>": .name, "<Name>": .capital,
    "<number>": .number, "<string>": .string, "<variable>": .variable, "<options>": .options,
    "<quantifier>": .quantifier, "<connective>": .connective, "<@>": .operation, "<yes>": .yes,
    "<no>": .no, "<unit>": .unit, "<sign>": .sign, "<grouped>": .grouped, "<dollars>": .dollars,
    "<template>": .template,
    "<wide>": .wide, "<bound>": .newName,
    "<continental>": .continental, "<range>": .range,
    "<glob>": .glob, "<regex>": .regex, "<run>": .unquoted, "<skip>": .skip, "<same>": .same,
    "<inner>": .inner, "<begin>": .begin, "<stop>": .stop, "<plain>": .plain,
  ]

  /// Whether the pattern has a word or a sign that is not among the tokens.
  func isHopeless(in spellings: Set<String>) -> Bool {
    !needed.isEmpty && needed.isDisjoint(with: spellings)
  }

  /// What a pattern has found.
  struct Match {
    /// The tokens of the whole construct.
    var tokens: Range<Int>
    /// What its parts in angle brackets stand for, in order.
    var parts: [String]
    /// The tokens of the parts that a text in their place must keep.
    var kept: [Range<Int>]
  }

  /// The first match that contains the token that does not fit, or ends before it.
  ///
  /// If `isAnywhere`, it may stand a few tokens before or behind.
  func match(in site: TokenSite, allowsQuantifier: Bool, isAnywhere: Bool = false) -> Match? {
    let startsInPart =
      switch parts.first {
      case .operand, .path, .condition, .name, .capital, .spelled(".", _), .spelled("[", _),
        .spelled("/", _):
        true
      case .words: !isAnywhere
      default: false
      }
    let last = isAnywhere ? min(site.error + Self.nearby, site.tokens.count) : site.error
    for start in max(0, site.error - 60)...max(0, last) {
      guard !startsInPart || site.isStart(start, allowsQuantifier: allowsQuantifier),
        var match = match(in: site, part: 0, at: start, []), match.tokens.upperBound > start
      else { continue }
      if match.tokens.upperBound >= site.error - (isAnywhere ? Self.nearby : 0) {
        match.tokens = start..<match.tokens.upperBound
        return match
      }
    }
    return nil
  }

  /// How many tokens away from an error a construct may stand that says what the text is.
  private static let nearby = 8

  /// Matches the parts from an index on; the depth is the number of parts.
  private func match(
    in site: TokenSite, part: Int, at index: Int, _ found: [String]
  ) -> Match? {
    guard part < parts.count else {
      return Match(tokens: index..<index, parts: found, kept: [])
    }
    for (end, text) in candidates(in: site, parts[part], at: index, found) {
      let next = text.map { found + [$0] } ?? found
      if var match = match(in: site, part: part + 1, at: end, next) {
        if parts[part].isKept { match.kept.insert(index..<end, at: 0) }
        return match
      }
    }
    return nil
  }

  private typealias Candidate = (end: Int, text: String?)

  /// Where a part that starts at an index may end, and what it stands for.
  private func candidates(
    in site: TokenSite, _ part: Part, at index: Int, _ found: [String]
  ) -> [Candidate] {
    func texts(_ ends: [Int]) -> [Candidate] {
      ends.map { (end: $0, text: site.text(index..<$0)) }
    }
    func one(_ isRight: Bool) -> [Candidate] { isRight ? texts([index + 1]) : [] }
    func some(_ found: (end: Int, text: String)?) -> [Candidate] {
      found.map { [(end: $0.end, text: $0.text)] } ?? []
    }
    let kind = site.kind(index)
    switch part {
    case .spelled(let word, let isTouching):
      guard index < site.tokens.count, site.upper(index) == word else { return [] }
      return isTouching && !site.isTouching(index) ? [] : [(index + 1, nil)]
    case .operand: return texts(site.ends(ofOperandAt: index))
    case .path: return texts(site.ends(ofPathAt: index))
    case .condition: return texts(site.ends(ofConditionAt: index))
    // A condition that starts with a key.
    case .plain:
      guard case .word = kind else { return [] }
      return texts(site.ends(ofConditionAt: index))
    case .items: return texts(site.endOfItems(from: index).map { [$0] } ?? [])
    case .rest:
      return site.reachesEnd && index < site.tokens.count ? texts([site.tokens.count]) : []
    case .comparison: return texts(site.end(ofOperatorAt: index).map { [$0] } ?? [])
    case .inner: return texts(site.end(ofInnerFrom: index).map { [$0] } ?? [])
    case .name:
      guard case .word(let keyword) = kind, keyword.map({ $0.isContextual || $0.isIndex }) ?? true
      else { return [] }
      return one(!Habit.foreignWords.contains(site.upper(index)))
    // A name that the construct itself binds or repeats.
    case .newName: return one(kind == .word(nil))
    case .capital:
      return one(kind == .word(nil) && site.spelling(index).first?.isUppercase ?? false)
    case .number:
      switch kind {
      case .integer, .double, .oversizedInteger: return one(true)
      default: return []
      }
    case .string: return one(kind == .string)
    case .variable: return one(kind == .variable)
    case .stop:
      let isStop = index >= site.tokens.count || site.isConnective(index)
      return isStop || [")", ","].contains(site.upper(index)) ? [(index, nil)] : []
    case .begin: return site.isBegin(index) ? [(index, nil)] : []
    case .options:
      guard case .word = kind else { return [] }
      let letters = site.spelling(index).utf8
      return one(letters.allSatisfy { ComparisonOptions(letter: $0) != nil })
    case .quantifier: return site.isQuantifier(index) ? [(index + 1, site.upper(index))] : []
    case .connective: return one(site.isConnective(index))
    case .operation:
      let isKnown = CollectionOperator(rawValue: String(site.spelling(index).dropFirst())) != nil
      return one(kind == .collectionOperator && isKnown)
    case .yes: return isBool(site, index, true) ? [(index + 1, nil)] : []
    case .no: return isBool(site, index, false) ? [(index + 1, nil)] : []
    case .unit:
      return one(Habit.units.contains(site.upper(index).lowercased()))
    case .sign:
      if case .symbol = kind { return one(site.isComparison(index)) }
      return []
    case .grouped: return some(site.groupedNumber(at: index))
    case .continental: return some(site.continentalNumber(at: index))
    case .range: return some(site.range(at: index))
    case .dollars: return some(site.dollars(at: index))
    case .wide:
      // Spotlight has w for whole words among its options.
      let letters = site.upper(index)
      let known = letters.filter { $0 != "W" }.lowercased()
      return known.isEmpty || letters.count == known.count || !known.allSatisfy("cd".contains)
        ? [] : [(index + 1, known)]
    case .template: return some(site.template(at: index))
    case .regex: return some(site.regularExpression(at: index))
    case .glob: return some(site.isSymbol(index, .asterisk) ? site.unquoted(at: index) : nil)
    case .unquoted: return some(site.unquoted(at: index))
    case .skip:
      return texts(
        Array(min(index + 1, site.tokens.count)...min(index + 20, site.tokens.count)))
    case .same:
      return texts(site.ends(ofPathAt: index)).filter { $0.text.map(found.contains) ?? false }
    case .words(let table):
      return table.compactMap { entry -> Candidate? in
        let isHere = entry.words.indices.allSatisfy { offset in
          site.upper(index + offset) == entry.words[offset]
        }
        return isHere ? (end: index + entry.words.count, text: entry.meaning) : nil
      }
    }
  }

  private func isBool(_ site: TokenSite, _ index: Int, _ flag: Bool) -> Bool {
    switch site.kind(index) {
    case .word(.yes), .word(.true), .integer(1): flag
    case .word(.no), .word(.false), .integer(0): !flag
    default: false
    }
  }
}
