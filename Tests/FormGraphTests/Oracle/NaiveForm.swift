// The oracle: a form that knows no graph. After every edit it computes everything from the texts of
// the definition, again and again until nothing changes any more. It shares with the engine only
// the evaluator of single texts.

import FormGraph
import Foundation
import Predicate

/// A form without a graph.
struct NaiveForm {
  let definition: FormDefinition
  let now: Date
  /// What the host has set, and what defaults have given, by tag.
  private(set) var stored: [String: Value] = [:]
  private(set) var inputs: [String: Value] = [:]
  private(set) var facts = Facts()
  /// Whether defaults still follow what they read.
  private var isOpening = false
  private let rows: [(row: RowDefinition, section: SectionDefinition)]
  private let texts: [String: Resolution]

  /// What follows from what is stored.
  struct Facts: Equatable {
    var values: [String: Value] = [:]
    var hidden: [String: Bool] = [:]
    var ownHidden: [String: Bool] = [:]
    var disabled: [String: Bool] = [:]
    var required: [String: Bool] = [:]
    var verdicts: [String: [String]] = [:]
    var invalid: Set<String> = []
  }

  init(_ definition: FormDefinition, now: Date) throws {
    self.definition = definition
    self.now = now
    rows = definition.sections.flatMap { section in section.rows.map { ($0, section) } }
    var texts: [String: Resolution] = [:]
    for text in Self.predicates(in: definition) {
      texts[text] = try SyntaxTree(predicate: text).resolved(attributes: Self.names)
    }
    for text in rows.flatMap({ [$0.row.calculated, $0.row.defaultFormula].compactMap { $0 } }) {
      texts[text] = try SyntaxTree(expression: text).resolved(attributes: Self.names)
    }
    self.texts = texts
    for input in definition.inputs { inputs[input.name] = input.value }
    for (row, _) in rows where row.calculated == nil {
      let unset: Value = row.type.valueKind == .bool ? .bool(false) : .null
      stored[row.tag ?? ""] = row.value ?? unset
    }
    isOpening = true
    settle()
    isOpening = false
    for (row, _) in rows where row.defaultFormula != nil {
      stored[row.tag ?? ""] = facts.values[row.tag ?? ""] ?? .null
    }
    settle()
  }

  private static let names: Set = ["value", "isHidden", "isDisabled", "isRequired", "isValid"]

  private static func predicates(in definition: FormDefinition) -> [String] {
    let conditions =
      definition.sections.flatMap { section in
        [section.hidden, section.disabled]
          + section.rows.flatMap { [$0.hidden, $0.disabled, $0.required] }
      } + [definition.readOnly]
    let rules = definition.sections.flatMap(\.rows).flatMap(\.rules).compactMap { rule in
      switch rule.kind {
      case .predicate(let text): text
      case .equals(let tag): "SELF == $\(tag)"
      default: nil
      }
    }
    return rules
      + conditions.compactMap { condition in
        if case .predicate(let text)? = condition?.source { text } else { nil }
      }
  }

  mutating func set(_ tag: String, to value: Value) {
    if inputs[tag] != nil { inputs[tag] = value } else { stored[tag] = value }
    settle()
  }

  /// Computes everything from the facts of the round before, until a round changes nothing.
  mutating func settle() {
    for _ in 0..<(4 * rows.count + 10) {
      let before = facts
      computeRound()
      if facts == before { return }
    }
  }

  private mutating func computeRound() {
    let readOnly = holds(definition.readOnly, owner: "")
    for section in definition.sections {
      let tag = section.tag ?? ""
      facts.hidden[tag] = holds(section.hidden, owner: tag)
      facts.disabled[tag] = holds(section.disabled, owner: tag) || readOnly
    }
    for (row, section) in rows {
      let tag = row.tag ?? ""
      if let text = isOpening ? row.calculated ?? row.defaultFormula : row.calculated {
        facts.values[tag] =
          value(text, owner: tag, row: row).flatMap { row.type.valueKind.converted($0) } ?? .null
      } else {
        facts.values[tag] = stored[tag] ?? .null
      }
      facts.ownHidden[tag] = holds(row.hidden, owner: tag)
      facts.hidden[tag] =
        facts.ownHidden[tag] == true || holds(section.hidden, owner: section.tag ?? "")
      facts.disabled[tag] =
        holds(row.disabled, owner: tag) || holds(section.disabled, owner: section.tag ?? "")
        || readOnly
      let isRequired = row.rules.contains { $0.kind == .required }
      facts.required[tag] = isRequired || holds(row.required, owner: tag)
      let verdict = verdict(of: row)
      facts.verdicts[tag] = verdict
      if verdict.isEmpty || facts.hidden[tag] == true {
        facts.invalid.remove(tag)
      } else {
        facts.invalid.insert(tag)
      }
    }
  }

  private func isEmpty(_ value: Value) -> Bool { value == .null || value == "" || value == [] }

  /// The messages of everything that the value does not meet; the random forms give every rule one.
  private func verdict(of row: RowDefinition) -> [String] {
    let tag = row.tag ?? ""
    let value = facts.values[tag] ?? .null
    var messages: [String] = []
    if facts.required[tag] == true, isEmpty(value) {
      let rule = row.rules.first { $0.kind == .required }
      messages.append(rule?.message ?? "This field is required.")
    }
    for rule in row.rules {
      let isMet: Bool
      switch rule.kind {
      case .required: continue
      case .minLength(let count):
        if isEmpty(value) { continue }
        isMet = if case .string(let text) = value { text.count >= count } else { false }
      case .predicate(let text):
        if isEmpty(value) { continue }
        isMet = self.value(text, owner: tag, row: row) == .bool(true)
        if self.value(text, owner: tag, row: row) == nil {
          // The engine says what went wrong; what, is the business of other tests.
          messages.append("failed")
          continue
        }
      case .equals(let other):
        isMet = self.value("SELF == $\(other)", owner: tag, row: row) == .bool(true)
      default: isMet = true
      }
      if !isMet { messages.append(rule.message ?? "") }
    }
    return messages
  }

  private func holds(_ condition: ConditionDefinition?, owner: String) -> Bool {
    switch condition?.source {
    case nil, .function: return false
    case .constant(let holds): return holds != condition?.isInverted
    case .predicate(let text):
      let row = rows.first { $0.row.tag == owner }?.row
      guard case .some(.bool(let holds)) = value(text, owner: owner, row: row) else { return false }
      return holds != condition?.isInverted
    }
  }

  /// The value of a text; nil where it fails.
  private func value(_ text: String, owner: String, row: RowDefinition?) -> Value? {
    guard let resolution = texts[text] else { return nil }
    return try? resolution.program.evaluate(
      object: row.flatMap { facts.values[$0.tag ?? ""] } ?? .null,
      context: EvaluationContext(now: now)
    ) { index in
      let operand = resolution.operands[index]
      let tag = operand.variable
      guard case .attribute(let name) = operand.reading else {
        return readValue(of: tag, by: owner)
      }
      switch name.text {
      case "isHidden": return .bool(facts.hidden[tag] ?? false)
      case "isDisabled": return .bool(facts.disabled[tag] ?? false)
      case "isRequired": return .bool(facts.required[tag] ?? false)
      case "isValid": return .bool(isValid(tag))
      default: return readValue(of: tag, by: owner)
      }
    }
  }

  private func isValid(_ tag: String) -> Bool {
    guard let section = definition.sections.first(where: { $0.tag == tag }) else {
      return !facts.invalid.contains(tag)
    }
    return facts.hidden[tag] == true
      || section.rows.allSatisfy { !facts.invalid.contains($0.tag ?? "") }
  }

  private func readValue(of tag: String, by owner: String) -> Value {
    if let input = inputs[tag] { return input }
    let value = facts.values[tag] ?? .null
    guard tag != owner, let (row, section) = rows.first(where: { $0.row.tag == tag }) else {
      return value
    }
    let policy = row.whenHidden ?? section.whenHidden ?? definition.hiddenValues
    return policy == .nil && facts.hidden[tag] == true ? .null : value
  }
}
