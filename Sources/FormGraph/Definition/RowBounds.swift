// The bounds of what a row holds: the least and the greatest, and the steps between. Values beyond
// them are stored and invalid; nothing is ever rounded.

import Foundation
public import Predicate

/// What values a row takes, as far as that is a matter of more and less.
public struct RowBounds: Sendable, Hashable {
  /// The least: a number, a date or, of several choices, how many.
  public var minimum: Value?
  /// The greatest: a number, a date or, of several choices, how many.
  public var maximum: Value?
  /// How far numbers lie apart, counted from the least or else from 0.
  public var step: Value?
  /// How many minutes points in time lie apart, counted from the full hour.
  public var minuteInterval: Int?
  /// Formulas that yield the bounds; each takes the place of the fixed bound.
  public var formulas: Formulas

  /// Formulas that yield bounds. A formula that yields nil sets no bound.
  public struct Formulas: Sendable, Hashable {
    /// The formula of the least.
    public var minimum: String?
    /// The formula of the greatest.
    public var maximum: String?
    /// The formula of the step.
    public var step: String?

    /// Makes formulas.
    public init(minimum: String? = nil, maximum: String? = nil, step: String? = nil) {
      self.minimum = minimum
      self.maximum = maximum
      self.step = step
    }
  }

  /// Makes bounds.
  public init(
    minimum: Value? = nil, maximum: Value? = nil, step: Value? = nil, minuteInterval: Int? = nil,
    formulas: Formulas = Formulas()
  ) {
    self.minimum = minimum
    self.maximum = maximum
    self.step = step
    self.minuteInterval = minuteInterval
    self.formulas = formulas
  }

  /// Whether nothing is said.
  public var isEmpty: Bool {
    minimum == nil && maximum == nil && step == nil && minuteInterval == nil
      && formulas == Formulas()
  }

  /// The minutes that divide an hour.
  static let minuteIntervals = [1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30]
}

// MARK: - What they ask

extension RowBounds {
  /// What is said of a value beyond the bounds, the least first; nothing of an empty one.
  func failures(of value: Value) -> [String] {
    guard !value.isEmpty else { return [] }
    if case .array(let members) = value { return failures(ofCount: members.count) }
    var failures: [String] = []
    let rules: [(RuleDefinition.Comparison, Value?)] = [
      (.greaterOrEqualThan, minimum), (.smallerOrEqualThan, maximum),
    ]
    for case (let comparison, let bound?) in rules {
      let rule = RuleDefinition(.comparison(comparison, bound))
      if !rule.isMet(by: value) { failures.append(rule.standardText) }
    }
    if let step, !Self.isWhole(value, from: minimum ?? 0, by: step) {
      let start = minimum.map { " from \(Self.text($0))" } ?? ""
      failures.append("Must be in steps of \(Self.text(step))\(start).")
    }
    if let minuteInterval, case .date(let date) = value,
      date.timeIntervalSince1970.truncatingRemainder(dividingBy: Double(minuteInterval) * 60) != 0
    {
      failures.append(
        minuteInterval == 1
          ? "Must be at a full minute." : "Must be at a multiple of \(minuteInterval) minutes.")
    }
    return failures
  }

  private func failures(ofCount count: Int) -> [String] {
    var failures: [String] = []
    if case .int(let minimum)? = minimum, count < minimum {
      failures.append("Choose at least \(minimum).")
    }
    if case .int(let maximum)? = maximum, count > maximum {
      failures.append("Choose at most \(maximum).")
    }
    return failures
  }

  /// Whether a number lies a whole number of steps from another; of fractions, as exactly as they
  /// can be told apart.
  private static func isWhole(_ value: Value, from start: Value, by step: Value) -> Bool {
    if case .int(let value) = value, case .int(let start) = start, case .int(let step) = step {
      let (distance, overflow) = value.subtractingReportingOverflow(start)
      if !overflow {
        return distance.remainderReportingOverflow(dividingBy: step).partialValue == 0
      }
    }
    guard case .double(let value)? = ValueKind.decimal.converted(value),
      case .double(let start)? = ValueKind.decimal.converted(start),
      case .double(let step)? = ValueKind.decimal.converted(step)
    else { return false }
    let steps = (value - start) / step
    return abs(steps - steps.rounded()) <= 1e-9 * max(1, abs(steps))
  }

  private static func text(_ number: Value) -> String { number.ruleText ?? "" }
}
