// A value behind a reference, such as the state of a form. Its owner changes it in place while
// nothing else refers to it.

/// A shared reference to a value, which its owner changes in place while nothing else, such as a
/// change set, refers to it.
///
/// Copies refer to the same value. The value is reached through a pointer instead of a class
/// property, because Swift checks each access to a class property for overlaps. The hot loops would
/// pay for that check.
struct Held<Value: ~Copyable & Sendable>: @unchecked Sendable {
  // Sendable: only a sole owner writes the value. All other owners only read: they replace a shared
  // value with a copy before they write.
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

  /// Whether two references are to the same value.
  func isSame(as other: Held) -> Bool { memory === other.memory }

  /// Whether another reference to the value exists.
  var isShared: Bool { mutating get { !isKnownUniquelyReferenced(&memory) } }
}
