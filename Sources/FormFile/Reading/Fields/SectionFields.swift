// What a section may have, in the order of a written file: first and last the keys of every
// section, between them those of its kind.

import Predicate

extension SectionDefinition: FieldOwner {
  /// The kinds of section by their words.
  enum KindName: String, CaseIterable { case plain, multivalued, selectable, matrix }

  /// The keys of a plain section; one of another kind has all of these but `sections`.
  package static let fields = fieldsBefore + fieldsAfter

  /// Those before the keys of its kind.
  static let fieldsBefore: [Field<SectionDefinition>] =
    [
      .value(
        .tag, "the name of the section in conditions", .text(Schema.named("tag")), { $0.tag },
        { $0.tag = $1 }),
      // A section to choose from has the name of its choice, which is read with the choice.
      Field(
        .name,
        "the key of the section's object, or of its list, in [nested answers](#nested-answers)",
        missing: "the tag", .own, schema: { _ in Schema.text },
        read: { reader, object, section in
          if case .selectable = section.kind { return }
          section.name = reader.text(.name, in: object)
        },
        write: { section in section.name.map { (.name, .string($0)) } }),
      // The kind is read first: it says which other keys there are.
      Field(
        .kind,
        "`\"plain\"`, `\"multivalued\"` for a [list](#lists), `\"selectable\"` for a "
          + "[choice](#sections-to-choose-from), `\"matrix\"` for [rows with the same "
          + "options](#matrices)",
        missing: "`\"plain\"`", .own, isTold: true,
        schema: { _ in Schema.words(KindName.allCases.map(\.rawValue)) },
        write: { section in
          let name = section.kind.name
          return name == .plain ? nil : (.kind, .string(name.rawValue))
        }),
    ]
    + Field.texts(TextKey.ofAll, { $0.texts[$1] }, { $0.texts[$1] = $2 })
    + [
      .condition(
        .hidden, opposite: .visible, "when the section and all its rows are hidden",
        { $0.hidden }, { $0.hidden = $1 }),
      .condition(
        .disabled, opposite: .enabled, "when the section and all its rows are disabled",
        { $0.disabled }, { $0.disabled = $1 }),
      .value(
        .whenHidden, HiddenValues.doc, missing: "what the section around it or the form says",
        .word("policy for hidden values"), { $0.whenHidden }, { $0.whenHidden = $1 },
        differs: .setting(.unknown)),
      .flag(
        .collapsed,
        "whether only the header is shown, and no section inside; the rows keep their values and "
          + "stay valid or invalid",
        { $0.isCollapsed }, { $0.isCollapsed = $1 }, differs: .setting(.no), isTold: true),
    ]

  /// Those after the keys of its kind.
  static let fieldsAfter: [Field<SectionDefinition>] = [
    Field(
      .rows,
      "the rows, in order; a [list](#lists) and a [choice](#sections-to-choose-from) have none, and "
        + "a section with `sections` needs none",
      missing: "required", .own, isRequired: true,
      schema: { _ in Schema.list(of: Schema.named("typedRow")) },
      read: { reader, object, section in section.rows = reader.rows(in: object, of: section.kind) },
      write: { section in section.writtenRows.map { (.rows, .array($0)) } }),
    Field(
      .sections, "[sections inside](#sections-in-sections), which are shown after the rows", .own,
      schema: { _ in Schema.list(of: Schema.named("anySection")) },
      read: { reader, object, section in
        section.sections = reader.sections(inside: object, of: section.kind)
      },
      write: { section in
        section.sections.isEmpty ? nil : (.sections, .array(section.sections.map(\.json)))
      }),
    .suppress({ $0.suppress }, { $0.suppress = $1 }),
    .extra({ $0.extra }, { $0.extra = $1 }),
  ]

  /// The rows as a file has them; nil where the kind has none of its own, or where they can be left
  /// out.
  private var writtenRows: [Value]? {
    switch kind {
    case .plain: rows.isEmpty && !sections.isEmpty ? nil : rows.map(\.json)
    case .multivalued, .selectable: nil
    case .matrix(let matrix): rows.map { $0.json(defaultType: matrix.rowType) }
    }
  }
}

extension SectionDefinition.Kind {
  var name: SectionDefinition.KindName {
    switch self {
    case .plain: .plain
    case .multivalued: .multivalued
    case .selectable: .selectable
    case .matrix: .matrix
    }
  }
}

// MARK: - Keys of one kind

extension ItemsDefinition: FieldOwner {
  /// The keys of a section with items, besides those of every section.
  package static let fields: [Field<ItemsDefinition>] = [
    .value(
      .allows, "what can be done with items: `insert`, `delete`, `reorder`",
      Codec(
        Schema.list(of: Schema.words(ItemEdits.names.map(\.key))),
        read: { reader, _, object in reader.edits(in: object) }, write: \.json),
      { $0.writtenEdits }, { $0.allows = $1 }, differs: .own, isTold: true,
      standard: { _ in ItemEdits.standard.json }),
    number(
      .count, "how many items there always are, a number or a formula",
      { $0.countFormula.map { .formula($0) } },
      { $0.countFormula = $1.formula ?? $1.fixed.map(String.init) }, differs: .formula),
    number(
      .minimum, "how many items there must be, a number or a formula", { $0.minimum },
      { $0.minimum = $1 }),
    number(
      .maximum, "how many items there may be, a number or a formula", { $0.maximum },
      { $0.maximum = $1 }),
    template(
      .item, "the row of one item, without a tag", { _ in Schema.named("itemRow") },
      isRequired: true,
      read: { reader, object, items in items.templates = reader.templates(in: object) }),
    template(
      .template, "`{\"rows\": […], \"sections\": […]}`, what one item consists of",
      { _ in Schema.named("template") }),
    template(
      .templates,
      "[several templates](#several-templates) by name, `{\"phone\": {\"rows\": […]}, …}`",
      { _ in Schema.named("templates") }),
    Field(
      .value, "the items at the start: objects by the template's tags, or plain values",
      missing: "`[]`", .data(.no), schema: { _ in #"{ "type": "array" }"# },
      read: { reader, object, items in items.value = reader.values(in: object, of: items) },
      write: { items in
        guard !items.value.isEmpty else { return nil }
        return (.value, .array(items.value.map { items.shownInJSON($0) }))
      }),
  ]

  /// One of the three ways to say what an item consists of; the first one reads all.
  private static func template(
    _ key: FormKey, _ doc: String, _ schema: @escaping @Sendable (RowType?) -> String,
    isRequired: Bool = false, read: @escaping Field<ItemsDefinition>.Reading = { _, _, _ in }
  ) -> Field<ItemsDefinition> {
    Field(
      key, doc, missing: "none; one of `item`, `template` and `templates` is required", .own,
      isRequired: isRequired, schema: schema, read: read,
      write: { items in
        let (written, value) = items.writtenTemplates
        return written == key ? (key, value) : nil
      })
  }

  /// A number of items, or a formula for one.
  private static func number(
    _ key: FormKey, _ doc: String,
    _ get: @escaping @Sendable (ItemsDefinition) -> Bound<Int>?,
    _ set: @escaping @Sendable (inout ItemsDefinition, Bound<Int>) -> Void,
    differs: Field<ItemsDefinition>.Difference = .own
  ) -> Field<ItemsDefinition> {
    .value(
      key, doc,
      Codec(
        Schema.named("count"), read: { $0.count($1, in: $2) },
        write: { number in
          switch number {
          case .fixed(let number): .int(Int64(number))
          case .formula(let text): .string(text)
          }
        }),
      get, set, differs: differs,
      texts: { items in
        get(items)?.formula.map { [FieldText([.key(key.text)], .formula($0, .number))] } ?? []
      })
  }

  /// What users may do, if it is not what they may do anyway.
  private var writtenEdits: ItemEdits? {
    guard allows != .standard else { return nil }
    // Nobody inserts or deletes items that a formula counts.
    return countFormula == nil ? allows : allows.intersection(.reorder)
  }

  private var writtenTemplates: (key: FormKey, value: Value) {
    if isNamed {
      let named = templates.map { ($0.name ?? "", $0.template.json) }
      return (.templates, .dictionary(ValueDictionary(named)))
    }
    if case .item(let row) = template { return (.item, row.json) }
    return (.template, template.json)
  }
}

extension SelectionDefinition: FieldOwner {
  /// The keys of a section to choose from, besides those of every section and those of its choice.
  package static let fields: [Field<SelectionDefinition>] = [
    // How many can be chosen is read first: the choice is read by it.
    Field(
      .selection, "how many options can be chosen at a time: `\"single\"` or `\"multiple\"`",
      missing: "`\"single\"`", .own, isTold: true,
      schema: { _ in Codec<SelectionDefinition.Selection>.word("").schema() },
      write: { (.selection, .string($0.selection.rawValue)) }),
    .flag(
      .deselection, "whether tapping the one chosen option again deselects it",
      isTrueByDefault: true, { $0.allowsDeselection }, { $0.allowsDeselection = $1 },
      differs: .setting(.no), isTold: true),
  ]

  /// The keys of the choice, which a row has too.
  package static let choiceFields = RowDefinition.fields.filter { $0.places.contains(.choice) }
}

extension MatrixDefinition: FieldOwner {
  /// The keys of a matrix, besides those of every section.
  package static let fields: [Field<MatrixDefinition>] = [
    .value(
      .selection,
      "how many options can be chosen in a row without a type: `\"single\"` or `\"multiple\"`",
      missing: "`\"single\"`", .word("selection"),
      { $0.selection == .single ? nil : $0.selection },
      { $0.selection = $1 }),
    Field(
      .options,
      "[what can be chosen](#options) in each row: a list, [a table](#options-from-a-table) or "
        + "[a list of the form](#options-from-a-list)",
      missing: "required", .own, isRequired: true, schema: { _ in Schema.named("options") },
      read: { reader, object, matrix in matrix.options = reader.optionsOfMatrix(in: object) },
      write: { (.options, $0.options.json) },
      texts: { ($0.options.written ?? []).texts(below: .options, OptionDefinition.fields) }),
  ]
}
