// Shows people how a result was computed: each part of a text on its own line with its result,
// indented by its depth. Lines without information are left out.

import FormGraph
import Predicate

/// Shows explanations as a tree.
enum ExplanationTree {
  /// The largest indentation.
  ///
  /// Deeper lines get the same indentation. Otherwise the output could grow with the square of the
  /// length of a text, because a text may be nested as deeply as it is long.
  static let maximumDepth = 15

  /// The parts of some texts with their results, with all results in one column.
  ///
  /// Parts deeper than `fold` are only counted; nil: none are. `kind` gives the kind of what a name
  /// stands for, which says how its dates are written.
  static func lines(
    of explanations: [Explanation], _ style: Style, indent: String = "",
    foldedBelow fold: Int? = nil, kind: (String) -> ValueKind = { _ in .any }
  ) -> [String] {
    var columns = Columns()
    for explanation in explanations {
      var folded = 0
      func endFold() {
        guard folded > 0, let fold else { return }
        let indent = String(repeating: "  ", count: min(fold + 1, maximumDepth))
        columns.append(Cell("\(indent)… \(counted(folded, "more part"))", .faint))
        folded = 0
      }
      defer { endFold() }
      for (line, isBroken) in telling(explanation.lines) {
        if let fold, line.depth > fold {
          folded += 1
          continue
        }
        endFold()
        let result: Cell =
          switch line.result {
          case .value(.bool(let holds)): Cell("\(holds)", holds ? .green : .red)
          case .value(let value): Cell(line.kind(kind).explained(value).printable)
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

  /// The lines with information.
  ///
  /// Constant lists are left out, and so are the parts of an unneeded part. `isBroken` means that a
  /// line has no result because one of its parts failed.
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

  /// For each line, whether any of its parts has a result.
  ///
  /// Computed from the last line backwards, so that each line is visited once.
  private static func hasReachedParts(_ lines: [Explanation.Line]) -> [Bool] {
    var answers = [Bool](repeating: false, count: lines.count)
    // By depth: whether one of the following lines of that depth or deeper has a result.
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

extension Explanation.Line {
  /// The kind of the value of the part, if the part is a name and its kind is known.
  func kind(_ kind: (String) -> ValueKind) -> ValueKind {
    text.first == "$" ? kind(String(text.dropFirst())) : .any
  }
}

extension ValueKind {
  /// A value of this kind in an explanation: a day is written as a day.
  func explained(_ value: Value) -> String {
    switch value {
    case .date:
      if case .string(let text) = shownInJSON(value) { return text }
    // As everywhere else, a decimal row that holds 7.0 shows 7.
    case .double where self == .decimal: return value.text(kind: self)
    default: break
    }
    return value.short(of: String.clippedCount).clipped
  }
}
