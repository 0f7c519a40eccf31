// The public initializers that parse a text into a syntax tree. A tree can be printed, inspected
// and rewritten; to evaluate it, build a `Condition` or a `Formula` from it.

extension SyntaxTree {
  /// Parses a predicate, which may contain placeholders.
  ///
  /// - Parameters:
  ///   - text: The text. Ranges in errors are UTF-8 offsets in it.
  ///   - limits: The limits of the text.
  ///   - functions: The functions that the text may call. Calls of other functions parse too; a
  ///     condition or a formula refuses them.
  /// - Throws: `SyntaxError` at the first token with which no valid text can continue.
  /// - Complexity: O(n) in the length of the text.
  public init(
    predicate text: String, limits: Limits = .standard, functions: FunctionSet = .apple
  ) throws(SyntaxError) {
    self = try Parser.parse(text, as: .predicate, limits: limits, functions: functions)
  }

  /// Parses an expression, which may contain placeholders.
  ///
  /// - Parameters:
  ///   - text: The text. Ranges in errors are UTF-8 offsets in it.
  ///   - limits: The limits of the text.
  ///   - functions: The functions that the text may call. Calls of other functions parse too; a
  ///     condition or a formula refuses them.
  /// - Throws: `SyntaxError` at the first token with which no valid text can continue.
  /// - Complexity: O(n) in the length of the text.
  public init(
    expression text: String, limits: Limits = .standard, functions: FunctionSet = .apple
  ) throws(SyntaxError) {
    self = try Parser.parse(text, as: .expression, limits: limits, functions: functions)
  }
}
