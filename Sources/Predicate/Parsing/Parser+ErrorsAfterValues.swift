// Error messages for the token after a complete value or predicate: an operator is missing,
// misspelled or negated. The hint says what the author probably meant. This code only runs if a
// text does not parse.

extension Parser {
  /// The error for a token that does not fit after a complete operand.
  ///
  /// `bracket` is what ends the list in which the operand stands.
  func unexpected(
    after operand: Operand, or closing: Token.Symbol? = nil, wanting wanted: Wanted = .either,
    before bracket: Token.Symbol? = nil
  ) -> SyntaxError {
    if let choice = foreignChoice(after: operand, closing: closing) { return choice }
    if let lexical = lexicalError { return lexical }
    if at(.tilde) { return error("unknown operator '~'", at: token.range) }
    if let error = methodCall(after: operand) ?? decimalComma { return error }
    let range = builder.range(of: operand.node)
    let source = bytes.text(range)
    if let error = misspelledOperator(after: operand) ?? touching ?? misplacedNot(after: operand) {
      return error
    }
    if operand.isPredicate, let symbol = comparisonOperator {
      return chainedComparison(symbol, operand.node, range)
    }
    if !operand.isPredicate, wanted == .predicate {
      if let error = boundsWithoutBraces(operand) { return error }
      return error(
        "a condition must compare: \(quoted(shortened(source))) is a value", at: token.range,
        hint: at(.assign)
          ? "equality is written =="
          : repeatedComparison(of: operand.node) ?? bareBooleanHint(operand.node, source)
            ?? missingOperator,
        expected: ["a comparison"],
        labels: [Diagnostic.Label(range: range, message: "this value is not compared")])
    }
    let ending = closing.map { "\(quoted($0.rawValue))" } ?? "the end of the text"
    let continuation = operand.isPredicate ? "AND, OR" : "an operator"
    let isShort = closing == .comma && at(.rightParenthesis)
    return unexpected(
      "\(continuation) or \(ending)",
      hint: isShort
        ? "an argument is missing" : hint(after: operand, bracket ?? closing))
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
      let isExponent = rest.lowercased() == "e"
      let connective = ["AND", "OR"].first(where: rest.hasPrefix)
      return error(
        "\(quoted(rest)) stands right behind the number \(start)", at: token.range,
        hint: isExponent
          ? "digits are missing after the \(rest), as in 1e3"
          : connective.map { "a blank is missing before \($0)" }
            ?? Hint(
              "put text in quotes: '\(start)\(rest)'", "'\(start)\(rest)'",
              previous.range.lowerBound..<token.range.upperBound, keeping: []),
        expected: ["an operator"])
    case (_, .double) where rest.hasPrefix("."):
      let index = "[\(rest.dropFirst())]"
      return error(
        "\(rest) is a number, not a key", at: token.range,
        hint: Hint("an index stands in brackets, \(index)", index, token.range),
        expected: ["an operator"])
    default: return nil
    }
  }

  /// What is missing between two values.
  private var missingOperator: Hint? {
    switch token.kind {
    case .string, .integer, .double, .variable, .placeholder, .word(.true), .word(.false),
      .word(.yes), .word(.no), .escapedWord, .collectionOperator:
      "an operator is missing before \(spelling(token))"
    default: nil
    }
  }

  /// What to write for a value in the place of a condition.
  ///
  /// The value is only meant as a condition if nothing but the end of one follows.
  private func bareBooleanHint(_ node: NodeIndex, _ source: String) -> Hint? {
    let range = builder.range(of: node)
    guard endsOperand(token) || isConnective(token) else { return nil }
    return switch builder.kind(of: node) {
    case .literal(let index):
      switch builder.value(index) {
      case .bool(let flag):
        .write(flag ? "TRUEPREDICATE" : "FALSEPREDICATE", at: range, keeping: [])
      case .string where range.count == bytes.count:
        .write(String(source.dropFirst().dropLast()), at: range, ", without the quotes around it")
      default: nil
      }
    case .placeholder(.value, _):
      "%@ hands over a value, not a condition: join conditions outside of the text"
    case .subquery: .write("\(source).@count > 0", at: range)
    case .member(let key) where ["length", "count", "size"].contains(builder.name(key)):
      .write("\(source) > 0", at: range)
    // A form has no keys, and a row is $tag.
    case .key where functions == .extended && (source.first?.isUppercase ?? false):
      "text stands in quotes"
    case .key, .member, .variable, .iterator, .index, .memberVariable, .call, .term,
      .placeholder(.keyPath, _):
      .write("\(source) == YES", at: range)
    case .aggregate: nameInBraces(node).map { .write("$\($0) == YES", at: range) }
    case .unknownCall(let name):
      ForeignFunctions.hint(
        for: builder.name(name),
        (0..<builder.childCount(of: node)).map {
          bytes.text(builder.range(of: builder.child($0, of: node)))
        }, at: range, in: functions)
    default: nil
    }
  }

  /// The error for a word in the place of an operator; nil if the word may not be meant as one.
  private func misspelledOperator(after operand: Operand) -> SyntaxError? {
    guard case .word(let keyword) = token.kind, keyword?.isContextual ?? true else { return nil }
    let word = spelling(token)
    var hint: Hint?
    if let connective = gluedConnective {
      let isTouching = previousEnd == token.range.lowerBound
      hint = "a blank is missing \(isTouching ? "before and " : "")after \(connective)"
    } else if operand.isPredicate {
      // These are connectives elsewhere, and mean neither of ours.
      if !["XOR", "NOR", "NAND", "XNOR"].contains(word.uppercased()) {
        guard let nearest = Spelling.nearest(to: word.uppercased(), among: ["AND", "OR"]) else {
          return nil
        }
        hint = .meant(nearest, at: token.range)
      }
    } else {
      hint = operatorHint(word.uppercased()) ?? misspelledQuantifier(before: operand.node)
      // In `invalid query`, the second word need not be meant as an operator.
      guard hint != nil || following.kind != .end || Habit.isOperator(word.uppercased()) else {
        return nil
      }
      if hint == nil, following.kind == .end { hint = "a value is missing after \(word)" }
    }
    return error(
      "unknown operator \(quoted(word))", at: token.range, hint: hint, expected: ["an operator"])
  }

  private func operatorHint(_ word: String) -> Hint? {
    switch word {
    case "IS": return "equality is written ==, and inequality !="
    case "EQUALS", "EQUAL", "EQ": return "equality is written =="
    case "STARTSWITH", "HASPREFIX": return .meant("BEGINSWITH", at: token.range)
    default: break
    }
    let operators = ComparisonOperator.allCases.map(\.symbol) + ["UNION", "INTERSECT", "MINUS"]
    return Spelling.nearest(to: word, among: operators).map { .meant($0, at: token.range) }
  }

  /// The quantifier or NOT that a key before the current token may be meant as, `AN tags == 'a'`.
  private func misspelledQuantifier(before node: NodeIndex) -> Hint? {
    guard case .key(let name) = builder.kind(of: node),
      let nearest = Spelling.nearest(
        to: builder.name(name).uppercased(), among: ["ANY", "ALL", "NONE", "SOME", "NOT"])
    else { return nil }
    return .meant(nearest, at: builder.range(of: node))
  }

  /// The error for a NOT before an operator: `x NOT IN {1, 2}` or `x !IN {1, 2}`.
  private func misplacedNot(after operand: Operand) -> SyntaxError? {
    guard !operand.isPredicate, token.kind == .word(.not) || at(.exclamation),
      comparison(following) != nil
        || following.kind == .word(.null) || following.kind == .word(.nil)
    else { return nil }
    return error(
      "NOT must stand before the whole comparison", at: token.range, expected: ["an operator"])
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
    _ symbol: ComparisonOperator, _ first: NodeIndex, _ range: Range<Int>
  ) -> SyntaxError {
    return error(
      "a comparison cannot be compared again", at: token.range,
      hint: hint(ofChained: symbol, first, range),
      expected: ["AND", "OR"],
      labels: [Diagnostic.Label(range: range, message: "this is already a predicate")])
  }

  /// What to write for `1 < x < 5`, `(a == 1) == b` and `show = a > 5`.
  private func hint(
    ofChained symbol: ComparisonOperator, _ first: NodeIndex, _ range: Range<Int>
  ) -> Hint? {
    let orders: [ComparisonOperator] = [.less, .lessOrEqual, .greater, .greaterOrEqual]
    if case .comparison(.equal, _, .one) = builder.kind(of: first),
      isName(builder.child(0, of: first)), orders.contains(symbol)
    {
      return setsNothing(builder.child(0, of: first))
    }
    if orders.contains(symbol) { return "bounds are two comparisons with AND, or BETWEEN {1, 2}" }
    // A text is never what a comparison gives.
    return following.kind == .string
      ? nil : .write("TERNARY(\(bytes.text(range)), YES, NO)", at: range)
  }

  private func isName(_ node: NodeIndex) -> Bool {
    switch builder.kind(of: node) {
    case .key, .member, .variable: true
    default: false
    }
  }

  /// The hint for `total = a + b` where no comparison is meant.
  private func setsNothing(_ name: NodeIndex) -> Hint {
    "nothing is set here: leave out \(shortened(bytes.text(builder.range(of: name)))) ="
  }

  var caseHint: Hint { "ignore case with [c] after the operator: ==[c]" }

  /// Whether the right side of a comparison is a key without a path.
  private func endsInKey(_ node: NodeIndex) -> Bool {
    guard case .comparison = builder.kind(of: node),
      case .key = builder.kind(of: builder.child(1, of: node))
    else { return false }
    return true
  }

  private func hint(after operand: Operand, _ closing: Token.Symbol?) -> Hint? {
    let isClosing = closing == .rightParenthesis
    return switch token.kind {
    case .symbol(.period) where operand.isPredicate,
      .symbol(.leftBracket) where operand.isPredicate:
      "a condition has no keys: leave out what stands behind it"
    case .end where closing != nil && closing != .comma:
      "a \(closing?.rawValue ?? "") is missing"
    case .symbol(.ampersand) where operand.isPredicate:
      .write("&&", at: token.range, keeping: [])
    case .symbol(.bar) where operand.isPredicate: .write("||", at: token.range, keeping: [])
    case .symbol(.equal) where comparisonOperator != nil:
      closing == nil && isName(operand.node) ? setsNothing(operand.node) : nil
    case .symbol(.rightParenthesis) where !isClosing: "this ) has no matching ("
    case .escapedWord: "a blank or an operator is missing before #"
    case .word(.caseInsensitive), .word(.ci): caseHint
    case .word(nil) where endsInKey(operand.node): "put text in quotes"
    case .symbol(.comma) where operand.isPredicate: "a list is written in braces, {1, 2}"
    case .symbol(.comma) where isClosing: listInParentheses(operand)
    case .word(.and), .word(.or), .symbol(.ampersandAmpersand), .symbol(.barBar):
      "AND and OR connect predicates, this is a value"
    case .symbol(let symbol) where symbol.comparison != nil && !operand.isPredicate:
      choice(from: builder.range(of: operand.node).lowerBound)
        ?? conditionAsValue(from: builder.range(of: operand.node).lowerBound)
    default: nil
    }
  }
}
