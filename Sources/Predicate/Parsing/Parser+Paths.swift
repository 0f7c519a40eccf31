// Reads what may directly follow an operand, any number of times: `.key`, `.@operator` and
// `[index]`.

extension Parser {
  /// Reads keys and indices.
  ///
  /// - Returns: Whether an index waits for its expression.
  mutating func extendPath(_ operand: inout Operand) throws(SyntaxError) -> Bool {
    while true {
      try checkRoom()
      guard at(.period) || at(.leftBracket) else { return false }
      if take(.period) {
        operand.node = try segment(of: operand.node)
      } else {
        try open(.index(of: operand.node), for: .expression, .assignment)
        guard let special = indexKeyword else { return true }
        cancel()
        advance()
        guard take(.rightBracket) else { throw unexpected("']'") }
        operand.node = add(special, to: operand.node)
      }
    }
  }

  /// The meaning of FIRST, LAST and SIZE in brackets; nil for every other token.
  private var indexKeyword: NodeKind? {
    switch token.kind {
    case .word(.first): .first
    case .word(.last): .last
    case .word(.size): .size
    default: nil
    }
  }

  private mutating func add(_ kind: NodeKind, to base: NodeIndex) -> NodeIndex {
    builder.add(kind, level.start..<previousEnd, base)
  }

  private mutating func segment(of base: NodeIndex) throws(SyntaxError) -> NodeIndex {
    let segment = token
    switch segment.kind {
    case .word(.some(let keyword)) where !keyword.isContextual && !keyword.isIndex:
      throw unexpectedReservedWord(keyword)
    case .word, .escapedWord:
      advance()
      noteCount(name(segment), of: base, segment.range)
      if !at(.period) { noteOperatorBeforeList(base, name(segment)) }
      return builder.addMember(name(segment), of: base, level.start..<previousEnd)
    case .string:
      let key = try string().text
      guard key.utf8.count <= limits.nameLength else {
        throw limitError("a name is longer than \(limits.nameLength) bytes", at: segment.range)
      }
      return builder.addMember(key, of: base, level.start..<previousEnd)
    case .collectionOperator:
      if let term = managementTerm { return try managementTerm(term, of: base) }
      return try collectionOperator(of: base)
    case .variable:
      advance()
      let key = variable(segment)
      return builder.addMember(namedBy: key, of: base, level.start..<previousEnd)
    // Apple's own frameworks hand a key over with `%@`, too.
    case .placeholder(.keyPath), .placeholder(.value):
      advance()
      placeholderCount += 1
      return add(.memberPlaceholder(placeholderCount - 1), to: base)
    default: throw unexpectedSegment()
    }
  }

  /// Reads `@name`.
  mutating func collectionOperator(of base: NodeIndex) throws(SyntaxError) -> NodeIndex {
    let operatorName = name(token)
    if let keyword = Keyword.spelled(by: bytes, nameRange(token)), !keyword.canFollowAt {
      throw unexpectedReservedOperator(keyword)
    }
    if CollectionOperator(rawValue: operatorName) == nil {
      guard functions != .deviceManagement else { throw unknownTerm(operatorName) }
      noteUnknownOperator(operatorName, at: token.range)
    }
    advance()
    return builder.addCollectionOperator(operatorName, of: base, level.start..<previousEnd)
  }
}
