// What a row may have, in the order of a written file. A section to choose from has the same keys
// where they make sense for a choice, and an item of plain values is a row too.

import Predicate

/// A row that is being read: its properties without the objects that hold them.
///
/// Each setter of a row copies these objects, so a row with many keys is put together here.
package struct RowDraft: Sendable {
  var content: RowDefinition.Content
  var rare = RowDefinition.Rare()
  /// The type; nil if it cannot be read, which has been reported.
  let type: RowType?

  /// A row without any key.
  ///
  /// A custom row accepts any value, so that an unknown type causes no more problems.
  init(type: RowType?, defaultType: RowType? = nil) {
    self.type = type
    content = RowDefinition.Content(type: type ?? defaultType ?? .custom)
  }

  var bounds: RowBounds<Bound<Value>> {
    get { rare.bounds?.value ?? RowBounds() }
    set { rare.bounds = newValue.isEmpty ? nil : Shared(newValue) }
  }

  var grouping: OptionGrouping? { rare.grouping?.value }

  subscript(text: TextKey) -> FormText? {
    get { text == .title ? content.title : rare.texts[text] }
    set { if text == .title { content.title = newValue } else { rare.texts[text] = newValue } }
  }
}

extension RowDefinition: FieldOwner {
  package typealias Draft = RowDraft

  init(_ draft: consuming RowDraft) {
    if let value = draft.content.value, let options = draft.rare.options?.written {
      draft.content.value = options.meaning(of: value)
    }
    draft.content.set(draft.rare)
    self.init(draft.content)
  }
}

// MARK: - Keys

extension RowDefinition {
  /// The keys of a row.
  package static let fields: [Field<RowDefinition>] =
    name + texts + start + conditions + bounds + value + options + behaviour

  /// The keys that not every row may have, without the bounds, which few rows have.
  static let restrictedFields = fields.filter { field in
    field.allowed != nil && !bounds.contains { $0.key == field.key }
  }
  /// The keys that a row without a value cannot have.
  static let fieldsOfValue = fields.filter { $0.places.contains(.value) }
  static let fieldsWithoutType = fields.filter { $0.key != .type }

  private static let name: [Field<RowDefinition>] = [
    .value(
      .tag,
      "the name of the row in conditions and answers: letters, digits and `_`, not beginning with a "
        + "digit",
      .text(Schema.named("tag")), { $0.tag }, { $0.content.tag = $1 }),
    // The type is read first: other keys are read by it.
    Field(
      .type, "one of the [types](#types-of-rows)", missing: "required", .own,
      schema: { _ in Schema.words(RowType.allCases.map(\.rawValue)) },
      write: { (.type, .string($0.type.rawValue)) }),
  ]

  private static let texts: [Field<RowDefinition>] = Field.texts(
    TextKey.allCases.filter { $0 != .unit }, ofRow: true, { $0.texts[$1] }, { $0[$1] = $2 })

  private static let start: [Field<RowDefinition>] = [
    .value(
      .name, "the key of the value in the answers", missing: "the tag", .text(), { $0.name },
      { $0.rare.name = $1 }, in: [.row, .choice]),
    Field(
      .value, "the value at the start; `null` means nil",
      missing: "nil; `false` for a switch or check", .data(.no), places: [.row, .choice, .value],
      schema: Schema.value,
      read: { reader, object, row in row.content.value = reader.value(in: object, of: row.type) },
      write: { row in row.value.map { (.value, row.type.valueKind.shownInJSON($0)) } },
      standard: { row in
        let value = row.type.valueKind.valueAtStart
        return value.isNull ? nil : value
      }),
    .formula(
      .default,
      "a formula, or a [function](#functions-of-the-host-app), that gives the value at the start "
        + "and at a reset, and under [`\"whenHidden\": \"clear\"`](#hidden-values) when the row "
        + "shows; the user may change the value",
      .value, { $0.defaultFormula }, { $0.rare.defaultFormula = $1 },
      in: [.row, .choice, .value]),
    .formula(
      .calculated,
      "a formula, or a [function](#functions-of-the-host-app), for the value; edits of the row are "
        + "refused",
      .value, { $0.calculated }, { $0.rare.calculated = $1 }, differs: .own,
      in: [.row, .choice, .value]),
    .value(
      .suggested,
      "a formula, a [function](#functions-of-the-host-app) or an object, for the value that [the row "
        + "holds until somebody edits it](#suggested-values)",
      Codec(
        Schema.suggested, read: { reader, _, object in reader.suggested(in: object) }, write: \.json
      ),
      { $0.suggested }, { $0.rare.suggested = $1 }, differs: .formula,
      in: [.row, .choice, .value],
      texts: { row in
        guard row.suggested != nil, let filling = row.filling else { return [] }
        return [FieldText(filling.path, .formula(filling.text, .value))]
      }),
    .formula(
      .once,
      "a formula, or a [function](#functions-of-the-host-app), that [fills the row while it is "
        + "empty](#values-computed-once)",
      .value, { $0.once }, { $0.rare.once = $1 }, in: [.row, .choice, .value]),
  ]

  private static let conditions: [Field<RowDefinition>] = [
    .condition(
      .hidden, opposite: .visible, "when the row is hidden", { $0.hidden },
      { $0.content.hidden = $1 }),
    .condition(
      .disabled, opposite: .enabled, "when the user cannot edit the row", { $0.disabled },
      { $0.rare.disabled = $1 }),
    .condition(
      .required, "when there must be a value", { $0.required }, { $0.rare.required = $1 },
      differs: .own,
      in: [.row, .choice]),
    .value(
      .requiredMessage,
      "what is shown while the row is [required and has no value](Rules.md#when-a-value-is-missing)",
      missing: "a text of the engine", .message, { $0.requiredMessage },
      { $0.rare.requiredMessage = $1 }, differs: .texts, in: [.row, .choice],
      texts: { row in
        row.requiredMessage.map {
          [FieldText([.key(FormKey.requiredMessage.text)], .message($0))]
        } ?? []
      }),
  ]

  static let bounds: [Field<RowDefinition>] = [
    bound(
      .minimum, "the [least](Rules.md#bounds) number, date or time; of several choices, how few",
      .bound, Schema.bound, { $0.minimum }, { $0.minimum = $1 },
      in: [.row, .choice], .bounded(rule: "minLength")),
    bound(
      .maximum,
      "the [greatest](Rules.md#bounds) number, date or time; of several choices, how many",
      .bound, Schema.bound, { $0.maximum }, { $0.maximum = $1 },
      in: [.row, .choice], .bounded(rule: "maxLength")),
    bound(
      .step, "[how far numbers lie apart](Rules.md#bounds), from the least or from 0", .number,
      Schema.step, { $0.step }, { $0.step = $1 }, in: .row, .kinds([.int, .decimal])),
    Field(
      .minuteInterval, "[how many minutes lie between points in time](Rules.md#bounds)", .own,
      allowed: .kinds([.day, .time, .date]), isTold: true,
      schema: { _ in Schema.minuteInterval },
      read: { reader, object, row in
        row.bounds.minuteInterval = reader.minutes(.minuteInterval, in: object)
      },
      write: { $0.bounds.minuteInterval.map { (.minuteInterval, .int(Int64($0))) } }),
  ]

  /// A fixed bound, or a formula for one.
  ///
  /// Closures, because each use of a key path to a generic type searches all conformances.
  private static func bound(
    _ key: FormKey, _ doc: String, _ use: FieldText.Use,
    _ schema: @escaping @Sendable (RowType?) -> String,
    _ get: @escaping @Sendable (RowBounds<Bound<Value>>) -> Bound<Value>?,
    _ set: @escaping @Sendable (inout RowBounds<Bound<Value>>, Bound<Value>?) -> Void,
    in places: Field<RowDefinition>.Places, _ allowed: Field<RowDefinition>.Allowed
  ) -> Field<RowDefinition> {
    Field(
      key, doc, .own, places: places, allowed: allowed, schema: schema,
      read: { reader, object, row in
        set(&row.bounds, reader.bound(key, in: object, of: row.type))
      },
      write: { row in
        switch get(row.bounds) {
        case .fixed(let value)?: (key, row.type.valueKind.shownInJSON(value))
        case .formula(let text)?: (key, .string(text))
        case nil: nil
        }
      },
      texts: { row in
        get(row.bounds)?.formula.map {
          [FieldText([.key(key.text)], .formula($0, use))]
        } ?? []
      })
  }

  private static let value: [Field<RowDefinition>] = [
    .value(
      .unit, "in a row of a number: its [unit](#units), such as `\"kg\"`", .shownText,
      { $0.unit }, { $0[.unit] = $1 }, differs: .texts,
      allowed: .kinds([.int, .decimal], "only a row of a number has a unit"), needsType: true,
      texts: { row in
        row.unit.map { [FieldText([.key("unit")], .forPeople($0, isOfRow: true))] } ?? []
      }),
    Field(
      .rules, "what a value must meet; see [Rules.md](Rules.md)", .own,
      places: [.row, .choice, .value], schema: { _ in Schema.list(of: Schema.named("rule")) },
      read: { reader, object, row in row.rare.rules = reader.rules(in: object, of: row.type) },
      write: { row in
        guard !row.rules.isEmpty else { return nil }
        return (.rules, .array(row.rules.map { row.type.valueKind.shownInJSON($0.json) }))
      },
      standard: { _ in [] }),
    .value(
      .display,
      "a formula, or a function, for [what people see](#display) in the place of the value",
      Codec(
        Schema.named("formulaOrFunction"),
        read: { reader, _, object in reader.display(in: object) }, write: \.json),
      { $0.display }, { $0.rare.display = $1 }, needsType: true,
      texts: { row in
        guard case .formula(let text)? = row.display else { return [] }
        return [FieldText([.key(FormKey.display.text)], .formula(text, .display))]
      }),
    .value(
      .validates, "[when errors are shown](Rules.md#when-errors-are-shown)",
      missing: "`\"onBlur\"` if the row takes focus, else `\"onChange\"`",
      Codec(
        Schema.wordOrWords(ValidationTriggers.names.map(\.key)),
        read: { reader, _, object in reader.triggers(in: object) }, write: \.json),
      { $0.validates }, { $0.content.validates = $1 },
      differs: .setting(.no), in: [.row, .choice],
      standard: { $0.type.standardTriggers.json }),
  ]

  private static let options: [Field<RowDefinition>] = [
    Field(
      .options,
      "[what can be chosen](#options), [a table](#options-from-a-table) or [a "
        + "list](#options-from-a-list)",
      .own, places: [.choice, .row, .options, .value],
      // A row without a value is refused all keys about values.
      allowed: .kinds(
        [.choice, .choices, .none],
        hintForText:
          "write \"type\": \"picker\" for one of them, or \"multipleSelector\" for several"),
      schema: { _ in Schema.named("options") },
      read: { reader, object, row in row.rare.options = reader.options(in: object) },
      write: { row in row.options.map { (.options, $0.json) } },
      texts: { ($0.options?.written ?? []).texts(below: .options, OptionDefinition.fields) }),
    .value(
      .groupedBy, "the key of the options, `title` or one of your own, by which they are grouped",
      .text(), { $0.groupedBy }, { $0.rare.grouping = Shared(OptionGrouping(key: $1)) },
      differs: .setting(.no), in: [.choice, .row, .options], needsType: true),
    textsOfGroups(
      .groupTitles, "the titles of the groups, by the value under `groupedBy`",
      { $0.titles }, { $0.titles = $1 }),
    textsOfGroups(
      .groupFooters, "the texts below the groups, by the value under `groupedBy`",
      { $0.footers }, { $0.footers = $1 }),
    .flag(
      .tapsWhenDisabled, "whether the user may tap it while it is disabled; not for buttons",
      { $0.tapsWhenDisabled }, { $0.content.tapsWhenDisabled = $1 },
      differs: .setting(.no), in: [.choice, .row, .options],
      allowed: Field.Allowed(
        test: { $0.type != .button },
        refusal: { _ in
          ("a button cannot be tapped while it is disabled", "leave the key out")
        }), isTold: true),
    .flag(
      .other, "in a choice: whether the value may be [text that is not an option](#other-text)",
      { $0.allowsOther }, { $0.content.allowsOther = $1 }, differs: .own,
      in: [.choice, .row, .options],
      allowed: .kinds([.choice, .choices], "only a choice takes other text"), needsType: true,
      isTold: true),
    .flag(
      .ordered,
      "in a choice of several: whether [the order of choosing](#order-of-choices) is kept",
      { $0.isOrdered }, { $0.content.isOrdered = $1 }, differs: .setting(.sometimes),
      in: [.choice, .row, .options],
      allowed: .kinds([.choices], "only a choice of several has an order"), isTold: true),
    .value(
      .optionsFilter, "a predicate; only options for which it is true can be chosen",
      .sharedText(Schema.named("predicate")), { $0.optionsFilter }, { $0.rare.optionsFilter = $1 },
      in: [.choice, .row, .options, .value], needsType: true,
      texts: { row in
        row.optionsFilter.map { [FieldText([.key(FormKey.optionsFilter.text)], .filter($0))] }
          ?? []
      }),
    .value(
      .whenOptionHidden,
      "what happens to a chosen option that becomes hidden, and to a value that is not an option. "
        + "`\"keep\"`: it stays, and the row is invalid. `\"clear\"`: it is deselected",
      .word("policy for hidden options"),
      { $0.whenOptionHidden == .keep ? nil : $0.whenOptionHidden },
      { $0.content.whenOptionHidden = $1 }, differs: .setting(.unknown),
      in: [.choice, .row, .options, .value], needsType: true,
      standard: { _ in .string(OptionPolicy.keep.rawValue) }),
  ]

  /// Texts by the groups of options.
  private static func textsOfGroups(
    _ key: FormKey, _ doc: String,
    _ get: @escaping @Sendable (OptionGrouping) -> [String: FormText],
    _ set: @escaping @Sendable (inout OptionGrouping, [String: FormText]) -> Void
  ) -> Field<RowDefinition> {
    Field(
      key, doc, .texts, places: [.choice, .row, .options], needsType: true,
      schema: { _ in Schema.objectOf(Schema.named("text")) },
      read: { reader, object, row in
        let given = reader.textsOfGroups(key, in: object)
        guard var grouping = row.grouping else { return }
        set(&grouping, given)
        row.rare.grouping = Shared(grouping)
      },
      write: { row in
        guard let texts = row.grouping.map(get), !texts.isEmpty else { return nil }
        let sorted = texts.sorted { $0.key < $1.key }
        return (key, .dictionary(ValueDictionary(sorted.map { ($0.key, $0.value.json) })))
      },
      texts: { row in
        let texts = row.grouping.map(get) ?? [:]
        return texts.sorted { $0.key < $1.key }.map { group, text in
          FieldText([.key(key.text), .key(group)], .forPeople(text, isOfRow: false))
        }
      })
  }

  private static let behaviour: [Field<RowDefinition>] = [
    .value(
      .whenHidden, HiddenValues.doc, missing: "what the section says",
      .word("policy for hidden values"), { $0.whenHidden },
      { $0.content.whenHidden = $1 }, differs: .setting(.unknown)),
    .flag(
      .submits, "whether tapping the [button](#taps-and-buttons) submits the form", { $0.submits },
      { $0.content.submits = $1 }, differs: .setting(.no),
      allowed: .rows({ $0 == .button }, "only a button submits"), isTold: true),
    .flag(
      .keepsEmpty,
      "in a row of text: whether `\"\"` stays `\"\"` when the user erases the text; otherwise the "
        + "value is then nil",
      { $0.keepsEmpty }, { $0.content.keepsEmpty = $1 },
      differs: .setting(.unknown),
      allowed: .kinds([.text], "only a row of text keeps empty text")),
    .value(
      .next, "the tag of the row to go to from here", missing: "the following row",
      .text(Schema.named("tag")), { $0.next }, { $0.rare.next = $1 }, differs: .setting(.no),
      needsType: true, isTold: true),
    .value(
      .actions, "[what the user can do with the row](#actions-of-a-row) beside tapping it",
      .list(of: Schema.named("action"), read: { $0.actions(in: $1) }, \.json), { $0.actions },
      { $0.rare.actions = $1 },
      texts: { row in row.actions.texts(below: .actions, ActionDefinition.fields) }),
    .value(
      .whenChanged, "[what runs](#triggers) when an edit has given the row another value",
      .list(of: Schema.named("trigger"), read: { $0.triggers(of: $1) }, \.json),
      { $0.whenChanged }, { $0.rare.whenChanged = $1 }, in: [.row, .choice, .value],
      texts: { row in row.whenChanged.texts(below: .whenChanged, TriggerAction.fields) }),
    .suppress({ $0.suppress }, { $0.rare.suppress = $1 }),
    .extra({ $0.extra }, { $0.rare.extra = $1 }),
  ]
}

extension FieldOf.Allowed where Owner == RowDefinition {
  /// Rows of some types.
  static func rows(
    _ test: @escaping @Sendable (RowType) -> Bool, _ sentence: String
  ) -> Self {
    Self(
      test: { test($0.type) },
      refusal: { ("\(sentence), not a row of type '\($0.type.rawValue)'", nil) })
  }

  /// Rows that hold values of some kinds.
  static func kinds(_ kinds: [ValueKind], _ sentence: String) -> Self {
    rows({ kinds.contains($0.valueKind) }, sentence)
  }

  /// Rows that hold values of some kinds, with a hint for those that hold text.
  static func kinds(_ kinds: [ValueKind], hintForText: String? = nil) -> Self {
    Self(
      test: { kinds.contains($0.type.valueKind) },
      refusal: { (nil, $0.type.valueKind == .text ? hintForText : nil) })
  }

  /// Rows whose values have a least and a greatest; the length of a text is bounded by a rule.
  static func bounded(rule: String) -> Self {
    kinds(
      [.int, .decimal, .day, .time, .date, .choices],
      hintForText: "to bound the length, write the rule {\"type\": \"\(rule)\", \"value\": 8}")
  }
}
