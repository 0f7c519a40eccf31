// What a form held, given to the same form, to one that has changed in between, and to another one.

import Foundation
import FormGraph
import Predicate
import TestSupport
import Testing

@Suite struct SavedStateTests {
  private let now = Date(timeIntervalSince1970: 1_714_557_600)

  private static let form = """
    { "inputs": { "locale": "es" }, "sections": [
      { "tag": "plain", "rows": [
        { "tag": "name", "type": "text", "required": true, "rules": [{ "type": "minLength", "value": 3, "id": "short" }] },
        { "tag": "due", "type": "date" },
        { "tag": "mail", "type": "email", "validates": "onChangeAfterBlurred", "rules": ["email"] },
        { "tag": "made", "type": "int", "default": "4 + 3" },
        { "tag": "twice", "type": "int", "calculated": "$made * 2" },
        { "tag": "off", "type": "switch" },
        { "tag": "hidden", "type": "text", "hidden": "$off == true" } ] },
      { "tag": "phones", "kind": "multivalued", "value": [{ "number": "1" }],
        "template": { "rows": [{ "tag": "number", "type": "phone", "rules": ["phone"] }] } },
      { "tag": "tags", "kind": "multivalued", "item": { "type": "text" } } ] }
    """

  private func compiled(_ json: String = form) throws -> CompiledForm {
    try CompiledForm.compile(json: json.utf8)
  }

  /// A form in which much has happened.
  private func filled() throws -> Form {
    var form = try compiled().open(now: now)
    try form.update { draft in
      draft["name"] = "Jo"
      draft["due"] = .date(Date(timeIntervalSince1970: 1_714_521_600))
      draft["made"] = nil
      draft["hidden"] = "x"
      draft["off"] = true
      draft["locale"] = "fr"
      draft.insertItem(in: "phones", at: 1, value: ["number": "no"])
      draft.removeItem(in: "phones", at: 0)
      draft.insertItem(in: "tags", at: 0, value: "a")
    }
    try form.blur("name")
    try form.blur("mail")
    try form.set("mail", to: "me")
    try form.set("mail", to: "me@example.org")
    try form.blur("phones[0].number")
    return form
  }

  private static let translated = """
    { "languages": ["en", "de"], "messages": { "de": { "required": "Bitte {title}.", "greaterOrEqualThan": "Ab {minimum}.", "predicate": "Nein.", "minLength": "Kurz.", "equals": "Nein." } },
      "sections": [ { "rows": [
        { "tag": "a", "type": "text", "required": true },
        { "tag": "b", "type": "text", "value": "x", "validates": "onDemand", "rules": [
          { "type": "minLength", "value": 2, "message": { "en": "Too short.", "de": "Zu kurz." } },
          { "predicate": "SELF != 'x'", "message": { "en": "No x.", "de": "Kein x." } },
          { "predicate": "SELF != 'y'", "message": { "en": "No y.", "de": "Kein y." } },
          { "predicate": "SELF != 'xx'", "id": "own", "message": { "en": "Not {value}.", "de": "Nicht {value}." } } ] },
        { "tag": "n", "type": "int", "minimum": 3, "value": 1, "validates": "onDemand" },
        { "tag": "c", "type": "text", "title": { "en": "Copy", "de": "Kopie" }, "value": "1", "rules": [{ "type": "equals", "tag": "d", "message": { "en": "Not as {other}.", "de": "Nicht wie {other}." } }] },
        { "tag": "d", "type": "text", "title": { "en": "First", "de": "Erstes" }, "value": "2" } ] } ] }
    """

  @Test("Errors that were shown are read in the language of who opens the state")
  func errorsInOtherWords() throws {
    let compiled = try compiled(Self.translated)
    var form = compiled.open(now: now)
    try form.validate(.form)
    func messages(_ form: Form) -> [[String]] {
      ["a", "b", "n", "c"].map { form[$0]?.errors.map(\.message) ?? [] }
    }
    #expect(
      messages(form) == [
        ["This field is required."], ["Too short.", "No x."], ["Must be 3 or greater."],
        ["Not as First."],
      ])
    func reopened(_ form: Form, _ language: Value) throws -> Form {
      let saved = try SavedState(
        JSONReader.read(Array(JSONWriter.text(of: form.savedState.json).utf8)))
      return try compiled.open(now: now, restoring: saved, inputs: ["language": language]).form
    }
    var german = try reopened(form, "de")
    #expect(
      messages(german) == [
        ["Bitte a."], ["Zu kurz.", "Kein x."], ["Ab 3."], ["Nicht wie Erstes."],
      ])
    #expect(german["b"]?.errors.first?.messageID == .minLength)
    try german.set("language", to: "en")
    #expect(messages(german) == messages(form))
    // What is shown may be older than the value.
    try form.set("b", to: "xx")
    try form.validate(.row("b"))
    try form.update { draft in
      draft["b"] = "long"
      draft["n"] = 5
    }
    #expect(messages(form)[1...2] == [["Not xx."], ["Must be 3 or greater."]])
    german = try reopened(form, "de")
    #expect(messages(german)[1...2] == [["Nicht long."], ["Ab 3."]])
    #expect(german["b"]?.errors.first?.id == "own")
  }

  @Test("Errors that the form does not know stay as they were saved")
  func unknownErrors() throws {
    let json = """
      { "version": 1, "values": { "a": null },
        "errors": { "b": [{ "message": "Old.", "id": "gone" }, { "message": "Odd.", "messageID": "email" }] } }
      """
    let saved = try SavedState(JSONReader.read(Array(json.utf8)))
    let form = try compiled(Self.translated).open(
      now: now, restoring: saved, inputs: ["language": "de"]
    ).form
    #expect(form["b"]?.errors.map(\.message) == ["Old.", "Odd."])
  }

  @Test("A state of another form is refused, however large", arguments: [1, 999, 1001, 3000])
  func stateOfAnother(_ count: Int) throws {
    let compiled = try compiled()
    var state = SavedState()
    state.inputs["language"] = "de"
    state.values = ValueDictionary((0..<count).map { ("other\($0)", .int(1)) })
    #expect(throws: EditError.self) { try compiled.open(now: now, restoring: state) }
    // One name that is known is enough.
    state.values["name"] = "Ana"
    let restored = try compiled.open(now: now, restoring: state)
    #expect(restored.form["name"]?.value == "Ana")
    #expect(!restored.misfits.isEmpty)
  }

  @Test("Days and times are written as such, and are read in both spellings")
  func days() throws {
    let compiled = try compiled(
      """
      { "inputs": { "since": { "type": "date", "value": "2024-01-01" } }, "sections": [
        { "rows": [
          { "tag": "day", "type": "date", "value": "2024-05-01", "maximum": "2024-05-31", "validates": "always" },
          { "tag": "at", "type": "time", "minimum": "08:00", "validates": "always" },
          { "tag": "seen", "type": "dateTime", "value": "2024-05-01T08:00:00Z" } ] },
        { "tag": "visits", "kind": "multivalued", "template": { "rows": [{ "tag": "on", "type": "date" }] },
          "value": [{ "on": "2024-04-01" }] } ] }
      """)
    var form = compiled.open(now: now)
    try form.set("day", to: .date(try #require(DateText.date(from: "2024-06-01"))))
    try form.set("at", to: .date(try #require(DateText.time(from: "07:30"))))
    let text = JSONWriter.text(of: form.savedState.json)
    for part in [
      #""day":"2024-06-01","at":"07:30","seen":"2024-05-01T08:00:00Z""#, #""on":"2024-04-01""#,
      #""since":"2024-01-01""#, #""parameters":{"maximum":"2024-05-31"}"#,
      #""parameters":{"minimum":"08:00"}"#,
    ] {
      #expect(text.contains(part), "\(part) in \(text)")
    }
    let older = text.replacing("\"2024-06-01\"", with: "\"2024-06-01T00:00:00Z\"")
      .replacing("\"07:30\"", with: "\"1970-01-01T07:30:00Z\"")
      .replacing("\"2024-05-31\"", with: "\"2024-05-31T00:00:00Z\"")
    for saved in [text, older] {
      let state = try SavedState(JSONReader.read(Array(saved.utf8)))
      let restored = try compiled.open(now: now, restoring: state)
      #expect(restored.misfits.isEmpty)
      #expect(restored.form["day"]?.value == form["day"]?.value)
      #expect(restored.form["at"]?.value == form["at"]?.value)
      #expect(restored.form["day"]?.errors == form["day"]?.errors)
      #expect(restored.form["at"]?.errors == form["at"]?.errors)
      #expect(JSONWriter.text(of: restored.form.savedState.json) == text)
    }
  }

  @Test("Dates come back to the last digit")
  func dates() throws {
    let compiled = try CompiledForm(
      FormDefinition(sections: [SectionDefinition(rows: [RowDefinition(tag: "t", type: .dateTime)])]
      ))
    var form = compiled.open(now: Date(timeIntervalSinceReferenceDate: 0))
    var random = SplitMix64.forTest(7)
    var instants = [
      0.5, -0.5, 86_400.001, 252_423_993_599.999_97, -63_113_904_000, 8e8 + 0.1 + 0.2,
    ]
    for _ in 0..<200 {
      let sign: Double = random.next() & 1 == 0 ? 1 : -1
      instants.append(sign * (86_400 + Double(random.next() >> 11) / 0x1p53 * 6e10))
      instants.append(sign * (86_400 + Double(random.next() >> 11) / 0x1p53 * 1e9))
      instants.append(sign * (86_400 + Double(random.next() >> 11) / 0x1p53))
    }
    for instant in instants {
      let date = Date(timeIntervalSinceReferenceDate: instant)
      try form.set("t", to: .date(date))
      let text = JSONWriter.text(of: form.savedState.json)
      let state = try SavedState(JSONReader.read(Array(text.utf8)))
      let restored = try compiled.open(now: form.now, restoring: state)
      #expect(
        restored.form["t"]?.value == .date(date), "seed \(random.seed): \(instant) in \(text)")
      #expect(restored.misfits.isEmpty)
    }
    let before = form.json
    #expect(throws: EditError.self) { try form.set("t", to: .date(.distantPast)) }
    #expect(form.json == before)
  }

  @Test("What the same form held is there again: values, inputs, items, errors and marks")
  func roundTrip() throws {
    let form = try filled()
    let text = JSONWriter.text(of: form.savedState.json)
    let state = try SavedState(JSONReader.read(Array(text.utf8)))
    for state in [state, form.savedState] {
      let restored = try compiled().open(now: now, restoring: state, allowsMisfits: false)
      #expect(restored.misfits.isEmpty)
      #expect(restored.form.values(includingHidden: true) == form.values(includingHidden: true))
      #expect(restored.form.inputs == form.inputs)
      #expect(restored.form["made"]?.value == .null)
      #expect(restored.form["hidden"]?.value == "x")
      #expect(restored.form["name"]?.errors == form["name"]?.errors)
      #expect(restored.form["name"]?.errors.first?.id == "short")
      #expect(restored.form["phones[0].number"]?.errors.count == 1)
      #expect(restored.form["mail"]?.wasBlurred == true)
      #expect(restored.form.savedState.values == form.savedState.values)
      #expect(!restored.form.isDirty)
      #expect(restored.form.undoCount == 0)
      // The row was left before, so that its next change is looked at.
      var next = restored.form
      try next.set("mail", to: "me")
      #expect(next["mail"]?.errors.count == 1)
    }
    #expect(JSONWriter.text(of: state.json) == text)
  }

  @Test("Items come with the numbers they had")
  func itemNumbers() throws {
    let form = try filled()
    let old = try #require(form.section("phones")?.items?.first?.id)
    let restored = try compiled().open(now: now, restoring: form.savedState)
    let new = try #require(restored.form.section("phones")?.items?.first?.id)
    let pairs = try #require(restored.items["phones"])
    #expect(pairs.map(\.number) == [old.number])
    #expect(pairs.map(\.item) == [new])
  }

  @Test("Items of which everything is calculated come again, as many as there were")
  func calculatedItems() throws {
    let compiled = try compiled(
      """
      { "sections": [{ "tag": "places", "kind": "multivalued", "value": [null], "minimum": 1,
        "item": { "type": "int", "calculated": "$item.index * 2" } }] }
      """)
    var form = compiled.open(now: now)
    try form.update { $0.insertItem(in: "places", at: 0) }
    let restored = try compiled.open(now: now, restoring: form.savedState, allowsMisfits: false)
    #expect(restored.form.values()["places"] == [0, 2])
  }

  @Test("A form that has changed takes what fits and says what does not")
  func changedForm() throws {
    let state = try filled().savedState
    let changed = try compiled(
      """
      { "inputs": { "locale": { "type": "int", "value": 3 } }, "sections": [
        { "rows": [
          { "tag": "name", "type": "int" },
          { "tag": "mail", "type": "email", "rules": ["email"] },
          { "tag": "made", "type": "int", "calculated": "1 + 1" },
          { "tag": "off", "type": "switch" }, { "tag": "new", "type": "text", "value": "n" } ] },
        { "tag": "phones", "kind": "multivalued", "minimum": 2,
          "value": [{ "nr": "1" }, { "nr": "2" }, { "nr": "3" }],
          "template": { "rows": [{ "tag": "nr", "type": "phone" }] } },
        { "tag": "tags", "kind": "multivalued", "maximum": 0, "item": { "type": "text" } } ] }
      """)
    let restored = try changed.open(now: now, restoring: state)
    #expect(
      restored.misfits.map(\.description) == [
        "'locale' holds a whole number, not 'fr'",
        "'name' holds a whole number, not 'Jo'",
        "unknown tag 'due'",
        "unknown tag 'hidden'",
        "'phones[0]' has no 'number'",
        "'made' is calculated: 1 + 1, which gives 2, not nil; set what the formula reads",
      ])
    #expect(
      Value.dictionary(restored.form.values()).equals([
        "name": nil, "mail": "me@example.org", "made": 2, "off": true, "new": "n",
        "phones": [["nr": "1"]], "tags": ["a"],
      ]))
    #expect(restored.form.inputs["locale"] == 3)
    #expect(throws: EditError.self) {
      try changed.open(now: now, restoring: state, allowsMisfits: false)
    }
  }

  @Test("A choice that is no option any more is there and invalid, as ever")
  func goneOption() throws {
    func form(_ options: String) throws -> CompiledForm {
      try compiled(
        """
        { "sections": [{ "rows": [{ "tag": "a", "type": "picker", "options": \(options) }] }] }
        """)
    }
    var old = try form("[1, 2]").open(now: now)
    try old.set("a", to: 2)
    let restored = try form("[1]").open(now: now, restoring: old.savedState)
    #expect(restored.misfits.isEmpty)
    #expect(restored.form["a"]?.value == 2)
    #expect(restored.form.canSubmit == false)
  }

  @Test("A state of another form opens nothing, and names what it has no row for")
  func anotherForm() throws {
    let other = try compiled(
      """
      { "sections": [{ "rows": [{ "tag": "age", "type": "int", "value": 4 }] }] }
      """)
    let compiled = try compiled()
    do throws(EditError) {
      _ = try compiled.open(now: now, restoring: other.open(now: now).savedState)
      Issue.record("it opened")
    } catch {
      #expect(error.reasons.map(\.tag) == ["age"])
      #expect(error.description == "unknown tag 'age'")
    }
    let empty = try compiled.open(now: now, restoring: SavedState())
    #expect(empty.misfits.isEmpty)
  }

  @Test("An input that the host gives counts, and what a strict form cannot stand is refused")
  func inputsAndStrictness() throws {
    let state = try filled().savedState
    let given = try compiled().open(now: now, restoring: state, inputs: ["locale": "de"])
    #expect(given.form.inputs["locale"] == "de")
    #expect(throws: EditError.self) {
      try compiled().open(now: now, restoring: state, inputs: ["lokale": "de"])
    }
    let strict = try compiled(
      """
      { "sections": [{ "rows": [{ "tag": "a", "type": "text" },
        { "tag": "b", "type": "label", "hidden": "$a > 3" }] }] }
      """)
    var bad = SavedState()
    bad.values["a"] = "x"
    #expect(try strict.open(now: now, restoring: bad).form.problems.count == 1)
    #expect(throws: EditError.self) {
      try strict.open(now: now, restoring: bad, isStrict: true)
    }
  }

  @Test(
    "What is no saved state is refused with its place",
    arguments: [
      ("[]", "a saved state must be an object", 0..<2),
      ("{}", "this is not a saved state: 'version' is missing", 0..<1),
      (#"{"version": 2}"#, "the version of a saved state must be 1", 12..<13),
      (#"{"version": 1, "value": {}}"#, "'value' is not a key of a saved state", 15..<22),
      (#"{"version": 1, "values": []}"#, "'values' must be an object", 25..<27),
      (#"{"version": 1, "items": {"a": 1}}"#, "a list of items must be a list", 30..<31),
      (
        #"{"version": 1, "items": {"a": ["1"]}}"#, "the number of an item must be a number", 31..<34
      ),
      (#"{"version": 1, "blurred": [1]}"#, "a name in 'blurred' must be text", 27..<28),
      (#"{"version": 1, "errors": {"a": [{}]}}"#, "an error needs a 'message'", 32..<34),
      (
        #"{"version": 1, "errors": {"a": [{"message": "", "severity": "bad"}]}}"#,
        "unknown severity 'bad'", 60..<65
      ),
      (
        #"{"version": 1, "errors": {"a": [{"message": 1}]}}"#,
        "'message' of an error must be text", 44..<45
      ),
      (
        #"{"version": 1, "errors": {"a": [{"text": "x"}]}}"#, "'text' is not a key of an error",
        33..<39
      ),
    ])
  func unreadable(_ text: String, _ message: String, _ range: Range<Int>) throws {
    do throws(Problem) {
      _ = try SavedState(JSONReader.read(Array(text.utf8)))
      Issue.record("it was read")
    } catch {
      #expect(error.message == message)
      #expect(error.range == range)
    }
  }

  @Test("Errors that were shown are read as they were, warnings as warnings")
  func shownErrorsAreRead() throws {
    let text =
      #"{"version":1,"values":{},"errors":{"a":[{"message":"m","severity":"warning","id":"x"},{"message":"n"}]}}"#
    let state = try SavedState(JSONReader.read(Array(text.utf8)))
    #expect(state.errors.map(\.row) == ["a"])
    #expect(
      state.errors.map(\.errors) == [
        [RowError("m", severity: .warning, id: "x"), RowError("n", severity: .error, id: nil)]
      ])
    #expect(JSONWriter.text(of: state.json) == text)
  }

  // MARK: - Sections to choose from

  private static let choices = """
    { "sections": [
      { "tag": "size", "kind": "selectable", "options": ["S", "M", "L"], "required": true },
      { "tag": "days", "kind": "selectable", "selection": "multiple", "name": "on days", "maximum": 2,
        "options": [1, 2, 3], "value": [3] },
      { "tag": "far", "kind": "selectable", "options": ["a"], "hidden": "$size != 'L'" },
      { "tag": "told", "kind": "selectable", "options": ["few", "many"],
        "calculated": "TERNARY($days.@count > 1, 'many', 'few')" } ] }
    """

  @Test("What is chosen in sections is saved under their tags, and there again with its marks")
  func chosen() throws {
    let compiled = try compiled(Self.choices)
    var form = compiled.open(now: now)
    try form.validate()
    #expect(form["size"]?.errors.count == 1)
    try form.select(1, of: "days")
    try form.set("far", to: "a")
    let text = JSONWriter.text(of: form.savedState.json)
    let state = try SavedState(JSONReader.read(Array(text.utf8)))
    #expect(state.values == ValueDictionary(["size": nil, "days": [1, 3], "far": "a"]))
    #expect(state.errors.map(\.row) == ["size"])
    let restored = try compiled.open(now: now, restoring: state, allowsMisfits: false)
    #expect(restored.misfits.isEmpty)
    #expect(restored.form.savedState == state)
    #expect(restored.form["far"]?.value == "a")
    #expect(restored.form["told"]?.value == "many")
    #expect(restored.form["size"]?.errors == form["size"]?.errors)
    #expect(!restored.form.isDirty)
    // What is tapped next goes on from there.
    var next = restored.form
    try next.select(3, of: "days")
    #expect(next["days"]?.value == [1])
    #expect(next["told"]?.value == "few")
  }

  @Test("A section that chooses otherwise now takes what fits and says what does not")
  func chosenOtherwise() throws {
    var form = try compiled(Self.choices).open(now: now)
    try form.set("size", to: "M")
    let changed = try compiled(
      """
      { "sections": [
        { "tag": "size", "kind": "selectable", "options": ["S"] },
        { "tag": "days", "kind": "selectable", "options": [3], "value": 3 } ] }
      """)
    let restored = try changed.open(now: now, restoring: form.savedState)
    #expect(restored.form["size"]?.value == "M")
    #expect(restored.form["size"]?.isValid == false)
    #expect(restored.form["days"]?.value == 3)
    #expect(restored.misfits.map(\.tag) == ["days", "far"])
  }

  @Test("What is chosen is set with everything else, by the names that answers give it")
  func chosenTogether() throws {
    var form = try compiled(Self.choices).open(now: now)
    let changes = try form.setValues(["size": "L", "on days": [2, 1], "told": "many"])
    #expect(changes.changes.contains { $0.tag == "far" })
    #expect(form.answersJSON() == #"{"size":"L","on days":[1,2],"far":null,"told":"many"}"#)
    var other = try compiled(Self.choices).open(now: now)
    try other.setAnswers(json: form.answersJSON().utf8)
    #expect(other.answersJSON() == form.answersJSON())
    try other.setValues(["days": nil])
    #expect(other["days"]?.value == .null)
    // A host may set what is no option, as of any row; it is there and invalid.
    try other.setValues(["size": "XL"])
    #expect(other.firstInvalid?.tag == "size")
    #expect(other.canSubmit == false)
  }

  @Test("What a section cannot hold, and a tap on what is no option, is refused with its reason")
  func chosenWrongly() throws {
    var form = try compiled(Self.choices).open(now: now)
    let before = form.answersJSON(includingHidden: true)
    func reasons(_ edit: (inout Form) throws(EditError) -> Void) -> [String] {
      do throws(EditError) { try edit(&form) } catch { return error.reasons.map(\.description) }
      return []
    }
    #expect(
      reasons { form throws(EditError) in
        try form.setValues(["size": ["S"], "days": 1])
      } == [
        "'size' holds one option's value, not {'S'}",
        "'days' holds a list of options' values, not 1",
      ])
    #expect(
      reasons { form throws(EditError) in try form.setValues(["told": "many"]) } == [
        "'told' is calculated: TERNARY($days.@count > 1, 'many', 'few'), which gives 'few', not 'many'; set what the formula reads"
      ])
    #expect(
      reasons { form throws(EditError) in try form.setAnswers(json: #"{"size": {}}"#.utf8) }.count
        == 1)
    #expect(
      reasons { form throws(EditError) in try form.select("XL", of: "size") }
        == ["'size' has no option 'XL'; did you mean 'L'? its options are 'S', 'M', 'L'"])
    #expect(
      reasons { form throws(EditError) in try form.setValues(["far": "a"], as: .user) }
        == ["'far' is hidden"])
    #expect(form.answersJSON(includingHidden: true) == before)
  }

  @Test("Numbers of items that no form gives, and more of them than there are, do no harm")
  func hostileNumbers() throws {
    let text = """
      {"version": 1, "values": {"tags": ["a"]}, "items": {"tags": [9223372036854775807, -1], "no": [1]},
       "blurred": ["tags[9].x", "tags[0]", "no", "locale"]}
      """
    let state = try SavedState(JSONReader.read(Array(text.utf8)))
    let restored = try compiled().open(now: now, restoring: state)
    #expect(restored.items.isEmpty)
    #expect(
      restored.misfits.map(\.description) == [
        "'tags' has no position 9: it has 1 item", "unknown tag 'no'",
        "'locale' is an input, not a row", "'tags' was saved with 1 item and 2 numbers",
      ])
  }

  @Test(
    "Numbers that no items can have are told, and refused where nothing may be left out",
    arguments: [
      (#""tags": [4, 1]"#, ["tags": [4, 1]], nil),
      (#""tags": [4, 4]"#, [:], "two items of 'tags' have the number 4"),
      (#""tags": [0, -1]"#, [:], "no item of 'tags' can have the number -1"),
      (#""tags": [0, 2147483648]"#, [:], "no item of 'tags' can have the number 2147483648"),
      (#""tags": [2147483647, 0]"#, ["tags": [2147483647, 0]], nil),
      (#""tags": []"#, [:], "'tags' was saved with 2 items and 0 numbers"),
      (#""tags": [1, 2, 3]"#, [:], "'tags' was saved with 2 items and 3 numbers"),
      (#""phones": [1]"#, [:], "'phones' was saved with 0 items and 1 number"),
      (#""tag": [1]"#, [:], "unknown section 'tag'; did you mean tags?"),
      (#""name": [1]"#, [:], "'name' is not a section"),
      (#""plain": [1]"#, [:], "'plain' has no items"),
    ] as [(String, [String: [Int]], String?)])
  func wrongNumbers(_ items: String, _ numbers: [String: [Int]], _ misfit: String?) throws {
    let text = #"{"version": 1, "values": {"tags": ["a", "b"]}, "items": {\#(items)}}"#
    let state = try SavedState(JSONReader.read(Array(text.utf8)))
    let form = try compiled()
    let restored = try form.open(now: now, restoring: state)
    #expect(restored.misfits.map(\.description) == (misfit.map { [$0] } ?? []))
    #expect(restored.items.mapValues { $0.map(\.number) } == numbers)
    #expect(restored.form.values()["tags"] == ["a", "b"])
    if let misfit {
      do throws(EditError) {
        _ = try form.open(now: now, restoring: state, allowsMisfits: false)
        Issue.record("it opened")
      } catch {
        #expect(error.description == misfit)
      }
    }
  }

  @Test("Nothing of a restored form is dirty, and a reset goes back to what its definition says")
  func resetting() throws {
    var old = try filled()
    try old.set("off", to: false)
    var form = try compiled().open(now: now, restoring: old.savedState).form
    #expect(!form.isDirty)
    try form.set("name", to: "Joe")
    #expect(form.dirtyRows.map(\.tag) == ["name"])
    try form.set("name", to: "Jo")
    #expect(!form.isDirty)
    try form.reset("made")
    #expect(form["made"]?.value == 7)
    #expect(form.isDirty("made") == true)
    try form.resetAll()
    #expect(form.values() == (try compiled().open(now: now).values()))
    #expect(form.isDirty)
  }

  @Test("Of an item that was told of nothing more is said, of one that never was it is")
  func markedItems() throws {
    let text = """
      {"version": 1, "values": {"ph": [{"x": 1}, {"x": 2}]}, "blurred": ["ph[1].x", "ph[99].x"]}
      """
    let form = try compiled(
      """
      { "sections": [{ "tag": "ph", "kind": "multivalued", "count": 1,
        "template": { "rows": [{ "tag": "x", "type": "int" }] } }] }
      """)
    let state = try SavedState(JSONReader.read(Array(text.utf8)))
    let restored = try form.open(now: now, restoring: state)
    #expect(
      restored.misfits.map(\.description) == [
        "'ph' has as many items as 1 says, which is 1, not 2; set what the formula reads",
        "'ph' has no position 99: it has 1 item",
      ])
  }
}

@Test("Nil of a row that hiding clears is an answer only if the state says so")
func nilOfClearedRows() throws {
  let compiled = try CompiledForm.compile(
    json: #"""
      { "whenHidden": "clear", "sections": [
        { "rows": [
          { "tag": "k", "type": "switch" },
          { "tag": "n", "type": "int", "value": 7, "visible": "$k == YES" },
          { "tag": "s", "type": "switch", "visible": "$k == YES" } ] },
        { "tag": "l", "kind": "multivalued", "item": { "type": "int", "value": 5 } },
        { "tag": "m", "kind": "multivalued", "template": { "rows": [
          { "tag": "x", "type": "int", "default": "6", "visible": "$k == YES" } ] } } ] }
      """#.utf8)
  func opened(_ state: String) throws -> RestoredForm {
    try compiled.open(
      now: Date(timeIntervalSince1970: 0),
      restoring: SavedState(JSONReader.read(Array(state.utf8))))
  }
  let lists = #""l": [null], "m": [{ "x": null }]"#
  // As it was saved before rows that hold nothing were left out.
  var old = try opened(#"{"version": 1, "values": {"k": false, "n": null, "s": null, \#(lists)}}"#)
  #expect(old.misfits.isEmpty && !old.form.isDirty)
  #expect(old.form["n"]?.value == .null && old.form["l[0]"]?.value == 5)
  var form = old.form
  try form.set("k", to: true)
  #expect(
    Value.dictionary(form.values()).equals([
      "k": true, "n": 7, "s": false, "l": [5], "m": [["x": 6]],
    ]))
  old = try opened(#"{"version": 1, "values": {"k": true, "n": null, "s": null, \#(lists)}}"#)
  #expect(old.form.values() == form.values())
  // What a user has erased stays so.
  for name in ["n", "l[0]", "m[0].x"] { try form.set(name, to: .null) }
  #expect(form.savedState.erased == ["n", "l[0]", "m[0].x"])
  let again = try opened(JSONWriter.text(of: form.savedState.json)).form
  #expect(again.values() == form.values())
  #expect(again.savedState == form.savedState)
  try form.set("k", to: false)
  #expect(
    JSONWriter.text(of: form.savedState.json).contains(
      #""values":{"k":false,"l":[null],"m":[{}]},"erased":["l[0]"]"#))
}
