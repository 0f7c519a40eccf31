// The problems of one stage, up to a limit. A thousand similar problems do not help the author, and
// a hostile form must not be able to cause more work.

/// The problems that a stage has found so far.
package struct ProblemList {
  /// The largest number of errors, and of warnings, that are listed.
  ///
  /// One more entry then says that there are more.
  static let maximum = 1000

  /// The problems, in the order they were found.
  package private(set) var problems: [Problem] = []
  private var errors = 0
  private var warnings = 0

  package init() {}

  /// The number of problems, including problems past the limit.
  var count: Int { errors + warnings }

  /// Whether no more problems of a severity will be listed, so that making them can be skipped.
  package func isFull(of severity: Severity) -> Bool {
    (severity == .error ? errors : warnings) > Self.maximum
  }

  /// Adds a problem.
  ///
  /// Past the limit, adds one last problem that says so.
  ///
  /// Warnings never use up the limit of errors. A problem past the limit is not made at all,
  /// because finding the nearest spelling for its hint is expensive.
  package mutating func add(
    _ severity: Severity, path: @autoclosure () -> JSONPath, range: Range<Int>? = nil,
    make: (JSONPath) -> Problem
  ) {
    let count = severity == .error ? errors : warnings
    if severity == .error { errors += 1 } else { warnings += 1 }
    if count < Self.maximum {
      problems.append(make(path()))
    } else if count == Self.maximum {
      let noun = severity == .error ? "errors" : "warnings"
      let message = "there are more than \(Self.maximum) \(noun); the rest is not listed"
      problems.append(Problem(.limit, message, severity: severity, path: path(), range: range))
    }
  }
}
