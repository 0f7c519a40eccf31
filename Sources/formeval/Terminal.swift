// Text for a terminal: colours, aligned columns, and no characters that move the cursor. Accepts
// any text. Wrapping.swift says how wide a text is.

import Predicate

/// The colour or style of a text.
///
/// The raw values are the numbers of the escape sequence.
enum Ink: String {
  case plain = ""
  case bold = "1"
  case faint = "2"
  case red = "31"
  case green = "32"
  case yellow = "33"
  case cyan = "36"
  case boldRed = "1;31"
  case boldYellow = "1;33"
  case boldCyan = "1;36"
}

/// Whether the output is coloured, and how wide it may be.
struct Style {
  let isColored: Bool
  /// The columns of the terminal; nil in a pipe, where only help is wrapped.
  let width: Int?

  init(isColored: Bool, width: Int? = nil) {
    self.isColored = isColored
    self.width = width
  }

  /// The style for a colour setting.
  ///
  /// `auto` uses colours on a terminal that supports them, unless `NO_COLOR` is set. `columns` is
  /// what the terminal says, 0 if it does not know, nil in a pipe. `COLUMNS` overrides a number.
  init(_ color: Arguments.Color, columns: Int?, environment: (String) -> String?) {
    let given = environment("COLUMNS").flatMap { Int($0) } ?? 0
    width = columns.map { given > 0 ? given : $0 > 0 ? $0 : 80 }
    switch color {
    case .always: isColored = true
    case .never: isColored = false
    case .auto:
      isColored =
        columns != nil && (environment("NO_COLOR") ?? "").isEmpty && environment("TERM") != "dumb"
    }
  }

  func callAsFunction(_ text: String, _ ink: Ink) -> String {
    isColored && ink != .plain && !text.isEmpty
      ? "\u{1B}[\(ink.rawValue)m\(text)\u{1B}[0m" : text
  }
}

extension Style {
  /// A text for standard error: diagnostics with colours, wrapped.
  func message(_ text: String) -> String { wrapped(diagnostics(text)) }

  /// Diagnostics with colours: the severity, the marker below the source line, and the hint.
  ///
  /// The text is as `ProblemRenderer`, `Diagnostic.rendered` and `CommandError` write it: first
  /// lines with the severity, source lines and markers behind two blanks, and hints. Other lines
  /// stay as they are.
  func diagnostics(_ text: String) -> String {
    guard isColored else { return text }
    var ink = Ink.plain
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      colored(line, &ink)
    }.joined(separator: "\n")
  }

  private static let severities: [(label: String, ink: Ink)] = [
    ("error:", .boldRed), ("problem:", .boldRed), ("warning:", .boldYellow), ("note:", .boldCyan),
    ("portability (", .boldYellow),
  ]
  private static let hints = ["hint:", "fix:", "portable:"]

  /// A line of a diagnostic; `ink` is the colour of the diagnostic that the line belongs to.
  private func colored(_ line: Substring, _ ink: inout Ink) -> String {
    if line.hasPrefix("  ") {
      guard Self.isMarker(line) else { return String(line) }
      let marker = line.drop { $0 == " " }
      return line.prefix(line.count - marker.count) + self(String(marker), ink)
    }
    if Self.hints.contains(where: line.hasPrefix) { return self(String(line), .faint) }
    // The severity stands behind the place, or first if there is no place. A message may have such
    // a word too, so the first place counts.
    let found = Self.severities.compactMap {
      severity -> (label: Range<Substring.Index>, ink: Ink)? in
      if line.hasPrefix(severity.label) {
        return (
          line.startIndex..<line.index(line.startIndex, offsetBy: severity.label.count),
          severity.ink
        )
      }
      guard let range = line.firstRange(of: ": \(severity.label)") else { return nil }
      return (line.index(range.lowerBound, offsetBy: 2)..<range.upperBound, severity.ink)
    }
    guard let first = found.min(by: { $0.label.lowerBound < $1.label.lowerBound }) else {
      return String(line)
    }
    ink = first.ink
    return line[..<first.label.lowerBound] + self(String(line[first.label]), first.ink)
      + line[first.label.upperBound...]
  }
}

/// A text in a column, with its colour.
struct Cell {
  let text: String
  var ink = Ink.plain

  init(_ text: String, _ ink: Ink = .plain) {
    self.text = text
    self.ink = ink
  }
}

/// Lines of cells in aligned columns.
struct Columns {
  private var rows: [[Cell]] = []
  private let minimums: [Int]
  private static let gap = 3
  /// The largest width of a column.
  ///
  /// A wider cell shifts only the cells of its own line.
  ///
  /// Otherwise one long cell would make every line equally long.
  static let maximumWidth = 100

  /// Makes a table.
  ///
  /// `minimums` has the smallest widths of the first columns.
  init(minimums: [Int] = []) { self.minimums = minimums }

  /// Adds a line.
  ///
  /// Empty cells at its end are left out.
  mutating func append(_ cells: Cell...) {
    let end = cells.lastIndex { !$0.text.isEmpty }.map { $0 + 1 } ?? 0
    rows.append(Array(cells[..<end]))
  }

  /// The lines, aligned.
  ///
  /// The width of a column is that of its widest cell, up to `maximumWidth`. The last cell of each
  /// line does not count, so that a long text at the end of a line does not shift other lines. If a
  /// line does not fit on the terminal, its last cell is wrapped in its column, or stands below if
  /// the column begins in the right half.
  func lines(_ style: Style, indent: String = "") -> [String] {
    var widths = widths(upTo: Self.maximumWidth)
    func start(_ row: [Cell]) -> String {
      row.dropLast().enumerated().reduce(indent) { line, next in
        let count = next.element.text.columns
        let blanks = max(widths[next.offset], count) - count + Self.gap
        return line + style(next.element.text, next.element.ink)
          + String(repeating: " ", count: blanks)
      }
    }
    func line(_ row: [Cell]) -> String {
      row.last.map { start(row) + style($0.text, $0.ink) } ?? ""
    }
    guard let width = style.width, rows.contains(where: { line($0).columns > width }) else {
      return rows.map(line)
    }
    if rows.contains(where: { start($0).columns > width / 2 }) {
      widths = self.widths(upTo: width / (widths.count + 1))
    }
    return rows.map { row in
      guard let last = row.last, row.count > 1, line(row).columns > width else { return line(row) }
      let start = start(row)
      let text = style(last.text, last.ink)
      guard start.columns > width / 2 else {
        return start + String(indent: start.columns, text, width: width).dropFirst(start.columns)
      }
      let below = String(indent: indent.count + 4, text, width: width)
      guard let end = start.lastIndex(where: { $0 != " " }) else { return below }
      return start[...end] + "\n" + below
    }
  }

  /// The widths of all columns but the last ones.
  private func widths(upTo maximum: Int) -> [Int] {
    var widths = minimums
    for row in rows {
      for (column, cell) in row.dropLast().enumerated() {
        if column == widths.count { widths.append(0) }
        let width = cell.text.columns
        if width <= maximum { widths[column] = max(widths[column], width) }
      }
    }
    return widths
  }
}

extension String {
  /// The text on one line, without invisible characters, which may control a terminal.
  ///
  /// Direction marks stay: the numbers and dates of several languages have them.
  var printable: String {
    guard unicodeScalars.contains(where: \.isInvisible) else { return self }
    let scalars = unicodeScalars.map { scalar in
      !scalar.isInvisible || scalar.isDirectionMark
        ? scalar : scalar.properties.isWhitespace ? " " : "\u{FFFD}"
    }
    return String(String.UnicodeScalarView(scalars))
  }
}

extension String {
  /// The text with its line breaks, and each line printable.
  var printableLines: String {
    split(separator: "\n", omittingEmptySubsequences: false).map { String($0).printable }
      .joined(separator: "\n")
  }

  /// The largest number of characters of a text that are shown.
  ///
  /// It also limits the members of a list.
  static let clippedCount = 60

  /// The start of the text, if it is too long to show.
  var clipped: String {
    let shown = prefix(Self.clippedCount)
    return shown.endIndex == endIndex ? self : "\(shown)…"
  }
}

/// A count with its noun, such as `1 row` or `2 rows`.
func counted(_ count: Int, _ noun: String, _ plural: String? = nil) -> String {
  "\(count) \(count == 1 ? noun : plural ?? noun + "s")"
}
