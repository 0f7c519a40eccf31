// Checks that some value meets all bounds and rules of a row, and that a step leads from one value
// to another. The compiler has refused a minimum above the maximum of the same row or list.

import FormGraph
import Predicate

enum BoundsCheck {
  /// The findings about the bounds and length rules of a row.
  ///
  /// - Complexity: O(n) in the number of rules.
  static func findings(of place: RowPlace) -> [Finding] {
    let row = place.row
    guard !row.bounds.isEmpty || !row.rules.isEmpty else { return [] }
    let limits = RowLimits(row, at: place.path)
    var findings: [Finding] = []
    if let (first, second) = RowLimits.contradiction(limits.lower, limits.upper) {
      findings.append(
        contradiction(
          .boundsContradiction, "no value is both \(first.text) and \(second.text)", first, second))
    }
    if let (first, second) = RowLimits.contradiction(limits.shortest, limits.longest) {
      findings.append(
        contradiction(
          .lengthContradiction,
          "no text has both \(first.text) and \(second.text) characters", first, second))
    }
    if let finding = step(of: row, at: place.path) { findings.append(finding) }
    return findings
  }

  private static func contradiction(
    _ id: FindingID, _ message: String, _ first: Limit, _ second: Limit
  ) -> Finding {
    Finding(
      id,
      Problem(
        message, severity: first.isError && second.isError ? .error : .warning, path: second.path,
        hint: "change one of the two",
        related: [Problem.Related("the other one is given here", path: first.path)]))
  }

  /// The finding about a step that is longer than the range, so that only the minimum is valid.
  ///
  /// If the minimum equals the maximum, its author wants one value.
  private static func step(of row: RowDefinition, at path: JSONPath) -> Finding? {
    let bounds = row.bounds
    guard let step = bounds.step?.fixed, let minimum = bounds.minimum?.fixed,
      let maximum = bounds.maximum?.fixed,
      let range = distance(from: minimum, to: maximum), Value.int(0).precedes(range),
      range.precedes(step)
    else { return nil }
    return Finding(
      .boundsStep,
      Problem(
        "the step \(step.short) is longer than the range from \(minimum.short) to "
          + "\(maximum.short), so only \(minimum.short) is valid",
        severity: .warning, path: path.appending("step"),
        hint: isWhole(range)
          ? "write a step of at most \(range.short)" : "write a smaller step"))
  }

  /// The distance between two numbers; nil if whole numbers are too far apart for it.
  private static func distance(from minimum: Value, to maximum: Value) -> Value? {
    if case .int(let minimum) = minimum, case .int(let maximum) = maximum {
      let (distance, overflow) = maximum.subtractingReportingOverflow(minimum)
      return overflow ? nil : .int(distance)
    }
    guard case .double(let minimum)? = ValueKind.decimal.converted(minimum),
      case .double(let maximum)? = ValueKind.decimal.converted(maximum)
    else { return nil }
    // Rounding up: 0.3 - 0.2 is less than a step of 0.1.
    return .double((maximum - minimum) * (1 + 1e-9))
  }

  private static func isWhole(_ value: Value) -> Bool {
    if case .int = value { true } else { false }
  }
}
