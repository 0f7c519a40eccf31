// A form that has been checked and connected: immutable, and the same for every live form.

/// A compiled form, from which any number of live forms open on any number of threads.
public struct CompiledForm: Sendable {
  let topology: Topology
  /// The definition the form was compiled from.
  public let definition: FormDefinition
  /// What is likely to be a mistake, and stops nothing.
  public let warnings: [Problem]

  /// Compiles a definition.
  ///
  /// - Parameter definition: The form, read from a file or built in Swift.
  /// - Throws: Every problem at once.
  /// - Complexity: O(n) in the size of the form and its texts.
  public init(_ definition: FormDefinition) throws(CompileFailure) {
    try self.init(definition, readProblems: [], source: nil)
  }

  /// Compiles a form from JSON.
  ///
  /// - Parameters:
  ///   - json: The bytes of the file.
  ///   - name: What messages call the file.
  /// - Throws: Every problem at once; of malformed JSON the first.
  /// - Returns: The compiled form.
  public static func compile(
    json: some Sequence<UInt8>, named name: String = "form"
  ) throws(CompileFailure) -> CompiledForm {
    let bytes = Array(json)
    let root: JSONElement
    do throws(Problem) {
      root = try JSONReader.read(bytes)
    } catch {
      throw CompileFailure(problems: [error], source: FormSource(name: name, bytes: bytes))
    }
    let (definition, problems) = DefinitionReader.read(root)
    return try CompiledForm(
      definition, readProblems: problems,
      source: FormSource(name: name, bytes: bytes, root: root))
  }

  private init(
    _ definition: FormDefinition, readProblems: [Problem], source: FormSource?
  ) throws(CompileFailure) {
    let (topology, problems) = FormCompiler.compile(definition)
    let all = (readProblems + problems).map { source?.placed($0) ?? $0 }
    guard all.allSatisfy({ $0.severity == .warning }) else {
      throw CompileFailure(problems: all, source: source)
    }
    self.topology = topology
    self.definition = definition
    warnings = all
  }
}

/// Why a form could not be compiled: everything that is wrong with it.
public struct CompileFailure: Error, Sendable, CustomStringConvertible {
  /// Every problem, warnings included.
  public let problems: [Problem]
  /// The file, if the form came from one.
  public let source: FormSource?

  /// The problems as they are shown to people.
  public var description: String { ProblemRenderer(source: source).text(of: problems) }
}
