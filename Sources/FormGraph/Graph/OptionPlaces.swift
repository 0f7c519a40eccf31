// The positions of values among the options of a row, compared by the language's equality. This
// decides whether a value is an option, and the order of several chosen options. Both lists may be
// as long as a file allows.

import Predicate

/// The positions of options by their values.
struct OptionPlaces {
  private let options: [Value]
  /// The table whose rows are the options, if they come from one.
  private var table: TableChoices?
  /// The row that lists the options itself.
  private var row: RowDefinition?
  /// Whether the options are a part of the options of the table or the row, in the same order.
  private var isPart = false
  /// The first position of each value; nil if only a few values are looked up, by linear search.
  private let places: [EqualValue: Int]?

  /// Up to this many comparisons, linear search is cheaper than hashing every option.
  private static let fewComparisons = 64

  /// Makes the positions of options, for about `count` look-ups.
  ///
  /// - Complexity: O(options) once, then O(1) for each look-up. If there are few look-ups,
  ///   O(options) for each.
  init(_ options: [Value], seeking count: Int) {
    self.options = options
    places = Self.places(options, seeking: count)
  }

  private static func places(_ options: [Value], seeking count: Int) -> [EqualValue: Int]? {
    let isFew = count <= 1 || options.count <= fewComparisons / count
    guard !isFew else { return nil }
    Effort.count(options.count)
    return Dictionary(
      zip(options.lazy.map(EqualValue.init), options.indices), uniquingKeysWith: { old, _ in old })
  }

  /// Makes the positions of the options of a table or a row that a filter lets through.
  ///
  /// - Complexity: O(log options) for each look-up, with the index of the table or the row.
  init(_ options: [Value], leftOf table: TableChoices?, _ row: RowDefinition, seeking count: Int) {
    let isListed = table == nil && row.options?.written != nil && !row.listsOptionsTwice
    isPart = options.count > Self.fewComparisons && (isListed || table?.isOfList == false)
    self.options = options
    self.table = isPart ? table : nil
    self.row = isPart ? row : nil
    places = isPart ? nil : Self.places(options, seeking: count)
  }

  /// Makes the positions of the options that a table has: the rows.
  init(_ table: TableChoices) {
    options = []
    places = nil
    self.table = table
  }

  /// Makes the positions of all options that a row lists itself.
  init(of row: RowDefinition) {
    options = []
    places = nil
    self.row = row
  }

  /// The position of the first option equal to a value; nil if there is none.
  func place(of value: Value) -> Int? {
    if isPart { return placeInPart(of: value) }
    if table != nil || row != nil { return wholePlace(of: value) }
    if let places { return places[EqualValue(value)] }
    Effort.count(options.count)
    return options.firstIndex { $0.equals(value) }
  }

  /// The position among all options of the table or the row.
  private func wholePlace(of value: Value) -> Int? {
    table.map { $0.row(of: value) } ?? row?.place(ofOption: value)
  }

  private func placeInPart(of value: Value) -> Int? {
    guard let place = wholePlace(of: value) else { return nil }
    var (low, high) = (0, options.count)
    while low < high {
      let middle = (low + high) / 2
      guard let other = wholePlace(of: options[middle]) else { return nil }
      if other < place { low = middle + 1 } else { high = middle }
    }
    return low < options.count && options[low].equals(value) ? low : nil
  }

  func contains(_ value: Value) -> Bool { place(of: value) != nil }
}

extension RowDefinition {
  /// Converts a value to the form in which the row stores it.
  ///
  /// A choice is kept as the options spell it: with the options 0 and 1, `true` and 1.0 are stored
  /// as 1. Of several choices, each is kept once and in the order of the options. Choices that are
  /// not options follow in the order given. An ordered row keeps all in the order given.
  ///
  /// Where other text can be chosen, blank text is left out. A row of several choices in which
  /// nothing is left holds nil, because "nothing chosen" is one state.
  ///
  /// - Parameters:
  ///   - value: The value to convert.
  ///   - byteLimit: The largest size of the value in bytes.
  /// - Returns: The converted value; nil if the row cannot hold it.
  @inline(__always)
  func stored(_ value: Value, within byteLimit: Int) -> Value? {
    guard let value = type.valueKind.converted(meaning(of: value), within: byteLimit) else {
      return nil
    }
    switch (type.valueKind, value) {
    case (.choice, .dictionary) where !mayChooseObjects: return nil
    case (.choices, .array(let members)):
      if members.contains(where: \.isObject), !mayChooseObjects { return nil }
      let chosen = inOrder(members)
      return chosen.isEmpty ? .null : .array(chosen)
    case (.choice, _) where allowsOther || !value.isSpelledOneWay: return optionOrOther(value)
    default: return value
    }
  }

  /// Whether an option may be an object: one in the file is, or options come from elsewhere.
  private var mayChooseObjects: Bool {
    takesOptions || (options?.written ?? []).contains { $0.value.isObject }
  }

  /// One choice: the value of the option that it equals, or else the choice itself; nil for blank
  /// text where other text can be chosen.
  @inline(never)
  private func optionOrOther(_ value: Value) -> Value {
    if let place = place(ofOption: value), let options = options?.written {
      return options[place].value
    }
    if allowsOther, case .string = value, !value.isOtherText { return .null }
    return value
  }

  /// The chosen options in the order of the options, followed by the other values.
  ///
  /// Options from a table stay in the order in which they were chosen, because the host may replace
  /// the table; so do those of an ordered row.
  @inline(never)
  private func inOrder(_ members: [Value]) -> [Value] {
    let options = options?.written ?? []
    let places = OptionPlaces(of: self)
    var chosen: Set<Int> = []
    var others: [Value] = []
    var known: Set<EqualValue> = []
    for member in members {
      if let place = places.place(of: member) {
        if chosen.insert(place).inserted, isOrdered { others.append(options[place].value) }
      } else if allowsOther, case .string = member, !member.isOtherText {
        continue
      } else if known.insert(EqualValue(member)).inserted {
        others.append(member)
      }
    }
    return isOrdered ? others : chosen.sorted().map { options[$0].value } + others
  }
}

extension Value {
  /// Whether no other value equals this one.
  ///
  /// In the language, 1, 1.0 and true are equal, and so are objects with such members.
  @inline(__always)
  var isSpelledOneWay: Bool {
    switch self {
    case .bool, .int, .double, .dictionary: false
    default: true
    }
  }

  fileprivate var isObject: Bool {
    if case .dictionary = self { true } else { false }
  }

  /// Whether the value can be chosen as other text, beside the options: text that is not blank.
  var isOtherText: Bool {
    guard case .string(let text) = self else { return false }
    return text.unicodeScalars.contains { !$0.properties.isWhitespace }
  }
}
