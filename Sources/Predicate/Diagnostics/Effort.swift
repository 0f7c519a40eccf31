// Counts steps of work, so that a test can say how work grows with its input without a clock. Only
// loops count that an input could make run once for each pair of its elements. A release build
// counts nothing.

/// Counts the steps of a task.
package enum Effort {
  /// The number of steps so far.
  ///
  /// Sendable: only the task that it was made for counts with it.
  package final class Meter: @unchecked Sendable {
    package fileprivate(set) var steps = 0

    package init() {}
  }

  /// The meter of this task; nil if nobody asks.
  @TaskLocal package static var meter: Meter?

  /// Counts steps in a debug build.
  @inline(__always)
  package static func count(_ steps: @autoclosure () -> Int) {
    #if DEBUG
      meter?.steps += steps()
    #endif
  }

  /// The number of steps that a task takes; zero in a release build.
  package static func steps<Failure: Error>(
    of task: () throws(Failure) -> Void
  ) throws(Failure) -> Int {
    let meter = Meter()
    let result: Result<Void, Failure> = $meter.withValue(meter) {
      do throws(Failure) { return .success(try task()) } catch { return .failure(error) }
    }
    try result.get()
    return meter.steps
  }
}
