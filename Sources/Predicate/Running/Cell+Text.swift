// Text that stands in cells, looked at as two words: folding and parts of it without a String.

extension Cell {
  /// Whether short text is ASCII, whose folding is known here.
  @inline(__always) var isASCII: Bool { (payload | textTail) & TextBytes.highBits == 0 }

  /// Short ASCII text in lower case.
  @inline(__always) var lowercasedASCII: Cell {
    Cell(
      payload: Self.lowercased(payload), tag: Self.lowercased(textTail) &<< 16 | (tag & 0xFFFF))
  }

  /// Short ASCII text in lower case, other kinds that stand in their cells as they are; nil where
  /// folding needs more.
  @inline(__always) var folded: Cell? {
    if isText { return isASCII ? lowercasedASCII : nil }
    return isInline ? self : nil
  }

  /// The bytes are below 0x80, so no sum carries into the next one.
  @inline(__always) private static func lowercased(_ word: UInt64) -> UInt64 {
    let fromA = word &+ 0x3F3F_3F3F_3F3F_3F3F
    let behindZ = word &+ 0x2525_2525_2525_2525
    return word | (fromA & ~behindZ & TextBytes.highBits) &>> 2
  }

  /// A cell that has all bits in the first bytes of a text and none elsewhere.
  static func mask(ofBytes count: Int) -> Cell {
    Cell(
      payload: count >= 8 ? .max : (1 &<< UInt64(8 * count)) &- 1,
      tag: count <= 8 ? 0 : ((1 &<< UInt64(8 * (count - 8))) &- 1) &<< 16)
  }

  /// Whether short text starts with a part of so many bytes, 15 where the part is longer than any.
  @inline(__always) func starts(with part: Cell, mask: Cell, count: Int) -> Bool {
    let difference =
      (payload ^ part.payload) & mask.payload | (tag ^ part.tag) & mask.tag
    return difference == 0 && textCount >= count
  }

  /// Whether short text ends with a part.
  @inline(__always) func ends(with part: Cell, mask: Cell, count: Int) -> Bool {
    textCount >= count
      && droppingFirst(textCount &- count).starts(with: part, mask: mask, count: count)
  }

  /// Whether short text has a part in it.
  @inline(__always) func contains(_ part: Cell, mask: Cell, count: Int) -> Bool {
    var rest = self
    while rest.textCount >= count {
      if rest.starts(with: part, mask: mask, count: count) { return true }
      rest = rest.droppingFirst(1)
    }
    return false
  }

  /// Short text without its first bytes.
  @inline(__always) private func droppingFirst(_ count: Int) -> Cell {
    var (low, high) = (payload, textTail)
    let rest = UInt64(truncatingIfNeeded: textCount &- count)
    if count >= 8 {
      (low, high) = (high >> UInt64(8 &* (count &- 8)), 0)
    } else if count > 0 {
      let bits = UInt64(truncatingIfNeeded: 8 &* count)
      low = low &>> bits | high &<< (64 &- bits)
      high = high &>> bits
    }
    return Cell(payload: low, tag: Kind.text | rest &<< 8 | high &<< 16)
  }
}
