// A range of a text in 8 bytes, half the size of a `Range<Int>`. Tokens and nodes store their
// places in this form.

/// A range of UTF-8 offsets; texts are shorter than 2^31 bytes.
struct SourceRange: Hashable, Sendable {
  let start: Int32
  let end: Int32

  init(_ offsets: Range<Int>) {
    start = Int32(truncatingIfNeeded: offsets.lowerBound)
    end = Int32(truncatingIfNeeded: offsets.upperBound)
  }

  var offsets: Range<Int> { Int(start)..<max(Int(start), Int(end)) }
}
