// Compares the options of a row by their values. Titles and order do not matter to saved answers.

import FormGraph
import Predicate

extension FormComparison {
  mutating func compareOptions(
    _ old: RowDefinition, _ new: RowDefinition, _ map: [String: Value]
  ) {
    let (oldSource, newSource) = (Self.source(of: old), Self.source(of: new))
    if oldSource != newSource {
      add(.options, key: "options", oldSource, newSource, breaks: .unknown)
    } else if old.options != new.options {
      compareOptions(old.options ?? [], new.options ?? [], allowsOther: new.allowsOther, map)
    }
    compare(
      .options, key: "other", old.allowsOther, new.allowsOther,
      breaks: old.allowsOther ? .sometimes : .no, \.description)
    compare(.filter, key: "optionsFilter", old.optionsFilter, new.optionsFilter, breaks: .unknown) {
      CanonicalText.predicate($0)
    }
    compare(
      key: "whenOptionHidden", old.whenOptionHidden, new.whenOptionHidden, breaks: .unknown,
      \.rawValue)
  }

  /// Where the options of a row come from; nil for a row that lists them or has none.
  private static func source(of row: RowDefinition) -> String? {
    if let table = row.tableOptions { return "table \(table.table), value \(table.value)" }
    if let list = row.listOptions { return "list \(list.list), value \(list.value)" }
    return nil
  }

  private mutating func compareOptions(
    _ old: [OptionDefinition], _ new: [OptionDefinition], allowsOther: Bool,
    _ map: [String: Value]
  ) {
    var left = Dictionary(old.map { ($0.value, $0) }, uniquingKeysWith: { first, _ in first })
    var added: [OptionDefinition] = []
    for option in new {
      guard let other = left.removeValue(forKey: option.value) else {
        added.append(option)
        continue
      }
      let key = "options \(CanonicalText.value(option.value))"
      compareConditions(key: "\(key) hidden", other.hidden, option.hidden)
      compareConditions(key: "\(key) disabled", other.disabled, option.disabled)
      countText(other.title, option.title)
    }
    // An option with the same title and another value is the same option for people.
    var byTitle: [FormText: [OptionDefinition]] = [:]
    for option in old.reversed() where left[option.value] != nil {
      if let title = option.title { byTitle[title, default: []].append(option) }
    }
    for option in added {
      let value = CanonicalText.value(option.value)
      guard let other = option.title.flatMap({ byTitle[$0]?.popLast() }) else {
        add(.optionAdded, nil, value, breaks: .no)
        continue
      }
      left.removeValue(forKey: other.value)
      add(
        .optionRevalued, CanonicalText.value(other.value), value,
        breaks: Self.breaksIfRemoved(other.value, allowsOther, map))
    }
    for option in old where left.removeValue(forKey: option.value) != nil {
      add(
        .optionRemoved, CanonicalText.value(option.value),
        breaks: Self.breaksIfRemoved(option.value, allowsOther, map))
    }
  }

  /// Where other text is allowed, a text that was an option is still an answer.
  private static func breaksIfRemoved(
    _ value: Value, _ allowsOther: Bool, _ map: [String: Value]
  ) -> FormChange.Breaking {
    if map[Migration.text(of: value)] != nil { return .no }
    if allowsOther, case .string = value { return .no }
    return .yes
  }
}
