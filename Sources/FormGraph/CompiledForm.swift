// A form that has been checked and connected: immutable, and the same for every live form.

import Predicate

/// A compiled form, from which any number of live forms open on any number of threads.
public struct CompiledForm: Sendable {
  let graph: CompiledGraph
  /// The form as it opens, once it has been opened.
  let opened = OpenedForm()
  /// What the form was compiled from.
  let given: Shared<FormDefinition>
  /// What is likely to be a mistake, and stops nothing.
  public let warnings: [Problem]

  /// The definition the form was compiled from.
  public var definition: FormDefinition { given.value }

  /// Compiles a definition.
  ///
  /// - Parameters:
  ///   - definition: The form, read from a file or built in Swift.
  ///   - functions: The functions that the definition names, by their names.
  ///   - limits: What bounds the form and its live forms.
  /// - Throws: Every problem at once.
  /// - Complexity: O(n) in the size of the form and its texts.
  public init(
    _ definition: FormDefinition, functions: [String: FormFunction] = [:],
    limits: FormLimits = .standard
  ) throws(CompileFailure) {
    try self.init(definition, functions, limits.allowed, readProblems: [], source: nil)
  }

  /// Compiles a form from JSON.
  ///
  /// - Parameters:
  ///   - json: The bytes of the file.
  ///   - name: What messages call the file.
  ///   - functions: The functions that the form names, by their names.
  ///   - allowsTrailingCommas: Whether a comma may stand before a closing bracket, which is no
  ///     JSON.
  ///   - limits: What bounds the form and its live forms.
  /// - Throws: Every problem at once; of malformed JSON the first.
  /// - Returns: The compiled form.
  public static func compile(
    json: some Sequence<UInt8>, named name: String = "form",
    functions: [String: FormFunction] = [:], allowsTrailingCommas: Bool = false,
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
      definition, functions, limits.allowed, readProblems: problems,
      source: FormSource(name: name, bytes: bytes, root: root))
  }

  private init(
    _ definition: FormDefinition, _ functions: [String: FormFunction], _ limits: FormLimits,
    readProblems: [Problem], source: FormSource?
  ) throws(CompileFailure) {
    if let problem = FormCompiler.problem(in: definition, rowLimit: limits.rows)
      ?? FormCompiler.problem(in: definition, conditionLimit: limits.conditions)
    {
      let all = readProblems + [problem]
      throw CompileFailure(problems: source?.placed(all) ?? all, source: source)
    }
    let compiled = FormCompiler.compile(definition, functions: functions, limits: limits)
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
