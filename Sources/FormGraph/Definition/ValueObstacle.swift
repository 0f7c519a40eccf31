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
  /// A whole number is too large for a row of whole numbers.
  case tooLargeForInteger
  /// It has too many members, those of its members included.
  case tooLarge
  /// It has more members than this, half as many as it may have bytes.
  case tooMany(Int)
  /// Its collections stand inside one another too deep.
  case tooDeep
  /// Its text, data and keys have more bytes than this.
  case tooLong(Int)

  /// Whether it is about how much there is, so that a message does not repeat the value.
  var isOfSize: Bool {
    switch self {
    case .tooLarge, .tooMany, .tooDeep, .tooLong: true
    case .notFinite, .dateOutOfRange, .tooLargeForInteger: false
    }
  }

  /// What rows store in its place, after "holds".
  var stored: String {
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
  /// How many members a value may have, those of its members included.
  public static let maximumMembers = 1_000_000
  /// How many collections of a value may stand inside one another.
  public static let maximumDepth = 100

  /// How many bytes of text, data and keys a value may have, those of its members included, as
  /// often as they stand in it: as many as a file that could give it.
  public static let maximumBytes = JSONReader.maximumBytes

  /// What keeps a row of the kind from storing a value; nil also where that is of another kind, of
  /// which nothing else is to be said.
  func obstacle(to value: Value, within byteLimit: Int) -> ValueObstacle? {
    switch (self, value) {
    case (.int, .double(let double)) where double.magnitude >= 0x1p63 && double.isFinite:
      .tooLargeForInteger
    case (.any, _), (.choice, .double), (.choice, .date), (.int, .double), (.decimal, .double),
      (.date, .date), (.choices, .array), (.text, .string), (.choice, .string), (.choice, .data):
      value.obstacle(within: byteLimit)
    default: nil
    }
  }
}

extension Value {
  /// What keeps it from being stored; nil where a row of some kind can hold it.
  ///
  /// - Complexity: O(n) in the members of a collection, and at most `ValueKind.maximumMembers`.
  func obstacle(within byteLimit: Int) -> ValueObstacle? {
    var visit = ValueVisit(byteLimit: byteLimit)
    return visit.obstacle(in: self)
  }
}

/// A walk through a value and its members, as far as the first obstacle.
private struct ValueVisit {
  let byteLimit: Int
  private var memberCount = 0
  private var byteCount = 0
  /// Collections wait on a stack of their own: values may nest deeper than a thread's stack.
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

  /// Counted before any list of them is made: one dictionary may stand in a value many times.
  private mutating func enter(
    _ count: Int, _ depth: Int, _ members: () -> [Value]
  ) -> ValueObstacle? {
    memberCount += count
    guard depth < ValueKind.maximumDepth else { return .tooDeep }
    guard memberCount <= ValueKind.maximumMembers else { return .tooLarge }
    // A member has a byte of JSON at least, and a comma.
    guard memberCount <= byteLimit / 2 else { return .tooMany(byteLimit / 2) }
    pending.append((members(), depth + 1))
    return nil
  }

  private mutating func count(bytes: Int) -> ValueObstacle? {
    byteCount += bytes
    return byteCount > byteLimit ? .tooLong(byteLimit) : nil
  }
}
