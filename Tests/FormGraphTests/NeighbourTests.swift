// Forms in which many neighbouring rows have formulas or conditions of one shape: each node runs
// once, and each row holds what its own formula says.

import Foundation
import Predicate
import TestSupport
import Testing

@testable import FormGraph

private func open(_ rows: [RowDefinition]) throws -> Form {
  try CompiledForm(FormDefinition(sections: [SectionDefinition(rows: rows)])).open(
    now: Date(timeIntervalSinceReferenceDate: 0))
}

/// A switch, numbers, and as many rows whose text reads some of them.
private func rows(_ texts: [String], _ row: (String, String) -> RowDefinition) -> [RowDefinition] {
  [RowDefinition(tag: "switch", type: .int, value: 1)]
    + (0..<max(20, texts.count)).map {
      RowDefinition(tag: "a\($0)", type: .int, value: .int(Int64($0)))
    }
    + texts.enumerated().map { row("r\($0)", $1) }
}

private func calculated(_ tag: String, _ text: String) -> RowDefinition {
  RowDefinition(tag: tag, type: .int, calculated: text)
}

private func hidden(_ tag: String, _ text: String) -> RowDefinition {
  RowDefinition(tag: tag, type: .int, hidden: ConditionDefinition(.predicate(text)))
}

@Suite("Neighbouring nodes of one shape")
struct NeighbourTests {
  @Test("Conditions decide for rows that stand far apart")
  func decidesForRowsFarApart() throws {
    for distance in [1, 4] {
      let texts = (0..<200).map { "$switch == $a\($0)" }
      let rows = rows(texts, hidden).flatMap { row in
        [row] + (1..<distance).map { RowDefinition(tag: "\(row.tag ?? "")x\($0)", type: .text) }
      }
      var form = try open(rows)
      try form.update { draft in
        for index in 0..<200 { draft.set("a\(index)", to: .int(Int64(index * 7 / 3 % 3))) }
      }
      for value in [0, 1, 2, 0, 2, 1, 3, 1] as [Int64] {
        try form.set("switch", to: .int(value))
        let wrong = (0..<200).filter { index in
          form["r\(index)"]?.isHidden != (form["a\(index)"]?.value == .int(value))
        }
        #expect(wrong == [], "\(distance), \(value)")
      }
      #expect(form.inconsistency == nil)
    }
  }

  @Test("Formulas and conditions may read up to 17 values")
  func readsMany() throws {
    for count in [3, 4, 5, 16, 17] {
      let others = (0..<count - 1).map { place in { (row: Int) in "$a\((row * 7 + place) % 200)" } }
      let texts = (0..<200).map { row in
        "($switch + \(others.map { $0(row) }.joined(separator: " + "))) * 2"
      }
      for make in [calculated, { hidden($0, $1 + " > 100") }] {
        var form = try open(rows(texts, make))
        let changes = try form.set("switch", to: 50)
        #expect(changes.evaluatedCount == 200, "\(count)")
        #expect(form.inconsistency == nil)
      }
      var form = try open(rows(texts, calculated))
      try form.update { draft in
        for place in 0..<200 { draft.set("a\(place)", to: .int(Int64(place * place))) }
      }
      for (row, value) in [(0, 3 as Int64), (7, -1), (199, 5)] {
        try form.set("switch", to: .int(value))
        let sum = (0..<count - 1).reduce(value) {
          $0 + Int64((row * 7 + $1) % 200 * ((row * 7 + $1) % 200))
        }
        #expect(form["r\(row)"]?.value == .int(2 * sum), "\(count)")
      }
    }
  }

  @Test("Conditions may read four values")
  func testsOfMany() throws {
    func others(_ row: Int) -> [Int] {
      [row * 7 % 200, (row * 11 + 3) % 200, (row * 3 + 50) % 200]
    }
    let texts = (0..<200).map { row in
      let tags = others(row).map { "$a\($0)" }
      return "$switch > \(tags[0]) AND (\(tags[1]) < 9 OR \(tags[2]) == $switch)"
    }
    var form = try open(rows(texts, hidden))
    try form.update { draft in
      for place in 0..<200 { draft.set("a\(place)", to: .int(Int64(place * 5 % 17))) }
    }
    for value in [0, 5, 16, 3] as [Int64] {
      let changes = try form.set("switch", to: .int(value))
      #expect(changes.evaluatedCount == 200)
      let wrong = (0..<200).filter { row in
        let numbers = others(row).map { Int64($0 * 5 % 17) }
        let isHidden = value > numbers[0] && (numbers[1] < 9 || numbers[2] == value)
        return form["r\(row)"]?.isHidden != isHidden
      }
      #expect(wrong == [], "\(value)")
    }
    #expect(form.inconsistency == nil)
  }

  @Test("Formulas that give integers may stand in rows of decimal numbers")
  func integersInDecimalRows() throws {
    let texts = (0..<200).map { "$a\($0) * $switch" }
    var form = try open(
      rows(texts) { RowDefinition(tag: $0, type: .decimal, calculated: $1) })
    try form.update { draft in
      for place in 0..<200 { draft.set("a\(place)", to: .int(Int64(place))) }
      draft.set("a199", to: .int(.max))
    }
    let changes = try form.set("switch", to: 3)
    #expect(changes.evaluatedCount == 200)
    #expect(form["r7"]?.value == .double(21) && form["r198"]?.value == .double(594))
    #expect(form["r199"]?.value == .null && form.problems.count == 1)
    try form.set("switch", to: 1)
    #expect(form["r199"]?.value == .double(0x1p63) && form.inconsistency == nil)
  }

  @Test("Each formula of two chains runs once")
  func chainsOnOnePage() throws {
    let chains = (0..<2).flatMap { chain in
      (0..<25).map { place in
        calculated(
          "c\(chain)_\(place)", place == 0 ? "$switch + 1" : "$c\(chain)_\(place - 1) + 1")
      }
    }
    var form = try open(rows([]) { calculated($0, $1) } + chains)
    let changes = try form.set("switch", to: 50)
    #expect(changes.evaluatedCount == 50)
    #expect(form["c0_24"]?.value == 75)
    #expect(form["c1_24"]?.value == 75)
  }

  @Test("The first formula of a chain may read something else than the others")
  func beginsElsewhere() throws {
    for (text, first) in [
      ("$factor + $last", "$other + $switch"), ("$last + $factor", "$switch + $other"),
    ] {
      let chain = (0..<40).map { place in
        calculated(
          "c\(place)", place == 0 ? first : text.replacing("$last", with: "$c\(place - 1)"))
      }
      let numbers = ["factor", "other"].map { RowDefinition(tag: $0, type: .int, value: 1) }
      var form = try open(rows([]) { calculated($0, $1) } + numbers + chain)
      #expect(form["c39"]?.value == 41)
      // All wait, for their own operands.
      let changes = try form.update { draft in
        draft["factor"] = 100
        draft["other"] = 7
      }
      #expect(form["c0"]?.value == 8 && form["c1"]?.value == 108 && form["c39"]?.value == 3908)
      #expect(changes.evaluatedCount == 40)
      let others = try form.set("switch", to: 2)
      #expect(form["c39"]?.value == 3909)
      #expect(others.evaluatedCount == 40)
      // The first, now 9, comes to the same again, and those behind it to something else.
      try form.update { draft in
        draft["factor"] = 10
        draft["other"] = 8
        draft["switch"] = 1
      }
      #expect(form["c0"]?.value == 9 && form["c1"]?.value == 19 && form["c39"]?.value == 399)
      #expect(form.inconsistency == nil)
    }
  }
}
