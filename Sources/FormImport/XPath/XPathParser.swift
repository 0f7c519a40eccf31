// Parses an XPath 1.0 in the form that JavaRosa takes: paths of names, `.`, `..`, `current()` and
// `instance('id')`, with conditions in brackets, operators, and calls of functions. What XPath has
// beyond that, such as `//` or `|`, is an error that says so. Time grows with the length; recursion
// goes as deep as brackets nest, which is bounded.

/// Parses an XPath.
struct XPathParser {
  /// How many bytes an XPath may have.
  static let maximumLength = 100_000
  /// How deep brackets may nest.
  static let maximumDepth = 60

  private let bytes: [UInt8]
  private let tokens: [XPathToken]
  private var next = 0
  private var depth = 0

  /// The tree of an XPath.
  static func tree(of xpath: String) throws(XPathError) -> XPathNode {
    let bytes = Array(xpath.utf8)
    guard bytes.count <= maximumLength else {
      throw XPathError(
        "an XPath may have \(maximumLength) bytes, not \(bytes.count)", 0..<bytes.count)
    }
    var parser = XPathParser(bytes: bytes, tokens: try XPathLexer.tokens(of: bytes))
    let tree = try parser.expression()
    guard parser.token.kind == .end else {
      throw parser.unexpected("an operator or the end")
    }
    return tree
  }

  /// The tree of an XPath in quotes; a mistake stands at the place of the quotes.
  static func tree(of xpath: String, in range: Range<Int>) throws(XPathError) -> XPathNode {
    do {
      return try tree(of: xpath)
    } catch {
      throw XPathError(error.reason, range)
    }
  }

  private init(bytes: [UInt8], tokens: [XPathToken]) {
    self.bytes = bytes
    self.tokens = tokens
  }

  /// The next token; the end stays the next one.
  private var token: XPathToken { tokens[min(next, tokens.count - 1)] }

  /// The place right behind the last token that was taken.
  private var end: Int { next > 0 ? tokens[min(next, tokens.count) - 1].range.upperBound : 0 }

  private func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  private mutating func take(_ mark: String) -> Bool {
    guard token.kind == .mark(mark) else { return false }
    next += 1
    return true
  }

  private mutating func expect(_ mark: String, toClose open: Range<Int>) throws(XPathError) {
    if take(mark) { return }
    guard token.kind == .end else { throw unexpected("'\(mark)'") }
    throw XPathError("'\(text(open))' is not closed; '\(mark)' is missing", open)
  }

  private func unexpected(_ expected: String) -> XPathError {
    let found = token.kind == .end ? "the end" : "'\(text(token.range))'"
    return XPathError("expected \(expected), found \(found)", token.range)
  }
}

// MARK: - Operators

extension XPathParser {
  /// Reads operands and operators in a row, and joins them from the tightest precedence to the
  /// loosest.
  private mutating func expression() throws(XPathError) -> XPathNode {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else {
      throw XPathError("brackets may nest \(Self.maximumDepth) deep", token.range)
    }
    var operands = [try operand()]
    var operators: [XPathOperator] = []
    while case .operator(let symbol) = token.kind {
      next += 1
      operators.append(symbol)
      operands.append(try operand())
    }
    if token.kind == .mark("|") {
      throw XPathError("JavaRosa cannot join nodes with '|'", token.range)
    }
    for precedence in XPathOperator.precedences where !operators.isEmpty {
      Self.join(&operands, &operators, precedence)
    }
    return operands[0]
  }

  /// Makes one operand of each run of operands that operators of a precedence join.
  private static func join(
    _ operands: inout [XPathNode], _ operators: inout [XPathOperator], _ precedence: Int
  ) {
    var joined: [XPathNode] = []
    var left: [XPathOperator] = []
    var run = [operands[0]]
    var symbols: [XPathOperator] = []
    func closed() -> XPathNode {
      guard run.count > 1 else { return run[0] }
      return XPathNode(
        content: .operation(run, symbols),
        range: run[0].range.lowerBound..<run[run.count - 1].range.upperBound)
    }
    for (symbol, operand) in zip(operators, operands.dropFirst()) {
      if symbol.precedence == precedence {
        run.append(operand)
        symbols.append(symbol)
      } else {
        joined.append(closed())
        left.append(symbol)
        run = [operand]
        symbols = []
      }
    }
    joined.append(closed())
    operands = joined
    operators = left
  }

  /// Reads an operand with its signs, of which two are none.
  private mutating func operand() throws(XPathError) -> XPathNode {
    let start = token.range.lowerBound
    var isNegative = false
    var hasSign = false
    while token.kind == .operator(.minus) {
      next += 1
      hasSign = true
      isNegative.toggle()
    }
    let value = try primary()
    guard hasSign else { return value }
    let range = start..<value.range.upperBound
    let negative = XPathNode(content: .negative(value), range: range)
    return isNegative ? negative : XPathNode(content: .negative(negative), range: range)
  }
}

// MARK: - Values

extension XPathParser {
  private mutating func primary() throws(XPathError) -> XPathNode {
    let first = token
    switch first.kind {
    case .number:
      next += 1
      return XPathNode(content: .number(text(first.range)), range: first.range)
    case .text:
      next += 1
      let inside = (first.range.lowerBound + 1)..<(first.range.upperBound - 1)
      return XPathNode(content: .text(text(inside)), range: first.range)
    case .mark("("):
      next += 1
      var value = try expression()
      try expect(")", toClose: first.range)
      value.range = first.range.lowerBound..<end
      switch token.kind {
      case .mark("["), .mark("/"):
        throw XPathError("JavaRosa takes no '\(text(token.range))' behind ')'", token.range)
      default: return value
      }
    case .name where tokens[min(next + 1, tokens.count - 1)].kind == .mark("("):
      return try call()
    case .name, .mark("."), .mark(".."), .mark("/"), .mark("*"), .mark("//"), .mark("@"):
      return try path()
    case .mark("$"):
      throw XPathError("an XPath of a form has no variables", first.range)
    default:
      throw unexpected("a value")
    }
  }

  private mutating func call() throws(XPathError) -> XPathNode {
    let name = token
    let open = tokens[next + 1].range
    next += 2
    var arguments: [XPathNode] = []
    if !take(")") {
      repeat { arguments.append(try expression()) } while take(",")
      try expect(")", toClose: open)
    }
    let range = name.range.lowerBound..<end
    switch text(name.range) {
    case "current" where arguments.isEmpty:
      return try path(.current, from: name.range.lowerBound)
    case "instance":
      guard arguments.count == 1, case .text(let id) = arguments[0].content else {
        throw XPathError("instance takes the id of an instance in quotes", range)
      }
      return try path(.instance(id), from: name.range.lowerBound)
    case "text", "node", "comment", "processing-instruction":
      throw XPathError("JavaRosa does not know '\(text(name.range))()'", range)
    case let name:
      return XPathNode(content: .call(name, arguments), range: range)
    }
  }

  /// Reads a path that begins with a slash or a step.
  private mutating func path() throws(XPathError) -> XPathNode {
    let start = token.range.lowerBound
    if token.kind == .mark("/") { return try path(.root, from: start) }
    let first = try step()
    return try path(.here, from: start, [first])
  }

  /// Reads the steps behind the beginning of a path.
  private mutating func path(
    _ beginning: XPathPath.Start, from start: Int, _ first: [XPathPath.Step] = []
  ) throws(XPathError) -> XPathNode {
    var steps = first
    while take("/") { steps.append(try step()) }
    if token.kind == .mark("//") { _ = try step() }
    return XPathNode(
      content: .path(XPathPath(start: beginning, steps: steps)), range: start..<end)
  }

  private mutating func step() throws(XPathError) -> XPathPath.Step {
    let first = token
    switch first.kind {
    case .mark("."), .mark(".."):
      next += 1
      return XPathPath.Step(name: text(first.range), range: first.range)
    case .mark("//"):
      throw XPathError("JavaRosa cannot search with '//'; write the whole path", first.range)
    case .mark("*"):
      throw XPathError("a path to any node, '*', has no counterpart", first.range)
    case .mark("@"):
      throw XPathError("the form has no attributes of nodes", first.range)
    case .name:
      break
    default:
      throw unexpected("the name of a node")
    }
    next += 1
    var range = first.range
    if take("::") {
      guard text(first.range) == "child", token.kind == .name else {
        throw XPathError("JavaRosa does not know the axis '\(text(first.range))::'", first.range)
      }
      range = token.range
      next += 1
    }
    let name = text(range)
    let local = name.firstIndex(of: ":").map { String(name[name.index(after: $0)...]) } ?? name
    var step = XPathPath.Step(name: local, range: range)
    while token.kind == .mark("[") {
      let open = token.range
      next += 1
      step.predicates.append(try expression())
      try expect("]", toClose: open)
    }
    return step
  }
}
