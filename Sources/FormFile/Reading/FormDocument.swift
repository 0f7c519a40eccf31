// A form as its file says it: what was read, and what is wrong so far. Compiling it finds the rest.

/// A form that has been read from a file, and is not compiled yet.
public struct FormDocument: Sendable {
  /// The file.
  public let source: FormSource
  /// The definition, without the parts that could not be read; nil if the file was refused.
  public let definition: FormDefinition?
  /// What the reader found, with paths that follow the form.
  package private(set) var readProblems: [Problem]

  /// What is wrong with the file and its definition, with places in the file.
  ///
  /// The predicates and formulas are not read, nor the files of tables: compiling the form finds
  /// what is wrong with them.
  ///
  /// - Complexity: O(n) in the size of the form.
  public var problems: [Problem] { source.placed(readProblems + (definition?.problems ?? [])) }

  /// Reads a form from JSON.
  ///
  /// - Parameters:
  ///   - json: The bytes of the file.
  ///   - name: The name of the file in messages.
  ///   - allowsTrailingCommas: Whether a comma is allowed before a closing bracket. JSON does not
  ///     allow it.
  ///   - limits: The limits of the form.
  /// - Complexity: O(n) in the size of the file.
  public init(
    json: some Sequence<UInt8>, named name: String = "form", allowsTrailingCommas: Bool = false,
    limits: FormLimits = .standard
  ) {
    let bytes = Array(json)
    let limits = limits.allowed
    do throws(Problem) {
      let root = try JSONReader.read(
        bytes, allowsTrailingCommas: allowsTrailingCommas, maximumBytes: limits.fileBytes)
      self.init(FormSource(name: name, bytes: bytes, root: root), root, within: limits)
    } catch {
      self.init(FormSource(name: name, bytes: bytes), refused: error)
    }
  }

  /// A form that an importer has read, with what it found.
  package init(_ source: FormSource, _ definition: FormDefinition, problems: [Problem]) {
    self.source = source
    self.definition = definition
    readProblems = problems
  }

  /// A file that is not read, because of a problem with all of it.
  package init(_ source: FormSource, refused problem: Problem) {
    self.source = source
    definition = nil
    readProblems = [problem]
  }

  /// Reads a form from the root of a file, which may be in another format that `questions` reads.
  package init(
    _ source: FormSource, _ root: JSONElement, within limits: FormLimits,
    questions: DefinitionReader.Questions? = nil
  ) {
    self.source = source
    (definition, readProblems) = DefinitionReader.read(
      root, within: limits.allowed, questions: questions)
  }

  /// The same form, where some warnings of the reader are errors.
  package func refusing(_ isRefused: (Problem) -> Bool) -> FormDocument {
    var document = self
    for index in readProblems.indices where isRefused(readProblems[index]) {
      document.readProblems[index].severity = .error
    }
    return document
  }
}
