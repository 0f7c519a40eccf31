// The public door to the parser.

extension SyntaxTree {
  /// Parses a predicate; placeholders (`%@`, `%K`, …) stand as holes.
  ///
  /// - Parameters:
  ///   - text: A text of the language; UTF-8 offsets in errors refer to it.
  ///   - limits: What bounds the text.
  ///   - functions: Which functions the text may call. A tree has calls of other functions too, and
  ///     a condition or a formula refuses them.
  /// - Throws: The first mistake, at the first token that no valid text can continue with.
  /// - Complexity: O(n) in the length of the text.
  public init(
    predicate text: String, limits: Limits = .standard, functions: FunctionSet = .apple
  ) throws(SyntaxError) {
    self = try Parser.parse(text, as: .predicate, limits: limits, functions: functions)
  }

  /// Parses an expression; placeholders stand as holes.
  ///
  /// - Parameters:
  ///   - text: A text of the language.
  ///   - limits: What bounds the text.
  ///   - functions: Which functions the text may call. A tree has calls of other functions too, and
  ///     a condition or a formula refuses them.
  /// - Throws: The first mistake, at the first token that no valid text can continue with.
  /// - Complexity: O(n) in the length of the text.
  public init(
    expression text: String, limits: Limits = .standard, functions: FunctionSet = .apple
  ) throws(SyntaxError) {
    self = try Parser.parse(text, as: .expression, limits: limits, functions: functions)
  }
}
