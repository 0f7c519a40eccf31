// Random forms with pages, sections, lists, policies for hidden values, conditions that fail and
// rows that read one another. Random answers, given as the user, must never show what a finding
// says is never shown. `TEST_SEED=n` begins with that form.

import FormGraph
import Foundation
import Predicate
import TestSupport
import Testing

@testable import FormAnalysis

@Suite struct WholeRandomTests {
  private struct Maker {
    var random: SplitMix64
    private(set) var rows: [(tag: String, type: String)] = []

    init(random: SplitMix64) { self.random = random }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
      elements[Int.random(in: 0..<elements.count, using: &random)]
    }

    mutating func chance(_ percent: Int) -> Bool {
      Int.random(in: 0..<100, using: &random) < percent
    }

    private mutating func comparison(_ inItem: Bool) -> String {
      if inItem, chance(30) { return "$k \(pick(["==", "<", ">"])) \(pick(["0", "1", "2"]))" }
      if chance(10) {
        let member = pick(["s1", "s2", "s3"] + rows.map(\.tag))
        return "$\(member).isHidden == \(pick(["YES", "NO"]))"
      }
      if chance(8) { return pick(["6 / $i0 > 2", "$t0 MATCHES $t0", "$c0 > 1", "ANY $l.k == 1"]) }
      let (tag, type) = pick(rows)
      switch type {
      case "switch": return "$\(tag) \(pick(["==", "!="])) \(pick(["YES", "NO"]))"
      case "int":
        return
          "$\(tag) \(pick(["==", "!=", "<", ">", "<=", ">="])) \(pick(["0", "1", "2", "3", "nil"]))"
          .replacing("< nil", with: "< 1").replacing("> nil", with: "> 1")
          .replacing("<= nil", with: "== nil").replacing(">= nil", with: "!= nil")
      case "multipleSelector":
        return "\(pick(["", "NOT "]))$\(tag) CONTAINS \(pick(["'a'", "'b'"]))"
      case "custom": return "$\(tag) == \(pick(["1", "'a'", "nil"]))"
      default: return "$\(tag) \(pick(["==", "!="])) \(pick(["'a'", "'b'", "'c'", "nil"]))"
      }
    }

    mutating func condition(inItem: Bool = false) -> String {
      let count = pick([1, 1, 1, 2, 2, 3])
      let parts = (0..<count).map { _ in
        chance(15) ? "NOT (\(comparison(inItem)))" : comparison(inItem)
      }
      guard count > 1, chance(30) else { return parts.joined(separator: " AND ") }
      return "(" + parts.joined(separator: " OR ") + ")"
    }

    private mutating func shown(_ percent: Int, inItem: Bool = false) -> String {
      guard chance(percent) else { return "" }
      if chance(4) { return #", "hidden": true"# }
      return #", "\#(pick(["visible", "visible", "hidden"]))": "\#(condition(inItem: inItem))""#
    }

    private mutating func row(_ tag: String, _ type: String) -> String {
      var text = #"{ "tag": "\#(tag)", "type": "\#(type)""#
      if type == "segmented" || type == "multipleSelector" {
        text += #", "options": ["a", "b", "c"]"#
      }
      if type == "int", chance(40) { text += #", "minimum": 0, "maximum": 2"# }
      if type == "int", chance(10) {
        text += #", "calculated": "TERNARY(\#(condition()), 1, 2)""#
      } else if type == "segmented", chance(10) {
        text += #", "value": "b""#
      }
      if chance(30) { text += #", "whenHidden": "\#(pick(["keep", "nil", "clear"]))""# }
      return text + shown(45) + " }"
    }

    mutating func form() -> String {
      for index in 0..<3 {
        rows += [("w\(index)", "switch"), ("i\(index)", "int"), ("o\(index)", "segmented")]
      }
      rows += [("t0", "text"), ("t1", "text"), ("m0", "multipleSelector"), ("c0", "custom")]
      var made = rows.map { row($0.tag, $0.type) }
      made.shuffle(using: &random)
      var sections: [String] = []
      for index in 0..<4 {
        let share = made.count / (4 - index)
        let own = made.prefix(share).joined(separator: ", ")
        made.removeFirst(share)
        let inner =
          index == 2
          ? #", "sections": [{ "tag": "n"\#(shown(60)), "rows": [{ "tag": "x", "type": "text"\#(shown(60)) }] }]"#
          : ""
        sections.append(
          #"{ "tag": "s\#(index)"\#(index == 0 ? "" : shown(60)), "rows": [\#(own)]\#(inner) }"#)
      }
      sections.append(
        #"""
        { "tag": "l", "kind": "multivalued"\#(shown(50)), "template": { "rows": [
          { "tag": "k", "type": "int" },
          { "tag": "j", "type": "text"\#(shown(80, inItem: true)) }] } }
        """#)
      var pages = ""
      if chance(40) {
        pages = #"""
          "pages": [{ "sections": ["s0", "s1"] }, { "tag": "p"\#(shown(80)), "sections": ["s2", "s3", "l"] }],
          """#
      }
      let policy = pick(["keep", "nil", "clear"])
      return
        #"{ "whenHidden": "\#(policy)", \#(pages) "sections": [\#(sections.joined(separator: ", "))] }"#
    }

    /// An answer of a row; invalid ones are rare.
    mutating func answer(_ type: String) -> Value {
      switch type {
      case "switch": .bool(chance(50))
      case "int": pick([nil, 0, 1, 2, 2, 3])
      case "segmented": pick([nil, "a", "b", "c"])
      case "multipleSelector": pick([nil, ["a"], ["b"], ["a", "b"]])
      case "custom": pick([nil, 1, 2, "a", "b"])
      default: pick([nil, "a", "b", "c"])
      }
    }
  }

  /// A finding, and what it says is never shown.
  private struct Claim {
    let words: String
    let message: String
    let onlyValid: Bool
    let mayFail: Bool

    init(_ finding: Finding) {
      message = finding.problem.message
      words = String(message.prefix(while: { $0 != ":" }))
      onlyValid = message.contains("for valid answers")
      mayFail = message.contains("unless one of them fails")
    }

    /// The tags that are claimed never to be shown, of rows and of sections.
    var tags: [String] {
      if words.hasPrefix("no user can answer") {
        return message.split(separator: "'").enumerated().compactMap {
          $0.offset % 2 == 1 ? String($0.element) : nil
        }
      }
      guard words.hasSuffix("is never shown") || words.contains("is shown only after") else {
        return []
      }
      return words.split(separator: "'").dropFirst().prefix(1).map(String.init)
    }
  }

  @Test(
    "Random answers show nothing that is never shown", arguments: depth(quick: 250, full: 800))
  func neverShown(depth rounds: Int) throws {
    let first = SplitMix64.forTest(7_202).seed
    var claimed = 0
    for round in 0..<rounds {
      let seed = first &+ UInt64(round)
      var maker = Maker(random: SplitMix64(seed: seed))
      let text = maker.form()
      // Conditions that depend on one another in a circle are errors.
      guard let compiled = try? CompiledForm.of(text) else { continue }
      let claims = FormCheck.findings(of: compiled)
        .filter { [.rowNeverShown, .rowSelfVisibility].contains($0.id) }.map(Claim.init)
      guard !claims.isEmpty else { continue }
      claimed += claims.count
      var form = compiled.open(now: Date(timeIntervalSinceReferenceDate: 0))
      for _ in 0..<60 {
        let isValid = form.sections.allSatisfy { $0.rows.allSatisfy(\.isValid) }
        let fails = !form.problems.isEmpty
        var shown: Set<String> = []
        for section in form.sections where !section.isHidden {
          if let tag = section.tag { shown.insert(tag) }
          shown.formUnion(section.rows.filter { !$0.isHidden }.compactMap(\.tag))
        }
        for claim in claims where !(claim.onlyValid && !isValid) && !(claim.mayFail && fails) {
          for tag in claim.tags where shown.contains(tag) {
            Issue.record("TEST_SEED=\(seed): '\(tag)' is shown, although \(claim.message)\n\(text)")
            return
          }
        }
        if maker.chance(10) {
          let index = maker.pick([0, 1, 2])
          _ = try? form.update(as: .user) {
            $0.insertItem(in: "l", at: 0, value: ["k": .int(Int64(index))])
          }
        } else {
          let row = maker.pick(maker.rows)
          let answer = maker.answer(row.type)
          // What a user sees can be answered.
          guard form[row.tag]?.isHidden == false else { continue }
          _ = try? form.set(row.tag, to: answer, as: .user)
        }
      }
    }
    #expect(claimed > rounds / 12)
  }
}
