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
      hint: choice(from: start) ?? "a choice looks like TERNARY(a == 1, b, c)",
      expected: ["an operator"])
  }

  /// What to write for the choice that starts at an offset: `a == 1 ? b : c` or `IF a == 1 THEN b
  /// ELSE c`; nil if it is not one of these, too long for a hint, or not one expression.
  func choice(from start: Int) -> Hint? {
    var ahead = Lexer(bytes, from: start, maximumName: limits.nameLength)
    var next = ahead.next()
    let separators = isWord(next, "IF") ? ["THEN", "ELSE"] : ["?", ":"]
    if isWord(next, "IF") { next = ahead.next() }
    var parts: [String] = []
    var kept: [Range<Int>] = []
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
      parts.append(bytes.text(whole))
      kept.append(whole)
      guard wanted != nil, !endsOperand(next) else { break }
      part = nil
      next = ahead.next()
    }
    let isIf = separators[0] == "THEN"
    guard parts.count == 3 || parts.count == 2 && isIf, let end = kept.last?.upperBound else {
      return nil
    }
    func write(_ text: String) -> Hint { .write(text, at: start..<end, keeping: kept) }
    let condition = parts[0] + (comparisons.contains(0) ? "" : " == YES")
    if parts.count == 2 {
      if level.wanted == .predicate {
        return write(
          "NOT (\(condition)) OR \(parts[1])" + (comparisons.contains(1) ? "" : " == YES"))
      }
      return comparisons.contains(1) ? nil : write("TERNARY(\(condition), \(parts[1]), nil)")
    }
    let isPredicate = level.wanted == .predicate
    if isPredicate, comparisons.isSuperset(of: [1, 2]) {
      return write("(\(condition) AND \(parts[1])) OR (NOT (\(condition)) AND \(parts[2]))")
    }
    guard comparisons.isDisjoint(with: [1, 2]) else { return nil }
    // A choice in parentheses may be compared behind them.
    let isCompared = closes(next) && comparison(ahead.next()) != nil
    // A text is not a condition.
    let areValues = parts[1...].contains { $0.hasPrefix("'") || $0.hasPrefix("\"") }
    guard !isPredicate || isCompared || !areValues else { return nil }
    return write(
      "TERNARY(\(condition), \(parts[1]), \(parts[2]))"
        + (isPredicate && !isCompared ? " == YES" : ""))
  }

  /// What to write for the condition that starts at an offset where a value is wanted.
  func conditionAsValue(from start: Int) -> Hint? {
    let name = functions == .extended ? "if" : "TERNARY"
    var ahead = Lexer(bytes, from: start, maximumName: limits.nameLength)
    var end = start
    var depth = 0
    for _ in 0..<Self.maximumTokens {
      let next = ahead.next()
      if depth == 0, endsOperand(next) {
        guard end > start else { return nil }
        return .write("\(name)(\(bytes.text(start..<end)), YES, NO)", at: start..<end)
      }
      if opens(next) { depth += 1 } else if closes(next) { depth -= 1 }
      end = next.range.upperBound
    }
    return nil
  }

  /// What to write for `a == 1 OR 2`, where the operand is `2`; nil if it is something else.
  func repeatedComparison(of operand: NodeIndex) -> Hint? {
    guard let comparison = parts.last,
      case .comparison(let symbol, _, .one) = builder.kind(of: comparison),
      isRepeatable(operand, beside: builder.child(1, of: comparison)),
      case let (whole, place) = (builder.range(of: comparison), builder.range(of: operand))
    else { return nil }
    let (left, right) = (
      builder.range(of: builder.child(0, of: comparison)),
      builder.range(of: builder.child(1, of: comparison))
    )
    var between = Lexer(bytes, from: whole.upperBound, maximumName: limits.nameLength)
    let word = between.next()
    guard isConnective(word), between.next().range.lowerBound == place.lowerBound,
      left.upperBound <= right.lowerBound
    else { return nil }
    // `a == 1 AND a == 2` never holds, and `a != 1 OR a != 2` always does.
    if symbol == (isAnd(word) ? .equal : .notEqual) { return nil }
    if symbol == .equal {
      func element(_ place: Range<Int>, _ node: NodeIndex) -> String {
        if case .key = builder.kind(of: node) { return "'\(bytes.text(place))'" }
        return bytes.text(place)
      }
      let list =
        "{\(element(right, builder.child(1, of: comparison))), \(element(place, operand))}"
      return .write(
        "\(bytes.text(left)) IN \(list)", at: left.lowerBound..<place.upperBound,
        keeping: [left, right, place])
    }
    guard symbol != .between else { return nil }
    return .write(
      "\(bytes.text(left.lowerBound..<right.lowerBound))\(bytes.text(place))", at: place)
  }

  /// Whether an operand may be compared as the one before it is: two literals, or two words
  /// without quotes, `city == Bern OR Rome`.
  private func isRepeatable(_ operand: NodeIndex, beside other: NodeIndex) -> Bool {
    switch builder.kind(of: operand) {
    case .literal: return true
    case .key:
      guard case .key = builder.kind(of: other) else { return false }
      return bytes.text(builder.range(of: other)).first?.isUppercase ?? false
    default: return false
    }
  }

  /// The error for AND or OR before its parts, `AND(a, b)`; nil if the current token is not that.
  func connectiveCall(_ keyword: Keyword) -> SyntaxError? {
    guard keyword == .and || keyword == .or, following.kind == .symbol(.leftParenthesis) else {
      return nil
    }
    let word = keyword == .and ? "AND" : "OR"
    let list = conditions(from: following.range.upperBound)
    return error(
      Self.connectiveMessage, at: token.range,
      hint: list.map { parts, end in
        .write(
          "(\(parts.joined(separator: " \(word) ")))", at: token.range.lowerBound..<end,
          keeping: [following.range.upperBound..<end])
      }, expected: ["a value"])
  }

  /// The parts of a list of conditions from an offset to the closing parenthesis, each with a
  /// comparison, and the end of the list; nil if they are too long for a hint.
  private func conditions(from start: Int) -> (parts: [String], end: Int)? {
    var ahead = Lexer(bytes, from: start, maximumName: limits.nameLength)
    var (parts, part): ([String], Range<Int>?) = ([], nil)
    var (isCompared, isJoined) = (false, false)
    var depth = 0
    for _ in 0..<Self.maximumTokens {
      let next = ahead.next()
      // Spreadsheets of many countries separate arguments with it.
      let isSemicolon = next.kind == .invalid(.unknownCharacter) && spelling(next) == ";"
      if depth == 0, endsOperand(next) || isSemicolon {
        guard let whole = part else { return nil }
        let source = bytes.text(whole) + (isCompared ? "" : " == YES")
        parts.append(isJoined ? "(\(source))" : source)
        (part, isCompared, isJoined) = (nil, false, false)
        if next.kind == .symbol(.comma) || isSemicolon { continue }
        return closes(next) ? (parts, next.range.upperBound) : nil
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
    let base = bytes.text(builder.range(of: builder.child(0, of: operand.node)))
    let name = builder.name(key)
    let range = builder.range(of: operand.node).lowerBound..<following.range.upperBound
    let kept = [builder.range(of: builder.child(0, of: operand.node))]
    let hint: Hint?
    switch name.lowercased() {
    case "count", "size": hint = .write("\(base).@count", at: range, keeping: kept)
    case "length": hint = .write("\(base).length", at: range, keeping: kept)
    default:
      if case .function(let function)? = Callee(named: name, in: functions),
        function.argumentCounts.contains(1)
      {
        hint = .write("\(function.name)(\(base))", at: range, keeping: kept)
      } else {
        hint = nil
      }
    }
    return error("a key has no parentheses", at: range, hint: hint, expected: ["an operator"])
  }

  /// The error for a decimal comma, `1,5`; nil if the current token is not one.
  var decimalComma: SyntaxError? {
    guard at(.comma), let previous, case .integer = previous.kind, case .integer = following.kind,
      previous.range.upperBound == token.range.lowerBound,
      token.range.upperBound == following.range.lowerBound
    else { return nil }
    let range = previous.range.lowerBound..<following.range.upperBound
    return error(
      "a decimal number is written with a point", at: range,
      hint: .write("\(spelling(previous)).\(spelling(following))", at: range),
      expected: ["an operator"])
  }

  /// The error for `a BETWEEN 1 AND 9`, where the operand is `9`; nil if it is something else.
  func boundsWithoutBraces(_ operand: Operand) -> SyntaxError? {
    guard let comparison = parts.last,
      case .comparison(.between, _, _) = builder.kind(of: comparison)
    else { return nil }
    let low = builder.child(1, of: comparison)
    if case .aggregate = builder.kind(of: low) { return nil }
    let (whole, high) = (builder.range(of: comparison), builder.range(of: operand.node))
    var ahead = Lexer(bytes, from: whole.upperBound, maximumName: limits.nameLength)
    guard isAnd(ahead.next()), ahead.next().range.lowerBound == high.lowerBound else {
      return nil
    }
    let list = "{\(bytes.text(builder.range(of: low))), \(bytes.text(high))}"
    let (left, place) = (builder.child(0, of: comparison), builder.range(of: low))
    let value = nameInBraces(left).map { "$\($0)" } ?? bytes.text(builder.range(of: left))
    let between = bytes.text(builder.range(of: left).upperBound..<place.lowerBound)
    return error(
      "BETWEEN takes its two bounds as a list in braces", at: token.range,
      hint: .write(
        "\(value)\(between)\(list)", at: builder.range(of: left).lowerBound..<high.upperBound,
        keeping: [builder.range(of: left), place, high]),
      expected: ["a comparison"],
      labels: [
        Diagnostic.Label(
          range: builder.range(of: low).lowerBound..<high.upperBound,
          message: "these bounds are not a list")
      ])
  }

  /// The list in parentheses whose first element is an operand, in braces; nil if the parenthesis
  /// does not follow an operator that takes a list.
  func listInParentheses(_ operand: Operand) -> Hint? {
    let start = builder.range(of: operand.node).lowerBound
    var again = Lexer(bytes, maximumName: limits.nameLength)
    var last: (Token, Token)?
    while true {
      let next = again.next()
      guard next.range.lowerBound < start else { break }
      last = (last?.1 ?? next, next)
    }
    guard let (before, bracket) = last, bracket.kind == .symbol(.leftParenthesis) else {
      return nil
    }
    return list(in: bracket, follows: comparison(before) != nil)
  }

  /// The list that starts at a bracket, in braces; nil if it follows no operator and has no comma.
  func list(in bracket: Token, follows isRightSide: Bool) -> Hint? {
    let start = bracket.range.upperBound
    var ahead = Lexer(bytes, from: start, maximumName: limits.nameLength)
    var isList = isRightSide
    var end = start
    var depth = 0
    for _ in 0..<Self.maximumTokens {
      let next = ahead.next()
      if opens(next) { depth += 1 } else if closes(next) { depth -= 1 }
      if depth < 0 {
        guard isList else { return nil }
        let whole = bracket.range.lowerBound..<next.range.upperBound
        let list = "{\(bytes.text(start..<end))}"
        return Hint("a list is written in braces, \(list)", list, whole)
      }
      if next.kind == .end { return nil }
      isList = isList || depth == 0 && next.kind == .symbol(.comma)
      end = next.range.upperBound
    }
    return nil
  }

  /// The variable for `${name}`, where the current token is the `$`; nil if it is something else.
  var variableInBraces: Hint? {
    var ahead = lexerAhead
    guard ahead.next().kind == .symbol(.leftBrace) else { return nil }
    let first = ahead.next()
    var (last, next) = (first, first)
    while isPartOfPath(next) { (last, next) = (next, ahead.next()) }
    guard next.kind == .symbol(.rightBrace), next != first else { return nil }
    let name = first.range.lowerBound..<last.range.upperBound
    let whole = token.range.lowerBound..<next.range.upperBound
    return .write("$\(bytes.text(name))", at: whole, keeping: [name])
  }

  /// The text in quotes that are not straight, from the current token to the next such quote, as a
  /// text of the language; nil if it has no end.
  ///
  /// A whole text in back quotes is a condition in quotes.
  var textInQuotes: Hint? {
    let quotes: Set<String> = ["“", "”", "‘", "’", "«", "»", "`", "„"]
    var ahead = lexerAhead
    for _ in 0..<Self.maximumTokens {
      let next = ahead.next()
      guard next.kind != .end else { break }
      guard case .invalid(.unknownCharacter) = next.kind, quotes.contains(spelling(next)) else {
        continue
      }
      let text = bytes.text(token.range.upperBound..<next.range.lowerBound)
      let whole = token.range.lowerBound..<next.range.upperBound
      let inner = token.range.upperBound..<next.range.lowerBound
      if whole.count == bytes.count {
        return .write(text, at: whole, keeping: [inner], ", without the quotes around it")
      }
      guard !text.contains("'"), !text.contains("\\") else { break }
      return Hint("text stands in straight quotes, '\(text)'", "'\(text)'", whole, keeping: [inner])
    }
    return nil
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

  func isConnective(_ token: Token) -> Bool {
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
  func endsOperand(_ token: Token) -> Bool {
    token.kind == .end || token.kind == .symbol(.comma) || closes(token)
  }

  func comparison(_ token: Token) -> ComparisonOperator? {
    switch token.kind {
    case .symbol(let symbol): symbol.comparison
    case .word(let keyword): keyword?.comparison
    default: nil
    }
  }
}
