// Elements of two kinds in one piece of memory, which is filled when it is made and then only read:
// what would be two arrays costs one allocation. Every access is checked.

/// Elements of two kinds, side by side.
///
/// Nobody writes once there is a block, so that threads may share it.
struct Block<First: Sendable, Second: Sendable>: ~Copyable, @unchecked Sendable {
  private let firsts: UnsafeMutableBufferPointer<First>
  private let seconds: UnsafeMutableBufferPointer<Second>

  /// Moves the elements of two stacks, which are empty then; of none there is no memory.
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

  /// An element of the first kind where it stands, which is read without a copy.
  subscript(first index: Int) -> First {
    @inline(__always) unsafeAddress {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: firsts.count))
      // Of a buffer that has elements.
      return UnsafePointer(firsts.baseAddress.unsafelyUnwrapped + index)
    }
  }

  @inline(__always)
  func second(_ index: Int) -> Second {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: seconds.count))
    return seconds[index]
  }
}
