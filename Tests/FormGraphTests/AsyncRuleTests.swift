// Asynchronous rules beside what scenarios say: how they are read and written, tokens as text,
// saved states, what an explanation and the JSON of a form say, and what copies of a form share.

import FormGraph
import Foundation
import Predicate
import TestSupport
import Testing

@Suite("Asynchronous rules")
struct AsyncRuleTests {
  private static let json = """
    { "sections": [{ "rows": [
      { "tag": "name", "type": "text", "rules": [
        { "asyncFunction": "isFree", "dependsOn": ["city"], "message": "Taken.", "id": "free" },
        { "anyOf": [{ "asyncFunction": "g" }, "email"], "severity": "warning" } ] },
      { "tag": "city", "type": "text" } ] }] }
    """

  private static func form() throws -> Form {
    try CompiledForm.compile(json: json.utf8).open(now: Date(timeIntervalSinceReferenceDate: 0))
  }

  private static func token(_ text: String) throws -> ValidationToken {
    try #require(ValidationToken(text))
  }

  @Test("A rule is read and written")
  func reading() throws {
    let read = DefinitionReader.read(try JSONReader.read(Array(Self.json.utf8)))
    #expect(read.problems.isEmpty)
    #expect(
      read.definition.sections[0].rows[0].rules == [
        RuleDefinition(
          .asyncFunction("isFree", dependsOn: ["city"]), message: "Taken.", id: "free"),
        RuleDefinition(
          .anyOf([
            RuleDefinition(.asyncFunction("g", dependsOn: [])), RuleDefinition(.email),
          ]), severity: .warning),
      ])
    let text = JSONWriter.text(of: read.definition.json)
    let again = DefinitionReader.read(try JSONReader.read(Array(text.utf8)))
    #expect(again.definition == read.definition)
  }

  @Test("A token is read from its text alone")
  func tokens() {
    #expect(ValidationToken("t7")?.description == "t7")
    for text in [
      "", "t", "t0", "t-1", "t01", "t+1", " t1", "t1 ", "T1", "1", "t99999999999999999999",
    ] {
      #expect(ValidationToken(text) == nil, "\(text)")
    }
  }

  @Test("A saved state says how many tokens there were, whatever it holds")
  func savedTokens() throws {
    var form = try Self.form()
    #expect(form.savedState.tokens == 0)
    try form.set("name", to: "a")
    #expect(form.savedState.tokens == 2)
    for text in ["-1", "1.5", "9007199254740993", "\"1\"", "null"] {
      let json = #"{ "version": 1, "values": {}, "tokens": \#(text) }"#
      #expect(throws: Problem.self, "\(text)") {
        try SavedState(JSONReader.read(Array(json.utf8)))
      }
    }
    var state = form.savedState
    state.tokens = .max
    let compiled = try CompiledForm.compile(json: Self.json.utf8)
    var restored = try compiled.open(
      now: Date(timeIntervalSinceReferenceDate: 0), restoring: state
    ).form
    #expect(restored.pendingValidations.count == 2)
    for pending in restored.pendingValidations {
      try restored.resolve(pending.token, with: true)
    }
    #expect(restored.canSubmit)
    state.tokens = -1
    _ = try compiled.open(now: Date(timeIntervalSinceReferenceDate: 0), restoring: state)
  }

  @Test("Copies of a form go on by themselves")
  func copies() throws {
    var form = try Self.form()
    try form.set("name", to: "a")
    var copy = form
    try form.resolve(Self.token("t1"), with: true)
    #expect(form.canSubmit && !copy.canSubmit)
    try copy.resolve(Self.token("t1"), with: false)
    #expect(form.canSubmit && copy["name"]?.verdict.map(\.message) == ["Taken."])
  }

  @Test("A message that is longer than a value may be is refused")
  func longMessages() throws {
    var form = try CompiledForm(
      FormDefinition(sections: [
        SectionDefinition(rows: [
          RowDefinition(
            tag: "a", type: .text, rules: [RuleDefinition(.asyncFunction("f", dependsOn: []))])
        ])
      ]), limits: .untrusted
    ).open(now: Date(timeIntervalSinceReferenceDate: 0))
    try form.set("a", to: "x")
    let long = String(repeating: "x", count: FormLimits.untrusted.valueBytes + 1)
    #expect(throws: EditError.self) { try form.resolve(Self.token("t1"), with: .string(long)) }
    #expect(form.pendingValidations.count == 1)
    try form.resolve(Self.token("t1"), with: .string(String(long.dropLast())))
    #expect(form["a"]?.verdict.count == 1)
  }

  @Test("An explanation tells the answer, or that there is none")
  func explanation() throws {
    var form = try Self.form()
    func results() throws -> [Value] {
      try #require(form.explain("name")).compactMap { reason in
        guard case .rule(let rule) = reason.subject, case .asyncFunction = rule.kind else {
          return nil
        }
        return reason.result
      }
    }
    #expect(try results() == [.null, .null])
    try form.set("name", to: "a")
    #expect(try results() == [.null, .null])
    try form.resolve(Self.token("t1"), with: true)
    #expect(try results() == [true, .null])
    try form.resolve(Self.token("t2"), with: "No.")
    #expect(try results() == [true, false])
  }

  @Test("A change set keeps what it says when the form goes on")
  func keptChanges() throws {
    var form = try Self.form()
    let changes = try form.set("name", to: "a")
    try form.set("name", to: "b")
    #expect(changes.pendingBegan.map(\.token.description) == ["t1", "t2"])
    #expect(changes.pendingBegan.map(\.ruleID) == ["free", nil])
    #expect(changes.pendingEnded.isEmpty)
  }

  @Test("A strict form keeps its questions if an edit is refused")
  func strict() throws {
    let json = Self.json.replacing(
      #"{ "tag": "city", "type": "text" }"#,
      with: #"{ "tag": "city", "type": "text" }, { "tag": "n", "type": "int", "value": 1 }, "#
        + #"{ "tag": "half", "type": "int", "calculated": "2 / $n" }"#)
    var form = try CompiledForm.compile(json: json.utf8).open(
      now: Date(timeIntervalSinceReferenceDate: 0), isStrict: true)
    try form.set("name", to: "a")
    let before = form.pendingValidations
    #expect(throws: EditError.self) {
      try form.update {
        $0.set("name", to: "b")
        $0.set("n", to: 0)
      }
    }
    #expect(form.pendingValidations == before)
    try form.resolve(Self.token("t1"), with: true)
    #expect(form.canSubmit)
  }
}

@Test(
  "Random edits, answers and undo agree with a table of questions",
  arguments: depth(quick: 6, full: 25))
func askingRuns(depth forms: Int) throws {
  let seed = SplitMix64.forTest(36).seed
  let count = ProcessInfo.processInfo.environment["TEST_FORMS"].flatMap { Int($0) } ?? forms
  for seed in (0..<UInt64(count)).map({ seed &+ $0 }) {
    var run = try AskingRun(seed: seed)
    for step in 0..<80 {
      do { try run.step() } catch {
        Issue.record("TEST_SEED=\(seed), step \(step): \(error)")
        return
      }
    }
  }
}

@Test("An answer about an item that a formula takes away stands when an undo takes it away")
func answerOfParkedItem() throws {
  let json = """
    { "sections": [
      { "rows": [{ "tag": "n", "type": "int", "value": 1 }] },
      { "tag": "kids", "kind": "multivalued", "count": "$n", "template": { "rows": [
        { "tag": "name", "type": "text", "rules": [
          { "asyncFunction": "isFree", "message": "Taken." }] }] } }] }
    """
  let start = Date(timeIntervalSinceReferenceDate: 0)
  var form = try CompiledForm.compile(json: json.utf8).open(now: start)
  try form.set("kids[0].name", to: "Bo")
  let token = try #require(form.pendingValidations.first?.token)
  try form.resolve(token, with: true)
  try form.set("n", to: 0)
  try form.set("n", to: 1)
  #expect(form.pendingValidations.isEmpty)
  try form.setNow(start + 1)
  try form.undo()
  #expect(form["kids[0].name"] == nil)
  try form.set("n", to: 1)
  #expect(form.pendingValidations.isEmpty && form["kids[0].name"]?.value == "Bo")
}
