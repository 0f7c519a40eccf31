// Where a state and a journal live: in memory that a form changes in place for as long as nobody
// else holds it.

/// A value that its form changes in place for as long as nothing else holds it, as a change set
/// does.
///
/// Copies hold the same value. A pointer and no property: those of classes are checked for
/// overlapping access each time, which the hot loops would pay for.
struct Held<Value: ~Copyable & Sendable>: @unchecked Sendable {
  // Sendable: written by the one engine that alone holds this; whoever else holds it only reads,
  // and the engine takes another one before it writes again.
  private var memory: Memory

  private final class Memory: ManagedBuffer<Void, Value> {
    deinit { _ = withUnsafeMutablePointerToElements { $0.deinitialize(count: 1) } }
  }

  init(_ value: consuming Value) {
    memory = unsafeDowncast(Memory.create(minimumCapacity: 1) { _ in () }, to: Memory.self)
    pointer.initialize(to: value)
  }

  @inline(__always)
  var pointer: UnsafeMutablePointer<Value> { memory.withUnsafeMutablePointerToElements { $0 } }

  var value: Value { unsafeAddress { UnsafePointer(pointer) } }

  /// Whether something else holds the value, too.
  var isShared: Bool { mutating get { !isKnownUniquelyReferenced(&memory) } }
}
