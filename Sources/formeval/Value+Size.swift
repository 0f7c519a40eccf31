// The size of a value, checked before printing. A short formula can name one long list many times,
// and each occurrence is printed.

import Predicate

extension Value {
  /// Whether the members of a value and the bytes of its text, data and keys exceed a limit,
  /// counted as often as they occur.
  ///
  /// - Complexity: O(limit).
  func isLarger(than limit: Int) -> Bool {
    var left = limit
    // No recursion, because values may be nested deeper than a thread's stack allows.
    var waiting = [self]
    while let value = waiting.popLast() {
      switch value {
      case .null, .bool, .int, .double, .date: break
      case .string(let text): left -= text.utf8.count
      case .data(let data): left -= data.count
      case .array(let members):
        left -= members.count
        if left >= 0 { waiting += members }
      case .set(let set):
        left -= set.elements.count
        if left >= 0 { waiting += set.elements }
      case .dictionary(let members):
        left -= members.count
        guard left >= 0 else { return true }
        for key in members.keys { left -= key.utf8.count }
        waiting += members.values
      }
      if left < 0 { return true }
    }
    return false
  }
}
