// A sum of integers that never overflows on the way, so its order does not matter. A sum that is
// updated by differences equals a sum that is computed from all values.

/// A sum of 64-bit integers, as many as memory holds.
///
/// It is kept in two words, because `Int128` needs macOS 15. Even 2^63 integers, more than memory
/// holds, need only 127 bits, so the high word never overflows.
package struct WholeSum: Sendable {
  private var high: Int64 = 0
  private var low: UInt64 = 0

  package init(_ int: Int64 = 0) { add(int) }

  package mutating func add(_ int: Int64) {
    let (sum, carries) = low.addingReportingOverflow(UInt64(bitPattern: int))
    low = sum
    high += (int < 0 ? -1 : 0) + (carries ? 1 : 0)
  }

  package mutating func subtract(_ int: Int64) {
    let (difference, borrows) = low.subtractingReportingOverflow(UInt64(bitPattern: int))
    low = difference
    high -= (int < 0 ? -1 : 0) + (borrows ? 1 : 0)
  }

  /// The sum, or nil if it does not fit in 64 bits.
  package var int: Int64? {
    let int = Int64(bitPattern: low)
    return high == (int < 0 ? -1 : 0) ? int : nil
  }
}
