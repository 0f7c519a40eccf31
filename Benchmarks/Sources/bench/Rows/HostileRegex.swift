// A pattern that tries exponentially many ways, on a text of 100 kB: the time until it is an error,
// and on short texts the steps that it counts as, which must be the same each time.

import Predicate

/// There was an answer where there should be an error.
private struct Answered: Error {
  let isMatch: Bool
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
      } catch let error as EvaluationError {
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
        let answer = try? condition(limits).evaluate(variables: text)
        if answer == nil { low = limits.steps } else { high = limits.steps }
      }
      return high
    }
    let lengths = [12, 14, 16]
    let counts = try [0, 1].map { _ in try lengths.map(steps) }
    return [
      Measure(
        name: "regex-hostile", title: "(a+)+$ on 100 kB, until it is an error",
        ours: timed.nanoseconds,
        checksums: counts.map { counts in .of(all: counts.map { .of($0) }) },
        notes: [
          "steps: all \(Limits.standard.steps); to an answer on "
            + zip(lengths, counts[0]).map { "\($0) a and b: \($1)" }.joined(separator: ", "),
          String(message.prefix { $0 != "\n" }),
        ])
    ]
  }
}
