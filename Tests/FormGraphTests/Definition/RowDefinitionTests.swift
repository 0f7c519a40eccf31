// A row shares what it says with its copies: what is set comes back, in this copy and no other, and
// rows that say the same are equal however they came to say it.

import FormGraph
import Predicate
import Testing

@Suite struct RowDefinitionTests {
  /// One thing after another that a row can say.
  private static let edits: [@Sendable (inout RowDefinition) -> Void] = [
    { $0.texts.subtitle = "S" }, { $0.texts.footer = "F" }, { $0.texts.placeholder = "P" },
    { $0.texts.help = "H" }, { $0.name = "n" }, { $0.value = .null }, { $0.defaultFormula = "1" },
    { $0.calculated = "2" }, { $0.disabled = true }, { $0.required = "$a" },
    { $0.rules = [RuleDefinition(.email)] },
    {
      $0.groupedBy = "b"; $0.groupTitles = ["x": "X"]
    }, { $0.options = [] },
    {
      $0.tapsWhenDisabled = true
    }, { $0.optionsFilter = "SELF > 1" },
    { $0.extra = 7 }, { $0.suggested = SuggestedFormula("3", whenEdited: .keep) },
    { $0.once = "4" },
    { $0.whenChanged = [.reset("b")] }, { $0.isOrdered = true },
    { $0.allowsOther = true }, { $0.requiredMessage = "R" },
    {
      $0.bounds.minimum = 1; $0.next = "a"
    },
  ]

  private static let whole = make()

  private static func make() -> RowDefinition {
    var row = RowDefinition(
      type: .text, texts: Texts(subtitle: "S", footer: "F", placeholder: "P", help: "H"),
      name: "n", value: .null, defaultFormula: "1", calculated: "2",
      suggested: SuggestedFormula("3", whenEdited: .keep), once: "4", disabled: true,
      required: "$a", requiredMessage: "R", rules: [RuleDefinition(.email)], options: [],
      groupedBy: "b", optionsFilter: "SELF > 1", extra: 7, bounds: RowBounds(minimum: 1), next: "a",
      whenChanged: [.reset("b")])
    row.groupTitles = ["x": "X"]
    row.tapsWhenDisabled = true
    row.isOrdered = true
    row.allowsOther = true
    return row
  }

  @Test func holdsWhatIsSetInAnyOrder() {
    for start in Self.edits.indices {
      var row = RowDefinition(type: .text)
      for offset in Self.edits.indices {
        #expect(row != Self.whole)
        Self.edits[(start + 3 * offset) % Self.edits.count](&row)
      }
      #expect(row == Self.whole)
      #expect(row.hashValue == Self.whole.hashValue)
    }
  }

  @Test func forgetsWhatIsTakenBack() {
    var row = Self.whole
    let copy = row
    row.texts = Texts()
    row.name = nil
    row.value = nil
    row.defaultFormula = nil
    row.calculated = nil
    row.suggested = nil
    row.once = nil
    row.whenChanged = []
    row.isOrdered = false
    row.allowsOther = false
    row.disabled = nil
    row.required = nil
    row.requiredMessage = nil
    row.rules = []
    row.tapsWhenDisabled = false
    row.options = nil
    row.optionsFilter = nil
    row.bounds = RowBounds()
    #expect(row.next == "a")
    row.next = nil
    #expect(row.extra == 7)
    row.extra = nil
    #expect(row == RowDefinition(type: .text))
    #expect(copy == Self.whole)
  }

  @Test func groupsOnlyOptions() {
    let row = RowDefinition(type: .text, groupedBy: "b")
    let matrix = SectionDefinition.matrix(options: ["a"]) {
      RowDefinition(tag: "m", type: .push, groupedBy: "b")
    }
    for section in [SectionDefinition(rows: [row]), matrix] {
      let failure = #expect(throws: CompileFailure.self) {
        try CompiledForm(FormDefinition(sections: [section]))
      }
      #expect(failure?.problems.map(\.message) == ["'groupedBy' needs 'options'"])
    }
  }

  @Test func keepsValuesOfAnySize() {
    let values: [Value] = [
      .null, true, false, 0, 3, -32_768, 32_767, 32_768, .int(.max), 0.0, -0.0, 3.0, 2.5, 1e300,
      .double(.nan), "", "text", .array([1]),
    ]
    for value in values {
      for other in values {
        var row = RowDefinition(
          type: .custom, name: "n", value: other, rules: [RuleDefinition(.email)])
        row.value = value
        #expect(row.value == value)
        #expect(row.name == "n" && row.rules.count == 1)
        let made = RowDefinition(type: .custom, name: "n", value: value, rules: row.rules)
        #expect(row == made && row.hashValue == made.hashValue)
        #expect(
          (made == RowDefinition(type: .custom, name: "n", value: other, rules: row.rules))
            == (value == other))
        row.value = nil
        #expect(row == RowDefinition(type: .custom, name: "n", rules: row.rules))
      }
    }
  }

  @Test func keepsWhatIsOneWordOfSeveral() {
    for triggers in [nil, [], .onBlur, ValidationTriggers(rawValue: 200)] as [ValidationTriggers?] {
      for policy in [nil, .keep, .clear, .nil] as [HiddenValues?] {
        for options in OptionPolicy.allCases {
          var row = RowDefinition(type: .int)
          row.validates = .always
          row.whenHidden = .nil
          row.whenOptionHidden = .clear
          row.validates = triggers
          row.whenHidden = policy
          row.whenOptionHidden = options
          #expect(row.validates == triggers)
          #expect(row.whenHidden == policy)
          #expect(row.whenOptionHidden == options)
          #expect(
            row
              == RowDefinition(
                type: .int, validates: triggers, whenOptionHidden: options, whenHidden: policy))
        }
      }
    }
  }

  @Test func keepsWhatOptionsSeldomHave() {
    var option = OptionDefinition("a", hidden: "$b", members: ValueDictionary([("level", 2)]))
    #expect(option.hidden == "$b")
    #expect(option.members["level"] == 2)
    option.hidden = nil
    option.members = ValueDictionary()
    #expect(option == OptionDefinition("a"))
  }

  /// A form may have a million rows: each is one reference.
  @Test func staysSmall() {
    #expect(MemoryLayout<RowDefinition>.stride <= 8)
    #expect(MemoryLayout<OptionDefinition>.stride <= 64)
  }
}
