// A column of bits, 64 to an element: which of them a transaction has turned, told word by word.

extension Column<UInt64> {
  /// The bits that are other ones than those that were kept; in ascending order, where the
  /// transaction has ended.
  func flips(since old: KeptList<UInt64>, in words: Set<Int>?) -> [RowID] {
    var flipped: [RowID] = []
    old.forEach { old in
      forEachFlip(since: old) { word, flips in
        guard words?.contains(word) != false else { return }
        IDWord(index: word, bits: flips).forEach { flipped.append($0) }
      }
    }
    return flipped
  }

  /// How many bits are other ones; where they are as many as a limit, no more need be counted.
  func countOfFlips(since old: KeptList<UInt64>, upTo limit: Int = .max) -> Int {
    var count = 0
    old.forEach { old in
      guard count < limit else { return }
      switch old {
      case .element(let old, let word): count &+= (pages[Int(word)] ^ old).nonzeroBitCount
      case .page(let old, let index):
        let new = pages.page(at: Int(index))
        let common = Swift.min(new.count, old.count)
        for place in 0..<common {
          count &+= (new.elements[place] ^ old.elements[place]).nonzeroBitCount
        }
        // The column may have grown since.
        for place in common..<new.count { count &+= new.elements[place].nonzeroBitCount }
      }
    }
    return count
  }

  @inline(__always)
  func forEachFlip(
    since old: Kept<UInt64>, _ body: (_ word: Int, _ flips: UInt64) -> Void
  ) {
    switch old {
    case .element(let old, let word):
      let flips = pages[Int(word)] ^ old
      if flips != 0 { body(Int(word), flips) }
    case .page(let old, let index):
      let new = pages.page(at: Int(index))
      // The words that the column has grown by since are of rows that have come, and told as that.
      for place in 0..<Swift.min(new.count, old.count) {
        let flips = new.elements[place] ^ old.elements[place]
        if flips != 0 { body(Int(index) << 6 + place, flips) }
      }
    }
  }
}
