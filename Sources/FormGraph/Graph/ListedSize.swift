// The size of what a state lists of rows and sections beside their values. A few bytes of a form
// can make very much of it: each item has the texts and the options of its template, and each row
// with a filter lists what it leaves of a table. It is only counted where `FormLimits.listedBytes`
// bounds it.

import Predicate

/// The size of what states list, in bytes, up to a limit.
struct ListedSize {
  /// What the marks of an option take beside its texts and values.
  private static let perOption = 32
  /// What a value takes that is not text.
  private static let perValue = 8

  private let limits: FormLimits
  /// The longest standard message of the form.
  private let longestMessage: Int
  private(set) var bytes = 0

  init(_ limits: FormLimits, longestMessage: Int) {
    self.limits = limits
    self.longestMessage = longestMessage
  }

  /// Whether more is listed than the limit allows.
  ///
  /// Nothing is counted from there on.
  var isOver: Bool { bytes > limits.listedBytes }

  /// Adds a row, with its options unless it has those of a table, a list or a matrix.
  ///
  /// - Complexity: O(n) in the number of options and rules, up to the limit.
  mutating func add(_ row: RowDefinition, of section: SectionDefinition) {
    add(row.texts)
    if let extra = row.extra { add(extra) }
    // A value that is missing has a message, and so has one that is out of bounds.
    bytes += 2 * longestMessage
    if let message = row.requiredMessage { add(message) }
    for leaf in row.rules.allInOrder {
      if let message = leaf.rule.message { add(message) } else { bytes += longestMessage }
    }
    if let grouping = row.grouping {
      for text in grouping.titles.values { add(text) }
      for text in grouping.footers.values { add(text) }
    }
    guard let options = row.options?.written else { return }
    if section.optionsOfRows == nil {
      add(options)
    } else {
      add(options.lazy.map(\.value), times: row.listsOfValues)
    }
  }

  mutating func add(_ section: SectionDefinition) {
    add(section.texts)
    if let extra = section.extra { add(extra) }
    if let options = section.optionsOfRows { add(options) }
  }

  /// Adds what a list offers as options, by column, to these rows.
  mutating func add(offered columns: Value, to rows: [RowDefinition]) {
    guard case .dictionary(let columns) = columns, case .array(let values)? = columns.values.first
    else { return }
    var size = ListedSize(limits, longestMessage: longestMessage)
    for value in columns.values { size.add(value) }
    for key in columns.keys { size.bytes += key.utf8.count * values.count }
    size.bytes += Self.perOption * values.count
    // With other titles they are other options.
    add(size, times: Set(rows.map(\.options?.list?.title)).count)
    add(values, times: rows.reduce(0) { $0 + $1.listsOfValues })
  }

  /// Adds the options that a table gives.
  mutating func add(_ choices: TableChoices) {
    add(choices.values.lazy.compactMap { choices.row(of: $0).map(choices.option) })
  }

  private mutating func add(_ options: some Sequence<OptionDefinition>) {
    for option in options {
      guard !isOver else { return }
      add(option)
    }
  }

  /// Adds values so many times.
  mutating func add(_ values: some Sequence<Value>, times count: Int) {
    guard count > 0 else { return }
    var size = ListedSize(limits, longestMessage: longestMessage)
    for value in values where !size.isOver { size.add(value) }
    add(size, times: count)
  }

  /// Adds another size so many times.
  mutating func add(_ other: ListedSize, times count: Int) {
    let (product, isHuge) = other.bytes.multipliedReportingOverflow(by: count)
    let (sum, overflows) = bytes.addingReportingOverflow(product)
    bytes = isHuge || overflows ? .max : sum
  }

  private mutating func add(_ option: OptionDefinition) {
    bytes += Self.perOption
    add(option.value)
    if let title = option.title { add(title) }
    for key in option.members.keys { add(text: key) }
    for value in option.members.values { add(value) }
  }

  private mutating func add(_ texts: Texts) {
    for (_, text) in texts.given { add(text) }
  }

  /// Adds the longest of the translations.
  private mutating func add(_ text: FormText) {
    let longest = text.translations.max { $0.text.utf8.count < $1.text.utf8.count }
    bytes += text.hasFormulas ? limits.valueBytes : 0
    add(text: longest?.text ?? text.description)
  }

  private mutating func add(text: String) { bytes += text.utf8.count }

  /// Adds a value with its members.
  private mutating func add(_ value: Value) {
    // A stack of its own, because values may be nested deeper than a thread's stack allows.
    var pending = [value]
    while let value = pending.popLast(), !isOver {
      bytes += Self.perValue
      switch value {
      case .string(let text): add(text: text)
      case .data(let data): bytes += data.count
      case .array(let members): pending += members
      case .set(let set): pending += set.elements
      case .dictionary(let members):
        for key in members.keys { add(text: key) }
        pending += members.values
      default: break
      }
    }
  }
}

extension RowDefinition {
  /// How many lists of values of its options a row may have in a state, beside the options: those
  /// that can be chosen, those that are disabled, and those of groups.
  var listsOfValues: Int {
    let options = self.options?.written ?? []
    let lists = [
      optionsFilter != nil || options.contains { $0.hidden != nil },
      options.contains { $0.disabled != nil }, grouping != nil,
    ]
    return lists.count { $0 }
  }
}

extension MessageCatalogue {
  /// The number of bytes of the longest text.
  var longestText: Int {
    var longest = 0
    for text in texts.values.lazy.flatMap(\.values) {
      switch text {
      case .single(let text): longest = max(longest, text.utf8.count)
      case .plural(let forms): longest = max(longest, forms.values.map(\.utf8.count).max() ?? 0)
      }
    }
    return longest
  }
}
