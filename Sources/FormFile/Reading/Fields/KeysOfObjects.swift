// Which keys each object of a form file may have: those of its fields, and a few lists of objects
// that have no fields.

import Predicate

/// A set of keys, in the order in which they are suggested.
package struct FormKeys: Sendable {
  package let list: [FormKey]
  private(set) var set = FormKeySet()

  package init(_ list: [FormKey]) {
    self.list = list
    for key in list { set.insert(key) }
  }

  package func contains(_ key: FormKey) -> Bool { set.contains(key) }
}

extension FormKeys {
  /// The keys of texts for people.
  ///
  /// A form file may write null for a text that it leaves out.
  static let texts = FormKeys(TextKey.allCases.compactMap { FormKey(stringValue: $0.rawValue) })
  static let conditions = FormKeys([.hidden, .visible, .disabled, .enabled])

  static let none = FormKeys([])
  static let form = FormKeys(
    FormKeys(FormDefinition.fields).list.filter { !otherForm.contains($0) })
  /// The keys that replace sections in a form of another format.
  ///
  /// They are never suggested.
  static let otherForm = FormKeys([.questions, .hiddenValues])
  static let page = FormKeys(PageDefinition.fields)
  static let row = FormKeys(RowDefinition.fields)
  static let action = FormKeys(ActionDefinition.fields)
  static let trigger = FormKeys(TriggerAction.fields)
  /// What an option means by itself; it may have any other key.
  package static let option = FormKeys(OptionDefinition.fields)
  static let function = FormKeys([.function, .dependsOn])
  static let suggested = FormKeys([.formula, .whenEdited])
  static let input = FormKeys([.type, .value])
  static let table = FormKeys([.columns, .rows, .file, .header, .separator])
  /// The keys of a file that is a table.
  static let tableFile = FormKeys([.columns, .rows])
  static let column = FormKeys([.name, .type, .languages])
  /// The keys of options that come from a table.
  static let tableOptions = FormKeys([.table, .value, .title])
  /// The keys of options that come from a list.
  static let listOptions = FormKeys([.list, .value, .title])
  static let suppression = FormKeys([.id, .justification])
}

// MARK: - Sections

extension FormKeys {
  static let plainSection = FormKeys(SectionDefinition.fields)
  /// The keys that only a plain section can have.
  static let onlyPlain = FormKeys([.sections])
  /// The keys of sections of all kinds.
  static let section = FormKeys(plainSection.list.filter { !onlyPlain.contains($0) })
  /// The keys of a section with items, besides the keys of every section.
  static let items = FormKeys(ItemsDefinition.fields)
  static let sectionWithItems = FormKeys(section.list + items.list)
  static let template = FormKeys([.rows, .sections, .actions])
  /// The keys that a section can have and a row cannot.
  ///
  /// In a row of a template they mean that somebody wants items inside items.
  static let nesting = FormKeys([
    .sections, .kind, .rows, .item, .template, .templates, .allows,
  ])
  private static let selectionItself = FormKeys(SelectionDefinition.fields)
  /// The keys of a section to choose from, besides the keys of every section.
  static let selection = FormKeys(
    selectionItself.list + FormKeys(SelectionDefinition.choiceFields).list)
  /// The keys that only a section to choose from can have.
  static let selectionAlone = FormKeys(
    selectionItself.list
      + FormKeys(SelectionDefinition.choiceFields, where: { $0.places.contains(.options) }).list)
  static let sectionToChooseFrom = FormKeys(
    section.list.filter { !selection.contains($0) } + selection.list)
  /// What a matrix has beside the keys of every section.
  static let matrixAlone = FormKeys(MatrixDefinition.fields)
  static let matrix = FormKeys(section.list + matrixAlone.list)
  /// The keys that are reported in a section with items, and in a matrix, as those of another kind.
  static let notOfItems = FormKeys(selectionAlone.list + onlyPlain.list)
  static let notOfMatrix = FormKeys(items.list + onlyPlain.list)
  /// The keys that belong to one kind of section only.
  static let ofOneKind = FormKeys(items.list + selectionAlone.list)
  /// The keys of all kinds of sections, besides the keys of every section.
  static let ofSomeKind = FormKeys(items.list + selection.list + onlyPlain.list)
}
