// The keys of a form file, and which of them may stand where.

/// A key that means something in a form file.
enum FormKey: UInt8, CaseIterable, Sendable {
  case schema, version, inputs, sections, hiddenValues, readOnly, extra
  case title, subtitle, footer, placeholder, help
  case hidden, visible, disabled, enabled
  case tag, kind, rows, whenHidden, collapsed
  case type, name, value, `default`, calculated, required, rules, options, optionsFilter
  case whenOptionHidden, validates
  case allows, item, maximum, minimum, template
  case function, dependsOn
  case predicate, message, id, severity, allowsEmpty
  case pattern, trims, allOf, anyOf, ruleSet, ruleSets
  case step, minuteInterval
  case questions, selection, deselection, groupedBy, submits, next, navigation
  case groupTitles, groupFooters, tapsWhenDisabled
  case keepsEmpty
  case pages

  /// How it is written.
  var text: String { Self.texts[Int(rawValue)] }

  /// How the keys are written, in their order.
  private static let texts = all.map { $0 == .schema ? "$schema" : String(describing: $0) }

  /// All keys, in one array that is made once.
  static let all = allCases
  /// How many keys there are.
  static let count = all.count

  static let table = WordTable(allCases.map { ($0.text, $0) })
}

/// Keys that may stand somewhere, in the order in which they are suggested.
struct FormKeys: Sendable {
  let list: [FormKey]
  /// Of each key there is whether it is one of these.
  private let isOne: [Bool]

  init(_ list: [FormKey]) {
    self.list = list
    isOne = FormKey.allCases.map(list.contains)
  }

  func contains(_ key: FormKey) -> Bool { isOne[Int(key.rawValue)] }
}

extension FormKeys {
  /// Texts for people: null says that there is none.
  static let texts = FormKeys([.title, .subtitle, .footer, .placeholder, .help])
  private static let conditionKeys: [FormKey] = [.hidden, .visible, .disabled, .enabled]

  static let none = FormKeys([])
  static let form = FormKeys(
    [
      .schema, .version, .inputs, .ruleSets, .sections, .pages, .hiddenValues, .readOnly,
      .navigation, .extra,
    ] + texts.list)
  /// What stands in the place of sections in a form of another format; it is not suggested.
  static let otherForm = FormKeys([.questions])
  static let section = FormKeys(
    [.tag, .kind, .rows, .whenHidden, .collapsed, .extra] + texts.list + conditionKeys)
  static let page = FormKeys([.tag, .sections, .extra] + texts.list + [.hidden, .visible])
  static let row = FormKeys(
    [
      .tag, .type, .name, .value, .default, .calculated, .required, .rules, .options,
      .optionsFilter, .whenOptionHidden, .groupedBy, .groupTitles, .groupFooters, .validates,
      .whenHidden, .submits, .tapsWhenDisabled, .keepsEmpty, .next, .extra,
    ] + bounds.list + texts.list + conditionKeys)
  static let bounds = FormKeys([.minimum, .maximum, .step, .minuteInterval])
  /// What a section with items has beside the keys of every section.
  static let items = FormKeys([.allows, .item, .maximum, .minimum, .template, .value])
  static let sectionWithItems = FormKeys(section.list + items.list)
  static let template = FormKeys([.rows])
  /// What can stand in a section and not in a row: where it does, somebody wanted items in items.
  static let nesting = FormKeys([.sections, .kind, .rows, .item, .template, .allows])
  /// What only a section has that options are chosen from.
  static let selectionAlone = FormKeys([
    .selection, .deselection, .options, .optionsFilter, .whenOptionHidden, .groupedBy,
    .groupTitles, .groupFooters, .tapsWhenDisabled,
  ])
  /// What such a section has beside the keys of every section.
  static let selection = FormKeys(
    selectionAlone.list + [
      .name, .value, .default, .calculated, .required, .rules, .validates, .minimum, .maximum,
    ])
  static let sectionToChooseFrom = FormKeys(section.list + selection.list)
  /// What an option means by itself; it may have any other key.
  static let option = FormKeys([.value, .title, .hidden, .visible, .disabled, .enabled])
  static let conditions = FormKeys(conditionKeys)
  static let function = FormKeys([.function, .dependsOn])
  static let input = FormKeys([.type, .value])
  static let rule = FormKeys(
    [
      .type, .predicate, .value, .tag, .message, .id, .severity, .allowsEmpty, .pattern, .trims,
      .function, .dependsOn, .allOf, .anyOf, .ruleSet,
    ])
  /// What says of which kind a section is.
  static let ofOneKind = FormKeys(items.list + selectionAlone.list)
  /// What a section of one kind or another has beside the keys of every section.
  static let ofSomeKind = FormKeys(items.list + selection.list)
}
