// A form after checking and compiling. It is immutable, and all live forms of the same form share
// it.

import Predicate

/// A compiled form.
///
/// Any number of live forms can be opened from it, on any number of threads.
public struct CompiledForm: Sendable {
  let graph: CompiledGraph
  /// The form as it opens, kept after the first time.
  let opened = OpenedForm()
  /// The definition that the form was compiled from.
  let given: Shared<FormDefinition>
  /// Probable mistakes that do not prevent using the form.
  public let warnings: [Problem]

  /// The definition that the form was compiled from.
  public var definition: FormDefinition { given.value }

  /// Compiles a definition.
  ///
  /// - Parameters:
  ///   - definition: The form, read from a file or built in Swift.
  ///   - functions: The functions that the definition names, by their names.
  ///   - messages: Standard messages in the languages of the host. Those of the form come first.
  ///   - limits: The limits of the form and its live forms.
  /// - Throws: An error with every problem.
  /// - Complexity: O(n) in the size of the form and its texts.
  public init(
    _ definition: FormDefinition, functions: [String: FormFunction] = [:],
    messages: MessageCatalogue = MessageCatalogue(), limits: FormLimits = .standard
  ) throws(CompileFailure) {
    try self.init(
      definition, functions, messages, limits.allowed, readProblems: [], source: nil)
  }

  /// Compiles a form from JSON.
  ///
  /// - Parameters:
  ///   - json: The bytes of the file.
  ///   - name: The name of the file in messages.
  ///   - functions: The functions that the form names, by their names.
  ///   - messages: Standard messages in the languages of the host. Those of the form come first.
  ///   - allowsTrailingCommas: Whether a comma is allowed before a closing bracket. JSON does not
  ///     allow it.
  ///   - limits: The limits of the form and its live forms.
  /// - Throws: An error with every problem. For malformed JSON, only the first.
  /// - Returns: The compiled form.
  public static func compile(
    json: some Sequence<UInt8>, named name: String = "form",
    functions: [String: FormFunction] = [:], messages: MessageCatalogue = MessageCatalogue(),
    allowsTrailingCommas: Bool = false,
    limits: FormLimits = .standard
  ) throws(CompileFailure) -> CompiledForm {
    let bytes = Array(json)
    let root: JSONElement
    do throws(Problem) {
      root = try JSONReader.read(
        bytes, allowsTrailingCommas: allowsTrailingCommas, maximumBytes: limits.allowed.fileBytes)
    } catch {
      throw CompileFailure(problems: [error], source: FormSource(name: name, bytes: bytes))
    }
    let (definition, problems) = DefinitionReader.read(root, within: limits.allowed)
    return try CompiledForm(
      definition, functions, messages, limits.allowed, readProblems: problems,
      source: FormSource(name: name, bytes: bytes, root: root))
  }

  private init(
    _ definition: FormDefinition, _ functions: [String: FormFunction],
    _ messages: MessageCatalogue, _ limits: FormLimits,
    readProblems: [Problem], source: FormSource?
  ) throws(CompileFailure) {
    if let problem = FormCompiler.problem(in: definition, rowLimit: limits.rows)
      ?? FormCompiler.problem(in: definition, conditionLimit: limits.conditions)
    {
      let all = readProblems + [problem]
      throw CompileFailure(problems: source?.placed(all) ?? all, source: source)
    }
    let compiled = FormCompiler.compile(
      definition, functions: functions, messages: messages, limits: limits)
    let found = readProblems + compiled.problems
    let all = source?.placed(found) ?? found
    guard all.allSatisfy({ $0.severity == .warning }) else {
      throw CompileFailure(problems: all, source: source)
    }
    graph = compiled.graph
    given = Shared(definition)
    warnings = all
  }
}
