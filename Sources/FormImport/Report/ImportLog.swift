// Collects what becomes of a form in another format while it is read: one line for each place, and
// the problems. Whatever is lost is a line and a warning, so that the two cannot differ.

import FormFile

/// The lines and the problems of an import.
struct ImportLog {
  typealias Place = SourceMap.Place
  typealias Line = ImportReport.Line

  private var lines: [Line] = []
  /// The line of each place.
  private var indices: [Range<Int>: Int] = [:]
  private var list = ProblemList()
  /// What the host must supply.
  var needs: [String] = []

  /// The problems, in the order in which they were found.
  var problems: [Problem] { list.problems }

  /// Says what became of a place.
  ///
  /// If something was said of the place before, as of a text that two questions share, the worse
  /// outcome stands. `part` is the part of the place that is the reason of a loss.
  mutating func add(
    _ outcome: ImportReport.Outcome, _ kind: ImportReport.Kind, _ name: String, _ place: Place,
    _ successor: String? = nil, because reason: String? = nil, part: Range<Int>? = nil
  ) {
    let line = Line(
      outcome, kind, name, path: place.path, range: place.range, successor: successor,
      reason: reason)
    if let index = indices[place.range] {
      guard Self.rank(outcome) > Self.rank(lines[index].outcome) else { return }
      lines[index] = line
    } else {
      indices[place.range] = lines.count
      lines.append(line)
    }
    guard outcome == .lost else { return }
    let message = "\(name) is lost" + (reason.map { ": \($0)" } ?? "")
    add(.warning, .dropped, message, at: part ?? place.range)
  }

  /// Says that something does not have its meaning any more, and why.
  mutating func lose(
    _ kind: ImportReport.Kind, _ name: String, _ place: Place, _ reason: String,
    part: Range<Int>? = nil
  ) {
    add(.lost, kind, name, place, because: reason, part: part)
  }

  /// Adds a problem.
  mutating func add(
    _ severity: Severity, _ kind: Problem.Kind, _ message: @autoclosure () -> String,
    at range: Range<Int>, hint: String? = nil
  ) {
    list.add(severity, path: JSONPath(), range: range) { path in
      Problem(kind, message(), severity: severity, path: path, range: range, hint: hint)
    }
  }

  /// The report, with its lines in the order of the file.
  func report(of format: String, needs: [String]) -> ImportReport {
    let sorted = lines.sorted {
      ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
    }
    return ImportReport(of: format, sorted, needs: needs + self.needs)
  }

  private static func rank(_ outcome: ImportReport.Outcome) -> Int {
    switch outcome {
    case .carried: 0
    case .putAside: 1
    case .changed: 2
    case .lost: 3
    }
  }
}
