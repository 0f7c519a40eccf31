// What a form and a page may have, in the order of a written file.

import Predicate

extension FormDefinition: FieldOwner {
  /// The keys of a form.
  package static let fields: [Field<FormDefinition>] =
    [
      Field(
        [.schema], .own, read: { reader, object, _ in _ = reader.text(.schema, in: object) },
        write: { _ in nil }),
      Field(
        [.version], .own, read: { reader, object, _ in reader.checkVersion(of: object) },
        write: { _ in nil }),
    ]
    + Field.texts(TextKey.ofAll, { $0.texts[$1] }, { $0.texts[$1] = $2 })
    + [
      .value(
        .languages, .languages, { $0.languages.isEmpty ? nil : $0.languages },
        { $0.languages = $1 }, differs: .setting(.no)),
      .value(
        .messages, .messages, { $0.messages.isEmpty ? nil : $0.messages }, { $0.messages = $1 }),
      .value(.inputs, .inputs, { $0.inputs.isEmpty ? nil : $0.inputs }, { $0.inputs = $1 }),
      .value(.tables, .tables, { $0.tables.isEmpty ? nil : $0.tables }, { $0.tables = $1 }),
      // The sets of rules are read first, and rows have the rules themselves.
      Field([.ruleSets], .own, read: { _, _, _ in }, write: { _ in nil }),
      Field(
        [.whenHidden, .hiddenValues], .setting(.unknown),
        read: { reader, object, form in
          if let policy = reader.hiddenValues(ofForm: object) { form.whenHidden = policy }
        },
        write: { form in
          form.whenHidden == .keep ? nil : (.whenHidden, .string(form.whenHidden.rawValue))
        },
        standard: { _ in .string(HiddenValues.keep.rawValue) }),
      .condition(.readOnly, { $0.readOnly }, { $0.readOnly = $1 }),
      .value(
        .navigation, .navigation, { $0.navigation == .standard ? nil : $0.navigation },
        { $0.navigation = $1 }, differs: .setting(.no),
        standard: { _ in Navigation.standard.json }),
      Field(
        [.sections], .own, isRequired: true,
        read: { reader, object, form in form.sections = reader.sectionsOrQuestions(in: object) },
        write: { (.sections, .array($0.sections.map(\.json))) }),
      .value(.pages, .pages, { $0.pages.isEmpty ? nil : $0.pages }, { $0.pages = $1 }),
      .suppress({ $0.suppress }, { $0.suppress = $1 }),
      .extra({ $0.extra }, { $0.extra = $1 }),
    ]
}

extension PageDefinition: FieldOwner {
  /// The keys of a page.
  package static let fields: [Field<PageDefinition>] =
    [.value(.tag, .text, { $0.tag }, { $0.tag = $1 })]
    + Field.texts(TextKey.ofAll, { $0.texts[$1] }, { $0.texts[$1] = $2 })
    + [
      .condition(.hidden, opposite: .visible, { $0.hidden }, { $0.hidden = $1 }),
      .value(
        .sections, .tags, { $0.sections }, { $0.sections = $1 }, differs: .setting(.no)),
      .extra({ $0.extra }, { $0.extra = $1 }),
    ]
}
