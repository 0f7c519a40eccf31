// One value that many structs hold by reference: copying the struct then costs one reference
// count, whatever the value is.

/// Something that many places share.
final class Shared<Value: Sendable>: Sendable {
  let value: Value

  init(_ value: consuming Value) { self.value = value }
}
