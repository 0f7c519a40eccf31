// Columns of the state: elements by position, with a log of what the current transaction has
// overwritten. A column is copied only on request, between transactions.

/// Elements by position, with a log of what the current transaction overwrites.
protocol StateColumn<Element>: ~Copyable {
  associatedtype Element: Sendable

  /// The element at a position. Setting it logs the element that stood there before the
  /// transaction.
  subscript(index: Int) -> Element { get set }

  /// Ends a transaction: returns the log of overwritten elements and clears it.
  mutating func takeLog() -> UndoLog<Element>

  /// Ends a transaction by writing back what it overwrote.
  ///
  /// The memory of the log stays for the next transaction.
  mutating func revert()
}

extension StateColumn where Self: ~Copyable {
  /// Writes back the elements that a transaction overwrote.
  ///
  /// The current transaction logs these writes like all others.
  mutating func put(_ log: UndoLog<Element>) {
    for entry in log.entries { self[Int(entry.index)] = entry.old }
  }

  /// The element at a position before the transaction that `log` came from.
  func old(at index: Int, _ log: UndoLog<Element>) -> Element { log.old(at: index) ?? self[index] }
}

extension StateColumn where Self: ~Copyable, Element: Equatable {
  /// Writes an element.
  ///
  /// - Returns: Whether the element changed.
  @inline(__always)
  mutating func replace(_ element: Element, at index: Int) -> Bool {
    guard self[index] != element else { return false }
    self[index] = element
    return true
  }

  /// The elements that differ from their values before the transaction that `log` came from, in
  /// ascending order.
  func changes(since log: UndoLog<Element>) -> [(index: Int, old: Element, new: Element)] {
    var changes: [(index: Int, old: Element, new: Element)] = []
    for entry in log.entries {
      let new = self[Int(entry.index)]
      if new != entry.old { changes.append((Int(entry.index), entry.old, new)) }
    }
    return changes
  }
}

/// A column that stores an element for every position.
///
/// Each position takes the size of one element plus four bytes.
///
/// For example, after the transaction has written position 2 and then position 0:
///
///   elements     e0' | e1 | e2' | e3     current values
///   overwritten  (2, e2) | (0, e0)       old values, in the order of the first writes
///   places        2  |  0 |  1  |  0     index in `overwritten` plus 1; 0 means not written
struct Column<Element: BitwiseCopyable & Sendable>: StateColumn, ~Copyable, Sendable {
  private var elements: ColumnMemory<Element>
  /// The element at positions that were never written.
  private let filler: Element
  /// The old elements that the transaction has overwritten, in the order of the first writes.
  private(set) var overwritten: [UndoLog<Element>.Entry] = []
  /// By position: the index in `overwritten` plus 1, or 0 if the transaction has not written there.
  private var places: ColumnMemory<Int32>

  init(filledWith filler: Element) {
    self.init(ColumnMemory(), ColumnMemory(), filledWith: filler)
  }

  private init(
    _ elements: consuming ColumnMemory<Element>, _ places: consuming ColumnMemory<Int32>,
    filledWith filler: Element
  ) {
    self.elements = elements
    self.places = places
    self.filler = filler
  }

  /// Copies the elements.
  ///
  /// Call between transactions only.
  func copy() -> Column {
    precondition(!isWritten)
    return Column(elements.copy(), places.copy(), filledWith: filler)
  }

  var count: Int { elements.count }

  mutating func grow(to count: Int) {
    elements.grow(to: count, with: filler)
    places.grow(to: count, with: 0)
  }

  subscript(index: Int) -> Element {
    @inline(__always) get { elements[index] }
    @inline(__always) set {
      keep(at: index)
      elements[index] = newValue
    }
  }

  /// Logs the current element, unless the transaction has already logged this position.
  @inline(__always)
  mutating func keep(at index: Int) {
    guard places[index] == 0 else { return }
    overwritten.append(
      UndoLog.Entry(index: Int32(truncatingIfNeeded: index), old: elements[index]))
    places[index] = Int32(truncatingIfNeeded: overwritten.count)
  }

  /// Whether the transaction has logged any element.
  var isWritten: Bool { !overwritten.isEmpty }

  /// An element before the transaction.
  @inline(__always)
  func old(at index: Int) -> Element {
    let place = Int(places[index])
    return place == 0 ? elements[index] : overwritten[place - 1].old
  }

  @inline(__always)
  mutating func takeLog() -> UndoLog<Element> {
    isWritten ? takeEntries() : UndoLog()
  }

  @inline(never)
  private mutating func takeEntries() -> UndoLog<Element> {
    for entry in overwritten { places[Int(entry.index)] = 0 }
    var entries: [UndoLog<Element>.Entry] = []
    swap(&entries, &overwritten)
    return UndoLog(entries)
  }

  mutating func revert() {
    guard isWritten else { return }
    for entry in overwritten {
      elements[Int(entry.index)] = entry.old
      places[Int(entry.index)] = 0
    }
    overwritten.removeAll(keepingCapacity: true)
  }
}

/// A column in which most positions hold the same element, the filler.
///
/// Only the other elements take memory.
struct SparseColumn<Element: Sendable>: Sendable {
  private var elements: [Int: Element] = [:]
  /// The element at every position that is not in `elements`.
  private let filler: Element
  /// By position: the old elements that the transaction has overwritten.
  private var overwritten: [Int: Element] = [:]

  init(filledWith filler: Element) { self.filler = filler }
}

// The conformance alone asks for equality: at the start of a process, a type whose parameter has to
// conform to something takes longer to make.
extension SparseColumn: StateColumn where Element: Equatable {
  subscript(index: Int) -> Element {
    get { elements.isEmpty ? filler : elements[index] ?? filler }
    set {
      let old = self[index]
      if overwritten[index] == nil { overwritten[index] = old }
      elements[index] = newValue == filler ? nil : newValue
    }
  }

  /// An element before the transaction.
  func old(at index: Int) -> Element { overwritten[index] ?? self[index] }

  /// Whether the transaction has written any element.
  var isWritten: Bool { !overwritten.isEmpty }

  /// The positions that the transaction has written, in ascending order.
  var writtenIndices: [Int] { overwritten.keys.sorted() }

  /// Whether every position holds the filler.
  var isEmpty: Bool { elements.isEmpty }

  /// The positions of the elements other than the filler, in ascending order.
  var indices: [Int] { elements.keys.sorted() }

  mutating func takeLog() -> UndoLog<Element> {
    guard !overwritten.isEmpty else { return UndoLog() }
    defer { overwritten = [:] }
    return UndoLog(
      overwritten.map { UndoLog.Entry(index: Int32(truncatingIfNeeded: $0), old: $1) })
  }

  mutating func revert() {
    guard isWritten else { return }
    for (index, old) in overwritten { elements[index] = old == filler ? nil : old }
    overwritten.removeAll(keepingCapacity: true)
  }
}
