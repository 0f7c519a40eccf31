// Everything that is wrong with a form that could not be compiled.

public import Foundation
public import Predicate

/// Why a form could not be compiled: everything that is wrong with it.
public struct CompileFailure: LocalizedError, Sendable, CustomStringConvertible {
  /// Every problem, warnings included.
  public let problems: [Problem]
  /// The file, if the form came from one.
  public let source: FormSource?

  /// The definition without the parts that could not be read; nil if the form exceeds a limit, or
  /// its file is not JSON.
  package private(set) var definition: FormDefinition?
  /// The limits of each predicate and formula.
  package private(set) var textLimits = Limits.standard

  /// Makes a failure.
  init(problems: [Problem], source: FormSource?) {
    self.problems = problems
    self.source = source
  }

  /// Makes a failure of a form whose definition could be read.
  init(
    problems: [Problem], source: FormSource?, definition: FormDefinition, textLimits: Limits
  ) {
    self.init(problems: problems, source: source)
    self.definition = definition
    self.textLimits = textLimits
  }

  /// The problems as they are shown to people.
  public var description: String { ProblemRenderer(source: source).text(of: problems) }

  /// The sentences of the errors, one per line, without places and warnings.
  public var message: String { lines(of: errors.map(\.message)) ?? "" }

  /// What the author of the form can do about the errors, one hint per line; nil if there is no
  /// hint.
  public var hint: String? { lines(of: errors.map(\.hint)) }

  /// The sentences of the errors.
  public var errorDescription: String? { message }

  /// The hints.
  public var recoverySuggestion: String? { hint }

  private var errors: [Problem] { problems.filter { $0.severity == .error } }
}

extension CompileFailure {
  /// The problems with their places: lines and columns from 1 where the form came from a file,
  /// ranges in UTF-8 offsets.
  public var json: Value { Problem.json(of: problems, in: source) }
}
