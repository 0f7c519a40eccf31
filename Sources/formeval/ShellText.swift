// Text as shells read it: splits a command line that is being typed, and quotes words.

/// A command line up to the cursor.
struct TypedLine {
  /// The words before the one at the cursor, without quotes.
  private(set) var words: [String] = []
  /// The word at the cursor, without quotes.
  private(set) var current = ""
  /// The quote that is open at the cursor.
  private(set) var quote: Character?

  /// Reads what the three shells agree on: blanks, both quotes and backslashes.
  ///
  /// Nothing is expanded or run.
  init(_ line: some StringProtocol) {
    var isWord = false
    var isEscaped = false
    for character in line {
      if isEscaped {
        // In double quotes a backslash stands for itself before most characters.
        if quote != nil, !#""\$`"#.contains(character) { current.append("\\") }
        current.append(character)
        isEscaped = false
      } else if character == "\\", quote != "'" {
        (isEscaped, isWord) = (true, true)
      } else if character == quote {
        quote = nil
      } else if quote == nil, character == "'" || character == "\"" {
        (quote, isWord) = (character, true)
      } else if quote == nil, character.isWhitespace {
        if isWord { words.append(current) }
        (current, isWord) = ("", false)
      } else {
        current.append(character)
        isWord = true
      }
    }
  }
}

/// Quotes words for a shell.
enum ShellText {
  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
      || "_-+=:,./@%".unicodeScalars.contains(scalar)
  }

  /// The word, in quotes if a shell would read something else.
  static func quoted(_ word: String) -> String {
    let isWord = word.unicodeScalars.allSatisfy(isPlain) && !word.isEmpty
    return isWord ? word : "'\(typed(word, in: "'"))'"
  }

  /// The word as it is typed behind an open quote, or without one.
  static func typed(_ word: String, in quote: Character?) -> String {
    switch quote {
    case "'": word.replacing("'", with: #"'\''"#)
    case nil: word.unicodeScalars.map { (isPlain($0) ? "" : #"\"#) + String($0) }.joined()
    default: word.map { (#""\$`"#.contains($0) ? #"\"# : "") + String($0) }.joined()
    }
  }
}
