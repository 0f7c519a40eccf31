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
    (title, footer) = texts.texts(ofGroup: key)
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
    grouped(options.map { ($0.members[grouping.key] ?? .null, $0) }).map { key, options in
      OptionGroup(key, options, texts)
    }
  }

  /// Puts elements with equal keys into groups: the groups in the order of their keys, the one
  /// without a key last.
  static func grouped<Element>(
    _ elements: [(key: Value, element: Element)]
  ) -> [(key: Value, elements: [Element])] {
    var groups: [(key: Value, elements: [Element])] = []
    var places: [EqualValue: Int] = [:]
    for (key, element) in elements {
      if let place = places[EqualValue(key)] {
        groups[place].elements.append(element)
      } else {
        places[EqualValue(key)] = groups.count
        groups.append((key, [element]))
      }
    }
    // Other keys than these keep the order of their first elements.
    return groups.sorted { left, right in
      let (rank, other) = (left.key.rankAmongKeys, right.key.rankAmongKeys)
      return rank != other ? rank < other : left.key.precedes(right.key)
    }
  }
}

extension Value {
  /// Which keys come first, where the language does not order two of them: numbers, dates, texts,
  /// all others, none.
  fileprivate var rankAmongKeys: Int {
    switch self {
    case .bool, .int, .double: 0
    case .date: 1
    case .string: 2
    case .data, .array, .set, .dictionary: 3
    case .null: 4
    }
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

  /// The options of a row that can be chosen, in groups: the key of each group, followed by the
  /// list of its values; nil if the options are not grouped.
  ///
  /// One flat list, so that rows with the same options of a table share it.
  ///
  /// - Complexity: O(options); of all options of a table O(1) after the first row.
  func groupedValues(of row: RowRecord) -> [Value]? {
    guard let grouping = row.content.grouping, let values = choosable(of: row) else { return nil }
    func flat(_ options: [(key: Value, element: Value)]) -> [Value] {
      OptionGroup.grouped(options).flatMap { [$0.key, .array($0.elements)] }
    }
    guard let choices = choices(of: row) else {
      let all = row.content.options?.written ?? []
      let places = OptionPlaces(values, seeking: all.count)
      return flat(
        all.filter { places.contains($0.value) }
          .map { ($0.members[grouping.key] ?? .null, $0.value) })
    }
    let key = choices.column(ofOptionKey: grouping.key)
    func make() -> [Value] {
      let places = choices.places(seeking: values.count)
      return flat(
        values.compactMap { value in
          places.place(of: value).map { row in
            (key.map { choices.table[row, $0] } ?? .null, choices.table[row, choices.value])
          }
        })
    }
    return row.choosesAll(of: choices)
      ? choices.table.contents.groups(by: key, ofChoicesIn: choices.value, make) : make()
  }
}

extension RowRecord {
  /// Whether all options of a table can be chosen, so that all such rows share what is read of
  /// them.
  func choosesAll(of choices: TableChoices) -> Bool {
    !choices.isOfList && content.optionsFilter == nil
  }
}
