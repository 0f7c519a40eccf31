// The fixes of one form that can be applied together, and the file with them. Bytes outside of the
// replaced ranges stay as they are.

import FormAnalysis
import FormGraph
import Predicate

/// The fixes of a form that do not overlap.
///
/// Of two that overlap, the one that begins first is taken; the other can be applied in a next run.
struct FixList {
  private let form: CheckedForm
  /// The findings whose fixes are applied.
  private var fixed: [FileFinding] = []
  /// All edits, in the order of the file.
  private var edits: [FileEdit] = []

  var isEmpty: Bool { fixed.isEmpty }
  var count: Int { fixed.count }

  init(_ form: CheckedForm) {
    self.form = form
    for finding in form.findings where !finding.finding.isSuppressed && !finding.edits.isEmpty {
      let own = finding.edits.sorted { $0.range.lowerBound < $1.range.lowerBound }
      let isSound = zip(own, own.dropFirst()).allSatisfy {
        $0.range.upperBound <= $1.range.lowerBound && $0.range.lowerBound < $1.range.lowerBound
      }
      guard isSound, own.allSatisfy({ position(of: $0) != nil }) else { continue }
      for edit in own {
        if let position = position(of: edit) { edits.insert(edit, at: position) }
      }
      fixed.append(finding)
    }
  }

  /// Where an edit belongs among the edits; nil if it overlaps one of them.
  private func position(of edit: FileEdit) -> Int? {
    var (low, high) = (0, edits.count)
    while low < high {
      let middle = (low + high) / 2
      if edits[middle].range.lowerBound < edit.range.lowerBound {
        low = middle + 1
      } else {
        high = middle
      }
    }
    if low > 0, edits[low - 1].range.upperBound > edit.range.lowerBound { return nil }
    if low < edits.count {
      let next = edits[low].range.lowerBound
      if next < edit.range.upperBound || next == edit.range.lowerBound { return nil }
    }
    return low
  }

  /// The file with all fixes.
  var fixedBytes: [UInt8] {
    var bytes: [UInt8] = []
    var end = 0
    for edit in edits {
      bytes += form.bytes[end..<edit.range.lowerBound]
      bytes += edit.text.utf8
      end = edit.range.upperBound
    }
    return bytes + form.bytes[end...]
  }

  /// What the fixes change, for people: a line before and a line after each edit.
  var text: String {
    let lines = SourceLines(form.bytes)
    return fixed.map { finding in
      let summary = finding.finding.fix?.summary ?? ""
      let edits = finding.edits.map { edit in
        let place = lines.excerpt(of: edit.range)
        let (before, after) = context(of: edit.range)
        let old = String(decoding: form.bytes[edit.range], as: UTF8.self)
        return
          "\(form.name):\(place.line):\(place.column): \(summary) [\(finding.finding.id.rawValue)]"
          .printable + "\n  - \((before + old + after).printable)"
          + "\n  + \((before + edit.text + after).printable)\n"
      }
      return edits.joined()
    }.joined()
  }

  /// The largest number of bytes of a line that are shown on each side of an edit.
  private static let contextLength = 40

  /// What stands on the same line before and after a range.
  private func context(of range: Range<Int>) -> (before: String, after: String) {
    let bytes = form.bytes
    let isBreak = { (byte: UInt8) in byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }
    let isInside = { (offset: Int) in offset < bytes.count && bytes[offset] & 0xC0 == 0x80 }
    var start = range.lowerBound
    while start > 0, range.lowerBound - start < Self.contextLength, !isBreak(bytes[start - 1]) {
      start -= 1
    }
    while start < range.lowerBound, isInside(start) { start += 1 }
    var end = range.upperBound
    while end < bytes.count, end - range.upperBound < Self.contextLength, !isBreak(bytes[end]) {
      end += 1
    }
    while end > range.upperBound, isInside(end) { end -= 1 }
    let isStartCut = start > 0 && !isBreak(bytes[start - 1])
    let isEndCut = end < bytes.count && !isBreak(bytes[end])
    let before = String(decoding: bytes[start..<range.lowerBound], as: UTF8.self)
    let after = String(decoding: bytes[range.upperBound..<end], as: UTF8.self)
    return (
      isStartCut ? "…" + before : String(before.drop { $0 == " " }), isEndCut ? after + "…" : after
    )
  }
}
