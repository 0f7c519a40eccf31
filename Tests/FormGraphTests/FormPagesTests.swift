// Pages in Swift: built, explained, saved, observed, and as JSON. How they behave is told by
// Scenarios/pages.txt.

import Foundation
import Predicate
import Testing

@testable import FormGraph

@Suite struct FormPagesTests {
  private let now = Date(timeIntervalSinceReferenceDate: 0)

  private static let pages = [
    PageDefinition("You", sections: ["you"]),
    PageDefinition("Hotel", tag: "hotel", sections: ["room"], hidden: "$stays != YES"),
    PageDefinition("End", sections: ["end"], extra: 1),
  ]

  private static let definition = FormDefinition("Trip", pages: pages) {
    SectionDefinition(tag: "you") {
      RowDefinition(.text, "name") { $0.required = true }
      RowDefinition(.switch, "stays")
    }
    SectionDefinition(tag: "room") { RowDefinition(.int, "nights") { $0.required = true } }
    SectionDefinition(tag: "end") { RowDefinition(.text, "note") }
  }

  private func form() throws -> Form { try CompiledForm(Self.definition).open(now: now) }

  @Test("Pages that are built are those that a file says")
  func builtAndRead() throws {
    let json = """
      { "title": "Trip", "sections": [
        { "tag": "you", "rows": [
          { "tag": "name", "type": "text", "required": true }, { "tag": "stays", "type": "switch" } ] },
        { "tag": "room", "rows": [ { "tag": "nights", "type": "int", "required": true } ] },
        { "tag": "end", "rows": [ { "tag": "note", "type": "text" } ] } ],
        "pages": [
          { "title": "You", "sections": ["you"] },
          { "tag": "hotel", "title": "Hotel", "hidden": "$stays != YES", "sections": ["room"] },
          { "title": "End", "sections": ["end"], "extra": 1 } ] }
      """
    let (file, problems) = DefinitionReader.read(try JSONReader.read(Array(json.utf8)))
    #expect(problems == [])
    #expect(file == Self.definition)
    let again = DefinitionReader.read(
      try JSONReader.read(Array(JSONWriter.text(of: file.json).utf8)))
    #expect(again.definition == file)
  }

  @Test("The opposite of hidden can be said of a page")
  func visible() {
    var page = PageDefinition(sections: ["a"])
    #expect(page.visible == nil)
    page.visible = "$x == 1"
    #expect(page.hidden == ConditionDefinition(.predicate("$x == 1"), isInverted: true))
    #expect(page.visible == "$x == 1")
  }

  @Test("A page is gone to by its index, forward as far as the pages between can be left")
  func goesToIndex() throws {
    var form = try form()
    let refused = try form.go(toPage: 2).refusedMove
    #expect(refused?.page == 0 && refused?.firstInvalidTag == "name" && form.currentPage == 0)
    #expect(form["name"]?.errors.count == 1 && form["nights"]?.errors.isEmpty == true)
    for hidden in [1, 3, -1, .max, .min] {
      #expect(throws: EditError.self, "\(hidden)") { try form.go(toPage: hidden) }
    }
    try form.setValues(["name": "Ana", "stays": true])
    let stopped = try form.go(toPage: 2)
    #expect(stopped.refusedMove?.page == 1 && stopped.page == PageMove(old: 0, new: 1))
    try form.set("nights", to: 2)
    #expect(try form.go(toPage: 2).refusedMove == nil && form.currentPage == 2)
    #expect(try form.go(toPage: 2).isEmpty)
    #expect(try form.go(toPage: 0).page == PageMove(old: 2, new: 0))
    // Nothing on the way back is judged.
    try form.set("name", to: .null)
    #expect(throws: EditError.self) { try form.update { $0.go(toPage: 7) } }
    #expect(form.currentPage == 0)
  }

  @Test("The host jumps to a page, whatever is wrong before it")
  func jumpsToIndex() throws {
    var form = try form()
    let jumped = try form.jump(toPage: 2)
    #expect(jumped.page == PageMove(old: 0, new: 2) && jumped.refusedMove == nil)
    #expect(form["name"]?.errors.isEmpty == true && form.currentPage == 2)
    for hidden in [1, 3, -1, .max, .min] {
      #expect(throws: EditError.self, "\(hidden)") { try form.jump(toPage: hidden) }
    }
    #expect(throws: EditError.self) { try form.update(as: .user) { $0.jump(toPage: 0) } }
    #expect(form.currentPage == 2)
    // The page is looked for after all edits of the transaction.
    try form.update { draft in
      draft.jump(toPage: 1)
      draft.set("stays", to: true)
    }
    #expect(form.currentPage == 1)
    #expect(try form.jump(toPage: 1).isEmpty)
  }

  @Test("A page says what it is")
  func states() throws {
    var form = try form()
    #expect(form.pages.map(\.id) == [0, 1, 2])
    #expect(form.pages.map(\.title) == ["You", "Hotel", "End"])
    #expect(form.pages.map(\.tag) == [nil, "hotel", nil])
    #expect(form.pages[2].definition.extra == 1)
    #expect(form.pages[1].sections == [try #require(form.section("room")).id])
    #expect(form.pages.map(\.isVisible) == [true, false, true])
    #expect(form.pages.map(\.isComplete) == [false, true, true])
    let changes = try form.set("stays", to: true)
    #expect(changes.pageChanges.map(\.new) == [form.pages[1]])
    #expect(changes.progress.old.required == 1 && changes.progress.new.required == 2)
    #expect(form.progress == changes.progress.new && !form.progress.isComplete)
  }

  @Test("What hides a page is the reason that its sections and rows are hidden")
  func reasons() throws {
    var form = try form()
    for tag in ["room", "nights"] {
      let reasons = try #require(form.explain(.hidden, of: tag))
      #expect(reasons.map(\.owner) == [.page] && reasons.map(\.tag) == ["hotel"])
      #expect(reasons.map(\.result) == [true])
    }
    let changes = try form.set("stays", to: true)
    let hidden = changes.changes.filter { $0.property == .hidden }
    #expect(hidden.map(\.tag) == ["room", "nights"])
    #expect(hidden.flatMap(\.texts).map(\.owner) == [.page, .page])
    #expect(hidden.allSatisfy { $0.because == ["stays"] && $0.cause == .condition })
    #expect(changes.evaluatedCount == 1)
  }

  @Test("A condition is read once for all sections of a page")
  func oneCondition() throws {
    let form = try CompiledForm(
      FormDefinition(
        pages: [PageDefinition(hidden: "$x == 1", sections: ["a", "b", "c"])]
      ) {
        SectionDefinition(tag: "a") {}
        SectionDefinition(tag: "b", hidden: "$x == 1") {}
        SectionDefinition(tag: "c") {}
        SectionDefinition { RowDefinition(.int, "x") }
      }
    ).open(now: now)
    #expect(form.conditionCount == 1)
  }

  @Test("A saved state knows the page")
  func saved() throws {
    let compiled = try CompiledForm(Self.definition)
    var form = compiled.open(now: now)
    #expect(form.savedState.page == "you")
    try form.setValues(["name": "Ana", "stays": true, "nights": 1])
    try form.goForward()
    let text = JSONWriter.text(of: form.savedState.json)
    #expect(text.contains(#""page":"room""#))
    let state = try SavedState(JSONReader.read(Array(text.utf8)))
    #expect(state == form.savedState)
    let restored = try compiled.open(now: now, restoring: state)
    #expect(restored.misfits == [] && restored.form.currentPage == 1)

    var elsewhere = state
    elsewhere.values["stays"] = false
    #expect(try compiled.open(now: now, restoring: elsewhere).form.currentPage == 2)
    elsewhere.page = "garden"
    let misfit = try compiled.open(now: now, restoring: elsewhere)
    #expect(misfit.misfits.map(\.message) == ["section 'garden' is on no page"])
    #expect(misfit.form.currentPage == 0)
    var unsaid = state
    unsaid.page = nil
    #expect(try compiled.open(now: now, restoring: unsaid).form.currentPage == 0)

    // Another version of the form, in which the page stands elsewhere.
    var other = Self.definition
    other.pages.swapAt(0, 1)
    #expect(try CompiledForm(other).open(now: now, restoring: state).form.currentPage == 0)
  }

  @Test("The page of a saved state is text")
  func savedMistake() throws {
    let root = try JSONReader.read(Array(#"{ "version": 1, "page": 1 }"#.utf8))
    #expect(throws: Problem.self) { try SavedState(root) }
  }

  @Test("A live form tells that the user has gone from page to page, and what is refused")
  func live() throws {
    let live = LiveForm(try form())
    var told: [ChangeSet] = []
    let subscription = live.observe { told.append($0) }
    try live.goForward()
    #expect(told.last?.refusedMove?.firstInvalidTag == "name" && told.last?.page == nil)
    try live.set("name", to: "Ana")
    try live.goForward()
    #expect(told.last?.page == PageMove(old: 0, new: 2))
    try live.goForward()
    #expect(told.count == 3, "nothing has happened")
    try live.goBack()
    #expect(told.last?.page == PageMove(old: 2, new: 0) && live.form.currentPage == 0)
    subscription.cancel()
  }

  @Test("A refusal names the page and the row")
  func refusal() throws {
    var form = try form()
    let refused = try form.goForward().refusedMove
    #expect(refused?.page == 0 && refused?.firstInvalid == form["name"]?.id)
    #expect(form["name"]?.errors.count == 1)
  }

  @Test("A form without pages says nothing of them")
  func none() throws {
    var form = try CompiledForm(
      FormDefinition { SectionDefinition { RowDefinition(.text, "a") { $0.required = true } } }
    ).open(now: now)
    func keys(_ value: Value) -> [String] {
      if case .dictionary(let members) = value { Array(members.keys) } else { [] }
    }
    #expect(Set(keys(form.json)).isDisjoint(with: ["pages", "page", "progress"]))
    let changes = try form.set("a", to: "b")
    #expect(Set(keys(changes.json)).isDisjoint(with: ["pages", "page", "progress"]))
    #expect(form.savedState.page == nil && form.pages == [] && form.currentPage == nil)
    #expect(form.progress.isComplete)
  }

  private func member(_ key: String, of value: Value) -> Value {
    if case .dictionary(let members) = value { members[key] ?? .null } else { .null }
  }

  @Test("The JSON of a form and of its changes tells of pages")
  func json() throws {
    var form = try form()
    let state = form.json
    #expect(member("page", of: state) == 0)
    #expect(member("progress", of: state) == ["required": 1, "answered": 0])
    let room = form.topology.id(of: .section(try #require(form.section("room")).id.index))
    let name = form.id(of: try #require(form["name"]).id)
    let hotel: Value = [
      "tag": "hotel", "title": "Hotel", "sections": ["room"], "sectionIds": [.string(room)],
      "visible": false, "valid": true,
      "complete": true, "progress": ["required": 0, "answered": 0],
    ]
    if case .array(let pages) = member("pages", of: state) {
      #expect(pages.count == 3 && pages[1] == hotel)
    }
    #expect(
      member("refusedMove", of: try form.goForward().json)
        == ["page": 0, "firstInvalid": "name", "firstInvalidId": .string(name)])
    let answered = try form.set("name", to: "Ana").json
    let expected: Value = [
      ["page": 0, "attribute": "valid", "old": false, "new": true],
      ["page": 0, "attribute": "complete", "old": false, "new": true],
      [
        "page": 0, "attribute": "progress", "old": ["required": 1, "answered": 0],
        "new": ["required": 1, "answered": 1],
      ],
    ]
    #expect(member("pages", of: answered) == expected)
    #expect(
      member("progress", of: answered)
        == ["old": ["required": 1, "answered": 0], "new": ["required": 1, "answered": 1]])
    #expect(member("page", of: try form.goForward().json) == ["old": 0, "new": 2])
  }

  @Test("An item that an edit inserts and removes again changes no page")
  func insertedAndRemoved() throws {
    let json = """
      { "sections": [ { "tag": "trips", "kind": "multivalued", "template": { "sections": [
        { "tag": "trip", "title": "To {$to}", "hidden": "$to == 'x'", "rows": [
          { "tag": "to", "type": "text", "default": "'x'", "required": true } ] },
        { "tag": "stops", "kind": "multivalued", "minimum": 1, "item": { "type": "text" } } ] } } ],
        "pages": [ { "sections": ["trips"] } ] }
      """
    var form = try CompiledForm.compile(json: Array(json.utf8)).open(now: now)
    let before = form.json
    let set = try form.update { draft in
      draft.insertItem(in: "trips", at: 0)
      draft.removeItem(in: "trips", at: 0)
    }
    #expect(set.pageChanges == [])
    #expect(member("pages", of: set.json) == nil)
    #expect(form.json == before)
  }
}
