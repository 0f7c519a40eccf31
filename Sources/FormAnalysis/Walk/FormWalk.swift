// Visits every predicate and formula of a form with its place. The only code that knows which keys
// hold texts, so that a check of texts sees them all. The sections and rows come from the outline.

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
    walk.texts(definition.texts, JSONPath(), scope)
    walk.condition(definition.readOnly, "readOnly", "readOnly", JSONPath(), scope)
    for place in outline.places {
      let scope = scopes[place]
      let section = place.parent.flatMap { outline.places[$0].section }
      switch place.member {
      case .section(let section): walk.section(section, place.path, scope)
      case .row(let row):
        walk.row(row, place.path, scope, hasOptions: !(section?.isMatrix ?? false))
      case .item(let row): walk.row(row, place.path, scope, hasOptions: true)
      case .choice(let row): walk.content(of: row, place.path, scope, hasOptions: true)
      }
    }
    for (index, page) in definition.pages.enumerated() {
      let path = JSONPath([.key("pages"), .index(index)])
      walk.texts(page.texts, path, scope)
      walk.condition(page.hidden, "hidden", "visible", path, scope)
    }
  }

  // MARK: - Members

  private func section(_ section: SectionDefinition, _ path: JSONPath, _ scope: Scope) {
    texts(section.texts, path, scope)
    condition(section.hidden, "hidden", "visible", path, scope)
    condition(section.disabled, "disabled", "enabled", path, scope)
    switch section.kind {
    case .plain, .selectable: break
    case .matrix(let matrix): options(matrix.options, path, scope)
    case .multivalued(let items):
      formula(items.formulas.count, .bound(.number), path.appending("count"), scope)
      formula(items.formulas.minimum, .bound(.number), path.appending("minimum"), scope)
      formula(items.formulas.maximum, .bound(.number), path.appending("maximum"), scope)
    }
  }

  private func row(_ row: RowDefinition, _ path: JSONPath, _ scope: Scope, hasOptions: Bool) {
    texts(row.texts, path, scope, of: row)
    condition(row.hidden, "hidden", "visible", path, scope)
    condition(row.disabled, "disabled", "enabled", path, scope)
    content(of: row, path, scope, hasOptions: hasOptions)
  }

  /// What a row has beside its texts, and whether it is hidden and disabled.
  ///
  /// Of a section to choose from, this stands in the section. The rows of a matrix have the options
  /// of their section.
  private func content(
    of row: RowDefinition, _ path: JSONPath, _ scope: Scope, hasOptions: Bool
  ) {
    condition(row.required, "required", "required", path, scope)
    formula(row.calculated, .value(row), path.appending("calculated"), scope)
    formula(row.defaultFormula, .value(row), path.appending("default"), scope)
    let kind = Kinds(row.type.valueKind)
    let bound = kind == .date ? kind : .number
    formula(row.bounds.formulas.minimum, .bound(bound), path.appending("minimum"), scope)
    formula(row.bounds.formulas.maximum, .bound(bound), path.appending("maximum"), scope)
    formula(row.bounds.formulas.step, .bound(.number), path.appending("step"), scope)
    if case .formula(let display)? = row.display {
      formula(display, .shown(row), path.appending("display"), scope)
    }
    for (key, titles) in [("groupTitles", row.groupTitles), ("groupFooters", row.groupFooters)] {
      for (group, title) in titles.sorted(by: { $0.key < $1.key }) {
        shown(title, path.appending(key).appending(group), scope, of: nil)
      }
    }
    if let filter = row.optionsFilter {
      predicate(filter, .filter(row), path.appending("optionsFilter"), scope)
    }
    if hasOptions { options(row.options ?? [], path, scope) }
    for (index, action) in row.actions.enumerated() {
      let path = path.appending("actions").appending(index)
      shown(action.title, path.appending("title"), scope, of: row)
      condition(action.disabled, "disabled", "enabled", path, scope)
    }
    rules(row.rules, of: row, path.appending("rules"), scope)
  }

  private func options(_ options: [OptionDefinition], _ path: JSONPath, _ scope: Scope) {
    for (index, option) in options.enumerated() {
      let path = path.appending("options").appending(index)
      shown(option.title, path.appending("title"), scope, of: nil)
      condition(option.hidden, "hidden", "visible", path, scope)
      condition(option.disabled, "disabled", "enabled", path, scope)
    }
  }

  /// The recursion is bounded by `RuleDefinition.maximumDepth`.
  private func rules(
    _ rules: [RuleDefinition], of row: RowDefinition, _ path: JSONPath, _ scope: Scope
  ) {
    for (index, rule) in rules.enumerated() {
      let path = path.appending(index)
      shown(rule.message, path.appending("message"), scope, of: row, isMessage: true)
      visitRule(rule, path, row, scope)
      switch rule.kind {
      case .predicate(let text):
        predicate(
          text, .rule(row, skipsEmpty: rule.skipsEmpty), path.appending("predicate"), scope)
      case .allOf(let parts):
        self.rules(parts.map(rule.part), of: row, path.appending("allOf"), scope)
      case .anyOf(let parts):
        self.rules(parts.map(rule.part), of: row, path.appending("anyOf"), scope)
      default: break
      }
    }
  }

  // MARK: - Texts

  private func texts(
    _ texts: Texts, _ path: JSONPath, _ scope: Scope, of row: RowDefinition? = nil
  ) {
    shown(texts.title, path.appending("title"), scope, of: row)
    shown(texts.subtitle, path.appending("subtitle"), scope, of: row)
    shown(texts.footer, path.appending("footer"), scope, of: row)
    shown(texts.placeholder, path.appending("placeholder"), scope, of: row)
    shown(texts.help, path.appending("help"), scope, of: row)
    shown(texts.selectorTitle, path.appending("selectorTitle"), scope, of: row)
  }

  private func shown(
    _ text: FormText?, _ path: JSONPath, _ scope: Scope, of row: RowDefinition?,
    isMessage: Bool = false
  ) {
    guard let text else { return }
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

  private func condition(
    _ condition: ConditionDefinition?, _ key: String, _ opposite: String, _ path: JSONPath,
    _ scope: Scope
  ) {
    guard let condition, case .predicate(let text) = condition.source else { return }
    predicate(text, .condition, path.appending(condition.isInverted ? opposite : key), scope)
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
    _ text: String?, _ role: CheckedText.Role, _ path: JSONPath, _ scope: Scope, offset: Int = 0
  ) {
    guard let text,
      let tree = try? SyntaxTree(expression: text, limits: limits, functions: .extended)
    else { return }
    visit(CheckedText(role: role, path: path, offset: offset, tree: tree, scope: scope))
  }
}
