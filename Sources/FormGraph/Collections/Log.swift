// An array that only grows, in raw memory. It records which nodes ran in a transaction: up to a
// million, which are then handed over without copying them.

/// Elements in the order in which they were appended.
///
/// Only one owner may append. Copies may be made once the log is complete.
struct Log<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
  // Sendable: only the owner that appends writes the memory, and only before there are copies.
  private var memory: Memory?
  private var start: UnsafeMutablePointer<Element>?
  private(set) var count = 0
  private var capacity = 0

  private final class Memory {
    let elements: UnsafeMutablePointer<Element>

    init(capacity: Int) { elements = .allocate(capacity: capacity) }

    // Elements are plain data, so they need no deinitialization.
    deinit { elements.deallocate() }
  }

  init() {}

  subscript(index: Int) -> Element {
    @inline(__always) get {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
      // A log with elements has memory.
      return start.unsafelyUnwrapped[index]
    }
    @inline(__always) set {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
      // A log with elements has memory.
      start.unsafelyUnwrapped[index] = newValue
    }
  }

  @inline(__always)
  mutating func append(_ element: Element) {
    if count == capacity { reserveCapacity(max(8, capacity * 2)) }
    // There is room for one more element, so there is memory.
    (start.unsafelyUnwrapped + count).initialize(to: element)
    count &+= 1
  }

  /// Makes room for `larger` elements in total.
  @inline(never)
  mutating func reserveCapacity(_ larger: Int) {
    guard larger > capacity else { return }
    let memory = Memory(capacity: larger)
    if let start { memory.elements.initialize(from: start, count: count) }
    capacity = larger
    start = memory.elements
    self.memory = memory
  }

  /// Calls a function with a buffer of all elements.
  @inline(__always)
  func withUnsafeBufferPointer<Result>(
    _ body: (UnsafeBufferPointer<Element>) -> Result
  ) -> Result {
    withExtendedLifetime(memory) { body(UnsafeBufferPointer(start: start, count: count)) }
  }

  var elements: [Element] { withUnsafeBufferPointer { Array($0) } }
}
