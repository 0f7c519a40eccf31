// Columns of state: elements by position, side by side, and what the current transaction has
// overwritten of them. Copies share their memory; the first write to a shared column copies it
// whole, which takes about a nanosecond for each row.

/// Elements by position, with a log of what the current transaction overwrites.
protocol StateColumn<Element> {
  associatedtype Element: Sendable

  /// The element at a position; setting it keeps the one that stood there before the transaction.
  subscript(index: Int) -> Element { get set }

  /// Ends a transaction: returns what it overwrote and forgets it.
  mutating func takeLog() -> UndoLog<Element>
}

extension StateColumn {
  /// Puts back what a transaction overwrote.
  ///
  /// These are writes like any other.
  mutating func put(_ log: UndoLog<Element>) {
    for entry in log.entries { self[Int(entry.index)] = entry.old }
  }

  /// What stood at a position before a transaction that has ended with a log.
  func old(at index: Int, _ log: UndoLog<Element>) -> Element { log.old(at: index) ?? self[index] }
}

extension StateColumn where Element: Equatable {
  /// Writes an element; returns whether another one stood there.
  @inline(__always)
  mutating func replace(_ element: Element, at index: Int) -> Bool {
    guard self[index] != element else { return false }
    self[index] = element
    return true
  }

  /// The elements that differ from before a transaction that has ended with a log, in ascending
  /// order.
  func changes(since log: UndoLog<Element>) -> [(index: Int, old: Element, new: Element)] {
    var changes: [(index: Int, old: Element, new: Element)] = []
    for entry in log.entries {
      let new = self[Int(entry.index)]
      if new != entry.old { changes.append((Int(entry.index), entry.old, new)) }
    }
    return changes
  }
}

/// A column in which every position has memory of its own: one element and four bytes.
struct Column<Element: Sendable>: StateColumn, Sendable {
  private var elements: ContiguousArray<Element> = []
  /// What stands where nothing was written.
  private let filler: Element
  /// What the transaction has overwritten, in the order of the first writes.
  private(set) var overwritten: [UndoLog<Element>.Entry] = []
  /// By position: where it stands in `overwritten`, from 1; 0 if it was not written.
  private var places: ContiguousArray<Int32> = []

  init(filledWith filler: Element) { self.filler = filler }

  var count: Int { elements.count }

  /// Makes room for as many elements.
  mutating func grow(to count: Int) {
    guard count > self.count else { return }
    elements.append(contentsOf: repeatElement(filler, count: count - self.count))
    places.append(contentsOf: repeatElement(0, count: count - places.count))
  }

  subscript(index: Int) -> Element {
    @inline(__always) get { elements[index] }
    @inline(__always) set {
      keep(at: index)
      elements[index] = newValue
    }
  }

  /// Logs an element as it is now, unless it is logged already.
  @inline(__always)
  mutating func keep(at index: Int) {
    guard places[index] == 0 else { return }
    overwritten.append(
      UndoLog.Entry(index: Int32(truncatingIfNeeded: index), old: elements[index]))
    places[index] = Int32(truncatingIfNeeded: overwritten.count)
  }

  /// Whether the transaction has overwritten anything.
  var isWritten: Bool { !overwritten.isEmpty }

  /// An element as it was before the transaction.
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
}

/// A column in which most positions hold the same: only the others have memory.
struct SparseColumn<Element: Sendable & Equatable>: StateColumn, Sendable {
  private var elements: [Int: Element] = [:]
  /// What stands at every position that has no element.
  private let filler: Element
  /// What the transaction has overwritten, by position.
  private var overwritten: [Int: Element] = [:]

  init(filledWith filler: Element) { self.filler = filler }

  subscript(index: Int) -> Element {
    get { elements.isEmpty ? filler : elements[index] ?? filler }
    set {
      let old = self[index]
      if overwritten[index] == nil { overwritten[index] = old }
      elements[index] = newValue == filler ? nil : newValue
    }
  }

  /// An element as it was before the transaction.
  func old(at index: Int) -> Element { overwritten[index] ?? self[index] }

  mutating func takeLog() -> UndoLog<Element> {
    guard !overwritten.isEmpty else { return UndoLog() }
    defer { overwritten = [:] }
    return UndoLog(
      overwritten.map { UndoLog.Entry(index: Int32(truncatingIfNeeded: $0), old: $1) })
  }
}
