// Builds a program from a text and its arguments, or from a tree. `Condition` and `Formula` both
// consist of a `BuiltText`. It rejects invalid texts, arguments that do not fit, and valid texts
// that this implementation does not run.

import Foundation

/// A tree, its program and the limits of its evaluations.
struct BuiltText: Sendable {
  /// The tree, after all checks.
  let tree: SyntaxTree
  let limits: Limits
  /// The names of the variables, in the order of their first use.
  let variables: [String]
  private let program: Program

  /// The program with the names of its operands.
  ///
  /// Each operand is a whole variable.
  var resolution: Resolution { Resolution(program: program, wording: tree.wording) }

  /// Parses a text, inserts the arguments and checks the result.
  ///
  /// If `arguments` is nil, the text must not contain placeholders.
  init(
    _ text: String, as wanted: Parser.Wanted, arguments: [Value]? = nil,
    limits: Limits = .standard, functions: FunctionSet
  ) throws(BuildError) {
    var tree: SyntaxTree
    do throws(SyntaxError) {
      tree = try Parser.parse(text, as: wanted, limits: limits, functions: functions)
    } catch {
      throw .syntax(error)
    }
    do throws(Refusal) {
      if let arguments { tree = try tree.filled(with: arguments, limits: limits) }
      try self.init(tree, as: wanted, limits: limits)
    } catch {
      throw .refused(error)
    }
  }

  /// Checks a tree.
  init(_ tree: SyntaxTree, as wanted: Parser.Wanted, limits: Limits) throws(Refusal) {
    guard tree.functions != .extended else {
      try self.init(settled: tree.settingDates(), as: wanted, limits: limits)
      return
    }
    try self.init(settled: tree, as: wanted, limits: limits)
  }

  /// Checks a tree in which days are already told apart from instants.
  @inline(__always)
  private init(
    settled tree: SyntaxTree, as wanted: Parser.Wanted, limits: Limits
  ) throws(Refusal) {
    program = Program(tree.structure, try tree.checkedPatterns(as: wanted, within: limits))
    self.tree = tree
    self.limits = limits
    variables = tree.variables
  }

  /// Makes `TRUEPREDICATE` or `FALSEPREDICATE`.
  init(constant holds: Bool) {
    let text = holds ? "TRUEPREDICATE" : "FALSEPREDICATE"
    tree = TextBytes.read(text) { bytes in
      var builder = TreeBuilder(of: bytes, maximumNodes: 1)
      _ = builder.add(.truth(holds), 0..<bytes.count)
      return builder.tree(of: text, functions: .apple, warnings: [])
    }
    limits = .standard
    program = Program(tree.structure, [:])
    variables = []
  }

  /// Joins predicates that have been checked.
  ///
  /// - Parameters:
  ///   - kind: `and`, `or` or `not`.
  ///   - parts: The predicates, at least one. The first one has the limits.
  init(joining kind: NodeKind, _ parts: [BuiltText]) {
    let parts = parts.map(\.withoutSubstitutions)
    tree = SyntaxTree.joining(kind, parts.map(\.tree))
    limits = parts.first?.limits ?? .standard
    // Patterns that are too long together are compiled when they run.
    program = Program(tree.structure, (try? tree.checkedPatterns(within: limits)) ?? [:])
    variables = tree.variables
  }

  /// The same with arguments in place of substitutions, which belong to one text: in another one,
  /// the same variable may be free.
  private var withoutSubstitutions: BuiltText {
    guard let substitutions = tree.constants?.substitutions, substitutions.count > 0,
      let (text, arguments) = tree.asTemplate,
      let built = try? BuiltText(
        text, as: .predicate, arguments: arguments, limits: limits, functions: tree.functions)
    else { return self }
    return built
  }

  /// A copy with constants in place of variables.
  func substituting(
    _ values: [String: Value], as wanted: Parser.Wanted
  ) throws(Refusal) -> BuiltText {
    try BuiltText(tree.substituting(values.value(named:)), as: wanted, limits: limits)
  }

  /// Evaluates the text over a value and named variables.
  func evaluate(
    _ object: Value, _ variables: [String: Value], _ context: EvaluationContext?
  ) throws(EvaluationError) -> Value {
    if let value = shortResult(object, variables)?.value { return value }
    return try evaluate(object, readable: nil, variables, context)
  }

  /// Evaluates the text, which must be a predicate, over a value and named variables.
  func holds(
    _ object: Value, _ variables: [String: Value], _ context: EvaluationContext?
  ) throws(EvaluationError) -> Bool {
    if let truth = shortResult(object, variables)?.truth { return truth }
    return try holds(object, readable: nil, variables, context)
  }

  /// Evaluates the text over an object and named variables.
  ///
  /// `readable` is an object of the embedder's own type. If it is given, SELF reads
  /// `object`, and fails if that is nil.
  func evaluate(
    _ object: Value, readable: (any KeyReadable)?, _ variables: [String: Value],
    _ context: EvaluationContext?
  ) throws(EvaluationError) -> Value {
    var rest = Value.null
    let cell = try cell(object, readable, variables, context, &rest)
    return cell.value ?? rest
  }

  /// Evaluates the text, which must be a predicate.
  func holds(
    _ object: Value, readable: (any KeyReadable)?, _ variables: [String: Value],
    _ context: EvaluationContext?
  ) throws(EvaluationError) -> Bool {
    var rest = Value.null
    return try cell(object, readable, variables, context, &rest).truth ?? false
  }

  /// The result, if it can be had on the short way; see `Program.result`.
  @inline(__always)
  private func shortResult(_ object: Value, _ variables: [String: Value]) -> Cell? {
    guard !self.variables.isEmpty else {
      return program.result(
        over: program.outline.noOperands, object: object, variables, self.variables, limits)
    }
    // The closure captures these copies, so that they do not retain the whole text.
    let (program, names, limits) = (self.program, self.variables, self.limits)
    return Self.withCells(of: names, in: variables, program.outline) { operands in
      // Code over cells alone counts no references.
      if let cell = program.directCode(within: limits)?.result(over: operands) { return cell }
      return program.result(over: operands, object: object, variables, names, limits)
    }
  }

  @inline(__always)
  private func cell(
    _ object: Value, _ readable: (any KeyReadable)?, _ variables: [String: Value],
    _ given: EvaluationContext?, _ rest: inout Value
  ) throws(EvaluationError) -> Cell {
    let outline = program.outline
    let (names, limits) = (self.variables, self.limits)
    func context() -> EvaluationContext {
      var context = given ?? (outline.readsSurroundings ? .current : .unread)
      context.limits = limits
      return context
    }
    var steps = Steps(limit: limits.steps)
    do throws(EvaluationFailure) {
      let program = program
      return try Self.withCells(of: names, in: variables, outline) {
        (operands) throws(EvaluationFailure) in
        try program.run(
          outline, over: operands, object: object, readable: readable, context(), &steps, &rest
        ) { variables.value(named: names[$0]) }
      }
    } catch {
      throw resolution.error(for: error, knownNames: variables.keys.sorted())
    }
  }

  /// Calls `body` with the cells of the values of some variables.
  @inline(__always)
  private static func withCells<Result, Failure: Error>(
    of names: [String], in values: [String: Value], _ outline: Code.Outline,
    _ body: (UnsafePointer<Cell>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard !names.isEmpty else { return try body(outline.noOperands) }
    return try withUnsafeTemporaryAllocation(of: Cell.self, capacity: names.count) {
      (cells) throws(Failure) in
      for index in names.indices {
        cells.initializeElement(at: index, to: values.cell(named: names[index]))
      }
      return try body(cells.baseAddress.map { UnsafePointer($0) } ?? outline.noOperands)
    }
  }
}

extension SyntaxTree {
  /// Checks that a tree is a predicate or an expression, as wanted, and that it can run.
  ///
  /// - Returns: The compiled constant patterns of the tree.
  fileprivate func checkedPatterns(
    as wanted: Parser.Wanted, within limits: Limits
  ) throws(Refusal) -> [NodeIndex: Pattern] {
    guard isPredicate == (wanted == .predicate) else {
      throw Refusal(
        diagnostic: isPredicate
          ? Diagnostic(
            "a formula needs a value, and this is a predicate",
            at: range(of: root), hint: "make it a Condition, or write TERNARY(…, YES, NO)")
          : Diagnostic(
            "a condition needs a predicate, and this is a value",
            at: range(of: root), hint: "make it a Formula, or compare it, … == YES"),
        text: text)
    }
    return try checkedPatterns(within: limits)
  }
}

// MARK: - Coding

extension BuiltText {
  private enum Key: String, CodingKey {
    case format, arguments, substitutions, functions
  }

  /// Encodes the text, its arguments and its substitutions.
  ///
  /// The canonical text is not enough, because some constants have no literal.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(tree.text, forKey: .format)
    try container.encode(tree.constants?.arguments ?? [], forKey: .arguments)
    if let substitutions = tree.constants?.substitutions, substitutions.count > 0 {
      try container.encode(Value.dictionary(substitutions), forKey: .substitutions)
    }
    if tree.functions != .apple {
      try container.encode(tree.functions.rawValue, forKey: .functions)
    }
  }

  /// Decodes what `encode` wrote, with the same checks as for any other text.
  init(from decoder: any Decoder, as wanted: Parser.Wanted) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let format = try container.decode(String.self, forKey: .format)
    let arguments = try container.decodeIfPresent([Value].self, forKey: .arguments) ?? []
    let substitutions =
      try container.decodeIfPresent(Value.self, forKey: .substitutions) ?? [:]
    guard case .dictionary(let named) = substitutions else {
      throw DecodingError.dataCorruptedError(
        forKey: .substitutions, in: container,
        debugDescription: "substitutions must be a dictionary of variable names and values")
    }
    let functions = try container.decodeIfPresent(String.self, forKey: .functions)
    guard let functions = FunctionSet(rawValue: functions ?? FunctionSet.apple.rawValue) else {
      throw DecodingError.dataCorruptedError(
        forKey: .functions, in: container,
        debugDescription: "functions must be apple, extended or ddm")
    }
    do {
      let built = try BuiltText(format, as: wanted, arguments: arguments, functions: functions)
      let tree = built.tree.substituting { named[$0] }
      self = named.count == 0 ? built : try BuiltText(tree, as: wanted, limits: .standard)
    } catch {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath + [Key.format], debugDescription: "\(error)",
          underlyingError: error))
    }
  }
}
