// Error messages for letters that are not fields of a date pattern. Two kinds of mistakes get a
// hint: letters of UTS #35 that this implementation does not print, and fields of strftime such as
// `%Y`, which XForms use.

enum DatePatternMistakes {
  /// The error for an unknown field.
  ///
  /// - Parameters:
  ///   - name: The field: one letter, repeated.
  ///   - word: All letters around the field without a break.
  ///   - text: The pattern.
  ///   - range: The place of the field.
  /// - Returns: The error, with a hint.
  static func unknown(
    _ name: String, of word: String, in text: String, at range: Range<Int>
  ) -> FormatError {
    let letter = name.prefix(1)
    let widths = DatePattern.Field.allCases.map(\.rawValue).filter { $0.hasPrefix(letter) }
    let hint: String
    if word.count > name.count, word.allSatisfy(\.isLowercase) {
      hint = "to print letters, write them in quotes: '\(word)'"
    } else if !widths.isEmpty {
      hint = "write \(list(widths))"
    } else if let other = others[String(letter)] {
      hint = "write \(other)"
    } else if "SA".contains(letter) {
      hint = "fractions of a second are not printed"
    } else if "zZOvVXx".contains(letter) {
      hint = "a time is printed in the time zone of the form, without its name"
    } else {
      hint = "to print letters, write them in quotes: '\(name)'"
    }
    let shown = name.count > 8 ? "\(name.prefix(8))…" : name
    return FormatError("unknown field '\(shown)'", at: range, in: text, hint: hint)
  }

  /// Fields to suggest for letters of UTS #35 that have nearly the same meaning.
  private static let others = [
    "Y": "y, the year of the calendar", "u": "y", "U": "y", "r": "y",
    "D": "d, the day of the month",
    "c": "EEE or EEEE", "e": "EEE or EEEE", "k": "H or HH", "K": "h or hh", "b": "a", "B": "a",
  ]

  private static func list(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " or " + last
  }

  /// The error for a pattern of strftime, such as `%Y-%m-%d`.
  ///
  /// The hint is the same pattern with the fields of this implementation.
  static func percent(in text: String, at offset: Int) -> FormatError {
    FormatError(
      "fields are written without '%'", at: offset..<(offset + 1), in: text,
      hint: translated(text).map { "write \($0)" } ?? "write a pattern such as d MMM y")
  }

  private static let strftime: [Character: String] = [
    "Y": "yyyy", "y": "yy", "m": "MM", "n": "M", "b": "MMM", "B": "MMMM", "d": "dd", "e": "d",
    "a": "EEE", "A": "EEEE", "H": "HH", "h": "H", "I": "hh", "M": "mm", "S": "ss", "p": "a",
  ]

  /// The pattern with the fields of this implementation; nil if a field is unknown or text needs
  /// quotes.
  private static func translated(_ text: String) -> String? {
    var translated = ""
    var isField = false
    for character in text {
      if isField {
        guard let field = strftime[character] else { return nil }
        translated += field
        isField = false
      } else if character == "%" {
        isField = true
      } else {
        guard !(character.isASCII && character.isLetter) else { return nil }
        translated.append(character)
      }
    }
    return isField ? nil : translated
  }
}
