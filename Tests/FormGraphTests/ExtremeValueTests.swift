// Values at the edges, on their way through a form: numbers that overflow or are none, and texts of
// a megabyte. They are set, read by conditions and formulas, written as answers, kept and taken
// back.

import FormGraph
import Foundation
import Predicate
import TestSupport
import Testing

@Suite struct ExtremeValueTests {
  private static let start = Date(timeIntervalSinceReferenceDate: 0)

  private func open(_ rows: [RowDefinition]) throws -> Form {
    try CompiledForm(FormDefinition(sections: [SectionDefinition(tag: "s", rows: rows)]))
      .open(now: Self.start)
  }

  // MARK: - Numbers

  /// A whole number and a decimal one, with what is computed from them and rows that are hidden
  /// while something holds of them.
  private func numbers() throws -> Form {
    let conditions = [
      "isNegative": "$d < 0", "isZero": "$d == 0", "isItself": "$d == $d",
      "isHuge": "$d > 9223372036854775807", "isDeep": "$d < -9223372036854775808",
      "isBetween": "$d BETWEEN {-1, 1}", "isLeast": "$n == -9223372036854775808",
      "isBelowAll": "$n < -9223372036854775807", "isSame": "$n == $d",
    ]
    let formulas = ["less": "$n - 1", "opposite": "-$n", "half": "$n / 2"]
    return try open(
      [RowDefinition(tag: "n", type: .int), RowDefinition(tag: "d", type: .decimal)]
        + formulas.sorted { $0.key < $1.key }.map {
          RowDefinition(tag: $0.key, type: .int, calculated: $0.value)
        } + [
          RowDefinition(tag: "twice", type: .decimal, calculated: "$d * 2"),
          RowDefinition(tag: "inverse", type: .decimal, calculated: "1.0 / $d"),
        ]
        + conditions.sorted { $0.key < $1.key }.map {
          RowDefinition(
            tag: $0.key, type: .label, hidden: ConditionDefinition(.predicate($0.value)))
        })
  }

  /// What holds, by the rows that are hidden.
  private func holding(_ form: Form) -> Set<String> {
    Set(form.sections.flatMap(\.rows).filter(\.isHidden).compactMap(\.tag))
  }

  private struct Decimal: Sendable, CustomTestStringConvertible {
    let value: Double
    let holding: Set<String>
    let twice: Value
    let inverse: Value
    let json: String

    var testDescription: String { "\(value)" }
  }

  private static let decimals = [
    Decimal(
      value: -0.0, holding: ["isItself", "isZero", "isBetween"], twice: .double(-0.0),
      inverse: .null, json: "-0.0"),
    Decimal(
      value: 0, holding: ["isItself", "isZero", "isBetween"], twice: .double(0), inverse: .null,
      json: "0.0"),
    Decimal(
      value: .leastNonzeroMagnitude, holding: ["isItself", "isBetween"],
      twice: .double(.leastNonzeroMagnitude * 2), inverse: .null, json: "5e-324"),
    Decimal(
      value: 0x1p63, holding: ["isItself", "isHuge"], twice: .double(0x1p64),
      inverse: .double(0x1p-63), json: "9.223372036854776e+18"),
    Decimal(
      value: -0x1p63, holding: ["isItself", "isNegative"], twice: .double(-0x1p64),
      inverse: .double(-0x1p-63), json: "-9.223372036854776e+18"),
    Decimal(
      value: .greatestFiniteMagnitude, holding: ["isItself", "isHuge"], twice: .null,
      inverse: .double(1 / .greatestFiniteMagnitude), json: "1.7976931348623157e+308"),
  ]

  @Test("Decimal numbers that are huge, tiny or minus zero", arguments: decimals)
  private func decimalNumbers(_ decimal: Decimal) throws {
    var form = try numbers()
    try form.set("d", to: 0.5)
    let before = form
    let changes = try form.set("d", to: .double(decimal.value))
    #expect(changes.count(of: .value) == 3)
    #expect(form["d"]?.value == .double(decimal.value))
    #expect(form["twice"]?.value == decimal.twice)
    #expect(form["inverse"]?.value == decimal.inverse)
    #expect(holding(form) == decimal.holding)
    // What is no finite number is nothing and a problem, in every way that a form is read.
    let failing = [decimal.twice, decimal.inverse].count { $0 == .null }
    #expect(form.problems.count == before.problems.count + failing)
    #expect(
      form.problems.allSatisfy {
        $0.message == "the formula gives inf, the row holds finite numbers"
          || $0.message == "the formula gives -inf, the row holds finite numbers"
      })
    // The same value again is no change.
    #expect(try form.set("d", to: .double(decimal.value)).evaluatedCount == 0)

    let answers = form.answersJSON(includingHidden: true)
    #expect(answers.contains(#""d":\#(decimal.json),"#), "\(answers)")
    var read = try numbers()
    try read.setAnswers(json: #"{"d":\#(decimal.json)}"#.utf8)
    #expect(read["d"]?.value == .double(decimal.value))

    try form.undo()
    #expect(form.content == before.content)
    try form.redo()
    #expect(form["d"]?.value == .double(decimal.value))
    #expect(holding(form) == decimal.holding)
  }

  @Test(
    "What is no finite number is refused of a host, wherever it stands",
    arguments: [Double.nan, .infinity, -.infinity])
  func numbersThatAreNone(_ number: Double) throws {
    let value = Value.double(number)
    var form = try CompiledForm(
      FormDefinition(
        inputs: [InputDefinition(name: "i", type: .decimal, value: 1)],
        sections: [
          SectionDefinition(
            tag: "s",
            rows: [
              RowDefinition(tag: "d", type: .decimal, value: 0.5),
              RowDefinition(tag: "any", type: .custom),
              RowDefinition(tag: "one", type: .push, options: [OptionDefinition(1)]),
              RowDefinition(tag: "many", type: .multipleSelector, options: [OptionDefinition(1)]),
            ]),
          SectionDefinition(
            tag: "list",
            kind: .multivalued(
              ItemsDefinition(template: .item(RowDefinition(type: .decimal))))),
        ])
    ).open(now: Self.start)
    let before = form.json
    for (tag, value): (String, Value) in [
      ("d", value), ("i", value), ("any", value), ("any", ["a": [1, value]]), ("one", value),
      ("many", [1, value]), ("any", .date(Date(timeIntervalSinceReferenceDate: number))),
    ] {
      #expect(throws: EditError.self) { try form.set(tag, to: value) }
      #expect(throws: EditError.self) { try form.setValues([tag: value]) }
    }
    #expect(throws: EditError.self) {
      try form.update { $0.insertItem(in: "list", at: 0, value: value) }
    }
    #expect(form.json == before && form.undoCount == 0)
    #expect(throws: CompileFailure.self) {
      try open([RowDefinition(tag: "d", type: .decimal, value: value)])
    }
  }

  @Test("Many formulas side by side, of which some come to no finite number")
  func formulasSideBySide() throws {
    let rows = (0..<200).flatMap { place in
      [
        RowDefinition(tag: "n\(place)", type: .decimal, value: .double(Double(place % 7))),
        RowDefinition(tag: "q\(place)", type: .decimal, calculated: "$of / $n\(place)"),
        RowDefinition(tag: "r\(place)", type: .decimal, calculated: "$q\(place) + 1"),
      ]
    }
    var form = try open([RowDefinition(tag: "of", type: .decimal, value: 0)] + rows)
    for of in [1.0, 0, 2] {
      try form.set("of", to: .double(of))
      for place in 0..<200 {
        let divisor = Double(place % 7)
        let quotient: Value = divisor == 0 ? .null : .double(of / divisor)
        #expect(form["q\(place)"]?.value == quotient)
        #expect(form["r\(place)"]?.value == (divisor == 0 ? .null : .double(of / divisor + 1)))
      }
      #expect(form.problems.count == 29)
    }
  }

  @Test("The smallest and the largest integer, and what overflows")
  func integers() throws {
    var form = try numbers()
    try form.set("n", to: .int(.min))
    try form.set("d", to: -0x1p63)
    #expect(
      holding(form) == ["isBelowAll", "isItself", "isLeast", "isNegative", "isSame"])
    // What does not fit is nothing and a problem, and never another number.
    #expect(form["less"]?.value == .null && form["opposite"]?.value == .null)
    #expect(form["half"]?.value == .int(.min / 2))
    #expect(form.problems.count == 2)
    #expect(form.answersJSON(includingHidden: true).contains(#""n":-9223372036854775808,"#))

    try form.set("n", to: .int(.max))
    #expect(form["less"]?.value == .int(.max - 1) && form["opposite"]?.value == .int(-.max))
    #expect(form.problems.isEmpty)
    try form.set("d", to: 0x1p63)
    #expect(holding(form) == ["isHuge", "isItself"])
  }

  @Test("A whole number takes from a double or from answers what it can hold, and nothing else")
  func refusedNumbers() throws {
    var form = try numbers()
    try form.set("n", to: .double(-0.0))
    #expect(form["n"]?.value == 0)
    try form.setAnswers(json: #"{"n":-9223372036854775808}"#.utf8)
    #expect(form["n"]?.value == .int(.min))
    let before = form
    // The least integer as a double may have been written as one of a thousand others.
    for value in [Double.nan, .infinity, -.infinity, -0x1p63, 0x1p63, 0.5, 1e300] {
      #expect(throws: EditError.self, "\(value)") { try form.set("n", to: .double(value)) }
    }
    for number in [
      "9223372036854775808", "-9223372036854775809", "-9223372036854777856", "1e999", "NaN",
      "-Infinity",
    ] {
      #expect(throws: EditError.self, "\(number)") {
        try form.setAnswers(json: #"{"n":\#(number)}"#.utf8)
      }
    }
    #expect(form.json == before.json && form.undoCount == before.undoCount)
  }

  // MARK: - Long texts

  @Test("A text of a megabyte is set, compared, counted, kept and taken back")
  func megabyte() throws {
    let long = String(repeating: "abcdefghij", count: 100_000)
    let conditions = [
      "areSame": "$a == $b", "begins": "$a BEGINSWITH $b", "ends": "$a ENDSWITH 'jx'",
      "folds": "$a ==[c] $b", "isAmong": "$a IN {$b, 'x'}", "isLong": "$a.length == 1000001",
    ]
    var form = try open(
      [
        RowDefinition(tag: "a", type: .text, rules: [RuleDefinition(.maxLength(1_000_000))]),
        RowDefinition(tag: "b", type: .text, value: .string(long)),
        RowDefinition(tag: "both", type: .text, calculated: "$a"),
      ]
        + conditions.sorted { $0.key < $1.key }.map {
          RowDefinition(
            tag: $0.key, type: .label, hidden: ConditionDefinition(.predicate($0.value)))
        })
    let empty = form
    try form.set("a", to: .string(long))
    #expect(holding(form) == ["areSame", "begins", "folds", "isAmong"])
    #expect(form["both"]?.value == .string(long) && form["a"]?.isValid == true)
    #expect(try form.set("a", to: .string(long)).evaluatedCount == 0)

    let changes = try form.set("a", to: .string(long + "x"))
    #expect(changes.count(of: .value) == 2)
    #expect(holding(form) == ["begins", "ends", "isLong"])
    #expect(form["a"]?.isValid == false)
    // Only the last character tells it from what the others are.
    try form.set("a", to: .string(long.dropLast() + "J"))
    #expect(holding(form) == ["folds"])

    let answers = form.answersJSON(includingHidden: true)
    var read = empty
    try read.setAnswers(json: answers.utf8)
    #expect(read["a"]?.value == form["a"]?.value && holding(read) == ["folds"])

    try form.undo()
    #expect(form["both"]?.value == .string(long + "x") && holding(form).contains("isLong"))
    try form.undo()
    #expect(holding(form) == ["areSame", "begins", "folds", "isAmong"])
    try form.undo()
    #expect(form["a"]?.value == .null && form.content == empty.content)
    for _ in 0..<3 { try form.redo() }
    #expect(holding(form) == ["folds"])
  }
}
