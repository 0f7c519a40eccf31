// An expression, ready to be computed. Built once, evaluated any number of times on any thread.

/// An expression of Apple's NSPredicate format language, which yields a value.
///
/// ```swift
/// let total = try Formula("$price * $quantity")
/// try total.evaluate(variables: ["price": 2, "quantity": 3])  // 6
/// ```
public struct Formula: Sendable {
  private let built: BuiltText

  /// Builds a formula of a text without placeholders.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - limits: What bounds the text and each evaluation.
  ///   - functions: Which functions the text may call.
  /// - Throws: What is wrong with the text, or what of it is not run here.
  public init(
    _ text: String, limits: Limits = .standard, functions: FunctionSet = .apple
  ) throws(BuildError) {
    built = try BuiltText(text, as: .expression, limits: limits, functions: functions)
  }

  /// Builds a formula of a text with placeholders.
  ///
  /// - Parameters:
  ///   - format: The text.
  ///   - arguments: One value for each placeholder.
  /// - Throws: What is wrong with the text, what of it is not run here, or which argument does not
  ///   fit.
  public init(format: String, _ arguments: Value...) throws(BuildError) {
    try self.init(format: format, arguments: arguments)
  }

  /// Builds a formula of a text with placeholders.
  ///
  /// - Parameters:
  ///   - format: The text.
  ///   - arguments: One value for each placeholder.
  ///   - limits: What bounds the text and each evaluation.
  ///   - functions: Which functions the text may call.
  /// - Throws: What is wrong with the text, what of it is not run here, or which argument does not
  ///   fit.
  public init(
    format: String, arguments: [Value], limits: Limits = .standard,
    functions: FunctionSet = .apple
  ) throws(BuildError) {
    built = try BuiltText(
      format, as: .expression, arguments: arguments, limits: limits, functions: functions)
  }

  /// Builds a formula of a tree.
  ///
  /// - Parameters:
  ///   - tree: An expression without placeholders, or the tree of another formula.
  ///   - limits: What bounds each evaluation; the tree was bounded when it was parsed.
  /// - Throws: What of the tree is not run here.
  public init(_ tree: SyntaxTree, limits: Limits = .standard) throws(Refusal) {
    built = try BuiltText(tree, as: .expression, limits: limits)
  }

  private init(_ built: BuiltText) { self.built = built }

  /// The parsed text.
  public var tree: SyntaxTree { built.tree }

  /// The program and what its operands stand for.
  public var resolution: Resolution { built.resolution }

  /// The variables the expression reads, each once, in the order of the text.
  public var variables: [String] { built.variables }

  /// The paths of keys the expression reads of the evaluated object.
  public var keyPaths: [String] { tree.keyPaths }

  /// What builds but is likely to go wrong.
  public var warnings: [Diagnostic] { tree.warnings }
}

// MARK: - Evaluating

extension Formula {
  /// The value of the expression over a value.
  ///
  /// - Parameters:
  ///   - object: What SELF and keys read.
  ///   - variables: The values of `$names`.
  ///   - context: The time and randomness of this evaluation; the time it is, if not given.
  /// - Returns: The value.
  /// - Throws: The first part, left to right, that has no answer.
  /// - Complexity: Bounded by `Limits.steps`.
  public func evaluate(
    _ object: Value = .null, variables: [String: Value] = [:], context: EvaluationContext? = nil
  ) throws(EvaluationError) -> Value {
    try built.evaluate(object, variables, context)
  }

  /// The value of the expression over an object of your own.
  ///
  /// - Parameters:
  ///   - object: What keys read; SELF without a key is an error.
  ///   - variables: The values of `$names`.
  ///   - context: The time and randomness of this evaluation; the time it is, if not given.
  /// - Returns: The value.
  /// - Throws: The first part, left to right, that has no answer.
  /// - Complexity: Bounded by `Limits.steps`, not counting what the object does.
  public func evaluate(
    _ object: some KeyReadable, variables: [String: Value] = [:], context: EvaluationContext? = nil
  ) throws(EvaluationError) -> Value {
    try built.evaluate(.null, readable: object, variables, context)
  }

  /// A copy with constants in the place of variables.
  ///
  /// - Parameter values: The values by the names of variables, without `$` and `#`.
  /// - Returns: The copy; variables without a value and iterators of SUBQUERY stay as they are.
  /// - Throws: A constant with which the text is not run here: a malformed pattern of MATCHES.
  /// - Complexity: O(n) in the size of the tree.
  public func substituting(_ values: [String: Value]) throws(Refusal) -> Formula {
    Formula(try built.substituting(values, as: .expression))
  }

  /// Shows every part of the expression to a check that may refuse it, before anything is
  /// evaluated.
  ///
  /// - Parameter check: Throws where it refuses a part; parts come before what they are parts of.
  /// - Throws: What `check` throws.
  public func validate<Failure: Error>(
    _ check: (SyntaxTree.Part) throws(Failure) -> Void
  ) throws(Failure) {
    try tree.validate(check)
  }
}

// MARK: - Conformances

extension Formula: Hashable, CustomStringConvertible {
  /// Whether both mean the same over the same variables.
  public static func == (left: Formula, right: Formula) -> Bool { left.tree == right.tree }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(tree) }

  /// The canonical text.
  public var description: String { tree.description }
}

extension Formula: Codable {
  /// Writes `{"format": text, "arguments": […]}`, as a `Condition` does.
  public func encode(to encoder: any Encoder) throws { try built.encode(to: encoder) }

  /// Builds what was written, within the standard limits.
  ///
  /// - Throws: `DecodingError`; where the text is at fault, with the message as people see it and
  ///   the `BuildError` or `Refusal` beneath.
  public init(from decoder: any Decoder) throws {
    built = try BuiltText(from: decoder, as: .expression)
  }
}
