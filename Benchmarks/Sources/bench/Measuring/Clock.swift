// Timing of two sides in turns, by the CPU time of the thread: other load on the machine then costs
// cache misses, but no waiting. The best round of each side counts, because noise only ever adds.

import CSupport
import Foundation

/// How long something took.
struct Elapsed {
  /// CPU time, in nanoseconds.
  var cpu = 0.0
  /// Wall time, in nanoseconds.
  var wall = 0.0
}

/// The two clocks, from the moment the stopwatch is made.
struct Stopwatch {
  private let wall = ContinuousClock.now
  private let cpu = thread_nanoseconds()

  /// The CPU time of this thread and the wall time since then.
  var elapsed: Elapsed {
    let cpu = thread_nanoseconds() - cpu
    return Elapsed(cpu: cpu, wall: (ContinuousClock.now - wall) / .nanoseconds(1))
  }
}

/// The rounds of a side, and the result of its work.
struct Timed {
  private var rounds: [Elapsed] = []
  private(set) var checksum: Checksum?

  init() {}

  /// The CPU time of the best round.
  var nanoseconds: Double { rounds.map(\.cpu).min() ?? .infinity }

  /// The wall time of the best round.
  var wall: Double { rounds.map(\.wall).min() ?? .infinity }

  /// The CPU time of the median round, in best rounds.
  var spread: Double {
    rounds.isEmpty ? 1 : rounds.map(\.cpu).sorted()[rounds.count / 2] / nanoseconds
  }

  /// The geometric mean of sides that took as many rounds: of their best rounds, of their second
  /// best, and so on.
  static func mean(of sides: [Timed]) -> Timed {
    var mean = Timed()
    let cpus = sides.map { $0.rounds.map(\.cpu).sorted() }
    let walls = sides.map { $0.rounds.map(\.wall).sorted() }
    mean.rounds = (cpus.first ?? []).indices.map { round in
      Elapsed(
        cpu: geometricMean(cpus.map { $0[round] }), wall: geometricMean(walls.map { $0[round] }))
    }
    mean.checksum = .of(all: sides.compactMap(\.checksum))
    return mean
  }

  mutating func add(_ elapsed: Elapsed, _ sum: Checksum) throws {
    rounds.append(elapsed)
    guard checksum == nil || checksum == sum else { throw UnstableWork() }
    checksum = sum
  }

  /// Adds a round.
  mutating func time(_ side: () throws -> Checksum) throws {
    let watch = Stopwatch()
    let sum = try side()
    try add(watch.elapsed, sum)
  }

  /// Adds a round that makes something, which is summed and freed after the clock has stopped.
  mutating func time(making side: () throws -> () -> Checksum) throws {
    let watch = Stopwatch()
    let sum = try side()
    let elapsed = watch.elapsed
    try add(elapsed, sum())
  }
}

/// The same work gave another result in another round.
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
  for turn in sides.indices {
    let side = (turn + round) % sides.count
    try timed[side].time(sides[side])
  }
}

/// The same for sides that make something: what they made is summed and freed after the clock has
/// stopped.
func inTurns(_ rounds: Int, making sides: (() throws -> () -> Checksum)...) throws -> [Timed] {
  var timed = Array(repeating: Timed(), count: sides.count)
  for round in 0..<max(rounds, 1) {
    for turn in sides.indices {
      let side = (turn + round) % sides.count
      try timed[side].time(making: sides[side])
    }
  }
  return timed
}

/// The rounds of one side.
func best(of rounds: Int, _ side: () throws -> Checksum) throws -> Timed {
  var timed = Timed()
  for _ in 0..<max(rounds, 1) { try timed.time(side) }
  return timed
}

/// The geometric mean.
func geometricMean(_ values: [Double]) -> Double {
  exp(values.reduce(0) { $0 + log($1) } / Double(values.count))
}
