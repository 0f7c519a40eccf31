// A bound of a value or of a number of items: a fixed one, or a formula for one.

/// A bound of what a row holds, or of how many items a list has: `5`, `0.5`, or a formula such as
/// `"$least + 1"`.
public enum Bound<Fixed: Sendable & Hashable>: Sendable, Hashable {
  /// The bound itself.
  case fixed(Fixed)
  /// A formula that yields the bound; nil sets none.
  case formula(String)

  /// The bound itself; nil if a formula yields it.
  public var fixed: Fixed? { if case .fixed(let bound) = self { bound } else { nil } }

  /// The formula that yields the bound; nil if it is fixed.
  public var formula: String? { if case .formula(let text) = self { text } else { nil } }
}

extension Bound: ExpressibleByIntegerLiteral where Fixed: ExpressibleByIntegerLiteral {
  /// Makes a fixed bound.
  public init(integerLiteral number: Fixed.IntegerLiteralType) {
    self = .fixed(Fixed(integerLiteral: number))
  }
}

extension Bound: ExpressibleByFloatLiteral where Fixed: ExpressibleByFloatLiteral {
  /// Makes a fixed bound.
  public init(floatLiteral number: Fixed.FloatLiteralType) {
    self = .fixed(Fixed(floatLiteral: number))
  }
}

extension Bound: ExpressibleByStringLiteral {
  /// Makes a bound from a formula.
  public init(stringLiteral formula: String) { self = .formula(formula) }
}
