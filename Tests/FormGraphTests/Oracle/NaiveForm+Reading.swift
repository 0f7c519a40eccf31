// What a text reads in one place of the naive form: a name is looked up where it stands, and items
// are always the whole list of objects, whatever the text needs of them.

import Foundation
import Predicate

@testable import FormGraph

extension NaiveForm {
  enum Meaning: Equatable {
    case row(Int)
    case section(Int)
    case input(String)
  }

  /// Where a text stands.
  struct Scope {
    /// The row or section whose text it is.
    let owner: Int
    /// In an item, its rows by their tags.
    var siblings: [String: Int] = [:]
    /// In an item, its position.
    var index: Int?
  }

  // MARK: - Texts

  /// The value of a text, nil where it fails; SELF is the object or, without one, the value of the
  /// row whose text it is.
  func value(
    _ text: String, isPredicate: Bool, _ scope: Scope, object: Value? = nil
  ) -> Value? {
    guard let resolution = texts.resolution(text, isPredicate: isPredicate) else { return nil }
    var context = EvaluationContext(now: now)
    let tables = tables
    context.lookUp = { Self.lookUp($0, $1, $2, $3, in: tables) }
    return try? resolution.program.evaluate(
      object: object ?? facts.values[scope.owner] ?? .null, context: context
    ) { index in
      let operand = resolution.operands[index]
      guard case .attribute(let name) = operand.reading else {
        return read(operand.variable, scope)
      }
      return read(name.text, of: operand.variable, scope)
    }
  }

  func holds(_ condition: ConditionDefinition?, _ scope: Scope) -> Bool {
    guard let condition else { return false }
    let result: Value?
    switch condition.source {
    case .constant(let holds): result = .bool(holds)
    case .predicate(let text): result = value(text, isPredicate: true, scope)
    case .function(let name, let dependencies):
      result = try? WitnessFunction.answer(name, dependencies.map { dependency($0, scope) })
    }
    guard case .bool(let holds)? = result else { return false }
    return holds != condition.isInverted
  }

  /// What a function reads under a name.
  private func dependency(_ name: String, _ scope: Scope) -> Value {
    let parts = name.split(separator: ".").map(String.init)
    return parts.count == 2 ? read(parts[1], of: parts[0], scope) : read(parts[0], scope)
  }

  // MARK: - Names

  func meaning(of name: String, _ scope: Scope) -> Meaning? {
    scope.siblings[name].map(Meaning.row) ?? names[name]
  }

  private func read(_ name: String, _ scope: Scope) -> Value {
    switch meaning(of: name, scope) {
    case .row(let row): return read(row, by: scope.owner)
    case .section(let index): return items(of: shape.sections[index])
    case .input(let input): return inputs[input] ?? .null
    case nil:
      guard name == "item", let index = scope.index else { return .null }
      return ["index": .int(Int64(index))]
    }
  }

  private func read(_ attribute: String, of name: String, _ scope: Scope) -> Value {
    switch (attribute, meaning(of: name, scope)) {
    case ("isHidden", .row(let id)): .bool(facts.hidden[id] ?? false)
    case ("isDisabled", .row(let id)): .bool(facts.disabled[id] ?? false)
    case ("isRequired", .row(let id)): .bool(facts.required[id] ?? false)
    case ("isValid", .row(let id)): .bool(!facts.invalid.contains(id))
    case ("isHidden", .section(let index)):
      .bool(facts.hidden[shape.sections[index].id] ?? false)
    case ("isDisabled", .section(let index)):
      .bool(facts.disabled[shape.sections[index].id] ?? false)
    case ("isValid", .section(let index)): .bool(isValid(shape.sections[index]))
    default: read(name, scope)
    }
  }

  func isValid(_ section: Section) -> Bool {
    facts.hidden[section.id] == true
      || !isShort(section) && section.allRows.allSatisfy { !facts.invalid.contains($0.id) }
  }

  /// The value of a row as others read it.
  private func read(_ row: Int, by owner: Int) -> Value {
    row != owner && policies[row] == .nil && facts.hidden[row] == true
      ? .null : facts.values[row] ?? .null
  }

  private func items(of section: Section) -> Value {
    .array(section.items.map { item in value(of: item, section) { read($0, by: 0) } })
  }

  /// An item made of what is said of its rows.
  func value(of item: Item, _ section: Section, _ read: (Int) -> Value?) -> Value {
    if section.isPlain { return item.rows.first.flatMap { read($0.id) } ?? .null }
    let rows = item.rows.filter { $0.definition.type.valueKind != .none }
    return .dictionary(
      ValueDictionary(
        rows.compactMap { row in read(row.id).map { (row.definition.tag ?? "", $0) } }))
  }

  // MARK: - Rules

  private func isEmpty(_ value: Value) -> Bool { value == .null || value == "" || value == [] }

  /// Everything that the value does not meet; the random forms give every rule a message.
  func verdict(of row: Row, _ scope: Scope) -> [Complaint] {
    let value = facts.values[row.id] ?? .null
    let definition = row.definition
    var complaints: [Complaint] = []
    if facts.required[row.id] == true, isEmpty(value) {
      let rule = definition.rules.first { $0.kind == .required }
      complaints.append(
        Complaint(
          message: rule?.message?.single ?? "This field is required.",
          isError: rule?.severity != .warning))
    }
    for rule in definition.rules {
      complaints += self.complaints(rule, value, scope).map { complaint in
        // The messages of the random forms have these parameters.
        let message = complaint.message.replacing("{title}", with: title(of: row))
          .replacing("{minimum}", with: "3")
        return Complaint(
          message: message.replacing("{{", with: "{").replacing("}}", with: "}"),
          isError: complaint.isError)
      }
    }
    if let least = facts.minimums[row.id] ?? definition.bounds.minimum, value.precedes(least) {
      complaints.append(
        Complaint(message: "Must be \(least.ruleText ?? "") or greater.", isError: true))
    }
    if let options = facts.options[row.id], !isEmpty(value),
      left(of: value, options, definition) != value
    {
      complaints.append(Complaint(message: Self.noOption, isError: true))
    }
    if case .array(let members) = value, members.count > 1 {
      let exclusive = (definition.options ?? []).filter(\.isExclusive)
      if exclusive.contains(where: { option in members.contains { $0.equals(option.value) } }) {
        complaints.append(Complaint(message: Self.excluded, isError: true))
      }
    }
    return complaints
  }

  /// What messages call a row.
  private func title(of row: Row) -> String {
    if let title = facts.texts[row.id]?["title"] { return title }
    guard let section = section(of: row) else { return row.definition.tag ?? "This field" }
    return facts.texts[section.id]?["title"] ?? section.definition.tag ?? "This field"
  }

  /// The section that lends its name to an item.
  private func section(of row: Row) -> Section? {
    shape.sections.first { section in
      (section.isPlain || section.isSelectable) && section.allRows.contains { $0.id == row.id }
    }
  }

  /// What a rule says of a value.
  private func complaints(_ rule: RuleDefinition, _ value: Value, _ scope: Scope) -> [Complaint] {
    var message = text(rule.message, scope, isMessage: true)
    let isSkipped = isEmpty(value) && rule.allowsEmpty ?? true
    switch rule.kind {
    case .minLength(let count):
      if isSkipped { return [] }
      if case .string(let text) = value, text.count >= count { message = nil }
    case .notBlank:
      if isSkipped { return [] }
      if case .string(let text) = value, text.contains(where: { !$0.isWhitespace }) {
        message = nil
      }
    case .comparison(.greaterThan, let bound):
      if isSkipped { return [] }
      switch (value, bound) {
      case (.int(let value), .int(let bound)): if value > bound { message = nil }
      case (.double(let value), .int(let bound)): if value > Double(bound) { message = nil }
      default: break
      }
    case .regex(let pattern):
      if isSkipped { return [] }
      let text = "SELF MATCHES '\(pattern)'"
      if self.value(text, isPredicate: true, scope) == .bool(true) { message = nil }
    case .predicate(let text):
      if isSkipped { return [] }
      message = complaint(message, self.value(text, isPredicate: true, scope))
    case .equals(let other):
      if isEmpty(value), rule.allowsEmpty == true { return [] }
      message = complaint(message, self.value("SELF == $\(other)", isPredicate: true, scope))
    case .function(let name, let names):
      if isSkipped { return [] }
      let others = names.map { self.dependency($0, scope) }
      message = complaint(message, try? WitnessFunction.answer(name, [value] + others))
    case .anyOf(let parts), .allOf(let parts):
      let all = parts.map { part in
        var part = part
        part.allowsEmpty = part.allowsEmpty ?? rule.allowsEmpty
        return complaints(part, value, scope)
      }
      if case .allOf = rule.kind {
        return all.flatMap { $0 }.map { complaint in
          Complaint(
            message: complaint.message, isError: complaint.isError && rule.severity == .error)
        }
      }
      if all.contains([]) {
        message = nil
      } else if all.joined().contains(where: { $0.message == Self.failed }) {
        message = Self.failed
      }
    default: return []
    }
    return message.map { [Complaint(message: $0, isError: rule.severity == .error)] } ?? []
  }

  // MARK: - Options

  /// What can be chosen, nil of a row without options; where it cannot be told, an option can be.
  func options(of row: Row, _ scope: Scope) -> [Value]? {
    let definition = row.definition
    return allOptions(of: definition)?.filter { option, object in
      guard !holds(option.hidden, scope) else { return false }
      guard let filter = definition.optionsFilter else { return true }
      if definition.tableOptions != nil { return shows(object, filter, scope) }
      return value(filter, isPredicate: true, scope, object: object) != .bool(false)
    }.map(\.option.value)
  }

  /// What of a choice is among the options, or other text.
  func left(of value: Value, _ options: [Value], _ row: RowDefinition) -> Value {
    func isOption(_ value: Value) -> Bool {
      options.contains { $0.equals(value) } || isOtherText(value, row)
    }
    if case .array(let members) = value { return .array(members.filter(isOption)) }
    return value == .null || isOption(value) ? value : .null
  }

  /// A value without its hidden options: those of the row that cannot be chosen now.
  ///
  /// Of options from a table, whatever cannot be chosen.
  func unhidden(of value: Value, _ row: Row) -> Value {
    if row.definition.tableOptions != nil {
      return left(of: value, facts.options[row.id] ?? [], row.definition)
    }
    let hidden = (row.definition.options ?? []).map(\.value).filter { option in
      facts.options[row.id]?.contains { $0.equals(option) } != true
    }
    func isHidden(_ value: Value) -> Bool { hidden.contains { $0.equals(value) } }
    if case .array(let members) = value { return .array(members.filter { !isHidden($0) }) }
    return isHidden(value) ? .null : value
  }

  /// The engine says what went wrong; what, is the business of other tests.
  private func complaint(_ message: String?, _ result: Value?) -> String? {
    switch result {
    case .bool(true): nil
    case .bool: message
    default: Self.failed
    }
  }

  static let failed = "failed"
  static let noOption = "This is not one of the options."
  static let excluded = "One of the chosen options excludes the others."
  /// What rules say that do not fail.
  static let messages: Set = [
    "equal", "differs", "other", "blank", "few", "pattern", "refused", "none of these",
    "Must be 1 or greater.",
    "needed", "This field is required.", noOption, excluded,
  ]

  static func isKnown(_ message: String) -> Bool {
    messages.contains(message) || message.hasSuffix(" is {short}") || message.hasPrefix("~")
      || message.hasPrefix("Must be ") && message.hasSuffix(" or greater.")
  }
}

/// Texts that have been read.
final class NaiveTexts {
  private var known: [String: Resolution?] = [:]
  /// The names that, right after a tag, are the row's.
  private static let attributes: Set = [
    "value", "isHidden", "isDisabled", "isRequired", "isValid",
  ]

  func resolution(_ text: String, isPredicate: Bool) -> Resolution? {
    let key = (isPredicate ? "?" : "=") + text
    if let known = known[key] { return known }
    let tree =
      isPredicate
      ? try? SyntaxTree(predicate: text, functions: .extended)
      : try? SyntaxTree(expression: text, functions: .extended)
    let resolution = try? tree?.resolved(attributes: Self.attributes, allowsLookups: true)
    known[key] = .some(resolution)
    return resolution
  }
}
