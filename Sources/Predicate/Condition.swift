// A condition: a predicate that is parsed, checked and compiled. It is built once and can be
// evaluated any number of times, on any thread.

/// A predicate of Apple's NSPredicate format language.
///
/// ```swift
/// let adult = try Condition("age >= 18 AND country IN {'UY', 'AR'}")
/// try adult.evaluate(["age": 20, "country": "UY"])  // true
/// ```
public struct Condition: Sendable {
  private let built: BuiltText

  /// Builds a condition from a text without placeholders.
  ///
  /// - Parameters:
  ///   - text: The text. A `%` in quotes has no special meaning.
  ///   - limits: The limits of the text and of each evaluation.
  ///   - functions: The functions that the text may call.
  /// - Throws: `BuildError` if the text is invalid, or valid but not run here.
  public init(
    _ text: String, limits: Limits = .standard, functions: FunctionSet = .apple
  ) throws(BuildError) {
    built = try BuiltText(text, as: .predicate, limits: limits, functions: functions)
  }

  /// Builds a condition from a text with placeholders.
  ///
  /// - Parameters:
  ///   - format: The text, with placeholders such as `%@`.
  ///   - arguments: One value for each placeholder. Arguments are never parsed as predicate text.
  /// - Throws: `BuildError` if the text is invalid, valid but not run here, or an argument does not
  ///   fit.
  public init(format: String, _ arguments: Value...) throws(BuildError) {
    try self.init(format: format, arguments: arguments)
  }

  /// Builds a condition from a text with placeholders.
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
      format, as: .predicate, arguments: arguments, limits: limits, functions: functions)
  }

  /// Builds a condition from a tree.
  ///
  /// - Parameters:
  ///   - tree: A predicate without placeholders, or the tree of another condition.
  ///   - limits: The limits of each evaluation. The limits of the text were checked by the parser.
  /// - Throws: `Refusal` if this implementation does not run the tree.
  public init(_ tree: SyntaxTree, limits: Limits = .standard) throws(Refusal) {
    built = try BuiltText(tree, as: .predicate, limits: limits)
  }

  private init(_ built: BuiltText) { self.built = built }

  /// All errors of a text, not only the first.
  ///
  /// The first one is the error that `Condition(_:)` throws. The others follow in the order of the
  /// text. After a syntax error, reading goes on behind the next AND, OR or comma.
  ///
  /// ```swift
  /// Condition.errors(in: "age === 18 AND name IS nil").map(\.hint)
  /// // ["write age == 18", "write name == nil"]
  /// ```
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
    TextMistakes(of: text, isPredicate: true, limits: limits, functions: functions).errors
  }

  /// The parsed text.
  public var tree: SyntaxTree { built.tree }

  /// The program and the names of its operands.
  public var resolution: Resolution { built.resolution }

  /// The names of the variables that the predicate reads, in the order of their first use.
  ///
  /// A variable that a SUBQUERY binds is not listed.
  public var variables: [String] { built.variables }

  /// The key paths that the predicate reads from the evaluated object.
  public var keyPaths: [String] { tree.keyPaths }

  /// The limits of each evaluation.
  var limits: Limits { built.limits }

  /// Warnings about parts that are valid but probably not what was meant.
  public var warnings: [Diagnostic] { tree.warnings }
}

// MARK: - Joining

extension Condition {
  /// A condition that holds if all of some conditions hold.
  ///
  /// ```swift
  /// let adult = try Condition("age >= 18")
  /// let known = try Condition(format: "country IN %@", ["UY", "AR"])
  /// try Condition.all([adult, known]).evaluate(["age": 20, "country": "UY"])  // true
  /// ```
  ///
  /// No text is printed and read again, so every constant stays what it is. The conditions are
  /// evaluated in their order, up to the first that does not hold. Variables of the same name are
  /// one variable. The limits are those of the first condition.
  ///
  /// - Parameter conditions: The conditions. If there are none, the result always holds.
  /// - Returns: The condition that joins them.
  /// - Complexity: O(n) in the length of the conditions.
  public static func all(_ conditions: some Collection<Condition>) -> Condition {
    joined(.and, conditions) ?? constant(true)
  }

  /// A condition that holds if any of some conditions holds.
  ///
  /// - Parameter conditions: The conditions. If there are none, the result never holds.
  /// - Returns: The condition that joins them.
  /// - Complexity: O(n) in the length of the conditions.
  public static func any(_ conditions: some Collection<Condition>) -> Condition {
    joined(.or, conditions) ?? constant(false)
  }

  /// A condition that holds if another one does not.
  public static prefix func ! (condition: Condition) -> Condition {
    Condition(BuiltText(joining: .not, [condition.built]))
  }

  /// Conditions that are joined; nil if there are none.
  private static func joined(
    _ kind: NodeKind, _ conditions: some Collection<Condition>
  ) -> Condition? {
    guard conditions.count > 1 else { return conditions.first }
    return Condition(BuiltText(joining: kind, conditions.map(\.built)))
  }

  /// The condition without operands: `TRUEPREDICATE` or `FALSEPREDICATE`.
  private static func constant(_ holds: Bool) -> Condition {
    Condition(BuiltText(constant: holds))
  }
}

// MARK: - Evaluating

extension Condition {
  /// Evaluates the predicate over a value.
  ///
  /// - Parameters:
  ///   - object: The value that SELF and keys read.
  ///   - variables: The values of the variables, by name. Reading a variable that is missing is an
  ///     error.
  ///   - context: The time and the random numbers for this evaluation; the current time if nil.
  /// - Returns: True or false. There is no third result.
  /// - Throws: `EvaluationError` for the first part, from left to right, that has no result.
  /// - Complexity: Bounded by `Limits.steps`.
  public func evaluate(
    _ object: Value = .null, variables: [String: Value] = [:], context: EvaluationContext? = nil
  ) throws(EvaluationError) -> Bool {
    try built.holds(object, variables, context)
  }

  /// Evaluates the predicate over an object of your own type.
  ///
  /// - Parameters:
  ///   - object: The object that keys read. SELF without a key is an error.
  ///   - variables: The values of the variables, by name.
  ///   - context: The time and the random numbers for this evaluation; the current time if nil.
  /// - Returns: True or false.
  /// - Throws: `EvaluationError` for the first part, from left to right, that has no result.
  /// - Complexity: Bounded by `Limits.steps`, which does not count the work of the object.
  public func evaluate(
    _ object: some KeyReadable, variables: [String: Value] = [:], context: EvaluationContext? = nil
  ) throws(EvaluationError) -> Bool {
    try built.holds(.null, readable: object, variables, context)
  }

  /// Evaluates the predicate over a value whose keys an object answers.
  package func evaluate(
    _ object: Value, readable: any KeyReadable
  ) throws(EvaluationError) -> Bool {
    try built.holds(object, readable: readable, [:], nil)
  }

  /// A copy with constants in place of variables.
  ///
  /// Variables without a value stay variables, and so do those that a SUBQUERY binds. Names that
  /// are not free variables are ignored. The constants become part of the canonical text of the
  /// copy.
  ///
  /// ```swift
  /// let older = try Condition("age > $limit AND name != $name").substituting(["limit": 18])
  /// older.description  // age > 18 AND name != $name
  /// ```
  ///
  /// - Parameter values: The values by the names of the variables, without `$` and `#`.
  /// - Returns: The copy. Its result is that of this condition with the same values as variables.
  /// - Throws: `Refusal` if the text cannot run with a constant, such as a malformed pattern of
  ///   MATCHES.
  /// - Complexity: O(n) in the size of the tree.
  public func substituting(_ values: [String: Value]) throws(Refusal) -> Condition {
    Condition(try built.substituting(values, as: .predicate))
  }

  /// Passes every part of the predicate to a check, before anything is evaluated.
  ///
  /// `SyntaxTree.validate(_:)` shows an allow-list of keys.
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

extension Sequence where Element == Value {
  /// The elements for which a condition is true.
  ///
  /// - Throws: `EvaluationError` for the first element that has no result.
  public func filter(_ condition: Condition) throws(EvaluationError) -> [Value] {
    var kept: [Value] = []
    for element in self where try condition.evaluate(element) { kept.append(element) }
    return kept
  }
}

extension Sequence where Element: KeyReadable {
  /// The elements for which a condition is true.
  ///
  /// - Throws: `EvaluationError` for the first element that has no result.
  public func filter(_ condition: Condition) throws(EvaluationError) -> [Element] {
    var kept: [Element] = []
    for element in self where try condition.evaluate(element) { kept.append(element) }
    return kept
  }
}

// MARK: - Conformances

extension Condition: Hashable, CustomStringConvertible {
  /// Whether both conditions mean the same over the same variables.
  public static func == (left: Condition, right: Condition) -> Bool { left.tree == right.tree }

  /// Hashes the parts that `==` compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(tree) }

  /// The canonical text, as Apple's `predicateFormat` gives it.
  public var description: String { tree.description }
}

extension Condition: Codable {
  /// Encodes the condition as `{"format": text, "arguments": […]}`.
  ///
  /// If variables became constants, the object also has `"substitutions": {…}`. The canonical text
  /// is not used, because some constants have no literal.
  public func encode(to encoder: any Encoder) throws { try built.encode(to: encoder) }

  /// Decodes a condition and builds it within the standard limits.
  ///
  /// - Throws: `DecodingError`. If the text is at fault, the error carries the rendered message and
  ///   the `BuildError` or `Refusal` as its underlying error.
  public init(from decoder: any Decoder) throws {
    built = try BuiltText(from: decoder, as: .predicate)
  }
}
