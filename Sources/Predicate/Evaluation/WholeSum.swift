// A sum of integers that never overflows on the way, so that it depends on no order: whoever keeps
// one by difference and whoever adds all of them up again come to the same.

/// A sum of integers of 64 bits, as many as memory holds.
package struct WholeSum: Sendable {
  private var whole: Int128 = 0

  package init(_ int: Int64 = 0) { whole = Int128(int) }

  // 2^63 integers of 64 bits, more than memory holds, take 127 bits.

  package mutating func add(_ int: Int64) { whole &+= Int128(int) }

  package mutating func subtract(_ int: Int64) { whole &-= Int128(int) }

  /// The sum, where it fits an integer.
  package var int: Int64? { Int64(exactly: whole) }
}
