// A stack that starts in borrowed memory and moves to memory of its own when it outgrows that.
// Parsing and compiling a short text therefore allocate nothing for their temporary data. Every
// access is checked.

/// A piece of memory on the call stack that is given out in parts.
struct Loan {
  private var rest: UnsafeMutableRawBufferPointer

  /// The alignment of each part.
  static let alignment = 16

  /// Provides memory on the call stack while `body` runs.
  ///
  /// Nothing that is given out may outlive `body`.
  static func with<Result>(_ body: (inout Loan) -> Result) -> Result {
    // Up to this size, the runtime allocates on the stack without a check of the room left.
    withUnsafeTemporaryAllocation(byteCount: 1_024, alignment: alignment) { memory in
      var loan = Loan(rest: memory)
      return body(&loan)
    }
  }

  /// A stack with room for `count` elements.
  ///
  /// If too little borrowed memory is left, the stack allocates its own.
  @inline(__always)
  mutating func stack<Element>(of type: Element.Type, room count: Int) -> Stack<Element> {
    let size = (count * MemoryLayout<Element>.stride + Self.alignment - 1) & -Self.alignment
    guard size <= rest.count, MemoryLayout<Element>.alignment <= Self.alignment,
      let start = rest.baseAddress
    else { return Stack() }
    rest = UnsafeMutableRawBufferPointer(start: start + size, count: rest.count - size)
    let memory = start.bindMemory(to: type, capacity: count)
    return Stack(in: UnsafeMutableBufferPointer(start: memory, count: count))
  }
}

/// A stack of elements.
struct Stack<Element>: ~Copyable {
  /// The storage; its first `count` elements are initialized.
  private var memory: UnsafeMutableBufferPointer<Element>
  private var ownsMemory = false
  private(set) var count = 0

  /// Makes an empty stack that allocates its own memory.
  init() {
    memory = UnsafeMutableBufferPointer(start: nil, count: 0)
  }

  /// Makes an empty stack in borrowed memory.
  ///
  /// - Parameter memory: Storage for the first elements. Nothing else may use it, and it must
  ///   outlive the stack.
  @inline(__always)
  init(in memory: UnsafeMutableBufferPointer<Element>) {
    self.memory = memory
  }

  deinit {
    if count > 0 { memory[..<count].deinitialize() }
    if ownsMemory { PlainMemory.deallocate(memory.baseAddress) }
  }

  var isEmpty: Bool { count == 0 }

  subscript(index: Int) -> Element {
    get {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
      return memory[index]
    }
    set {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
      memory[index] = newValue
    }
  }

  var last: Element? { count > 0 ? memory[count - 1] : nil }

  /// All elements, from bottom to top.
  var elements: [Element] { count > 0 ? Array(memory[..<count]) : [] }

  /// The highest index whose element satisfies the predicate; nil if there is none.
  func lastIndex(where isWanted: (Element) -> Bool) -> Int? {
    var index = count
    while index > 0 {
      index -= 1
      if isWanted(memory[index]) { return index }
    }
    return nil
  }

  mutating func append(_ element: Element) {
    if count == memory.count { grow() }
    memory.initializeElement(at: count, to: element)
    count += 1
  }

  mutating func popLast() -> Element? {
    guard count > 0 else { return nil }
    count -= 1
    return memory.moveElement(from: count)
  }

  /// Removes all elements from an index to the top.
  mutating func removeAll(from index: Int) {
    precondition(index >= 0 && index <= count)
    memory[index..<count].deinitialize()
    count = index
  }

  /// Moves all elements, from bottom to top, to uninitialized memory.
  ///
  /// - Returns: The moved elements. The buffer has an address even if it is empty.
  @inline(__always)
  mutating func move(to start: UnsafeMutableRawPointer) -> UnsafeMutableBufferPointer<Element> {
    let elements = start.bindMemory(to: Element.self, capacity: count)
    if let memory = memory.baseAddress { elements.moveInitialize(from: memory, count: count) }
    defer { count = 0 }
    return UnsafeMutableBufferPointer(start: elements, count: count)
  }

  @inline(never)
  private mutating func grow() {
    precondition(MemoryLayout<Element>.alignment <= PlainMemory.alignment)
    let capacity = max(16, 2 * count)
    let start = PlainMemory.allocate(capacity * MemoryLayout<Element>.stride)
      .bindMemory(to: Element.self, capacity: capacity)
    let larger = UnsafeMutableBufferPointer(start: start, count: capacity)
    _ = larger.moveInitialize(fromContentsOf: memory[..<count])
    if ownsMemory { PlainMemory.deallocate(memory.baseAddress) }
    memory = larger
    ownsMemory = true
  }
}
