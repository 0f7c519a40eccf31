// Where a state lives: in memory that its form changes in place for as long as nobody else holds
// it.

/// A state that its form changes in place for as long as nothing else holds it, as a change set
/// does.
///
/// A pointer and no property: those of classes are checked for overlapping access each time, which
/// the hot loops would pay for.
final class HeldState: @unchecked Sendable {
  /// Written by the one engine that alone holds this; whoever else holds it only reads, and the
  /// engine copies the state before it writes again.
  let pointer: UnsafeMutablePointer<FormState>

  init(_ state: consuming FormState) {
    pointer = .allocate(capacity: 1)
    pointer.initialize(to: state)
  }

  deinit {
    pointer.deinitialize(count: 1)
    pointer.deallocate()
  }

  var state: FormState { unsafeAddress { UnsafePointer(pointer) } }
}
