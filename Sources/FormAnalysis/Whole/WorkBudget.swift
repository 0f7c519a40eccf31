// Bounds the work of the checks that look at several texts at once, and says what was left out.

import FormGraph
import Predicate

/// What may still be looked at.
struct WorkBudget {
  /// The work that is left: about a byte that is parsed or a comparison that is visited, 100 ns.
  private var left = maximum
  private var leftOut = 0
  private var first: JSONPath?

  /// The work for one form.
  static let maximum = 20_000_000

  var isLeft: Bool { left > 0 }

  mutating func charge(_ work: Int) {
    Effort.count(work)
    left -= work
  }

  /// Notes that something was not looked at.
  mutating func leaveOut(_ path: JSONPath) {
    leftOut += 1
    if first == nil { first = path }
  }

  /// What was left out; nil if nothing was.
  var finding: Finding? {
    guard let first else { return nil }
    return Finding(
      .checkLeftOut,
      Problem(
        leftOut == 1
          ? "this condition was not looked at together with those around it: they are too long"
          : "\(leftOut) conditions, from this one on, were not looked at together with those around "
            + "them: they are too long, or too many",
        severity: .warning, path: first))
  }
}
