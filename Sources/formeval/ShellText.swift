// Text as shells read it: quotes a word so that a shell takes it as it is.

/// Quotes words for a shell.
enum ShellText {
  /// The word, in quotes if a shell would read something else.
  static func quoted(_ word: String) -> String {
    let isPlain = word.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || ("0"..."9").contains($0)
        || "_-+=:,./@%".unicodeScalars.contains($0)
    }
    return isPlain && !word.isEmpty ? word : "'\(word.replacing("'", with: #"'\''"#))'"
  }
}
