// How a result came about, for people: every part of a text on its line with what it gave, parts of
// a part further in. Takes explanations as they are; what would say nothing is left out.

import Predicate

/// Shows explanations.
enum ExplanationTree {
  /// How many levels are indented, deeper ones as far as the last of them: a text may nest as deep
  /// as it is long, and the indentation must not cost the square of that.
  static let maximumDepth = 15

  /// The parts of some texts with what they gave, all results in one column.
  static func lines(
    of explanations: [Explanation], _ style: Style, indent: String = ""
  ) -> [String] {
    var columns = Columns()
    for explanation in explanations {
      for (line, isBroken) in telling(explanation.lines) {
        let result: Cell =
          switch line.result {
          case .value(.bool(let holds)): Cell("\(holds)", holds ? .green : .red)
          case .value(let value): Cell(value.short(of: String.clippedCount).printable.clipped)
          case .failed(let error): Cell("failed: \(error.diagnostic.message.printable)", .red)
          case .notReached where isBroken: Cell("no result", .red)
          case .notReached: Cell("not needed", .faint)
          }
        let indent = String(repeating: "  ", count: min(line.depth, Self.maximumDepth))
        let mark = line.depth > Self.maximumDepth ? "… " : ""
        columns.append(Cell(indent + mark + line.text.printable.clipped), result)
      }
    }
    return columns.lines(style, indent: indent)
  }

  /// The lines that say something: no constant lists, and of what was not needed only the whole;
  /// each with whether it has no result because a part of it failed.
  private static func telling(
    _ lines: [Explanation.Line]
  ) -> [(line: Explanation.Line, isBroken: Bool)] {
    let reached = hasReachedParts(lines)
    var unneededDepth = Int.max
    var telling: [(Explanation.Line, Bool)] = []
    for (index, line) in lines.enumerated() where line.depth <= unneededDepth {
      let isUnreached = line.result == .notReached
      let isBroken = isUnreached && reached[index]
      unneededDepth = isUnreached && !isBroken ? line.depth : .max
      if case .value(let value) = line.result,
        value.short(of: Explanation.maximumPartLength) == line.text
      {
        continue
      }
      telling.append((line, isBroken))
    }
    return telling
  }

  /// Of each line whether a part of it has a result; from the last line, so that each is looked at
  /// once.
  private static func hasReachedParts(_ lines: [Explanation.Line]) -> [Bool] {
    var answers = [Bool](repeating: false, count: lines.count)
    // By depth: whether one of the lines just behind has a result that deep or deeper.
    var reached = [false]
    for (index, line) in lines.enumerated().reversed() {
      while reached.count < line.depth + 2 { reached.append(false) }
      answers[index] = reached[line.depth + 1]
      reached[line.depth] = reached[line.depth] || answers[index] || line.result != .notReached
      reached[line.depth + 1] = false
    }
    return answers
  }
}
