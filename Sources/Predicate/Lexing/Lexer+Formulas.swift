// Finds the end of a formula in another text, such as `How old is {$name}?`. This needs the lexer:
// a formula may contain a brace in a string literal, and pairs of braces as lists.

extension Lexer {
  /// The variable that the innermost SUBQUERY around an offset binds, without its `$`; nil if there
  /// is none.
  ///
  /// - Complexity: O(n) in the length of the text.
  package static func iterator(in text: String, around offset: Int) -> String? {
    TextBytes.read(text) { bytes in
      var lexer = Lexer(bytes)
      // For each open bracket: whether it is one of a SUBQUERY, and the variable it binds.
      var open: [(isSubquery: Bool, variable: String?)] = []
      var previous: Token.Kind?
      while case let token = lexer.next(), token.kind != .end, token.range.lowerBound < offset {
        switch token.kind {
        case .symbol(.leftParenthesis): open.append((previous == .word(.subquery), nil))
        case .symbol(.leftBrace), .symbol(.leftBracket): open.append((false, nil))
        case .symbol(.rightParenthesis), .symbol(.rightBrace), .symbol(.rightBracket):
          _ = open.popLast()
        case .variable where previous == .symbol(.comma) && open.last?.isSubquery ?? false:
          let last = open.count - 1
          if open[last].variable == nil {
            open[last].variable = String(bytes.text(token.range).drop { $0 == "$" || $0 == "#" })
          }
        default: break
        }
        previous = token.kind
      }
      return open.last { $0.variable != nil }?.variable
    }
  }

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
