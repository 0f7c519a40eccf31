// Allocates memory for types without vectors. Swift's own allocation passes an alignment to the
// system even if `malloc` guarantees that alignment anyway. Small allocations then take several
// times as long.

import Foundation

/// Memory that is aligned for every type except vectors.
enum PlainMemory {
  /// The alignment of each allocation, on every system.
  static var alignment: Int { 8 }

  /// Allocates memory.
  ///
  /// If no memory is left, the process ends, as it does everywhere in Swift.
  @inline(__always)
  static func allocate(_ byteCount: Int) -> UnsafeMutableRawPointer {
    // Some systems return no address for zero bytes.
    guard let memory = malloc(max(1, byteCount)) else {
      preconditionFailure("there is no memory left")
    }
    return memory
  }

  /// Frees memory that `allocate` returned.
  @inline(__always)
  static func deallocate(_ memory: UnsafeMutableRawPointer?) { free(memory) }
}
