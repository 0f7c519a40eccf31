// "Did you mean": the nearest of the words that would have been right.

/// Suggests the word that was probably meant.
public enum Spelling {
  /// The candidate nearest to a word, or nil where none is near.
  ///
  /// Case is ignored, and two letters swapped count as one mistake (Damerau's distance, optimal
  /// string alignment). Up to a third of the word may be wrong. Of equally near candidates the
  /// first wins, so the answer does not depend on anything but the order given.
  ///
  /// - Complexity: O(candidates × word²) at worst, a comparison of lengths for most candidates;
  ///   words over 64 scalars suggest nothing.
  public static func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
    let letters = Array(word.lowercased().unicodeScalars)
    guard (1...maximumLength).contains(letters.count) else { return nil }
    let bytes = word.utf8.count
    var best: (candidate: String, distance: Int)?
    for candidate in candidates where !isExactly(candidate, word) {
      // The same letters in another normal form.
      if candidate == word { return candidate }
      // A mistake changes four bytes at most; most candidates are out by their length alone.
      let difference = abs(candidate.utf8.count - bytes)
      guard difference <= 4 * max(1, max(bytes, candidate.utf8.count) / 3) else { continue }
      let other = Array(candidate.lowercased().unicodeScalars)
      let allowed = max(1, max(letters.count, other.count) / 3)
      // A word of one or two letters that shares none of them is no misspelling.
      let limit = min(
        allowed, max(letters.count, other.count) - 1, best.map { $0.distance - 1 } ?? .max)
      guard other.count <= maximumLength, abs(other.count - letters.count) <= limit,
        let distance = distance(letters, other, limit: limit)
      else { continue }
      best = (candidate, distance)
    }
    return best?.candidate
  }

  private static let maximumLength = 64

  /// The distance of two words; nil where it is above the limit.
  private static func distance(
    _ left: [Unicode.Scalar], _ right: [Unicode.Scalar], limit: Int
  ) -> Int? {
    guard limit >= 0 else { return nil }
    var beforeLast = [Int](repeating: 0, count: right.count + 1)
    var last = Array(0...right.count)
    var current = last
    for row in left.indices {
      current[0] = row + 1
      var lowest = current[0]
      for column in right.indices {
        let isSame = left[row] == right[column]
        var cost = min(last[column + 1], current[column]) + 1
        cost = min(cost, last[column] + (isSame ? 0 : 1))
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        current[column + 1] = cost
        lowest = min(lowest, cost)
      }
      // A swap reaches back two rows, and no further.
      if lowest > limit, last.allSatisfy({ $0 > limit }) { return nil }
      swap(&beforeLast, &last)
      swap(&last, &current)
    }
    return last[right.count] <= limit ? last[right.count] : nil
  }
}
