// The constructs of the parser. While a part of a construct is missing, the construct waits on a
// stack. When its next operand is complete, `close` either completes the construct or lets it wait
// for another part.

extension Parser {
  /// A construct with a missing part.
  ///
  /// `first` is the index of its first part in `Parser.parts`.
  enum Construct {
    case parenthesis
    case not
    case negation
    /// `~a`, which is `onesComplement(a)`.
    case complement
    /// `ANY` or `ALL`; `NONE` is the negation of ANY.
    case quantified(Quantifier, isNone: Bool)
    /// A comparison with its left side; NONE negates the whole comparison.
    case comparison(ComparisonOperator, ComparisonOptions, Quantifier, NodeIndex, isNone: Bool)
    /// Like `comparison`, with a selector as the operator; the range is the place of the selector.
    case selectorComparison(Range<Int>, Quantifier, NodeIndex, isNone: Bool)
    /// `a AND b AND …` or `a OR b OR …`.
    case chain(NodeKind, first: Int)
    case infix(ExpressionOperator, NodeIndex)
    case assignment(NodeIndex)
    case index(of: NodeIndex)
    case aggregate(first: Int)
    /// A call; the token is the name of the function.
    case call(Token, first: Int)
    case ternary(first: Int)
    case subqueryCollection
    /// The condition of a SUBQUERY, with the collection and the index of the first node of the
    /// condition.
    case subqueryCondition(NodeIndex, firstNode: Int)
    case cast
    case methodCall(first: Int)

    /// Whether the construct counts as a level of nesting.
    var nests: Bool {
      switch self {
      case .quantified, .comparison, .selectorComparison, .chain, .infix, .assignment: false
      default: true
      }
    }
  }

  /// Gives a construct its next operand.
  ///
  /// - Returns: The completed construct as an operand; nil if it waits for another part.
  /// - Throws: The error at the token after the operand, if that token does not fit.
  mutating func close(
    _ construct: Construct, with operand: Operand
  ) throws(SyntaxError) -> Operand? {
    switch construct {
    case .parenthesis:
      try expect(.rightParenthesis, after: operand)
      builder.setRange(of: operand.node, range)
      var inner = operand
      inner.takesKeys = !operand.isPredicate
      return inner
    case .not: return predicate(builder.add(.not, range, operand.node))
    case .negation:
      return Operand(node: builder.addNegation(of: operand.node, range), isPredicate: false)
    case .complement:
      return expression(
        builder.add(.call(.onesComplement), range, operand.node), takesKeys: false)
    case .quantified(let quantifier, let isNone):
      try compare(operand, quantifier, isNone: isNone)
      return nil
    case .comparison(let symbol, let options, let quantifier, let left, let isNone):
      noteComparison(symbol, left, operand.node)
      let whole = builder.add(
        .comparison(symbol, options, quantifier), range, left, operand.node)
      return predicate(isNone ? builder.add(.not, range, whole) : whole)
    case .selectorComparison(let name, let quantifier, let left, let isNone):
      let kind = NodeKind.selectorComparison(quantifier, name: builder.addName(bytes.text(name)))
      let whole = builder.add(kind, range, left, operand.node)
      return predicate(isNone ? builder.add(.not, range, whole) : whole)
    case .chain(let kind, let first):
      parts.append(operand.node)
      guard !atConnective(kind) else {
        advance()
        wait(construct, for: .predicate, kind == .and ? .not : .and)
        return nil
      }
      if kind == .and { noteSeparateElements(from: first) }
      return predicate(addParts(kind, from: first))
    case .infix(let symbol, let left):
      noteDivision(symbol, left, operand.node)
      let whole = builder.add(.infix(symbol), range, left, operand.node)
      return expression(whole, takesKeys: false)
    case .assignment(let left):
      return expression(builder.add(.assignment, range, left, operand.node), takesKeys: false)
    case .index(let base):
      noteIndex(operand.node, of: base)
      try expect(.rightBracket, after: operand)
      return expression(builder.add(.index, range, base, operand.node))
    case .aggregate(let first):
      guard try isLast(operand, .rightBrace, first, construct) else { return nil }
      return expression(addParts(.aggregate, from: first))
    case .call(let callee, let first):
      guard try isLast(operand, .rightParenthesis, first, construct) else { return nil }
      return finishCall(callee, first)
    case .ternary(let first):
      parts.append(operand.node)
      guard parts.count - first == 3 else {
        try expect(.comma, after: operand)
        wait(construct, for: .expression, .assignment)
        return nil
      }
      try expect(.rightParenthesis, after: operand)
      return expression(addParts(.ternary, from: first))
    case .subqueryCollection: return try iterator(over: operand)
    case .subqueryCondition(let collection, let firstNode):
      try expect(.rightParenthesis, after: operand)
      let name = iterators.popLast().map { bytes.text($0) } ?? ""
      noteBareKeys(from: firstNode, level: iterators.count, name)
      let level = Int32(truncatingIfNeeded: iterators.count)
      let kind = NodeKind.subquery(level: level, name: builder.addName(name))
      return expression(builder.add(kind, range, collection, operand.node))
    case .cast: return try type(of: operand)
    case .methodCall(let first): return try methodCall(operand, first)
    }
  }

  /// The range of the construct that was just completed.
  private var range: Range<Int> { level.start..<previousEnd }

  private func predicate(_ node: NodeIndex) -> Operand { Operand(node: node, isPredicate: true) }

  private func expression(_ node: NodeIndex, takesKeys: Bool = true) -> Operand {
    Operand(node: node, isPredicate: false, takesKeys: takesKeys)
  }

  /// Appends a node whose children are the parts from an index on, and removes these parts.
  private mutating func addParts(_ kind: NodeKind, from first: Int) -> NodeIndex {
    let node = builder.add(kind, range, parts, from: first)
    parts.removeAll(from: first)
    return node
  }

  /// Stores an element of a list and reads the token after it.
  ///
  /// - Returns: Whether the list is complete.
  private mutating func isLast(
    _ element: Operand, _ end: Token.Symbol, _ first: Int, _ construct: Construct
  ) throws(SyntaxError) -> Bool {
    parts.append(element.node)
    if take(end) { return true }
    guard take(.comma) else { throw unexpected(after: element, or: .comma, before: end) }
    guard parts.count - first < limits.aggregateElements else {
      throw limitError(
        "the list has more than \(limits.aggregateElements) elements", at: token.range)
    }
    wait(construct, for: .expression, .assignment)
    return false
  }
}

// MARK: - Constructs of several parts

extension Parser {
  /// Completes a call; its arguments are the parts from an index on.
  mutating func finishCall(_ callee: Token, _ first: Int) -> Operand {
    expression(addParts(call(of: callee, argumentCount: parts.count - first), from: first))
  }

  private mutating func call(of callee: Token, argumentCount: Int) -> NodeKind {
    if callee.kind == .word(.fetch) { return .fetch }
    let name = spelling(callee)
    // A call of an unknown function, or with an invalid number of arguments, parses. Building a
    // condition refuses it.
    guard callee.kind != .escapedWord, let known = Callee(named: name, in: functions),
      known.argumentCounts.contains(argumentCount)
    else { return .unknownCall(builder.addName(name)) }
    return switch known {
    case .function(let function): .call(function)
    case .infix(let symbol): .infix(symbol)
    case .index: .index
    case .choice: .ternary
    }
  }

  /// Reads `, $x,` after the collection of a SUBQUERY.
  private mutating func iterator(over collection: Operand) throws(SyntaxError) -> Operand? {
    try expect(.comma, after: collection)
    guard token.kind == .variable else { throw unexpectedIterator() }
    let name = nameRange(token)
    advance()
    guard take(.comma) else { throw unexpected("','") }
    iterators.append(name)
    let construct = Construct.subqueryCondition(
      collection.node, firstNode: builder.count)
    wait(construct, for: .predicate, .or)
    return nil
  }

  /// Reads `, 'type')` after the operand of a CAST.
  private mutating func type(of operand: Operand) throws(SyntaxError) -> Operand? {
    try expect(.comma, after: operand)
    guard token.kind == .string else { throw unexpected("a type in quotes") }
    let type = try string().text
    guard take(.rightParenthesis) else { throw unexpected("')'") }
    let target = CastTarget(named: type)
    if let target, let value = builder.literal(operand.node) { noteCast(value, target, range) }
    let node = builder.addCast(of: operand.node, to: target?.rawValue ?? type, range)
    return Operand(node: node, isPredicate: false, takesKeys: true)
  }

  /// Reads the tokens after the target or an argument of FUNCTION.
  private mutating func methodCall(
    _ operand: Operand, _ first: Int
  ) throws(SyntaxError) -> Operand? {
    parts.append(operand.node)
    if parts.count - first == 1 {
      try expect(.comma, after: operand)
      guard token.kind == .string else { throw unexpected("a selector in quotes") }
      let range = token.range
      parts.append(builder.addLiteral(.string(try string().text), range))
      if take(.rightParenthesis) { return expression(addParts(.methodCall, from: first)) }
      guard take(.comma) else { throw unexpected("',' or ')'") }
    } else {
      if take(.rightParenthesis) { return expression(addParts(.methodCall, from: first)) }
      try expect(.comma, after: operand)
    }
    wait(.methodCall(first: first), for: .expression, .assignment)
    return nil
  }
}
