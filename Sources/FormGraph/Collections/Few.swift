// A list that usually has one element or none, such as the edits of a transaction. One element is
// stored inline, so editing one row allocates no memory.

/// Elements in the order in which they were appended.
///
/// The first is stored inline, others in an array.
struct Few<Element: Sendable>: Sendable {
  private var head: Element?
  private var tail: [Element] = []

  init() {}

  @inline(__always)
  mutating func append(_ element: consuming Element) {
    if head == nil { head = element } else { tail.append(element) }
  }

  /// Makes room for a number of elements in all.
  mutating func reserveCapacity(_ count: Int) { if count > 1 { tail.reserveCapacity(count - 1) } }
}

extension Few {
  /// Calls a function with each element without copying the list.
  @inline(__always)
  func forEach(_ body: (Element) throws -> Void) rethrows {
    guard let head else { return }
    try body(head)
    for element in tail { try body(element) }
  }
}

extension Few: RandomAccessCollection {
  var startIndex: Int { 0 }

  @inline(__always)
  var endIndex: Int { head == nil ? 0 : tail.count + 1 }

  @inline(__always)
  var isEmpty: Bool { head == nil }

  @inline(__always)
  subscript(position: Int) -> Element {
    if position == 0, let head { return head }
    return tail[position - 1]
  }
}
