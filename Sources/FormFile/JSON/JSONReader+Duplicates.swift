// Detects whether an object has a duplicate key. Most forms have none, so the check must be cheap.
// In a small object each key sets one of 64 bits, and keys are compared only if a bit is already
// set. Finding the duplicate keys is left to the code that reports them.
//
//   keys   0…0100 0010     "tag" set bit 1, "type" set bit 6; another key with bit 6 is compared

import Predicate

extension JSONReader {
  /// Objects with more keys than this are checked with a set, so that no object takes quadratic
  /// time.
  private static let smallObject = 24

  /// Whether the last key is a duplicate, as far as this can be decided without a set.
  @inline(__always)
  mutating func isDuplicate() -> Bool {
    let key = entries[entries.count - 1]
    // A key with escapes may be spelled differently from an equal key.
    guard inner.count < Self.smallObject, key.isOf(.text) else {
      inner.needsSet = true
      return false
    }
    let bit: UInt64 = 1 << (fingerprint(of: key) >> 58)
    guard inner.keys & bit == 0 else { return isGiven(key) }
    inner.keys |= bit
    return false
  }

  private func next(after value: Int) -> Int {
    let entry = entries[value]
    return entry.isContainer ? entry.rest + 1 : value + 1
  }

  /// A hash of a key, with well mixed upper bits.
  @inline(__always)
  private func fingerprint(of key: JSONDocument.Entry) -> UInt64 {
    let length = key.rest - 2
    let first = text[Int(key.start) + 1]
    let last = text[Int(key.start) + key.rest - 2]
    let middle = text[Int(key.start) + 1 + length / 2]
    let sum = UInt64(first) | UInt64(last) << 8 | UInt64(middle) << 16 | UInt64(length) << 24
    return sum &* 0x9E37_79B9_7F4A_7C15
  }

  /// Whether the last key equals an earlier key of its object.
  @inline(never)
  private func isGiven(_ key: JSONDocument.Entry) -> Bool {
    guard var other = open.last.map({ $0 + 1 }) else { return false }
    let own = UnsafeBufferPointer(rebasing: text[spelling(of: key)])
    while other < entries.count - 1 {
      let entry = entries[other]
      if entry.rest == key.rest,
        haveEqualBytes(own, UnsafeBufferPointer(rebasing: text[spelling(of: entry)]))
      {
        return true
      }
      other = next(after: other + 1)
    }
    return false
  }

  private func spelling(of key: JSONDocument.Entry) -> Range<Int> {
    Int(key.start)..<(Int(key.start) + key.rest)
  }

  /// Whether the object that begins at an entry and ends here has a duplicate key.
  ///
  /// Equal keys have equal hashes. So a set is needed only if two hashes are equal, or if a key has
  /// escapes.
  ///
  /// - Complexity: O(n log n) in the number of keys.
  func hasDuplicates(after opening: Int) -> Bool {
    var hashes: [UInt64] = []
    hashes.reserveCapacity(inner.count + 1)
    var key = opening + 1
    while key < entries.count {
      guard entries[key].isOf(.text) else { return hasEqualKeys(after: opening) }
      hashes.append(
        text[spelling(of: entries[key])].reduce(0) { ($0 ^ UInt64($1)) &* 0x9E37_79B9_7F4A_7C15 })
      key = next(after: key + 1)
    }
    hashes.sort()
    let areDistinct = zip(hashes, hashes.dropFirst()).allSatisfy { $0 != $1 }
    return !areDistinct && hasEqualKeys(after: opening)
  }

  private func hasEqualKeys(after opening: Int) -> Bool {
    var seen = Set<ExactText>()
    var key = opening + 1
    while key < entries.count {
      let bytes = UnsafeBufferPointer(rebasing: text[spelling(of: entries[key])])
      let name =
        entries[key].isOf(.text)
        ? String(decoding: bytes, as: UTF8.self) : JSONEscape.decoded(bytes)
      guard seen.insert(ExactText(name)).inserted else { return true }
      key = next(after: key + 1)
    }
    return false
  }
}
