// Timing of two sides in turns, so that what else the machine does falls on both alike. The best
// round of each side counts: noise only ever adds.

import Foundation

/// The best time of a side, and what its work came to.
struct Timed {
  var nanoseconds = Double.infinity
  var checksum: Checksum?

  fileprivate mutating func add(_ time: Duration, _ sum: Checksum) throws {
    let (seconds, attoseconds) = time.components
    nanoseconds = min(nanoseconds, Double(seconds) * 1e9 + Double(attoseconds) / 1e9)
    guard checksum == nil || checksum == sum else { throw UnstableWork() }
    checksum = sum
  }
}

/// The same work came to something else in another round.
struct UnstableWork: Error, CustomStringConvertible {
  var description: String { "two rounds of the same work gave different results" }
}

/// Runs each side so many times, in turns, beginning with another one each round.
///
/// Noise of the machine comes in waves: many short rounds find the quiet between them, a few long
/// ones do not.
func inTurns(_ rounds: Int, _ sides: (() throws -> Checksum)...) throws -> [Timed] {
  var timed = Array(repeating: Timed(), count: sides.count)
  for round in 0..<max(rounds, 1) { try takeTurns(round, &timed, sides) }
  return timed
}

/// Runs each side once, as one round of several that belong together.
func takeTurns(_ round: Int, _ timed: inout [Timed], _ sides: [() throws -> Checksum]) throws {
  let clock = ContinuousClock()
  for turn in sides.indices {
    let side = (turn + round) % sides.count
    var sum = Checksum()
    let time = try clock.measure { sum = try sides[side]() }
    try timed[side].add(time, sum)
  }
}

/// The same for sides that make something: what they made is summed, and let go, when the clock has
/// stopped.
func inTurns(_ rounds: Int, making sides: (() throws -> () -> Checksum)...) throws -> [Timed] {
  let clock = ContinuousClock()
  var timed = Array(repeating: Timed(), count: sides.count)
  for round in 0..<max(rounds, 1) {
    for turn in sides.indices {
      let side = (turn + round) % sides.count
      let start = clock.now
      let sum = try sides[side]()
      try timed[side].add(clock.now - start, sum())
    }
  }
  return timed
}

/// The best time of one side.
func best(of rounds: Int, _ side: () throws -> Checksum) throws -> Timed {
  let clock = ContinuousClock()
  var timed = Timed()
  for _ in 0..<max(rounds, 1) {
    var sum = Checksum()
    let time = try clock.measure { sum = try side() }
    try timed.add(time, sum)
  }
  return timed
}

/// The geometric mean.
func geometricMean(_ values: [Double]) -> Double {
  exp(values.reduce(0) { $0 + log($1) } / Double(values.count))
}
