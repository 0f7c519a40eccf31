// Everything that is wrong with a form that could not be compiled.

public import Predicate

/// Why a form could not be compiled: everything that is wrong with it.
public struct CompileFailure: Error, Sendable, CustomStringConvertible {
  /// Every problem, warnings included.
  public let problems: [Problem]
  /// The file, if the form came from one.
  public let source: FormSource?

  /// The problems as they are shown to people.
  public var description: String { ProblemRenderer(source: source).text(of: problems) }
}

extension CompileFailure {
  /// The problems with their places: lines and columns from 1 where the form came from a file,
  /// ranges in UTF-8 offsets.
  public var json: Value { Problem.json(of: problems, in: source) }
}
