// The yardstick for what one switch decides of a million rows: one pass over their bits in words,
// which flips each and counts those that are set.

/// Bits in words of 64.
package final class BitPass {
  private var words: [UInt64]
  private var set = 0

  package init(count: Int) { words = Array(repeating: 0, count: count / 64) }

  /// Flips every bit.
  ///
  /// - Returns: How many more or fewer are set.
  @inline(never)
  package func flip() -> Int {
    // By the buffer, or every word would ask whether the list is its own.
    let count = words.withUnsafeMutableBufferPointer { words in
      var count = 0
      for index in words.indices {
        words[index] = ~words[index]
        count &+= words[index].nonzeroBitCount
      }
      return count
    }
    defer { set = count }
    return abs(count - set)
  }
}
