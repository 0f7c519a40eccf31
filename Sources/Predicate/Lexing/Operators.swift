// The operators of the language with their spelling and precedence. The parser reads this table
// and the printer writes by it, so the two cannot disagree.

/// How a comparison relates its two sides.
public enum ComparisonOperator: UInt8, Sendable, CaseIterable {
  case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
  case between, `in`, contains, beginsWith, endsWith, like, matches
  case tokenMatches, conformsToUTI, equalsUTI

  /// The canonical spelling.
  public var symbol: String {
    switch self {
    case .equal: "=="
    case .notEqual: "!="
    case .less: "<"
    case .lessOrEqual: "<="
    case .greater: ">"
    case .greaterOrEqual: ">="
    case .between: "BETWEEN"
    case .in: "IN"
    case .contains: "CONTAINS"
    case .beginsWith: "BEGINSWITH"
    case .endsWith: "ENDSWITH"
    case .like: "LIKE"
    case .matches: "MATCHES"
    case .tokenMatches: "TOKENMATCHES"
    case .conformsToUTI: "UTI-CONFORMS-TO"
    case .equalsUTI: "UTI-EQUALS"
    }
  }
}

/// The letters in brackets after a comparison operator.
public struct ComparisonOptions: OptionSet, Sendable, Hashable, CustomStringConvertible {
  /// The bits.
  public let rawValue: UInt8
  /// Makes options of bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// `c`: upper and lower case are one (Unicode full case folding, no locale).
  public static let caseInsensitive = ComparisonOptions(rawValue: 1)
  /// `d`: combining marks do not count.
  public static let diacriticInsensitive = ComparisonOptions(rawValue: 2)
  /// `n`: the text is already normalised; turns `c` and `d` off.
  public static let normalized = ComparisonOptions(rawValue: 4)
  /// `l`: order and equality of the locale.
  public static let localeSensitive = ComparisonOptions(rawValue: 8)

  /// Each option by its letter, in canonical order.
  private static let letters: [(letter: UInt8, option: ComparisonOptions)] = [
    (UInt8(ascii: "c"), .caseInsensitive), (UInt8(ascii: "d"), .diacriticInsensitive),
    (UInt8(ascii: "n"), .normalized), (UInt8(ascii: "l"), .localeSensitive),
  ]

  /// The option of a letter, in any case.
  init?(letter: UInt8) {
    guard let entry = Self.letters.first(where: { $0.letter == letter | 0x20 }) else { return nil }
    self = entry.option
  }

  /// The canonical spelling, `[cd]`, or nothing where there are none.
  public var description: String {
    let letters = Self.letters.filter { contains($0.option) }.map(\.letter)
    return letters.isEmpty ? "" : "[\(String(decoding: letters, as: UTF8.self))]"
  }
}

/// Which elements of a comparison's left side must satisfy it.
public enum Quantifier: UInt8, Sendable {
  /// The side itself; no element is visited.
  case one
  /// `ANY` or `SOME`: at least one element.
  case any
  /// `ALL`: every element.
  case all
}

/// An infix operator between expressions.
public enum ExpressionOperator: UInt8, Sendable, CaseIterable {
  case union, intersect, minus
  case bitwiseOr, bitwiseXor, bitwiseAnd
  case shiftLeft, shiftRight
  case add, subtract
  case multiply, divide
  case power

  /// The canonical spelling.
  public var symbol: String {
    switch self {
    case .union: "UNION"
    case .intersect: "INTERSECT"
    case .minus: "MINUS"
    case .bitwiseOr: "|"
    case .bitwiseXor: "^"
    case .bitwiseAnd: "&"
    case .shiftLeft: "<<"
    case .shiftRight: ">>"
    case .add: "+"
    case .subtract: "-"
    case .multiply: "*"
    case .divide: "/"
    case .power: "**"
    }
  }

  /// How tightly the operator binds; all are left-associative.
  package var precedence: Precedence {
    switch self {
    case .union, .intersect, .minus: .sets
    case .bitwiseOr: .bitwiseOr
    case .bitwiseXor: .bitwiseXor
    case .bitwiseAnd: .bitwiseAnd
    case .shiftLeft, .shiftRight: .shift
    case .add, .subtract: .additive
    case .multiply, .divide: .multiplicative
    case .power: .power
    }
  }
}

/// How tightly a construct binds, loosest first.
package enum Precedence: UInt8, Comparable {
  case or, and, not, comparison
  case assignment, sets, bitwiseOr, bitwiseXor, bitwiseAnd, shift, additive, multiplicative, power
  case prefix, postfix

  package static func < (left: Precedence, right: Precedence) -> Bool {
    left.rawValue < right.rawValue
  }

  /// What the right operand of a left-associative operator must bind at least as tightly as.
  var next: Precedence { Precedence(rawValue: rawValue + 1) ?? .postfix }
}
