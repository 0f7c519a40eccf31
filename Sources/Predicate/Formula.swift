// An expression, ready to be computed.

/// An expression of Apple's NSPredicate format language, which yields a value.
///
/// ```swift
/// let total = try Formula("$price * $quantity")
/// try total.evaluate(variables: ["price": 2, "quantity": 3])  // 6
/// ```
public struct Formula: Sendable {
  /// The parsed text.
  public let tree: SyntaxTree
  /// The program and what its operands stand for.
  public let resolution: Resolution
  private let limits: Limits

  /// Builds a formula of a text without placeholders.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - limits: What bounds the text and each evaluation.
  /// - Throws: What is wrong with the text, or what of it is not run here.
  public init(_ text: String, limits: Limits = .standard) throws(BuildError) {
    (tree, resolution) = try build(
      { () throws(SyntaxError) in try SyntaxTree(expression: text, limits: limits) },
      arguments: nil, limits: limits)
    self.limits = limits
  }

  /// Builds a formula of a text with placeholders.
  ///
  /// - Parameters:
  ///   - format: The text.
  ///   - arguments: One value for each placeholder.
  ///   - limits: What bounds the text and each evaluation.
  /// - Throws: What is wrong with the text, what of it is not run here, or which argument does not
  ///   fit.
  public init(
    format: String, arguments: [Value], limits: Limits = .standard
  ) throws(BuildError) {
    (tree, resolution) = try build(
      { () throws(SyntaxError) in try SyntaxTree(expression: format, limits: limits) },
      arguments: arguments, limits: limits)
    self.limits = limits
  }

  /// The value of the expression.
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
    try resolution.evaluate(object, variables, context, limits)
  }

  /// The variables the expression reads, each once, in the order of the text.
  public var variables: [String] { tree.variables }

  /// The paths of keys the expression reads of the evaluated object.
  public var keyPaths: [String] { tree.keyPaths }

  /// What builds but is likely to go wrong.
  public var warnings: [Diagnostic] { tree.warnings }
}

extension Formula: Hashable, CustomStringConvertible {
  /// Whether both mean the same over the same variables.
  public static func == (left: Formula, right: Formula) -> Bool { left.tree == right.tree }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(tree) }

  /// The canonical text.
  public var description: String { tree.description }
}
