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
    case .badEscape:
      return error("the escape stands for no character", at: token.range)
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
    case .percentEscape:
      return error("%% means nothing outside quotes", at: token.range, hint: modulusHint)
    case .unsupportedConversion:
      return error(
        "\(quoted(characters)) is no placeholder", at: token.range,
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
      default: nil
      }
    let shown = character == "\u{A0}" ? "a no-break space" : quoted(character)
    return error("\(shown) has no meaning here", at: token.range, hint: hint)
  }
}

// MARK: - Operands

extension Parser {
  /// An operand was to start here.
  func unexpectedOperand() -> SyntaxError {
    if let lexical = lexicalError { return lexical }
    var hint: String?
    switch (previous?.kind, token.kind) {
    case (.symbol(.slash), .symbol(.slash)), (.symbol(.slash), .symbol(.asterisk)):
      hint = "the language has no comments"
    case (_, .symbol(.leftBracket)): hint = "a list is written in braces, {1, 2}"
    case (.symbol(.comma), .symbol(.rightBrace)): hint = "leave out the comma before }"
    case (.symbol(let before), .symbol(.equal)) where before.comparison != nil:
      hint = "an operator of two characters is written without a blank, =="
    case (_, .symbol(.period)): hint = "a key path starts with a key"
    default: break
    }
    return unexpected("a value", hint: hint)
  }

  /// A predicate starts where a value must stand.
  func unexpectedPredicate() -> SyntaxError {
    error(
      "expected a value, found \(quoted(spelling(token)))", at: token.range,
      hint: "a predicate becomes a value with TERNARY(…, YES, NO)", expected: ["a value"])
  }

  func unexpectedReservedWord(_ keyword: Keyword) -> SyntaxError {
    let word = spelling(token)
    let hint: String =
      switch keyword {
      case .caseInsensitive, .ci: "ignore case with [c] after the operator: ==[c]"
      default: "a key of this name is written #\(word)"
      }
    return error(
      "\(quoted(word)) is a word of the language and cannot be a key", at: token.range,
      hint: hint, expected: ["a value"])
  }

  /// A string literal holds an escape that means nothing.
  func invalidEscape(_ escape: Range<Int>) -> SyntaxError {
    error(
      "the text in quotes holds an escape that stands for no character", at: token.range,
      hint: "escapes are \\n \\t \\\\ \\' \\\", \\xHH, \\uHHHH and up to three octal digits",
      labels: [Diagnostic.Label(range: escape, message: "this escape stands for no character")])
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
    unexpected("`(` after the function's name")
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
  func unexpected(
    after operand: Operand, or closing: Token.Symbol? = nil, wanting wanted: Wanted = .either
  ) -> SyntaxError {
    if let lexical = lexicalError { return lexical }
    let range = builder.ranges[operand.node.index].offsets
    let source = String(decoding: bytes[range], as: UTF8.self)
    if let error = misspelledOperator(after: operand) { return error }
    if operand.isPredicate, let symbol = comparisonOperator {
      return chainedComparison(symbol, range)
    }
    if !operand.isPredicate, wanted == .predicate {
      return error(
        "a condition must compare: \(quoted(shortened(source))) is a value", at: token.range,
        hint: bareBooleanHint(operand.node, source), expected: ["a comparison"],
        labels: [Diagnostic.Label(range: range, message: "this value is not compared")])
    }
    let ending = closing.map { "\(quoted($0.rawValue))" } ?? "the end of the text"
    let continuation = operand.isPredicate ? "AND, OR" : "an operator"
    return unexpected("\(continuation) or \(ending)", hint: hint(after: operand))
  }

  private func shortened(_ source: String) -> String {
    source.count > 40 ? source.prefix(39) + "…" : source
  }

  private func bareBooleanHint(_ node: NodeID, _ source: String) -> String? {
    switch builder.structure.kind(of: node) {
    case .literal(let index):
      switch builder.structure.value(index) {
      case .bool(let flag): flag ? "write TRUEPREDICATE" : "write FALSEPREDICATE"
      default: nil
      }
    case .key, .member, .variable, .iterator, .index, .memberVariable, .call:
      "write \(shortened(source)) == YES"
    default: nil
    }
  }

  /// A word stands where an operator must.
  private func misspelledOperator(after operand: Operand) -> SyntaxError? {
    guard case .word(let keyword) = token.kind else { return nil }
    if previous?.kind == .string, previousEnd == token.range.lowerBound, keyword == nil,
      gluedConnective == nil
    {
      return error(
        "the text in quotes ends before \(quoted(spelling(token)))", at: token.range,
        hint: "a quote inside is written \\' or inside the other quotes, or handed over with %@",
        expected: ["an operator"])
    }
    guard keyword == nil || keyword?.isContextual == true else { return nil }
    let word = spelling(token)
    let hint: String
    if let connective = gluedConnective {
      hint = "a blank is missing after \(connective)"
    } else if word.uppercased() == "IS" {
      hint = "compare with nil, == nil or != nil"
    } else {
      let operators =
        operand.isPredicate
        ? ["AND", "OR"]
        : ComparisonOperator.allCases.map(\.symbol) + ["UNION", "INTERSECT", "MINUS"]
      guard let nearest = Spelling.nearest(to: word.uppercased(), among: operators) else {
        return nil
      }
      hint = "did you mean \(nearest)?"
    }
    return error(
      "\(quoted(word)) is no operator", at: token.range, hint: hint, expected: ["an operator"])
  }

  /// AND or OR, when the current word starts with it.
  private var gluedConnective: String? {
    let word = spelling(token).uppercased()
    return ["AND", "OR"].first { word.hasPrefix($0) && word.count > $0.count }
      .flatMap { Spelling.nearest(to: word, among: ["AND", "OR"]) == nil ? $0 : nil }
  }

  private func chainedComparison(
    _ symbol: ComparisonOperator, _ range: Range<Int>
  ) -> SyntaxError {
    let isOrdering = [.less, .lessOrEqual, .greater, .greaterOrEqual].contains(symbol)
    return error(
      "a comparison cannot be compared again", at: token.range,
      hint: isOrdering
        ? "write x BETWEEN {1, 5}, or two comparisons with AND"
        : "a predicate becomes a value with TERNARY(…, YES, NO)",
      expected: ["AND", "OR"],
      labels: [Diagnostic.Label(range: range, message: "this is already a predicate")])
  }

  private func hint(after operand: Operand) -> String? {
    switch token.kind {
    case .symbol(.ampersand) where operand.isPredicate: "write && or AND"
    case .symbol(.bar) where operand.isPredicate: "write || or OR"
    case .symbol(.equal) where comparisonOperator != nil: "equality is written == or ="
    case .symbol(.rightParenthesis): "there is no ( to close"
    case .escapedWord: "a blank or an operator is missing before #"
    case .word(.and), .word(.or), .symbol(.ampersandAmpersand), .symbol(.barBar):
      "AND and OR connect predicates, this is a value"
    case .symbol(let symbol) where symbol.comparison != nil && !operand.isPredicate:
      "a comparison cannot stand inside a value"
    default: nil
    }
  }
}
