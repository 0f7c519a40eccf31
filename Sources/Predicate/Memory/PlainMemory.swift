// Memory for what has no vectors in it. Swift's own allocation asks the system for an alignment,
// also where every piece has it, and what is small then takes several times as long.

import Foundation

/// Memory that is aligned for every type but vectors.
enum PlainMemory {
  /// What every piece is aligned to, on every system.
  static var alignment: Int { 8 }

  /// Takes so many bytes, or ends the process where there are none left, as Swift does everywhere.
  @inline(__always)
  static func allocate(_ byteCount: Int) -> UnsafeMutableRawPointer {
    // Of no bytes some systems give no address.
    guard let memory = malloc(max(1, byteCount)) else {
      preconditionFailure("there is no memory left")
    }
    return memory
  }

  /// Gives back what `allocate` gave.
  @inline(__always)
  static func deallocate(_ memory: UnsafeMutableRawPointer?) { free(memory) }
}
