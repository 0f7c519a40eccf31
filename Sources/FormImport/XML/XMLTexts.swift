// The texts of an XML document: attribute values and runs of text between tags. Most texts are
// spelled in the file as they are. Any other text, with references, line breaks of Windows or
// comments inside, is decoded once, with a list of the places where it parts from the file. So a
// place in a decoded text is a place in the file, which messages about its XPath need.
//
//   file     <bind relevant="a &lt; 5"/>
//   text     a < 5, decoded, from offset 16
//   shifts   at 3 of the text the file is at 22

/// The texts of one document, and how they lie in the file.
struct XMLTexts: Sendable {
  /// The place of one text.
  struct Entry: BitwiseCopyable, Sendable {
    /// The offset of its first byte in the file.
    let start: UInt32
    /// The number of its bytes, decoded.
    let length: UInt32
    /// The number of its decoded text, counted from 1; 0 if the file spells it as it is.
    let run: UInt32
  }

  /// A text that is not spelled in the file as it is.
  private struct Run: BitwiseCopyable {
    /// The offset of its first byte in `decoded`.
    let start: UInt32
    /// The index of its first shift.
    let firstShift: UInt32
  }

  /// A place from which on a text and the file run in step again.
  private struct Shift: BitwiseCopyable {
    /// The offset in the text.
    let decoded: UInt32
    /// The offset in the file.
    var source: UInt32
    /// Whether what stands before this place in the file gives no text, such as a comment.
    let isGap: Bool
  }

  private var decoded: [UInt8] = []
  private var runs: [Run] = []
  private var shifts: [Shift] = []
}

// MARK: - Reading

extension XMLTexts {
  /// A text of which the start has been read.
  struct Draft {
    /// The offset in the file of its first byte.
    fileprivate(set) var start: Int
    /// The offset in the file of the first byte that is not in `decoded` yet.
    fileprivate var pending: Int
    /// Whether it differs from its spelling so far.
    fileprivate var isDecoded = false
    fileprivate let decodedStart: Int
    fileprivate let firstShift: Int
  }

  /// Begins a text at an offset of the file.
  func begin(at start: Int) -> Draft {
    Draft(start: start, pending: start, decodedStart: decoded.count, firstShift: shifts.count)
  }

  /// Has one character in a text where the file has another spelling.
  mutating func replace(
    _ range: Range<Int>, with scalar: Unicode.Scalar, in draft: inout Draft,
    of file: UnsafeBufferPointer<UInt8>
  ) {
    copy(upTo: range.lowerBound, &draft, file)
    if scalar.isASCII {
      decoded.append(UInt8(truncatingIfNeeded: scalar.value))
    } else {
      decoded.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
    draft.pending = range.upperBound
    if UTF8.width(scalar) != range.count { shift(draft, isGap: false) }
  }

  /// Leaves out bytes of the file that give no text.
  mutating func leaveOut(
    _ range: Range<Int>, in draft: inout Draft, of file: UnsafeBufferPointer<UInt8>
  ) {
    guard draft.isDecoded || range.lowerBound > draft.start else {
      draft.start = range.upperBound
      draft.pending = range.upperBound
      return
    }
    copy(upTo: range.lowerBound, &draft, file)
    draft.pending = range.upperBound
    shift(draft, isGap: true)
  }

  /// Ends a text at an offset of the file.
  mutating func end(
    _ draft: consuming Draft, at end: Int, of file: UnsafeBufferPointer<UInt8>
  ) -> Entry {
    let start = UInt32(truncatingIfNeeded: draft.start)
    guard draft.isDecoded else {
      return Entry(start: start, length: UInt32(truncatingIfNeeded: end - draft.start), run: 0)
    }
    copy(upTo: end, &draft, file)
    runs.append(
      Run(
        start: UInt32(truncatingIfNeeded: draft.decodedStart),
        firstShift: UInt32(truncatingIfNeeded: draft.firstShift)))
    return Entry(
      start: start, length: UInt32(truncatingIfNeeded: decoded.count - draft.decodedStart),
      run: UInt32(truncatingIfNeeded: runs.count))
  }

  private mutating func copy(
    upTo end: Int, _ draft: inout Draft, _ file: UnsafeBufferPointer<UInt8>
  ) {
    draft.isDecoded = true
    guard draft.pending < end else { return }
    decoded.append(contentsOf: UnsafeBufferPointer(rebasing: file[draft.pending..<end]))
  }

  private mutating func shift(_ draft: Draft, isGap: Bool) {
    let place = UInt32(truncatingIfNeeded: decoded.count - draft.decodedStart)
    let source = UInt32(truncatingIfNeeded: draft.pending)
    // Gaps that follow one another are one gap, so at most one has to be passed over.
    if isGap, shifts.count > draft.firstShift, let last = shifts.last, last.isGap,
      last.decoded == place
    {
      shifts[shifts.count - 1].source = source
    } else {
      shifts.append(Shift(decoded: place, source: source, isGap: isGap))
    }
  }
}

// MARK: - Asking

extension XMLTexts {
  /// A text.
  func string(_ entry: Entry, in file: [UInt8]) -> String {
    guard entry.run > 0 else {
      return String(decoding: file[Int(entry.start)...].prefix(Int(entry.length)), as: UTF8.self)
    }
    let start = Int(runs[Int(entry.run) - 1].start)
    return String(decoding: decoded[start...].prefix(Int(entry.length)), as: UTF8.self)
  }

  /// The offset in the file for an offset in a text.
  ///
  /// If `isEnd`, a part of the text ends there: a comment in this place is behind the offset, and
  /// otherwise before it.
  ///
  /// - Complexity: O(log n) in the number of places where the text parts from the file.
  func sourceOffset(at offset: Int, isEnd: Bool, of entry: Entry) -> Int {
    let offset = max(0, min(offset, Int(entry.length)))
    guard entry.run > 0 else { return Int(entry.start) + offset }
    let run = Int(entry.run)
    let first = Int(runs[run - 1].firstShift)
    var low = first
    var high = run < runs.count ? Int(runs[run].firstShift) : shifts.count
    while low < high {
      let middle = (low + high) / 2
      if shifts[middle].decoded <= offset { low = middle + 1 } else { high = middle }
    }
    if isEnd, low > first, shifts[low - 1].isGap, shifts[low - 1].decoded == offset { low -= 1 }
    guard low > first else { return Int(entry.start) + offset }
    let shift = shifts[low - 1]
    return Int(shift.source) + offset - Int(shift.decoded)
  }
}
