// Compares rules and bounds of two versions of a row: which are narrower now, so that a saved value
// may be invalid. A set of values is narrower if it lacks a value of the old set.

import FormGraph
import Predicate

/// Compares the rules of a row.
enum RuleComparison {
  /// A rule that differs; nil where one version lacks it.
  struct Difference {
    let old: RuleDefinition?
    let new: RuleDefinition?
    let breaks: FormChange.Breaking
  }

  /// The rules that differ in more than their messages, without `required`.
  ///
  /// Rules that are equal in both versions are taken out first. Of the others, two with the same
  /// name are one rule that has changed.
  static func differences(_ old: [RuleDefinition], _ new: [RuleDefinition]) -> [Difference] {
    differences(old.filter { !$0.isRequired }, new.filter { !$0.isRequired }, depth: 0)
  }

  /// The differences of the rules of a row, or of the parts of a combined rule.
  ///
  /// The recursion, through `breaks`, is bounded by `RuleDefinition.maximumDepth`.
  private static func differences(
    _ old: [RuleDefinition], _ new: [RuleDefinition], depth: Int
  ) -> [Difference] {
    guard old != new else { return [] }
    var leftOld = old
    var counts: [String: Int] = [:]
    for rule in leftOld { counts[CanonicalText.rule(rule), default: 0] += 1 }
    var leftNew: [RuleDefinition] = []
    var common: [String: Int] = [:]
    for rule in new {
      let text = CanonicalText.rule(rule)
      if let count = counts[text], count > 0 {
        counts[text] = count - 1
        common[text, default: 0] += 1
      } else {
        leftNew.append(rule)
      }
    }
    leftOld.removeAll { rule in
      let text = CanonicalText.rule(rule)
      guard let count = common[text], count > 0 else { return false }
      common[text] = count - 1
      return true
    }
    var byName: [String: [RuleDefinition]] = [:]
    for rule in leftOld.reversed() {
      byName[rule.kind.word, default: []].append(rule)
    }
    var differences: [Difference] = []
    for rule in leftNew {
      let old = byName[rule.kind.word]?.popLast()
      differences.append(
        Difference(old: old, new: rule, breaks: old.map { breaks($0, rule, depth) } ?? added(rule)))
    }
    // The rules that are still here have no counterpart.
    for rule in leftOld {
      let name = rule.kind.word
      guard byName[name]?.popLast() != nil else { continue }
      differences.append(Difference(old: rule, new: nil, breaks: .no))
    }
    return differences
  }

  /// The rules that are the same but for their ids, by their order.
  static func renamed(
    _ old: [RuleDefinition], _ new: [RuleDefinition]
  ) -> [(old: RuleDefinition, new: RuleDefinition)] {
    guard old.contains(where: { $0.id != nil }) || new.contains(where: { $0.id != nil }) else {
      return []
    }
    var left: [String: [RuleDefinition]] = [:]
    for rule in old.reversed() { left[CanonicalText.rule(rule), default: []].append(rule) }
    return new.compactMap { rule in
      guard let other = left[CanonicalText.rule(rule)]?.popLast(), other.id != rule.id else {
        return nil
      }
      return (other, rule)
    }
  }

  private static func added(_ rule: RuleDefinition) -> FormChange.Breaking {
    rule.severity == .warning ? .no : .sometimes
  }

  private static func breaks(
    _ old: RuleDefinition, _ new: RuleDefinition, _ depth: Int
  ) -> FormChange.Breaking {
    guard new.severity == .error else { return .no }
    guard old.severity == .error else { return .sometimes }
    let isStricter = new.allowsEmpty == false && old.allowsEmpty != false
    if isStricter || (old.trims && !new.trims) { return .sometimes }
    let isWider: Bool
    let newKind = new.kind
    switch (old.kind.parameter, new.kind.parameter) {
    case (.length(let old), .length(let new)):
      isWider =
        new.minimum ?? .min <= old.minimum ?? .min && new.maximum ?? .max >= old.maximum ?? .max
    case (.bound(let bound), .bound(let other)):
      guard case .comparison(let comparison, _) = old.kind else { return .unknown }
      isWider = comparison.isMinimum ? isWithin(other, bound) : isWithin(bound, other)
    case (.pattern(let old), .pattern(let new)): isWider = old == new
    case (.nothing, .nothing): isWider = true
    case (.rules(let old), .rules(let new)):
      guard depth < RuleDefinition.maximumDepth else { return .unknown }
      let parts = differences(old, new, depth: depth + 1)
      guard case .anyOf = newKind else { return parts.map(\.breaks).max() ?? .no }
      // A value that only the part met that went is invalid now; a new part lets more through.
      return parts.map { $0.new == nil ? .sometimes : $0.old == nil ? .no : $0.breaks }.max() ?? .no
    // What others accept is not compared, such as predicates.
    case (.nothing, _), (.length, _), (.bound, _), (.pattern, _), (.tag, _), (.predicate, _),
      (.function, _), (.rules, _):
      return .unknown
    }
    return isWider ? .no : .sometimes
  }

  /// Whether the left value is not greater than the right one.
  static func isWithin(_ left: Value, _ right: Value) -> Bool {
    left.precedes(right) || left.equals(right)
  }
}

extension RuleDefinition {
  /// Whether the rule says the same as the key `required`.
  var isRequired: Bool {
    guard case .required = kind else { return false }
    return severity == .error
  }
}

/// A bound of two versions: a fixed value, or a formula.
struct BoundComparison {
  /// Which values a bound lets through.
  enum Side {
    case minimum, maximum, step
  }

  let old: String?
  let new: String?
  let breaks: FormChange.Breaking

  /// Compares a bound of values of a kind; nil if it is the same.
  init?(
    _ side: Side, of kind: ValueKind, old: Bound<Value>?, new: Bound<Value>?
  ) {
    guard old.map({ Self.text(of: $0, kind) }) != new.map({ Self.text(of: $0, kind) }) else {
      return nil
    }
    self.old = old.map { Self.text(of: $0, kind, isAuthored: true) }
    self.new = new.map { Self.text(of: $0, kind, isAuthored: true) }
    switch (old, new) {
    case (_, nil): breaks = .no
    case (.formula?, _), (_, .formula?): breaks = .unknown
    case (.fixed(let old)?, .fixed(let new)?):
      let isWider =
        switch side {
        case .minimum: RuleComparison.isWithin(new, old)
        case .maximum: RuleComparison.isWithin(old, new)
        case .step: Self.isMultiple(old, of: new)
        }
      breaks = isWider ? .no : .sometimes
    case (nil, .fixed?): breaks = .sometimes
    }
  }

  private static func text(
    of bound: Bound<Value>, _ kind: ValueKind, isAuthored: Bool = false
  ) -> String {
    switch bound {
    case .fixed(let value): CanonicalText.value(value, of: kind)
    case .formula(let text): isAuthored ? text : CanonicalText.formula(text)
    }
  }

  /// Whether every multiple of a value is one of the step too.
  static func isMultiple(_ value: Value, of step: Value) -> Bool {
    guard let value = number(value), let step = number(step), step != 0 else { return false }
    let quotient = value / step
    return abs(quotient - quotient.rounded()) <= 1e-9 * max(1, abs(quotient))
  }

  /// The difference between two numbers; null if one of the values is not a number.
  static func difference(_ left: Value, _ right: Value) -> Value {
    guard let left = number(left), let right = number(right) else { return .null }
    return .double(left - right)
  }

  private static func number(_ value: Value) -> Double? {
    switch value {
    case .int(let int): Double(int)
    case .double(let double): double
    default: nil
    }
  }
}
