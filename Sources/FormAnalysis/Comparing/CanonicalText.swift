// The texts by which two versions of a condition, a formula, a rule or a value are compared. Layout
// and white space of a text do not count, nor whether it says `hidden` or `visible`.

import FormGraph
import Predicate

/// Makes texts that can be compared.
enum CanonicalText {
  /// The canonical text of a predicate; the text itself if it cannot be parsed.
  static func predicate(_ text: String) -> String {
    (try? SyntaxTree(predicate: text, functions: .extended))?.description ?? text
  }

  /// The canonical text of a formula; the text itself if it cannot be parsed.
  static func formula(_ text: String) -> String {
    (try? SyntaxTree(expression: text, functions: .extended))?.description ?? text
  }

  /// The canonical text of a condition, stated as `hidden` or `disabled`.
  static func condition(_ condition: ConditionDefinition) -> String {
    switch condition.source {
    case .constant(let constant): "\(constant != condition.isInverted)"
    case .predicate(let text): condition.isInverted ? negation(of: text) : predicate(text)
    case .function(let name, let arguments):
      (condition.isInverted ? "NOT " : "") + call(name, arguments)
    }
  }

  /// The canonical text of a condition that may be missing: `true` and `false` if it always has one
  /// result.
  static func state(_ condition: ConditionDefinition?) -> String {
    guard let condition else { return "false" }
    let text = self.condition(condition)
    return switch text {
    case "TRUEPREDICATE", "NOT FALSEPREDICATE": "true"
    case "FALSEPREDICATE", "NOT TRUEPREDICATE": "false"
    default: text
    }
  }

  /// The canonical text of the opposite of a predicate: of `NOT x`, that of `x`.
  private static func negation(of text: String) -> String {
    let own = predicate(text)
    let rest = String(own.dropFirst("NOT ".count))
    // In `NOT a AND b`, the NOT is about `a` alone.
    if own.hasPrefix("NOT "), predicate("NOT (\(rest))") == own { return predicate(rest) }
    return predicate("NOT (\(text))")
  }

  static func call(_ name: String, _ arguments: [String]) -> String {
    "\(name)(\(arguments.joined(separator: ", ")))"
  }

  /// What a row shows in place of its value, by its canonical text.
  static func display(_ display: DisplayDefinition) -> String {
    switch display {
    case .formula(let text): formula(text)
    case .function(let name, let names): call(name, names)
    }
  }

  /// The same as its author wrote it.
  static func authored(_ display: DisplayDefinition) -> String {
    if case .formula(let text) = display { text } else { self.display(display) }
  }

  /// An action that an edit of a row sets off.
  ///
  /// `isAuthored` leaves formulas as their author wrote them.
  static func trigger(_ action: TriggerAction, isAuthored: Bool = false) -> String {
    let condition = action.condition.map { " if \(isAuthored ? $0 : predicate($0))" } ?? ""
    return switch action.effect {
    case .set(let tag, let formula):
      "set \(tag) to \(isAuthored ? formula : self.formula(formula))\(condition)"
    case .reset(let tag): "reset \(tag)\(condition)"
    }
  }

  /// A setting in words, as the file has it: text without quotes, a list with commas.
  static func setting(_ value: Value) -> String {
    switch value {
    case .string(let text): text
    case .array(let members): members.map(setting).joined(separator: ", ")
    default: self.value(value)
    }
  }

  /// A value of a row of a kind, as the file has it.
  static func value(_ value: Value, of kind: ValueKind = .any) -> String {
    JSONWriter.text(of: kind.shownInJSON(value))
  }

  /// A rule of a row of a kind with its settings, without its message.
  ///
  /// `isAuthored` leaves predicates as their author wrote them.
  static func rule(
    _ rule: RuleDefinition, of kind: ValueKind = .any, isAuthored: Bool = false
  ) -> String {
    self.rule(rule, of: kind, isAuthored, depth: 0)
  }

  /// The recursion is bounded by `RuleDefinition.maximumDepth`.
  private static func rule(
    _ rule: RuleDefinition, of kind: ValueKind, _ isAuthored: Bool, depth: Int
  ) -> String {
    var text = rule.kind.word
    switch rule.kind.parameter {
    case .nothing: break
    case .length(let length): text += " \(length.count)"
    case .pattern(let pattern): text += " \(pattern)"
    case .bound(let bound): text += " \(value(bound, of: kind))"
    case .tag(let tag): text += " $\(tag)"
    case .predicate(let predicate):
      text += " \(isAuthored ? predicate : self.predicate(predicate))"
    case .function(let name, let reads): text += " \(call(name, reads))"
    case .rules(let rules):
      guard depth < RuleDefinition.maximumDepth else { break }
      let parts = rules.map { self.rule($0, of: kind, isAuthored, depth: depth + 1) }
      text += " (\(parts.joined(separator: "; ")))"
    }
    if let allowsEmpty = rule.allowsEmpty { text += ", allowsEmpty \(allowsEmpty)" }
    if rule.trims { text += ", trims" }
    if rule.severity == .warning { text += ", warning" }
    return text
  }
}
