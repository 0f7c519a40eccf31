import Foundation
import Predicate
import Testing

@testable import FormFile
@testable import FormGraph

@Suite struct UUIDTests {
  private static let json = """
    { "sections": [
      { "rows": [
        { "tag": "a", "type": "text", "once": "uuid()" },
        { "tag": "b", "type": "text", "default": "concat('b-', uuid())" },
        { "tag": "c", "type": "text", "calculated": "$a" } ] },
      { "tag": "l", "kind": "multivalued", "template": { "rows": [
        { "tag": "d", "type": "text", "once": "uuid()" } ] } } ] }
    """
  private let compiled: CompiledForm

  init() throws { compiled = try CompiledForm.compile(json: Self.json.utf8) }

  private func ids(_ form: Form) -> [Value] {
    let items = form.section("l")?.items ?? []
    return ["a", "b"].map { form[$0]?.value ?? .null }
      + items.indices.map { form["l[\($0)].d"]?.value ?? .null }
  }

  private func opened(_ seed: String?) throws -> Form {
    var form = try compiled.open(now: .distantPast, seed: seed)
    try form.update { for index in 0..<3 { $0.insertItem(in: "l", at: index) } }
    return form
  }

  @Test("A UUID is of version 8, and another one in each row and item")
  func form() throws {
    let form = try opened(nil)
    let ids = ids(form)
    #expect(ids.count == 5 && Set(ids).count == 5)
    for id in ids {
      guard case .string(let text) = id else {
        Issue.record("\(id) is no text")
        continue
      }
      let isOfVersion8 = text.wholeMatch(
        of: /(b-)?[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/)
      #expect(isOfVersion8 != nil, "\(text)")
    }
    #expect(form["c"]?.value == form["a"]?.value)
  }

  @Test("A seed gives the same UUIDs, and each opening without one gives others")
  func seeds() throws {
    #expect(try ids(opened("x")) == ids(opened("x")))
    #expect(try Set(ids(opened("x"))).isDisjoint(with: ids(opened("y"))))
    #expect(try opened("x").seed == "x")
    let first = try opened(nil)
    #expect(try ids(opened(first.seed)) == ids(first))
    let forms = (0..<100).map { _ in compiled.open(now: .distantPast) }
    #expect(Set(forms.flatMap(ids)).count == 200)
    let plain = try CompiledForm.compile(json: #"{ "sections": [] }"#.utf8)
    #expect(try plain.open(now: .distantPast, seed: "x").seed == nil)
  }

  @Test("A UUID stays: in edits, undo, removed items that come back, and a saved state")
  func stays() throws {
    var form = try opened("x")
    let before = ids(form)
    try form.update { $0.removeItem(in: "l", at: 1) }
    #expect(ids(form) == Array(before.prefix(3)) + before.suffix(1))
    _ = try form.undo()
    #expect(ids(form) == before)
    try form.update { $0.insertItem(in: "l", at: 3) }
    #expect(Array(ids(form).prefix(5)) == before && Set(ids(form)).count == 6)

    var restored = try compiled.open(now: .distantPast, restoring: form.savedState).form
    #expect(ids(restored) == ids(form))
    try restored.update { $0.insertItem(in: "l", at: 4) }
    #expect(Set(ids(restored)).count == 7)
    try restored.set("a", to: .null)
    #expect(restored["a"]?.value == .null)

    // The numbers of items begin anew, and a new item must not be what a saved one was.
    try form.update { $0.removeItem(in: "l", at: 0) }
    var again = try compiled.open(now: .distantPast, restoring: form.savedState, seed: "x").form
    try again.update { for _ in 0..<9 { $0.insertItem(in: "l", at: 0) } }
    #expect(ids(again).count == 14 && Set(ids(again)).count == 14)
  }

  @Test("A row with a UUID that the host adds later gets one, of a seed of this opening")
  func added() throws {
    let plain = try CompiledForm.compile(
      json: #"{ "sections": [{ "tag": "s", "rows": [{ "tag": "a", "type": "int" }] }] }"#.utf8)
    let ids = try (0..<2).map { _ in
      var form = plain.open(now: .distantPast)
      var row = RowDefinition(tag: "b", type: .text)
      row.once = "uuid()"
      try form.update { $0.insertRows([row], at: .end(of: "s")) }
      #expect(form.seed != nil)
      return form["b"]?.value
    }
    #expect(ids[0] != ids[1] && ids[0] != nil && ids[0] != .null)
  }

  @Test(
    "uuid() stands in once and default alone",
    arguments: [
      #""calculated": "uuid()""#, #""suggested": "uuid()""#, #""visible": "uuid() != nil""#,
      #""title": "{uuid()}""#, #""whenChanged": [{ "set": "b", "to": "uuid()" }]"#,
      #""rules": [{ "predicate": "SELF != uuid()", "message": "M" }]"#,
    ])
  func refused(member: String) {
    let json = """
      { "sections": [{ "rows": [
        { "tag": "a", "type": "text", \(member) }, { "tag": "b", "type": "text" }] }] }
      """
    do {
      _ = try CompiledForm.compile(json: json.utf8)
      Issue.record("\(member) is taken")
    } catch {
      #expect(
        error.problems.map(\.message)
          == ["uuid() gives a value that stays, which only 'default' and 'once' do"])
    }
  }

  @Test("Where uuid() stands elsewhere too, each place is judged alone")
  func refusedBehindAnAllowedOne() {
    for place in [#""once": "uuid()""#, #""default": "uuid()""#] {
      let json = """
        { "sections": [{ "rows": [
          { "tag": "a", "type": "text", \(place) },
          { "tag": "b", "type": "text", "calculated": "uuid()" },
          { "tag": "c", "type": "text", "title": "{uuid()}" }] }] }
        """
      do {
        _ = try CompiledForm.compile(json: json.utf8)
        Issue.record("\(json) is taken")
      } catch {
        #expect(error.problems.count == 2)
      }
    }
  }

  @Test("Each set of answers gets UUIDs of its own, and what it gives is kept")
  func answers() throws {
    let compiled = try CompiledForm.compile(
      json: """
        { "sections": [{ "rows": [
          { "tag": "n", "type": "int" },
          { "tag": "a", "type": "text", "once": "uuid()" },
          { "tag": "b", "type": "text", "default": "concat(uuid(), $n)" },
          { "tag": "c", "type": "text", "calculated": "$a" } ] }] }
        """.utf8)
    var validator = AnswerValidator(compiled.open(now: .distantPast))
    var seen: Set<Value> = []
    for _ in 0..<20 {
      let values = validator.validate(json: #"{ "n": 3 }"#.utf8).values
      let (a, b, c) = (values?["a"] ?? .null, values?["b"] ?? .null, values?["c"] ?? .null)
      #expect(a != .null && a == c)
      // The default is computed once, before the answers.
      guard case .string(let text) = b else {
        Issue.record("\(b) is no text")
        continue
      }
      #expect(text.count == 36)
      seen.formUnion([a, b])
    }
    #expect(seen.count == 40)
    #expect(validator.validate(json: #"{ "a": "x" }"#.utf8).values?["a"] == "x")
  }

  @Test("What a reset would give is what it gives")
  func explained() throws {
    let form = try opened("x")
    let reason = form.explain("a")?.first { $0.text == "uuid()" }
    #expect(reason?.result == form["a"]?.value)
  }

  @Test("A function of the host has another name")
  func host() {
    #expect(throws: CompileFailure.self) {
      try CompiledForm.compile(json: Self.json.utf8, functions: ["uuid": { _ in .null }])
    }
  }
}
