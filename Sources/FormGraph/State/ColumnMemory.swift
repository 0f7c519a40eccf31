// The memory of a column. A state belongs to one form while a transaction writes it, so a write
// needs no check for other owners: that saves about 5 ns a node.

/// Elements side by side in memory that has one owner.
struct ColumnMemory<Element: BitwiseCopyable & Sendable>: ~Copyable, @unchecked Sendable {
  // Sendable: only the owner writes the memory, and copies are made on request.
  private var start: UnsafeMutablePointer<Element>
  private(set) var count = 0
  private var capacity: Int

  init() {
    start = .allocate(capacity: 0)
    capacity = 0
  }

  // Plain data needs no deinitialization.
  deinit { start.deallocate() }

  /// The same elements in memory of their own.
  ///
  /// - Complexity: O(n), about a quarter of a nanosecond a byte.
  func copy() -> ColumnMemory {
    var copy = ColumnMemory()
    copy.reserve(count)
    copy.start.initialize(from: start, count: count)
    copy.count = count
    return copy
  }

  /// Appends an element until there are `count`.
  mutating func grow(to count: Int, with element: Element) {
    guard count > self.count else { return }
    if count > capacity { reserve(max(count, capacity * 2)) }
    (start + self.count).initialize(repeating: element, count: count - self.count)
    self.count = count
  }

  private mutating func reserve(_ larger: Int) {
    let new = UnsafeMutablePointer<Element>.allocate(capacity: larger)
    new.initialize(from: start, count: count)
    start.deallocate()
    start = new
    capacity = larger
  }

  subscript(index: Int) -> Element {
    @inline(__always) get {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
      return start[index]
    }
    @inline(__always) set {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
      start[index] = newValue
    }
  }
}
