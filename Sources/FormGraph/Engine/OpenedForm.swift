// A form as it opens, kept after settling. All forms that open later share its state until they
// write.

import Foundation

/// The last form that was opened from a compiled form, in its first state.
final class OpenedForm: @unchecked Sendable {
  // Sendable: the reference is only read and written while the lock is held. `Mutex` needs iOS 18.

  private let lock = NSLock()
  private var kept: SharedEngine?

  /// Opens a form with no values from outside.
  ///
  /// A form with functions of the host settles each time it opens, because a function may give a
  /// different result each time; so does a form that gives UUIDs.
  ///
  /// - Complexity: O(n) the first time, and where something reads the time and it is another one.
  ///   Otherwise O(1) at the same time, and the first edit copies the columns of the state. At
  ///   another time the columns are copied at once.
  /// - Returns: The form, and one with the values that it opens with. All forms share these, also
  ///   those that open at another time and have a state of their own.
  func open(
    _ compiled: CompiledGraph, now: Date
  ) -> (engine: SharedEngine, start: SharedEngine) {
    if let kept = lock.withLock({ kept }), let engine = kept.opened(at: now) {
      return (engine, kept)
    }
    // Settled outside the lock. Two threads may both settle the form, but neither waits.
    let new = SharedEngine(Engine(compiled, now: now, inputs: [:]))
    let graph = compiled.topology.graph
    if graph.functions.isEmpty, !graph.givesUUIDs { lock.withLock { kept = new } }
    return (new, new)
  }
}
