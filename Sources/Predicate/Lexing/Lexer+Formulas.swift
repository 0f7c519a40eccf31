// Finds the end of a formula that stands in another text, `How old is {$name}?`. Only the lexer
// can: a brace may stand in a literal of the formula, and braces of the language stand in pairs.

extension Lexer {
  /// The offset of the `}` that closes a formula which begins at an offset of a text.
  ///
  /// - Parameters:
  ///   - text: The text around the formula.
  ///   - start: The UTF-8 offset behind the `{`.
  /// - Returns: The UTF-8 offset of the `}`; nil if the text ends first.
  /// - Complexity: O(n) in the length of the formula.
  package static func endOfFormula(in text: String, from start: Int) -> Int? {
    TextBytes.read(text) { bytes in
      var lexer = Lexer(bytes, from: start)
      var depth = 0
      while true {
        let token = lexer.next()
        switch token.kind {
        case .end: return nil
        case .symbol(.leftBrace): depth += 1
        case .symbol(.rightBrace) where depth == 0: return token.range.lowerBound
        case .symbol(.rightBrace): depth -= 1
        default: break
        }
      }
    }
  }
}
