// A sum of integers that never overflows on the way, so that it depends on no order: whoever keeps
// one by difference and whoever adds all of them up again come to the same.

/// A sum of integers of 64 bits, as many as memory holds.
///
/// The sum is kept in two words, because `Int128` needs macOS 15. 2^63 integers of 64 bits, more
/// than memory holds, take 127 bits, so that the high word never overflows.
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

  /// The sum, if it fits an integer.
  package var int: Int64? {
    let int = Int64(bitPattern: low)
    return high == (int < 0 ? -1 : 0) ? int : nil
  }
}
