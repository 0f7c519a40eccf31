// Whether an object has a key twice. Forms have none, so nothing is made to find that out: keys of
// small objects are told apart by one bit each, and compared only where two have the same one.
// Where the keys are is for whoever reports them to find.

import Predicate

extension JSONReader {
  /// Past how many keys an object is looked at with a set, so that no object costs its square.
  private static let smallObject = 24

  /// Whether the key that was read last has been in its object before, as far as that can be told
  /// without a set.
  @inline(__always)
  mutating func isDuplicate() -> Bool {
    let key = entries[entries.count - 1]
    // An escaped key is another spelling of some other.
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

  /// A number that is the same for equal keys, its upper bits well mixed.
  @inline(__always)
  private func fingerprint(of key: JSONDocument.Entry) -> UInt64 {
    let length = key.rest - 2
    let first = text[Int(key.start) + 1]
    let last = text[Int(key.start) + key.rest - 2]
    let middle = text[Int(key.start) + 1 + length / 2]
    let sum = UInt64(first) | UInt64(last) << 8 | UInt64(middle) << 16 | UInt64(length) << 24
    return sum &* 0x9E37_79B9_7F4A_7C15
  }

  /// Whether the last key stands among those before it.
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

  /// Whether the object that was opened there, and ends here, has a key twice.
  func hasDuplicates(after opening: Int) -> Bool {
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
