// What a transaction overwrote in one column of the state. Undo writes the log back. The changes
// are found by comparing the log with the current elements. So an edit pays for what it writes,
// whatever the size of the form.

/// The elements of one column that a transaction overwrote, with their values before the
/// transaction.
///
/// Each position appears once, in ascending order.
struct UndoLog<Element: Sendable>: Sendable {
  /// One overwritten element.
  struct Entry: Sendable {
    let index: Int32
    let old: Element
  }

  private(set) var entries: [Entry] = []

  init() {}

  /// Makes a log.
  ///
  /// - Parameter entries: Each position once, in any order.
  /// - Complexity: O(n) if they are in ascending order, otherwise O(n log n).
  init(_ entries: [Entry]) {
    self.entries = entries
    let isInOrder = zip(entries, entries.dropFirst()).allSatisfy { $0.index < $1.index }
    if !isInOrder { self.entries.sort { $0.index < $1.index } }
  }

  var isEmpty: Bool { entries.isEmpty }
  var count: Int { entries.count }

  /// The old element at a position; nil if the transaction did not write there.
  ///
  /// - Complexity: O(log n) in the size of the log.
  func old(at index: Int) -> Element? {
    guard !entries.isEmpty else { return nil }
    var (start, end) = (0, entries.count)
    while start < end {
      let middle = (start + end) >> 1
      if Int(entries[middle].index) < index { start = middle + 1 } else { end = middle }
    }
    guard start < entries.count, Int(entries[start].index) == index else { return nil }
    return entries[start].old
  }

  /// Adds the log of a later transaction.
  ///
  /// The result is the log of both transactions.
  ///
  /// - Complexity: O(n log n) in the size of both logs.
  mutating func merge(_ newer: Self) {
    guard !newer.isEmpty else { return }
    let added = newer.entries.filter { old(at: Int($0.index)) == nil }
    if !added.isEmpty { self = Self(entries + added) }
  }
}
