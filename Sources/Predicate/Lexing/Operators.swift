// The operators of the language with their spelling and precedence. The parser and the printer use
// the same tables, so they cannot disagree.

/// A comparison operator.
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

/// The options of a comparison, in brackets after its operator: `[cd]`.
public struct ComparisonOptions: OptionSet, Sendable, Hashable, CustomStringConvertible {
  /// The options as bits.
  public let rawValue: UInt8
  /// Makes options from bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// `c`: upper and lower case are equal (Unicode full case folding, no locale).
  public static let caseInsensitive = ComparisonOptions(rawValue: 1)
  /// `d`: combining marks are ignored.
  public static let diacriticInsensitive = ComparisonOptions(rawValue: 2)
  /// `n`: the text is already normalized; `c` and `d` have no effect.
  public static let normalized = ComparisonOptions(rawValue: 4)
  /// `l`: the locale decides equality and order.
  public static let localeSensitive = ComparisonOptions(rawValue: 8)

  /// The letter of each option, in canonical order.
  private static let letters: [(letter: UInt8, option: ComparisonOptions)] = [
    (UInt8(ascii: "c"), .caseInsensitive), (UInt8(ascii: "d"), .diacriticInsensitive),
    (UInt8(ascii: "n"), .normalized), (UInt8(ascii: "l"), .localeSensitive),
  ]

  /// The option of a letter, ignoring case; nil if the letter is unknown.
  init?(letter: UInt8) {
    guard let entry = Self.letters.first(where: { $0.letter == letter | 0x20 }) else { return nil }
    self = entry.option
  }

  /// The canonical spelling, such as `[cd]`; empty without options.
  public var description: String {
    let letters = Self.letters.filter { contains($0.option) }.map(\.letter)
    return letters.isEmpty ? "" : "[\(String(decoding: letters, as: UTF8.self))]"
  }
}

/// Which elements of the left side must satisfy a comparison.
public enum Quantifier: UInt8, Sendable {
  /// No quantifier: the left side itself is compared.
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

  /// The precedence; all operators are left-associative.
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

/// The precedence of a construct; the loosest comes first.
package enum Precedence: UInt8, Comparable {
  case or, and, not, comparison
  case assignment, sets, bitwiseOr, bitwiseXor, bitwiseAnd, shift, additive, multiplicative, power
  case prefix, postfix

  package static func < (left: Precedence, right: Precedence) -> Bool {
    left.rawValue < right.rawValue
  }

  /// The minimum precedence of the right operand of a left-associative operator.
  var next: Precedence { Precedence(rawValue: rawValue + 1) ?? .postfix }
}
