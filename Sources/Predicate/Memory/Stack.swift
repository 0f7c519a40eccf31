// A stack that lies in memory lent to it for as long as that suffices, and then in memory of its
// own: what a parse or a compilation keeps for a moment costs no allocation where texts are short.
// Every access is checked.

/// Memory that is lent for a while and given out piece by piece.
struct Loan {
  private var rest: UnsafeMutableRawBufferPointer

  /// What every piece is aligned to.
  static let alignment = 16

  /// Lends memory of the stack while `body` runs; nothing that is given out may leave it.
  static func with<Result>(_ body: (inout Loan) -> Result) -> Result {
    // So much the system still gives without asking how much of the stack is left.
    withUnsafeTemporaryAllocation(byteCount: 1_024, alignment: alignment) { memory in
      var loan = Loan(rest: memory)
      return body(&loan)
    }
  }

  /// A stack with room for some elements, if so much is left; else it makes its own.
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

/// Elements one above the other.
struct Stack<Element>: ~Copyable {
  /// Where the elements stand; the first `count` are initialized.
  private var memory: UnsafeMutableBufferPointer<Element>
  private var ownsMemory = false
  private(set) var count = 0

  /// Makes an empty stack in memory of its own.
  init() {
    memory = UnsafeMutableBufferPointer(start: nil, count: 0)
  }

  /// Makes an empty stack.
  ///
  /// - Parameter memory: Where elements stand as long as there is room; nothing else uses it, and
  ///   it outlives the stack.
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

  /// All elements, the lowest first.
  var elements: [Element] { count > 0 ? Array(memory[..<count]) : [] }

  /// The uppermost place whose element is as asked.
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

  /// Takes away all elements from an index on.
  mutating func removeAll(from index: Int) {
    precondition(index >= 0 && index <= count)
    memory[index..<count].deinitialize()
    count = index
  }

  /// Moves all elements, the lowest first, to memory that nothing stands in.
  ///
  /// - Returns: Where they stand; it has an address even where there are none.
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
