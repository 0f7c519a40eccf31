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
  case exclusive, other, unit

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

/// A set of keys, a bit for each, so that asking whether an object has other keys costs the same for
/// any number of keys.
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

/// Keys that may stand somewhere, in the order in which they are suggested.
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
  /// Texts for people: null says that there is none.
  static let texts = FormKeys([.title, .subtitle, .footer, .placeholder, .help])
  private static let conditionKeys: [FormKey] = [.hidden, .visible, .disabled, .enabled]

  static let none = FormKeys([])
  static let form = FormKeys(
    [
      .schema, .version, .inputs, .ruleSets, .sections, .hiddenValues, .readOnly, .navigation,
      .extra,
    ] + texts.list)
  /// What stands in the place of sections in a form of another format; it is not suggested.
  static let otherForm = FormKeys([.questions])
  static let section = FormKeys(
    [.tag, .kind, .rows, .whenHidden, .collapsed, .extra] + texts.list + conditionKeys)
  static let row = FormKeys(
    [
      .tag, .type, .name, .value, .default, .calculated, .required, .rules, .options,
      .optionsFilter, .whenOptionHidden, .groupedBy, .groupTitles, .groupFooters, .validates,
      .whenHidden, .submits, .tapsWhenDisabled, .keepsEmpty, .other, .unit, .next, .extra,
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
    .groupTitles, .groupFooters, .tapsWhenDisabled, .other,
  ])
  /// What such a section has beside the keys of every section.
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
