// What rows seldom say is kept in a block of its own: what is set there comes back, nothing beside
// it changes, and rows that say the same are equal however they came to say it.

import FormGraph
import Predicate
import Testing

@Suite struct RowDetailsTests {
  /// One thing after another that a row can say.
  private static let edits: [@Sendable (inout RowDefinition) -> Void] = [
    { $0.texts.subtitle = "S" }, { $0.texts.footer = "F" }, { $0.texts.placeholder = "P" },
    { $0.texts.help = "H" }, { $0.name = "n" }, { $0.value = .null }, { $0.defaultFormula = "1" },
    { $0.calculated = "2" }, { $0.disabled = true }, { $0.required = "$a" },
    { $0.rules = [RuleDefinition(.email)] }, { $0.options = [] }, { $0.optionsFilter = "SELF > 1" },
    { $0.extra = 7 }, { $0.bounds.minimum = 1 },
  ]

  private static let whole = RowDefinition(
    type: .text, texts: Texts(subtitle: "S", footer: "F", placeholder: "P", help: "H"), name: "n",
    value: .null, defaultFormula: "1", calculated: "2", disabled: true, required: "$a",
    rules: [RuleDefinition(.email)], options: [], optionsFilter: "SELF > 1", extra: 7,
    bounds: RowBounds(minimum: 1))

  @Test func holdsWhatIsSetInAnyOrder() {
    for start in Self.edits.indices {
      var row = RowDefinition(type: .text)
      for offset in Self.edits.indices {
        #expect(row != Self.whole)
        Self.edits[(start + 4 * offset) % Self.edits.count](&row)
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
    row.disabled = nil
    row.required = nil
    row.rules = []
    row.options = nil
    row.optionsFilter = nil
    row.bounds = RowBounds()
    #expect(row.extra == 7)
    row.extra = nil
    #expect(row == RowDefinition(type: .text))
    #expect(copy == Self.whole)
  }

  @Test func keepsWhatOptionsSeldomHave() {
    var option = OptionDefinition("a", hidden: "$b", members: ValueDictionary([("level", 2)]))
    #expect(option.hidden == "$b")
    #expect(option.members["level"] == 2)
    option.hidden = nil
    option.members = ValueDictionary()
    #expect(option == OptionDefinition("a"))
  }

  /// A form may have a million rows.
  @Test func staysSmall() {
    #expect(MemoryLayout<RowDefinition>.stride <= 96)
    #expect(MemoryLayout<OptionDefinition>.stride <= 64)
  }
}
