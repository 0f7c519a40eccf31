// One value that many structs hold by reference: copying the struct then costs one reference
// count, whatever the value is.

/// Something that many places share.
package final class Shared<Value: Sendable>: Sendable {
  package let value: Value

  package init(_ value: consuming Value) { self.value = value }
}
