// How a result came about, for people: every part of a text on its line with what it gave, parts of
// a part further in. Takes explanations as they are; what would say nothing is left out.

import Predicate

/// Shows explanations.
enum ExplanationTree {
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
          case .value(let value): Cell(value.description.printable.clipped)
          case .failed(let error): Cell("failed: \(error.diagnostic.message.printable)", .red)
          case .notReached where isBroken: Cell("no result", .red)
          case .notReached: Cell("not needed", .faint)
          }
        let depth = String(repeating: "  ", count: line.depth)
        columns.append(Cell(depth + line.text.printable.clipped), result)
      }
    }
    return columns.lines(style, indent: indent)
  }

  /// The lines that say something: no constant lists, and of what was not needed only the whole;
  /// each with whether it has no result because a part of it failed.
  private static func telling(
    _ lines: [Explanation.Line]
  ) -> [(line: Explanation.Line, isBroken: Bool)] {
    var unneededDepth = Int.max
    var telling: [(Explanation.Line, Bool)] = []
    for (index, line) in lines.enumerated() where line.depth <= unneededDepth {
      let isUnreached = line.result == .notReached
      let isBroken =
        isUnreached
        && lines[(index + 1)...].prefix { $0.depth > line.depth }
          .contains { $0.result != .notReached }
      unneededDepth = isUnreached && !isBroken ? line.depth : .max
      if case .value(let value) = line.result, value.description == line.text { continue }
      telling.append((line, isBroken))
    }
    return telling
  }
}
