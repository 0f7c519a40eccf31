// The bounds of a row's value: minimum, maximum and step. A value outside the bounds is stored and
// invalid; nothing is ever rounded.

import Foundation
public import Predicate

/// The minimum, maximum and step of a row's value: of a `RowDefinition` each a `Bound`, of a
/// `RowState` the values that stand now.
public struct RowBounds<Limit: Sendable & Hashable>: Sendable, Hashable {
  /// The smallest value: a number, a date or, for several choices, their number.
  public var minimum: Limit?
  /// The largest value: a number, a date or, for several choices, their number.
  public var maximum: Limit?
  /// The step between numbers, counted from the minimum or else from 0.
  public var step: Limit?
  /// The step between points in time in minutes, counted from the full hour.
  public var minuteInterval: Int?

  /// Makes bounds.
  public init(
    minimum: Limit? = nil, maximum: Limit? = nil, step: Limit? = nil, minuteInterval: Int? = nil
  ) {
    self.minimum = minimum
    self.maximum = maximum
    self.step = step
    self.minuteInterval = minuteInterval
  }

  /// Whether no bound is set.
  public var isEmpty: Bool {
    minimum == nil && maximum == nil && step == nil && minuteInterval == nil
  }
}

extension RowBounds<Bound<Value>> {
  /// Whether a bound follows from answers.
  public var hasFormulas: Bool {
    minimum?.formula != nil || maximum?.formula != nil || step?.formula != nil
  }

  /// The numbers of minutes that divide an hour.
  static let minuteIntervals = [1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30]
}

// MARK: - Messages

extension RowBounds<Value> {
  /// The messages about a value outside the bounds, that about the minimum first.
  ///
  /// An empty value has none. `kinds` says which bounds of a point in time are days or times of
  /// day, and `part` gives what is compared with such a bound. `isInZone` says whether people read
  /// the value on the clock of the form's time zone, so that minutes count on that clock.
  package func failures(
    of value: Value, kinds: (minimum: DateKind?, maximum: DateKind?), isInZone: Bool,
    part: (Value, DateKind) -> Value
  ) -> [StandardMessage] {
    guard !value.isEmpty else { return [] }
    if case .array(let members) = value { return failures(ofCount: members.count) }
    var failures: [StandardMessage] = []
    let rules: [(RuleDefinition.Comparison, Value?, DateKind?)] = [
      (.greaterOrEqualThan, minimum, kinds.minimum), (.smallerOrEqualThan, maximum, kinds.maximum),
    ]
    for case (let comparison, let bound?, let kind) in rules {
      let rule = RuleDefinition(.comparison(comparison, bound))
      guard !rule.isMet(by: kind.map { part(value, $0) } ?? value) else { continue }
      var message = rule.standardMessage
      message.dateKind = kind
      failures.append(message)
    }
    if let step, !Self.isWhole(value, from: minimum ?? 0, by: step) {
      failures.append(
        minimum.map { StandardMessage(.stepFrom, [.step: step, .minimum: $0]) }
          ?? StandardMessage(.step, [.step: step]))
    }
    if let minuteInterval, case .date(let date) = isInZone ? part(value, .time) : value,
      date.timeIntervalSince1970.truncatingRemainder(dividingBy: Double(minuteInterval) * 60) != 0
    {
      failures.append(StandardMessage(.minuteInterval, [.minutes: .int(Int64(minuteInterval))]))
    }
    return failures
  }

  private func failures(ofCount count: Int) -> [StandardMessage] {
    var failures: [StandardMessage] = []
    if case .int(let least)? = minimum, count < least {
      failures.append(StandardMessage(.minChoices, [.minimum: .int(least)]))
    }
    if case .int(let most)? = maximum, count > most {
      failures.append(StandardMessage(.maxChoices, [.maximum: .int(most)]))
    }
    return failures
  }

  /// Whether the distance between two numbers is a whole number of steps.
  ///
  /// Fractions are compared with a relative tolerance of 1e-9.
  package static func isWhole(_ value: Value, from start: Value, by step: Value) -> Bool {
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
}
