// Holds two arrays of different element types in one allocation. The elements are moved in when the
// block is made, and are only read after that. A syntax tree keeps its nodes in such blocks. Every
// access is checked.

/// Two arrays of different element types in one allocation.
///
/// Nobody writes to a block after its initializer, so threads may share it.
struct Block<First: Sendable, Second: Sendable>: ~Copyable, @unchecked Sendable {
  private let firsts: UnsafeMutableBufferPointer<First>
  private let seconds: UnsafeMutableBufferPointer<Second>

  /// Makes a block by moving the elements out of two stacks, which are empty afterwards.
  ///
  /// Two empty stacks take no memory.
  ///
  /// - Complexity: O(n) in the number of elements.
  init(moving first: inout Stack<First>, _ second: inout Stack<Second>) {
    precondition(MemoryLayout<First>.alignment <= PlainMemory.alignment)
    precondition(MemoryLayout<Second>.alignment <= PlainMemory.alignment)
    guard !first.isEmpty || !second.isEmpty else {
      firsts = UnsafeMutableBufferPointer(start: nil, count: 0)
      seconds = UnsafeMutableBufferPointer(start: nil, count: 0)
      return
    }
    let mask = MemoryLayout<Second>.alignment - 1
    let offset = (first.count * MemoryLayout<First>.stride + mask) & ~mask
    let memory = PlainMemory.allocate(offset + second.count * MemoryLayout<Second>.stride)
    firsts = first.move(to: memory)
    seconds = second.move(to: memory + offset)
  }

  deinit {
    guard let memory = firsts.baseAddress else { return }
    firsts.deinitialize()
    seconds.deinitialize()
    PlainMemory.deallocate(memory)
  }

  var firstCount: Int { firsts.count }

  var secondCount: Int { seconds.count }

  @inline(__always)
  func first(_ index: Int) -> First { self[first: index] }

  /// An element of the first kind, read in place without a copy.
  subscript(first index: Int) -> First {
    @inline(__always) unsafeAddress {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: firsts.count))
      // The index is in range, so the buffer is not empty and has an address.
      return UnsafePointer(firsts.baseAddress.unsafelyUnwrapped + index)
    }
  }

  @inline(__always)
  func second(_ index: Int) -> Second {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: seconds.count))
    return seconds[index]
  }
}
