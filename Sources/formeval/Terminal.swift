// Text for people: colours where they are wanted, columns that line up, and nothing that could
// move a terminal's cursor. Takes any text; widths are counted in characters.

import Predicate

/// How a piece of text looks on a terminal that shows colours; the digits of its escape sequence.
enum Ink: String {
  case plain = ""
  case bold = "1"
  case faint = "2"
  case red = "31"
  case green = "32"
  case yellow = "33"
}

/// Whether colours are written.
struct Style {
  let isColored: Bool

  init(isColored: Bool) { self.isColored = isColored }

  /// What was asked for; left to itself, colours on a terminal that has them unless somebody set
  /// `NO_COLOR`.
  init(_ color: Arguments.Color, isTerminal: Bool, environment: [String: String]) {
    switch color {
    case .always: isColored = true
    case .never: isColored = false
    case .auto:
      isColored =
        isTerminal && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
    }
  }

  func callAsFunction(_ text: String, _ ink: Ink) -> String {
    isColored && ink != .plain && !text.isEmpty
      ? "\u{1B}[\(ink.rawValue)m\(text)\u{1B}[0m" : text
  }
}

/// A piece of text in a column.
struct Cell {
  let text: String
  var ink = Ink.plain

  init(_ text: String, _ ink: Ink = .plain) {
    self.text = text
    self.ink = ink
  }
}

/// Lines of cells that stand below one another.
struct Columns {
  private var rows: [[Cell]] = []
  private let minimums: [Int]
  private static let gap = 3
  /// The widest a column becomes; a wider cell pushes aside what stands in its own line only.
  ///
  /// Otherwise one long cell would make every line as long.
  static let maximumWidth = 100

  /// Makes a table whose columns, from the first, have at least these widths.
  init(minimums: [Int] = []) { self.minimums = minimums }

  /// Adds a line; empty cells at its end are left out.
  mutating func append(_ cells: Cell...) {
    let end = cells.lastIndex { !$0.text.isEmpty }.map { $0 + 1 } ?? 0
    rows.append(Array(cells[..<end]))
  }

  /// The lines, aligned.
  ///
  /// A column is as wide as its widest cell up to `maximumWidth` that has another to its right, so
  /// that the long text at the end of one line pushes nothing aside on the others.
  func lines(_ style: Style, indent: String = "") -> [String] {
    var widths = minimums
    for row in rows {
      for (column, cell) in row.dropLast().enumerated() {
        if column == widths.count { widths.append(0) }
        let width = cell.text.count
        if width <= Self.maximumWidth { widths[column] = max(widths[column], width) }
      }
    }
    return rows.map { row in
      var line = ""
      for (column, cell) in row.enumerated() {
        line += style(cell.text, cell.ink)
        guard column < row.count - 1 else { break }
        let blanks = max(widths[column], cell.text.count) - cell.text.count + Self.gap
        line += String(repeating: " ", count: blanks)
      }
      return line.isEmpty ? line : indent + line
    }
  }
}

extension String {
  /// The text on one line, without characters that show nothing: a terminal obeys some of them.
  var printable: String {
    guard unicodeScalars.contains(where: \.isInvisible) else { return self }
    let scalars = unicodeScalars.map { scalar in
      !scalar.isInvisible ? scalar : scalar.properties.isWhitespace ? " " : "\u{FFFD}"
    }
    return String(String.UnicodeScalarView(scalars))
  }
}

extension String {
  /// The text on the lines it has, each printable.
  var printableLines: String {
    split(separator: "\n", omittingEmptySubsequences: false).map { String($0).printable }
      .joined(separator: "\n")
  }

  /// How many characters of a text are shown, and so how many members of a list at most.
  static let clippedCount = 60

  /// The beginning of a text that is too long for its place.
  var clipped: String {
    let shown = prefix(Self.clippedCount)
    return shown.endIndex == endIndex ? self : "\(shown)…"
  }
}

/// A count with its noun: `1 row`, `2 rows`.
func counted(_ count: Int, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}
