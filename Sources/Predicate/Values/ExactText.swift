// Compares text as the language does: by Unicode scalars. Swift's `==` on String is canonical
// equivalence. Under it, two keys that differ only in their normal form would be the same key.

import Foundation

/// Whether two texts consist of the same scalars.
///
/// - Complexity: O(n), as one memory comparison for native strings.
@inlinable
package func isExactly(_ left: String, _ right: String) -> Bool {
  areSameWords(left, right) || areExactlyEqual(left, right)
}

/// Whether two strings have the same bits.
///
/// Strings with the same bits are equal. Equal strings have the same bits if they are short or
/// share their storage.
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

/// Whether the left text comes before the right one in the order of Unicode scalars.
///
/// The order of the UTF-8 bytes is the order of the scalars.
func precedesExactly(_ left: String, _ right: String) -> Bool {
  left.utf8.lexicographicallyPrecedes(right.utf8)
}

/// A dictionary key that equals another key only if both have the same scalars.
public struct ExactText: Hashable, Sendable {
  /// The text itself.
  public let text: String

  /// Wraps a text.
  public init(_ text: String) { self.text = text }

  /// Whether both texts consist of the same scalars.
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
  /// The value of the name with exactly these scalars.
  ///
  /// The dictionary alone would also find the name in another normal form.
  func value(named name: String) -> Value? {
    guard let position = index(forKey: name), isExactly(self[position].key, name) else {
      return nil
    }
    return self[position].value
  }

  /// The cell of the value of the name with exactly these scalars; `missing` if there is none.
  func cell(named name: String) -> Cell {
    guard let position = index(forKey: name) else { return .missing }
    let (key, value) = self[position]
    return isExactly(key, name) ? Cell(value) : .missing
  }
}
