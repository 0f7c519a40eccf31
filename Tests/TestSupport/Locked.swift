// A value that threads share. `Mutex` would do, but it needs a newer Apple system than the package.

import Foundation

/// A value that is read and written within a lock alone.
public final class Locked<Value>: @unchecked Sendable {
  // Sendable: `value` is reached within the lock only.

  private let lock = NSLock()
  private var value: Value

  /// Keeps a value.
  public init(_ value: Value) { self.value = value }

  /// Reads or writes the value while no other thread does.
  public func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
