// A piece of memory that its holders share until one of them writes: what pages are made of.
// Through `elements` and `own()` it is an array without an array's checks, so that reading follows
// one pointer and counts no reference; whoever uses these has made sure that what is asked for is
// there.

/// Elements side by side, shared by copies until they are written.
///
/// Two words: the memory, and where in it the elements are.
struct Block<Element: Sendable>: @unchecked Sendable {
  // Sendable: memory is written only by a block that alone holds it.
  private var memory: Memory?
  /// Where the elements are: valid as long as this block holds the memory; nil where there is none.
  private var start: UnsafeMutablePointer<Element>?

  private struct Header {
    var count: Int32
    let capacity: Int32
  }

  private final class Memory: ManagedBuffer<Header, Element> {
    deinit {
      withUnsafeMutablePointers { header, elements in
        _ = elements.deinitialize(count: Int(header.pointee.count))
      }
    }
  }

  init() {}

  private init(capacity: Int) {
    let memory = Memory.create(minimumCapacity: capacity) { _ in
      Header(count: 0, capacity: Int32(truncatingIfNeeded: capacity))
    }
    self.memory = unsafeDowncast(memory, to: Memory.self)
    start = memory.withUnsafeMutablePointerToElements { $0 }
  }

  init(repeating element: Element, count: Int) {
    self.init(capacity: count)
    start?.initialize(repeating: element, count: count)
    setCount(count)
  }

  init(copying elements: UnsafeBufferPointer<Element>) {
    self.init(capacity: elements.count)
    if let first = elements.baseAddress { start?.initialize(from: first, count: elements.count) }
    setCount(elements.count)
  }

  /// One element, and room for more.
  init(_ element: Element, capacity: Int) {
    self.init(capacity: capacity)
    start?.initialize(to: element)
    setCount(1)
  }

  // Not by the property of the buffer, whose accesses are checked for overlapping each time.
  @inline(__always)
  private var header: UnsafeMutablePointer<Header>? {
    memory?.withUnsafeMutablePointerToHeader { $0 }
  }

  @inline(__always)
  var count: Int { header.map { Int($0.pointee.count) } ?? 0 }

  /// What the elements are part of.
  var owner: AnyObject? { memory }

  /// Tells how many elements there are of those that the memory has room for.
  private func setCount(_ count: Int) {
    header?.pointee.count = Int32(truncatingIfNeeded: count)
  }

  /// Where the elements are, of a block that has any.
  @inline(__always)
  var elements: UnsafePointer<Element> {
    // Set by every initializer that makes elements; who asks has found that there are some.
    UnsafePointer(start.unsafelyUnwrapped)
  }

  /// Where the elements are to be written, of a block that has any: nobody else has them.
  @inline(__always)
  mutating func own() -> UnsafeMutablePointer<Element> {
    if !isKnownUniquelyReferenced(&memory) { copy(capacity: count) }
    // Set by every initializer that makes elements, and by `copy`.
    return start.unsafelyUnwrapped
  }

  /// Where the elements are to be written, where nobody else has them; otherwise nil, or where
  /// there are none.
  @inline(__always)
  var owned: UnsafeMutablePointer<Element>? {
    mutating get { isKnownUniquelyReferenced(&memory) ? start : nil }
  }

  mutating func append(_ element: consuming Element) {
    let count = count
    if !isKnownUniquelyReferenced(&memory) || count == header.map({ Int($0.pointee.capacity) }) ?? 0
    {
      copy(capacity: Swift.max(1, count * 2))
    }
    start?.advanced(by: count).initialize(to: element)
    setCount(count + 1)
  }

  mutating func replace(with element: consuming Element, at place: Int) {
    precondition(place >= 0 && place < count)
    own()[place] = element
  }

  /// Moves to memory of its own, which has room for all elements.
  @inline(never)
  private mutating func copy(capacity: Int) { self = copied(capacity: capacity) }

  /// The same elements in memory of their own.
  @inline(__always)
  func copied() -> Block { copied(capacity: count) }

  @inline(__always)
  private func copied(capacity: Int) -> Block {
    let copy = Block(capacity: capacity)
    if let start {
      copy.start?.initialize(from: start, count: count)
      copy.setCount(count)
    }
    return copy
  }

  /// Whether two blocks are one piece of memory.
  static func isSame(_ left: Block, _ right: Block) -> Bool { left.start == right.start }
}

extension Block: RandomAccessCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { count }

  subscript(index: Int) -> Element {
    precondition(index >= 0 && index < count)
    return elements[index]
  }
}

extension Block: Equatable where Element: Equatable {
  static func == (left: Block, right: Block) -> Bool {
    isSame(left, right) || left.elementsEqual(right)
  }
}
