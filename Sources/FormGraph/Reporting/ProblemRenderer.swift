// Problems as people read them: place, sentence, the line with a marker under what is meant, hint.
// The only stage that turns offsets into lines and columns; it takes any problems and never
// refuses one, for what has no place in the file still has its path.

import Predicate

/// Writes problems as text.
public struct ProblemRenderer {
  private let source: FormSource?
  /// Where each line of the source begins; an excerpt then costs its line and not the file.
  private let lineStarts: [Int]

  /// Makes a renderer for the problems of one form.
  ///
  /// - Parameter source: The file of the form; nil for a form built in Swift.
  public init(source: FormSource? = nil) {
    self.source = source
    let bytes = source?.bytes ?? []
    let hasMark = bytes.starts(with: JSONReader.byteOrderMark)
    lineStarts =
      [hasMark ? JSONReader.byteOrderMark.count : 0]
      + bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
  }

  /// The problems in the order of the file, without a line break at the end.
  ///
  /// Those whose place is not known come last; where places are equal, or there is no file, the
  /// order given stays.
  public func text(of problems: [Problem]) -> String {
    let placed = (source?.placed(problems) ?? problems).enumerated().map { index, problem in
      (index: index, problem: problem, range: problem.range)
    }
    let sorted = placed.sorted {
      ($0.range?.lowerBound ?? .max, $0.index) < ($1.range?.lowerBound ?? .max, $1.index)
    }
    return sorted.flatMap { lines(of: $0.problem, at: $0.range) }.joined(separator: "\n")
  }

  private func lines(of problem: Problem, at range: Range<Int>?) -> [String] {
    var lines = entry(problem.severity.rawValue, problem.message, problem.path, range)
    if let hint = problem.hint { lines.append("hint: \(Self.printable(hint))") }
    for related in problem.related {
      lines += entry("note", related.message, related.path, related.range)
    }
    return lines
  }

  /// A message with its place, and the line it is about where there is one to show.
  private func entry(
    _ label: String, _ message: String, _ path: JSONPath, _ range: Range<Int>?
  ) -> [String] {
    let sentence = Self.printable("\(label): \(message)")
    guard let source, let range else {
      let place = [source?.name, path.description].compactMap { $0 }.filter { !$0.isEmpty }
      return [(place.map(Self.printable) + [sentence]).joined(separator: ": ")]
    }
    let line = line(at: range.lowerBound)
    let shown = shownPart(ofLine: line, around: range.lowerBound)
    let part = [range.lowerBound, range.upperBound].map { max(0, $0 - shown.lowerBound) }
    let excerpt = SourceExcerpt(bytes: Array(source.bytes[shown]), range: part[0]..<part[1])
    let column = excerpt.column + scalarCount(lineStarts[line]..<shown.lowerBound)
    let head = "\(source.name):\(line + 1):\(column): \(sentence)"
    if shown.isEmpty { return [head] }
    return [head, "  \(Self.printable(excerpt.excerpt))", "  \(excerpt.marker)"]
  }

  /// How much of a long line is looked at before and after a place, in bytes: more than any
  /// excerpt shows, so that a file on one line costs no more than another.
  private static let window = 4096

  /// The part of a line around an offset, without the blanks at its ends as far as they are not
  /// meant themselves.
  private func shownPart(ofLine line: Int, around offset: Int) -> Range<Int> {
    let bytes = source?.bytes ?? []
    let isBlank = { (byte: UInt8) in [0x20, 0x09, 0x0D].contains(byte) }
    let lineEnd = line + 1 < lineStarts.count ? lineStarts[line + 1] - 1 : bytes.count
    var start = max(lineStarts[line], min(offset, lineEnd) - Self.window)
    var end = min(lineEnd, offset + Self.window)
    while start < min(offset, end), isBlank(bytes[start]) || Self.isContinuation(bytes[start]) {
      start += 1
    }
    while end > max(start, offset), isBlank(bytes[end - 1]) { end -= 1 }
    return start..<end
  }

  /// How many columns a part of a line takes that is not shown.
  private func scalarCount(_ part: Range<Int>) -> Int {
    source?.bytes[part].count { !Self.isContinuation($0) } ?? 0
  }

  /// Whether a byte is the second or a later one of a UTF-8 sequence.
  private static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }

  /// The line, from 0, in which an offset lies: the last that begins at it or before.
  private func line(at offset: Int) -> Int {
    var low = 0
    var high = lineStarts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }

  /// The text without characters that would move the cursor of a terminal.
  private static func printable(_ text: String) -> String {
    let isControl = { (scalar: Unicode.Scalar) in
      scalar.properties.generalCategory == .control || scalar.properties.isBidiControl
    }
    guard text.unicodeScalars.contains(where: isControl) else { return text }
    return String(
      String.UnicodeScalarView(text.unicodeScalars.map { isControl($0) ? "\u{FFFD}" : $0 }))
  }
}
