// Problems as text for people: place, sentence, source line with a marker, and hint. A problem
// without a place in the file is written with its path.

import Predicate

/// Writes problems as text.
public struct ProblemRenderer {
  private let source: FormSource?
  private let lines: SourceLines

  /// Makes a renderer for the problems of one form.
  ///
  /// - Parameter source: The file of the form; nil for a form built in Swift.
  public init(source: FormSource? = nil) {
    self.source = source
    lines = SourceLines(source?.bytes ?? [])
  }

  /// The problems in file order, without a line break at the end.
  ///
  /// Problems without a place in the file come last. Problems at the same place keep the order
  /// given.
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

  /// A message with its place and, if possible, the source line.
  private func entry(
    _ label: String, _ message: String, _ path: JSONPath, _ range: Range<Int>?
  ) -> [String] {
    let sentence = Self.printable("\(label): \(message)")
    guard let source, let range else {
      let place = [source?.name, path.description].compactMap { $0 }.filter { !$0.isEmpty }
      return [(place.map(Self.printable) + [sentence]).joined(separator: ": ")]
    }
    let place = lines.excerpt(of: range, isTrimmed: true)
    let head = "\(source.name):\(place.line):\(place.column): \(sentence)"
    if place.excerpt.isEmpty { return [head] }
    return [head, "  \(Self.printable(place.excerpt))", "  \(place.marker)"]
  }

  /// The text with invisible characters replaced by U+FFFD.
  private static func printable(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: \.isInvisible) else { return text }
    return String(
      String.UnicodeScalarView(text.unicodeScalars.map { $0.isInvisible ? "\u{FFFD}" : $0 }))
  }
}
