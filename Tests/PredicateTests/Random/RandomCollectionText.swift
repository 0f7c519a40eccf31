// Random predicates over lists of objects, `$x` and `$y`, and random objects for them: with nil,
// missing keys, lists in items, and values that fit what is asked of them often enough.

import Predicate
import TestSupport

/// Writes random predicates over collections.
struct RandomCollectionText {
  var random: SplitMix64
  /// What the enclosing subqueries have bound.
  private var iterators: [String] = []

  init(_ random: SplitMix64) { self.random = random }

  private mutating func pick<T>(_ choices: [T]) -> T {
    choices[Int.random(in: choices.indices, using: &random)]
  }

  mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &random) < percent
  }

  // MARK: - Texts

  /// A predicate.
  mutating func predicate(_ depth: Int) -> String {
    switch depth > 0 ? Int.random(in: 0..<8, using: &random) : 7 {
    case 0: return "(\(predicate(depth - 1)) AND \(predicate(depth - 1)))"
    case 1: return "(\(predicate(depth - 1)) OR \(predicate(depth - 1)))"
    case 2: return "NOT \(predicate(depth - 1))"
    default:
      let quantifier = chance(35) ? pick(["ANY ", "ALL ", "NONE "]) : ""
      let left = quantifier.isEmpty || chance(20) ? value(depth) : many(depth)
      let symbol = pick(["==", "==", "==", "!=", "!=", "<", ">", "IN", "CONTAINS"])
      return "\(quantifier)\(left) \(symbol) \(symbol == "IN" ? many(depth) : value(depth - 1))"
    }
  }

  /// A list of items.
  private mutating func list(_ depth: Int) -> String {
    guard depth > 0, chance(35) else { return pick(["$x", "$x", "$x.value", "$y"]) }
    return subquery(of: list(depth - 1), depth)
  }

  /// An item.
  private mutating func item(_ depth: Int) -> String {
    if let bound = iterators.last, chance(80) { return chance(70) ? bound : pick(iterators) }
    return list(depth)
      + pick([
        "[0]", "[-1]", "[9]", "[1.5]", "[FIRST]", "[FIRST]", "[LAST]", "[LAST]", "[$v]", "['a']",
      ])
  }

  private mutating func subquery(of collection: String, _ depth: Int) -> String {
    let name = pick(["$p", "$q", "$x"])
    iterators.append(name)
    defer { iterators.removeLast() }
    return "SUBQUERY(\(collection), \(name), \(predicate(min(depth - 1, 1))))"
  }

  private mutating func key() -> String { pick(["a", "a", "b", "name", "things", "value"]) }

  /// What is likely to be a list of values.
  private mutating func many(_ depth: Int) -> String {
    let path = key() + (chance(25) ? ".\(key())" : "")
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return "\(item(depth)).things"
    case 1:
      let name = pick([
        "unionOfObjects", "distinctUnionOfObjects", "distinctUnionOfArrays", "distinctUnionOfSets",
      ])
      return "\(list(depth)).@\(name).\(path)"
    case 2 where depth > 0: return subquery(of: "\(item(depth)).things", depth)
    case 3: return "{\(value(depth - 1)), \(value(depth - 1))}"
    case 4: return pick(["$l", "\(list(depth))"])
    default: return "\(list(depth)).\(path)"
    }
  }

  /// Any value.
  private mutating func value(_ depth: Int) -> String {
    guard depth > 0 else { return leaf() }
    switch Int.random(in: 0..<19, using: &random) {
    case 0, 1: return list(depth) + pick([".@count", "[SIZE]"])
    case 2, 3, 4:
      let path = pick([key(), key(), key(), "#self.\(key())", "\(key()).\(key())", "#self"])
      return "\(list(depth)).@\(pick(["sum", "avg", "min", "max"])).\(path)" + tail(depth)
    case 5, 6, 7: return "\(item(depth)).\(key())" + tail(depth)
    case 8: return "\(item(depth))['\(key())']"
    case 9: return "count(\(list(depth)))"
    case 10: return pick(["sum", "max", "count", "average"]) + "(\(many(depth)))"
    case 11: return many(depth) + tail(depth)
    case 12: return "\(value(depth - 1)) + \(value(depth - 1))"
    case 13:
      return "TERNARY(\(predicate(depth - 1)), \(value(depth - 1)), \(value(depth - 1)))"
    case 14: return pick([item(depth), "\(item(depth)).$k", "\(list(depth)).$k"])
    case 15: return pick([list(depth), "\(list(depth)).@sum", "\(list(depth)).@allKeys"])
    case 16: return "\(list(depth)) UNION \(list(depth))"
    default: return leaf()
    }
  }

  private mutating func tail(_ depth: Int) -> String {
    guard chance(20) else { return "" }
    return pick([".@count", "[0]", "[LAST]", ".a", ".@max", ".@sum.a", ".length", "[SIZE]"])
  }

  private mutating func leaf() -> String {
    pick(["0", "1", "2", "2.5", "'a'", "nil", "YES", "$v", "$l", "a", "$x.@count", "$x.a", "$y.b"])
  }

  // MARK: - Items

  /// A few objects.
  mutating func items() -> [Value] {
    let isPlain = chance(70)
    return (0..<Int.random(in: 0...5, using: &random)).map { _ in object(isPlain) }
  }

  private mutating func object(_ isPlain: Bool) -> Value {
    var object = ValueDictionary()
    for key in ["name", "b", "a", "value"] where chance(85) {
      object[key] = key == "name" ? pick(Self.names) : isPlain ? number() : scalar()
    }
    if chance(75) {
      object["things"] = .array(
        (0..<Int.random(in: 0...3, using: &random)).map { _ in
          isPlain || chance(50) ? ["a": number(), "b": ["a": number()]] : scalar()
        })
    }
    return .dictionary(object)
  }

  private mutating func number() -> Value { pick(Self.numbers) }

  private mutating func scalar() -> Value {
    let number = number()
    let index = Int.random(in: 0...Self.scalars.count, using: &random)
    return index == 0 ? number : Self.scalars[index - 1]
  }

  // Made once: many take longer to make than to evaluate anything over.
  private static let numbers: [Value] = [0, 1, 2, 3, -1, 2.5, nil, true]
  private static let names: [Value] = ["a", "b", "é"]
  private static let scalars: [Value] = [
    "a", "b", .int(.max), .double(.nan), [1, 2], [[1], [nil, 2]], ["a": 1], .set(ValueSet([1, 3])),
  ]
}
