// Options as people see them in groups: those that have one value under a key of theirs stand
// together.

public import Predicate

/// Options that stand together.
public struct OptionGroup: Hashable, Sendable, Identifiable {
  /// What the options have under the key by which they are grouped; nil of those without it.
  public let key: Value
  /// The options, in their order.
  public let options: [OptionDefinition]

  /// What people know the group by: its title, or else the text of the key; nil for the options
  /// without a key.
  public let title: String?
  /// The text below the group.
  public let footer: String?

  /// The key, which no other group of the row has.
  public var id: Value { key }

  fileprivate init(_ key: Value, _ options: [OptionDefinition], in grouping: OptionGrouping) {
    self.key = key
    self.options = options
    let text = key.isNull ? nil : OptionGrouping.text(of: key)
    title = text.map { grouping.titles[$0] ?? $0 }
    footer = text.flatMap { grouping.footers[$0] }
  }
}

extension RowState {
  /// What can be chosen now, in groups in the order of their keys, those without one last; nil
  /// where the options are not grouped.
  public var optionGroups: [OptionGroup]? {
    guard let grouping = definition.grouping, let options else { return nil }
    var groups: [(key: Value, options: [OptionDefinition])] = []
    var places: [EqualValue: Int] = [:]
    for option in options {
      let own = option.members[grouping.key] ?? .null
      if let place = places[EqualValue(own)] {
        groups[place].options.append(option)
      } else {
        places[EqualValue(own)] = groups.count
        groups.append((own, [option]))
      }
    }
    // Keys that the language does not order stay as they came.
    let sorted = groups.sorted { left, right in
      left.key.isNull != right.key.isNull ? right.key.isNull : left.key.precedes(right.key)
    }
    return sorted.map { OptionGroup($0.key, $0.options, in: grouping) }
  }
}
