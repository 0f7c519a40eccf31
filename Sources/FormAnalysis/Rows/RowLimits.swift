// The limits that the bounds and rules of a row set to its value or to the length of its text, and
// whether any value can meet all of them.

import FormGraph
import Predicate

/// One limit of a value or a length.
struct Limit {
  /// The value; of a length, the number of characters.
  let value: Value
  /// Whether the limit itself is refused.
  let isStrict: Bool
  /// Whether a value outside of the limit is refused, and not only warned of.
  let isError: Bool
  /// The path of the limit, and its place among the limits of the row.
  let path: JSONPath
  let order: Int
  /// The limit as a part of a sentence, such as `at least 9`.
  let text: String
}

/// The limits of a row.
struct RowLimits {
  var lower: [Limit] = []
  var upper: [Limit] = []
  var shortest: [Limit] = []
  var longest: [Limit] = []
  private var count = 0

  /// Collects the fixed bounds of a row and its rules.
  ///
  /// The parts of `anyOf` are left out, because a value need meet only one of them.
  ///
  /// - Complexity: O(n) in the number of rules.
  init(_ row: RowDefinition, at path: JSONPath) {
    let kind = row.type.valueKind
    let bounds = row.bounds
    // The bounds of several choices limit their number, which no rule does.
    if kind != .choices {
      if let minimum = bounds.minimum?.fixed {
        add(.greaterOrEqualThan, minimum, kind, path.appending("minimum"))
      }
      if let maximum = bounds.maximum?.fixed {
        add(.smallerOrEqualThan, maximum, kind, path.appending("maximum"))
      }
    }
    add(row.rules, kind, at: path.appending("rules"), depth: 0)
  }

  /// Adds rules; the recursion is bounded by `RuleDefinition.maximumDepth`.
  private mutating func add(
    _ rules: [RuleDefinition], _ kind: ValueKind, at path: JSONPath, depth: Int
  ) {
    guard depth <= RuleDefinition.maximumDepth else { return }
    for (index, rule) in rules.enumerated() {
      let own = path.appending(index)
      let isError = rule.severity == .error
      switch rule.kind.parameter {
      case .bound(let bound):
        guard case .comparison(let comparison, _) = rule.kind else { continue }
        add(comparison, bound, kind, own.appending("value"), isError: isError)
      case .rules(let parts):
        guard case .allOf = rule.kind else { continue }
        add(parts, kind, at: own.appending("allOf"), depth: depth + 1)
      case .length(let length):
        count += 1
        let limit = Limit(
          value: .int(Int64(length.count)), isStrict: false, isError: isError,
          path: own.appending("value"), order: count, text: length.words)
        if length.minimum != nil { shortest.append(limit) }
        if length.maximum != nil { longest.append(limit) }
      case .nothing, .pattern, .tag, .predicate, .function: continue
      }
    }
  }

  private mutating func add(
    _ comparison: RuleDefinition.Comparison, _ bound: Value, _ kind: ValueKind, _ path: JSONPath,
    isError: Bool = true
  ) {
    count += 1
    let isDate = if case .date = bound { true } else { false }
    let (isLower, isStrict, words) =
      switch comparison {
      case .greaterThan: (true, true, isDate ? "after" : "greater than")
      case .greaterOrEqualThan: (true, false, isDate ? "not before" : "at least")
      case .smallerThan: (false, true, isDate ? "before" : "less than")
      case .smallerOrEqualThan: (false, false, isDate ? "not after" : "at most")
      }
    var (value, stillStrict) = (bound, isStrict)
    // A strict bound of a whole number is the next whole number.
    if isStrict, kind == .int, case .int(let whole) = bound {
      let (next, overflow) =
        isLower ? whole.addingReportingOverflow(1) : whole.subtractingReportingOverflow(1)
      if !overflow { (value, stillStrict) = (.int(next), false) }
    }
    let limit = Limit(
      value: value, isStrict: stillStrict, isError: isError, path: path, order: count,
      text: "\(words) \(kind.shown(bound))")
    if isLower { lower.append(limit) } else { upper.append(limit) }
  }

  /// The narrowest two limits, if no value meets both; the one that comes first in the form first.
  ///
  /// Values of kinds that have no order are not compared.
  static func contradiction(_ lower: [Limit], _ upper: [Limit]) -> (first: Limit, second: Limit)? {
    guard var low = lower.first, var high = upper.first else { return nil }
    for limit in lower.dropFirst()
    where low.value.precedes(limit.value) || limit.isStrict && low.value.equals(limit.value) {
      low = limit
    }
    for limit in upper.dropFirst()
    where limit.value.precedes(high.value) || limit.isStrict && high.value.equals(limit.value) {
      high = limit
    }
    guard
      high.value.precedes(low.value)
        || (low.isStrict || high.isStrict) && low.value.equals(high.value)
    else { return nil }
    return low.order < high.order ? (low, high) : (high, low)
  }
}

extension ValueKind {
  /// A value of this kind in a message, as a form file writes it, but dates without quotes.
  func shown(_ value: Value) -> String {
    guard case .date = value else { return value.short }
    let text = JSONWriter.text(of: shownInJSON(value)).filter { $0 != "\"" }
    return self == .day ? String(text.prefix("2024-05-01".count)) : text
  }
}
