// Whether an object has a key twice. Forms have none, so nothing is made to find that out: keys of
// small objects are told apart by one bit each, and compared only where two have the same one. Where
// the keys are is for whoever reports them to find.

import Predicate

extension JSONReader {
  /// Past how many keys an object is looked at with a set, so that no object costs its square.
  private static let smallObject = 24

  /// Whether the object that was opened there, and ends here, has a key twice.
  func hasDuplicates(after opening: Int) -> Bool {
    var bits: UInt64 = 0
    var count = 0
    var key = opening + 1
    while key < entries.count {
      let entry = entries[key]
      // An escaped key is another spelling of some other.
      if count == Self.smallObject || entry.isOf(.escapedText) {
        return hasDuplicatesBySet(after: opening)
      }
      let bit: UInt64 = 1 << (fingerprint(of: entry) >> 58)
      if bits & bit != 0, isGiven(entry, from: opening + 1, to: key) { return true }
      bits |= bit
      count += 1
      key = next(after: key + 1)
    }
    return false
  }

  private func next(after value: Int) -> Int {
    let entry = entries[value]
    return entry.isContainer ? entry.rest + 1 : value + 1
  }

  /// A number that is the same for equal keys, its upper bits well mixed.
  private func fingerprint(of key: JSONDocument.Entry) -> UInt64 {
    let length = key.rest - 2
    let first = text[Int(key.start) + 1]
    let last = text[Int(key.start) + key.rest - 2]
    let middle = text[Int(key.start) + 1 + length / 2]
    let sum = UInt64(first) | UInt64(last) << 8 | UInt64(middle) << 16 | UInt64(length) << 24
    return sum &* 0x9E37_79B9_7F4A_7C15
  }

  private func isGiven(_ key: JSONDocument.Entry, from start: Int, to end: Int) -> Bool {
    let own = UnsafeBufferPointer(rebasing: text[inner(key)])
    var other = start
    while other < end {
      let entry = entries[other]
      if entry.rest == key.rest,
        haveEqualBytes(own, UnsafeBufferPointer(rebasing: text[inner(entry)]))
      {
        return true
      }
      other = next(after: other + 1)
    }
    return false
  }

  private func inner(_ key: JSONDocument.Entry) -> Range<Int> {
    (Int(key.start) + 1)..<(Int(key.start) + key.rest - 1)
  }

  private func hasDuplicatesBySet(after opening: Int) -> Bool {
    var seen = Set<ExactText>()
    var key = opening + 1
    while key < entries.count {
      let inner = UnsafeBufferPointer(rebasing: text[inner(entries[key])])
      let name =
        entries[key].isOf(.text)
        ? String(decoding: inner, as: UTF8.self) : JSONEscape.decoded(inner)
      guard seen.insert(ExactText(name)).inserted else { return true }
      key = next(after: key + 1)
    }
    return false
  }
}
