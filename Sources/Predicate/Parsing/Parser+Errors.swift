// What a text got wrong, said for its author: the sentence, the place, what could have stood there,
// and the mend where the mistake is a known one.

extension Parser {
  func error(
    _ message: String, at range: Range<Int>, hint: String? = nil, expected: [String] = [],
    labels: [Diagnostic.Label] = []
  ) -> SyntaxError {
    SyntaxError(
      diagnostic: Diagnostic(message, at: range, hint: hint, labels: labels), expected: expected,
      text: text)
  }

  /// A piece of the text for a sentence; what stands in quotes already needs none.
  func quoted(_ text: String) -> String {
    text.hasPrefix("'") || text.hasPrefix("\"") ? text : "'\(text)'"
  }

  /// What the current token is, for a sentence.
  private var found: String {
    switch token.kind {
    case .end: "the end of the text"
    case .string: "the text \(spelling(token))"
    case .integer, .double, .oversizedInteger: "the number \(spelling(token))"
    default: quoted(spelling(token))
    }
  }

  /// The current token cannot stand here; `wanted` could.
  func unexpected(_ wanted: String, hint: String? = nil) -> SyntaxError {
    if let lexical = lexicalError { return lexical }
    return error(
      "expected \(wanted), found \(found)", at: token.range, hint: hint, expected: [wanted])
  }

  /// The error of a token that is none.
  private var lexicalError: SyntaxError? {
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
        hint: isNumber ? "rename it, $_\(characters.dropFirst())" : "write $name without a blank")
    case .nameWithoutWord:
      return error(
        "a name must follow \(characters)", at: token.range,
        hint: characters == "@" ? "did you mean %@?" : nil)
    case .nameTooLong:
      return error("a name is longer than \(limits.nameLength) bytes", at: token.range)
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
      default: nil
      }
    let shown = character == "\u{A0}" ? ": a no-break space" : " \(quoted(character))"
    return error("unknown character\(shown)", at: token.range, hint: hint)
  }
}

// MARK: - Operands

extension Parser {
  /// An operand was to start here.
  func unexpectedOperand() -> SyntaxError {
    if let lexical = lexicalError { return lexical }
    let previous = previous
    let hint: String? =
      switch (previous?.kind, token.kind) {
      case (.symbol(.slash), .symbol(.slash)), (.symbol(.slash), .symbol(.asterisk)):
        "the language has no comments"
      case (.word(.between), .symbol(.leftBracket)): "BETWEEN takes no options"
      case (_, .symbol(.leftBracket)): "a list is written in braces, {1, 2}"
      case (.symbol(.comma), .symbol(.rightBrace)): "leave out the comma before }"
      case (.symbol(.comma), .symbol(.rightParenthesis)): "an argument is missing after the comma"
      case (.symbol(let before), .symbol(.equal)) where before.comparison != nil:
        "an operator of two characters is written without a blank, =="
      case (.word(.some), _) where isOperator: previous.map { keyHint($0) }
      case (_, .symbol(.period)): "a key path starts with a key"
      default: nil
      }
    return unexpected("a value", hint: hint)
  }

  /// Whether the current token stands behind a key, not before one.
  private var isOperator: Bool {
    at(.period) || comparisonOperator != nil || expressionOperator != nil
  }

  private func keyHint(_ word: Token) -> String {
    "a key of this name is written #\(spelling(word))"
  }

  /// A predicate starts where a value must stand.
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

  /// A word of the language stands behind `@`.
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

  /// A string literal holds an escape that means nothing.
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
    unexpected("'(' right after the function's name")
  }

  func unexpectedOption(of symbol: ComparisonOperator) -> SyntaxError {
    let hint: String =
      switch (token.kind, symbol) {
      case (.word, _): "the letters are c (case), d (marks), n (normalised), l (locale)"
      case (_, .in): "a list is written in braces, IN {1, 2}"
      default: "options are letters, \(symbol.symbol)[cd]"
      }
    return unexpected("options c, d, n or l", hint: hint)
  }
}

// MARK: - After an operand

extension Parser {
  /// What stands behind a complete operand fits nowhere.
  ///
  /// The quantifier is what stands before the operand; nil for NONE.
  func unexpected(
    after operand: Operand, or closing: Token.Symbol? = nil, wanting wanted: Wanted = .either,
    _ quantifier: Quantifier? = .one
  ) -> SyntaxError {
    if let lexical = lexicalError { return lexical }
    let range = builder.range(of: operand.node)
    let source = bytes.text(range)
    if let error = misspelledOperator(after: operand, quantifier)
      ?? touching ?? misplacedNot(after: operand, quantifier)
    {
      return error
    }
    if operand.isPredicate, let symbol = comparisonOperator {
      return chainedComparison(symbol, range)
    }
    if !operand.isPredicate, wanted == .predicate {
      return error(
        "a condition must compare: \(quoted(shortened(source))) is a value", at: token.range,
        hint: at(.assign) ? "equality is written ==" : bareBooleanHint(operand.node, source),
        expected: ["a comparison"],
        labels: [Diagnostic.Label(range: range, message: "this value is not compared")])
    }
    let ending = closing.map { "\(quoted($0.rawValue))" } ?? "the end of the text"
    let continuation = operand.isPredicate ? "AND, OR" : "an operator"
    let isShort = closing == .comma && at(.rightParenthesis)
    return unexpected(
      "\(continuation) or \(ending)",
      hint: isShort
        ? "an argument is missing" : hint(after: operand, isClosing: closing == .rightParenthesis))
  }

  /// Two tokens stand side by side that look like one: the text of a value without its quotes, a
  /// quote inside quotes, an index behind a period.
  private var touching: SyntaxError? {
    guard previousEnd == token.range.lowerBound, let previous else { return nil }
    let start = spelling(previous)
    let rest = spelling(token)
    switch (previous.kind, token.kind) {
    case (.string, .string), (.string, .word(nil)):
      return error(
        "the text in quotes ends before \(quoted(rest))", at: token.range,
        hint: "a quote inside is written \\' or inside the other quotes, or handed over with %@",
        expected: ["an operator"])
    case (.integer, .word(nil)), (.double, .word(nil)), (.oversizedInteger, .word(nil)):
      return error(
        "\(quoted(rest)) stands right behind the number \(start)", at: token.range,
        hint: "put text in quotes: '\(start)\(rest)'", expected: ["an operator"])
    case (_, .double) where rest.hasPrefix("."):
      return error(
        "\(rest) is a number, not a key", at: token.range,
        hint: "an index stands in brackets, [\(rest.dropFirst())]", expected: ["an operator"])
    default: return nil
    }
  }

  private func shortened(_ source: String) -> String {
    source.count > 40 ? source.prefix(39) + "…" : source
  }

  private func bareBooleanHint(_ node: NodeID, _ source: String) -> String? {
    switch builder.kind(of: node) {
    case .literal(let index):
      switch builder.value(index) {
      case .bool(let flag): flag ? "write TRUEPREDICATE" : "write FALSEPREDICATE"
      default: nil
      }
    case .key, .member, .variable, .iterator, .index, .memberVariable, .call:
      "write \(shortened(source)) == YES"
    default: nil
    }
  }

  /// A word stands where an operator must.
  private func misspelledOperator(
    after operand: Operand, _ quantifier: Quantifier?
  ) -> SyntaxError? {
    guard case .word(let keyword) = token.kind, keyword?.isContextual ?? true else { return nil }
    let word = spelling(token)
    let hint: String?
    if let connective = gluedConnective {
      hint = "a blank is missing after \(connective)"
    } else if operand.isPredicate {
      guard let nearest = Spelling.nearest(to: word.uppercased(), among: ["AND", "OR"]) else {
        return nil
      }
      hint = "did you mean \(nearest)?"
    } else {
      hint =
        negatedOperator(word.uppercased())
        .flatMap { negation(of: operand, $0, quantifier, skipping: 0) }
        ?? operatorHint(word.uppercased())
      // `invalid query`: nothing says that the second word was to be an operator.
      guard hint != nil || following.kind != .end else { return nil }
    }
    return error(
      "unknown operator \(quoted(word))", at: token.range, hint: hint, expected: ["an operator"])
  }

  private func operatorHint(_ word: String) -> String? {
    switch word {
    case "IS": return "compare with nil, == nil or != nil"
    case "EQUALS", "EQUAL", "EQ": return "equality is written =="
    case "STARTSWITH", "HASPREFIX": return "did you mean BEGINSWITH?"
    default: break
    }
    let operators = ComparisonOperator.allCases.map(\.symbol) + ["UNION", "INTERSECT", "MINUS"]
    return Spelling.nearest(to: word, among: operators).map { "did you mean \($0)?" }
  }

  /// `x NOT IN {1, 2}` and `x !IN {1, 2}`.
  private func misplacedNot(
    after operand: Operand, _ quantifier: Quantifier?
  ) -> SyntaxError? {
    guard !operand.isPredicate, token.kind == .word(.not) || at(.exclamation) else { return nil }
    let hint: String?
    switch following.kind {
    case .word(.null), .word(.nil):
      hint = "write \(shortened(bytes.text(builder.range(of: operand.node)))) != nil"
    case .word(let keyword?):
      guard let symbol = keyword.comparison else { return nil }
      hint = negation(of: operand, symbol, quantifier, skipping: 1)
    case .symbol(let symbol):
      guard let comparison = symbol.comparison else { return nil }
      hint = negation(of: operand, comparison, quantifier, skipping: 1)
    default: return nil
    }
    return error(
      "NOT must stand before the whole comparison", at: token.range, hint: hint,
      expected: ["an operator"])
  }

  /// What a word like `DOES_NOT_CONTAIN` or `NOTIN` negates.
  private func negatedOperator(_ word: String) -> ComparisonOperator? {
    let letters = word.filter { $0 != "_" }
    guard let prefix = ["DOESNOT", "ISNOT", "NOT"].first(where: letters.hasPrefix) else {
      return nil
    }
    let rest = letters.dropFirst(prefix.count)
    return ComparisonOperator.allCases.first { symbol in
      // `CONTAIN`, `MATCH` and `BEGINWITH` have no S and no ES.
      rest == symbol.symbol || rest + "S" == symbol.symbol || rest + "ES" == symbol.symbol
        || rest == symbol.symbol.replacing("SWITH", with: "WITH")
    }
  }

  /// How a negated comparison is written, with what stands on its right, some tokens further on;
  /// nil if NONE stands before it.
  private func negation(
    of left: Operand, _ symbol: ComparisonOperator, _ quantifier: Quantifier?, skipping count: Int
  ) -> String? {
    guard let quantifier else { return nil }
    // Some are not in a list if not all are in it, and the other way round.
    let other = quantifier == .any ? "ALL " : quantifier == .all ? "ANY " : ""
    var right = ""
    var end: Int?
    for token in operandAhead(skipping: count) ?? [] {
      let isApart = end.map { $0 < token.range.lowerBound } ?? true
      // A bracket right behind the operator holds its options.
      if isApart ? !right.isEmpty || !at(token, .leftBracket) : right.hasSuffix(",") {
        right += " "
      }
      right += spelling(token)
      end = token.range.upperBound
    }
    let source = shortened(bytes.text(builder.range(of: left.node)))
    return
      "write NOT (\(other)\(source) \(symbol.symbol)\(right.isEmpty ? " …" : shortened(right)))"
  }

  private func at(_ token: Token, _ symbol: Token.Symbol) -> Bool {
    token.kind == .symbol(symbol)
  }

  /// AND or OR, when the current word starts with it and goes on as a key.
  private var gluedConnective: String? {
    let word = spelling(token).uppercased()
    let next = following
    guard
      let connective = ["AND", "OR"].first(where: { word.hasPrefix($0) && word.count > $0.count })
    else { return nil }
    switch next.kind {
    case .symbol(let symbol): return symbol == .leftParenthesis ? nil : connective
    case .word(let keyword): return keyword?.comparison == nil ? nil : connective
    default: return nil
    }
  }

  private func chainedComparison(
    _ symbol: ComparisonOperator, _ range: Range<Int>
  ) -> SyntaxError {
    let isOrdering = [.less, .lessOrEqual, .greater, .greaterOrEqual].contains(symbol)
    return error(
      "a comparison cannot be compared again", at: token.range,
      hint: isOrdering
        ? "write BETWEEN {low, high}, or two comparisons with AND"
        : "a predicate becomes a value with TERNARY(…, YES, NO)",
      expected: ["AND", "OR"],
      labels: [Diagnostic.Label(range: range, message: "this is already a predicate")])
  }

  private var caseHint: String { "ignore case with [c] after the operator: ==[c]" }

  /// Whether the last thing compared is a bare key.
  private func endsInKey(_ node: NodeID) -> Bool {
    guard case .comparison = builder.kind(of: node),
      case .key = builder.kind(of: builder.child(1, of: node))
    else { return false }
    return true
  }

  private func hint(after operand: Operand, isClosing: Bool) -> String? {
    switch token.kind {
    case .symbol(.ampersand) where operand.isPredicate: "write && or AND"
    case .symbol(.bar) where operand.isPredicate: "write || or OR"
    case .symbol(.equal) where comparisonOperator != nil: "equality is written == or ="
    case .symbol(.rightParenthesis) where !isClosing: "this ) has no matching ("
    case .escapedWord: "a blank or an operator is missing before #"
    case .word(.caseInsensitive), .word(.ci): caseHint
    case .word(nil) where endsInKey(operand.node): "put text in quotes"
    case .symbol(.comma) where operand.isPredicate || previous?.kind == .word(.in):
      "a list is written in braces, {1, 2}"
    case .word(.and), .word(.or), .symbol(.ampersandAmpersand), .symbol(.barBar):
      "AND and OR connect predicates, this is a value"
    case .symbol(let symbol) where symbol.comparison != nil && !operand.isPredicate:
      "a comparison cannot stand inside a value"
    default: nil
    }
  }
}
