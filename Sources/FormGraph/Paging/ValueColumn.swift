// Values by position: a cell for each, and beside the cells the few values that do not stand in
// one. Settling reads and compares cells; whoever wants a value has it made.

import Predicate

/// Values by position, with what a transaction overwrites of them.
struct ValueColumn: ~Copyable, Sendable {
  private(set) var cells: Column<Cell>
  /// The values that do not stand in their cells; nil for all others.
  private(set) var wholes: Column<Value>

  init() { self.init(cells: Column(filledWith: .null), wholes: Column(filledWith: .null)) }

  private init(cells: consuming Column<Cell>, wholes: consuming Column<Value>) {
    self.cells = cells
    self.wholes = wholes
  }

  /// The same values, between transactions.
  func copy() -> ValueColumn { ValueColumn(cells: cells.copy(), wholes: wholes.copy()) }

  mutating func grow(to count: Int) {
    cells.grow(to: count)
    wholes.grow(to: count)
  }

  subscript(index: Int) -> Value { cells[index].value ?? wholes[index] }

  /// Whether a value is the very one that stands here.
  @inline(__always)
  func holds(_ value: Value, _ cell: Cell, at index: Int) -> Bool {
    cells[index] == cell && (cell.isInline || wholes[index] == value)
  }

  /// Writes a value; gives whether it is another one than stood there.
  mutating func replace(_ value: Value, at index: Int) -> Bool {
    let cell = Cell(value)
    guard !holds(value, cell, at: index) else { return false }
    write(cell, value, at: index)
    return true
  }

  /// Writes a value that stands in its cell; gives whether it is another one than stood there.
  @inline(__always)
  mutating func replace(_ cell: Cell, at index: Int) -> Bool {
    guard let old = cells.exchange(cell, at: index) else { return false }
    if !old.isInline { wholes[index] = .null }
    return true
  }

  /// Where a cell is, to be written where both what stands there and what is written is a value in
  /// its cell; the others of the same 64 stand around it.
  @inline(__always)
  mutating func cell(toWrite index: Int) -> UnsafeMutablePointer<Cell> {
    cells.address(toWrite: index)
  }

  /// The cell of a value that is likely to stand near the one last asked for.
  @inline(__always)
  mutating func cell(near index: Int) -> Cell { cells.near(index) }

  private mutating func write(_ cell: Cell, _ value: Value, at index: Int) {
    if !cell.isInline {
      wholes[index] = value
    } else if !cells[index].isInline {
      wholes[index] = .null
    }
    cells[index] = cell
  }

  // MARK: - Transactions

  /// Keeps a value as it is, whether it is written or not.
  mutating func keep(at index: Int) {
    cells.keep(at: index)
    wholes.keep(at: index)
  }

  /// A value as it was before this transaction.
  @inline(__always)
  func old(at index: Int) -> Value { cells.old(at: index).value ?? wholes.old(at: index) }

  /// A value as it was before a transaction that has ended and kept this.
  ///
  /// - Complexity: O(log k) in the number of pages that it has overwritten.
  func old(at index: Int, _ kept: KeptValues) -> Value {
    cells.old(at: index, kept.cells).value ?? wholes.old(at: index, kept.wholes)
  }

  /// Whether a value is another one than before this transaction.
  ///
  /// Put in the place of its calls, which would copy the words of the columns.
  @inline(__always)
  func isOther(at index: Int) -> Bool {
    cells.isOther(at: index) || (!cells[index].isInline && wholes.isOther(at: index))
  }

  @inline(__always)
  mutating func moveKept(to kept: inout KeptValues) {
    cells.moveKept(to: &kept.cells)
    if wholes.isWritten { wholes.moveKept(to: &kept.wholes) }
  }

  mutating func put(_ kept: KeptValues) {
    cells.put(kept.cells)
    wholes.put(kept.wholes)
  }

  /// Whether this transaction has written a value.
  var isWritten: Bool { cells.isWritten }

  /// The values that this transaction has made other ones, so far, in no order.
  var changedIndices: [Int] { indices(since: KeptValues(cells: cells.kept, wholes: wholes.kept)) }

  /// The values that are other ones than before a transaction that has ended, perhaps only those on
  /// some pages, in ascending order.
  ///
  /// - Complexity: O(k log k) in the number k of pages, of 64 values each.
  func changes(
    since kept: KeptValues, on pages: Set<Int>? = nil
  ) -> [(index: Int, old: Value, new: Value)] {
    indices(since: kept, on: pages).map { ($0, old(at: $0, kept), self[$0]) }
  }

  /// How many values are other ones than before a transaction.
  ///
  /// - Complexity: O(k) in the number of pages, of 64 values each, where all stand in their cells.
  func countOfChanges(since kept: KeptValues) -> Int {
    kept.wholes.isEmpty ? cells.countOfChanges(since: kept.cells) : indices(since: kept).count
  }

  /// Which values are other ones than before a transaction, perhaps only those on some pages; in
  /// ascending order, where it has ended.
  func indices(since kept: KeptValues, on pages: Set<Int>? = nil) -> [Int] {
    guard !kept.isEmpty else { return [] }
    let inCells = cells.changes(since: kept.cells, on: pages).map(\.index)
    guard !kept.wholes.isEmpty else { return inCells }
    // Cells of other values may be equal all the same; values that went into their cell are told by
    // these already.
    let others = wholes.changes(since: kept.wholes, on: pages).map(\.index)
    return Set(inCells).union(others).sorted()
  }
}

/// What a transaction has overwritten of values.
struct KeptValues: Sendable {
  fileprivate(set) var cells = KeptList<Cell>()
  /// By reference, since most values stand in their cells.
  private var heldWholes: Shared<KeptList<Value>>?

  init() {}

  fileprivate init(cells: KeptList<Cell>, wholes: KeptList<Value>) {
    self.cells = cells
    self.wholes = wholes
  }

  fileprivate var wholes: KeptList<Value> {
    get { heldWholes?.value ?? KeptList() }
    set { heldWholes = newValue.isEmpty ? nil : Shared(newValue) }
  }

  var isEmpty: Bool { cells.isEmpty }

  mutating func merge(_ newer: KeptValues) {
    cells.merge(newer.cells)
    wholes.merge(newer.wholes)
  }
}
