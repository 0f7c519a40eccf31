// Options in groups: options with the same value for one of their keys form a group.

public import Predicate

/// A group of options.
public struct OptionGroup: Hashable, Sendable, Identifiable {
  /// The value that the options have for the grouping key; nil for options without the key.
  public let key: Value
  /// The options, in their order.
  public let options: [OptionDefinition]

  /// The title of the group, or else the key as text; nil for options without the key.
  public let title: String?
  /// The text below the group.
  public let footer: String?

  /// The key, which no other group of the row has.
  public var id: Value { key }

  fileprivate init(_ key: Value, _ options: [OptionDefinition], _ texts: GroupTexts) {
    self.key = key
    self.options = options
    let text = key.isNull ? nil : OptionGrouping.text(of: key)
    title = text.map { texts.titles[$0] ?? $0 }
    footer = text.flatMap { texts.footers[$0] }
  }
}

extension RowState {
  /// The options that can be chosen now, in groups; nil if the options are not grouped.
  ///
  /// The groups are in the order of their keys; the group of options without a key is last.
  public var optionGroups: [OptionGroup]? {
    guard let grouping = definition.grouping, let options else { return nil }
    return OptionGroup.groups(of: options, by: grouping, groupTexts)
  }
}

extension OptionGroup {
  /// Puts options into groups.
  static func groups(
    of options: [OptionDefinition], by grouping: OptionGrouping, _ texts: GroupTexts
  ) -> [OptionGroup] {
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
    // Keys without an order in the language keep the order of their first options.
    let sorted = groups.sorted { left, right in
      left.key.isNull != right.key.isNull ? right.key.isNull : left.key.precedes(right.key)
    }
    return sorted.map { OptionGroup($0.key, $0.options, texts) }
  }
}

extension StateReading where Self: ~Copyable {
  /// The texts above and below the groups of the options of a row.
  func groupTexts(of row: RowRecord) -> GroupTexts {
    guard let grouping = row.content.grouping else { return GroupTexts() }
    var texts = GroupTexts()
    for (group, text) in grouping.titles {
      texts.titles[group] = self.text(.groupTitle(group), of: row, text)
    }
    for (group, text) in grouping.footers {
      texts.footers[group] = self.text(.groupFooter(group), of: row, text)
    }
    return texts
  }

  /// The options of a row that can be chosen, in groups; nil if the options are not grouped.
  func optionGroups(of row: RowRecord) -> [OptionGroup]? {
    guard let grouping = row.content.grouping, let values = choosable(of: row) else { return nil }
    let options: [OptionDefinition]
    if let choices = choices(of: row) {
      options = values.compactMap { choices.row(of: $0).map(choices.option) }
    } else {
      let all = row.content.options?.written ?? []
      let places = OptionPlaces(values, seeking: all.count)
      options = all.filter { places.contains($0.value) }
    }
    return OptionGroup.groups(of: options, by: grouping, groupTexts(of: row))
  }
}

extension Moment {
  /// The key and the values of each group of options; nil if the options are not grouped.
  func groupedValues(of row: RowID) -> [[Value]]? {
    optionGroups(of: topology.row(row))?.map { [$0.key] + $0.options.map(\.value) }
  }
}
