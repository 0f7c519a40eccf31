// Text as the language compares it: scalar by scalar. Swift's `==` on String is canonical
// equivalence, under which two keys that differ only in normal form would be one.

import Foundation

/// Whether two texts consist of the same scalars.
///
/// - Complexity: O(n), a memory comparison for native strings.
@inlinable
package func isExactly(_ left: String, _ right: String) -> Bool {
  areSameWords(left, right) || areExactlyEqual(left, right)
}

/// Whether two texts are the same words of memory, as equal texts are that are short or one.
@inlinable
package func areSameWords(_ left: String, _ right: String) -> Bool {
  withUnsafeBytes(of: left) { left in
    withUnsafeBytes(of: right) { right in
      for offset in stride(from: 0, to: left.count, by: MemoryLayout<UInt>.size)
      where left.load(fromByteOffset: offset, as: UInt.self)
        != right.load(fromByteOffset: offset, as: UInt.self)
      {
        return false
      }
      return true
    }
  }
}

@usableFromInline
package func areExactlyEqual(_ left: String, _ right: String) -> Bool {
  guard left.utf8.count == right.utf8.count else { return false }
  return left.utf8.withContiguousStorageIfAvailable { left in
    right.utf8.withContiguousStorageIfAvailable { haveEqualBytes(left, $0) }
  }.flatMap { $0 } ?? left.utf8.elementsEqual(right.utf8)
}

/// Whether the left text stands before the right one, by Unicode scalar.
///
/// UTF-8 was made so that its byte order is the order of scalars.
func precedesExactly(_ left: String, _ right: String) -> Bool {
  left.utf8.lexicographicallyPrecedes(right.utf8)
}

/// A dictionary key that is equal to another only where the scalars are.
public struct ExactText: Hashable, Sendable {
  /// The text itself.
  public let text: String

  /// Wraps a text.
  public init(_ text: String) { self.text = text }

  /// Whether both consist of the same scalars.
  @inlinable
  public static func == (left: ExactText, right: ExactText) -> Bool {
    isExactly(left.text, right.text)
  }

  /// Hashes the UTF-8 bytes.
  public func hash(into hasher: inout Hasher) {
    TextBytes.read(text) { $0.hash(into: &hasher) }
  }
}

extension [String: Value] {
  /// The value under the very scalars of a name; the dictionary itself would also find the name in
  /// another normal form.
  func value(named name: String) -> Value? {
    guard let position = index(forKey: name), isExactly(self[position].key, name) else {
      return nil
    }
    return self[position].value
  }

  /// The cell of the value under the very scalars of a name; where there is none, one that says so.
  func cell(named name: String) -> Cell {
    guard let position = index(forKey: name), isExactly(self[position].key, name) else {
      return .missing
    }
    return Cell(self[position].value)
  }
}
