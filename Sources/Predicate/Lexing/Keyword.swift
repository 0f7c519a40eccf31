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

  /// The keywords by their length in bytes, so that a look-up compares a handful at most.
  private static let byLength: [[(bytes: [UInt8], keyword: Keyword)]] = {
    let longest = allCases.map(\.rawValue.utf8.count).max() ?? 0
    return (0...longest).map { length in
      allCases.filter { $0.rawValue.utf8.count == length }.map { (Array($0.rawValue.utf8), $0) }
    }
  }()

  /// The keyword a word spells, in any case.
  static func spelled(by word: ArraySlice<UInt8>) -> Keyword? {
    guard word.count < byLength.count else { return nil }
    return byLength[word.count].first { entry in
      entry.bytes.elementsEqual(word) { $0 == ($1 >= 0x61 && $1 <= 0x7A ? $1 - 0x20 : $1) }
    }?.keyword
  }

  /// The keyword a name spells, in any case.
  static func spelled(by name: String) -> Keyword? {
    spelled(by: Array(name.utf8)[...])
  }
}
