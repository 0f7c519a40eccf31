// Random numbers that can be had again: a failing test prints its seed, and the same seed makes the
// same run. After Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators" (2014).

import Foundation

/// A small random number generator with a seed.
public struct SplitMix64: RandomNumberGenerator, Sendable {
  /// What the sequence started from.
  public let seed: UInt64
  private var state: UInt64

  /// Starts the sequence of a seed.
  public init(seed: UInt64) {
    self.seed = seed
    state = seed
  }

  /// The generator of a test: its own seed, or the one in the environment variable `TEST_SEED`.
  public static func forTest(_ seed: UInt64) -> SplitMix64 {
    let given = ProcessInfo.processInfo.environment["TEST_SEED"].flatMap { UInt64($0) }
    return SplitMix64(seed: given ?? seed)
  }

  /// The next number.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
