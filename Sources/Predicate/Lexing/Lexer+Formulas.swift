// Finds the end of a formula in another text, such as `How old is {$name}?`. This needs the lexer:
// a formula may contain a brace in a string literal, and pairs of braces as lists.

extension Lexer {
  /// The offset of the `}` that closes a formula.
  ///
  /// - Parameters:
  ///   - text: The text that contains the formula.
  ///   - start: The UTF-8 offset after the `{`.
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
