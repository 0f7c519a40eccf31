// Finds the word for a hint such as "did you mean …?": the known word that is most similar to an
// unknown one. Messages about keys, variables, functions and columns use it.

/// Suggests corrections for misspelled words.
public enum Spelling {
  /// The candidate that is most similar to a word; nil if none is similar enough.
  ///
  /// Case is ignored. The measure is the number of changed, missing, extra or swapped letters
  /// (optimal string alignment distance). At most a third of the letters may differ. The first of
  /// several equally similar candidates wins, so the result depends only on the given order.
  ///
  /// - Complexity: At worst O(candidates × word²); most candidates are rejected by their length.
  ///   For a word of more than 64 scalars the result is nil.
  public static func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
    // More bytes are more scalars than any word with a hint has.
    guard word.utf8.count <= 4 * maximumLength else { return nil }
    let letters = Array(word.lowercased().unicodeScalars)
    guard (1...maximumLength).contains(letters.count) else { return nil }
    let bytes = word.utf8.count
    let known = letterSet(of: word)
    var best: (candidate: String, distance: Int)?
    var count = 0
    defer { Effort.count(count) }
    for candidate in candidates where !isExactly(candidate, word) {
      count += 1
      // Swift's `==` is canonical equivalence: the candidate is the word in another normal form.
      if candidate == word { return candidate }
      // One changed scalar changes the length by at most four bytes. Most candidates are rejected
      // by this test.
      let difference = abs(candidate.utf8.count - bytes)
      guard difference <= 4 * max(1, max(bytes, candidate.utf8.count) / 3) else { continue }
      // Each letter that only one of the words has takes an edit, which may take one of each.
      if let known, let others = letterSet(of: candidate),
        max((known & ~others).nonzeroBitCount, (others & ~known).nonzeroBitCount)
          > max(1, max(bytes, candidate.utf8.count) / 3)
      {
        continue
      }
      let other = Array(candidate.lowercased().unicodeScalars)
      let allowed = max(1, max(letters.count, other.count) / 3)
      // At least one letter must match. This matters for words of one or two letters.
      let limit = min(
        allowed, max(letters.count, other.count) - 1, best.map { $0.distance - 1 } ?? .max)
      guard other.count <= maximumLength, abs(other.count - letters.count) <= limit,
        let distance = distance(letters, other, limit: limit)
      else { continue }
      best = (candidate, distance)
    }
    return best?.candidate
  }

  /// Whether a word differs from another one in case alone, or by one letter that is changed,
  /// missing, extra or swapped with its neighbour.
  package static func isSlip(_ word: String, of other: String) -> Bool {
    let (left, right) = (word.lowercased().unicodeScalars, other.lowercased().unicodeScalars)
    guard abs(left.count - right.count) <= 1, left.count <= maximumLength else { return false }
    return distance(Array(left), Array(right), limit: 1) != nil
  }

  private static let maximumLength = 64

  /// A bit for each letter of a word, whatever its case; nil of words beyond ASCII.
  ///
  /// Letters may share a bit.
  private static func letterSet(of word: String) -> UInt64? {
    var letters: UInt64 = 0
    for byte in word.utf8 {
      guard byte < 0x80 else { return nil }
      letters |= 1 << UInt64((byte | 0x20) & 63)
    }
    return letters
  }

  /// The distance between two words; nil if it exceeds the limit.
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
      // A swapped pair of letters reads the row before the last, so both rows must exceed the
      // limit.
      if lowest > limit, last.allSatisfy({ $0 > limit }) { return nil }
      swap(&beforeLast, &last)
      swap(&last, &current)
    }
    return last[right.count] <= limit ? last[right.count] : nil
  }
}
