// Problems as one stage finds them, up to a limit: what is wrong a thousand times needs no more
// words, and a hostile form must not be able to ask for them.

/// The problems a stage has found so far.
struct ProblemList {
  /// How many problems are listed; after them one more says that there are others.
  static let maximum = 1000

  /// The problems, in the order they were found.
  private(set) var problems: [Problem] = []

  /// Adds a problem; past the limit one last, an error, that says so.
  ///
  /// A problem past the limit is not even made: finding the nearest spelling for its hint is the
  /// dearest thing there is about it.
  mutating func add(
    path: @autoclosure () -> JSONPath, range: Range<Int>? = nil, make: (JSONPath) -> Problem
  ) {
    if problems.count < Self.maximum {
      problems.append(make(path()))
    } else if problems.count == Self.maximum {
      let message = "there are more than \(Self.maximum) problems; the rest is not listed"
      problems.append(Problem(message, path: path(), range: range))
    }
  }
}
