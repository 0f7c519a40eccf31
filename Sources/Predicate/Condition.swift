// A predicate, ready to be asked. Built once, evaluated any number of times on any thread.

/// A predicate of Apple's NSPredicate format language.
///
/// ```swift
/// let adult = try Condition("age >= 18 AND country IN {'UY', 'AR'}")
/// try adult.evaluate(["age": 20, "country": "UY"])  // true
/// ```
public struct Condition: Sendable {
  /// The parsed text.
  public let tree: SyntaxTree
  /// The program and what its operands stand for.
  public let resolution: Resolution
  private let limits: Limits

  /// Builds a condition of a text without placeholders.
  ///
  /// - Parameters:
  ///   - text: The text; a `%` in quotes means nothing.
  ///   - limits: What bounds the text and each evaluation.
  /// - Throws: What is wrong with the text, or what of it is not run here.
  public init(_ text: String, limits: Limits = .standard) throws(BuildError) {
    try self.init(
      tree: { () throws(SyntaxError) in
        try SyntaxTree(predicate: text, limits: limits)
      }, arguments: nil, limits: limits)
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
  /// - Throws: What is wrong with the text, what of it is not run here, or which argument does not
  ///   fit.
  public init(
    format: String, arguments: [Value], limits: Limits = .standard
  ) throws(BuildError) {
    try self.init(
      tree: { () throws(SyntaxError) in
        try SyntaxTree(predicate: format, limits: limits)
      }, arguments: arguments, limits: limits)
  }

  private init(
    tree parse: () throws(SyntaxError) -> SyntaxTree, arguments: [Value]?, limits: Limits
  ) throws(BuildError) {
    (tree, resolution) = try build(parse, arguments: arguments, limits: limits)
    self.limits = limits
  }

  /// Whether the predicate holds.
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
    try resolution.evaluate(object, variables, context, limits) == .bool(true)
  }

  /// The variables the predicate reads, each once, in the order of the text; an iterator that
  /// SUBQUERY binds is none.
  public var variables: [String] { tree.variables }

  /// The paths of keys the predicate reads of the evaluated object.
  public var keyPaths: [String] { tree.keyPaths }

  /// What builds but is likely to go wrong.
  public var warnings: [Diagnostic] { tree.warnings }
}

extension Condition: Hashable, CustomStringConvertible {
  /// Whether both mean the same over the same variables.
  public static func == (left: Condition, right: Condition) -> Bool { left.tree == right.tree }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(tree) }

  /// The canonical text, Apple's `predicateFormat`.
  public var description: String { tree.description }
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

/// Parses, fills and resolves: what conditions and formulas have in common.
func build(
  _ parse: () throws(SyntaxError) -> SyntaxTree, arguments: [Value]?, limits: Limits
) throws(BuildError) -> (SyntaxTree, Resolution) {
  let parsed: SyntaxTree
  do throws(SyntaxError) { parsed = try parse() } catch { throw .syntax(error) }
  do throws(Refusal) {
    let tree =
      if let arguments { try parsed.filled(with: arguments, limits: limits) } else { parsed }
    return (tree, try tree.resolved())
  } catch {
    throw .refused(error)
  }
}

extension Resolution {
  /// The value of the text over an object and named variables.
  func evaluate(
    _ object: Value, _ variables: [String: Value], _ context: EvaluationContext?, _ limits: Limits
  ) throws(EvaluationError) -> Value {
    var context = context ?? .current
    context.limits = limits
    let operands = operands
    do throws(EvaluationFailure) {
      return try program.evaluate(object: object, context: context) { index in
        let name = operands[index].variable
        // A dictionary of strings would also find a name in another normal form.
        guard let position = variables.index(forKey: name),
          isExactly(variables[position].key, name)
        else { return nil }
        return variables[position].value
      }
    } catch {
      throw self.error(for: error, knownNames: variables.keys.sorted())
    }
  }
}
