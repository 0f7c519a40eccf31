// Values by position, in two parts. Every value has a cell. Long text and lists do not fit in a
// cell and are stored sparsely in `wholes`. Settling reads and compares cells.
//
//   cells   1 | "short" | (whole) | true | …      16 bytes each
//   wholes  { 2: "text of more than 14 bytes" }

import Predicate

/// Values by position, with a log of what the current transaction overwrites.
struct ValueColumn: ~Copyable, Sendable {
  private(set) var cells = Column<Cell>(filledWith: .null)
  /// The values that do not fit in their cells.
  ///
  /// All other positions hold nil.
  private(set) var wholes = SparseColumn<Value>(filledWith: .null)

  mutating func grow(to count: Int) { cells.grow(to: count) }

  /// Copies the values.
  ///
  /// Call between transactions only.
  func copy() -> ValueColumn {
    var copy = ValueColumn()
    copy.cells = cells.copy()
    copy.wholes = wholes
    return copy
  }

  subscript(index: Int) -> Value { cells[index].value ?? wholes[index] }

  /// Writes a value.
  ///
  /// - Returns: Whether the value changed.
  mutating func replace(_ value: Value, at index: Int) -> Bool {
    let cell = Cell(value)
    guard cells[index] != cell || !cell.isInline && wholes[index] != value else { return false }
    if !cell.isInline {
      wholes[index] = value
    } else if !cells[index].isInline {
      wholes[index] = .null
    }
    cells[index] = cell
    return true
  }

  /// Writes a value that fits in its cell.
  ///
  /// - Returns: Whether the value changed.
  @inline(__always)
  mutating func replace(_ cell: Cell, at index: Int) -> Bool {
    let old = cells[index]
    guard old != cell else { return false }
    if !old.isInline { wholes[index] = .null }
    cells[index] = cell
    return true
  }

  // MARK: - Transactions

  /// Logs the current value, even if it is not written later.
  mutating func keep(at index: Int) {
    cells.keep(at: index)
    if !cells[index].isInline { wholes[index] = wholes[index] }
  }

  /// Whether the transaction has logged any value.
  var isWritten: Bool { cells.isWritten }

  /// How many values the transaction has logged.
  var overwrittenCount: Int { cells.overwritten.count }

  /// A value before the transaction.
  @inline(__always)
  func old(at index: Int) -> Value { cells.old(at: index).value ?? wholes.old(at: index) }

  /// Whether a value differs from its value before the transaction.
  @inline(__always)
  func isOther(at index: Int) -> Bool {
    let cell = cells[index]
    return cells.old(at: index) != cell || !cell.isInline && wholes.old(at: index) != wholes[index]
  }

  /// The positions of the values that the transaction has changed so far, in the order of their
  /// first writes.
  var changedIndices: [Int] {
    var indices: [Int] = []
    for index in writtenIndices where isOther(at: index) { indices.append(index) }
    return indices
  }

  /// The same with the values that are by now what they were.
  var writtenIndices: [Int] { cells.overwritten.map { Int($0.index) } }

  @inline(__always)
  mutating func takeLog() -> ValueLog {
    guard isWritten else { return ValueLog() }
    return ValueLog(cells: cells.takeLog(), wholes: wholes.takeLog())
  }

  /// Ends a transaction by writing back what it overwrote.
  mutating func revert() {
    cells.revert()
    wholes.revert()
  }

  mutating func put(_ log: ValueLog) {
    cells.put(log.cells)
    wholes.put(log.wholes)
  }

  /// The value at a position before the transaction that `log` came from.
  ///
  /// - Complexity: O(log n) in the size of the log.
  func old(at index: Int, _ log: ValueLog) -> Value {
    cells.old(at: index, log.cells).value ?? wholes.old(at: index, log.wholes)
  }

  /// The values that differ from their values before the transaction that `log` came from, in
  /// ascending order.
  func changes(since log: ValueLog) -> [(index: Int, old: Value, new: Value)] {
    log.cells.entries.compactMap { entry in
      let index = Int(entry.index)
      guard isOther(at: index, than: entry.old, log) else { return nil }
      return (index, entry.old.value ?? wholes.old(at: index, log.wholes), self[index])
    }
  }

  /// Whether a value differs from its value before the transaction that `log` came from.
  ///
  /// - Complexity: O(log n) in the size of the log.
  func isOther(at index: Int, since log: ValueLog) -> Bool {
    log.cells.old(at: index).map { isOther(at: index, than: $0, log) } ?? false
  }

  /// The old and the new value at a position; nil if they are equal.
  ///
  /// - Complexity: O(log n) in the size of the log.
  func change(at index: Int, since log: ValueLog) -> (old: Value, new: Value)? {
    guard let old = log.cells.old(at: index), isOther(at: index, than: old, log) else { return nil }
    return (old.value ?? wholes.old(at: index, log.wholes), self[index])
  }

  /// The positions of the values that differ from before the transaction, in ascending order.
  func changedIndices(since log: ValueLog) -> [Int] {
    log.cells.entries.compactMap { entry in
      isOther(at: Int(entry.index), than: entry.old, log) ? Int(entry.index) : nil
    }
  }

  /// The number of values that differ from before the transaction.
  func changeCount(since log: ValueLog) -> Int {
    log.cells.entries.count { isOther(at: Int($0.index), than: $0.old, log) }
  }

  @inline(__always)
  private func isOther(at index: Int, than old: Cell, _ log: ValueLog) -> Bool {
    let cell = cells[index]
    return cell != old
      || !cell.isInline && wholes.old(at: index, log.wholes) != wholes[index]
  }
}

/// What a transaction overwrote in a column of values.
struct ValueLog: Sendable {
  /// One entry for each value that was written, even if its cell stayed the same.
  fileprivate(set) var cells = UndoLog<Cell>()
  fileprivate(set) var wholes = UndoLog<Value>()

  var isEmpty: Bool { cells.isEmpty }
  var count: Int { cells.count }

  mutating func merge(_ newer: ValueLog) {
    // A position in the older log keeps its old value, even if that value was inline and the newer
    // log has a whole value.
    let known = cells
    cells.merge(newer.cells)
    wholes.merge(
      UndoLog(newer.wholes.entries.filter { known.old(at: Int($0.index)) == nil }))
  }
}
