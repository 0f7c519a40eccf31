// Receives a predicate text and gives its syntax tree, or the first token that no valid text can
// continue with. One Pratt loop reads predicates and expressions alike and carries what is wanted,
// so the two meanings of a parenthesis need no second look.
//
// A method consumes what it is named after and leaves the parser on the token behind it. Recursion
// is bounded by `Limits.nesting`: chains of operators and of keys are loops.

/// Reads one text.
struct Parser {
  let text: String
  let limits: Limits
  private var lexer: Lexer
  /// The token to be read next.
  private(set) var token: Token
  /// Where the token before ended.
  private(set) var previousEnd = 0
  /// The token before, for hints.
  private(set) var previous: Token?
  var builder: TreeBuilder
  var warnings: [Diagnostic] = []
  private var nesting = 0
  /// The names SUBQUERY has bound here, outermost first.
  var iterators: [ExactText] = []
  var placeholderCount: Int32 = 0
  /// String literals with an escape that a pattern rarely means.
  var alteredLiterals: Set<NodeID> = []

  /// What the place being read can take.
  enum Wanted {
    case predicate, expression, either
  }

  /// A node with what it is.
  struct Operand {
    var node: NodeID
    var isPredicate: Bool
  }

  init(_ text: String, limits: Limits) {
    self.text = text
    self.limits = limits
    lexer = Lexer(Array(text.utf8))
    builder = TreeBuilder(maximumNodes: limits.nodes)
    token = lexer.next()
  }

  var bytes: [UInt8] { lexer.bytes }

  /// Reads the whole text.
  static func parse(
    _ text: String, as wanted: Wanted, limits: Limits
  ) throws(SyntaxError) -> SyntaxTree {
    let length = text.utf8.count
    guard length <= min(limits.textLength, Int(Int32.max)) else {
      let message = "the text is longer than \(limits.textLength) bytes"
      throw SyntaxError(
        diagnostic: Diagnostic(message, at: limits.textLength..<length), expected: [], text: text)
    }
    var parser = Parser(text, limits: limits)
    let operand = try parser.parse(wanted, .or)
    guard parser.token.kind == .end else { throw parser.unexpected(after: operand) }
    guard !parser.builder.isFull else {
      throw parser.error("the text has more than \(limits.nodes) parts", at: 0..<length)
    }
    return parser.builder.tree(of: text, warnings: parser.warnings)
  }
}

// MARK: - Tokens

extension Parser {
  mutating func advance() {
    previous = token
    previousEnd = token.range.upperBound
    token = lexer.next()
  }

  func at(_ symbol: Token.Symbol) -> Bool { token.kind == .symbol(symbol) }

  /// Consumes a symbol if it is there.
  mutating func take(_ symbol: Token.Symbol) -> Bool {
    guard at(symbol) else { return false }
    advance()
    return true
  }

  mutating func expect(_ symbol: Token.Symbol, after operand: Operand) throws(SyntaxError) {
    if !take(symbol) { throw unexpected(after: operand, or: symbol) }
  }

  /// The characters of a token.
  func spelling(_ token: Token) -> String {
    String(decoding: bytes[token.range], as: UTF8.self)
  }

  /// The name a token carries, without its sign.
  func name(_ token: Token) -> String {
    String(spelling(token).drop { $0 == "$" || $0 == "#" || $0 == "@" })
  }

  /// Runs a part of the grammar that nests.
  mutating func nested<Result>(
    _ read: (inout Parser) throws(SyntaxError) -> Result
  ) throws(SyntaxError) -> Result {
    guard nesting < limits.nesting else {
      throw error(
        "the text nests deeper than \(limits.nesting) levels", at: token.range,
        hint: "split it into several conditions")
    }
    nesting += 1
    defer { nesting -= 1 }
    return try read(&self)
  }
}

// MARK: - The loop

extension Parser {
  /// Reads the longest operand whose operators bind at least as tightly as `minimum`.
  mutating func parse(
    _ wanted: Wanted, _ minimum: Precedence
  ) throws(SyntaxError) -> Operand {
    let start = token.range.lowerBound
    var left = try prefix(wanted)
    while true {
      if left.isPredicate {
        if minimum <= .and, atConnective(.and, .ampersandAmpersand) {
          left = try chain(.and, of: left, .and, .ampersandAmpersand, start)
        } else if minimum <= .or, atConnective(.or, .barBar) {
          left = try chain(.or, of: left, .or, .barBar, start)
        } else {
          return left
        }
      } else if let symbol = expressionOperator, symbol.precedence >= minimum {
        advance()
        let right = try parse(.expression, symbol.precedence.next)
        left.node = addInfix(symbol, left.node, right.node, start..<previousEnd)
      } else if at(.assign), minimum <= .assignment, isVariable(left.node) {
        advance()
        let right = try parse(.expression, .assignment)
        left.node = builder.add(
          .assignment, start..<previousEnd, children: [left.node, right.node])
      } else if wanted != .expression, minimum <= .comparison, let symbol = comparisonOperator {
        left = try comparison(symbol, of: left, .one, start)
      } else if wanted == .predicate {
        throw unexpected(after: left, wanting: .predicate)
      } else {
        return left
      }
    }
  }

  private func atConnective(_ keyword: Keyword, _ symbol: Token.Symbol) -> Bool {
    token.kind == .word(keyword) || token.kind == .symbol(symbol)
  }

  /// Reads the rest of `a AND b AND c` into one node.
  private mutating func chain(
    _ kind: NodeKind, of first: Operand, _ keyword: Keyword, _ symbol: Token.Symbol, _ start: Int
  ) throws(SyntaxError) -> Operand {
    var operands = [first.node]
    while atConnective(keyword, symbol) {
      advance()
      operands.append(try parse(.predicate, kind == .and ? .not : .and).node)
    }
    let node = builder.add(kind, start..<previousEnd, children: operands)
    return Operand(node: node, isPredicate: true)
  }

  var comparisonOperator: ComparisonOperator? {
    switch token.kind {
    case .symbol(let symbol): symbol.comparison
    case .word(let keyword): keyword?.comparison
    default: nil
    }
  }

  private var expressionOperator: ExpressionOperator? {
    switch token.kind {
    case .symbol(let symbol): symbol.expressionOperator
    case .word(let keyword): keyword?.expressionOperator
    default: nil
    }
  }

  private func isVariable(_ node: NodeID) -> Bool {
    switch builder.structure.kind(of: node) {
    case .variable, .iterator: true
    default: false
    }
  }

  private mutating func addInfix(
    _ symbol: ExpressionOperator, _ left: NodeID, _ right: NodeID, _ range: Range<Int>
  ) -> NodeID {
    if symbol == .divide, case .int(let dividend)? = builder.literal(left),
      case .int(let divisor)? = builder.literal(right), divisor != 0,
      // Negating the smallest integer is the one quotient that overflows.
      divisor != -1, dividend % divisor != 0
    {
      warn(
        "\(dividend) / \(divisor) is \(dividend / divisor): integers divide to an integer",
        at: range, hint: "write \(dividend) / \(divisor).0")
    }
    return builder.add(.infix(symbol), range, children: [left, right])
  }

  mutating func warn(_ message: String, at range: Range<Int>, hint: String?) {
    warnings.append(Diagnostic(message, severity: .warning, at: range, hint: hint))
  }
}

// MARK: - Predicates

extension Parser {
  /// Reads what can start an operand.
  private mutating func prefix(_ wanted: Wanted) throws(SyntaxError) -> Operand {
    let start = token.range.lowerBound
    switch token.kind {
    case .word(.not), .symbol(.exclamation):
      guard wanted != .expression else { throw unexpectedPredicate() }
      return try nested { parser throws(SyntaxError) in
        parser.advance()
        let operand = try parser.parse(.predicate, .not)
        let node = parser.builder.add(
          .not, start..<parser.previousEnd, children: [operand.node])
        return Operand(node: node, isPredicate: true)
      }
    case .word(.any), .word(.someOf), .word(.all), .word(.noneOf):
      guard wanted != .expression else { throw unexpectedPredicate() }
      return try quantified(start)
    case .word(.truePredicate), .word(.falsePredicate):
      guard wanted != .expression else { throw unexpectedPredicate() }
      let isTrue = token.kind == .word(.truePredicate)
      advance()
      return Operand(node: builder.add(.truth(isTrue), start..<previousEnd), isPredicate: true)
    case .symbol(.leftParenthesis):
      let operand = try nested { parser throws(SyntaxError) in
        parser.advance()
        let operand = try parser.parse(wanted == .expression ? .expression : .either, .or)
        try parser.expect(.rightParenthesis, after: operand)
        parser.builder.setRange(of: operand.node, start..<parser.previousEnd)
        return operand
      }
      if operand.isPredicate { return operand }
      return Operand(node: try postfix(of: operand.node, start), isPredicate: false)
    case .symbol(.hyphen):
      return Operand(node: try negation(start), isPredicate: false)
    default:
      let primary = try primary()
      return Operand(node: try postfix(of: primary, start), isPredicate: false)
    }
  }

  private mutating func quantified(_ start: Int) throws(SyntaxError) -> Operand {
    let isNone = token.kind == .word(.noneOf)
    let quantifier = token.kind == .word(.all) ? Quantifier.all : .any
    advance()
    let left = try parse(.expression, .assignment)
    guard let symbol = comparisonOperator else {
      throw unexpected(after: left, wanting: .predicate)
    }
    var operand = try comparison(symbol, of: left, quantifier, start)
    if isNone {
      operand.node = builder.add(.not, start..<previousEnd, children: [operand.node])
    }
    return operand
  }

  private mutating func comparison(
    _ symbol: ComparisonOperator, of left: Operand, _ quantifier: Quantifier, _ start: Int
  ) throws(SyntaxError) -> Operand {
    advance()
    let options = try options(of: symbol)
    let right = try parse(.expression, .assignment)
    noteComparison(symbol, right.node)
    let node = builder.add(
      .comparison(symbol, options, quantifier), start..<previousEnd,
      children: [left.node, right.node])
    return Operand(node: node, isPredicate: true)
  }

  /// Right after a comparison a bracket always holds options; BETWEEN takes none.
  private mutating func options(
    of symbol: ComparisonOperator
  ) throws(SyntaxError) -> ComparisonOptions {
    guard symbol != .between, take(.leftBracket) else { return [] }
    var options: ComparisonOptions = []
    repeat {
      guard case .word = token.kind else { throw unexpectedOption(of: symbol) }
      for letter in spelling(token).lowercased() {
        guard let entry = ComparisonOptions.letters.first(where: { $0.letter == letter }) else {
          throw unexpectedOption(of: symbol)
        }
        options.insert(entry.option)
      }
      advance()
    } while !at(.rightBracket)
    advance()
    return options
  }

  /// Warns of what a comparison with a constant on its right can be seen to get wrong.
  private mutating func noteComparison(_ symbol: ComparisonOperator, _ right: NodeID) {
    let range = builder.ranges[right.index].offsets
    if symbol == .matches, alteredLiterals.contains(right),
      case .string(let pattern)? = builder.literal(right)
    {
      warn(
        "the pattern is read as \(quoted(pattern)): a backslash in a literal escapes first",
        at: range, hint: "write each backslash of a pattern twice")
    }
    guard symbol == .between, case .aggregate = builder.structure.kind(of: right) else { return }
    let bounds = builder.structure.children(of: right).map { builder.literal($0) }
    if bounds.count != 2 {
      warn("BETWEEN needs two bounds, here are \(bounds.count)", at: range, hint: nil)
    } else if let lower = bounds[0], let upper = bounds[1], lower.order(to: upper) == .after {
      warn(
        "no value lies between these bounds: the lower one comes first", at: range,
        hint: "swap the bounds")
    }
  }
}
