// A pattern that tries exponentially many ways, on a text of 100 kB: the time until it is an error,
// and on short texts the steps that it counts as. They are the same for the same library of regular
// expressions: the one that comes with Swift on Linux. Other systems have their own, and there they
// must only be the same when they are found again.

import Predicate

/// There was an answer where there should be an error.
private struct Answered: Error {
  let isMatch: Bool
}

extension EvaluationError {
  /// Whether it says that the pattern takes too long.
  fileprivate var isAboutTime: Bool {
    diagnostic.message == "the regular expression takes too long on this text"
  }

  /// Whether it says that the steps are used up, before the pattern is tried at all.
  fileprivate var isAboutSteps: Bool {
    diagnostic.message.hasPrefix("the evaluation takes more than ")
  }
}

extension Benchmark {
  static let hostileRegex = Benchmark(
    name: "regex-hostile", summary: "(a+)+$ against 100 kB: the time until it is an error; shown"
  ) { settings in
    func condition(_ limits: Limits = .standard) throws -> Condition {
      try Condition("$text MATCHES '(a+)+$'", limits: limits)
    }
    func text(_ length: Int) -> [String: Value] {
      ["text": .string(String(repeating: "a", count: length) + "b")]
    }
    let (standing, long) = (try condition(), text(100_000))
    var message = ""
    let timed = try best(of: settings.rounds(5)) {
      do {
        throw Answered(isMatch: try standing.evaluate(variables: long))
      } catch let error as EvaluationError where error.isAboutTime {
        message = "\(error)"
        return .of(message.utf8.count)
      }
    }
    /// The fewest steps with which there is an answer.
    func steps(_ length: Int) throws -> Int {
      let text = text(length)
      var (low, high) = (0, Limits.standard.steps)
      while low + 1 < high {
        var limits = Limits.standard
        limits.steps = (low + high) / 2
        do {
          _ = try condition(limits).evaluate(variables: text)
          high = limits.steps
        } catch let error as EvaluationError where error.isAboutTime || error.isAboutSteps {
          low = limits.steps
        }
      }
      return high
    }
    let lengths = [12, 14, 16]
    #if os(Linux)
      let (recorded, proof) = ([[1_141, 303_449, 1_311_133]], "as recorded")
    #else
      let (recorded, proof): ([[Int]], String) = ([], "the same when found again")
    #endif
    let counts = try [0, 1].map { _ in try lengths.map(steps) } + recorded
    return [
      Measure(
        name: "regex-hostile", title: "(a+)+$ on 100 kB, until it is an error",
        ours: timed.nanoseconds,
        checksums: counts.map { counts in .of(all: counts.map { .of($0) }) }, timed: [timed],
        notes: [
          "steps: all \(Limits.standard.steps); to an answer on "
            + zip(lengths, counts[0]).map { "\($0) a and b: \($1)" }.joined(separator: ", ")
            + "; must be \(proof)",
          String(message.prefix { $0 != "\n" }),
        ])
    ]
  }
}
