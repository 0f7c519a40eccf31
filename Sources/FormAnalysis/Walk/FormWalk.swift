// Visits every predicate and formula of a form with its place. Which keys hold texts is said by the
// fields, so that a check of texts sees them all. The sections and rows come from the outline.

import FormGraph
import Predicate

/// A walk through the texts of a form.
struct FormWalk {
  private let limits: Limits
  private let visit: (CheckedText) -> Void
  private let visitRule: (RuleDefinition, JSONPath, RowDefinition, Scope) -> Void

  /// Visits all texts of a form, and the rules of its rows with their paths.
  ///
  /// Texts that cannot be parsed are skipped: the compiler reports them.
  ///
  /// - Complexity: O(n) in the size of the form and its texts.
  static func visit(
    _ definition: FormDefinition, _ outline: FormOutline, _ limits: Limits,
    tables: [String: NamedTable], _ visit: @escaping (CheckedText) -> Void,
    rule visitRule: @escaping (RuleDefinition, JSONPath, RowDefinition, Scope) -> Void
  ) {
    let scopes = Scopes(definition, outline, tables: tables)
    let scope = scopes.form
    let walk = FormWalk(limits: limits, visit: visit, visitRule: visitRule)
    walk.visit(FormDefinition.fields.texts(of: definition), JSONPath(), scope)
    for place in outline.places {
      let scope = scopes[place]
      let section = place.parent.flatMap { outline.places[$0].section }
      switch place.member {
      case .section(let section): walk.section(section, place.path, scope)
      case .row(let row):
        // The rows of a matrix have the options of their section.
        walk.row(row, place.path, scope, hasOptions: !(section?.isMatrix ?? false))
      case .item(let row), .choice(let row): walk.row(row, place.path, scope)
      }
    }
    for (index, page) in definition.pages.enumerated() {
      let path = JSONPath([.key("pages"), .index(index)])
      walk.visit(PageDefinition.fields.texts(of: page), path, scope)
    }
  }

  // MARK: - Members

  private func section(_ section: SectionDefinition, _ path: JSONPath, _ scope: Scope) {
    visit(SectionDefinition.fields.texts(of: section), path, scope)
    switch section.kind {
    case .plain, .selectable: break
    case .matrix(let matrix): visit(MatrixDefinition.fields.texts(of: matrix), path, scope)
    case .multivalued(let items): visit(ItemsDefinition.fields.texts(of: items), path, scope)
    }
  }

  private static let fieldsOfMatrixRow = RowDefinition.fields.filter { $0.name != "options" }

  private func row(
    _ row: RowDefinition, _ path: JSONPath, _ scope: Scope, hasOptions: Bool = true
  ) {
    let fields = hasOptions ? RowDefinition.fields : Self.fieldsOfMatrixRow
    visit(fields.texts(of: row), path, scope, of: row)
    rules(row.rules, of: row, path.appending("rules"), scope)
  }

  /// The recursion is bounded by `RuleDefinition.maximumDepth`.
  private func rules(
    _ rules: [RuleDefinition], of row: RowDefinition, _ path: JSONPath, _ scope: Scope
  ) {
    for (index, rule) in rules.enumerated() {
      let path = path.appending(index)
      if let message = rule.message {
        shown(message, path.appending("message"), scope, of: row, isMessage: true)
      }
      visitRule(rule, path, row, scope)
      switch rule.kind.parameter {
      case .predicate(let text):
        predicate(
          text, .rule(row, skipsEmpty: rule.skipsEmpty), path.appending("predicate"), scope)
      case .rules(let parts):
        self.rules(parts.map(rule.part), of: row, path.appending(rule.kind.word), scope)
      case .nothing, .length, .bound, .pattern, .tag, .function: break
      }
    }
  }

  // MARK: - Texts

  private func visit(
    _ texts: [FieldText], _ path: JSONPath, _ scope: Scope, of row: RowDefinition? = nil
  ) {
    for text in texts {
      let path = JSONPath(path.steps + text.path)
      switch text.content {
      case .condition(let condition):
        if case .predicate(let text) = condition.source { predicate(text, .condition, path, scope) }
      case .filter(let text): row.map { predicate(text, .filter($0), path, scope) }
      case .formula(let text, let use): formula(text, role(of: use, row, scope), path, scope)
      case .forPeople(let text, let isOfRow): shown(text, path, scope, of: isOfRow ? row : nil)
      case .message(let text): shown(text, path, scope, of: row, isMessage: true)
      }
    }
  }

  private func role(
    of use: FieldText.Use, _ row: RowDefinition?, _ scope: Scope
  ) -> CheckedText.Role {
    // A number of items, choices or steps is never a boolean.
    let number: Kinds = [.int, .double]
    guard let row else { return .bound(number) }
    let kind = Kinds(row.type.valueKind)
    return switch use {
    case .value: .value(row)
    case .bound: .bound(kind == .date ? kind : .number)
    case .number: .bound(number)
    case .display: .shown(row)
    case .other(let tag):
      if case .row(let other)? = scope.meaning(of: tag) { .value(other) } else { .shown(row) }
    }
  }

  private func shown(
    _ text: FormText, _ path: JSONPath, _ scope: Scope, of row: RowDefinition?,
    isMessage: Bool = false
  ) {
    func formulas(in text: String, _ path: JSONPath) {
      for (formula, offset) in FormText.formulas(in: text, isMessage: isMessage) {
        self.formula(formula, .shown(row), path, scope, offset: offset)
      }
    }
    if let single = text.single { return formulas(in: single, path) }
    for translation in text.translations {
      formulas(in: translation.text, path.appending(translation.language))
    }
  }

  private func predicate(
    _ text: String, _ role: CheckedText.Role, _ path: JSONPath, _ scope: Scope
  ) {
    guard
      let tree = try? SyntaxTree(predicate: text, limits: limits, functions: .extended)
    else { return }
    visit(CheckedText(role: role, path: path, offset: 0, tree: tree, scope: scope))
  }

  private func formula(
    _ text: String, _ role: CheckedText.Role, _ path: JSONPath, _ scope: Scope, offset: Int = 0
  ) {
    guard
      let tree = try? SyntaxTree(expression: text, limits: limits, functions: .extended)
    else { return }
    visit(CheckedText(role: role, path: path, offset: offset, tree: tree, scope: scope))
  }
}
