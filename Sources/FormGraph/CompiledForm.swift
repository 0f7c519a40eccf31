// A form after checking and compiling. It is immutable, and all live forms of the same form share
// it.

package import Predicate

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

  /// The tables of the form, by name: its own, and those that the host handed in.
  public var tables: [String: FormTable] {
    let tables = graph.topology.graph.tables
    return Dictionary(
      tables.names.indices.map { (tables.names[$0], tables[TableID($0)]) },
      uniquingKeysWith: { old, _ in old })
  }

  /// The definition that the form was compiled from.
  public var definition: FormDefinition { given.value }

  /// The functions of the host that the form calls, in alphabetical order.
  ///
  /// - Complexity: O(n) in the number of texts.
  public var calledFunctions: [String] {
    guard !graph.topology.graph.functions.isEmpty else { return [] }
    let texts = graph.topology.graph.texts
    return texts.indices.reduce(into: Set()) { $0.formUnion(texts[$1].hostFunctions) }.sorted()
  }

  /// Whether a function is only asked by rules `asyncFunction`, which no call can answer.
  ///
  /// - Complexity: O(n) in the number of rows and nodes.
  package func isOnlyAsked(_ function: String) -> Bool {
    let topology = graph.topology
    let isAsked = topology.rows.indices.contains { index in
      topology.rows[index].content.rules.leaves.contains { leaf in
        if case .asyncFunction(function, _) = leaf.rule.kind { true } else { false }
      }
    }
    guard isAsked else { return false }
    let isCalled = topology.graph.texts.indices.contains { index in
      !topology.graph.texts[index].isFunction
        && topology.graph.texts[index].hostFunctions.contains(function)
    }
    return !isCalled
      && !topology.graph.nodes.inUse.contains { node in
        guard case .function(let id)? = topology.graph.nodes[node].run?.code else { return false }
        return topology.graph.functions[id.index].name == function
      }
  }

  /// Compiles a definition.
  ///
  /// - Parameters:
  ///   - definition: The form, read from a file or built in Swift.
  ///   - functions: The functions that the definition names, by their names.
  ///   - tables: Tables by name. A table takes the place of the definition's table of that name,
  ///     and must have its columns.
  ///   - messages: Standard messages in the languages of the host. Those of the form come first.
  ///   - limits: The limits of the form and its live forms.
  /// - Throws: An error with every problem.
  /// - Complexity: O(n) in the size of the form and its texts.
  public init(
    _ definition: FormDefinition, functions: [String: FormFunction] = [:],
    tables: [String: FormTable] = [:], messages: MessageCatalogue = MessageCatalogue(),
    limits: FormLimits = .standard
  ) throws(CompileFailure) {
    try self.init(
      definition, functions, GivenTables(tables: tables), messages, limits.allowed,
      readProblems: [], source: nil)
  }

  /// Compiles a form that has been read from a file.
  ///
  /// - Parameters:
  ///   - document: The form as its file says it.
  ///   - functions: The functions that the form names, by their names.
  ///   - tables: Tables by name. A table takes the place of the form's table of that name, and must
  ///     have its columns.
  ///   - readFile: Returns the bytes of a file that a table names, such as `data/wards.csv`. The
  ///     path has no `..` and no drive, but a link may lead out of the folder of the form. Without
  ///     the function such a table must be among `tables`.
  ///   - messages: Standard messages in the languages of the host. Those of the form come first.
  ///   - limits: The limits of the form and its live forms.
  /// - Throws: An error with every problem. For malformed JSON, only the first.
  /// - Complexity: O(n) in the size of the form and its texts.
  public init(
    _ document: FormDocument, functions: [String: FormFunction] = [:],
    tables: [String: FormTable] = [:], readFile: ((String) throws -> [UInt8])? = nil,
    messages: MessageCatalogue = MessageCatalogue(), limits: FormLimits = .standard
  ) throws(CompileFailure) {
    guard let definition = document.definition else {
      throw CompileFailure(problems: document.readProblems, source: document.source)
    }
    try self.init(
      definition, functions, GivenTables(tables: tables, readFile: readFile), messages,
      limits.allowed, readProblems: document.readProblems, source: document.source)
  }

  /// Reads a form from JSON and compiles it.
  ///
  /// - Parameters:
  ///   - json: The bytes of the file.
  ///   - name: The name of the file in messages.
  ///   - functions: The functions that the form names, by their names.
  ///   - tables: Tables by name. A table takes the place of the form's table of that name, and must
  ///     have its columns.
  ///   - readFile: Returns the bytes of a file that a table names, such as `data/wards.csv`. The
  ///     path has no `..` and no drive, but a link may lead out of the folder of the form. Without
  ///     the function such a table must be among `tables`.
  ///   - messages: Standard messages in the languages of the host. Those of the form come first.
  ///   - allowsTrailingCommas: Whether a comma is allowed before a closing bracket. JSON does not
  ///     allow it.
  ///   - limits: The limits of the form and its live forms.
  /// - Throws: An error with every problem. For malformed JSON, only the first.
  /// - Returns: The compiled form.
  public static func compile(
    json: some Sequence<UInt8>, named name: String = "form",
    functions: [String: FormFunction] = [:], tables: [String: FormTable] = [:],
    readFile: ((String) throws -> [UInt8])? = nil,
    messages: MessageCatalogue = MessageCatalogue(), allowsTrailingCommas: Bool = false,
    limits: FormLimits = .standard
  ) throws(CompileFailure) -> CompiledForm {
    try CompiledForm(
      FormDocument(
        json: json, named: name, allowsTrailingCommas: allowsTrailingCommas, limits: limits),
      functions: functions, tables: tables, readFile: readFile, messages: messages,
      limits: limits)
  }

  /// The limits of each predicate and formula.
  package var textLimits: Limits { graph.topology.graph.limits.texts }

  private init(
    _ definition: FormDefinition, _ functions: [String: FormFunction], _ tables: GivenTables,
    _ messages: MessageCatalogue, _ limits: FormLimits,
    readProblems: [Problem], source: FormSource?
  ) throws(CompileFailure) {
    if let problem = FormCompiler.problem(in: definition, rowLimit: limits.rows)
      ?? FormCompiler.problem(in: definition, conditionLimit: limits.conditions)
      ?? FormCompiler.problem(ofListing: definition, within: limits)
    {
      let all = readProblems + [problem]
      throw CompileFailure(problems: source?.placed(all) ?? all, source: source)
    }
    let compiled = FormCompiler.compile(
      definition, functions: functions, tables: tables, messages: messages, limits: limits)
    let found = readProblems + compiled.problems
    let all = source?.placed(found) ?? found
    guard all.allSatisfy({ $0.severity == .warning }) else {
      throw CompileFailure(
        problems: all, source: source, definition: definition, textLimits: limits.texts)
    }
    graph = compiled.graph
    given = Shared(definition)
    warnings = all
  }
}
