// Error messages for the token after a complete value or predicate: an operator is missing,
// misspelled or negated. The hint says what the author probably meant. This code only runs if a
// text does not parse.

extension Parser {
  /// The error for a token that does not fit after a complete operand.
  ///
  /// `quantifier` is the one before the operand; nil for NONE.
  func unexpected(
    after operand: Operand, or closing: Token.Symbol? = nil, wanting wanted: Wanted = .either,
    _ quantifier: Quantifier? = .one
  ) -> SyntaxError {
    if let choice = foreignChoice(after: operand, closing: closing) { return choice }
    if let lexical = lexicalError { return lexical }
    if let error = methodCall(after: operand) ?? decimalComma { return error }
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
      if let error = boundsWithoutBraces(operand) { return error }
      return error(
        "a condition must compare: \(quoted(shortened(source))) is a value", at: token.range,
        hint: at(.assign)
          ? "equality is written =="
          : membership(of: operand.node) ?? bareBooleanHint(operand.node, source),
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

  /// The error for two tokens without a space between them; nil if no known mistake applies.
  ///
  /// The known mistakes are text without quotes, a quote inside quotes, and an index after a
  /// period.
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

  private func bareBooleanHint(_ node: NodeIndex, _ source: String) -> String? {
    switch builder.kind(of: node) {
    case .literal(let index):
      switch builder.value(index) {
      case .bool(let flag): flag ? "write TRUEPREDICATE" : "write FALSEPREDICATE"
      default: nil
      }
    case .member where isNegated(at: builder.range(of: node).lowerBound):
      "write NOT \(shortened(source)) == YES"
    case .placeholder(.value, _):
      "%@ hands over a value, not a condition: join conditions outside of the text"
    case .placeholder(.keyPath, _): "write %K == YES"
    case .subquery:
      source.utf8.count <= 120
        ? "write \(source).@count > 0" : "SUBQUERY gives a list: put .@count > 0 behind it"
    case .key, .member, .variable, .iterator, .index, .memberVariable, .call:
      "write \(shortened(source)) == YES"
    case .aggregate: nameInBraces(node).map { "write $\($0) == YES" }
    case .unknownCall(let name):
      ForeignFunctions.hint(
        for: builder.name(name),
        (0..<builder.childCount(of: node)).map { self.source(builder.child($0, of: node)) },
        in: functions)
    default: nil
    }
  }

  /// The error for a word in the place of an operator; nil if the word may not be meant as one.
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
        ?? nilTest(word.uppercased(), of: operand, quantifier) ?? operatorHint(word.uppercased())
      // In `invalid query`, the second word need not be meant as an operator.
      guard hint != nil || following.kind != .end else { return nil }
    }
    return error(
      "unknown operator \(quoted(word))", at: token.range, hint: hint, expected: ["an operator"])
  }

  private func operatorHint(_ word: String) -> String? {
    switch word {
    case "IS": return "equality is written ==, and inequality !="
    case "EQUALS", "EQUAL", "EQ": return "equality is written =="
    case "STARTSWITH", "HASPREFIX": return "did you mean BEGINSWITH?"
    default: break
    }
    let operators = ComparisonOperator.allCases.map(\.symbol) + ["UNION", "INTERSECT", "MINUS"]
    return Spelling.nearest(to: word, among: operators).map { "did you mean \($0)?" }
  }

  /// The error for a NOT before an operator: `x NOT IN {1, 2}` or `x !IN {1, 2}`.
  private func misplacedNot(
    after operand: Operand, _ quantifier: Quantifier?
  ) -> SyntaxError? {
    guard !operand.isPredicate, token.kind == .word(.not) || at(.exclamation) else { return nil }
    let hint: String?
    switch following.kind {
    case .word(.null), .word(.nil):
      hint = "write \(source(operand.node)) != nil"
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

  /// The operator that a word like `DOES_NOT_CONTAIN` or `NOTIN` negates.
  private func negatedOperator(_ word: String) -> ComparisonOperator? {
    let letters = word.filter { $0 != "_" }
    guard let prefix = ["DOESNOT", "ISNOT", "NOT"].first(where: letters.hasPrefix) else {
      return nil
    }
    let rest = letters.dropFirst(prefix.count)
    return ComparisonOperator.allCases.first { symbol in
      // `CONTAIN`, `MATCH` and `BEGINWITH` lack the S or ES of the operator.
      rest == symbol.symbol || rest + "S" == symbol.symbol || rest + "ES" == symbol.symbol
        || rest == symbol.symbol.replacing("SWITH", with: "WITH")
    }
  }

  /// The hint that shows a negated comparison; nil if NONE is before it.
  ///
  /// The right side is read from the text after the operator, which is `count` tokens ahead.
  private func negation(
    of left: Operand, _ symbol: ComparisonOperator, _ quantifier: Quantifier?, skipping count: Int
  ) -> String? {
    guard let quantifier else { return nil }
    // NOT exchanges ANY and ALL: some element is not in a list if not all elements are in it.
    let other = quantifier == .any ? "ALL " : quantifier == .all ? "ANY " : ""
    var right = ""
    var end: Int?
    for token in operandAhead(skipping: count) ?? [] {
      let isApart = end.map { $0 < token.range.lowerBound } ?? true
      // A bracket directly after the operator contains its options.
      if isApart ? !right.isEmpty || !at(token, .leftBracket) : right.hasSuffix(",") {
        right += " "
      }
      right += spelling(token)
      end = token.range.upperBound
    }
    let source = source(left.node)
    if symbol == .between, let bounds = boundsAhead(skipping: count) {
      return "write NOT (\(other)\(source) BETWEEN \(bounds))"
    }
    return
      "write NOT (\(other)\(source) \(symbol.symbol)\(right.isEmpty ? " …" : shortened(right)))"
  }

  private func at(_ token: Token, _ symbol: Token.Symbol) -> Bool {
    token.kind == .symbol(symbol)
  }

  /// AND or OR, if the current word starts with it and continues like a key.
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

  var caseHint: String { "ignore case with [c] after the operator: ==[c]" }

  /// Whether the right side of a comparison is a key without a path.
  private func endsInKey(_ node: NodeIndex) -> Bool {
    guard case .comparison = builder.kind(of: node),
      case .key = builder.kind(of: builder.child(1, of: node))
    else { return false }
    return true
  }

  private func hint(after operand: Operand, isClosing: Bool) -> String? {
    switch token.kind {
    case .symbol(.period) where operand.isPredicate,
      .symbol(.leftBracket) where operand.isPredicate:
      "a condition has no keys: leave out what stands behind it"
    case .end where isClosing: "a ) is missing"
    case .symbol(.ampersand) where operand.isPredicate: "write && or AND"
    case .symbol(.bar) where operand.isPredicate: "write || or OR"
    case .symbol(.equal) where comparisonOperator != nil: "equality is written == or ="
    case .symbol(.rightParenthesis) where !isClosing: "this ) has no matching ("
    case .escapedWord: "a blank or an operator is missing before #"
    case .word(.caseInsensitive), .word(.ci): caseHint
    case .word(nil) where endsInKey(operand.node): "put text in quotes"
    case .symbol(.comma) where operand.isPredicate: "a list is written in braces, {1, 2}"
    case .symbol(.comma) where isClosing: listInParentheses(operand)
    case .word(.and), .word(.or), .symbol(.ampersandAmpersand), .symbol(.barBar):
      "AND and OR connect predicates, this is a value"
    case .symbol(let symbol) where symbol.comparison != nil && !operand.isPredicate:
      "write "
        + (choice(from: builder.range(of: operand.node).lowerBound)
          ?? conditionAsValue(from: builder.range(of: operand.node).lowerBound))
    default: nil
    }
  }
}
