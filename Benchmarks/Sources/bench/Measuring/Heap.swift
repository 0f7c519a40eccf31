// How many bytes of the heap are in use, by the statistics of malloc itself: what the program asked
// for and has not given back, with what malloc adds for itself. Not the size of the process, which
// depends on what was freed before.

import CSupport

enum Heap {
  /// Where the figure comes from.
  static let source = {
    #if canImport(Darwin)
      "mstats"
    #else
      "mallinfo2"
    #endif
  }()

  static var bytesInUse: Int { Int(heap_bytes_in_use()) }

  /// What making something adds to the heap, and what was made.
  static func added<Made>(by make: () throws -> Made) rethrows -> (bytes: Int, made: Made) {
    let before = bytesInUse
    let made = try make()
    return (bytesInUse - before, made)
  }
}
