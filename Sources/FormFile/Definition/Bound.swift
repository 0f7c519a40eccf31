// A bound of a value: a fixed one, or a formula for one.

import Predicate

/// A bound of what a row holds.
enum Bound: Sendable, Hashable {
  /// The bound itself.
  case fixed(Value)
  /// A formula that yields the bound; nil sets none.
  case formula(String)
}
