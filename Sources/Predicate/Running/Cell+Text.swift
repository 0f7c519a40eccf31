// Short text as two machine words: folding and searching without a String.

extension Cell {
  /// Whether a short text is ASCII.
  ///
  /// Folding is implemented here for ASCII only.
  @inline(__always) var isASCII: Bool { (payload | textTail) & TextBytes.highBits == 0 }

  /// A short ASCII text in lower case.
  @inline(__always) var lowercasedASCII: Cell {
    Cell(
      payload: TextBytes.lowercased(payload),
      tag: TextBytes.lowercased(textTail) &<< 16 | (tag & 0xFFFF))
  }

  /// The cell folded: a short ASCII text in lower case, an inline value of another kind unchanged.
  ///
  /// Nil if the text is long or not ASCII, and for values that are not inline.
  @inline(__always) var folded: Cell? {
    if isText { return isASCII ? lowercasedASCII : nil }
    return isInline ? self : nil
  }

  /// A cell whose first `count` text bytes have all bits set, and all other bytes none.
  static func mask(ofBytes count: Int) -> Cell {
    Cell(
      payload: count >= 8 ? .max : (1 &<< UInt64(8 * count)) &- 1,
      tag: count <= 8 ? 0 : ((1 &<< UInt64(8 * (count - 8))) &- 1) &<< 16)
  }

  /// Whether a short text starts with `part`.
  ///
  /// `count` is the length of the part in bytes, or 15 if the part is longer than any short text.
  @inline(__always) func starts(with part: Cell, mask: Cell, count: Int) -> Bool {
    let difference =
      (payload ^ part.payload) & mask.payload | (tag ^ part.tag) & mask.tag
    return difference == 0 && textCount >= count
  }

  /// Whether a short text ends with `part`.
  @inline(__always) func ends(with part: Cell, mask: Cell, count: Int) -> Bool {
    textCount >= count
      && droppingFirst(textCount &- count).starts(with: part, mask: mask, count: count)
  }

  /// Whether a short text contains `part`.
  @inline(__always) func contains(_ part: Cell, mask: Cell, count: Int) -> Bool {
    var rest = self
    while rest.textCount >= count {
      if rest.starts(with: part, mask: mask, count: count) { return true }
      rest = rest.droppingFirst(1)
    }
    return false
  }

  /// A short text without its first `count` bytes.
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
