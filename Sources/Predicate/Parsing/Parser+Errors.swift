// Error messages for authors: what is wrong, where, what would have been valid there, and a hint
// for common mistakes.

extension Parser {
  func error(
    _ message: String, at range: Range<Int>, hint: String? = nil, expected: [String] = [],
    labels: [Diagnostic.Label] = []
  ) -> SyntaxError {
    SyntaxError(
      diagnostic: Diagnostic(message, at: range, hint: hint, labels: labels), expected: expected,
      text: text)
  }

  /// The error for a text that is too large.
  func limitError(_ message: String, at range: Range<Int>, hint: String? = nil) -> SyntaxError {
    SyntaxError(
      diagnostic: Diagnostic(.limit, message, at: range, hint: hint), expected: [], text: text)
  }

  /// A piece of the text in quotes, for a message; text that is already in quotes stays unchanged.
  func quoted(_ text: String) -> String {
    text.hasPrefix("'") || text.hasPrefix("\"") ? text : "'\(text)'"
  }

  /// The current token in words, for a message.
  private var found: String {
    switch token.kind {
    case .end: "the end of the text"
    case .string: "the text \(spelling(token))"
    case .integer, .double, .oversizedInteger: "the number \(spelling(token))"
    default: quoted(spelling(token))
    }
  }

  /// The error for a token that does not fit; `wanted` would have been valid.
  func unexpected(_ wanted: String, hint: String? = nil) -> SyntaxError {
    if let lexical = lexicalError { return lexical }
    return error(
      "expected \(wanted), found \(found)", at: token.range, hint: hint, expected: [wanted])
  }

  /// The error of an invalid token; nil for every other token.
  var lexicalError: SyntaxError? {
    guard case .invalid(let problem) = token.kind else { return nil }
    let characters = spelling(token)
    switch problem {
    case .unterminatedString:
      return error(
        "the text in quotes does not end", at: token.range,
        hint: "close it with another \(characters)")
    case .variableWithoutName:
      let isNumber = characters.dropFirst().first?.isNumber ?? false
      return error(
        isNumber ? "the name of a variable cannot start with a digit" : "a name must follow $",
        at: token.range,
        hint: isNumber
          ? "rename it, $_\(characters.dropFirst())"
          : "write \(nameInBraces.map { "$\($0)" } ?? "$name without a blank")")
    case .nameWithoutWord:
      return error(
        "a name must follow \(characters)", at: token.range,
        hint: characters == "@" ? "did you mean %@?" : nil)
    case .nameTooLong:
      return limitError("a name is longer than \(limits.nameLength) bytes", at: token.range)
    case .percentEscape:
      return error("unknown operator '%%'", at: token.range, hint: modulusHint)
    case .unsupportedConversion:
      return error(
        "unknown placeholder \(quoted(characters))", at: token.range,
        hint: previousIsOperand
          ? modulusHint : "placeholders are %@, %K, %d and %f, without width or position")
    case .unknownCharacter: return unknownCharacter(characters)
    }
  }

  private var modulusHint: String { "the remainder of a division is modulus:by:(a, b)" }

  private var previousIsOperand: Bool {
    switch previous?.kind {
    case .word, .variable, .integer, .double, .string, .symbol(.rightParenthesis): true
    default: false
    }
  }

  private func unknownCharacter(_ character: String) -> SyntaxError {
    let hint: String? =
      switch character {
      case "“", "”", "‘", "’", "«", "»", "`": "text stands in straight quotes, 'text' or \"text\""
      case "~": "the complement of the bits is onesComplement:(a)"
      case "\u{A0}", "\u{3000}", "\u{2003}": "put an ordinary blank in its place"
      case "≠": "write !="
      case "≤": "write <="
      case "≥": "write >="
      case "\\": "a backslash means something only inside quotes"
      case "?": "a choice is written TERNARY(a == 1, b, c)"
      case ";": "arguments are separated by commas"
      default: nil
      }
    let shown = character == "\u{A0}" ? ": a no-break space" : " \(quoted(character))"
    return error("unknown character\(shown)", at: token.range, hint: hint)
  }
}

// MARK: - Operands

extension Parser {
  /// The error for a token that cannot start an operand.
  func unexpectedOperand() -> SyntaxError {
    if let lexical = lexicalError { return lexical }
    let previous = previous
    if at(.equal), previousEnd == token.range.lowerBound, let previous {
      let isEquality = previous.kind == .symbol(.equalEqual)
      if isEquality || previous.kind == .symbol(.notEqual) {
        return error(
          "unknown operator '\(spelling(previous))='", at: token.range,
          hint: isEquality ? "equality is written ==" : "inequality is written !=",
          expected: ["a value"])
      }
    }
    let hint: String? =
      switch (previous?.kind, token.kind) {
      case (.symbol(.slash), .symbol(.slash)), (.symbol(.slash), .symbol(.asterisk)):
        "the language has no comments"
      case (.word(.between), .symbol(.leftBracket)):
        isOptions(following)
          ? "BETWEEN takes no options"
          : "a list is written in braces, \(listInBrackets)"
      case (_, .symbol(.leftBracket)): "a list is written in braces, \(listInBrackets)"
      case (.symbol(.comma), .symbol(.rightBrace)): "leave out the comma before }"
      case (.symbol(.comma), .symbol(.rightParenthesis)): "an argument is missing after the comma"
      case (.symbol(let before), .symbol(.equal)) where before.comparison != nil:
        "an operator of two characters is written without a blank, =="
      case (nil, .symbol(.equal)): "a text does not start with ="
      case (.word(.some), _) where isOperator: leftSide() ?? previous.map { keyHint($0) }
      case (.symbol, _) where isOperator: leftSide()
      case (_, .symbol(.period)): "a key path starts with a key"
      default: nil
      }
    let isEmpty = token.kind == .end && previous == nil
    return unexpected(
      "a value",
      hint: isEmpty
        ? level.wanted == .predicate
          ? "the text is empty: write TRUEPREDICATE for a condition that always holds"
          : "the text is empty" : hint)
  }

  /// The list that starts at the current bracket, in braces.
  private var listInBrackets: String {
    "{\(elements(from: following.range.lowerBound) ?? "1, 2")}"
  }

  /// Whether a token consists of the letters of options.
  private func isOptions(_ token: Token) -> Bool {
    guard case .word = token.kind else { return false }
    return bytes[token.range].allSatisfy { ComparisonOptions(letter: $0) != nil }
  }

  /// Whether the current token is one that follows a key.
  private var isOperator: Bool {
    at(.period) || comparisonOperator != nil || expressionOperator != nil
  }

  private func keyHint(_ word: Token) -> String {
    "a key of this name is written #\(spelling(word))"
  }

  /// The error for a predicate where a value is needed.
  func unexpectedPredicate() -> SyntaxError {
    let hint: String =
      switch token.kind {
      case .word(.any), .word(.someOf), .word(.all), .word(.noneOf):
        "ANY, ALL and NONE stand before a whole comparison, once"
      default: "a predicate becomes a value with TERNARY(…, YES, NO)"
      }
    return error(
      "expected a value, found \(quoted(spelling(token)))", at: token.range, hint: hint,
      expected: ["a value"])
  }

  func unexpectedReservedWord(_ keyword: Keyword) -> SyntaxError {
    if let error = connectiveCall(keyword) { return error }
    let word = spelling(token)
    let hint: String =
      switch keyword {
      case .caseInsensitive, .ci: caseHint
      default: keyHint(token)
      }
    return error(
      "\(quoted(word)) is a keyword and cannot be a key", at: token.range,
      hint: hint, expected: ["a value"])
  }

  /// The error for a keyword after `@`.
  func unexpectedReservedOperator(_ keyword: Keyword) -> SyntaxError {
    let hint: String? =
      switch keyword {
      case .first, .last: "write list[\(keyword.rawValue)]"
      case .size: "write list.@count or list[SIZE]"
      default: nil
      }
    return error(
      "unknown operator \(quoted(spelling(token))): a keyword cannot follow @",
      at: token.range, hint: hint)
  }

  /// The error for an invalid escape in a string literal.
  func invalidEscape(_ escape: Range<Int>) -> SyntaxError {
    error(
      "the text in quotes has an invalid escape", at: token.range,
      hint: "escapes are \\n \\t \\\\ \\' \\\", \\xHH, \\uHHHH and up to three octal digits",
      labels: [Diagnostic.Label(range: escape, message: "this escape is invalid")])
  }

  func unexpectedSegment() -> SyntaxError {
    unexpected("a key after the period")
  }

  func unexpectedIterator() -> SyntaxError {
    let word = spelling(token)
    let hint = Identifier.isValid(word) ? "write $\(word)" : "SUBQUERY(list, $item, $item.key == 1)"
    return unexpected("a variable", hint: hint)
  }

  func unexpectedAfterFunctionName(_ callee: Token) -> SyntaxError {
    let isChoiceName = functions == .extended && spelling(callee).lowercased() == "jr:choice"
    return unexpected(
      "'(' right after the function's name",
      hint: isChoiceName ? ForeignFunctions.hint(for: "choice-name") : nil)
  }

  func unexpectedOption(of symbol: ComparisonOperator) -> SyntaxError {
    let hint: String =
      switch (token.kind, symbol) {
      case (.word, _): "the letters are c (case), d (marks), n (normalised), l (locale)"
      case (_, .in):
        "a list is written in braces, IN {\(elements(from: token.range.lowerBound) ?? "1, 2")}"
      default: "options are letters, \(symbol.symbol)[cd]"
      }
    return unexpected("options c, d, n or l", hint: hint)
  }
}
