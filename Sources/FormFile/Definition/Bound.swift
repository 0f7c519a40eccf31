// A bound of a value: a fixed one, or a formula for one.

public import Predicate

/// A bound of what a row holds: `5`, `0.5`, or a formula such as `"$least + 1"`.
public enum Bound: Sendable, Hashable {
  /// The bound itself.
  case fixed(Value)
  /// A formula that yields the bound; nil sets none.
  case formula(String)

  /// The bound itself; nil if a formula yields it.
  public var fixed: Value? { if case .fixed(let value) = self { value } else { nil } }

  /// The formula that yields the bound; nil if it is fixed.
  public var formula: String? { if case .formula(let text) = self { text } else { nil } }
}

extension Bound: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringLiteral
{
  /// Makes a fixed bound.
  public init(integerLiteral number: Int64) { self = .fixed(.int(number)) }

  /// Makes a fixed bound.
  public init(floatLiteral number: Double) { self = .fixed(.double(number)) }

  /// Makes a bound from a formula.
  public init(stringLiteral formula: String) { self = .formula(formula) }
}
