// "Did you mean": the nearest of the words that would have been right.

/// Suggests the word that was probably meant.
public enum Spelling {
  /// The candidate nearest to a word, or nil where none is near.
  ///
  /// Case is ignored, and two letters swapped count as one mistake (Damerau's distance, optimal
  /// string alignment). Up to a third of the word may be wrong. Of equally near candidates the
  /// first wins, so the answer does not depend on anything but the order given.
  ///
  /// - Complexity: O(candidates × word²); words over 64 characters suggest nothing.
  public static func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
    let letters = Array(word.lowercased())
    guard (1...64).contains(letters.count) else { return nil }
    var best: (candidate: String, distance: Int)?
    for candidate in candidates where !isExactly(candidate, word) {
      let other = Array(candidate.lowercased())
      let allowed = max(1, max(letters.count, other.count) / 3)
      guard other.count <= 64, abs(other.count - letters.count) <= allowed else { continue }
      let distance = distance(letters, other)
      // A word of one or two letters that shares none of them is no misspelling.
      guard distance <= allowed, distance < max(letters.count, other.count) else { continue }
      if distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.candidate
  }

  private static func distance(_ left: [Character], _ right: [Character]) -> Int {
    var beforeLast = [Int](repeating: 0, count: right.count + 1)
    var last = Array(0...right.count)
    for row in 1...max(1, left.count) where !left.isEmpty {
      var current = [row] + [Int](repeating: 0, count: right.count)
      for column in right.indices.map({ $0 + 1 }) {
        let isSame = left[row - 1] == right[column - 1]
        current[column] = min(
          last[column] + 1, current[column - 1] + 1, last[column - 1] + (isSame ? 0 : 1))
        if row > 1, column > 1, left[row - 1] == right[column - 2],
          left[row - 2] == right[column - 1]
        {
          current[column] = min(current[column], beforeLast[column - 2] + 1)
        }
      }
      (beforeLast, last) = (last, current)
    }
    return last[right.count]
  }
}
