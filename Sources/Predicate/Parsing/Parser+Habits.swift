// Replaces the hint of an error if the author wrote what another language has. What is recognised
// and what is proposed stand in the table of `Habit`. A proposed text is only shown if the text
// parses with it in place.

extension Parser {
  /// The error with a better hint, if the text around it is a known habit.
  ///
  /// `start` is where the part of the text begins whose error it is. `firstError` gives the place
  /// of the first error in a changed text, read from there; nil if the text parses.
  static func explained(
    _ error: SyntaxError, _ bytes: TextBytes, from start: Int, limits: Limits,
    functions: FunctionSet, firstError: (String) -> Int?
  ) -> SyntaxError {
    // A text that is too large is not a habit.
    guard error.diagnostic.kind != .limit else { return error }
    let site = TokenSite(
      bytes, from: start, around: error.diagnostic.range.lowerBound,
      maximumName: limits.nameLength)
    let spellings = Set(site.spellings)
    for habit in Habit.all where habit.functions == nil || habit.functions == functions {
      guard let found = habit.find(in: site, spellings), let place = site.place(found.tokens) else {
        continue
      }
      var hint = habit.hint(found.parts)
      var replacement: Diagnostic.Replacement?
      if let written = habit.text(found.parts) {
        // A longer hint fills more than two lines of a terminal.
        guard written.utf8.count <= 160 else { continue }
        let changed =
          bytes.text(0..<place.lowerBound) + written + bytes.text(place.upperBound..<bytes.count)
        let end = place.lowerBound + written.utf8.count
        // An error at the same token as before says that nothing is mended.
        let same = error.diagnostic.range.lowerBound + end - place.upperBound
        if let next = firstError(changed),
          next < end || next <= same || !site.isEnd(found.tokens.upperBound)
        {
          continue
        }
        hint = "write \(written)\(hint.map { $0 } ?? "")"
        replacement = Diagnostic.Replacement(range: place, text: written)
      }
      guard let hint else { continue }
      var diagnostic = Diagnostic(
        habit.message(found.parts) ?? error.diagnostic.message, at: error.diagnostic.range,
        hint: hint,
        labels: error.diagnostic.labels)
      diagnostic.replacement = replacement
      return SyntaxError(diagnostic: diagnostic, expected: error.expected, text: error.text)
    }
    return error
  }
}
