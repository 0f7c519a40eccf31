// The keys of a form file, and sets of them. Which objects may have them is said by their fields.

/// A key of a form file.
///
/// It is a `CodingKey` because the compiler then writes the names of the cases. To ask a mirror for
/// them takes a fifth of the time of a short command.
package enum FormKey: Int, CaseIterable, CodingKey {
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
  case selectorTitle, actions, answers
  case suggested, once, formula, whenEdited
  case whenChanged, set, to, reset, `if`
  case ordered, requiredMessage

  /// The spelling of the key.
  package var text: String { Self.texts[rawValue] }
  package var description: String { text }

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

  /// Whether no key is in another set.
  @inline(__always)
  func isDisjoint(with other: FormKeySet) -> Bool { low & other.low | high & other.high == 0 }

  /// Whether every key is in one of two other sets.
  @inline(__always)
  func isSubset(of one: FormKeySet, or other: FormKeySet) -> Bool {
    low & ~(one.low | other.low) == 0 && high & ~(one.high | other.high) == 0
  }
}
