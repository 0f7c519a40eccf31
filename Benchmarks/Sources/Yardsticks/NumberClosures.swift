// Yardsticks for a million programs and a million formulas: rows below one number, each with a
// closure of its own over the cells of `CellClosures`, called through an array.

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

/// Rows that are each calculated by a closure of its own: `a * k * rate`, where many rows read one
/// `a`.
package final class ProductRows {
  package typealias Closure = (UnsafePointer<PlainCell>) -> PlainCell

  private let cells: UnsafeMutablePointer<PlainCell>
  private let closures: [Closure]
  private let values: UnsafeMutablePointer<PlainCell>

  /// Makes so many rows, which read the inputs in turn; the first cell is the number, 0, and the
  /// second the rate.
  package init(count: Int, inputs: [Int], rate: Double) {
    cells = .allocate(capacity: inputs.count + 2)
    cells.initialize(to: PlainCell(.int, 0))
    (cells + 1).initialize(to: PlainCell(.double, rate.bitPattern))
    for (index, input) in inputs.enumerated() {
      (cells + index + 2).initialize(to: PlainCell(.int, UInt64(input)))
    }
    closures = (0..<count).map { row in
      let place = 2 + row % inputs.count
      return { cells in
        guard let input = cells[place].int, let number = cells[0].int, let rate = cells[1].double
        else { return PlainCell(.null, 0) }
        // Multiplied with a check, as whole numbers are.
        return PlainCell(.double, (Double(input * number) * rate).bitPattern)
      }
    }
    values = .allocate(capacity: count)
    values.initialize(repeating: PlainCell(.null, 0), count: count)
    refresh()
  }

  deinit {
    cells.deallocate()
    values.deallocate()
  }

  /// Sets the number, asks every closure, and counts the rows that have another value.
  package func set(_ number: Int) -> Int {
    cells[0].bits = UInt64(number)
    return refresh()
  }

  /// The bits of what a row holds.
  package func bits(of row: Int) -> UInt64 { values[row].bits }

  @inline(never) @discardableResult
  private func refresh() -> Int {
    var changed = 0
    for row in closures.indices {
      let value = closures[row](cells)
      if value.bits != values[row].bits || value.tag != values[row].tag { changed += 1 }
      values[row] = value
    }
    return changed
  }
}
