// How much a value holds, for what prints it: a formula of a few bytes may name one long list many
// times, and every time is printed.

import Predicate

extension Value {
  /// Whether the members and the bytes of text, data and keys of a value are more than a limit,
  /// counted as often as they stand in it.
  ///
  /// - Complexity: O(limit).
  func isLarger(than limit: Int) -> Bool {
    var left = limit
    // No recursion: values may nest deeper than the stack of a thread.
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
