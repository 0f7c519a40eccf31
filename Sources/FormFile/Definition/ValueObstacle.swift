// The reasons why no row can store a value: JSON cannot represent it, or it is too large to be
// traversed repeatedly. Every value that enters a form is checked here, including results of
// formulas. Otherwise a formula that puts a list into a list twice would double it with every row.

package import Predicate

/// The reason why no row can store a value.
package enum ValueObstacle: Hashable, Sendable {
  /// The value contains an infinite number or a NaN.
  case notFinite
  /// The value contains a date that cannot be written as text.
  case dateOutOfRange
  /// The value is too large for a row of whole numbers.
  case tooLargeForInteger
  /// The value has too many members, including members of members.
  case tooLarge
  /// The value has more members than this number, which is half of its byte limit.
  case tooMany(Int)
  /// The collections in the value are nested too deeply.
  case tooDeep
  /// The text, data and keys in the value have more bytes than this number.
  case tooLong(Int)

  /// Whether the reason is the size of the value.
  ///
  /// Messages then do not repeat the value.
  package var isOfSize: Bool {
    switch self {
    case .tooLarge, .tooMany, .tooDeep, .tooLong: true
    case .notFinite, .dateOutOfRange, .tooLargeForInteger: false
    }
  }

  /// What rows store instead.
  ///
  /// Used in messages after "holds".
  package var stored: String {
    switch self {
    case .notFinite: "finite numbers"
    case .dateOutOfRange:
      "dates of the years \(DateText.years.lowerBound) to \(DateText.years.upperBound)"
    case .tooLargeForInteger: "whole numbers of at most 64 bits"
    case .tooLarge: "at most \(ValueKind.maximumMembers) values inside one"
    case .tooMany(let limit): "at most \(limit) values inside one"
    case .tooDeep: "values inside one another at most \(ValueKind.maximumDepth) deep"
    case .tooLong(let limit): "at most \(limit) bytes of text, data and keys"
    }
  }
}

extension ValueKind {
  /// The largest number of members of a value, including members of members.
  public static let maximumMembers = 1_000_000
  /// The largest depth of collections inside collections.
  public static let maximumDepth = 100

  /// The largest size of a value in bytes of text, data and keys, including its members, counted as
  /// often as they occur.
  ///
  /// A larger value could not come from a file.
  public static let maximumBytes = JSONReader.maximumBytes

  /// The reason why a row of this kind cannot store a value.
  ///
  /// Nil also if the value is of another kind, because no other reason matters then.
  package func obstacle(to value: Value, within byteLimit: Int) -> ValueObstacle? {
    switch (self, value) {
    case (.int, .double(let double)) where double.magnitude >= 0x1p63 && double.isFinite:
      .tooLargeForInteger
    case (.any, _), (.choice, .double), (.choice, .date), (.int, .double), (.decimal, .double),
      (.date, .date), (.day, .date), (.time, .date), (.choices, .array), (.text, .string),
      (.choice, .string), (.choice, .dictionary),
      (.choice, .data):
      value.obstacle(within: byteLimit)
    default: nil
    }
  }
}

extension Value {
  /// The reason why no row can store the value; nil if a row of some kind can hold it.
  ///
  /// - Complexity: O(n) in the number of members; at most `ValueKind.maximumMembers`.
  package func obstacle(within byteLimit: Int) -> ValueObstacle? {
    var visit = ValueVisit(byteLimit: byteLimit)
    return visit.obstacle(in: self)
  }
}

/// A traversal of a value and its members up to the first obstacle.
private struct ValueVisit {
  let byteLimit: Int
  private var memberCount = 0
  private var byteCount = 0
  /// The collections to visit.
  ///
  /// An explicit stack, because values may be nested deeper than a thread's stack allows.
  private var pending: [(members: [Value], depth: Int)] = []

  init(byteLimit: Int) { self.byteLimit = byteLimit }

  mutating func obstacle(in value: Value) -> ValueObstacle? {
    if let obstacle = visit(value, depth: 0) { return obstacle }
    while let (members, depth) = pending.popLast() {
      for member in members {
        if let obstacle = visit(member, depth: depth) { return obstacle }
      }
    }
    return nil
  }

  private mutating func visit(_ value: Value, depth: Int) -> ValueObstacle? {
    switch value {
    case .null, .bool, .int: return nil
    case .double(let double): return double.isFinite ? nil : .notFinite
    case .date(let date): return DateText.isInRange(date) ? nil : .dateOutOfRange
    case .string(let text): return count(bytes: text.utf8.count)
    case .data(let data): return count(bytes: data.count)
    case .array(let members): return enter(members.count, depth) { members }
    case .set(let set): return enter(set.elements.count, depth) { set.elements }
    case .dictionary(let dictionary):
      if let obstacle = enter(dictionary.count, depth, { dictionary.values }) { return obstacle }
      for key in dictionary.keys {
        if let obstacle = count(bytes: key.utf8.count) { return obstacle }
      }
      return nil
    }
  }

  /// Counts the members before making a list of them, because one dictionary may occur many times
  /// in a value.
  private mutating func enter(
    _ count: Int, _ depth: Int, _ members: () -> [Value]
  ) -> ValueObstacle? {
    memberCount += count
    guard depth < ValueKind.maximumDepth else { return .tooDeep }
    guard memberCount <= ValueKind.maximumMembers else { return .tooLarge }
    // In JSON, a member takes at least one byte and a comma.
    guard memberCount <= byteLimit / 2 else { return .tooMany(byteLimit / 2) }
    pending.append((members(), depth + 1))
    return nil
  }

  private mutating func count(bytes: Int) -> ValueObstacle? {
    byteCount += bytes
    return byteCount > byteLimit ? .tooLong(byteLimit) : nil
  }
}
