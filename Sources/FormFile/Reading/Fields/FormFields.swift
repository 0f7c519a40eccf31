// What a form and a page may have, in the order of a written file.

import Predicate

extension FormDefinition: FieldOwner {
  /// The keys of a form.
  package static let fields: [Field<FormDefinition>] =
    [
      Field(
        .schema, "a path or an address of the schema, for editors only", .own,
        schema: { _ in Schema.text },
        read: { reader, object, _ in _ = reader.text(.schema, in: object) }),
      Field(
        .version, "the version of the format; only 1 exists", missing: "1", .own,
        schema: { _ in #"{ "const": \#(DefinitionReader.version) }"# },
        read: { reader, object, _ in reader.checkVersion(of: object) }),
    ]
    + Field.texts(TextKey.ofAll, { $0.texts[$1] }, { $0.texts[$1] = $2 })
    + [
      .value(
        .languages, "the [languages](#languages) of the texts; the first one is the fallback",
        .list(of: Schema.named("language"), read: { $0.languages(in: $1) }, Value.string),
        { $0.languages }, { $0.languages = $1 }, differs: .setting(.no), isTold: true),
      .value(
        .messages,
        "[standard messages](Rules.md#messages-in-other-languages), by the tag of a language and "
          + "by the id of the message",
        Codec(
          Schema.objectOf(Schema.named("messagesOfLanguage")),
          read: { reader, _, object in reader.messages(in: object) },
          write: { $0.isEmpty ? Value?.none : $0.json }),
        { $0.messages }, { $0.messages = $1 }),
      .value(
        .inputs,
        "[values from outside](#inputs) by name: a value, which says its type, or a type with a "
          + "value",
        .named(
          Schema.objectOf(Schema.named("input"), names: Schema.named("tag")),
          read: { $0.inputs(in: $1) }, { ($0.name, $0.json) }),
        { $0.inputs }, { $0.inputs = $1 }),
      .value(
        .tables, "[tables that options and formulas read](#tables), by name",
        .named(
          Schema.objectOf(Schema.named("table"), names: #"{ "minLength": 1 }"#),
          read: { $0.tables(in: $1) }, { ($0.name, $0.json) }),
        { $0.tables }, { $0.tables = $1 }),
      // The sets of rules are read first, and rows have the rules themselves.
      Field(
        .ruleSets, "rules that several rows share, by name; see [Rules.md](Rules.md#rule-sets)",
        .own,
        schema: { _ in
          Schema.objectOf(
            Schema.list(
              of: Schema.named("rule"), atMost: DefinitionReader.maximumRulesOfSet))
        }),
      .value(
        .whenHidden, HiddenValues.doc, .word("policy for hidden values"),
        { $0.whenHidden == .keep ? nil : $0.whenHidden }, { $0.whenHidden = $1 },
        differs: .setting(.unknown), standard: { _ in .string(HiddenValues.keep.rawValue) }),
      Field(
        .hiddenValues, "the former name of `whenHidden`", .own,
        schema: { _ in Codec<HiddenValues>.word("").schema() },
        read: { reader, object, form in
          if let policy = reader.formerHiddenValues(in: object) { form.whenHidden = policy }
        }),
      .value(
        .answers,
        "what [answers](#nested-answers) are: every value by its own name (`\"flat\"`), or the "
          + "values of each section in an object (`\"nested\"`)",
        .word("shape of answers"), { $0.answers == .flat ? nil : $0.answers },
        { $0.answers = $1 }, standard: { _ in .string(AnswerShape.flat.rawValue) }),
      .condition(.readOnly, "when every row is disabled", { $0.readOnly }, { $0.readOnly = $1 }),
      .value(
        .navigation, "[how the user goes from row to row](#navigation): a word, or a list of words",
        Codec(
          Schema.named("navigation"),
          read: { reader, _, object in reader.navigation(in: object) },
          write: { $0 == .standard ? Value?.none : $0.json }),
        { $0.navigation }, { $0.navigation = $1 }, differs: .setting(.no),
        standard: { _ in Navigation.standard.json }),
      Field(
        .sections, "the sections, in order", missing: "required", .own, isRequired: true,
        schema: { _ in Schema.list(of: Schema.named("anySection")) },
        read: { reader, object, form in
          guard !reader.has(.questions, in: object) else { return }
          form.sections = reader.sections(in: object, isRequired: true)
        },
        write: { (.sections, .array($0.sections.map(\.json))) }),
      .value(
        .pages, "[the pages on which the sections are shown](#pages), in order",
        .list(of: Schema.named("page"), read: { $0.pages(in: $1) }, \.json), { $0.pages },
        { $0.pages = $1 }),
      .suppress({ $0.suppress }, { $0.suppress = $1 }),
      .extra({ $0.extra }, { $0.extra = $1 }),
    ]
}

extension HiddenValues {
  static let doc =
    "what becomes of a [hidden value](#hidden-values): conditions read it (`\"keep\"`) or read nil "
    + "(`\"nil\"`), or the value is gone (`\"clear\"`)"
}

extension PageDefinition: FieldOwner {
  /// The keys of a page.
  package static let fields: [Field<PageDefinition>] =
    [
      .value(
        .tag, "a name for the host app; it is not a name in conditions", .text(), { $0.tag },
        { $0.tag = $1 })
    ]
    + Field.texts(TextKey.ofAll, { $0.texts[$1] }, { $0.texts[$1] = $2 })
    + [
      .condition(
        .hidden, opposite: .visible, "when the page and all its sections are hidden",
        { $0.hidden }, { $0.hidden = $1 }),
      .value(
        .sections, "the tags of the sections on the page, in order; no section is on two pages",
        missing: "required",
        Codec(
          Schema.named("tagsOfPage"),
          read: { reader, _, object in reader.sections(ofPage: object) },
          write: { .array($0.map(Value.string)) }),
        { $0.sections }, { $0.sections = $1 }, differs: .setting(.no)),
      .extra({ $0.extra }, { $0.extra = $1 }),
    ]
}
