// Comparisons of long lists that many rows share, such as the options of a table: the same two
// lists are compared once, however many rows have them.

import Predicate

/// Compares lists of values, and remembers the last results.
struct ListComparisons: Sendable {
  private var known: [(old: [Value], new: [Value], areEqual: Bool)] = []

  /// Rows take turns with their options, titles and groups.
  private static let maximum = 8
  /// Shorter lists are compared faster than they are found.
  private static let shortest = 32

  var isEmpty: Bool { known.isEmpty }

  /// Whether two lists are equal.
  ///
  /// - Complexity: O(1) if they are the same two arrays as in one of the last comparisons, or one
  ///   array; otherwise O(n).
  mutating func areEqual(_ old: [Value], _ new: [Value]) -> Bool {
    guard old.count == new.count, old.count >= Self.shortest else { return old == new }
    if Self.isSame(old, new) { return true }
    let result = known.last { Self.isSame($0.old, old) && Self.isSame($0.new, new) }
    if let result { return result.areEqual }
    Effort.count(old.count)
    let areEqual = old == new
    if known.count == Self.maximum { known.removeFirst() }
    known.append((old, new, areEqual))
    return areEqual
  }

  /// Whether two lists, which may be missing, are equal.
  mutating func areEqual(_ old: [Value]?, _ new: [Value]?) -> Bool {
    guard let old, let new else { return old == nil && new == nil }
    return areEqual(old, new)
  }

  /// Whether two values are equal, which may be lists.
  mutating func areEqual(_ old: Value, _ new: Value) -> Bool {
    guard case .array(let old) = old, case .array(let new) = new else { return old == new }
    return areEqual(old, new)
  }

  /// Whether two arrays share their storage.
  private static func isSame(_ left: [Value], _ right: [Value]) -> Bool {
    left.withUnsafeBufferPointer { left in
      right.withUnsafeBufferPointer { left.baseAddress == $0.baseAddress && left.count == $0.count }
    }
  }
}
