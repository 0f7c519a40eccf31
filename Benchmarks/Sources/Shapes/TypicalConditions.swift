// Conditions as people write them in forms: mostly one comparison with a switch or a choice, some
// with two or three parts, a few long ones; names of one to four words, constants of every kind.

import Yardsticks

/// Typical conditions, the same in every run.
package struct TypicalConditions {
  private var random: Random

  /// So many texts; few of them are equal.
  package static func texts(_ count: Int, seed: UInt64 = 7) -> [String] {
    var source = TypicalConditions(random: Random(seed: seed))
    return (0..<count).map { _ in source.text() }
  }

  private static let words = [
    "name", "age", "country", "city", "switch", "plan", "kind", "total", "price", "amount", "date",
    "start", "end", "phone", "email", "has", "is", "other", "reason", "income", "household",
    "child",
    "visit", "diagnosis", "fever", "days", "member", "vehicle", "address", "contact",
  ]
  private static let constants = [
    "Sport", "Main", "yes", "no", "UY", "Adjustable Rate", "three_or_more", "severe", "Other",
    "GET (All)", "none", "pro", "employed full time", "member", "Disabled", "Калькулятор",
  ]

  private mutating func name() -> String {
    var name = random.element(Self.words)
    for _ in 0..<random.below(4) {
      let word = random.element(Self.words)
      name += random.below(2) == 0 ? "_\(word)" : word.prefix(1).uppercased() + word.dropFirst()
    }
    return random.below(3) == 0 ? "\(name)\(random.below(200))" : name
  }

  private mutating func variable() -> String { "$\(name())" }

  private mutating func constant() -> String { "'\(random.element(Self.constants))'" }

  private mutating func number() -> String {
    random.below(4) == 0 ? "\(random.below(1_000)).\(random.below(9) + 1)" : "\(random.below(100))"
  }

  private mutating func comparison() -> String {
    switch random.below(20) {
    case 0..<5: "\(variable()) == \(random.below(2) == 0 ? "true" : "false")"
    case 5..<8: "\(variable()) != \(constant())"
    case 8..<11: "\(variable()) == \(constant())"
    case 11: "\(variable()) == nil"
    case 12: "\(variable()) != nil"
    case 13, 14: "\(variable()) \(random.element([">", ">=", "<", "<="])) \(number())"
    case 15: "\(variable()) BETWEEN {\(random.below(20)), \(random.below(80) + 20)}"
    case 16: "\(variable()) IN {\(constant()), \(constant()), \(constant())}"
    case 17: "\(variable()) CONTAINS[c] \(constant())"
    case 18: "\(variable()) BEGINSWITH[cd] \(constant())"
    default: "\(variable()) * \(variable()) > \(number())"
    }
  }

  private mutating func text() -> String {
    switch random.below(20) {
    case 0..<12: comparison()
    case 12..<15: "\(comparison()) \(random.element(["AND", "OR", "&&"])) \(comparison())"
    case 15: "NOT \(variable()) CONTAINS \(constant())"
    case 16: "\(variable()).isHidden == false AND \(comparison())"
    case 17: "(\(comparison()) OR \(comparison())) AND \(comparison())"
    case 18: "!(\(comparison()) && \(comparison()) && \(comparison()))"
    default: (0..<6).map { _ in comparison() }.joined(separator: " OR ")
    }
  }
}
