// Random conditions over small domains. Each verdict says that a constant can replace a part; the
// real evaluator compares the results with and without, over all sampled values. `TEST_SEED=n`
// begins with that condition.

import FormGraph
import Predicate
import TestSupport
import Testing

@testable import FormAnalysis

@Suite struct LogicRandomTests {
  private static let samples: [(name: String, values: [Value])] = [
    ("n", [nil, -1, 0, 1, 2, 3, 4, 9]),
    ("m", [nil, 0, 1, 2, 3, 7]),
    ("price", [nil, -0.5, 0.0, 0.5, 1.0, 1.5, 2.0, 3.5]),
    ("on", [nil, true, false]),
    ("name", [nil, "", "A", "a", "ab", "b", "zz"]),
    ("phones", [nil, [], ["a"], ["b"], ["a", "b", nil], ["zz"]]),
  ]

  private static func domain(_ path: TermPath) -> Domain {
    switch path.variable {
    case "n", "m": Domain(.int)
    case "price": Domain(.double)
    case "on": Domain(.bool)
    case "name": Domain(.text)
    case "phones": path.isElement ? Domain(.text) : Domain(.list)
    default: .unknown
    }
  }

  private struct Maker {
    var random: SplitMix64

    mutating func pick<Element>(_ elements: [Element]) -> Element {
      elements[Int.random(in: 0..<elements.count, using: &random)]
    }

    mutating func number() -> String { pick(["0", "1", "2", "3", "1.5"]) }

    mutating func comparison() -> String {
      let order = pick(["<", "<=", ">", ">=", "==", "!="])
      switch Int.random(in: 0..<12, using: &random) {
      case 0...3: return "$\(pick(["n", "m", "price"])) \(order) \(number())"
      case 4:
        return "$\(pick(["n", "price"])) BETWEEN {\(number()), \(number())}"
      case 5: return "$n IN {\(number()), \(number())}"
      case 6: return "$\(pick(["n", "price"])) \(order) $\(pick(["n", "m"]))"
      case 7: return "$\(pick(["n", "name", "on"])) \(pick(["==", "!="])) nil"
      case 8: return "$on \(pick(["==", "!="])) \(pick(["YES", "NO"]))"
      case 9:
        let list = pick(["ANY", "ALL", "NONE"])
        return "\(list) $phones \(pick(["==", "!=", "<"])) \(pick(["'a'", "'b'", "''"]))"
      case 10: return "\(pick(["'a'", "'b'"])) IN $phones"
      default:
        let word = pick([order, order, "==[c]", "BEGINSWITH", "CONTAINS", "LIKE", "ENDSWITH[c]"])
        return "$name \(word) \(pick(["'a'", "'b'", "'A'", "''", "'a*'"]))"
      }
    }

    mutating func condition(_ depth: Int) -> String {
      guard depth > 0, Int.random(in: 0..<5, using: &random) > 0 else { return comparison() }
      if Int.random(in: 0..<6, using: &random) == 0 { return "NOT (\(condition(depth - 1)))" }
      let word = pick([" AND ", " OR "])
      let count = Int.random(in: 2...3, using: &random)
      return (0..<count).map { _ in "(\(condition(depth - 1)))" }.joined(separator: word)
    }
  }

  @Test("A verdict changes no result", arguments: depth(quick: 140, full: 700))
  func verdictsChangeNoResult(depth rounds: Int) throws {
    let first = SplitMix64.forTest(2_026).seed
    var verdictCount = 0
    for round in 0..<rounds {
      let seed = first &+ UInt64(round)
      var maker = Maker(random: SplitMix64(seed: seed))
      let text = maker.condition(3)
      let condition = try Condition(text)
      let verdicts = LogicCheck.verdicts(of: condition.tree, domain: Self.domain)
      guard !verdicts.isEmpty else { continue }
      verdictCount += verdicts.count
      var others: [(LogicVerdict, Condition)] = []
      for verdict in verdicts {
        guard let replacement = verdict.replacement else { continue }
        others.append((verdict, try Condition(replace(text, verdict.range, replacement))))
      }
      for _ in 0..<120 {
        var variables: [String: Value] = [:]
        for (name, values) in Self.samples { variables[name] = maker.pick(values) }
        let result = try condition.evaluate(.null, variables: variables)
        for (verdict, other) in others {
          let same = try other.evaluate(.null, variables: variables) == result
          #expect(same, "TEST_SEED=\(seed) \(text): \(verdict.id.rawValue) \(verdict.message)")
          if !same { return }
        }
      }
    }
    #expect(verdictCount > rounds / 7)
  }

  private func replace(_ text: String, _ range: Range<Int>, _ constant: Bool) -> String {
    var bytes = Array(text.utf8)
    bytes.replaceSubrange(range, with: "(\(constant ? "TRUE" : "FALSE")PREDICATE)".utf8)
    return String(decoding: bytes, as: UTF8.self)
  }
}
