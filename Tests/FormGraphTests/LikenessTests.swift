// What neighbouring nodes have in common is what each of them says by itself, and as much of it as
// there is; and what is alike is evaluated together, which is counted.

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

/// What one node has further on than the one before it, where both can be of one stretch.
private struct Step: Equatable {
  let row, left, right: Int32

  init?(from node: PackedNode, to next: PackedNode) {
    guard next.kind == node.kind, next.runs == .program, node.runs == .program,
      next.code == node.code, next.outcome == node.outcome, next.standing == .own,
      node.standing == .own, next.place == node.place + 1, (1...2).contains(next.operandCount)
    else { return nil }
    row = next.row &- node.row
    left = next.first &- node.first
    right = next.second &- node.second
  }
}

/// Where what is told of nodes without links is not what a look at each of them finds.
private func mistakes(in form: Form) -> [String] {
  let nodes = form.topology.nodes
  var mistakes: [String] = []
  for page in stride(from: 0, to: nodes.count, by: 64) {
    let ids = page..<min(page + 64, nodes.count)
    func packed(_ index: Int) -> PackedNode { nodes.packed(NodeID(index)) }
    var runs: [Range<Int>] = []
    for start in ids {
      var end = start + 1
      var step: Step?
      while end < ids.upperBound, let next = Step(from: packed(end - 1), to: packed(end)),
        step == nil || step == next
      {
        step = next
        end += 1
      }
      let run = start..<end
      if run.count > 3, !runs.contains(where: { $0.contains(start) && end <= $0.upperBound }) {
        runs.append(run)
      }
    }
    // Of runs of one length the first counts.
    let longest = runs.enumerated().sorted {
      ($1.element.count, $0.offset) < ($0.element.count, $1.offset)
    }.prefix(2).map(\.element)
    let ranks = ids.map { Int(packed($0).place) }
    let areInOrder =
      ids.count == 64 && ranks == Array(ranks[0]..<ranks[0] + 64)
      && ids.allSatisfy { packed($0).standing == .own }
    if nodes.firstRank(ofPage: page >> 6) != (areInOrder ? ranks[0] : nil) {
      mistakes.append("first rank of \(ids)")
    }
    var cursor = PageCursor<Likeness>()
    for index in ids {
      let run = longest.first { $0.contains(index) }
      guard let stretch = nodes.stretch(from: NodeID(index), near: &cursor) else {
        if let run { mistakes.append("\(index) is not of \(run)") }
        continue
      }
      let node = packed(index)
      guard let run, stretch.firstNode == NodeID(index),
        stretch.count == run.upperBound - index, stretch.rank == Int(node.place),
        stretch.program == node.code, stretch.outcome == node.outcome,
        stretch.operandCount == Int(node.operandCount), stretch.link == nil, !stretch.goesOn
      else {
        mistakes.append("\(index) of \(longest): \(stretch)")
        continue
      }
      for other in 0..<stretch.count
      where stretch.row(other) != RowID(Int(packed(index + other).row))
        || stretch.pair(other) != packed(index + other).pair
      {
        mistakes.append("\(other) from \(index) on")
      }
    }
  }
  return mistakes
}

@Suite("What neighbours have in common")
struct LikenessTests {
  /// Which number each of so many texts reads.
  static let layouts: [(name: String, places: [Int])] = [
    ("in order", Array(0..<200)), ("backwards", (0..<200).reversed()),
    ("one for all", [Int](repeating: 5, count: 200)),
    ("in runs that share their ends", (0..<200).map { $0 % 12 < 5 ? $0 / 2 : 190 - $0 / 2 }),
    ("in longer and longer runs", (1...17).flatMap { run in (0..<run).map { $0 * (run % 3) } }),
    ("in no order", (0..<200).map { $0 * 73 % 200 }), ("few", [0, 1, 2]), ("four", [0, 1, 2, 3]),
    ("all but the last", Array(0..<63) + [5]),
    ("in two runs that share an end", [0, 1, 2, 3, 4, 6, 8, 10, 12, 14]),
  ]

  @Test(arguments: ["$a * 2", "$switch + $a", "$a + $switch"], layouts.indices)
  func isWhatEachSays(text: String, layout: Int) throws {
    let texts = Self.layouts[layout].places.map { text.replacing("$a", with: "$a\($0)") }
    // The last are told from others by what is done with what they give.
    for make in [calculated, { hidden($0, $1 + " > 3") }] {
      let form = try open(rows(texts, make))
      #expect(mistakes(in: form) == [], "\(Self.layouts[layout].name)")
    }
    let mixed = try open(
      rows(texts) { $0.hasSuffix("7") ? calculated($0, $1) : hidden($0, $1 + " > 3") })
    #expect(mistakes(in: mixed) == [], "\(Self.layouts[layout].name)")
  }

  @Test("Formulas that go on from each other are linked, on through pages")
  func links() throws {
    for (text, isRight) in [("$r + $a", false), ("$a + $r", true)] {
      let form = try open(
        rows((0..<200).map { "\($0)" }) { tag, number in
          guard number != "0" else { return RowDefinition(tag: "r0", type: .int, value: 1) }
          return calculated(
            tag,
            text.replacing("$r", with: "$r\((Int(number) ?? 0) - 1)")
              .replacing("$a", with: "$a\(number)"))
        })
      var cursor = PageCursor<Likeness>()
      for place in 1..<200 {
        let row = try #require(form["r\(place)"]?.id)
        let node = try #require(form.topology.row(row).calculation)
        let stretch = form.topology.nodes.stretch(from: node, near: &cursor)
        #expect(stretch?.link == (isRight ? 1 : 0), "\(place)")
        // The first goes on from a row that no formula gives.
        #expect(stretch?.goesOn == (place > 1), "\(place)")
        #expect(stretch?.rowStep == 1, "\(place)")
      }
    }
  }

  @Test("A stretch that begins in the middle of a page goes on from the formula before it")
  func linkWithinAPage() throws {
    // Something else stands between two formulas, so that two steps are longer than the others, and
    // there are two stretches.
    var all = [RowDefinition(tag: "r0", type: .int, value: 1)]
    for place in 1..<60 {
      if place == 11 { all.append(RowDefinition(tag: "between", type: .int)) }
      all.append(calculated("r\(place)", "$r\(place - 1) + 1"))
    }
    let form = try open(all)
    var cursor = PageCursor<Likeness>()
    for place in 1..<60 {
      let row = try #require(form["r\(place)"]?.id)
      let node = try #require(form.topology.row(row).calculation)
      let stretch = try #require(form.topology.nodes.stretch(from: node, near: &cursor))
      // The first goes on from a row that no formula gives.
      #expect(stretch.goesOn == (place > 1), "\(place)")
      #expect(stretch.count == (place < 11 ? 11 : 60) - place, "\(place)")
      // The eleventh finds its operand further off than those behind it do.
      #expect(stretch.pairOfFirst == form.topology.nodes.packed(node).pair, "\(place)")
    }
  }

  @Test("What runs together decides for rows of several words as each by itself would")
  func decidesForRowsFarApart() throws {
    // Four apart, so that of those that run together some stand at one place of their words.
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

  /// How many were evaluated, and how many of them together, where a switch that all read is set.
  private func counts(
    _ texts: [String], _ row: (String, String) -> RowDefinition
  ) throws -> [Int] {
    var form = try open(rows(texts, row))
    let changes = try form.set("switch", to: 50)
    return [changes.evaluatedCount, changes.log.countTogether]
  }

  /// How many conditions and how many formulas run, and how many of them together: all that stand
  /// side by side, four or more, and do the same with what they give.
  @Test(
    arguments: zip(
      layouts.indices,
      [
        [200, 200, 200, 200], [200, 200, 200, 200], [1, 0, 200, 200], [112, 79, 200, 200],
        [25, 25, 153, 153], [200, 200, 200, 200], [3, 0, 3, 0], [4, 4, 4, 4], [63, 62, 64, 63],
        [10, 10, 10, 10],
      ]))
  func whatIsAlikeRunsTogether(layout: Int, expected: [Int]) throws {
    let places = Self.layouts[layout].places
    let found =
      try counts(places.map { "$switch > $a\($0)" }, hidden)
      + counts(places.map { "$switch + $a\($0)" }, calculated)
    #expect(found == expected, "\(Self.layouts[layout].name)")
  }

  @Test("What reads more than two values runs together, too, as far as the values have room")
  func readsMany() throws {
    // Three times twenty-one, of which three words have one left.
    for (count, together) in [(3, 197), (4, 200), (5, 200), (16, 200), (17, 0)] {
      let others = (0..<count - 1).map { place in { (row: Int) in "$a\((row * 7 + place) % 200)" } }
      let texts = (0..<200).map { row in
        "($switch + \(others.map { $0(row) }.joined(separator: " + "))) * 2"
      }
      for make in [calculated, { hidden($0, $1 + " > 100") }] {
        var form = try open(rows(texts, make))
        let changes = try form.set("switch", to: 50)
        #expect(changes.evaluatedCount == 200, "\(count)")
        #expect(changes.log.countTogether == together, "\(count)")
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

  @Test("Conditions that read four values and compute none decide together as each would")
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
      #expect(changes.evaluatedCount == 200 && changes.log.countTogether > 150)
      let wrong = (0..<200).filter { row in
        let numbers = others(row).map { Int64($0 * 5 % 17) }
        let isHidden = value > numbers[0] && (numbers[1] < 9 || numbers[2] == value)
        return form["r\(row)"]?.isHidden != isHidden
      }
      #expect(wrong == [], "\(value)")
    }
    #expect(form.inconsistency == nil)
  }

  @Test("Formulas that give integers run together where their rows hold decimal numbers")
  func integersInDecimalRows() throws {
    let texts = (0..<200).map { "$a\($0) * $switch" }
    var form = try open(
      rows(texts) { RowDefinition(tag: $0, type: .decimal, calculated: $1) })
    try form.update { draft in
      for place in 0..<200 { draft.set("a\(place)", to: .int(Int64(place))) }
      draft.set("a199", to: .int(.max))
    }
    let changes = try form.set("switch", to: 3)
    #expect(changes.log.countTogether == 199 && changes.evaluatedCount == 200)
    #expect(form["r7"]?.value == .double(21) && form["r198"]?.value == .double(594))
    #expect(form["r199"]?.value == .null && form.problems.count == 1)
    try form.set("switch", to: 1)
    #expect(form["r199"]?.value == .double(0x1p63) && form.inconsistency == nil)
  }

  @Test("Of chains that stand on one page each runs together, with its first formula")
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
    #expect(changes.log.countTogether == 50)
    #expect(form["c0_24"]?.value == 75)
    #expect(form["c1_24"]?.value == 75)
  }

  @Test("The first of a chain reads what it reads, and not what the others would in its place")
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
      #expect(changes.evaluatedCount == 40 && changes.log.countTogether == 40)
      let others = try form.set("switch", to: 2)
      #expect(form["c39"]?.value == 3909)
      #expect(others.evaluatedCount == 40 && others.log.countTogether == 40)
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
