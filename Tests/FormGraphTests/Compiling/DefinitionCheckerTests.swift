// Forms built in Swift are refused for what files are refused for, and with the same words; places
// are paths, in declaration order.

@testable import FormGraph
import Predicate
import Testing

@Suite struct DefinitionCheckerTests {
  private func problems(of definition: FormDefinition) -> String {
    do throws(CompileFailure) {
      return ProblemRenderer().text(of: try CompiledForm(definition).warnings)
    } catch {
      return error.description
    }
  }

  private func problems(of rows: RowDefinition...) -> String {
    problems(of: FormDefinition(sections: [SectionDefinition(rows: rows)]))
  }

  /// What can be told without reading a predicate.
  private func checked(_ sections: SectionDefinition...) -> String {
    ProblemRenderer().text(
      of: DefinitionChecker.problems(in: FormDefinition(sections: sections)))
  }

  @Test func refusesNames() {
    let form = FormDefinition(
      inputs: [
        InputDefinition(name: "a", type: .text), InputDefinition(name: "a", type: .int),
        InputDefinition(name: "b c", type: .button),
      ],
      sections: [
        SectionDefinition(
          tag: "s",
          rows: [
            RowDefinition(tag: "a", type: .text, name: "x"),
            RowDefinition(tag: "x", type: .text),
          ]),
        SectionDefinition(tag: "s"),
      ])
    #expect(
      problems(of: form) == """
        inputs.a: error: the input 'a' is given twice
        inputs.a: note: it is given here first
        inputs["b c"]: error: 'b c' cannot be an input name: it must be letters, digits and _, \
        and not begin with a digit
        hint: write b_c
        inputs["b c"].type: error: an input cannot be a button, which holds no value
        sections[0].rows[0].tag: error: the tag 'a' is given twice
        inputs.a: note: it is given here first
        sections[0].rows[1].tag: error: two rows give their value the name 'x'
        sections[0].rows[0].name: note: it is given here first
        sections[1].tag: error: the tag 's' is given twice
        sections[0].tag: note: it is given here first
        """)
  }

  @Test func refusesValues() {
    let form = FormDefinition(
      inputs: [InputDefinition(name: "i", type: .int, value: "1")],
      sections: [
        SectionDefinition(
          rows: [
            RowDefinition(type: .int, value: 3.5), RowDefinition(type: .date, value: "2024-05-01"),
            RowDefinition(type: .text, value: ["a": 1]),
            RowDefinition(type: .decimal, value: 1, defaultFormula: "1"),
            RowDefinition(type: .int, value: 1, calculated: "1", whenHidden: .clear),
            RowDefinition(type: .label, value: .null, required: false, rules: [.init(.email)]),
          ])
      ])
    #expect(
      problems(of: form) == """
        inputs.i.value: error: a value of type 'int' must be a whole number, but is text
        sections[0].rows[0].value: error: a value of type 'int' must be a whole number, \
        but is the number 3.5
        sections[0].rows[1].value: error: a value of type 'date' must be a date, but is text
        sections[0].rows[2].value: error: a value of type 'text' must be text, but is an object
        sections[0].rows[3].default: error: 'default' and 'value' both say what the row starts with
        sections[0].rows[3].value: note: 'value' is given here
        sections[0].rows[4].value: error: a calculated row cannot have 'value'
        hint: for a value that people may change, write "suggested" in the place of both
        sections[0].rows[4].calculated: note: 'calculated' is given here
        sections[0].rows[4].whenHidden: error: a calculated row has no stored value to clear
        sections[0].rows[4].calculated: note: 'calculated' is given here
        sections[0].rows[5].value: error: a label holds no value and cannot have 'value'
        sections[0].rows[5].rules: error: a label holds no value and cannot have 'rules'
        sections[0].rows[5].required: warning: a label holds no value, so 'required' has no effect
        hint: leave it out
        """)
  }

  @Test func refusesOptions() {
    #expect(
      problems(
        of: RowDefinition(type: .text, options: []), RowDefinition(type: .picker),
        RowDefinition(
          type: .push,
          options: [
            OptionDefinition(1), OptionDefinition(.null), OptionDefinition(1),
            OptionDefinition(2, members: ValueDictionary([("enabled", false), ("level", 1)])),
          ])) == """
          sections[0].rows[0].options: error: a row of type 'text' cannot have 'options'
          hint: write "type": "picker" for one of them, or "multipleSelector" for several
          sections[0].rows[1]: warning: a row of type 'picker' has no 'options' to choose from
          sections[0].rows[2].options[1].value: error: the value of an option must be text, a number, \
          true or false, a day or an object, but is null
          sections[0].rows[2].options[2]: warning: two options have the same value
          sections[0].rows[2].options[0]: note: the first one
          sections[0].rows[2].options[3].enabled: error: 'enabled' among the other keys of an option \
          has no effect
          hint: give the option its 'disabled'
          """)
  }

  /// What an option means by itself cannot stand among its other keys, which a file cannot say.
  @Test func refusesConditionsAmongMembers() {
    let option = OptionDefinition(
      1, hidden: ConditionDefinition(.function("", dependsOn: ["a", "a"])),
      members: ValueDictionary([("visible", false), ("hidden", "$a")]))
    #expect(
      checked(SectionDefinition(rows: [RowDefinition(type: .push, options: [option])])) == """
        sections[0].rows[0].options[0].hidden.function: error: a condition by function needs the \
        function's name
        sections[0].rows[0].options[0].hidden.dependsOn[1]: warning: 'a' is given twice
        sections[0].rows[0].options[0].hidden.dependsOn[0]: note: it is given here first
        sections[0].rows[0].options[0].hidden: error: 'hidden' among the other keys of an option \
        has no effect
        hint: give the option its 'hidden'
        sections[0].rows[0].options[0].visible: error: 'visible' among the other keys of an option \
        has no effect
        hint: give the option its 'hidden'
        """)
  }

  /// A text that stands in two places is warned of in both.
  @Test func warnsOfKeysWhereverTheyStand() throws {
    let readers = ["a", "b"].map { tag in
      RowDefinition(
        tag: tag, type: .int, hidden: ConditionDefinition(.predicate("$text.zip == 1")))
    }
    let rows = [RowDefinition(tag: "text", type: .text)] + readers
    let compiled = try CompiledForm(FormDefinition(sections: [SectionDefinition(rows: rows)]))
    #expect(
      compiled.warnings.map(\.path.description)
        == ["sections[0].rows[1].hidden", "sections[0].rows[2].hidden"])
  }

  /// What belongs to the section is not said of what is chosen in it.
  @Test func refusesWhatIsTheSectionsOwn() {
    var selection = SelectionDefinition(.single, options: ["x"])
    selection.choice.tag = "other"
    selection.choice.texts.title = "Title"
    selection.choice.hidden = true
    let problems = DefinitionChecker.problems(
      in: FormDefinition(sections: [SectionDefinition(tag: "s", kind: .selectable(selection))]))
    #expect(
      problems.map(\.message)
        == ["tag", "title", "hidden"].map { "what is chosen in a section cannot have '\($0)'" })
  }

  /// A file refuses these keys in a section to choose from, and a written file would lack them.
  @Test func refusesWhatNoSectionHas() {
    var selection = SelectionDefinition(.single, options: ["x"])
    selection.choice.next = "s"
    selection.choice.display = .formula("$s")
    selection.choice.unit = "kg"
    selection.choice.bounds.step = 2
    selection.choice.bounds.minuteInterval = 5
    let problems = DefinitionChecker.problems(
      in: FormDefinition(sections: [SectionDefinition(tag: "s", kind: .selectable(selection))]))
    #expect(
      Set(problems.map(\.path.description))
        == Set(["next", "display", "unit", "step", "minuteInterval"].map { "sections[0].\($0)" }))
    #expect(problems.allSatisfy { $0.severity == .error })
  }

  /// So many names are compared for a hint, and no more, however many are wrong.
  @Test func comparesNamesOnlySoOften() {
    let known = (0..<900).map { RowDefinition(tag: "row\($0)", type: .int) }
    let wrong = (0..<400).map { index in
      RowDefinition(
        type: .int, hidden: ConditionDefinition(.predicate("$rwo\(index) == 1")))
    }
    do throws(CompileFailure) {
      _ = try CompiledForm(FormDefinition(sections: [SectionDefinition(rows: known + wrong)]))
      Issue.record("compiled")
    } catch {
      let hints = error.problems.map { $0.hint != nil }
      // 200 000 comparisons with 901 names.
      #expect(hints == [Bool](repeating: true, count: 222) + [Bool](repeating: false, count: 178))
    }
  }

  @Test func refusesTrimsThatMeanNothing() {
    let rules = [
      RuleDefinition(.minLength(2), trims: true), RuleDefinition(.regex("a"), trims: true),
      RuleDefinition(.anyOf([RuleDefinition(.email, trims: true)]), trims: true),
    ]
    #expect(
      checked(SectionDefinition(rows: [RowDefinition(type: .text, rules: rules)])) == """
        sections[0].rows[0].rules[0].trims: error: 'trims' has an effect on patterns and shapes \
        of text only
        sections[0].rows[0].rules[2].trims: error: 'trims' has an effect on patterns and shapes \
        of text only
        """)
  }

  @Test func refusesItems() {
    let item = ItemsDefinition(
      template: .item(RowDefinition(tag: "a", type: .date, value: "2024-05-01")),
      maximum: 1, value: ["2024-05-01", .null])
    let objects = ItemsDefinition(
      template: .rows([
        RowDefinition(type: .int),
        RowDefinition(tag: "a", type: .int, hidden: .init(.function("f", dependsOn: [""]))),
      ]), minimum: -1, value: [["a": "1", "b": 1], 1])
    #expect(
      checked(
        SectionDefinition(tag: "s", kind: .multivalued(item), rows: [RowDefinition(type: .label)]),
        SectionDefinition(tag: "a", kind: .multivalued(objects))) == """
          sections[0].rows: error: a section with items has no rows of its own
          hint: write the rows of one item in "template": {"rows": […]}
          sections[0].item.tag: error: the row of an item cannot have a 'tag': the section's tag names \
          the items
          hint: leave it out
          sections[0].item.value: error: a value of type 'date' must be a date, but is text
          sections[0].value[0]: error: a value of type 'date' must be a date, but is text
          sections[0].value: error: the section starts with 2 items, more than its maximum of 1
          sections[0].maximum: note: 'maximum' is given here
          sections[1].template.rows[0]: error: a row of a template needs a 'tag': an item is an object \
          keyed by tags
          hint: write, for example, "tag": "number"
          sections[1].template.rows[1].hidden.dependsOn[0]: error: '' is neither a tag nor an input \
          nor an attribute of a tag
          hint: write, for example, age or age.isHidden
          sections[1].value[0].a: error: a value of type 'int' must be a whole number, but is text
          sections[1].value[0].b: error: unknown key 'b' in an item
          sections[1].value[1]: error: an item must be an object of the template's values, but is the \
          number 1
          hint: write {"a": …}
          sections[1].minimum: error: 'minimum' must be a number of items, from 0
          sections[1].template.rows[1].tag: error: the tag 'a' is also given outside the template, so \
          inside it could mean either
          hint: give one of the two another name
          sections[1].tag: note: it is given here
          """)
  }

  /// To clear is refused where it is said of a calculated row, and nowhere else.
  @Test func letsValuesBeCleared() {
    let rows = [
      RowDefinition(type: .int, calculated: "1"), RowDefinition(type: .int, whenHidden: .clear),
    ]
    #expect(checked(SectionDefinition(whenHidden: .clear, rows: rows)) == "")
  }

  @Test func refusesRules() {
    #expect(
      problems(
        of: RowDefinition(
          type: .date, required: "TRUEPREDICATE",
          rules: [RuleDefinition(.required), RuleDefinition(.maxLength(3))]),
        RowDefinition(tag: "a", type: .text, rules: [RuleDefinition(.minLength(-1))]),
        RowDefinition(type: .text, validates: []),
        RowDefinition(type: .text, validates: ValidationTriggers(rawValue: 64))) == """
          sections[0].rows[0].rules[0]: error: the rule 'required' and the attribute 'required' are \
          the same thing
          hint: keep one of them
          sections[0].rows[0].required: note: the attribute is given here
          sections[0].rows[0].rules[1].type: error: the rule 'maxLength' is about text, but a row of \
          type 'date' holds a date
          sections[0].rows[1].rules[0].value: error: 'value' must be a number of characters, from 0
          sections[0].rows[2].validates: error: 'validates' is empty
          hint: write onDemand for none
          sections[0].rows[3].validates: error: 'validates' is empty
          hint: write onDemand for none
          """)
  }

  /// What the compiler finds stands with what is wrong with the same row, and a name that no
  /// condition can say is complained of once.
  @Test func keepsDeclarationOrder() {
    let form = FormDefinition(
      sections: [
        SectionDefinition(
          rows: [
            RowDefinition(tag: "a", type: .text, hidden: "$b == 1"),
            RowDefinition(
              tag: "c-d", type: .text, value: 1, rules: [RuleDefinition(.equals("c-d"))]),
          ]),
        SectionDefinition(tag: "a", hidden: "$a =="),
      ],
      readOnly: "$e == 1")
    #expect(
      problems(of: form).split(separator: "\n").map { $0.prefix { $0 != ":" } } == [
        "readOnly", "sections[0].rows[0].hidden", "sections[0].rows[1].tag", "hint",
        "sections[0].rows[1].value", "sections[1].tag", "sections[0].rows[0].tag",
        "sections[1].hidden", "hint",
      ])
  }

  @Test func listsNoMoreThanItsLimit() {
    let rows = [RowDefinition](repeating: RowDefinition(type: .int, value: "1"), count: 5_000)
    let failure = #expect(throws: CompileFailure.self) {
      try CompiledForm(FormDefinition(sections: [SectionDefinition(rows: rows)]))
    }
    #expect(failure?.problems.count == DefinitionReader.maximumProblems + 1)
    #expect(
      failure?.problems.last?.message
        == "there are more than 1000 errors; the rest is not listed")
  }

  @Test func acceptsTheExample() throws {
    let compiled = try CompiledForm(FormExample.definition)
    #expect(compiled.warnings.isEmpty, "\(compiled.warnings)")
  }

  @Test func findsNothingWrongWithItems() {
    let problems = DefinitionChecker.problems(in: FormExample.itemsDefinition)
    #expect(problems.isEmpty, "\(ProblemRenderer().text(of: problems))")
  }

  /// A thousand misspelled members of a thousand rows are no reason to be slow.
  @Test func listsNoMoreItemsThanItsLimit() {
    let rows = (0..<2_000).map { RowDefinition(tag: "a\($0)", type: .int) }
    let item = Value.dictionary(ValueDictionary((0..<2_000).map { ("b\($0)", 1) }))
    let items = ItemsDefinition(template: .rows(rows), value: [item, item])
    let form = FormDefinition(sections: [SectionDefinition(tag: "s", kind: .multivalued(items))])
    let problems = DefinitionChecker.problems(in: form)
    #expect(problems.count == DefinitionReader.maximumProblems + 1)
    #expect(problems.first?.hint == "did you mean a0?")
  }

  @Test func startsSwitchesAtFalse() {
    #expect(InputDefinition(name: "a", type: .switch).value == false)
    #expect(InputDefinition(name: "a", type: .check, value: .null).value == .null)
    #expect(InputDefinition(name: "a", type: .int).value == .null)
  }
}
