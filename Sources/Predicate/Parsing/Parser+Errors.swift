// Error messages for authors: what is wrong, where, what would have been valid there, and a hint
// for common mistakes.

extension Parser {
  func error(
    _ message: String, at range: Range<Int>, hint: Hint? = nil, expected: [String] = [],
    labels: [Diagnostic.Label] = []
  ) -> SyntaxError {
    SyntaxError(
      diagnostic: Diagnostic(.syntax, message, at: range, proposing: hint, labels: labels),
      expected: expected,
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
  func unexpected(_ wanted: String, hint: Hint? = nil) -> SyntaxError {
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
        at: token.range, hint: isNumber ? nil : variableInBraces ?? "no blank stands behind $")
    case .nameWithoutWord:
      let next = following.range
      let isSwapped =
        next.lowerBound == token.range.upperBound && spelling(following).hasPrefix("%")
      let end = isSwapped ? next.lowerBound + 1 : token.range.upperBound
      return error(
        "a name must follow \(characters)", at: token.range,
        hint: characters == "@" ? .meant("%@", at: token.range.lowerBound..<end) : nil)
    case .nameTooLong:
      return limitError("a name is longer than \(limits.nameLength) bytes", at: token.range)
    case .percentEscape:
      return error("unknown operator '%%'", at: token.range, hint: modulusHint)
    case .unsupportedConversion:
      if let name = nameInPercentSigns {
        return error(
          "%\(name)% is a variable of another tool", at: token.range,
          hint: "the tool that has the value must put it in this place, in quotes if it is text")
      }
      return error(
        "unknown placeholder \(quoted(characters))", at: token.range,
        hint: previous?.kind == .string
          ? functions == .extended
            ? "texts are joined with concat('a', $b)"
            : "text is put together before, and handed over with %@"
          : previousIsOperand
            ? modulusHint : "placeholders are %@, %K, %d and %f, without width or position")
    case .unknownCharacter: return unknownCharacter(characters)
    }
  }

  /// The name in `%NAME%`, where the current token starts with the percent sign; nil if it is
  /// something else.
  private var nameInPercentSigns: String? {
    let start = token.range.lowerBound + 1
    let end = bytes.end(of: { Identifier.canContinue(ascii: $0) }, from: start)
    guard end > start, end < bytes.count, bytes[end] == UInt8(ascii: "%") else { return nil }
    return bytes.text(start..<end)
  }

  private var modulusHint: Hint { "the remainder of a division is modulus:by:(a, b)" }

  private var previousIsOperand: Bool {
    switch previous?.kind {
    case .word, .variable, .integer, .double, .string, .symbol(.rightParenthesis): true
    default: false
    }
  }

  private func unknownCharacter(_ character: String) -> SyntaxError {
    let hint: Hint? =
      switch character {
      case "“", "”", "‘", "’", "«", "»", "`":
        textInQuotes ?? "text stands in straight quotes, 'text' or \"text\""
      case "\u{A0}", "\u{3000}", "\u{2003}": "put an ordinary blank in its place"
      case "≠": .write("!=", at: token.range, keeping: [])
      case "≤": .write("<=", at: token.range, keeping: [])
      case "≥": .write(">=", at: token.range, keeping: [])
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
    let hint: Hint? =
      switch (previous?.kind, token.kind) {
      case (.symbol(.slash), .symbol(.slash)), (.symbol(.slash), .symbol(.asterisk)):
        "the language has no comments"
      case (.word(.between), .symbol(.leftBracket)) where isOptions(following):
        "BETWEEN takes no options"
      case (_, .symbol(.leftBracket)):
        list(in: token, follows: previous.map { comparison($0) != nil } ?? false)
      case (.symbol(.comma), .symbol(.rightBrace)): "leave out the comma before }"
      case (.symbol(.comma), .symbol(.rightParenthesis)): "an argument is missing after the comma"
      case (.symbol(let before), .symbol(.equal)) where before.comparison != nil:
        "an operator of two characters is written without a blank, =="
      case (nil, .symbol(.equal)): "a text does not start with ="
      case (.word(.some), _) where isOperator:
        previous.flatMap { keyHint($0, before: token) } ?? "a key is missing before the period"
      case (_, .end): previous.flatMap { missing(after: $0) }
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

  /// What is missing between a token and the end of the text.
  private func missing(after token: Token) -> Hint? {
    let word = spelling(token)
    if isConnective(token) || token.kind == .word(.not) {
      return "a condition is missing after \(word)"
    }
    return comparison(token) == nil ? nil : "a value is missing after \(word)"
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

  /// How to write a key that is spelled like a keyword; nil if the token behind it does not touch
  /// the word and continues no key.
  private func keyHint(_ word: Token, before next: Token) -> Hint? {
    let isPath = next.kind == .symbol(.period)
    guard !isPath || word.range.upperBound == next.range.lowerBound else { return nil }
    return .key(spelling(word), at: word.range)
  }

  /// The error for a predicate where a value is needed.
  func unexpectedPredicate() -> SyntaxError {
    let hint: Hint? =
      switch token.kind {
      case .word(.any), .word(.someOf), .word(.all), .word(.noneOf):
        "ANY, ALL and NONE stand before a whole comparison, once"
      default: conditionAsValue(from: token.range.lowerBound)
      }
    return error(
      "expected a value, found \(quoted(spelling(token)))", at: token.range, hint: hint,
      expected: ["a value"])
  }

  func unexpectedReservedWord(_ keyword: Keyword) -> SyntaxError {
    if let error = connectiveCall(keyword) { return error }
    let word = spelling(token)
    let hint: Hint? =
      switch keyword {
      case .caseInsensitive, .ci: caseHint
      case .and, .or: "a condition is missing before \(word)"
      case _ where keyword.comparison != nil && comparison(following) == nil:
        "a value is missing before \(word)"
      default: keyHint(token, before: following)
      }
    return error(
      "\(quoted(word)) is a keyword and cannot be a key", at: token.range,
      hint: hint, expected: ["a value"])
  }

  /// The error for a keyword after `@`.
  func unexpectedReservedOperator(_ keyword: Keyword) -> SyntaxError {
    let hint: Hint? =
      switch keyword {
      case .first, .last: "the element is list[\(keyword.rawValue)]"
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
    let hint: Hint =
      Identifier.isValid(word)
      ? .write("$\(word)", at: token.range)
      : "SUBQUERY looks like SUBQUERY(list, $item, $item.key == 1)"
    return unexpected("a variable", hint: hint)
  }

  func unexpectedAfterFunctionName(_ callee: Token) -> SyntaxError {
    let isChoiceName = functions == .extended && spelling(callee).lowercased() == "jr:choice"
    return unexpected(
      "'(' right after the function's name",
      hint: isChoiceName
        ? ForeignFunctions.hint(for: "choice-name", at: callee.range) : nil)
  }

  func unexpectedOption(of symbol: ComparisonOperator) -> SyntaxError {
    let hint: Hint =
      switch (token.kind, symbol) {
      case (.word, _): "the letters are c (case), d (marks), n (normalised), l (locale)"
      case (_, .in): "a list is written in braces, {1, 2}"
      default: "options are letters, \(symbol.symbol)[cd]"
      }
    return unexpected("options c, d, n or l", hint: hint)
  }
}
