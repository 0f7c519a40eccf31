// Recognises constructs of other languages in a text that does not parse, and shows what to write
// in their place with the author's own names: `IF … THEN`, `? :`, `BETWEEN 1 AND 9`, `IS NULL` and
// `${x}`. This code only runs if a text does not parse.

extension Parser {
  /// The error for a choice that is written as in another language; nil if the operand and the
  /// current token do not look like one.
  func foreignChoice(after operand: Operand, closing: Token.Symbol?) -> SyntaxError? {
    let construct: String
    let start: Int
    if token.kind == .invalid(.unknownCharacter), spelling(token) == "?" {
      construct = "? :"
      start = builder.range(of: operand.node).lowerBound
    } else if isWord(operand.node, "IF") {
      construct = "IF … THEN"
      start = builder.range(of: operand.node).lowerBound
    } else if closing == .comma, at(.rightParenthesis), isWord(following, "THEN") {
      // `if (a == 1) then` reads as a choice with one part, or as a call.
      construct = "IF … THEN"
      start = level.start
    } else if isWord(token, "THEN"), case .unknownCall = builder.kind(of: operand.node) {
      construct = "IF … THEN"
      start = builder.range(of: operand.node).lowerBound
    } else {
      return nil
    }
    return error(
      "\(Self.choiceMessage)\(construct)", at: token.range,
      hint: "write \(choice(from: start) ?? "TERNARY(a == 1, b, c)")", expected: ["an operator"])
  }

  /// What to write for the choice that starts at an offset: `a == 1 ? b : c` or `IF a == 1 THEN b
  /// ELSE c`; nil if it is not one of these, too long for a hint, or not one expression.
  func choice(from start: Int) -> String? {
    var ahead = Lexer(bytes, from: start, maximumName: limits.nameLength)
    var next = ahead.next()
    let separators = isWord(next, "IF") ? ["THEN", "ELSE"] : ["?", ":"]
    if isWord(next, "IF") { next = ahead.next() }
    var parts: [String] = []
    var part: Range<Int>?
    // Which parts compare something.
    var comparisons: Set<Int> = []
    var depth = 0
    for _ in 0..<Self.maximumTokens {
      var range = next.range
      let wanted = parts.count < separators.count ? separators[parts.count] : nil
      var isEnd = depth == 0 && (endsOperand(next) || spelling(next).uppercased() == wanted)
      if depth == 0, wanted == ":", next.kind == .selector {
        // `b:` in `a ? b: c` is a selector.
        range = range.lowerBound..<range.upperBound - 1
        isEnd = true
        part = (part?.lowerBound ?? range.lowerBound)..<range.upperBound
      }
      guard isEnd else {
        if opens(next) { depth += 1 } else if closes(next) { depth -= 1 }
        if comparison(next) != nil { comparisons.insert(parts.count) }
        part = (part?.lowerBound ?? range.lowerBound)..<range.upperBound
        next = ahead.next()
        continue
      }
      guard let whole = part else { return nil }
      parts.append(shortened(bytes.text(whole)))
      guard wanted != nil, !endsOperand(next) else { break }
      part = nil
      next = ahead.next()
    }
    let isIf = separators[0] == "THEN"
    guard parts.count == 3 || parts.count == 2 && isIf else { return nil }
    let condition = parts[0] + (comparisons.contains(0) ? "" : " == YES")
    if parts.count == 2 {
      if level.wanted == .predicate {
        return "NOT (\(condition)) OR \(parts[1])" + (comparisons.contains(1) ? "" : " == YES")
      }
      return comparisons.contains(1) ? nil : "TERNARY(\(condition), \(parts[1]), nil)"
    }
    // A choice in parentheses may be compared behind them.
    if closes(next), let compared = comparison(after: ahead), comparisons.isDisjoint(with: [1, 2]) {
      return "TERNARY(\(condition), \(parts[1]), \(parts[2])) \(compared)"
    }
    let isPredicate = level.wanted == .predicate
    if isPredicate, comparisons.isSuperset(of: [1, 2]) {
      return "(\(condition) AND \(parts[1])) OR (NOT (\(condition)) AND \(parts[2]))"
    }
    guard comparisons.isDisjoint(with: [1, 2]) else { return nil }
    return "TERNARY(\(condition), \(parts[1]), \(parts[2]))\(isPredicate ? " == YES" : "")"
  }

  /// What to write for the condition that starts at an offset where a value is wanted.
  func conditionAsValue(from start: Int) -> String {
    let name = functions == .extended ? "if" : "TERNARY"
    var ahead = Lexer(bytes, from: start, maximumName: limits.nameLength)
    var end = start
    var depth = 0
    for _ in 0..<Self.maximumTokens {
      let next = ahead.next()
      if depth == 0, endsOperand(next) {
        let condition = bytes.text(start..<end)
        return condition.count <= 60 ? "\(name)(\(condition), YES, NO)" : "\(name)(…, YES, NO)"
      }
      if opens(next) { depth += 1 } else if closes(next) { depth -= 1 }
      end = next.range.upperBound
    }
    return "\(name)(…, YES, NO)"
  }

  /// What to write for `a == 1 OR 2`, where the operand is `2`; nil if it is something else.
  func membership(of operand: NodeIndex) -> String? {
    guard let comparison = parts.last,
      case .comparison(.equal, _, _) = builder.kind(of: comparison),
      case .literal = builder.kind(of: operand)
    else { return nil }
    let end = builder.range(of: comparison).upperBound
    var between = Lexer(bytes, from: end, maximumName: limits.nameLength)
    let word = between.next()
    guard isConnective(word), !isAnd(word),
      between.next().range.lowerBound == builder.range(of: operand).lowerBound
    else { return nil }
    let (left, right) = (builder.child(0, of: comparison), builder.child(1, of: comparison))
    return "write \(source(left)) IN {\(source(right)), \(source(operand))}"
  }

  /// What to write for `a >= 1 AND <= 2`, where the current token is the second operator.
  ///
  /// Nil if the part before AND is not a comparison.
  func leftSide() -> String? {
    guard let previous, isConnective(previous), comparison(token) != nil,
      let comparison = parts.last, case .comparison = builder.kind(of: comparison)
    else { return nil }
    return "write \(source(builder.child(0, of: comparison))) \(spelling(token)) …"
  }

  /// The comparison that follows, as written: `== 1`; nil if something else does.
  private func comparison(after place: Lexer) -> String? {
    var ahead = place
    let symbol = ahead.next()
    guard comparison(symbol) != nil else { return nil }
    var end: Int?
    var depth = 0
    for _ in 0..<Self.maximumTokens {
      let next = ahead.next()
      if depth == 0, endsOperand(next) || isConnective(next) { break }
      if opens(next) { depth += 1 } else if closes(next) { depth -= 1 }
      end = next.range.upperBound
    }
    return end.map { shortened(bytes.text(symbol.range.lowerBound..<$0)) }
  }

  /// The error for AND or OR before its parts, `AND(a, b)`; nil if the current token is not that.
  func connectiveCall(_ keyword: Keyword) -> SyntaxError? {
    guard keyword == .and || keyword == .or, following.kind == .symbol(.leftParenthesis) else {
      return nil
    }
    let word = keyword == .and ? "AND" : "OR"
    let parts = conditions(from: following.range.upperBound) ?? ["a == 1", "b == 2"]
    return error(
      Self.connectiveMessage, at: token.range,
      hint: "write (\(parts.joined(separator: " \(word) ")))", expected: ["a value"])
  }

  /// The parts of a list of conditions from an offset to the closing parenthesis, each with a
  /// comparison; nil if they are too long for a hint.
  private func conditions(from start: Int) -> [String]? {
    var ahead = Lexer(bytes, from: start, maximumName: limits.nameLength)
    var (parts, part): ([String], Range<Int>?) = ([], nil)
    var (isCompared, isJoined) = (false, false)
    var depth = 0
    for _ in 0..<Self.maximumTokens {
      let next = ahead.next()
      if depth == 0, endsOperand(next) {
        guard let whole = part, whole.count <= 40 else { return nil }
        let source = bytes.text(whole) + (isCompared ? "" : " == YES")
        parts.append(isJoined ? "(\(source))" : source)
        (part, isCompared, isJoined) = (nil, false, false)
        if next.kind == .symbol(.comma) { continue }
        return closes(next) ? parts : nil
      }
      // `AND(OR(a, b), c)` has the same mistake in a part.
      if isConnective(next), part == nil { return nil }
      isCompared = isCompared || comparison(next) != nil
      isJoined = isJoined || depth == 0 && isConnective(next)
      if opens(next) { depth += 1 } else if closes(next) { depth -= 1 }
      part = (part?.lowerBound ?? next.range.lowerBound)..<next.range.upperBound
    }
    return nil
  }

  /// The error for a key with parentheses, `name.length()`; nil if the current token does not
  /// start them.
  func methodCall(after operand: Operand) -> SyntaxError? {
    guard at(.leftParenthesis), following.kind == .symbol(.rightParenthesis),
      case .member(let key) = builder.kind(of: operand.node)
    else { return nil }
    let base = source(builder.child(0, of: operand.node))
    let name = builder.name(key)
    let hint: String
    switch name.lowercased() {
    case "count", "size": hint = "\(base).@count"
    case "length": hint = "\(base).length"
    case "tolowercase": hint = "lowercase(\(base))"
    case "touppercase": hint = "uppercase(\(base))"
    default:
      if case .function(let function)? = Callee(named: name, in: functions),
        function.argumentCounts.contains(1)
      {
        hint = "\(function.name)(\(base))"
      } else {
        hint = "\(base).\(name)"
      }
    }
    return error(
      "a key has no parentheses",
      at: builder.range(of: operand.node).lowerBound..<following.range.upperBound,
      hint: "write \(hint)", expected: ["an operator"])
  }

  /// The error for a decimal comma, `1,5`; nil if the current token is not one.
  var decimalComma: SyntaxError? {
    guard at(.comma), let previous, case .integer = previous.kind, case .integer = following.kind,
      previous.range.upperBound == token.range.lowerBound,
      token.range.upperBound == following.range.lowerBound
    else { return nil }
    return error(
      "a decimal number is written with a point",
      at: previous.range.lowerBound..<following.range.upperBound,
      hint: "write \(spelling(previous)).\(spelling(following))", expected: ["an operator"])
  }

  /// Whether NOT stands right before an offset.
  func isNegated(at start: Int) -> Bool {
    var again = Lexer(bytes, maximumName: limits.nameLength)
    var last: Token?
    while true {
      let next = again.next()
      guard next.range.lowerBound < start, next.kind != .end else { break }
      last = next
    }
    return last?.kind == .word(.not) || last?.kind == .symbol(.exclamation)
  }

  /// The error for `a BETWEEN 1 AND 9`, where the operand is `9`; nil if it is something else.
  func boundsWithoutBraces(_ operand: Operand) -> SyntaxError? {
    guard let comparison = parts.last,
      case .comparison(.between, _, _) = builder.kind(of: comparison)
    else { return nil }
    let low = builder.child(1, of: comparison)
    if case .aggregate = builder.kind(of: low) { return nil }
    let (whole, high) = (builder.range(of: comparison), builder.range(of: operand.node))
    var between = Lexer(bytes, from: whole.upperBound, maximumName: limits.nameLength)
    guard isAnd(between.next()), between.next().range.lowerBound == high.lowerBound else {
      return nil
    }
    let first = builder.child(0, of: comparison)
    // ANY or ALL may stand before the left side.
    let left =
      nameInBraces(first) == nil
      ? shortened(bytes.text(whole.lowerBound..<builder.range(of: low).lowerBound))
      : "\(source(first)) BETWEEN "
    return error(
      "BETWEEN takes its two bounds as a list in braces", at: token.range,
      hint: "write \(left){\(source(low)), \(source(operand.node))}",
      expected: ["a comparison"],
      labels: [
        Diagnostic.Label(
          range: builder.range(of: low).lowerBound..<high.upperBound,
          message: "these bounds are not a list")
      ])
  }

  /// The bounds as a list, if `1 AND 9` starts `count` tokens after the current one.
  func boundsAhead(skipping count: Int) -> String? {
    guard let low = operandAhead(skipping: count), low.first?.kind != .symbol(.leftBrace),
      let high = operandAhead(skipping: count + low.count + 1),
      let start = low.first?.range.lowerBound, let end = low.last?.range.upperBound,
      let other = high.first?.range.lowerBound, let last = high.last?.range.upperBound
    else { return nil }
    return "{\(shortened(bytes.text(start..<end))), \(shortened(bytes.text(other..<last)))}"
  }

  /// The elements of a list in brackets, from an offset to the closing bracket; nil if there are
  /// too many for a hint.
  func elements(from start: Int) -> String? {
    var ahead = Lexer(bytes, from: start, maximumName: limits.nameLength)
    var end = start
    var depth = 0
    for _ in 0..<Self.maximumTokens {
      let next = ahead.next()
      if opens(next) {
        depth += 1
      } else if closes(next) {
        depth -= 1
      }
      guard depth >= 0, next.kind != .end else {
        return start < end && depth < 0 ? shortened(bytes.text(start..<end)) : nil
      }
      end = next.range.upperBound
    }
    return nil
  }

  /// How to write the list in parentheses whose first element is an operand; nil if the
  /// parenthesis does not follow an operator that takes a list.
  func listInParentheses(_ operand: Operand) -> String? {
    let start = builder.range(of: operand.node).lowerBound
    var again = Lexer(bytes, maximumName: limits.nameLength)
    var last: (Token, Token)?
    while true {
      let next = again.next()
      guard next.range.lowerBound < start else { break }
      last = (last?.1 ?? next, next)
    }
    guard let (before, bracket) = last, bracket.kind == .symbol(.leftParenthesis),
      comparison(before) != nil
    else { return nil }
    return "a list is written in braces, {\(elements(from: start) ?? "1, 2")}"
  }

  /// What to write for a test for nil as in other languages, such as `x IS NOT NULL` or
  /// `x notempty`; nil if the word, in upper case, does not start one.
  ///
  /// `quantifier` is the one before the operand; nil for NONE.
  func nilTest(_ word: String, of operand: Operand, _ quantifier: Quantifier?) -> String? {
    var words = [word.filter { $0 != "_" }]
    if word == "IS" {
      for token in operandAhead(skipping: 0)?.prefix(2) ?? [] { words.append(spelling(token)) }
    }
    let test = words.joined().uppercased()
    let symbol: String
    if Self.nilWords.contains(test) {
      symbol = "=="
    } else if Self.valueWords.contains(test) {
      symbol = "!="
    } else {
      return nil
    }
    let prefix =
      switch quantifier {
      case .one: ""
      case .any: "ANY "
      case .all: "ALL "
      case nil: "NONE "
      }
    return "write \(prefix)\(source(operand.node)) \(symbol) nil"
  }

  private static let nilWords: Set<String> = [
    "ISNULL", "ISNIL", "ISEMPTY", "EMPTY", "ISBLANK", "ISUNDEFINED", "NOTEXISTS",
  ]
  private static let valueWords: Set<String> = [
    "ISNOTNULL", "ISNOTNIL", "ISNOTEMPTY", "NOTEMPTY", "NOTNULL", "NOTNIL", "ISNOTBLANK",
    "NOTBLANK", "EXISTS", "ISSET",
  ]

  /// The name in `${name}`, where the current token is the `$`; nil if it is something else.
  var nameInBraces: String? {
    var ahead = lexerAhead
    guard ahead.next().kind == .symbol(.leftBrace) else { return nil }
    let first = ahead.next()
    var (last, next) = (first, first)
    while isPartOfPath(next) { (last, next) = (next, ahead.next()) }
    guard next.kind == .symbol(.rightBrace), next != first else { return nil }
    return shortened(bytes.text(first.range.lowerBound..<last.range.upperBound))
  }

  private func isPartOfPath(_ token: Token) -> Bool {
    switch token.kind {
    case .word, .symbol(.period): true
    default: false
    }
  }

  /// How the message about a choice of another language starts.
  static let choiceMessage = "a choice is written TERNARY, not "
  /// The message about AND or OR before its parts.
  static let connectiveMessage = "AND and OR stand between conditions, not before them"

  // MARK: - Tokens

  private static let maximumTokens = 60

  /// A part as it should be written.
  ///
  /// A long part is cut. A name in braces, as other languages have it, becomes a variable.
  func source(_ node: NodeIndex) -> String {
    if let name = nameInBraces(node) { return "$\(shortened(name))" }
    return shortened(bytes.text(builder.range(of: node)))
  }

  /// The name in a list that consists of one key, `{name}`.
  func nameInBraces(_ node: NodeIndex) -> String? {
    guard case .aggregate = builder.kind(of: node), builder.childCount(of: node) == 1,
      case .key(let name) = builder.kind(of: builder.child(0, of: node))
    else { return nil }
    return builder.name(name)
  }

  func shortened(_ source: String) -> String {
    source.count > 40 ? source.prefix(39) + "…" : source
  }

  /// Whether a token spells a word, ignoring case.
  func isWord(_ token: Token, _ word: String) -> Bool {
    guard case .word(nil) = token.kind else { return false }
    return spelling(token).uppercased() == word
  }

  /// Whether a node is a key that spells a word, ignoring case.
  private func isWord(_ node: NodeIndex, _ word: String) -> Bool {
    guard case .key(let name) = builder.kind(of: node) else { return false }
    return builder.name(name).uppercased() == word
      && builder.range(of: node).count == word.utf8.count
  }

  private func isConnective(_ token: Token) -> Bool {
    isAnd(token) || token.kind == .word(.or) || token.kind == .symbol(.barBar)
  }

  private func isAnd(_ token: Token) -> Bool {
    token.kind == .word(.and) || token.kind == .symbol(.ampersandAmpersand)
  }

  private func opens(_ token: Token) -> Bool {
    switch token.kind {
    case .symbol(.leftParenthesis), .symbol(.leftBrace), .symbol(.leftBracket): true
    default: false
    }
  }

  private func closes(_ token: Token) -> Bool {
    switch token.kind {
    case .symbol(.rightParenthesis), .symbol(.rightBrace), .symbol(.rightBracket): true
    default: false
    }
  }

  /// Whether a token ends an operand that is in no bracket.
  private func endsOperand(_ token: Token) -> Bool {
    token.kind == .end || token.kind == .symbol(.comma) || closes(token)
  }

  private func comparison(_ token: Token) -> ComparisonOperator? {
    switch token.kind {
    case .symbol(let symbol): symbol.comparison
    case .word(let keyword): keyword?.comparison
    default: nil
    }
  }
}
