// Random evaluations of what programs are mostly made of: comparisons of variables and keys with
// constants and with each other, arithmetic, TERNARY, over values that fit and values that do not.

import Foundation
import TestSupport

@testable import Predicate

/// Writes random texts over `$v0` to `$v3` and the keys `k0` to `k2`, and values for them.
struct RandomRun {
  var random: SplitMix64

  init(_ random: SplitMix64) { self.random = random }

  mutating func pick<T>(_ choices: [T]) -> T {
    choices[Int.random(in: choices.indices, using: &random)]
  }

  mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &random) < percent
  }

  // MARK: - Texts

  /// A predicate.
  mutating func predicate(_ depth: Int) -> String {
    switch depth > 0 ? Int.random(in: 0..<9, using: &random) : 8 {
    case 0, 1: return "(\(predicate(depth - 1)) AND \(predicate(depth - 1)))"
    case 2, 3: return "(\(predicate(depth - 1)) OR \(predicate(depth - 1)))"
    case 4:
      let parts = (0..<4).map { _ in predicate(depth - 1) }
      return "(" + parts.joined(separator: pick([" AND ", " OR "])) + ")"
    case 5, 6: return "NOT \(predicate(depth - 1))"
    case 7: return chance(30) ? pick(["TRUEPREDICATE", "FALSEPREDICATE"]) : range()
    default: return comparison(depth)
    }
  }

  /// A predicate as forms have them: comparisons of variables with constants and with each other,
  /// which code decides over values of most kinds.
  mutating func condition(_ depth: Int) -> String {
    guard depth > 0 else { return simpleComparison() }
    let parts = (0..<Int.random(in: 1...4, using: &random)).map { _ in condition(depth - 1) }
    return (chance(25) ? "NOT " : "") + "(\(parts.joined(separator: pick([" AND ", " OR "]))))"
  }

  private mutating func simpleComparison() -> String {
    let name = pick(["$v0", "$v0", "$v0", "$v1", "$v1", "$v2", "$v2", "$v3", "k0"])
    switch Int.random(in: -4..<10, using: &random) {
    case ...2: return "\(name) \(pick(["==", "!="])) \(chance(60) ? constant() : text())"
    case 3: return "\(name) \(relation()) \(pick(["$v1", "$v2", "k2"]))"
    case 4, 5: return "\(name) \(relation()) \(pick(["0", "1", "5", "1.5", "10"]))"
    case 6: return "\(name) IN \(list())"
    case 7: return "\(name) BETWEEN {\(pick(["0", "1", "2.5"])), \(pick(["5", "7.5", "10"]))}"
    case 8: return "\(name) \(pick(["==[c]", "BEGINSWITH", "CONTAINS[cd]", "LIKE"])) \(text())"
    default: return "\(name) \(pick(["+", "-", "*"])) \(pick(["$v1", "2"])) \(relation()) 5"
    }
  }

  private mutating func range() -> String {
    let name = source()
    let bounds = (0..<2).map { _ in
      chance(80)
        ? "\(name) \(pick(["<", "<=", ">", ">=", "=="])) \(constant())"
        : "\(constant()) \(pick(["<", "<=", ">", ">="])) \(name)"
    }
    return "(\(bounds[0]) AND \(bounds[1]))"
  }

  private mutating func comparison(_ depth: Int) -> String {
    let options = chance(30) ? pick(["[c]", "[c]", "[d]", "[cd]", "[n]", "[l]", "[cl]"]) : ""
    let quantifier = chance(6) ? pick(["ANY ", "ALL ", "NONE "]) : ""
    let left = quantifier + expression(depth)
    switch Int.random(in: 0..<20, using: &random) {
    case 0, 1: return "\(left) BETWEEN {\(constant()), \(constant())}"
    case 2, 3, 4: return "\(left) IN\(options) \(list())"
    case 5: return "\(list()) CONTAINS\(options) \(expression(depth))"
    case 6, 7, 8, 9:
      let symbol = pick(["BEGINSWITH", "ENDSWITH", "CONTAINS", "CONTAINS", "LIKE", "IN"])
      return "\(left) \(symbol)\(options) \(chance(80) ? text() : expression(depth))"
    case 10: return "\(constant()) \(relation())\(options) \(expression(depth))"
    case 11, 12: return "\(left) \(relation())\(options) \(expression(depth))"
    case 16, 17:
      let symbol = pick(["BEGINSWITH[c]", "ENDSWITH[c]", "CONTAINS[c]", "==[c]", "!=[cd]", "=="])
      return "\(source()) \(symbol) \(text())"
    case 18: return "\(source()) \(relation()) \(constant())"
    case 15: return "\(source()) \(relation()) \(chance(50) ? source() : text())"
    case 13: return "\(left) MATCHES\(options) \(pick(["'a.*'", "'[a-z]+'", "''", "$v0"]))"
    case 14: return "\(left) \(relation())\(options) \(text())"
    default: return "\(left) \(relation())\(options) \(constant())"
    }
  }

  private mutating func relation() -> String { pick(["==", "!=", "<", "<=", ">", ">="]) }

  private mutating func list() -> String {
    let isOfTexts = chance(60)
    let members = (0..<Int.random(in: 0...4, using: &random)).map { _ in
      isOfTexts ? text() : constant()
    }
    return "{\(members.joined(separator: ", "))}"
  }

  /// An expression.
  mutating func expression(_ depth: Int) -> String {
    guard depth > 0 else { return chance(85) ? source() : constant() }
    switch Int.random(in: 0..<14, using: &random) {
    case 0, 1, 2:
      let symbol = pick(["+", "-", "*", "/", "+", "*", "**", "|", "<<"])
      let right = chance(50) ? constant() : expression(depth - 1)
      return "(\(expression(depth - 1)) \(symbol) \(right))"
    case 3:
      let arguments = "\(predicate(depth - 1)), \(expression(depth - 1)), \(expression(depth - 1))"
      return "\(pick(["TERNARY", "if"]))(\(arguments))"
    case 4: return "-\(source())"
    case 5: return "CAST(\(source()), '\(pick(["NSNumber", "NSString", "NSDate"]))')"
    case 6...10: return call(depth - 1)
    default: return chance(85) ? source() : constant()
    }
  }

  /// A call of a function with arguments that it takes, mostly.
  private mutating func call(_ depth: Int) -> String {
    let function = pick(Self.functions)
    let counts = function.argumentCounts
    let count = Int.random(in: counts.clamped(to: 0...counts.lowerBound + 2), using: &random)
    let arguments = (0..<count).map { position in
      argument(function.entry.argument(position), depth)
    }
    return "\(function.name)(\(arguments.joined(separator: ", ")))"
  }

  private mutating func argument(_ kinds: Kinds, _ depth: Int) -> String {
    guard kinds != .any, chance(60) else { return expression(depth) }
    if kinds.isSuperset(of: .collection) { return "{\(source()), \(expression(depth))}" }
    if kinds.isSuperset(of: .text) { return text() }
    return kinds.isSuperset(of: .date) ? date() : constant()
  }

  /// The functions that give the same each time, and that need no form.
  private static let functions = Function.allCases.filter {
    $0.entry.group != .variant && !$0.isRandom && !$0.readsTables
  }
  private static let additions = functions.filter { $0.entry.arguments == [.date, .number] }

  /// A day or an instant, mostly.
  private mutating func date() -> String {
    switch Int.random(in: 0..<5, using: &random) {
    case 0: return pick(["today()", "now()", "$v0", "k0"])
    case 1: return "date(2001, \(pick(["1", "2", "$v1"])), \(pick(["1", "31", "29"])))"
    case 2: return "CAST('\(pick(["2001-01-01", "2000-02-29T10:30Z"]))', 'NSDate')"
    default:
      let name = pick(Self.additions).name
      return "\(name)(\(pick(["now()", "today()", "$v2"])), \(pick(["1", "-13", "400", "$v1"])))"
    }
  }

  private mutating func source() -> String {
    pick([
      "$v0", "$v0", "$v0", "$v1", "$v1", "$v2", "$v3", "k0", "k0", "k1", "k2.k0", "SELF", "now()",
      "k2.k0.k1", "$v0.k0", "$v1.length",
    ])
  }

  private mutating func text() -> String {
    pick([
      "''", "'a'", "'ab'", "'AB'", "'jo'", "'é'", "'É'", "'e\u{301}'", "'ß'", "'ss'", "'\u{212A}'",
      "'abcdefgh'", "'abcdefghi'", "'abcdefghijklmn'", "'ABCDEFGHIJKLMN'", "'abcdefghijklmno'",
      "'abcdefghijklmnopqrstuvwxyz'", "'\\0'", "'a\\0'", "'b'", "'n'", "'ghijklm'",
    ])
  }

  private mutating func constant() -> String {
    chance(15)
      ? text()
      : pick([
        "0", "1", "2", "5", "10", "-1", "0.0", "-0.0", "1.5", "2.0", "5.5", "1e300", "1e400",
        "9223372036854775807", "-9223372036854775808", "9223372036854775808",
        "9007199254740993", "YES", "NO", "nil", "CAST(0, 'NSDate')", "CAST(100.5, 'NSDate')",
        "(1e400 - 1e400)", "(1 + 1)", "(1 / 0)",
      ])
  }

  // MARK: - Values

  /// Values of one kind: integers, doubles, or texts.
  func plainValues(_ kind: Int) -> [Value] {
    switch kind {
    case 0: (-2...12).map { .int($0) }
    case 1: (-4...24).map { .double(Double($0) / 2) }
    default: ["", "a", "ab", "AB", "jo", "JO", "é", "abcdefgh", "abcdefghijklmn", "b", "n"]
    }
  }

  /// A value that numbers and texts are computed with or, more often, one that is nil, a NaN or of
  /// a kind that fits nothing else.
  mutating func value() -> Value {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<16: .int(Int64.random(in: -2...12, using: &random))
    case 16..<22: .double(Double(Int64.random(in: -4...24, using: &random)) / 2)
    case 22..<33: plainText()
    case 33..<37: .bool(chance(50))
    case 37..<47: pick(Self.extremeValues)
    default: pick(Self.unfitValues)
    }
  }

  /// Whether a value is nil, a NaN or of a kind that is no number, no text and no truth value.
  static func isUnfit(_ value: Value) -> Bool {
    switch value {
    case .null, .date, .data, .array, .set, .dictionary: true
    case .double(let double): double.isNaN
    case .bool, .int, .string: false
    }
  }

  private mutating func plainText() -> Value {
    guard !chance(40) else { return pick(Self.plainTexts) }
    var text = ""
    for _ in 0..<Int.random(in: 0...5, using: &random) { text += pick(Self.letters) }
    return .string(text)
  }

  private static let letters = [
    "a", "b", "A", "B", "jo", "JO", "é", "E\u{301}", "ss", "ß", "\0", "\u{212A}", "k",
  ]

  private static let plainTexts: [Value] = [
    "abcdefgh", "abcdefghi", "ABCDEFGHI", "abcdefghijklmn", "ABCDEFGHIJKLMN",
    "abcdefghijklmno", "abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "abcdefghijklmnopqrstuvwxyz!", "12", "-3.5", "abcdefghz", "abcdefgh\0", "abcdefghiz",
  ]

  // Made once: many take longer to make than to evaluate anything over.

  private static let extremeValues: [Value] = [
    .double(.infinity), .double(-.infinity), .double(-0.0),
    .double(5.0), .int(.min), .int(.max), .double(0x1p63), .double(-0x1p63),
    .double(9_007_199_254_740_992), .int(9_007_199_254_740_993), .double(1e300),
    .string(String(repeating: "é", count: 40)), .string(String(repeating: "ab", count: 300)),
  ]

  private static let unfitValues: [Value] = [
    nil, nil, nil, nil, nil, nil, .double(.nan), .double(.nan), .double(.nan),
    .date(Date(timeIntervalSinceReferenceDate: 0)),
    .date(Date(timeIntervalSinceReferenceDate: -0.0)),
    .date(Date(timeIntervalSinceReferenceDate: .nan)),
    .date(Date(timeIntervalSinceReferenceDate: 100.5)), .date(.distantFuture),
    .data(Data([1, 2])), [], [1, 2.0, "a"], ["a", nil], .set(ValueSet([1, "ab"])), [:],
    ["k0": 1, "k1": "ab"], ["k0": ["k1": 5]],
  ]

  /// An object to read keys of.
  mutating func object() -> Value {
    guard chance(85) else { return value() }
    var pairs: [(String, Value)] = []
    for key in ["k0", "k1"] where chance(85) { pairs.append((key, value())) }
    if chance(70) { pairs.append(("k2", chance(70) ? ["k0": value()] : value())) }
    // Enough keys to be looked up by their hashes.
    if chance(20) { pairs += Self.manyKeys }
    return .dictionary(ValueDictionary(pairs))
  }

  private static let manyKeys = (3..<30).map { ("k\($0)", Value.int(Int64($0))) }

  /// Steps that suffice, or do not, or barely.
  mutating func steps() -> Int {
    switch Int.random(in: 0..<10, using: &random) {
    case 0: Int.random(in: 0...20, using: &random)
    case 1: Int.random(in: 0...300, using: &random)
    case 2: Int.random(in: 0...6_000, using: &random)
    case 3: Int.random(in: 0...60_000, using: &random)
    default: 1_000_000
    }
  }
}
