// The tokens around an error, and where the parts of the language that begin at one of them may
// end: an operand, a path, a condition, text without quotes. Only the tokens near the error are
// read, so the cost does not grow with the text.

/// The tokens around an error.
struct TokenSite {
  let bytes: TextBytes
  /// The tokens from the start of the part that does not parse, or from near the error.
  private(set) var tokens: [Token] = []
  /// The words and signs of the tokens, in upper case.
  private(set) var spellings: [String] = []
  /// The index of the token that does not fit.
  private(set) var error = 0
  /// Whether the tokens reach the end of the text.
  private(set) var reachesEnd = false

  /// The largest number of tokens on each side of the error.
  private static let reach = 60

  /// `readsTerms` says whether `@status(…)` is one name, as in texts of device management.
  init(
    _ bytes: TextBytes, from start: Int, around place: Int, maximumName: Int,
    readsTerms: Bool = false
  ) {
    self.bytes = bytes
    var lexer = Lexer(bytes, from: start, maximumName: maximumName)
    var behind = 0
    while behind < Self.reach {
      var token = lexer.next()
      if readsTerms, let end = ManagementTerm.end(of: token, in: bytes) {
        // It stands where a key stands.
        token = Token(kind: .escapedWord, range: token.range.lowerBound..<end)
        lexer.move(to: end)
      }
      guard token.kind != .end else {
        reachesEnd = true
        break
      }
      if token.range.lowerBound >= place { behind += 1 }
      tokens.append(token)
      if behind == 0, tokens.count > 2 * Self.reach { tokens.removeFirst(Self.reach) }
    }
    spellings = tokens.map { bytes.text($0.range).uppercased() }
    error = tokens.firstIndex { $0.range.lowerBound >= place } ?? tokens.count
  }

  func spelling(_ index: Int) -> String {
    tokens.indices.contains(index) ? bytes.text(tokens[index].range) : ""
  }

  /// A token in upper case; empty beyond the tokens.
  func upper(_ index: Int) -> String { spellings.indices.contains(index) ? spellings[index] : "" }

  func text(_ range: Range<Int>) -> String {
    guard let bytes = place(range) else { return "" }
    return self.bytes.text(bytes)
  }

  /// The place of some tokens in the text.
  func place(_ range: Range<Int>) -> Range<Int>? {
    guard let first = tokens[range].first, let last = tokens[range].last else { return nil }
    return first.range.lowerBound..<last.range.upperBound
  }

  /// Whether a token is the first of the text.
  func isBegin(_ index: Int) -> Bool {
    index == 0
      && tokens.first.map { bytes[0..<$0.range.lowerBound].allSatisfy { $0 <= 0x20 } } ?? false
  }

  /// Whether a token follows the one before it without a blank.
  func isTouching(_ index: Int) -> Bool {
    index > 0 && index < tokens.count
      && tokens[index - 1].range.upperBound == tokens[index].range.lowerBound
  }

  /// Whether a token stands among the arguments of a call, `if(a, b)`.
  func isInCall(_ index: Int) -> Bool {
    var depth = 0
    for position in (0..<index).reversed() {
      switch upper(position) {
      case ")": depth += 1
      case "(" where depth > 0: depth -= 1
      case "(" where isTouching(position) && upper(position - 1).last?.isLetter == true:
        return true
      default: break
      }
    }
    return false
  }

  func kind(_ index: Int) -> Token.Kind {
    tokens.indices.contains(index) ? tokens[index].kind : .end
  }

  func isSymbol(_ index: Int, _ symbol: Token.Symbol) -> Bool { kind(index) == .symbol(symbol) }
}

// MARK: - Parts of the language

extension TokenSite {
  /// The index behind the bracket that closes the one at an index.
  func end(ofBracketAt index: Int) -> Int? {
    var depth = 0
    for next in index..<max(index, tokens.count) {
      switch kind(next) {
      case .symbol(.leftParenthesis), .symbol(.leftBrace), .symbol(.leftBracket): depth += 1
      case .symbol(.rightParenthesis), .symbol(.rightBrace), .symbol(.rightBracket): depth -= 1
      default: break
      }
      if depth == 0 { return next + 1 }
    }
    return nil
  }

  /// The index of the bracket that closes the one before an index, with something between.
  func endOfItems(from index: Int) -> Int? {
    guard index > 0, let end = end(ofBracketAt: index - 1), end - 1 > index else { return nil }
    return end - 1
  }

  /// The index of the bracket that closes the one around an index.
  func end(ofInnerFrom start: Int) -> Int? {
    var depth = 0
    for index in start..<max(start, tokens.count) {
      switch kind(index) {
      case .symbol(.leftParenthesis), .symbol(.leftBrace), .symbol(.leftBracket): depth += 1
      case .symbol(.rightParenthesis), .symbol(.rightBrace), .symbol(.rightBracket): depth -= 1
      default: break
      }
      if depth < 0 { return index > start ? index : nil }
    }
    return nil
  }

  /// Whether nothing can continue what ends before an index.
  func isEnd(_ index: Int) -> Bool {
    switch kind(index) {
    case .end, .symbol(.rightParenthesis), .symbol(.rightBrace), .symbol(.rightBracket),
      .symbol(.comma):
      true
    default: isConnective(index)
    }
  }

  /// The indices at which a value that starts at an index may end, the longest value first.
  func ends(ofOperandAt start: Int) -> [Int] {
    var ends: [Int] = []
    var next = start
    while ends.count < 40, let first = end(ofPrimaryAt: next) {
      ends.append(first)
      next = first
      while let further = end(ofPostfixAt: next, takesCalls: true) {
        ends.append(further)
        next = further
      }
      switch kind(next) {
      case .symbol(.plus), .symbol(.hyphen), .symbol(.asterisk), .symbol(.slash),
        .symbol(.asteriskAsterisk):
        next += 1
      default: return ends.reversed()
      }
    }
    return ends.reversed()
  }

  /// The indices at which a path of keys that starts at an index may end, the longest path first.
  func ends(ofPathAt start: Int) -> [Int] {
    switch kind(start) {
    case .variable, .escapedWord, .placeholder(.keyPath), .word(nil), .word(.`self`): break
    case .word(let keyword?) where keyword.isContextual: break
    default: return []
    }
    var ends = [start + 1]
    while ends.count < 40, let last = ends.last,
      let next = end(ofPostfixAt: last, takesCalls: false)
    {
      ends.append(next)
    }
    return ends.reversed()
  }

  private func end(ofPrimaryAt index: Int) -> Int? {
    switch kind(index) {
    case .symbol(.hyphen):
      return kind(index + 1) == .symbol(.hyphen) ? nil : end(ofPrimaryAt: index + 1)
    case .symbol(.leftParenthesis), .symbol(.leftBrace): return end(ofBracketAt: index)
    case .word(let keyword?):
      guard keyword.isContextual || keyword.isConstant else { return nil }
    case .word(nil), .escapedWord: break
    case .selector:
      return isSymbol(index + 1, .leftParenthesis) ? end(ofBracketAt: index + 1) : nil
    case .variable, .integer, .double, .oversizedInteger, .string, .placeholder,
      .collectionOperator:
      return index + 1
    default: return nil
    }
    if isSymbol(index + 1, .leftParenthesis) { return end(ofBracketAt: index + 1) }
    return index + 1
  }

  private func end(ofPostfixAt index: Int, takesCalls: Bool) -> Int? {
    if isSymbol(index, .leftBracket) { return end(ofBracketAt: index) }
    guard isSymbol(index, .period) else { return nil }
    switch kind(index + 1) {
    case .word, .escapedWord, .collectionOperator, .string, .variable, .placeholder: break
    default: return nil
    }
    guard takesCalls, isSymbol(index + 2, .leftParenthesis) else { return index + 2 }
    return end(ofBracketAt: index + 2)
  }

  /// The index behind the comparison operator at an index, with its options.
  func end(ofOperatorAt index: Int) -> Int? {
    guard isComparison(index) else { return nil }
    guard isSymbol(index + 1, .leftBracket), isTouching(index + 1) else { return index + 1 }
    return end(ofBracketAt: index + 1)
  }

  func isComparison(_ index: Int) -> Bool {
    switch kind(index) {
    case .symbol(let symbol): symbol.comparison != nil
    case .word(let keyword): keyword?.comparison != nil
    default: false
    }
  }

  func isQuantifier(_ index: Int) -> Bool {
    switch kind(index) {
    case .word(.any), .word(.all), .word(.someOf), .word(.noneOf): true
    default: false
    }
  }

  func isConnective(_ index: Int) -> Bool {
    switch kind(index) {
    case .word(.and), .word(.or), .symbol(.ampersandAmpersand), .symbol(.barBar): true
    default: false
    }
  }

  /// The indices at which a comparison that starts at an index may end, the longest first.
  func ends(ofConditionAt start: Int) -> [Int] {
    var first = start
    while kind(first) == .word(.not) || isSymbol(first, .exclamation) { first += 1 }
    if isQuantifier(first) { first += 1 }
    for left in ends(ofOperandAt: first) {
      guard let right = end(ofOperatorAt: left) else { continue }
      return ends(ofOperandAt: right)
    }
    return isSymbol(first, .leftParenthesis) ? end(ofBracketAt: first).map { [$0] } ?? [] : []
  }

  /// Whether a value or a condition may start at an index: what stands before does not continue.
  func isStart(_ index: Int, allowsQuantifier: Bool) -> Bool {
    guard index > 0 else { return true }
    if isQuantifier(index - 1) { return allowsQuantifier }
    if isConnective(index - 1) || isComparison(index - 1) { return true }
    switch kind(index - 1) {
    case .word(.not), .symbol(.exclamation), .symbol(.leftParenthesis), .symbol(.leftBrace),
      .symbol(.leftBracket), .symbol(.comma), .symbol(.plus):
      return true
    default: return false
    }
  }
}

extension Keyword {
  /// Whether the keyword is a value.
  fileprivate var isConstant: Bool {
    switch self {
    case .null, .nil, .`self`, .true, .false, .yes, .no, .anyKey: true
    default: false
    }
  }
}

// MARK: - Text without quotes

extension TokenSite {
  /// The index behind the tokens from an index on that follow each other without a blank.
  private func endOfRun(at start: Int) -> Int? {
    var end = start
    var depth = 0
    while end < tokens.count, end == start || isTouching(end) {
      switch kind(end) {
      case .string, .invalid(.unterminatedString), .symbol(.leftBrace), .symbol(.rightBrace),
        .symbol(.comma):
        return end > start ? end : nil
      case .invalid where upper(end) == ";": return end > start ? end : nil
      case .symbol(.leftParenthesis): depth += 1
      case .symbol(.rightParenthesis):
        guard depth > 0 else { return end > start ? end : nil }
        depth -= 1
      default: break
      }
      end += 1
    }
    return end > start ? end : nil
  }

  /// Several tokens without blanks, as text in quotes, or as a date.
  func unquoted(at index: Int) -> (end: Int, text: String)? {
    switch kind(index) {
    case .word, .selector, .integer, .double, .oversizedInteger, .symbol(.slash),
      .symbol(.asterisk):
      break
    default: return nil
    }
    guard let end = endOfRun(at: index), end > index + 1 else { return nil }
    // The marks of a class chain are not text, and a key of SELF may be spelled like a keyword.
    if upper(end - 1) == "$" || upper(index) == "SELF" { return nil }
    // The message about `12px` and `5475f3` says as much.
    if end == index + 2, case .word = kind(index + 1), !isSymbol(index, .asterisk) { return nil }
    let written = text(index..<end)
    if let date = WrittenDate.days(in: written, separator: ".").first {
      return (end, "CAST('\(date)', 'NSDate')")
    }
    let start = written.utf8.prefix(10)
    let isDate =
      start.count == 10
      && zip(start, "0000-00-00".utf8).allSatisfy {
        $1 == UInt8(ascii: "-") ? $0 == $1 : (0x30...0x39).contains($0)
      }
    let quoted = "'\(written.replacing("\\", with: "\\\\"))'"
    return (end, isDate ? "CAST(\(quoted), 'NSDate')" : quoted)
  }

  /// Two bounds with two points between them, `1..5`, as a list in braces.
  func range(at index: Int) -> (end: Int, text: String)? {
    guard let end = endOfRun(at: index) else { return nil }
    let written = text(index..<end)
    guard let points = written.firstRange(of: "..") else { return nil }
    let rest = written[points.upperBound...]
    let bounds = [written[..<points.lowerBound], rest.hasPrefix(".") ? rest.dropFirst() : rest]
    guard bounds.allSatisfy({ Double($0) != nil }) else { return nil }
    return (end, "{\(bounds.joined(separator: ", "))}")
  }

  /// A number with points between groups of digits and a comma before its fraction, `1.000,5`.
  func continentalNumber(at index: Int) -> (end: Int, text: String)? {
    var end = index
    while case .double = kind(end), end == index || isTouching(end) { end += 1 }
    guard end > index, isSymbol(end, .comma), isTouching(end), isTouching(end + 1),
      case .integer = kind(end + 1)
    else { return nil }
    let groups = text(index..<end).split(separator: ".", omittingEmptySubsequences: false)
    guard groups.count > 1, (1...3).contains(groups[0].count),
      groups.dropFirst().allSatisfy({ $0.count == 3 && $0.allSatisfy(\.isNumber) })
    else { return nil }
    return (end + 2, "\(groups.joined()).\(spelling(end + 1))")
  }

  /// A regular expression between slashes, as options and a text in quotes.
  func regularExpression(at index: Int) -> (end: Int, text: String)? {
    guard isSymbol(index, .slash), let start = place(index..<index + 1)?.upperBound else {
      return nil
    }
    // The expression may have blanks.
    for last in stride(from: tokens.count - 1, to: index, by: -1)
    where isSymbol(last, .slash) {
      guard let end = place(last..<last + 1)?.lowerBound, end > start else { return nil }
      let isFolding = isTouching(last + 1) && upper(last + 1) == "I"
      let pattern = bytes.text(start..<end).replacing("\\", with: "\\\\")
      guard !pattern.contains("'") else { return nil }
      return (isFolding ? last + 2 : last + 1, "\(isFolding ? "[c]" : "") '\(pattern)'")
    }
    return nil
  }

  /// A number whose digits commas separate in groups of three.
  func groupedNumber(at index: Int) -> (end: Int, text: String)? {
    guard case .integer = kind(index) else { return nil }
    var (end, digits) = (index + 1, spelling(index))
    while isSymbol(end, .comma), isTouching(end), isTouching(end + 1),
      spelling(end + 1).prefix(4)
        .prefix(while: \.isNumber).count == 3
    {
      switch kind(end + 1) {
      case .integer, .double: break
      default: return nil
      }
      digits += spelling(end + 1)
      end += 2
    }
    return end > index + 1 && spelling(index).count <= 3 ? (end, digits) : nil
  }

  /// An amount behind the sign of a currency, `$5.00`.
  func dollars(at index: Int) -> (end: Int, text: String)? {
    guard kind(index) == .invalid(.variableWithoutName) else { return nil }
    let whole = spelling(index).dropFirst()
    guard !whole.isEmpty, whole.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    if isTouching(index + 1), case .double = kind(index + 1), upper(index + 1).hasPrefix(".") {
      return (index + 2, whole + spelling(index + 1))
    }
    return (index + 1, String(whole))
  }

  /// A text in back quotes with `${name}` in it, as a call that joins the parts.
  func template(at index: Int) -> (end: Int, text: String)? {
    guard upper(index) == "`",
      let last = ((index + 1)..<max(index + 1, tokens.count)).first(where: { upper($0) == "`" }),
      let whole = place(index..<last + 1)
    else { return nil }
    let inner = bytes.text((whole.lowerBound + 1)..<(whole.upperBound - 1))
    var parts: [String] = []
    for (number, piece) in inner.split(separator: "${", omittingEmptySubsequences: false)
      .enumerated()
    {
      var text = piece
      if number > 0 {
        guard let brace = piece.firstIndex(of: "}") else { return nil }
        parts.append("$\(piece[..<brace])")
        text = piece[piece.index(after: brace)...]
      }
      guard !text.contains("'"), !text.contains("\\") else { return nil }
      if !text.isEmpty { parts.append("'\(text)'") }
    }
    guard inner.contains("${") else { return nil }
    return (last + 1, "concat(\(parts.joined(separator: ", ")))")
  }
}
