// Problems as one stage finds them, up to a limit: what is wrong a thousand times needs no more
// words, and a hostile form must not be able to ask for them.

/// The problems a stage has found so far.
struct ProblemList {
  /// How many errors, and how many warnings, are listed; after them one more says that there are
  /// others.
  static let maximum = 1000

  /// The problems, in the order they were found.
  private(set) var problems: [Problem] = []
  private var errors = 0
  private var warnings = 0

  /// How many there are, those past the limit included.
  var count: Int { errors + warnings }

  /// Whether nothing more will be listed, so that nobody needs to make it.
  func isFull(of severity: Severity) -> Bool {
    (severity == .error ? errors : warnings) > Self.maximum
  }

  /// Adds a problem; past the limit one last that says so.
  ///
  /// Warnings never take the place of errors.
  /// A problem past the limit is not even made: finding the nearest spelling for its hint is the
  /// dearest thing there is about it.
  mutating func add(
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
      problems.append(Problem(message, severity: severity, path: path(), range: range))
    }
  }
}
