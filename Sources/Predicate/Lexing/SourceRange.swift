// Where tokens and nodes stand in a text, in half the memory of a `Range<Int>`.

/// UTF-8 offsets, small: texts are shorter than 2^31 bytes.
struct SourceRange: Hashable, Sendable {
  let start: Int32
  let end: Int32

  init(_ offsets: Range<Int>) {
    start = Int32(truncatingIfNeeded: offsets.lowerBound)
    end = Int32(truncatingIfNeeded: offsets.upperBound)
  }

  var offsets: Range<Int> { Int(start)..<max(Int(start), Int(end)) }
}
