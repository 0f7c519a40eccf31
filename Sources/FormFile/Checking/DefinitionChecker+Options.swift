// Checks options: which rows may have them, and that every option has one value and no value occurs
// twice.

import Predicate

extension DefinitionChecker {
  private static let fewOptions = 8

  mutating func checkOptionsFit(_ row: RowDefinition, _ member: Member) {
    let isChosen = row.type.valueKind == .choice || row.type.valueKind == .choices
    if isChosen, !row.hasOptions {
      let name =
        if case .choice = member { "a section" } else { "a row of type '\(row.type.rawValue)'" }
      report(
        .noOptions, "\(name) has no 'options' to choose from", of: member, [], focus: .start,
        severity: .warning)
    }
    if !isInMatrix { checkExclusion(in: row, member) }
    guard !row.hasOptions,
      row.optionsFilter != nil || row.whenOptionHidden != .keep || row.allowsOther && isChosen
    else { return }
    let given: KeyValuePairs = [
      "optionsFilter": row.optionsFilter != nil, "whenOptionHidden": row.whenOptionHidden != .keep,
      "other": row.allowsOther && isChosen,
    ]
    for (key, isGiven) in given where isGiven {
      report(
        .place, "a row without 'options' cannot have '\(key)'", of: member, [.key(key)], focus: .key
      )
    }
  }

  /// Reports a row that groups options and has none.
  mutating func checkGrouping(of row: RowDefinition, _ member: Member) {
    guard row.groupedBy != nil, !row.hasOptions else { return }
    report(
      .missing, "'groupedBy' needs 'options'", of: member, [.key("groupedBy")], focus: .key)
  }

  mutating func checkOptions(of row: RowDefinition, _ member: Member) {
    let options = row.options?.written ?? []
    if let grouping = row.grouping { checkTexts(of: grouping, options, member) }
    // Two arrays with the same storage compare as equal without reading their elements.
    guard options != fineOptions else { return }
    let count = list.count
    defer { if list.count == count { fineOptions = options } }
    var firsts: [EqualValue: Int] = [:]
    for (index, option) in options.enumerated() {
      checkConditions(of: option, member, index)
      guard !option.value.isNull,
        ValueKind.choice.converted(option.value, within: valueByteLimit) != nil
      else {
        let obstacle = ValueKind.choice.obstacle(to: option.value, within: valueByteLimit)
        let mistake =
          obstacle.map { "holds \($0.stored)" }
          ?? "must be text, a number, true or false, a day or an object, but is "
          + Problem.kindName(of: option.value)
        report(
          .value, "the value of an option \(mistake)", of: member,
          [.key("options"), .index(index), .key("value")])
        continue
      }
      if case .dictionary = option.value, option.title == nil {
        report(
          .missing, "an option that is an object needs a 'title', which people see", of: member,
          [.key("options"), .index(index)], focus: .start, severity: .warning,
          hint: #"write {"value": {…}, "title": "…"}"#)
      }
      // Few options are compared one by one; many are hashed.
      let isFew = options.count <= Self.fewOptions
      let first =
        isFew
        ? options[..<index].firstIndex { $0.value.equals(option.value) }
        : firsts[EqualValue(option.value)]
      guard let first else {
        if !isFew { firsts[EqualValue(option.value)] = index }
        continue
      }
      report(
        .duplicateOption, "two options have the same value", of: member,
        [.key("options"), .index(index)],
        severity: .warning,
        related: [note("the first one", member, [.key("options"), .index(first)])])
    }
  }

  /// The largest number of wrong titles that get a hint, and the largest number of groups that they
  /// are compared with.
  private static let maximumGroupHints = 100

  /// Warns about titles and footers of groups without options.
  private mutating func checkTexts(
    of grouping: OptionGrouping, _ options: [OptionDefinition], _ member: Member
  ) {
    guard !options.isEmpty, !(grouping.titles.isEmpty && grouping.footers.isEmpty) else { return }
    let groups = Set(
      options.compactMap { $0.members[grouping.key].map(OptionGrouping.text) })
    // Limited, so that a thousand wrong titles and a thousand groups stay cheap.
    let candidates = groups.sorted().prefix(Self.maximumGroupHints)
    var hintCount = 0
    let given: KeyValuePairs = ["groupTitles": grouping.titles, "groupFooters": grouping.footers]
    for (key, texts) in given {
      for group in texts.keys.sorted() where !groups.contains(group) {
        hintCount += 1
        let nearest =
          hintCount > Self.maximumGroupHints ? nil : Spelling.nearest(to: group, among: candidates)
        report(
          .noEffect, "no option is in the group \(Problem.quoted(group))", of: member,
          [.key(key), .key(group)], focus: .key, severity: .warning,
          hint: nearest.map { "did you mean \(Problem.quoted($0))?" })
      }
    }
  }

  /// Checks the conditions of an option.
  ///
  /// An option keeps unknown keys as data, so a condition among these keys would decide nothing.
  private mutating func checkConditions(
    of option: OptionDefinition, _ member: Member, _ index: Int
  ) {
    guard option.hasMore else { return }
    let steps: [JSONPath.Step] = [.key("options"), .index(index)]
    checkFunction(option.hidden, of: member, "hidden", in: steps)
    checkFunction(option.disabled, of: member, "disabled", in: steps)
    guard option.members.count > 0 else { return }
    if option.members[FormKey.exclusive.text] != nil {
      report(
        .noEffect, "'exclusive' among the other keys of an option has no effect", of: member,
        steps + [.key("exclusive")], focus: .key, hint: "give the option its 'isExclusive'")
    }
    for condition in FormKeys.conditions.list where option.members[condition.text] != nil {
      let key = condition.text
      // Only for definitions built in Swift. In a file, the key is read as the option's condition.
      report(
        .noEffect, "'\(key)' among the other keys of an option has no effect", of: member,
        steps + [.key(key)], focus: .key,
        hint:
          "give the option its '\(condition == .hidden || condition == .visible ? "hidden" : "disabled")'"
      )
    }
  }
}
