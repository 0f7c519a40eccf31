// A predicate, ready to be asked. Built once, evaluated any number of times on any thread.

/// A predicate of Apple's NSPredicate format language.
///
/// ```swift
/// let adult = try Condition("age >= 18 AND country IN {'UY', 'AR'}")
/// try adult.evaluate(["age": 20, "country": "UY"])  // true
/// ```
public struct Condition: Sendable {
  private let built: BuiltText

  /// Builds a condition of a text without placeholders.
  ///
  /// - Parameters:
  ///   - text: The text; a `%` in quotes means nothing.
  ///   - limits: What bounds the text and each evaluation.
  ///   - functions: Which functions the text may call.
  /// - Throws: What is wrong with the text, or what of it is not run here.
  public init(
    _ text: String, limits: Limits = .standard, functions: FunctionSet = .apple
  ) throws(BuildError) {
    built = try BuiltText(text, as: .predicate, limits: limits, functions: functions)
  }

  /// Builds a condition of a text with placeholders.
  ///
  /// - Parameters:
  ///   - format: The text; `%@` stands for a value, `%K` for a key path, `%d` and `%f` for numbers.
  ///   - arguments: One value for each placeholder; none is ever read as text of the language.
  /// - Throws: What is wrong with the text, what of it is not run here, or which argument does not
  ///   fit.
  public init(format: String, _ arguments: Value...) throws(BuildError) {
    try self.init(format: format, arguments: arguments)
  }

  /// Builds a condition of a text with placeholders.
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
      format, as: .predicate, arguments: arguments, limits: limits, functions: functions)
  }

  /// Builds a condition of a tree.
  ///
  /// - Parameters:
  ///   - tree: A predicate without placeholders, or the tree of another condition.
  ///   - limits: What bounds each evaluation; the tree was bounded when it was parsed.
  /// - Throws: What of the tree is not run here.
  public init(_ tree: SyntaxTree, limits: Limits = .standard) throws(Refusal) {
    built = try BuiltText(tree, as: .predicate, limits: limits)
  }

  private init(_ built: BuiltText) { self.built = built }

  /// The parsed text.
  public var tree: SyntaxTree { built.tree }

  /// The program and what its operands stand for.
  public var resolution: Resolution { built.resolution }

  /// The variables the predicate reads, each once, in the order of the text; an iterator that
  /// SUBQUERY binds is none.
  public var variables: [String] { built.variables }

  /// The paths of keys the predicate reads of the evaluated object.
  public var keyPaths: [String] { tree.keyPaths }

  /// What bounds each evaluation.
  var limits: Limits { built.limits }

  /// What builds but is likely to go wrong.
  public var warnings: [Diagnostic] { tree.warnings }
}

// MARK: - Evaluating

extension Condition {
  /// Whether the predicate holds for a value.
  ///
  /// - Parameters:
  ///   - object: What SELF and keys read.
  ///   - variables: The values of `$names`; a name that is reached and missing is an error.
  ///   - context: The time and randomness of this evaluation; the time it is, if not given.
  /// - Returns: True or false; there is no third answer.
  /// - Throws: The first part, left to right, that has no answer.
  /// - Complexity: Bounded by `Limits.steps`.
  public func evaluate(
    _ object: Value = .null, variables: [String: Value] = [:], context: EvaluationContext? = nil
  ) throws(EvaluationError) -> Bool {
    try built.holds(object, variables, context)
  }

  /// Whether the predicate holds for an object of your own.
  ///
  /// - Parameters:
  ///   - object: What keys read; SELF without a key is an error.
  ///   - variables: The values of `$names`.
  ///   - context: The time and randomness of this evaluation; the time it is, if not given.
  /// - Returns: True or false.
  /// - Throws: The first part, left to right, that has no answer.
  /// - Complexity: Bounded by `Limits.steps`, not counting what the object does.
  public func evaluate(
    _ object: some KeyReadable, variables: [String: Value] = [:], context: EvaluationContext? = nil
  ) throws(EvaluationError) -> Bool {
    try built.holds(.null, readable: object, variables, context)
  }

  /// A copy with constants in the place of variables.
  ///
  /// Variables without a value stay, names that are no free variables are passed over, and an
  /// iterator of SUBQUERY stays what it is. The constants are part of the copy's canonical text.
  ///
  /// ```swift
  /// let older = try Condition("age > $limit AND name != $name").substituting(["limit": 18])
  /// older.description  // age > 18 AND name != $name
  /// ```
  ///
  /// - Parameter values: The values by the names of variables, without `$` and `#`.
  /// - Returns: The copy, which evaluates as this condition does with these variables given.
  /// - Throws: A constant with which the text is not run here: a malformed pattern of MATCHES.
  /// - Complexity: O(n) in the size of the tree.
  public func substituting(_ values: [String: Value]) throws(Refusal) -> Condition {
    Condition(try built.substituting(values, as: .predicate))
  }

  /// Shows every part of the predicate to a check that may refuse it, before anything is evaluated.
  ///
  /// See `SyntaxTree.validate(_:)` for an allow-list of keys.
  ///
  /// - Parameter check: Throws where it refuses a part; parts come before what they are parts of.
  /// - Throws: What `check` throws.
  public func validate<Failure: Error>(
    _ check: (SyntaxTree.Part) throws(Failure) -> Void
  ) throws(Failure) {
    try tree.validate(check)
  }
}

extension Sequence where Element == Value {
  /// The elements for which a condition holds.
  ///
  /// - Throws: The first failure of the condition on an element.
  public func filter(_ condition: Condition) throws(EvaluationError) -> [Value] {
    var kept: [Value] = []
    for element in self where try condition.evaluate(element) { kept.append(element) }
    return kept
  }
}

extension Sequence where Element: KeyReadable {
  /// The elements for which a condition holds.
  ///
  /// - Throws: The first failure of the condition on an element.
  public func filter(_ condition: Condition) throws(EvaluationError) -> [Element] {
    var kept: [Element] = []
    for element in self where try condition.evaluate(element) { kept.append(element) }
    return kept
  }
}

// MARK: - Conformances

extension Condition: Hashable, CustomStringConvertible {
  /// Whether both mean the same over the same variables.
  public static func == (left: Condition, right: Condition) -> Bool { left.tree == right.tree }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(tree) }

  /// The canonical text, Apple's `predicateFormat`.
  public var description: String { tree.description }
}

extension Condition: Codable {
  /// Writes `{"format": text, "arguments": […]}`, with `"substitutions": {…}` where variables have
  /// become constants; never the canonical text, which cannot say every constant.
  public func encode(to encoder: any Encoder) throws { try built.encode(to: encoder) }

  /// Builds what was written, within the standard limits.
  ///
  /// - Throws: `DecodingError`; where the text is at fault, with the message as people see it and
  ///   the `BuildError` or `Refusal` beneath.
  public init(from decoder: any Decoder) throws {
    built = try BuiltText(from: decoder, as: .predicate)
  }
}
