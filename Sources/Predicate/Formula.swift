// A formula: an expression that is parsed, checked and compiled. It is built once and can be
// evaluated any number of times, on any thread.

/// An expression of Apple's NSPredicate format language, which yields a value.
///
/// ```swift
/// let total = try Formula("$price * $quantity")
/// try total.evaluate(variables: ["price": 2, "quantity": 3])  // 6
/// ```
public struct Formula: Sendable {
  private let built: BuiltText

  /// Builds a formula from a text without placeholders.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - limits: The limits of the text and of each evaluation.
  ///   - functions: The functions that the text may call.
  /// - Throws: `BuildError` if the text is invalid, or valid but not run here.
  public init(
    _ text: String, limits: Limits = .standard, functions: FunctionSet = .apple
  ) throws(BuildError) {
    built = try BuiltText(text, as: .expression, limits: limits, functions: functions)
  }

  /// Builds a formula from a text with placeholders.
  ///
  /// - Parameters:
  ///   - format: The text, with placeholders such as `%@`.
  ///   - arguments: One value for each placeholder.
  /// - Throws: `BuildError` if the text is invalid, valid but not run here, or an argument does not
  ///   fit.
  public init(format: String, _ arguments: Value...) throws(BuildError) {
    try self.init(format: format, arguments: arguments)
  }

  /// Builds a formula from a text with placeholders.
  ///
  /// - Parameters:
  ///   - format: The text, with placeholders such as `%@`.
  ///   - arguments: One value for each placeholder.
  ///   - limits: The limits of the text and of each evaluation.
  ///   - functions: The functions that the text may call.
  /// - Throws: `BuildError` if the text is invalid, valid but not run here, or an argument does not
  ///   fit.
  public init(
    format: String, arguments: [Value], limits: Limits = .standard,
    functions: FunctionSet = .apple
  ) throws(BuildError) {
    built = try BuiltText(
      format, as: .expression, arguments: arguments, limits: limits, functions: functions)
  }

  /// Builds a formula from a tree.
  ///
  /// - Parameters:
  ///   - tree: An expression without placeholders, or the tree of another formula.
  ///   - limits: The limits of each evaluation. The limits of the text were checked by the parser.
  /// - Throws: `Refusal` if this implementation does not run the tree.
  public init(_ tree: SyntaxTree, limits: Limits = .standard) throws(Refusal) {
    built = try BuiltText(tree, as: .expression, limits: limits)
  }

  private init(_ built: BuiltText) { self.built = built }

  /// All errors of a text, not only the first.
  ///
  /// The first one is the error that `Formula(_:)` throws. The others follow in the order of the
  /// text. After a syntax error, reading goes on behind the next AND, OR or comma.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - limits: The limits of the text.
  ///   - functions: The functions that the text may call.
  /// - Returns: At most 20 errors; none if the text can be built.
  /// - Complexity: O(n) in the length of the text, for each error.
  public static func errors(
    in text: String, limits: Limits = .standard, functions: FunctionSet = .apple
  ) -> [Diagnostic] {
    TextMistakes(of: text, isPredicate: false, limits: limits, functions: functions).errors
  }

  /// The parsed text.
  public var tree: SyntaxTree { built.tree }

  /// The program and the names of its operands.
  public var resolution: Resolution { built.resolution }

  /// The names of the variables that the expression reads, in the order of their first use.
  ///
  /// A variable that a SUBQUERY binds is not listed.
  public var variables: [String] { built.variables }

  /// The key paths that the expression reads from the evaluated object.
  public var keyPaths: [String] { tree.keyPaths }

  /// Warnings about parts that are valid but probably not what was meant.
  public var warnings: [Diagnostic] { tree.warnings }
}

// MARK: - Evaluating

extension Formula {
  /// Evaluates the expression over a value.
  ///
  /// - Parameters:
  ///   - object: The value that SELF and keys read.
  ///   - variables: The values of the variables, by name.
  ///   - context: The time and the random numbers for this evaluation; the current time if nil.
  /// - Returns: The value.
  /// - Throws: `EvaluationError` for the first part, from left to right, that has no result.
  /// - Complexity: Bounded by `Limits.steps`.
  public func evaluate(
    _ object: Value = .null, variables: [String: Value] = [:], context: EvaluationContext? = nil
  ) throws(EvaluationError) -> Value {
    try built.evaluate(object, variables, context)
  }

  /// Evaluates the expression over an object of your own type.
  ///
  /// - Parameters:
  ///   - object: The object that keys read. SELF without a key is an error.
  ///   - variables: The values of the variables, by name.
  ///   - context: The time and the random numbers for this evaluation; the current time if nil.
  /// - Returns: The value.
  /// - Throws: `EvaluationError` for the first part, from left to right, that has no result.
  /// - Complexity: Bounded by `Limits.steps`, which does not count the work of the object.
  public func evaluate(
    _ object: some KeyReadable, variables: [String: Value] = [:], context: EvaluationContext? = nil
  ) throws(EvaluationError) -> Value {
    try built.evaluate(.null, readable: object, variables, context)
  }

  /// A copy with constants in place of variables.
  ///
  /// - Parameter values: The values by the names of the variables, without `$` and `#`.
  /// - Returns: The copy. Variables without a value and variables of a SUBQUERY stay as they are.
  /// - Throws: `Refusal` if the text cannot run with a constant, such as a malformed pattern of
  ///   MATCHES.
  /// - Complexity: O(n) in the size of the tree.
  public func substituting(_ values: [String: Value]) throws(Refusal) -> Formula {
    Formula(try built.substituting(values, as: .expression))
  }

  /// Passes every part of the expression to a check, before anything is evaluated.
  ///
  /// - Parameter check: Throws an error to refuse a part. Parts come before the parts that contain
  ///   them.
  /// - Throws: The error that `check` throws.
  public func validate<Failure: Error>(
    _ check: (SyntaxTree.Part) throws(Failure) -> Void
  ) throws(Failure) {
    try tree.validate(check)
  }
}

// MARK: - Conformances

extension Formula: Hashable, CustomStringConvertible {
  /// Whether both formulas mean the same over the same variables.
  public static func == (left: Formula, right: Formula) -> Bool { left.tree == right.tree }

  /// Hashes the parts that `==` compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(tree) }

  /// The canonical text.
  public var description: String { tree.description }
}

extension Formula: Codable {
  /// Encodes the formula as `{"format": text, "arguments": […]}`, as a `Condition` does.
  public func encode(to encoder: any Encoder) throws { try built.encode(to: encoder) }

  /// Decodes a formula and builds it within the standard limits.
  ///
  /// - Throws: `DecodingError`. If the text is at fault, the error carries the rendered message and
  ///   the `BuildError` or `Refusal` as its underlying error.
  public init(from decoder: any Decoder) throws {
    built = try BuiltText(from: decoder, as: .expression)
  }
}
