// What is known of the values that a condition reads: the kind, whether the value may be nil, the
// options and the bounds. The reasoning within a condition asks for it once for each term.

package import Predicate

/// What is known of the values of one term.
package struct Domain: Sendable, Hashable {
  /// The kind of every value that is not nil.
  package enum Kind: Sendable, Hashable {
    /// The value is always nil, such as that of a label.
    case nothing
    case bool, int, double, text, date, list
    /// Nothing is known.
    case any
  }

  /// The kind of every value that is not nil.
  package var kind: Kind
  /// Whether the value is never nil.
  package var isNeverNil: Bool
  /// All valid values; nil if they are not listed.
  ///
  /// A row may hold an invalid value, so options and bounds prove only that valid answers do not
  /// matter.
  package var options: [Value]?
  /// The smallest valid value; nil if there is none.
  package var lower: Value?
  /// The largest valid value; nil if there is none.
  package var upper: Value?

  /// Makes a domain.
  package init(
    _ kind: Kind, isNeverNil: Bool = false, options: [Value]? = nil, lower: Value? = nil,
    upper: Value? = nil
  ) {
    self.kind = kind
    self.isNeverNil = isNeverNil
    self.options = options
    self.lower = lower
    self.upper = upper
  }

  /// The domain of a value about which nothing is known.
  package static let unknown = Domain(.any)
}

/// A variable or SELF with the keys that are read of it, such as `$lines.amount`.
package struct TermPath: Sendable, Hashable {
  /// The name of the variable; nil for SELF.
  package var variable: String?
  /// The keys, in order.
  package var keys: [String] = []
  /// Whether one element of the list is meant, as after ANY or by the variable of a SUBQUERY.
  package var isElement = false

  /// Makes a path.
  package init(_ variable: String?, keys: [String] = [], isElement: Bool = false) {
    self.variable = variable
    self.keys = keys
    self.isElement = isElement
  }

  func appending(_ key: String) -> TermPath {
    TermPath(variable, keys: keys + [key], isElement: isElement)
  }
}
