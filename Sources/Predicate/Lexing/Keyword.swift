// The words of the language. Keywords match ASCII letters in any case; keys and variables do not.

/// A word with a meaning of its own.
enum Keyword: String, CaseIterable {
  case and = "AND"
  case or = "OR"
  case not = "NOT"
  case any = "ANY"
  case someOf = "SOME"
  case all = "ALL"
  case noneOf = "NONE"
  case `in` = "IN"
  case like = "LIKE"
  case matches = "MATCHES"
  case contains = "CONTAINS"
  case beginsWith = "BEGINSWITH"
  case endsWith = "ENDSWITH"
  case between = "BETWEEN"
  case null = "NULL"
  case `nil` = "NIL"
  case `self` = "SELF"
  case `true` = "TRUE"
  case yes = "YES"
  case `false` = "FALSE"
  case no = "NO"
  case first = "FIRST"
  case last = "LAST"
  case size = "SIZE"
  case anyKey = "ANYKEY"
  case truePredicate = "TRUEPREDICATE"
  case falsePredicate = "FALSEPREDICATE"
  case caseInsensitive = "CASEINSENSITIVE"
  case ci = "CI"
  case conformsToUTI = "UTI-CONFORMS-TO"
  case equalsUTI = "UTI-EQUALS"
  // From here on ordinary words where their construct cannot stand.
  case union = "UNION"
  case intersect = "INTERSECT"
  case minus = "MINUS"
  case tokenMatches = "TOKENMATCHES"
  case ternary = "TERNARY"
  case function = "FUNCTION"
  case subquery = "SUBQUERY"
  case cast = "CAST"
  case fetch = "FETCH"

  /// Whether the word may be a key or a function name where it has no meaning of its own.
  var isContextual: Bool {
    switch self {
    case .union, .intersect, .minus, .tokenMatches, .ternary, .function, .subquery, .cast, .fetch:
      true
    default: false
    }
  }

  /// The comparison this word stands for.
  var comparison: ComparisonOperator? {
    switch self {
    case .between: .between
    case .in: .in
    case .contains: .contains
    case .beginsWith: .beginsWith
    case .endsWith: .endsWith
    case .like: .like
    case .matches: .matches
    case .tokenMatches: .tokenMatches
    case .conformsToUTI: .conformsToUTI
    case .equalsUTI: .equalsUTI
    default: nil
    }
  }

  /// The operator between expressions this word stands for.
  var expressionOperator: ExpressionOperator? {
    switch self {
    case .union: .union
    case .intersect: .intersect
    case .minus: .minus
    default: nil
    }
  }

  /// The keyword a word spells, in any case.
  static func spelled(by word: some Collection<UInt8>) -> Keyword? {
    guard let letters = Letters(word) else { return nil }
    let known = Letters.known
    var index = Letters.places[letters.count]
    while index < known.count, known[index].letters.count == letters.count {
      if known[index].letters.packed == letters.packed { return known[index].keyword }
      index += 1
    }
    return nil
  }
}

/// A short word in upper case as one number, so that comparing two is one comparison.
private struct Letters {
  private(set) var packed: UInt128 = 0
  private(set) var count = 0

  /// Packs a word; nil where it is longer than any keyword.
  init?(_ word: some Collection<UInt8>) {
    guard word.count <= Self.longest else { return nil }
    for byte in word {
      packed = packed << 8 | UInt128(truncatingIfNeeded: Self.upper(byte))
      count += 1
    }
  }

  private static func upper(_ byte: UInt8) -> UInt8 {
    (0x61...0x7A).contains(byte) ? byte - 0x20 : byte
  }

  /// As many bytes as a number holds; the longest keywords have 15.
  private static let longest = 16

  /// The keywords in the order of their lengths.
  static let known: [(letters: Letters, keyword: Keyword)] = Keyword.allCases.compactMap {
    keyword in
    Letters(keyword.rawValue.utf8).map { ($0, keyword) }
  }.sorted { $0.letters.count < $1.letters.count }

  /// Where the keywords of each length start among the known; a look-up compares a handful at most.
  static let places: [Int] = (0...longest).map { length in
    known.firstIndex { $0.letters.count >= length } ?? known.count
  }
}
