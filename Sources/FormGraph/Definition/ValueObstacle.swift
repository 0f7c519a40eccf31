// What keeps a value from being stored, whatever the kind of the row: what JSON cannot say, and
// what is too large to be walked again and again. Every value that comes into a form passes here,
// those that its formulas make included: a list of a list twice over doubles with every row it goes
// through.

import Predicate

/// Why no row can store a value.
enum ValueObstacle: Hashable, Sendable {
  /// A number in it is infinite or none.
  case notFinite
  /// A point in time in it has no text.
  case dateOutOfRange
  /// It has too many members, those of its members included.
  case tooLarge
  /// Its collections stand inside one another too deep.
  case tooDeep

  /// Whether it is about how much there is, so that a message does not repeat the value.
  var isOfSize: Bool { self == .tooLarge || self == .tooDeep }

  /// What rows store in its place, after "holds".
  var stored: String {
    switch self {
    case .notFinite: "finite numbers"
    case .dateOutOfRange:
      "dates of the years \(DateText.years.lowerBound) to \(DateText.years.upperBound)"
    case .tooLarge: "at most \(ValueKind.maximumMembers) values inside one"
    case .tooDeep: "values inside one another at most \(ValueKind.maximumDepth) deep"
    }
  }
}

extension ValueKind {
  /// How many members a value may have, those of its members included.
  public static let maximumMembers = 1_000_000
  /// How many collections of a value may stand inside one another.
  public static let maximumDepth = 100

  /// What keeps a row of the kind from storing a value; nil also where that is of another kind, of
  /// which nothing else is to be said.
  func obstacle(to value: Value) -> ValueObstacle? {
    switch (self, value) {
    case (.any, _), (.choice, .double), (.choice, .date), (.int, .double), (.decimal, .double),
      (.date, .date), (.choices, .array):
      value.obstacle
    default: nil
    }
  }
}

extension Value {
  /// What keeps it from being stored; nil where a row of some kind can hold it.
  ///
  /// - Complexity: O(n) in the members of a collection, and at most `ValueKind.maximumMembers`.
  var obstacle: ValueObstacle? {
    switch self {
    case .null, .bool, .int, .string, .data: return nil
    case .double(let double): return double.isFinite ? nil : .notFinite
    case .date(let date): return DateText.isInRange(date) ? nil : .dateOutOfRange
    case .array, .set, .dictionary: break
    }
    // Collections wait on a stack of their own: values may nest deeper than a thread's stack.
    var pending = [(members: [self], depth: 0)]
    var count = 0
    while let (members, depth) = pending.popLast() {
      count += members.count
      guard depth <= ValueKind.maximumDepth else { return .tooDeep }
      guard count <= ValueKind.maximumMembers + 1 else { return .tooLarge }
      for member in members {
        switch member {
        case .null, .bool, .int, .string, .data: break
        case .double(let double): if !double.isFinite { return .notFinite }
        case .date(let date): if !DateText.isInRange(date) { return .dateOutOfRange }
        case .array(let members): pending.append((members, depth + 1))
        case .set(let set): pending.append((set.elements, depth + 1))
        case .dictionary(let dictionary): pending.append((dictionary.values, depth + 1))
        }
      }
    }
    return nil
  }
}
