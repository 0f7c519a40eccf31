// Where values stand among the options of a row, by the language's equality: the one answer to
// whether a value is one of them, and to how several stand that are chosen. There may be as many of
// either as a file holds.

import Predicate

/// The places of options by their values.
struct OptionPlaces {
  private let options: [Value]
  /// The first place of each value; nil where a few values are sought, one by one.
  private let places: [EqualValue: Int]?

  /// The most comparisons that cost less than to hash every option.
  private static let fewComparisons = 64

  /// Makes the places of options, to look for so many values among them.
  ///
  /// - Complexity: O(options) in all, and O(1) for each value that is looked for; a few are looked
  ///   for in O(options) each.
  init(_ options: [Value], seeking count: Int) {
    self.options = options
    let isFew = count <= 1 || options.count <= Self.fewComparisons / count
    places =
      isFew
      ? nil
      : Dictionary(
        zip(options.lazy.map(EqualValue.init), options.indices), uniquingKeysWith: { old, _ in old }
      )
  }

  /// The first place of a value; nil where it is no option.
  func place(of value: Value) -> Int? {
    if let places { return places[EqualValue(value)] }
    return options.firstIndex { $0.equals(value) }
  }

  func contains(_ value: Value) -> Bool { place(of: value) != nil }
}

extension RowDefinition {
  /// A value as the row stores it, however it has come: one of its kind and, of several choices,
  /// each once, as the options have it and in their order, what is no option behind them as it was
  /// given.
  ///
  /// Where other text can be chosen, blank text is no choice.
  ///
  /// - Parameters:
  ///   - value: What has come.
  ///   - byteLimit: How many bytes it may have.
  /// - Returns: The value; nil where it is of another kind.
  @inline(__always)
  func stored(_ value: Value, within byteLimit: Int) -> Value? {
    guard let value = type.valueKind.converted(value, within: byteLimit) else { return nil }
    switch (type.valueKind, value) {
    case (.choices, .array(let members)): return .array(inOrder(members))
    case (.choice, .string) where allowsOther: return optionOrOther(value)
    default: return value
    }
  }

  /// One choice where other text can be chosen: the option that it equals, or the text; nil for
  /// blank text.
  @inline(never)
  private func optionOrOther(_ value: Value) -> Value {
    if let option = options?.first(where: { $0.value.equals(value) }) { return option.value }
    return value.isOtherText ? value : .null
  }

  /// Whether a value is text that is chosen beside the options.
  func isOther(_ value: Value) -> Bool {
    value.isOtherText && options?.contains { $0.value.equals(value) } != true
  }

  /// What is chosen of the options, in their order, and behind it what is no option.
  @inline(never)
  private func inOrder(_ members: [Value]) -> [Value] {
    let options = self.options?.map(\.value) ?? []
    let places = OptionPlaces(options, seeking: members.count)
    var chosen: Set<Int> = []
    var others: [Value] = []
    var known: Set<EqualValue> = []
    for member in members {
      if let place = places.place(of: member) {
        chosen.insert(place)
      } else if allowsOther, case .string = member, !member.isOtherText {
        continue
      } else if known.insert(EqualValue(member)).inserted {
        others.append(member)
      }
    }
    return chosen.sorted().map { options[$0] } + others
  }
}

extension Value {
  /// Whether the value can be chosen as other text, beside the options: text that is not blank.
  var isOtherText: Bool {
    guard case .string(let text) = self else { return false }
    return text.unicodeScalars.contains { !$0.properties.isWhitespace }
  }
}
