// The hint for a value that is not an option: the option that was probably meant, or all options.

import Predicate

enum OptionHint {
  /// The largest number of options that are compared one by one.
  static let maximumOptions = 200

  /// The option that was probably meant, or else all options.
  static func text(for value: Value, among choices: [Value], _ noun: String) -> String {
    guard case .string(let word) = value, choices.count <= maximumOptions else {
      return list(choices, noun)
    }
    let words = choices.compactMap { choice in
      if case .string(let word) = choice { word } else { nil }
    }
    // Of codes and years, the nearest is hardly meant: '2016' for '2017'.
    guard !word.contains(where: \.isNumber) || word.contains(where: \.isLetter) else {
      return list(choices, noun)
    }
    return Spelling.nearest(to: word, among: words).map { "did you mean '\($0)'?" }
      ?? list(choices, noun)
  }

  /// The options, or the first of many.
  static func list(_ choices: [Value], _ noun: String) -> String {
    "its \(noun) are \(short(choices))"
  }

  /// The first of some values.
  static func short(_ choices: [Value]) -> String {
    choices.prefix(5).map(\.short).joined(separator: ", ") + (choices.count > 5 ? ", …" : "")
  }
}
