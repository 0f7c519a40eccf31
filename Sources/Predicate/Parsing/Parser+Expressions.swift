// The part of the grammar that yields values: literals, names, calls, and what may follow them.

extension Parser {
  /// Reads `-a`; the sign of a number is folded into it.
  mutating func negation(_ start: Int) throws(SyntaxError) -> NodeID {
    advance()
    if token.kind == .integer(UInt64(Int64.max) + 1) {
      advance()
      return try postfix(of: builder.addLiteral(.int(.min), start..<previousEnd), start)
    }
    let operand = try nested { parser throws(SyntaxError) in
      try parser.parse(.expression, .prefix)
    }
    let range = start..<previousEnd
    switch builder.literal(operand.node) {
    case .int(let value) where value != .min:
      builder.replaceLiteral(operand.node, with: .int(-value), range)
    case .double(let value):
      builder.replaceLiteral(operand.node, with: .double(-value), range)
    default:
      return builder.add(.negation, range, children: [operand.node])
    }
    return operand.node
  }

  /// Reads an operand that starts with neither sign nor parenthesis.
  mutating func primary() throws(SyntaxError) -> NodeID {
    let start = token
    switch token.kind {
    case .word(let keyword): return try word(keyword)
    case .selector:
      advance()
      guard at(.leftParenthesis) else { throw unexpectedAfterFunctionName(start) }
      return try call(start)
    case .escapedWord:
      advance()
      if at(.leftParenthesis) { return try call(start) }
      return builder.add(.key(builder.addName(name(start))), start.range)
    case .collectionOperator:
      let base = builder.add(.selfObject, start.range.lowerBound..<start.range.lowerBound)
      return collectionOperator(of: base, start.range.lowerBound)
    case .variable:
      advance()
      return variable(start)
    case .integer(let magnitude):
      advance()
      if let value = Int64(exactly: magnitude) {
        return builder.addLiteral(.int(value), start.range)
      }
      return oversized(Double(magnitude), start.range)
    case .oversizedInteger(let value):
      advance()
      return oversized(value, start.range)
    case .double(let value):
      advance()
      return builder.addLiteral(.double(value), start.range)
    case .string:
      let text = try string()
      let node = builder.addLiteral(.string(text.text), start.range)
      if text.hasAlteredEscape { alteredLiterals.insert(node) }
      return node
    case .symbol(.leftBrace): return try aggregate()
    case .placeholder(let placeholder):
      advance()
      placeholderCount += 1
      return builder.add(.placeholder(placeholder, placeholderCount - 1), start.range)
    default: throw unexpectedOperand()
    }
  }

  private mutating func oversized(_ value: Double, _ range: Range<Int>) -> NodeID {
    warn(
      "the number is too large for an integer of 64 bits and becomes a double", at: range,
      hint: nil)
    return builder.addLiteral(.double(value), range)
  }

  private mutating func string() throws(SyntaxError) -> StringLiteral {
    let literal = StringLiteral(bytes, token.range)
    if let escape = literal.invalidEscape {
      let label = Diagnostic.Label(range: escape, message: "this escape stands for no character")
      throw SyntaxError(
        diagnostic: Diagnostic(
          "the text in quotes holds an escape that stands for no character", at: token.range,
          hint: "escapes are \\n \\t \\\\ \\' \\\", \\xHH, \\uHHHH and up to three octal digits",
          labels: [label]),
        expected: [], text: text)
    }
    if literal.text.contains("%@") || literal.text.contains("%K") {
      warn(
        "a placeholder in quotes is plain text", at: token.range,
        hint: "write the placeholder without quotes")
    }
    advance()
    return literal
  }

  private mutating func variable(_ token: Token) -> NodeID {
    let name = ExactText(name(token))
    guard let level = iterators.lastIndex(of: name) else {
      return builder.addVariable(name.text, token.range)
    }
    let index = builder.addName(name.text)
    return builder.add(
      .iterator(level: Int32(truncatingIfNeeded: level), name: index), token.range)
  }

  private mutating func aggregate() throws(SyntaxError) -> NodeID {
    let start = token.range.lowerBound
    return try nested { parser throws(SyntaxError) in
      parser.advance()
      let elements = try parser.elements(until: .rightBrace)
      return parser.builder.add(.aggregate, start..<parser.previousEnd, children: elements)
    }
  }

  /// Reads expressions between commas and the closing symbol.
  private mutating func elements(until end: Token.Symbol) throws(SyntaxError) -> [NodeID] {
    var elements: [NodeID] = []
    if take(end) { return elements }
    while true {
      guard elements.count < limits.aggregateElements else {
        throw error(
          "the list has more than \(limits.aggregateElements) elements", at: token.range)
      }
      let element = try parse(.expression, .assignment)
      elements.append(element.node)
      if take(end) { return elements }
      try expect(.comma, after: element)
    }
  }
}

// MARK: - Words and calls

extension Parser {
  private mutating func word(_ keyword: Keyword?) throws(SyntaxError) -> NodeID {
    let start = token
    switch keyword {
    case nil: break
    case .null, .nil:
      advance()
      return builder.addLiteral(.null, start.range)
    case .true, .yes:
      advance()
      return builder.addLiteral(.bool(true), start.range)
    case .false, .no:
      advance()
      return builder.addLiteral(.bool(false), start.range)
    case .self:
      advance()
      return builder.add(.selfObject, start.range)
    case .anyKey:
      advance()
      return builder.add(.anyKey, start.range)
    case .some(let keyword) where !keyword.isContextual: throw unexpectedReservedWord(keyword)
    default: break
    }
    advance()
    guard at(.leftParenthesis) else {
      return builder.add(.key(builder.addName(name(start))), start.range)
    }
    switch keyword {
    case .ternary: return try ternary(start)
    case .subquery: return try subquery(start)
    case .cast: return try cast(start)
    case .function: return try methodCall(start)
    default: return try call(start)
    }
  }

  /// Reads the arguments of a function; the parser is on the parenthesis.
  private mutating func call(_ callee: Token) throws(SyntaxError) -> NodeID {
    let start = callee.range.lowerBound
    let name = spelling(callee)
    let arguments = try nested { parser throws(SyntaxError) in
      parser.advance()
      return try parser.elements(until: .rightParenthesis)
    }
    let range = start..<previousEnd
    if callee.kind == .word(.fetch) { return builder.add(.fetch, range, children: arguments) }
    // A name that is no function, or takes other arguments, is legal text; building refuses it.
    guard callee.kind != .escapedWord, let known = Callee(named: name),
      known.argumentCounts.contains(arguments.count)
    else {
      return builder.add(.unknownCall(builder.addName(name)), range, children: arguments)
    }
    switch known {
    case .function(let function): return builder.add(.call(function), range, children: arguments)
    case .infix(let symbol): return builder.add(.infix(symbol), range, children: arguments)
    case .index: return builder.add(.index, range, children: arguments)
    }
  }

  private mutating func ternary(_ start: Token) throws(SyntaxError) -> NodeID {
    try nested { parser throws(SyntaxError) in
      parser.advance()
      let condition = try parser.parse(.predicate, .or)
      try parser.expect(.comma, after: condition)
      let first = try parser.parse(.expression, .assignment)
      try parser.expect(.comma, after: first)
      let second = try parser.parse(.expression, .assignment)
      try parser.expect(.rightParenthesis, after: second)
      return parser.builder.add(
        .ternary, start.range.lowerBound..<parser.previousEnd,
        children: [condition.node, first.node, second.node])
    }
  }

  private mutating func subquery(_ start: Token) throws(SyntaxError) -> NodeID {
    try nested { parser throws(SyntaxError) in
      parser.advance()
      let collection = try parser.parse(.expression, .assignment)
      try parser.expect(.comma, after: collection)
      guard parser.token.kind == .variable else { throw parser.unexpectedIterator() }
      let name = ExactText(parser.name(parser.token))
      parser.advance()
      guard parser.take(.comma) else { throw parser.unexpected("`,`") }
      let level = Int32(truncatingIfNeeded: parser.iterators.count)
      parser.iterators.append(name)
      let condition = try parser.parse(.predicate, .or)
      try parser.expect(.rightParenthesis, after: condition)
      parser.iterators.removeLast()
      return parser.builder.add(
        .subquery(level: level, name: parser.builder.addName(name.text)),
        start.range.lowerBound..<parser.previousEnd,
        children: [collection.node, condition.node])
    }
  }

  private mutating func cast(_ start: Token) throws(SyntaxError) -> NodeID {
    try nested { parser throws(SyntaxError) in
      parser.advance()
      let operand = try parser.parse(.expression, .assignment)
      try parser.expect(.comma, after: operand)
      guard parser.token.kind == .string else { throw parser.unexpected("a type in quotes") }
      let type = try parser.string().text
      guard parser.take(.rightParenthesis) else { throw parser.unexpected("`)`") }
      return parser.addCast(
        of: operand.node, to: type, start.range.lowerBound..<parser.previousEnd)
    }
  }

  /// A number cast to a date is that date, as Apple writes its date constants.
  private mutating func addCast(of node: NodeID, to type: String, _ range: Range<Int>) -> NodeID {
    let target = CastTarget(named: type)
    if target == .date, let value = builder.literal(node), let number = Number(value),
      let date = CastTarget.date(from: number)
    {
      builder.replaceLiteral(node, with: .date(date), range)
      return node
    }
    return builder.add(
      .cast(builder.addName(target?.rawValue ?? type)), range, children: [node])
  }

  private mutating func methodCall(_ start: Token) throws(SyntaxError) -> NodeID {
    try nested { parser throws(SyntaxError) in
      parser.advance()
      let target = try parser.parse(.expression, .assignment)
      try parser.expect(.comma, after: target)
      guard parser.token.kind == .string else { throw parser.unexpected("a selector in quotes") }
      let selectorRange = parser.token.range
      let selector = try parser.string().text
      var children = [target.node, parser.builder.addLiteral(.string(selector), selectorRange)]
      if !parser.take(.rightParenthesis) {
        guard parser.take(.comma) else { throw parser.unexpected("`,` or `)`") }
        children += try parser.elements(until: .rightParenthesis)
      }
      return parser.builder.add(
        .methodCall, start.range.lowerBound..<parser.previousEnd, children: children)
    }
  }
}

// MARK: - What follows an operand

extension Parser {
  /// Reads `.key`, `.@operator` and `[index]` as often as they follow.
  mutating func postfix(of base: NodeID, _ start: Int) throws(SyntaxError) -> NodeID {
    var base = base
    while true {
      if take(.period) {
        base = try segment(of: base, start)
      } else if at(.leftBracket) {
        base = try index(of: base, start)
      } else {
        return base
      }
    }
  }

  private mutating func segment(of base: NodeID, _ start: Int) throws(SyntaxError) -> NodeID {
    let segment = token
    switch segment.kind {
    case .word(let keyword) where keyword?.isContextual ?? true:
      advance()
      return builder.addMember(name(segment), of: base, start..<previousEnd)
    case .word(.some(let keyword)): throw unexpectedReservedWord(keyword)
    case .escapedWord:
      advance()
      return builder.addMember(name(segment), of: base, start..<previousEnd)
    case .collectionOperator: return collectionOperator(of: base, start)
    case .variable:
      advance()
      let key = variable(segment)
      return builder.add(.memberVariable, start..<previousEnd, children: [base, key])
    case .placeholder(.keyPath):
      advance()
      placeholderCount += 1
      return builder.add(
        .memberPlaceholder(placeholderCount - 1), start..<previousEnd, children: [base])
    default: throw unexpectedSegment()
    }
  }

  private mutating func collectionOperator(of base: NodeID, _ start: Int) -> NodeID {
    let operatorName = name(token)
    if CollectionOperator(rawValue: operatorName) == nil {
      let known = CollectionOperator.allCases.map { "@" + $0.rawValue }
      let nearest = Spelling.nearest(to: "@" + operatorName, among: known)
      let placeholder = operatorName == "K" ? "%K" : nil
      warn(
        "@\(operatorName) is no operator on collections, evaluating it fails", at: token.range,
        hint: (placeholder ?? nearest).map { "did you mean \($0)?" })
    }
    advance()
    let index = builder.addName(operatorName)
    return builder.add(.collectionOperator(index), start..<previousEnd, children: [base])
  }

  private mutating func index(of base: NodeID, _ start: Int) throws(SyntaxError) -> NodeID {
    try nested { parser throws(SyntaxError) in
      parser.advance()
      let special: NodeKind? =
        switch parser.token.kind {
        case .word(.first): .first
        case .word(.last): .last
        case .word(.size): .size
        default: nil
        }
      if let special {
        parser.advance()
        guard parser.take(.rightBracket) else { throw parser.unexpected("`]`") }
        return parser.builder.add(special, start..<parser.previousEnd, children: [base])
      }
      let position = try parser.parse(.expression, .assignment)
      parser.noteIndex(position.node, of: base)
      try parser.expect(.rightBracket, after: position)
      return parser.builder.add(
        .index, start..<parser.previousEnd, children: [base, position.node])
    }
  }

  /// `'text'[c]` indexes by a key; the options of a comparison stand behind its operator.
  private mutating func noteIndex(_ index: NodeID, of base: NodeID) {
    guard case .key(let name) = builder.structure.kind(of: index),
      builder.structure.name(name).lowercased().allSatisfy("cdnl".contains)
    else { return }
    switch builder.structure.kind(of: base) {
    case .placeholder: break
    case .literal:
      guard case .string? = builder.literal(base) else { return }
    default: return
    }
    let letters = builder.structure.name(name)
    warn(
      "[\(letters)] here looks up the key '\(letters)'", at: builder.ranges[index.index].offsets,
      hint: "options follow the operator: CONTAINS[\(letters)]")
  }
}
