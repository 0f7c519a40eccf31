// A list that only grows, in raw memory: which nodes ran in a transaction, and what stands where in
// a JSON text. Both are appended to a million times, and handed on as they are.

/// Elements in the order in which they were appended.
///
/// Whoever appends alone holds the log; copies are made once it is complete.
struct Log<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
  // Sendable: memory is written only by the one who appends, before there are copies.
  private var memory: Memory?
  private var start: UnsafeMutablePointer<Element>?
  private(set) var count = 0
  private var capacity = 0

  private final class Memory {
    let elements: UnsafeMutablePointer<Element>

    init(capacity: Int) { elements = .allocate(capacity: capacity) }

    // Elements have nothing to be destroyed.
    deinit { elements.deallocate() }
  }

  init() {}

  subscript(index: Int) -> Element {
    @inline(__always) get {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
      // What has elements has memory.
      return start.unsafelyUnwrapped[index]
    }
    @inline(__always) set {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
      // What has elements has memory.
      start.unsafelyUnwrapped[index] = newValue
    }
  }

  @inline(__always)
  mutating func append(_ element: Element) {
    if count == capacity { reserveCapacity(max(8, capacity * 2)) }
    // There is room for one more, so there is memory.
    (start.unsafelyUnwrapped + count).initialize(to: element)
    count &+= 1
  }

  /// Makes room for so many elements in all.
  @inline(never)
  mutating func reserveCapacity(_ larger: Int) {
    guard larger > capacity else { return }
    let memory = Memory(capacity: larger)
    if let start { memory.elements.initialize(from: start, count: count) }
    capacity = larger
    start = memory.elements
    self.memory = memory
  }

  /// Calls a function with all elements.
  @inline(__always)
  func withUnsafeBufferPointer<Result>(
    _ body: (UnsafeBufferPointer<Element>) -> Result
  ) -> Result {
    withExtendedLifetime(memory) { body(UnsafeBufferPointer(start: start, count: count)) }
  }

  /// All elements.
  var elements: [Element] { withUnsafeBufferPointer { Array($0) } }
}
