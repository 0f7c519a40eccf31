// Compares the options of a row by their values. Titles do not matter to saved answers. Order
// matters only to a multiple choice, whose saved values stand in the order of the options.

import FormGraph
import Predicate

extension FormComparison {
  mutating func compareOptions(
    _ old: RowDefinition, _ new: RowDefinition, _ map: [String: Value], at stake: Stake
  ) {
    // Which values other rows take is for their type to say.
    guard [.choice, .choices].contains(new.type.valueKind) else { return }
    let (oldSource, newSource) = (Self.source(of: old), Self.source(of: new))
    if oldSource != newSource {
      let breaks = stake.hasAnswers ? tables.breaks(old, new, map) : .no
      add(.options, key: "options", oldSource, newSource, breaks: breaks)
    } else {
      compare(
        key: "options title", old.options?.titleName, new.options?.titleName, breaks: .no,
        \.description)
      let (oldOptions, newOptions) = (old.options?.written ?? [], new.options?.written ?? [])
      compareMapped(oldOptions, newOptions, map)
      if oldOptions != newOptions {
        compareOptions(
          oldOptions, newOptions, allowsOther: new.allowsOther, map,
          read: Self.keys(readBy: old.optionsFilter).union(Self.keys(readBy: new.optionsFilter)),
          at: Stake(hasAnswers: stake.hasAnswers))
        compareOrder(
          oldOptions, newOptions,
          breaks: new.type.valueKind == .choices && !new.isOrdered ? .sometimes : .no)
      }
    }
    compare(
      .options, key: "other", old.allowsOther, new.allowsOther,
      breaks: old.allowsOther ? .sometimes : .no, \.description)
    let filters = (old.optionsFilter, new.optionsFilter)
    if filters.0.map(CanonicalText.predicate) != filters.1.map(CanonicalText.predicate) {
      // Without a filter every option can be chosen.
      let breaks: FormChange.Breaking =
        filters.1 == nil ? .no : filters.0 == nil ? .sometimes : .unknown
      addParts(
        .filter, key: "optionsFilter", filters.0, filters.1,
        breaks: stake.hasAnswers ? breaks : .no)
    }
  }

  /// Where the options of a row come from; nil for a row that lists them or has none.
  private static func source(of row: RowDefinition) -> String? {
    switch row.options {
    case .table(let table)?: "table \(table.table), value \(table.value)"
    case .list(let list)?: "list \(list.list), value \(list.value)"
    case .written?, nil: nil
    }
  }

  /// Adds the options that the migration maps to another value although the new form still has
  /// them: their answers can no longer be told from those of the other option.
  private mutating func compareMapped(
    _ old: [OptionDefinition], _ new: [OptionDefinition], _ map: [String: Value]
  ) {
    guard !map.isEmpty else { return }
    let known = Set(new.map(\.value))
    for option in old where known.contains(option.value) {
      guard let target = map[Migration.text(of: option.value)], target != option.value else {
        continue
      }
      add(
        .dropped, key: "options", CanonicalText.value(option.value, of: .choice),
        CanonicalText.value(target, of: .choice), breaks: .yes)
    }
  }

  /// Adds that the options which both forms have are in another order.
  private mutating func compareOrder(
    _ old: [OptionDefinition], _ new: [OptionDefinition], breaks: FormChange.Breaking
  ) {
    let (oldValues, newValues) = (old.map(\.value), new.map(\.value))
    let both = Set(oldValues).intersection(newValues)
    if oldValues.filter(both.contains) != newValues.filter(both.contains) {
      add(.order, key: "options", breaks: breaks)
    }
  }

  private mutating func compareOptions(
    _ old: [OptionDefinition], _ new: [OptionDefinition], allowsOther: Bool,
    _ map: [String: Value], read keys: Set<String>, at stake: Stake
  ) {
    var left = Dictionary(old.map { ($0.value, $0) }, uniquingKeysWith: { first, _ in first })
    var added: [OptionDefinition] = []
    for option in new {
      guard let other = left.removeValue(forKey: option.value) else {
        added.append(option)
        continue
      }
      let key = "options \(CanonicalText.value(option.value, of: .choice))"
      compare(OptionDefinition.fields, other, option, below: key, at: stake)
      // Two options that are chosen together are invalid if one of them is exclusive now.
      compare(
        key: "\(key) exclusive", other.isExclusive, option.isExclusive,
        breaks: option.isExclusive ? .sometimes : .no, \.description)
      compareKeys(of: other, option, key, read: keys)
    }
    // An option with the same title and another value is the same option for people.
    var byTitle: [FormText: [OptionDefinition]] = [:]
    for option in old.reversed() where left[option.value] != nil {
      if let title = option.title { byTitle[title, default: []].append(option) }
    }
    for option in added {
      let value = CanonicalText.value(option.value, of: .choice)
      guard let other = option.title.flatMap({ byTitle[$0]?.popLast() }) else {
        add(.optionAdded, nil, value, breaks: .no)
        continue
      }
      left.removeValue(forKey: other.value)
      add(
        .optionRevalued, CanonicalText.value(other.value, of: .choice), value,
        breaks: Self.breaksIfRemoved(other.value, allowsOther, map))
    }
    for option in old where left.removeValue(forKey: option.value) != nil {
      add(
        .optionRemoved, CanonicalText.value(option.value, of: .choice),
        breaks: Self.breaksIfRemoved(option.value, allowsOther, map))
    }
  }

  /// Adds the keys of an option that are its author's own and differ.
  private mutating func compareKeys(
    of old: OptionDefinition, _ new: OptionDefinition, _ option: String, read keys: Set<String>
  ) {
    guard old.members != new.members else { return }
    let names =
      Array(old.members.keys) + new.members.keys.filter { old.members[$0] == nil }
    for name in names {
      compare(
        key: "\(option) \(name)", old.members[name], new.members[name],
        // The filter may hide an option now that is an answer.
        breaks: keys.contains(name) ? .sometimes : .no
      ) { CanonicalText.value($0) }
    }
  }

  /// The keys of options that a filter reads.
  static func keys(readBy filter: String?) -> Set<String> {
    guard let filter, let tree = try? SyntaxTree(predicate: filter, functions: .extended) else {
      return []
    }
    return Set(
      tree.parts.compactMap { part in
        if case .key(let key, of: .object) = part.kind { key } else { nil }
      })
  }

  /// Where other text is allowed, a text that was an option is still an answer.
  static func breaksIfRemoved(
    _ value: Value, _ allowsOther: Bool, _ map: [String: Value]
  ) -> FormChange.Breaking {
    if map[Migration.text(of: value)] != nil { return .no }
    if allowsOther, case .string = value { return .no }
    return .yes
  }
}
