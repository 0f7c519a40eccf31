// Parses a predicate text into a syntax tree, or reports the first token that does not fit. One
// Pratt loop parses predicates and expressions. It knows which of the two is wanted, so a
// parenthesis needs no backtracking. Constructs with missing parts wait on a stack of the parser,
// so a deep text cannot overflow the stack of the thread. Each parsing method leaves the parser on
// the token after its construct.

/// The parser of one text.
struct Parser: ~Copyable {
  let limits: Limits
  /// Which functions the text may call.
  let functions: FunctionSet
  private var lexer: Lexer
  /// The current token, which is not consumed yet.
  private(set) var token: Token
  /// The end of the token before the current one.
  private(set) var previousEnd = 0
  var builder: TreeBuilder
  private var warnings = Stack<Diagnostic>()
  /// The level of the operand that is being read.
  private(set) var level: Level
  /// The constructs that wait for an operand, from the outermost to the innermost.
  private var waiting: Stack<Waiting>
  private var nesting = 0
  /// The completed parts of the constructs that wait.
  var parts: Stack<NodeIndex>
  /// The names that the SUBQUERYs around the current token bind, from the outermost to the
  /// innermost.
  var iterators = Stack<Range<Int>>()
  var placeholderCount: Int32 = 0
  /// The last string literal with an escape that is rarely meant in a pattern.
  var alteredLiteral: NodeIndex?
  private let addressOnly = AddressOnly()

  /// What is allowed in a place.
  enum Wanted {
    case predicate, expression, either
  }

  /// A level of the loop: what is wanted, the minimum precedence of operators, and the start of the
  /// operand.
  struct Level {
    var wanted: Wanted
    var minimum: Precedence
    var start: Int
  }

  /// A node and whether it is a predicate.
  struct Operand {
    var node: NodeIndex
    var isPredicate: Bool
    /// Whether a key or an index may follow directly, as after a name or a parenthesis.
    var takesKeys = false
  }

  private struct Waiting {
    var construct: Construct
    /// The level that contains the construct.
    var level: Level
  }

  // Inlining saves a copy of the parser.
  @inline(__always)
  private init(
    _ bytes: TextBytes, from start: Int = 0, as wanted: Wanted, limits: Limits,
    functions: FunctionSet, in loan: inout Loan
  ) {
    self.limits = limits
    self.functions = functions
    lexer = Lexer(bytes, from: start, maximumName: limits.nameLength)
    builder = TreeBuilder(of: bytes, maximumNodes: limits.nodes, in: &loan)
    waiting = loan.stack(of: Waiting.self, room: 4)
    parts = loan.stack(of: NodeIndex.self, room: 8)
    token = lexer.next()
    level = Level(wanted: wanted, minimum: .or, start: token.range.lowerBound)
  }

  var bytes: TextBytes { lexer.bytes }

  /// The whole text, for errors.
  var text: String { bytes.text(0..<bytes.count) }

  /// Reads the whole text.
  static func parse(
    _ text: String, as wanted: Wanted, limits: Limits, functions: FunctionSet
  ) throws(SyntaxError) -> SyntaxTree {
    let length = text.utf8.count
    let longest = max(0, min(limits.textLength, Int(Int32.max)))
    guard length <= longest else {
      let message = "the text is longer than \(longest) bytes"
      throw SyntaxError(
        diagnostic: Diagnostic(message, at: longest..<length), expected: [], text: text)
    }
    // The stacks for a short text fit in memory on the call stack.
    let result = TextBytes.read(text) { bytes in
      Loan.with { loan in
        var parser = Parser(bytes, as: wanted, limits: limits, functions: functions, in: &loan)
        return parser.tree(of: text)
      }
    }
    do throws(SyntaxError) { return try result.get() } catch {
      // The bytes are lent again, because to map the error there would copy every tree.
      throw TextBytes.read(text) { bytes in
        explained(error, bytes, from: 0, limits: limits, functions: functions) { changed in
          firstError(of: changed, as: wanted, limits: limits, functions: functions)
        }
      }
    }
  }

  /// The place of the first error from an offset on; nil if the part can be read.
  static func firstError(
    of text: String, from start: Int = 0, as wanted: Wanted = .either, limits: Limits = .standard,
    functions: FunctionSet, isEnd: (Token) -> Bool = { $0.kind == .end }
  ) -> Int? {
    TextBytes.read(text) { bytes -> Int? in
      Loan.with { loan -> Int? in
        var parser = Parser(
          bytes, from: start, as: wanted, limits: limits, functions: functions, in: &loan)
        do throws(SyntaxError) {
          _ = try parser.read()
          return isEnd(parser.token) ? nil : parser.token.range.lowerBound
        } catch {
          return error.diagnostic.range.lowerBound
        }
      }
    }
  }

  private mutating func tree(of text: String) -> Result<SyntaxTree, SyntaxError> {
    do throws(SyntaxError) {
      let operand = try read()
      guard token.kind == .end else { throw unexpected(after: operand) }
      try checkRoom()
      var warnings = warnings.elements
      if warnings.contains(where: { $0.replacement != nil }) {
        warnings = Self.checked(warnings, of: text, limits: limits, functions: functions)
      }
      return .success(builder.tree(of: text, functions: functions, warnings: warnings))
    } catch {
      return .failure(error)
    }
  }
}

// MARK: - Parts of a text that does not parse

extension Parser {
  /// A part of a text that was read up to a token that ends it, or up to an error.
  struct Fragment {
    /// What is wrong at the token; nil if the part is complete.
    private(set) var error: SyntaxError?
    /// The token that ends the part, or that does not fit.
    let end: Token
    /// Whether the part has more nodes than a text may have.
    let isTooLarge: Bool
    /// The names of the calls that were not complete.
    let openCalls: [Token]
    /// All that was read, as a tree whose nodes need not be connected; nil if nothing was read.
    let tree: SyntaxTree?

    /// The part with a better hint for its error.
    func explained(_ explain: (SyntaxError) -> SyntaxError) -> Fragment {
      var copy = self
      copy.error = error.map(explain)
      return copy
    }
  }

  /// Reads a part of a text, from an offset on.
  ///
  /// The part ends with the bracket `closing`, or with the text if this is nil. `isEnd` says
  /// whether a token after a complete operand ends it.
  static func fragment(
    _ bytes: TextBytes, of text: String, from start: Int, as wanted: Wanted, limits: Limits,
    functions: FunctionSet, closing: Token.Symbol?, isEnd: (Token) -> Bool
  ) -> Fragment {
    let fragment = Loan.with { loan -> Fragment in
      var parser = Parser(
        bytes, from: start, as: wanted, limits: limits, functions: functions, in: &loan)
      var error: SyntaxError?
      do throws(SyntaxError) {
        let operand = try parser.read()
        guard isEnd(parser.token) else { throw parser.unexpected(after: operand, or: closing) }
        try parser.checkRoom()
      } catch let thrown {
        error = thrown
      }
      let isFull = parser.builder.isFull
      return Fragment(
        error: error, end: parser.token, isTooLarge: isFull,
        openCalls: isFull ? [] : parser.openCalls,
        tree: isFull || parser.builder.count == 0
          ? nil : parser.builder.tree(of: text, functions: functions, warnings: []))
    }
    return fragment.explained { error in
      explained(error, bytes, from: start, limits: limits, functions: functions) { changed in
        firstError(
          of: changed, from: start, as: wanted, limits: limits, functions: functions, isEnd: isEnd)
      }
    }
  }

  /// The names of the calls that wait for an argument.
  private var openCalls: [Token] {
    waiting.elements.compactMap { waiting in
      if case .call(let callee, _) = waiting.construct { callee } else { nil }
    }
  }
}

// MARK: - Tokens

extension Parser {
  mutating func advance() {
    previousEnd = token.range.upperBound
    token = lexer.next()
  }

  /// Consumes all bytes up to an offset without reading them as tokens.
  mutating func advance(to end: Int) {
    previousEnd = end
    lexer.move(to: end)
    token = lexer.next()
  }

  /// The token before the current one, for hints.
  ///
  /// The lexer reads the text again from its start. This happens a few times for each error, and
  /// few errors are reported.
  var previous: Token? {
    var again = Lexer(bytes, maximumName: limits.nameLength)
    var found: Token?
    while true {
      let next = again.next()
      guard next.range.lowerBound < token.range.lowerBound else { return found }
      found = next
    }
  }

  /// The token after the current one, for hints.
  var following: Token {
    var ahead = lexer
    return ahead.next()
  }

  /// A lexer of the tokens after the current one, for hints.
  var lexerAhead: Lexer { lexer }

  func at(_ symbol: Token.Symbol) -> Bool {
    if case .symbol(let found) = token.kind { found == symbol } else { false }
  }

  /// Consumes a symbol, if it is the current token.
  mutating func take(_ symbol: Token.Symbol) -> Bool {
    guard at(symbol) else { return false }
    advance()
    return true
  }

  mutating func expect(_ symbol: Token.Symbol, after operand: Operand) throws(SyntaxError) {
    if !take(symbol) { throw unexpected(after: operand, or: symbol) }
  }

  /// The text of a token.
  func spelling(_ token: Token) -> String {
    bytes.text(token.range)
  }

  /// The name in a token, without `$`, `#` or `@`.
  func name(_ token: Token) -> String { bytes.text(nameRange(token)) }

  /// The range of the name in a token, without `$`, `#` or `@`.
  func nameRange(_ token: Token) -> Range<Int> {
    let range = token.range
    return bytes.end(of: Self.isSign, from: range.lowerBound)..<range.upperBound
  }

  private static func isSign(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "$") || byte == UInt8(ascii: "#") || byte == UInt8(ascii: "@")
  }

  mutating func warn(
    _ kind: Diagnostic.Kind, _ message: String, at range: Range<Int>, hint: Hint?
  ) {
    warnings.append(Diagnostic(kind, message, severity: .warning, at: range, proposing: hint))
  }
}

// MARK: - The loop

extension Parser {
  /// Reads the longest operand of the current level.
  private mutating func read() throws(SyntaxError) -> Operand {
    while true {
      try checkRoom()
      guard var operand = try begin() else { continue }
      while try !extend(&operand) {
        guard let last = waiting.popLast() else { return operand }
        if last.construct.nests { nesting -= 1 }
        level = last.level
        guard let whole = try close(last.construct, with: operand) else { break }
        operand = whole
      }
    }
  }

  /// Throws an error if the tree has too many nodes.
  func checkRoom() throws(SyntaxError) {
    guard builder.isFull else { return }
    throw limitError("the text has more than \(limits.nodes) parts", at: token.range)
  }

  /// Lets a construct wait for the operand that starts at the current token.
  mutating func wait(_ construct: Construct, for wanted: Wanted, _ minimum: Precedence) {
    waiting.append(Waiting(construct: construct, level: level))
    if construct.nests { nesting += 1 }
    level = Level(wanted: wanted, minimum: minimum, start: token.range.lowerBound)
  }

  /// Consumes the token that opens a construct, and lets the construct wait.
  mutating func open(
    _ construct: Construct, for wanted: Wanted, _ minimum: Precedence
  ) throws(SyntaxError) {
    guard nesting < limits.nesting else {
      throw limitError(
        "the text nests deeper than \(limits.nesting) levels", at: token.range,
        hint: "split it into several conditions")
    }
    advance()
    wait(construct, for: wanted, minimum)
  }

  /// Removes the construct that was opened last, because its operand will not come.
  mutating func cancel() {
    guard let last = waiting.popLast() else { return }
    if last.construct.nests { nesting -= 1 }
    level = last.level
  }

  /// Reads the operators that apply to an operand at the current level.
  ///
  /// - Returns: Whether one of them waits for its right side.
  private mutating func extend(_ operand: inout Operand) throws(SyntaxError) -> Bool {
    if operand.takesKeys, try extendPath(&operand) { return true }
    if operand.isPredicate {
      if level.minimum <= .and, atConnective(.and) { return chain(.and, operand.node) }
      if level.minimum <= .or, atConnective(.or) { return chain(.or, operand.node) }
      return false
    }
    if let symbol = expressionOperator, symbol.precedence >= level.minimum {
      advance()
      wait(.infix(symbol, operand.node), for: .expression, symbol.precedence.next)
      return true
    }
    if at(.assign), level.minimum <= .assignment, isVariable(operand.node) {
      advance()
      wait(.assignment(operand.node), for: .expression, .assignment)
      return true
    }
    if level.wanted != .expression, level.minimum <= .comparison,
      comparisonOperator != nil || selectorOperator != nil
    {
      try compare(operand, .one)
      return true
    }
    guard level.wanted != .predicate else { throw unexpected(after: operand, wanting: .predicate) }
    return false
  }

  /// Whether the current token is AND or OR, as `kind` says.
  func atConnective(_ kind: NodeKind) -> Bool {
    switch token.kind {
    case .word(.and), .symbol(.ampersandAmpersand): kind == .and
    case .word(.or), .symbol(.barBar): kind == .or
    default: false
    }
  }

  private mutating func chain(_ kind: NodeKind, _ first: NodeIndex) -> Bool {
    parts.append(first)
    advance()
    wait(.chain(kind, first: parts.count - 1), for: .predicate, kind == .and ? .not : .and)
    return true
  }

  /// Reads a comparison operator with its options.
  mutating func compare(
    _ left: Operand, _ quantifier: Quantifier, isNone: Bool = false
  ) throws(SyntaxError) {
    if let name = selectorOperator {
      advance()
      let construct = Construct.selectorComparison(name, quantifier, left.node, isNone: isNone)
      return wait(construct, for: .expression, .assignment)
    }
    guard let symbol = comparisonOperator else {
      throw unexpected(after: left, wanting: .predicate)
    }
    advance()
    let options = try options(of: symbol)
    let construct = Construct.comparison(symbol, options, quantifier, left.node, isNone: isNone)
    wait(construct, for: .expression, .assignment)
  }

  /// Reads the options of a comparison operator.
  ///
  /// A bracket directly after the operator always contains options. Only BETWEEN has none.
  private mutating func options(
    of symbol: ComparisonOperator
  ) throws(SyntaxError) -> ComparisonOptions {
    guard symbol != .between, take(.leftBracket) else { return [] }
    var options: ComparisonOptions = []
    repeat {
      guard case .word = token.kind else { throw unexpectedOption(of: symbol) }
      for letter in bytes[token.range] {
        guard let option = ComparisonOptions(letter: letter) else {
          throw unexpectedOption(of: symbol)
        }
        options.insert(option)
      }
      advance()
    } while !at(.rightBracket)
    advance()
    return options
  }

  var comparisonOperator: ComparisonOperator? {
    switch token.kind {
    case .symbol(let symbol): symbol.comparison
    case .word(let keyword): keyword?.comparison
    default: nil
    }
  }

  /// The range of the current token if it is a selector of one argument, as in `a isEqual: b`.
  private var selectorOperator: Range<Int>? {
    guard token.kind == .selector else { return nil }
    let range = token.range
    let colon = bytes.end(of: { $0 != UInt8(ascii: ":") }, from: range.lowerBound)
    return colon == range.upperBound - 1 ? range : nil
  }

  var expressionOperator: ExpressionOperator? {
    switch token.kind {
    case .symbol(let symbol): symbol.expressionOperator
    case .word(let keyword): keyword?.expressionOperator
    default: nil
    }
  }

  private func isVariable(_ node: NodeIndex) -> Bool {
    switch builder.kind(of: node) {
    case .variable, .iterator: true
    default: false
    }
  }
}
