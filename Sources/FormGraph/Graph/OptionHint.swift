// The hint for a value that is not an option: the option that was probably meant, or else a list of
// the first few options. Checks of forms, refused edits and the command show it. Options are passed
// lazily, because many comparisons may name a row with many options.

package import Predicate

package enum OptionHint {
  /// The largest number of options that are compared one by one.
  package static let maximumOptions = 200

  /// The option that was probably meant, or else all options.
  package static func text(
    for value: Value, among choices: some RandomAccessCollection<Value>, _ noun: String,
    atMost maximum: Int = maximumOptions
  ) -> String {
    guard case .string(let word) = value, isComparable(word), choices.count <= maximum else {
      return list(choices, noun)
    }
    let words = choices.compactMap { choice in
      if case .string(let word) = choice { word } else { nil }
    }
    return Spelling.nearest(to: word, among: words).map { "did you mean '\($0)'?" }
      ?? list(choices, noun)
  }

  /// The hint for options with titles, which people may type in place of values; nil for none.
  package static func text(
    for value: Value, among options: some RandomAccessCollection<OptionDefinition>,
    atMost maximum: Int = maximumOptions
  ) -> String? {
    guard !options.isEmpty else { return nil }
    if case .string(let word) = value, isComparable(word), options.count <= maximum {
      let titled = options.lazy.compactMap { option in
        option.title.map { (title: $0.description, value: option.value) }
      }
      let nearest = Spelling.nearest(to: word, among: titled.map(\.title))
      let meant =
        titled.first { $0.title.lowercased() == word.lowercased() }
        ?? titled.first { $0.title == nearest }
      if let meant { return "did you mean \(meant.value.short) (\(meant.title))?" }
    }
    let choices = options.lazy.map(\.value)
    let hint = text(for: value, among: choices, "options", atMost: maximum)
    let all = "its options are \(listed(options.lazy.map(called)))"
    return hint.hasPrefix("did") ? "\(hint) \(all)" : all
  }

  /// An option as a hint names it: its value, and the title by which people know it.
  private static func called(_ option: OptionDefinition) -> String {
    let value = option.value.short
    guard let title = option.title?.description, value != title, value != "'\(title)'" else {
      return value
    }
    return "\(value) (\(title))"
  }

  /// Whether a similar word is probably meant: of codes and years, such as '2016' for '2017', the
  /// nearest hardly is.
  private static func isComparable(_ word: String) -> Bool {
    !word.contains(where: \.isNumber) || word.contains(where: \.isLetter)
  }

  /// The options, or the first of many.
  package static func list(
    _ choices: some RandomAccessCollection<Value>, _ noun: String
  ) -> String {
    "its \(noun) are \(short(choices))"
  }

  /// The first of some values.
  package static func short(_ choices: some RandomAccessCollection<Value>) -> String {
    listed(choices.lazy.map(\.short))
  }

  private static func listed(_ names: some RandomAccessCollection<String>) -> String {
    names.prefix(5).joined(separator: ", ")
      + (names.count > 5 ? " and \(names.count - 5) more" : "")
  }
}
