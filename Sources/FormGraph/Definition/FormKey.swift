// The keys of a form file, and which objects may have them.

/// A key of a form file.
///
/// It is a `CodingKey` because the compiler then writes the names of the cases. To ask a mirror for
/// them takes a fifth of the time of a short command.
enum FormKey: Int, CaseIterable, CodingKey {
  case schema, version, inputs, sections, hiddenValues, readOnly, extra
  case title, subtitle, footer, placeholder, help
  case hidden, visible, disabled, enabled
  case tag, kind, rows, whenHidden, collapsed
  case type, name, value, `default`, calculated, required, rules, options, optionsFilter
  case whenOptionHidden, validates
  case allows, item, maximum, minimum, template
  case function, asyncFunction, dependsOn
  case predicate, message, id, severity, allowsEmpty
  case pattern, trims, allOf, anyOf, ruleSet, ruleSets
  case step, minuteInterval
  case questions, selection, deselection, groupedBy, submits, next, navigation
  case groupTitles, groupFooters, tapsWhenDisabled
  case keepsEmpty
  case languages, display, exclusive, other, unit, pages, messages
  case tables, columns, file, header, separator, table, count
  case list
  case suppress, justification
  case templates
  case selectorTitle, actions

  /// The spelling of the key.
  var text: String { Self.texts[rawValue] }
  var description: String { text }

  /// The spellings of all keys, in order.
  private static let texts = all.map { $0 == .schema ? "$schema" : $0.stringValue }

  /// All keys, in an array that is made once.
  static let all = allCases
  static let total = all.count

  static let words = WordTable(allCases.map { ($0.text, $0) })
}

/// A set of keys, a bit for each.
///
/// Asking whether an object has other keys costs the same for any number of keys.
struct FormKeySet: Sendable {
  /// How many keys fit.
  static let capacity = 128
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  @inline(__always)
  mutating func insert(_ key: FormKey) {
    let bit: UInt64 = 1 << UInt64(key.rawValue & 63)
    if key.rawValue < 64 { low |= bit } else { high |= bit }
  }

  @inline(__always)
  func contains(_ key: FormKey) -> Bool {
    (key.rawValue < 64 ? low : high) & 1 << UInt64(key.rawValue & 63) != 0
  }

  /// Whether every key is in one of two other sets.
  @inline(__always)
  func isSubset(of one: FormKeySet, or other: FormKeySet) -> Bool {
    low & ~(one.low | other.low) == 0 && high & ~(one.high | other.high) == 0
  }
}

/// A set of keys, in the order in which they are suggested.
struct FormKeys: Sendable {
  let list: [FormKey]
  private(set) var set = FormKeySet()

  init(_ list: [FormKey]) {
    self.list = list
    for key in list { set.insert(key) }
  }

  func contains(_ key: FormKey) -> Bool { set.contains(key) }
}

extension FormKeys {
  /// The keys of texts for people that every kind of member has.
  ///
  /// A form file may write null for a text that it leaves out.
  static let texts = FormKeys([.title, .subtitle, .footer, .placeholder, .help])
  private static let conditionKeys: [FormKey] = [.hidden, .visible, .disabled, .enabled]

  static let none = FormKeys([])
  static let form = FormKeys(
    [
      .schema, .version, .languages, .messages, .inputs, .tables, .ruleSets, .sections, .pages,
      .whenHidden, .readOnly, .navigation, .suppress, .extra,
    ] + texts.list)
  /// The keys that replace sections in a form of another format.
  ///
  /// They are never suggested.
  static let otherForm = FormKeys([.questions, .hiddenValues])
  /// The keys of sections of all kinds.
  static let section = FormKeys(
    [.tag, .kind, .rows, .whenHidden, .collapsed, .suppress, .extra] + texts.list + conditionKeys)
  static let plainSection = FormKeys(section.list + [.sections])
  static let page = FormKeys([.tag, .sections, .extra] + texts.list + [.hidden, .visible])
  static let row = FormKeys(
    [
      .tag, .type, .name, .value, .default, .calculated, .required, .rules, .options,
      .optionsFilter, .whenOptionHidden, .groupedBy, .groupTitles, .groupFooters, .validates,
      .whenHidden, .submits, .tapsWhenDisabled, .keepsEmpty, .other, .unit, .next, .display,
      .selectorTitle, .actions,
      .suppress, .extra,
    ] + bounds.list + texts.list + conditionKeys)
  static let bounds = FormKeys([.minimum, .maximum, .step, .minuteInterval])
  /// The keys of a section with items, besides the keys of every section.
  static let items = FormKeys([
    .allows, .item, .maximum, .minimum, .count, .template, .templates, .value,
  ])
  static let sectionWithItems = FormKeys(section.list + items.list)
  static let template = FormKeys([.rows, .sections, .actions])
  /// The keys that a section can have and a row cannot.
  ///
  /// In a row of a template they mean that somebody wants items inside items.
  static let nesting = FormKeys([
    .sections, .kind, .rows, .item, .template, .templates, .allows,
  ])
  /// The keys that only a section to choose from can have.
  static let selectionAlone = FormKeys([
    .selection, .deselection, .options, .optionsFilter, .whenOptionHidden, .groupedBy,
    .groupTitles, .groupFooters, .tapsWhenDisabled, .other,
  ])
  /// The keys of a section to choose from, besides the keys of every section.
  static let selection = FormKeys(
    selectionAlone.list + [
      .name, .value, .default, .calculated, .required, .rules, .validates, .minimum, .maximum,
    ])
  static let sectionToChooseFrom = FormKeys(section.list + selection.list)
  /// What a matrix has beside the keys of every section.
  static let matrixAlone = FormKeys([.options, .selection])
  static let matrix = FormKeys(section.list + matrixAlone.list)
  /// What an option means by itself; it may have any other key.
  static let option = FormKeys([
    .value, .title, .hidden, .visible, .disabled, .enabled, .exclusive,
  ])
  static let conditions = FormKeys(conditionKeys)
  static let function = FormKeys([.function, .dependsOn])
  static let input = FormKeys([.type, .value])
  static let table = FormKeys([.columns, .rows, .file, .header, .separator])
  /// The keys of a file that is a table.
  static let tableFile = FormKeys([.columns, .rows])
  static let column = FormKeys([.name, .type])
  /// The keys of options that come from a table.
  static let tableOptions = FormKeys([.table, .value, .title])
  /// The keys of options that come from a list.
  static let listOptions = FormKeys([.list, .value, .title])
  static let action = FormKeys([.name, .title, .disabled, .enabled, .extra])
  static let suppression = FormKeys([.id, .justification])
  static let rule = FormKeys(
    [
      .type, .predicate, .value, .tag, .message, .id, .severity, .allowsEmpty, .pattern, .trims,
      .function, .asyncFunction, .dependsOn, .allOf, .anyOf, .ruleSet,
    ])
  /// The keys that only a plain section can have.
  static let onlyPlain = FormKeys([.sections])
  /// The keys that are reported in a section with items, and in a matrix, as those of another kind.
  static let notOfItems = FormKeys(selectionAlone.list + onlyPlain.list)
  static let notOfMatrix = FormKeys(items.list + onlyPlain.list)
  /// The keys that belong to one kind of section only.
  static let ofOneKind = FormKeys(items.list + selectionAlone.list)
  /// The keys of all kinds of sections, besides the keys of every section.
  static let ofSomeKind = FormKeys(items.list + selection.list + [.sections])
}
