// A form as it opens, kept once it has been settled: all that open later share its pages until they
// write them.

import Foundation
import Synchronization

/// The last form that was opened, as it opened.
final class OpenedForm: Sendable {
  private let engine = Mutex<Engine?>(nil)

  /// A form of which nothing was set from outside.
  ///
  /// Forms with functions of the host's are settled each time: what a function gives is its own.
  ///
  /// - Complexity: O(n) the first time, and where something reads the time and it is another one;
  ///   otherwise O(n / 4096).
  func open(_ compiled: CompiledForm, now: Date) -> Engine {
    guard compiled.topology.functions.isEmpty else {
      return Engine(compiled, now: now, inputs: [:])
    }
    if let engine = engine.withLock({ $0 })?.opened(at: now) { return engine }
    // Not within the lock: two threads may settle the same, and neither waits.
    let new = Engine(compiled, now: now, inputs: [:])
    engine.withLock { $0 = new }
    return new
  }
}
