// Forms written down in Swift: by builders, by operators, and the same form from a file.

import FormGraph
import Foundation
import Predicate
import Testing

@Suite struct BuilderTests {
  private func read(_ json: String) throws -> FormDefinition {
    let (definition, problems) = DefinitionReader.read(try JSONReader.read(Array(json.utf8)))
    #expect(problems.isEmpty)
    return definition
  }

  /// The tags of the rows by section: `a b / c`.
  private func tags(_ form: FormDefinition) -> String {
    form.sections.map { $0.rows.map { $0.tag ?? "-" }.joined(separator: " ") }
      .joined(separator: " / ")
  }

  private func row(_ tag: String) -> RowDefinition { RowDefinition(.text, tag) }

  @Test("A form that a builder makes is the one that a file says")
  func builtAndRead() throws {
    let file = try read(
      """
      { "title": "Contact", "inputs": { "locale": "es" }, "whenHidden": "nil", "readOnly": "$locale == 'fr'",
        "extra": 1, "suppress": [{ "id": "tag/case", "justification": "J" }], "sections": [
        { "title": "Who", "tag": "who", "footer": "F", "hidden": false, "enabled": "$locale != nil",
          "whenHidden": "keep", "collapsed": true, "extra": 2,
          "suppress": [{ "id": "row/unused", "justification": "K" }], "rows": [
          { "tag": "name", "type": "name", "title": "Name", "required": true, "placeholder": "Full" },
          { "tag": "status", "type": "segmented", "options": ["guest", "member"], "value": "member" },
          { "tag": "level", "type": "push", "options": [1, 2] },
          { "tag": "company", "type": "text", "visible": "ANY $phones.kind == 'work'", "whenHidden": "clear" },
          { "tag": "adult", "type": "label", "hidden": { "function": "isChild", "dependsOn": ["level"] } },
          { "tag": "code", "type": "text", "rules": ["notBlank", { "type": "maxLength", "value": 4, "message": "M" }],
            "validates": "onBlur" } ] },
        { "tag": "phones", "title": "Phones", "kind": "multivalued", "allows": ["insert"], "minimum": 1,
          "maximum": 5, "value": [{ "number": "1" }], "disabled": true,
          "template": { "rows": [{ "tag": "kind", "type": "text" }, { "tag": "number", "type": "phone" }] } },
        { "tag": "names", "kind": "multivalued", "item": { "type": "text",
          "suppress": [{ "id": "b", "justification": "L" }] }, "value": ["a"] } ] }
      """)
    let who = SectionDefinition(
      "Who", tag: "who", footer: "F", hidden: false, whenHidden: .keep, isCollapsed: true, extra: 2
    ) {
      RowDefinition(.name, "name", title: "Name") {
        $0.required = true
        $0.texts.placeholder = "Full"
      }
      RowDefinition(.segmented, "status", value: "member", options: ["guest", "member"])
      RowDefinition(.push, "level", options: [1, 2])
      RowDefinition(.text, "company") {
        $0.visible = "ANY $phones.kind == 'work'"
        $0.whenHidden = .clear
      }
      RowDefinition(.label, "adult") { $0.hidden = .function("isChild", dependsOn: ["level"]) }
      RowDefinition(.text, "code") {
        $0.add(RuleDefinition(.notBlank))
        $0.add([RuleDefinition(.maxLength(4), message: "M")])
        $0.validates = .onBlur
      }
    }
    let locale = "$locale"
    let built = FormDefinition(
      "Contact", inputs: [InputDefinition(name: "locale", type: .text, value: "es")],
      whenHidden: .nil, readOnly: .predicate("\(locale) == 'fr'"), extra: 1
    ) {
      enabled(who.suppressing("row/unused", justification: "K"), "$locale != nil")
      SectionDefinition.multivalued(
        "Phones", tag: "phones", allows: .insert, minimum: 1, maximum: 5, value: [["number": "1"]],
        disabled: true
      ) {
        row("kind")
        RowDefinition(.phone, "number")
      }
      SectionDefinition.multivalued(
        tag: "names", item: RowDefinition(.text).suppressing("b", justification: "L"), value: ["a"])
    }
    .suppressing("tag/case", justification: "J")
    #expect(built == file)
    #expect(try read(JSONWriter.text(of: built.json)) == file)
    let compiled = try CompiledForm(built, functions: ["isChild": { _ in false }])
    #expect(compiled.open(now: Date(timeIntervalSince1970: 0)).sections.count == 3)
  }

  @Test(
    "Texts with formulas, in languages, standard messages, pages, displays and bounds are a file's too"
  )
  func builtTexts() throws {
    let file = try read(
      #"""
      { "title": { "en": "Trip of {$name}", "de": "Reise von {$name}" }, "languages": ["en", "de"],
        "messages": { "de": { "required": "Bitte ausfüllen.", "minLength": { "one": "Ein Zeichen.", "other": "{minimum} Zeichen." } } },
        "pages": [{ "title": "Page of {$name}", "sections": ["who", "more"] }],
        "sections": [
          { "tag": "who", "title": "{{Who}}", "footer": { "en": "F", "de": "G" }, "rows": [
            { "tag": "name", "type": "name", "required": true, "placeholder": "Full", "help": "{SELF}", "value": "Bo",
              "rules": [{ "type": "minLength", "value": 3, "message": { "en": "{title}: {minimum}", "de": "{$age}" } }, { "type": "maxLength", "value": 9 }] },
            { "tag": "age", "type": "int", "title": "Age of {$name}", "minimum": "$weight + 1" },
            { "tag": "start", "type": "time", "value": "08:30", "minimum": "08:00" },
            { "tag": "weight", "type": "decimal", "unit": "kg", "display": "format(SELF, '0.0')" },
            { "tag": "kind", "type": "push", "title": "{{not}} {$name}",
              "options": [{ "value": 1, "title": { "en": "one", "de": "eins" } }] } ] },
          { "tag": "more", "kind": "multivalued", "title": "{$more.@count} more", "maximum": "$age",
            "item": { "type": "text", "title": "{SELF}" } } ] }
      """#)
    let built = FormDefinition(
      FormText(languages: ["en": "Trip of {$name}", "de": "Reise von {$name}"]),
      languages: ["en", "de"],
      messages: [
        "de": [
          "required": "Bitte ausfüllen.",
          "minLength": ["one": "Ein Zeichen.", "other": "{minimum} Zeichen."],
        ]
      ], pages: [PageDefinition(texts: Texts(title: "Page of {$name}"), sections: ["who", "more"])]
    ) {
      SectionDefinition(
        .verbatim("{Who}"), tag: "who", footer: FormText(languages: ["en": "F", "de": "G"])
      ) {
        RowDefinition(.name, "name", value: "Bo") {
          $0.required = true
          $0.texts.placeholder = "Full"
          $0.texts.help = "{SELF}"
          $0.add(
            RuleDefinition(
              .minLength(3),
              message: FormText(languages: ["en": "{title}: {minimum}", "de": "{$age}"])))
          $0.add(RuleDefinition(.maxLength(9)))
        }
        RowDefinition(.int, "age", title: "Age of {$name}") {
          $0.bounds.minimum = "$weight + 1"
        }
        RowDefinition(.time, "start", value: DateText.time(from: "08:30").map(Value.date)) {
          $0.bounds.minimum = DateText.time(from: "08:00").map { .fixed(.date($0)) }
        }
        RowDefinition(.decimal, "weight") {
          $0.unit = "kg"
          $0.display = .formula("format(SELF, '0.0')")
        }
        RowDefinition(
          .push, "kind", title: "{{not}} {$name}",
          options: [OptionDefinition(1, title: FormText(languages: ["en": "one", "de": "eins"]))])
      }
      SectionDefinition.multivalued(
        "{$more.@count} more", tag: "more", item: RowDefinition(.text, title: "{SELF}"),
        maximum: "$age")
    }
    #expect(built == file)
    #expect(try read(JSONWriter.text(of: built.json)) == file)
    var form = try CompiledForm(built).open(now: Date(timeIntervalSince1970: 0))
    #expect(form.texts.title == "Trip of Bo")
    #expect(form["kind"]?.texts.title == "{not} Bo")
    #expect(form["name"]?.verdict.map(\.message) == ["name: 3"])
    let changes = try form.update { draft in
      draft.set("language", to: "de")
      draft.set("name", to: "Ana Maria B")
      draft.set("weight", to: 71)
    }
    #expect(changes.changes.contains { $0.property == .bounds && $0.tag == "age" })
    #expect(form.texts.title == "Reise von Ana Maria B")
    #expect(form.pages.first?.texts.title == "Page of Ana Maria B")
    #expect(form["weight"]?.displayText == "71,0")
    #expect(form["kind"]?.allOptions.first?.title?.description == "eins")
    try form.set("name", to: nil)
    #expect(form["name"]?.verdict.map(\.message) == ["Bitte ausfüllen."])
  }

  @Test("Bounds and rules of a time row that a builder gives are times of day")
  func builtTimes() throws {
    let other = DateText.date(from: "2024-05-01T08:00:00Z").map(Value.date)
    let form = FormDefinition {
      SectionDefinition {
        RowDefinition(.time, "at") {
          $0.bounds.minimum = other.map { .fixed($0) }
          $0.add(RuleDefinition(.comparison(.greaterThan, other ?? .null)))
        }
      }
    }
    let failure = #expect(throws: CompileFailure.self) { try CompiledForm(form) }
    #expect(
      failure?.problems.map(\.message) == [
        "'value' must be a time of day, but is a date",
        "'minimum' must be a time of day, but is a date",
      ])
  }

  @Test("Sections to choose from, buttons that submit and the way between rows are a file's too")
  func builtChoices() throws {
    let file = try read(
      """
      { "navigation": ["enabled", "stopDisabledRow"], "sections": [
        { "tag": "continent", "title": "Continent", "kind": "selectable", "deselection": false,
          "value": "Asia", "options": ["Africa", "Asia"], "hidden": "$name == nil" },
        { "tag": "oceans", "kind": "selectable", "selection": "multiple", "minimum": 1, "required": true,
          "groupedBy": "half", "enabled": "$name != nil", "value": ["Arctic"], "options": [
          { "value": "Arctic", "half": "north" },
          { "value": "Indian", "half": "south", "disabled": "$continent == 'Africa'" }] },
        { "rows": [
          { "tag": "name", "type": "name", "next": "age" }, { "tag": "note", "type": "text" },
          { "tag": "age", "type": "int" },
          { "tag": "go", "type": "button", "title": "Go", "submits": true } ] } ] }
      """)
    var oceans = SectionDefinition.selectable(
      tag: "oceans", .multiple,
      options: [
        OptionDefinition("Arctic", members: ValueDictionary(["half": "north"])),
        OptionDefinition(
          "Indian", disabled: "$continent == 'Africa'", members: ValueDictionary(["half": "south"])),
      ], value: ["Arctic"]
    ) {
      $0.bounds.minimum = 1
      $0.required = true
      $0.groupedBy = "half"
    }
    oceans.enabled = "$name != nil"
    let built = FormDefinition(navigation: [.enabled, .stopDisabledRow]) {
      SectionDefinition.selectable(
        "Continent", tag: "continent", options: ["Africa", "Asia"], value: "Asia",
        allowsDeselection: false, hidden: "$name == nil")
      oceans
      SectionDefinition {
        RowDefinition(.name, "name") { $0.next = "age" }
        row("note")
        RowDefinition(.int, "age")
        RowDefinition(.button, "go", title: "Go") { $0.submits = true }
      }
    }
    #expect(built == file)
    #expect(try read(JSONWriter.text(of: built.json)) == file)
    let form = try CompiledForm(built).open(now: Date(timeIntervalSince1970: 0))
    #expect(form.next(after: "name")?.tag == "age")
    #expect(form["continent"]?.value == "Asia")
  }

  private func enabled(_ section: SectionDefinition, _ text: String) -> SectionDefinition {
    var section = section
    section.enabled = .predicate(text)
    #expect(section.enabled == .predicate(text))
    return section
  }

  @Test("E15: +++ makes a new section, <<< adds to the last one, += adds what there is")
  func operators() {
    let (a, b, c, d) = (row("a"), row("b"), row("c"), row("d"))
    #expect(tags(a +++ b) == "a / b")
    #expect(tags(SectionDefinition() <<< a <<< b +++ SectionDefinition() <<< c) == "a b / c")
    #expect(tags(FormDefinition() +++ SectionDefinition() <<< a +++ b) == "a / b")
    #expect(tags(a <<< b +++ c) == "a b / c")
    #expect((a <<< b <<< c).rows == [a, b, c])
    #expect(tags(a +++ b <<< c <<< d) == "a / b c d")
    #expect(tags((a +++ b) <<< c) == "a / b c")
    #expect(tags(FormDefinition() <<< a) == "a")
    #expect(tags(SectionDefinition(rows: [a]) +++ SectionDefinition(rows: [b])) == "a / b")
    var section = SectionDefinition("S") { a }
    section += [b, c]
    var form = FormDefinition()
    form += [section]
    form += [SectionDefinition { d }]
    #expect(tags(form) == "a b c / d")
    #expect(form.sections.first?.texts.title == "S")
  }

  @Test("E16: only what is so contributes, and loops once for each", arguments: [true, false])
  func conditions(_ isMember: Bool) {
    let extra: String? = isMember ? "extra" : nil
    let form = FormDefinition("F") {
      SectionDefinition {
        row("a")
        if isMember { row("member") } else { row("guest") }
        if let extra { row(extra) }
        for tag in ["x", "y"] { row(tag) }
        switch isMember {
        case true: [row("p"), row("q")]
        case false: []
        }
      }
      if isMember { SectionDefinition { row("more") } }
      for index in 0..<2 { SectionDefinition(tag: "s\(index)") { row("r\(index)") } }
      if isMember {
        [SectionDefinition { row("c") }, SectionDefinition { row("d") }]
      } else {
        SectionDefinition { row("e") }
      }
    }
    #expect(
      tags(form)
        == (isMember
          ? "a member extra x y p q / more / r0 / r1 / c / d" : "a guest x y / r0 / r1 / e"))
    #expect(FormDefinition {} == FormDefinition())
    #expect(SectionDefinition {} == SectionDefinition())
  }

  @Test("What only some systems have stands where it is written")
  func availability() {
    let form = FormDefinition {
      if #available(macOS 26, iOS 26, *) { SectionDefinition { row("a") } }
      SectionDefinition {
        row("b")
        if #available(macOS 26, iOS 26, *) { row("c") }
      }
    }
    if #available(macOS 26, iOS 26, *) {
      #expect(tags(form) == "a / b c")
    } else {
      #expect(tags(form) == "b")
    }
  }

  @Test("Visible and enabled are the opposites of hidden and disabled, there and back")
  func opposites() {
    func check<Definition>(
      _ definition: Definition,
      _ pairs: [(
        WritableKeyPath<Definition, ConditionDefinition?>,
        WritableKeyPath<Definition, ConditionDefinition?>
      )]
    ) {
      for (condition, opposite) in pairs {
        var definition = definition
        #expect(definition[keyPath: opposite] == nil)
        definition[keyPath: condition] = "$a == 1"
        #expect(
          definition[keyPath: opposite]
            == ConditionDefinition(.predicate("$a == 1"), isInverted: true))
        definition[keyPath: opposite] = "$b == 1"
        #expect(definition[keyPath: opposite] == "$b == 1")
        #expect(
          definition[keyPath: condition]
            == ConditionDefinition(.predicate("$b == 1"), isInverted: true))
        definition[keyPath: opposite] = nil
        #expect(definition[keyPath: condition] == nil)
      }
    }
    check(row("r"), [(\.hidden, \.visible), (\.disabled, \.enabled)])
    check(SectionDefinition(), [(\.hidden, \.visible), (\.disabled, \.enabled)])
  }

  @Test("How many options can be chosen says of which type the row is that holds them")
  func selections() {
    var selection = SelectionDefinition(.single, options: ["a", "b"])
    #expect(selection.selection == .single && selection.choice.type == .push)
    selection.selection = .multiple
    #expect(selection == SelectionDefinition(.multiple, options: ["a", "b"]))
    #expect(selection.choice.type == .multipleSelector)
    selection.choice.type = .segmented
    #expect(selection == SelectionDefinition(.single, options: ["a", "b"]))
  }

  @Test("E17: a tag that two rows have is a mistake wherever the form comes from")
  func equalTags() {
    #expect(throws: CompileFailure.self) { try CompiledForm(row("a") +++ row("a")) }
  }
}
