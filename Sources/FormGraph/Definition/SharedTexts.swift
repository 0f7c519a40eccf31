// One text for many rows that say the same: a thousand rows are hidden by the same few conditions,
// and a form repeats what it says below its fields. What is kept here is a guess at what comes again.

/// Texts of a document that may come again.
struct SharedTexts {
  /// The last text of each fingerprint, with its entry: a table that forgets can be filled by no
  /// file, and costs the same for any.
  private var slots: [(index: Int, text: String)?] = Array(repeating: nil, count: 1 << bits)

  private static let bits = 12
  /// Shorter texts take no memory of their own.
  private static let shortest = 16

  /// The text of a string, the same one where the same stood before.
  mutating func text(at index: Int, in document: JSONView) -> String {
    guard document.entries[index].kind == .text else { return document.text(at: index) }
    let slot = document.withSpelling(of: index) { spelling -> Int? in
      spelling.count < Self.shortest ? nil : Self.fingerprint(of: spelling)
    }
    guard let slot else { return document.text(at: index) }
    if let known = slots[slot], document.isSpelledAlike(known.index, index) { return known.text }
    let text = document.text(at: index)
    slots[slot] = (index, text)
    return text
  }

  private static func fingerprint(of text: UnsafeBufferPointer<UInt8>) -> Int {
    let bytes = UnsafeRawBufferPointer(text)
    var mixed = UInt64(bytes.count)
    var offset = 0
    // The last eight bytes may overlap those before them.
    while offset < bytes.count {
      let word = bytes.loadUnaligned(
        fromByteOffset: min(offset, bytes.count - 8), as: UInt64.self)
      mixed = (mixed ^ word) &* 0x9E37_79B9_7F4A_7C15
      mixed ^= mixed >> 29
      offset += 8
    }
    return Int(truncatingIfNeeded: (mixed &* 0x9E37_79B9_7F4A_7C15) >> UInt64(64 - bits))
  }
}
