// A yardstick for a million programs: rows below one number, each with a closure of its own over
// the cells of `CellClosures`, called through an array.

/// Rows that are each hidden by a closure of its own: `k == row`.
package final class EqualityRows {
  private let cells: UnsafeMutablePointer<PlainCell>
  private let closures: [CellClosures.Closure]
  private var bits: [UInt64]

  /// Makes so many rows; the number is 0.
  package init(count: Int) {
    cells = .allocate(capacity: 1)
    cells.initialize(to: PlainCell(.int, 0))
    closures = (0..<count).map { row in
      let wanted = Int64(row)
      return { cells in
        guard let number = cells[0].int else { return false }
        return number == wanted
      }
    }
    bits = Array(repeating: 0, count: (count + 63) / 64)
    refresh()
  }

  deinit { cells.deallocate() }

  /// Sets the number, asks every closure, and counts the rows that changed their mind.
  package func set(_ number: Int) -> Int {
    cells[0].bits = UInt64(number)
    return refresh()
  }

  /// Whether a row is hidden.
  package func isHidden(_ row: Int) -> Bool { bits[row / 64] >> UInt64(row % 64) & 1 == 1 }

  @inline(never) @discardableResult
  private func refresh() -> Int {
    var changed = 0
    for word in bits.indices {
      var new: UInt64 = 0
      let first = word * 64
      for row in first..<min(first + 64, closures.count) where closures[row](cells) {
        new |= 1 << UInt64(row - first)
      }
      changed += (new ^ bits[word]).nonzeroBitCount
      bits[word] = new
    }
    return changed
  }
}
