// Rules as the library has them: sets, ids, functions of the host's, and the same form from JSON.

import Foundation
import Predicate
import TestSupport
import Testing

@testable import FormFile
@testable import FormGraph

@Suite("Rules")
struct RuleTests {
  private let now = Date(timeIntervalSinceReferenceDate: 0)

  private func form(
    _ rules: [RuleDefinition], type: RowType = .text, functions: [String: FormFunction] = [:]
  ) throws -> Form {
    let row = RowDefinition(tag: "r", type: type, rules: rules, validates: .onChange)
    let other = RowDefinition(tag: "other", type: .text)
    return try CompiledForm(
      FormDefinition(sections: [SectionDefinition(rows: [row, other])]), functions: functions
    ).open(now: now)
  }

  @Test("D1 D2 D3: rules, sets of rules and ids of a row")
  func sets() {
    var row = RowDefinition(type: .text, rules: [RuleDefinition(.required)])
    row.add([RuleDefinition(.email, id: "mail"), RuleDefinition(.maxLength(3))])
    #expect(row.rules.count == 3)
    let removed = [row.removeRule(id: "mail"), row.removeRule(id: "mail")]
    #expect(removed == [true, false])
    #expect(row.rules == [RuleDefinition(.required), RuleDefinition(.maxLength(3))])
    row.rules = []
    #expect(row.rules.isEmpty)
  }

  @Test(
    "Every kind of rule has one name, is made of what it says, and is read back",
    arguments: RuleEntry.all)
  func entries(_ entry: RuleEntry) throws {
    let kind = entry.sample.kind
    #expect(RuleEntry.all.count { $0.sample.kind.word == kind.word } == 1)
    let other: RuleDefinition.Kind.Parameter =
      switch kind.parameter {
      case .nothing: .nothing
      case .length(let length): .length(RuleLength(length.limit, length.count + 1))
      case .bound: .bound("b")
      case .pattern: .pattern("b")
      case .tag: .tag("b")
      case .predicate: .predicate("SELF < 0")
      case .function: .function("b", reads: ["c"])
      case .rules: .rules([RuleDefinition(.required)])
      }
    let changed = kind.replacing(other)
    #expect(changed.word == kind.word && changed.replacing(kind.parameter) == kind)
    if case .nothing = other {} else { #expect(changed != kind) }
    let rules = [
      entry.sample,
      RuleDefinition(
        changed, message: "no", id: "x", severity: .warning, allowsEmpty: false,
        trims: kind.traits.contains(.trims)),
    ]
    let row = RowDefinition(tag: "r", type: .text, rules: rules)
    let text = JSONWriter.text(of: FormDefinition(sections: [SectionDefinition(rows: [row])]).json)
    let read = DefinitionReader.read(try JSONReader.read(Array(text.utf8)))
    #expect(read.problems.isEmpty && read.definition.sections.first?.rows.first?.rules == rules)
  }

  @Test("A part that cannot be evaluated is told, not a mismatch that nobody has seen")
  func untoldParts() throws {
    let long = RuleDefinition(.regex("(a+)+$"))
    let other = RuleDefinition(.predicate("$other > 1"))
    func errors(_ rule: RuleDefinition, _ value: String) throws -> [String] {
      var form = try form([rule])
      try form.update { draft in
        draft["r"] = .string(value)
        draft["other"] = "x"
      }
      return form["r"]?.verdict.map(\.message) ?? []
    }
    let endless = String(repeating: "a", count: 10_000) + "b"
    let alone = try errors(long, endless)
    #expect(alone.count == 1 && alone != [long.standardText])
    let email = RuleDefinition(.email)
    let none: FormText = "none of these"
    #expect(try errors(RuleDefinition(.anyOf([email, long]), message: none), endless) == alone)
    #expect(
      try errors(RuleDefinition(.anyOf([email, long]), message: none), "b") == ["none of these"])
    #expect(try errors(RuleDefinition(.anyOf([email, long])), "a@b.org") == [])
    let incomparable = try errors(other, "b")
    #expect(incomparable.count == 1 && incomparable != [other.standardText])
    // One part that is not met is enough for all; where none could be asked, the first says why.
    #expect(
      try errors(RuleDefinition(.allOf([other, email]), message: none), "b") == ["none of these"])
    #expect(try errors(RuleDefinition(.allOf([other, other]), message: none), "b") == incomparable)
    let deep = RuleDefinition(.anyOf([email, RuleDefinition(.allOf([other]), message: "deep")]))
    #expect(try errors(deep, "b") == incomparable)
  }

  @Test("What requires a value is found among sets of rules, as deep as they may be")
  func requiring() {
    func set(depth: Int) -> RuleDefinition {
      (0..<depth).reduce(RuleDefinition(.required, id: "r")) { rule, _ in
        RuleDefinition(.allOf([RuleDefinition(.email), rule]))
      }
    }
    for depth in 0...RuleDefinition.maximumDepth { #expect(set(depth: depth).requiring?.id == "r") }
    #expect(set(depth: RuleDefinition.maximumDepth + 1).requiring == nil)
    // So are the rules that others are made of.
    for depth in 0...RuleDefinition.maximumDepth + 1 {
      let rules = [set(depth: depth)].leaves.map(\.rule)
      let isTooDeep = depth > RuleDefinition.maximumDepth
      #expect(rules.count == (isTooDeep ? RuleDefinition.maximumDepth : depth + 1))
      #expect(rules.contains { $0.id == "r" } == !isTooDeep)
    }
    #expect(RuleDefinition(.anyOf([RuleDefinition(.required)])).requiring == nil)
  }

  @Test("What a set of rules says has the texts of its parts, as deep as they may be")
  func textsOfSets() throws {
    func set(depth: Int) -> RuleDefinition {
      (0..<depth).reduce(RuleDefinition(.maxLength(1))) { rule, _ in
        RuleDefinition(.allOf([rule, RuleDefinition(.email, message: "Mail.")]))
      }
    }
    for depth in 0..<RuleDefinition.maximumDepth {
      var form = try form([RuleDefinition(.anyOf([set(depth: depth)]))])
      try form.set("r", to: "no mail")
      let texts = ["One of these must hold:", "Must have at most 1 character."]
      let outer = [String](repeating: "Mail.", count: depth)
      #expect(form["r"]?.verdict.map(\.message) == [(texts + outer).joined(separator: " ")])
    }
  }

  /// Which of leaving a row, changing it, leaving it and changing it show what is wrong with it.
  @Test(
    "Errors are shown when the row says",
    arguments: [
      (.onDemand, [false, false, false, false]), (.onChange, [false, true, true, true]),
      (.onBlur, [true, true, true, true]), (.onChangeAfterBlurred, [false, true, true, true]),
      ([.onBlur, .onChangeAfterBlurred], [true, true, true, true]),
    ] as [(ValidationTriggers, [Bool])])
  func triggers(triggers: ValidationTriggers, isShown: [Bool]) throws {
    var row = RowDefinition(
      tag: "r", type: .text, value: "x",
      rules: [RuleDefinition(.email), RuleDefinition(.minLength(3))])
    row.validates = triggers
    var form = try CompiledForm(FormDefinition(sections: [SectionDefinition(rows: [row])]))
      .open(now: now)
    var shown: [Bool] = []
    for value in ["y", "z"] {
      try form.blur("r")
      shown.append(form["r"]?.errors.isEmpty == false)
      try form.set("r", to: .string(value))
      shown.append(form["r"]?.errors.isEmpty == false)
    }
    #expect(shown == isShown)
    // One that was changed and is left then.
    form = try CompiledForm(FormDefinition(sections: [SectionDefinition(rows: [row])]))
      .open(now: now)
    try form.set("r", to: "y")
    #expect((form["r"]?.errors.isEmpty == false) == triggers.contains(.onChange))
    try form.blur("r")
    #expect((form["r"]?.errors.isEmpty == false) == (triggers != .onDemand))
  }

  @Test("What a function says of a value")
  func functions() throws {
    struct Broken: Error, CustomStringConvertible { let description = "out of order" }
    var form = try form(
      [
        RuleDefinition(.function("f", dependsOn: ["other"]), message: "No.", id: "own"),
        RuleDefinition(
          .anyOf([RuleDefinition(.function("f", dependsOn: [])), RuleDefinition(.email)])),
      ],
      functions: [
        "f": { arguments in
          switch try arguments["SELF"] {
          case "text": return "Say something else."
          case "thrown": throw Broken()
          case "nil": return .null
          case "number": return 1
          case let value:
            return .bool(arguments.names.count == 1 ? true : try value == arguments["other"])
          }
        }
      ])
    func errors() -> [String] { form["r"]?.verdict.map(\.message) ?? [] }
    #expect(errors() == [])
    try form.set("r", to: "a")
    #expect(errors() == ["No."])
    #expect(form["r"]?.errors.first?.id == "own")
    try form.set("other", to: "a")
    #expect(errors() == [])
    try form.set("r", to: "text")
    #expect(
      errors() == [
        "Say something else.",
        "One of these must hold: This value is not accepted. Must be a valid e-mail address.",
      ])
    try form.set("r", to: "nil")
    #expect(errors() == [])
    try form.set("r", to: "thrown")
    #expect(errors().first == "the function failed: out of order")
    #expect(form.problems.count == 2)
    try form.set("r", to: "number")
    #expect(errors().first == "the function gives a number, not true or false")
    try form.undo()
    #expect(errors().first == "the function failed: out of order")
    try form.undo()
    try form.undo()
    #expect(errors().first == "Say something else.")
    try form.set("r", to: .null)
    #expect(errors() == [])
    #expect(form.problems.isEmpty)
  }

  @Test("A function that says something else of the same outcome")
  func otherWords() throws {
    let calls = Locked(0)
    var form = try form(
      [RuleDefinition(.function("f", dependsOn: ["other"]))],
      functions: [
        "f": { arguments in
          calls.withLock { $0 += 1 }
          return try arguments["other"]
        }
      ])
    try form.set("r", to: "x")
    #expect(form["r"]?.errors == [])
    let changes = try form.set("other", to: "First.")
    #expect(form["r"]?.errors.map(\.message) == ["First."])
    #expect(changes.evaluatedCount == 1)
    try form.set("other", to: "Second.")
    #expect(form["r"]?.errors.map(\.message) == ["Second."])
    #expect(calls.withLock { $0 } == 3)
  }

  @Test("A function that nobody supplied, and one that reads what is not there")
  func missingFunctions() {
    let rules = [
      RuleDefinition(.function("f", dependsOn: [])),
      RuleDefinition(.allOf([RuleDefinition(.function("g", dependsOn: ["nowhere"]))])),
    ]
    do {
      _ = try form(rules, functions: ["g": { _ in true }])
      Issue.record("the form compiles")
    } catch {
      #expect(
        "\(error)" == """
          sections[0].rows[0].rules[0].function: error: unknown function 'f'
          hint: supply it where the form is compiled, or with --stub in the command
          sections[0].rows[0].rules[1].allOf[0].function: error: unknown tag 'nowhere'
          """)
    }
  }

  @Test("What is wrong with a set of rules is told once, where the set stands")
  func wrongSets() throws {
    let json = """
      { "ruleSets": { "s": [{ "predicate": "SELF >" }, { "type": "regex", "pattern": "a(" }] },
        "sections": [ { "rows": [
          { "type": "text", "rules": [{ "ruleSet": "s" }] },
          { "type": "int", "rules": ["required", { "ruleSet": "s" }] } ] } ] }
      """
    do {
      _ = try CompiledForm.compile(json: json.utf8)
      Issue.record("the form compiles")
    } catch {
      #expect(
        "\(error)" == #"""
          form:1:45: error: expected a value, found the end of the text
            …uleSets": { "s": [{ "predicate": "SELF >" }, { "type": "regex", "pattern": "a(" }] },
                                                     ^
          hint: a value is missing after >
          form:1:82: error: the pattern 'a(' has a ( that is not closed
            …F >" }, { "type": "regex", "pattern": "a(" }] },
                                                     ^
          hint: a character that stands for itself needs \\ before it
          """#)
    }
  }

  @Test("Bounds of dates")
  func dates() throws {
    let day = try #require(DateText.date(from: "2024-05-01"))
    let noon = day.addingTimeInterval(43_200)
    var form = try form(
      [
        RuleDefinition(.comparison(.greaterThan, .date(day))),
        RuleDefinition(.comparison(.smallerOrEqualThan, .date(noon))),
      ], type: .dateTime)
    #expect(form["r"]?.verdict == [])
    try form.set("r", to: .date(day))
    #expect(form["r"]?.verdict.map(\.message) == ["Must be after May 1, 2024, 12:00\u{202F}AM."])
    try form.set("r", to: .date(noon))
    #expect(form["r"]?.verdict == [])
    try form.set("r", to: .date(noon.addingTimeInterval(1)))
    #expect(
      form["r"]?.verdict.map(\.message) == ["Must be May 1, 2024, 12:00\u{202F}PM or earlier."])
  }

  @Test("Rules that stand too deep inside one another")
  func depth() throws {
    var rule = RuleDefinition(.email)
    for _ in 0..<RuleDefinition.maximumDepth { rule = RuleDefinition(.allOf([rule])) }
    _ = try form([rule])
    rule = RuleDefinition(.anyOf([rule]))
    #expect(throws: CompileFailure.self) { _ = try form([rule]) }
    for _ in 0..<200 { rule = RuleDefinition(.allOf([rule])) }
    #expect(throws: CompileFailure.self) { _ = try form([rule]) }
  }

  @Test("Every kind of rule from JSON is the rule built in Swift")
  func fromJSON() throws {
    let json = """
      { "ruleSets": { "two": ["required", { "type": "maxLength", "value": 9 }] },
        "sections": [ { "rows": [
        { "type": "text", "rules": ["notBlank", "url", "phone", "postcode", "password",
          "containsNumber", "containsCapital", "containsLowercase", { "type": "containsLowercase" },
          { "type": "regex", "pattern": "a\\\\.b", "trims": true, "allowsEmpty": false },
          { "type": "email", "trims": true },
          { "type": "greaterOrEqualThan", "value": "m" },
          { "function": "f" }, { "function": "f", "dependsOn": ["a"], "message": "m", "id": "i" },
          { "anyOf": ["email", { "allOf": ["url"] }], "severity": "warning" },
          { "ruleSet": "two" }] },
        { "tag": "a", "type": "date", "rules": [
          { "type": "greaterThan", "value": "2024-05-01" },
          { "anyOf": [{ "type": "smallerThan", "value": "2024-05-01" },
            { "type": "smallerOrEqualThan", "value": "2024-05-01" }] }] } ] } ] }
      """
    let read = DefinitionReader.read(try JSONReader.read(Array(json.utf8)))
    #expect(read.problems.isEmpty)
    let day = Value.date(try #require(DateText.date(from: "2024-05-01")))
    let shapes: [RuleDefinition.TextShape] = [
      .url, .phone, .postcode, .password, .containsNumber, .containsCapital, .containsLowercase,
      .containsLowercase,
    ]
    #expect(
      read.definition.sections[0].rows[0].rules == [RuleDefinition(.notBlank)]
        + shapes.map { RuleDefinition(.text($0)) } + [
          RuleDefinition(.regex(#"a\.b"#), allowsEmpty: false, trims: true),
          RuleDefinition(.email, trims: true),
          RuleDefinition(.comparison(.greaterOrEqualThan, "m")),
          RuleDefinition(.function("f", dependsOn: [])),
          RuleDefinition(.function("f", dependsOn: ["a"]), message: "m", id: "i"),
          RuleDefinition(
            .anyOf([RuleDefinition(.email), RuleDefinition(.allOf([RuleDefinition(.text(.url))]))]),
            severity: .warning),
          RuleDefinition(.allOf([RuleDefinition(.required), RuleDefinition(.maxLength(9))])),
        ])
    #expect(
      read.definition.sections[0].rows[1].rules == [
        RuleDefinition(.comparison(.greaterThan, day)),
        RuleDefinition(
          .anyOf([
            RuleDefinition(.comparison(.smallerThan, day)),
            RuleDefinition(.comparison(.smallerOrEqualThan, day)),
          ])),
      ])
  }

  @Test("D13 an observer is told of errors once, and not again where they stay the same")
  func toldOnce() throws {
    let live = LiveForm(
      try form(
        [RuleDefinition(.function("f", dependsOn: []), message: "Never.")],
        functions: ["f": { _ in false }]))
    let told = Locked(0)
    let subscription = live.observe { changes in
      if changes.changes.contains(where: { $0.property == .errors }) { told.withLock { $0 += 1 } }
    }
    try live.set("r", to: "a")
    try live.set("r", to: "b")
    try live.validate()
    try live.validate()
    #expect(told.withLock { $0 } == 1)
    subscription.cancel()
  }
}

extension RuleDefinition {
  /// What the engine says in English of a value that does not meet the rule.
  fileprivate var standardText: String? {
    if case .single(let text) = standardMessage.id.english { text } else { nil }
  }
}
