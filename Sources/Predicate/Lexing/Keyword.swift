// The keywords of the language. They match in upper and lower case, while keys and variables are
// case-sensitive. A lookup packs a word into two integers and compares it only with keywords of the
// same length.

/// A keyword.
package enum Keyword: String, CaseIterable {
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
  // The keywords from here on are ordinary names where their construct is not possible.
  case union = "UNION"
  case intersect = "INTERSECT"
  case minus = "MINUS"
  case tokenMatches = "TOKENMATCHES"
  case ternary = "TERNARY"
  case function = "FUNCTION"
  case subquery = "SUBQUERY"
  case cast = "CAST"
  case fetch = "FETCH"

  /// Whether the keyword is an ordinary name where its construct is not possible.
  var isContextual: Bool {
    switch self {
    case .union, .intersect, .minus, .tokenMatches, .ternary, .function, .subquery, .cast, .fetch:
      true
    default: false
    }
  }

  /// Whether the keyword is an index in brackets, as in `a[FIRST]`; after a period it is a key.
  package var isIndex: Bool { self == .first || self == .last || self == .size }

  /// Whether the keyword is a name behind `@`, as in `a.@size`.
  var canFollowAt: Bool { isContextual || self == .size }

  /// The comparison operator that the keyword denotes.
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

  /// The infix operator that the keyword denotes.
  var expressionOperator: ExpressionOperator? {
    switch self {
    case .union: .union
    case .intersect: .intersect
    case .minus: .minus
    default: nil
    }
  }

  /// The keyword that a word spells, ignoring case.
  package static func spelled(by word: String) -> Keyword? {
    TextBytes.read(word) { spelled(by: $0, 0..<$0.count) }
  }

  /// The keyword that a range of a text spells, ignoring case.
  static func spelled(by bytes: TextBytes, _ word: Range<Int>) -> Keyword? {
    guard let letters = Letters(bytes, word) else { return nil }
    let known = Letters.known
    var index = known.places[letters.count]
    while index < known.words.count, known.words[index].letters.count == letters.count {
      if known.words[index].letters == letters { return known.words[index].keyword }
      index += 1
    }
    return nil
  }
}

/// A short word in upper case as two integers, so that comparing two words is fast.
private struct Letters: Equatable {
  /// The last eight bytes, or all bytes of a shorter word.
  private let last: UInt64
  /// The bytes before the last eight.
  private let first: UInt64
  let count: Int

  /// Packs a word; nil if it is longer than every keyword.
  init?(_ bytes: TextBytes, _ word: Range<Int>) {
    count = word.count
    guard count <= Self.longest else { return nil }
    let middle = word.upperBound - min(8, count)
    last = Self.upper(bytes.word(middle..<word.upperBound))
    first = Self.upper(bytes.word(word.lowerBound..<middle))
  }

  /// Eight bytes with ASCII letters in upper case; other bytes are unchanged.
  private static func upper(_ bytes: UInt64) -> UInt64 {
    let low = bytes & ~TextBytes.highBits
    let fromA = low &+ 0x1F1F_1F1F_1F1F_1F1F
    let behindZ = low &+ 0x0505_0505_0505_0505
    return bytes ^ (fromA & ~behindZ & ~bytes & TextBytes.highBits) &>> 2
  }

  /// The number of bytes in two integers; the longest keywords have 15.
  private static let longest = 16

  /// The keywords, sorted by length, and the index at which each length starts.
  ///
  /// A lookup compares a word only with the keywords of its length.
  static let known: (words: [(letters: Letters, keyword: Keyword)], places: [Int]) = {
    let words = Keyword.allCases.compactMap { keyword in
      TextBytes.read(keyword.rawValue) { Letters($0, 0..<$0.count) }.map { ($0, keyword) }
    }.sorted { $0.0.count < $1.0.count }
    let places = (0...longest).map { length in
      words.firstIndex { $0.0.count >= length } ?? words.count
    }
    return (words, places)
  }()
}
