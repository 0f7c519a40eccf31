// Problems as people read them: place, sentence, the line with a marker under what is meant, hint.
// Takes any problems and never refuses one, for what has no place in the file still has its path.

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
    let place = lines.excerpt(of: range, isTrimmed: true)
    let head = "\(source.name):\(place.line):\(place.column): \(sentence)"
    if place.excerpt.isEmpty { return [head] }
    return [head, "  \(Self.printable(place.excerpt))", "  \(place.marker)"]
  }

  /// The text without characters that show nothing.
  private static func printable(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: \.isInvisible) else { return text }
    return String(
      String.UnicodeScalarView(text.unicodeScalars.map { $0.isInvisible ? "\u{FFFD}" : $0 }))
  }
}
