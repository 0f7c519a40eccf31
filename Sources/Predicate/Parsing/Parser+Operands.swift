// Reads the start of an operand: a prefix, which waits for what follows it, a literal, a name or a
// call.

extension Parser {
  /// Reads the start of an operand; nil if the operand of a prefix or the content of a bracket must
  /// follow.
  mutating func begin() throws(SyntaxError) -> Operand? {
    switch token.kind {
    case .word(.not), .symbol(.exclamation):
      try refusePredicate()
      try open(.not, for: .predicate, .not)
      return nil
    case .word(.any), .word(.someOf), .word(.all), .word(.noneOf):
      try refusePredicate()
      let isNone = token.kind == .word(.noneOf)
      let quantifier = token.kind == .word(.all) ? Quantifier.all : .any
      advance()
      wait(.quantified(quantifier, isNone: isNone), for: .expression, .assignment)
      return nil
    case .word(.truePredicate), .word(.falsePredicate):
      try refusePredicate()
      let isTrue = token.kind == .word(.truePredicate)
      advance()
      let node = builder.add(.truth(isTrue), level.start..<previousEnd)
      return Operand(node: node, isPredicate: true)
    case .symbol(.leftParenthesis):
      try open(.parenthesis, for: level.wanted == .expression ? .expression : .either, .or)
      return nil
    case .symbol(.hyphen):
      try open(.negation, for: .expression, .prefix)
      // The magnitude of the smallest integer does not fit in an integer.
      guard token.kind == .integer(UInt64(Int64.max) + 1) else { return nil }
      cancel()
      advance()
      return value(.int(.min), level.start..<previousEnd)
    case .symbol(.tilde) where !isTildeOfOperator:
      try open(.complement, for: .expression, .prefix)
      return nil
    case .symbol(.leftBrace):
      try open(.aggregate(first: parts.count), for: .expression, .assignment)
      guard take(.rightBrace) else { return nil }
      cancel()
      return operand(.aggregate)
    default: return try primary()
    }
  }

  /// Whether the current token ends `=~`, an operator of other languages.
  private var isTildeOfOperator: Bool {
    let start = token.range.lowerBound
    guard start > 0, bytes[start - 1] == UInt8(ascii: "=") else { return false }
    // `a==~b` compares with a complement.
    return start < 2 || !"=!<>:".utf8.contains(bytes[start - 2])
  }

  private func refusePredicate() throws(SyntaxError) {
    if level.wanted == .expression { throw unexpectedPredicate() }
  }

  /// Appends a node without children that ends at the current token.
  private mutating func operand(_ kind: NodeKind) -> Operand {
    let node = builder.add(kind, level.start..<previousEnd)
    return Operand(node: node, isPredicate: false, takesKeys: true)
  }

  private mutating func value(_ value: Value, _ range: Range<Int>) -> Operand {
    Operand(node: builder.addLiteral(value, range), isPredicate: false, takesKeys: true)
  }

  private mutating func primary() throws(SyntaxError) -> Operand? {
    let start = token
    switch start.kind {
    case .word(let keyword): return try word(keyword)
    case .selector:
      advance()
      guard at(.leftParenthesis) else { throw unexpectedAfterFunctionName(start) }
      return try call(start)
    case .escapedWord:
      advance()
      if at(.leftParenthesis) { return try call(start) }
      return operand(.key(builder.addName(name(start))))
    case .collectionOperator:
      if let term = managementTerm {
        return Operand(
          node: try managementTerm(term, of: nil), isPredicate: false, takesKeys: true)
      }
      let base = builder.add(.selfObject, level.start..<level.start)
      return Operand(node: try collectionOperator(of: base), isPredicate: false, takesKeys: true)
    case .variable:
      advance()
      return Operand(node: variable(start), isPredicate: false, takesKeys: true)
    case .integer(let magnitude):
      advance()
      if let int = Int64(exactly: magnitude) { return value(.int(int), start.range) }
      return oversized(Double(magnitude), start.range)
    case .oversizedInteger(let double):
      advance()
      return oversized(double, start.range)
    case .double(let double):
      advance()
      return value(.double(double), start.range)
    case .string:
      let literal = try string()
      let operand = value(.string(literal.text), start.range)
      if literal.hasAlteredEscape { alteredLiteral = operand.node }
      return operand
    case .placeholder(let placeholder):
      advance()
      placeholderCount += 1
      return operand(.placeholder(placeholder, placeholderCount - 1))
    default: throw unexpectedOperand()
    }
  }

  private mutating func oversized(_ double: Double, _ range: Range<Int>) -> Operand {
    warn(
      .number, "the number is too large for a 64-bit integer and becomes a double", at: range,
      hint: nil)
    return value(.double(double), range)
  }

  /// Reads a string literal.
  mutating func string() throws(SyntaxError) -> StringLiteral {
    let literal = StringLiteral(bytes, token.range)
    if let escape = literal.invalidEscape { throw invalidEscape(escape) }
    if literal.placeholderCount > 0 {
      warn(
        .placeholder, "a placeholder in quotes is plain text", at: token.range,
        hint: "a placeholder stands without quotes")
    }
    if functions == .deviceManagement { noteTermInQuotes(literal.text) }
    advance()
    return literal
  }

  /// Appends a variable, either free or bound by a SUBQUERY around it.
  mutating func variable(_ token: Token) -> NodeIndex {
    let name = nameRange(token)
    let bytes = bytes
    guard let level = iterators.lastIndex(where: { bytes.areSame($0, name) }) else {
      return builder.addVariable(named: name, token.range)
    }
    let index = builder.addName(bytes.text(name))
    return builder.add(
      .iterator(level: Int32(truncatingIfNeeded: level), name: index), token.range)
  }
}

// MARK: - Words and calls

extension Parser {
  private mutating func word(_ keyword: Keyword?) throws(SyntaxError) -> Operand? {
    let start = token
    if let keyword, let literal = keyword.literal {
      advance()
      return value(literal, start.range)
    }
    if let keyword, !keyword.isContextual, keyword != .self, keyword != .anyKey {
      throw unexpectedReservedWord(keyword)
    }
    advance()
    if keyword == .self { return operand(.selfObject) }
    if keyword == .anyKey { return operand(.anyKey) }
    guard at(.leftParenthesis) else { return operand(.key(builder.addName(name(start)))) }
    switch keyword {
    case .ternary: try open(.ternary(first: parts.count), for: .predicate, .or)
    case .subquery: try open(.subqueryCollection, for: .expression, .assignment)
    case .cast: try open(.cast, for: .expression, .assignment)
    case .function: try open(.methodCall(first: parts.count), for: .expression, .assignment)
    default: return try call(start)
    }
    return nil
  }

  /// Starts reading the arguments of a call; the current token is the parenthesis.
  private mutating func call(_ callee: Token) throws(SyntaxError) -> Operand? {
    let isChoice = isChoice(callee)
    try open(
      .call(callee, first: parts.count), for: isChoice ? .predicate : .expression,
      isChoice ? .or : .assignment)
    guard take(.rightParenthesis) else { return nil }
    cancel()
    return finishCall(callee, parts.count)
  }

  /// Whether the first argument of a function is a predicate, as for `if`.
  ///
  /// A text that may not call `if` is parsed in the same way, so that the error names the function.
  private func isChoice(_ callee: Token) -> Bool {
    // Most names have another length and need no string.
    guard callee.kind != .escapedWord, (2...3).contains(callee.range.count) else { return false }
    let name = spelling(callee)
    return name.lowercased() == "if" || ForeignFunctions.isChoice(name)
  }
}

extension Keyword {
  /// The constant that the keyword denotes.
  fileprivate var literal: Value? {
    switch self {
    case .null, .nil: .null
    case .true, .yes: .bool(true)
    case .false, .no: .bool(false)
    default: nil
    }
  }
}
