// A form as it opens, kept once it has been settled: all that open later share its pages until they
// write them.

import Foundation

/// The last form that was opened, as it opened.
final class OpenedForm: @unchecked Sendable {
  // Sendable: the engine is read and written within the lock alone. `Mutex` needs iOS 18.

  private let lock = NSLock()
  private var engine: Engine?

  /// A form of which nothing was set from outside.
  ///
  /// Forms with functions of the host's are settled each time: what a function gives is its own.
  ///
  /// - Complexity: O(n) the first time, and where something reads the time and it is another one;
  ///   otherwise O(1), and the first edit copies the columns of the state.
  func open(_ compiled: CompiledGraph, now: Date) -> Engine {
    guard compiled.topology.functions.isEmpty else {
      return Engine(compiled, now: now, inputs: [:])
    }
    if let engine = lock.withLock({ engine })?.opened(at: now) { return engine }
    // Not within the lock: two threads may settle the same, and neither waits.
    let new = Engine(compiled, now: now, inputs: [:])
    lock.withLock { engine = new }
    return new
  }
}
