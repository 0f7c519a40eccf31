// Finds formulas for the bounds of a row that stand the wrong way round, so that no value lies
// between them: a minimum of `addDays(today(), 7)` with a maximum of `today()`.

import Foundation
import FormGraph
import Predicate

enum BoundFormulaCheck {
  /// What a bound is, as far as it can be told before the form runs.
  private struct Reach {
    /// What the offset counts from, such as `today()`; nil for a constant.
    var base: String?
    /// The least and the greatest offset: a number, or a number of days.
    var low: Double
    var high: Double

    func adding(_ low: Double, _ high: Double) -> Reach {
      Reach(base: base, low: self.low + low, high: self.high + high)
    }
  }

  /// The finding about the bounds of a row.
  ///
  /// - Complexity: O(n) in the length of the formulas.
  static func finding(
    of row: RowDefinition, at path: JSONPath, _ scope: Scope, _ limits: Limits
  ) -> Finding? {
    let bounds = row.bounds
    if let finding = mutual(row, at: path, scope, limits) { return finding }
    guard bounds.minimum?.formula != nil || bounds.maximum?.formula != nil,
      let minimum = reach(bounds.minimum, limits), let maximum = reach(bounds.maximum, limits)
    else { return nil }
    let isCertain = minimum.base == maximum.base && minimum.low > maximum.high
    guard isCertain || isAbove(minimum, maximum, scope) else { return nil }
    let key = bounds.maximum?.formula == nil ? "minimum" : "maximum"
    return Finding(
      .boundsContradiction,
      Problem(
        "the minimum is always greater than the maximum, so no value is valid",
        severity: isCertain ? .error : .warning, path: path.appending(key),
        hint: "change one of the two",
        related: [
          Problem.Related(
            "the other one is given here",
            path: path.appending(key == "minimum" ? "maximum" : "minimum"))
        ]))
  }

  /// The finding about two rows whose minimums, or maximums, are each other.
  ///
  /// Then only equal values are valid, or none. It stands at the row whose tag comes later.
  private static func mutual(
    _ row: RowDefinition, at path: JSONPath, _ scope: Scope, _ limits: Limits
  ) -> Finding? {
    guard let tag = row.tag else { return nil }
    for (key, bound) in [("minimum", \RowBounds<Bound<Value>>.minimum), ("maximum", \.maximum)] {
      guard let own = reach(row.bounds[keyPath: bound], limits),
        let base = own.base, let other = self.row(base, scope), let name = other.tag, name < tag,
        let back = reach(other.bounds[keyPath: bound], limits),
        back.base == "$\(tag)"
      else { continue }
      let isNever =
        key == "minimum" ? own.low + back.low > 0 : own.high + back.high < 0
      guard isNever || own.low + back.low == 0 && own.high + back.high == 0 else { continue }
      return Finding(
        .boundsContradiction,
        Problem(
          "'\(tag)' and '\(name)' are each other's \(key), so "
            + (isNever ? "both are never valid" : "only equal values are valid"),
          severity: .warning, path: path.appending(key),
          hint: "write it as the '\(key == "minimum" ? "maximum" : "minimum")' of one of the two"))
    }
    return nil
  }

  /// Whether the least valid value of one row is greater than the greatest of the other.
  private static func isAbove(_ minimum: Reach, _ maximum: Reach, _ scope: Scope) -> Bool {
    guard minimum.base != maximum.base, let low = least(of: minimum, scope),
      let high = greatest(of: maximum, scope)
    else { return false }
    return low > high
  }

  private static func least(of reach: Reach, _ scope: Scope) -> Double? {
    guard let base = reach.base else { return reach.low }
    return row(base, scope)?.bounds.minimum?.fixed?.measure.map { $0 + reach.low }
  }

  private static func greatest(of reach: Reach, _ scope: Scope) -> Double? {
    guard let base = reach.base else { return reach.high }
    return row(base, scope)?.bounds.maximum?.fixed?.measure.map { $0 + reach.high }
  }

  private static func row(_ base: String, _ scope: Scope) -> RowDefinition? {
    guard base.hasPrefix("$"), case .row(let row)? = scope.meaning(of: String(base.dropFirst()))
    else { return nil }
    return row
  }

  private static func reach(_ bound: Bound<Value>?, _ limits: Limits) -> Reach? {
    guard let formula = bound?.formula else {
      return bound?.fixed?.measure.map { Reach(base: nil, low: $0, high: $0) }
    }
    guard
      let tree = try? SyntaxTree(expression: formula, limits: limits, functions: .extended)
    else { return nil }
    var reaches: [Reach?] = []
    let structure = tree.structure
    for node in structure.nodes {
      let children = structure.children(of: node).map { reaches[$0.index] }
      reaches.append(reach(node, tree, children))
    }
    return reaches[structure.root.index]
  }

  private static func reach(_ node: NodeIndex, _ tree: SyntaxTree, _ parts: [Reach?]) -> Reach? {
    let structure = tree.structure
    if let day = structure.writtenDay(node)?.measure {
      return Reach(base: nil, low: day, high: day)
    }
    func shifted(_ low: Double, _ high: Double) -> Reach? {
      guard let date = parts[0], let count = parts[1], count.base == nil else { return nil }
      let ends = [count.low * low, count.low * high]
      return date.adding(ends.min() ?? 0, ends.max() ?? 0)
    }
    switch structure.kind(of: node) {
    case .literal(let index):
      return structure.value(index).measure.map { Reach(base: nil, low: $0, high: $0) }
    case .negation:
      guard let part = parts[0], part.base == nil else { return nil }
      return Reach(base: nil, low: -part.high, high: -part.low)
    case .variable(let index):
      return Reach(base: "$" + tree.variable(index), low: 0, high: 0)
    case .call(.today): return Reach(base: "today()", low: 0, high: 0)
    case .infix(let symbol) where symbol == .add || symbol == .subtract:
      guard let left = parts[0], let right = parts[1], right.base == nil else { return nil }
      // A number added to a date counts seconds, which is a finding of its own.
      guard left.base != "today()" else { return nil }
      return symbol == .add
        ? left.adding(right.low, right.high) : left.adding(-right.high, -right.low)
    case .call(.addDays): return shifted(1, 1)
    case .call(.addMonths): return shifted(28, 31)
    case .call(.addYears): return shifted(365, 366)
    default: return nil
    }
  }
}

extension Value {
  /// The value of a number; of a date, its days.
  fileprivate var measure: Double? {
    switch self {
    case .int(let value): Double(value)
    case .double(let value): value
    case .date(let date): date.timeIntervalSinceReferenceDate / 86_400
    default: nil
    }
  }
}
