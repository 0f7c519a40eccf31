// Visits every predicate and formula of a form with its place. The only code that knows which keys
// hold texts, so that a check of texts sees them all.

import FormGraph
import Predicate

/// A walk through the texts of a form.
struct FormWalk {
  private let limits: Limits
  private let visit: (CheckedText) -> Void
  private let visitPattern: (String, JSONPath, RowDefinition) -> Void

  /// Visits all texts of a form in declaration order, and the patterns of its rules.
  ///
  /// Texts that cannot be parsed are skipped: the compiler reports them.
  ///
  /// - Complexity: O(n) in the size of the form and its texts.
  static func visit(
    _ form: CompiledForm, _ visit: @escaping (CheckedText) -> Void,
    pattern visitPattern: @escaping (String, JSONPath, RowDefinition) -> Void = { _, _, _ in }
  ) {
    let definition = form.definition
    let scope = Scope()
    for input in definition.inputs { scope.add(input.name, .input(input)) }
    let walk = FormWalk(limits: form.textLimits, visit: visit, visitPattern: visitPattern)
    walk.declare(definition.sections, in: scope)
    walk.texts(definition.texts, JSONPath(), scope)
    walk.condition(definition.readOnly, "readOnly", "readOnly", JSONPath(), scope)
    walk.sections(definition.sections, JSONPath(), scope)
    for (index, page) in definition.pages.enumerated() {
      let path = JSONPath([.key("pages"), .index(index)])
      walk.texts(page.texts, path, scope)
      walk.condition(page.hidden, "hidden", "visible", path, scope)
    }
  }

  // MARK: - Names

  /// Adds the names of sections and of what stands in them.
  ///
  /// The recursion is bounded by `SectionDefinition.maximumDepth`, as all recursion in this type.
  private func declare(_ sections: [SectionDefinition], in scope: Scope) {
    for section in sections {
      switch section.kind {
      case .multivalued(let items):
        let inner = Scope(outer: scope, isItem: true)
        // The templates of a list share a scope: what has one tag in several is of one kind.
        for named in items.templates {
          switch named.template {
          case .item(let row): inner.add("", .row(row))
          case .rows(let rows, let sections):
            for row in rows { inner.add(row.tag, .row(row)) }
            declare(sections, in: inner)
          }
        }
        scope.add(section.tag, .list(items, inner))
      case .plain, .matrix, .selectable:
        scope.add(section.tag, .section)
        for row in section.formRows { scope.add(row.tag, .row(row)) }
        declare(section.sections, in: scope)
      }
    }
  }

  // MARK: - Members

  private func sections(_ sections: [SectionDefinition], _ around: JSONPath, _ scope: Scope) {
    for (index, section) in sections.enumerated() {
      let path = around.appending("sections").appending(index)
      texts(section.texts, path, scope)
      condition(section.hidden, "hidden", "visible", path, scope)
      condition(section.disabled, "disabled", "enabled", path, scope)
      switch section.kind {
      case .plain: rows(section.rows, path, scope)
      case .selectable: for row in section.formRows { content(of: row, path, scope) }
      case .matrix(let matrix):
        rows(section.rows, path, scope)
        options(matrix.options, path, scope)
      case .multivalued(let items):
        self.items(items, section.tag, path, scope)
        continue
      }
      self.sections(section.sections, path, scope)
    }
  }

  private func items(
    _ items: ItemsDefinition, _ tag: String?, _ path: JSONPath, _ scope: Scope
  ) {
    formula(items.formulas.count, .bound, path.appending("count"), scope)
    formula(items.formulas.minimum, .bound, path.appending("minimum"), scope)
    formula(items.formulas.maximum, .bound, path.appending("maximum"), scope)
    guard let tag, case .list(_, let inner)? = scope.own(tag) else { return }
    for (place, named) in items.templates.enumerated() {
      let template = JSONPath(path.steps + items.steps(toTemplate: place))
      switch named.template {
      case .item(let row): self.row(row, path.appending("item"), inner)
      case .rows(let rows, let sections):
        self.rows(rows, template, inner)
        self.sections(sections, template, inner)
      }
    }
  }

  private func rows(_ rows: [RowDefinition], _ path: JSONPath, _ scope: Scope) {
    for (index, row) in rows.enumerated() {
      self.row(row, path.appending("rows").appending(index), scope)
    }
  }

  private func row(_ row: RowDefinition, _ path: JSONPath, _ scope: Scope) {
    texts(row.texts, path, scope)
    condition(row.hidden, "hidden", "visible", path, scope)
    condition(row.disabled, "disabled", "enabled", path, scope)
    content(of: row, path, scope)
  }

  /// What a row has beside its texts, and whether it is hidden and disabled.
  ///
  /// Of a section to choose from, this stands in the section.
  private func content(of row: RowDefinition, _ path: JSONPath, _ scope: Scope) {
    condition(row.required, "required", "required", path, scope)
    formula(row.calculated, .value(row), path.appending("calculated"), scope)
    formula(row.defaultFormula, .value(row), path.appending("default"), scope)
    formula(row.bounds.formulas.minimum, .bound, path.appending("minimum"), scope)
    formula(row.bounds.formulas.maximum, .bound, path.appending("maximum"), scope)
    formula(row.bounds.formulas.step, .bound, path.appending("step"), scope)
    if let filter = row.optionsFilter {
      predicate(filter, .filter(row), path.appending("optionsFilter"), scope)
    }
    options(row.options ?? [], path, scope)
    rules(row.rules, of: row, path.appending("rules"), scope)
  }

  private func options(_ options: [OptionDefinition], _ path: JSONPath, _ scope: Scope) {
    for (index, option) in options.enumerated() {
      let path = path.appending("options").appending(index)
      shown(option.title, path.appending("title"), scope)
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
      shown(rule.message, path.appending("message"), scope, isMessage: true)
      switch rule.kind {
      case .predicate(let text): predicate(text, .rule(row), path.appending("predicate"), scope)
      case .regex(let pattern): visitPattern(pattern, path.appending("pattern"), row)
      case .allOf(let parts): self.rules(parts, of: row, path.appending("allOf"), scope)
      case .anyOf(let parts): self.rules(parts, of: row, path.appending("anyOf"), scope)
      default: break
      }
    }
  }

  // MARK: - Texts

  private func texts(_ texts: Texts, _ path: JSONPath, _ scope: Scope) {
    shown(texts.title, path.appending("title"), scope)
    shown(texts.subtitle, path.appending("subtitle"), scope)
    shown(texts.footer, path.appending("footer"), scope)
    shown(texts.placeholder, path.appending("placeholder"), scope)
    shown(texts.help, path.appending("help"), scope)
  }

  private func shown(
    _ text: FormText?, _ path: JSONPath, _ scope: Scope, isMessage: Bool = false
  ) {
    guard let text else { return }
    if let single = text.single { return formulas(in: single, path, scope, isMessage) }
    for translation in text.translations {
      formulas(in: translation.text, path.appending(translation.language), scope, isMessage)
    }
  }

  private func formulas(in text: String, _ path: JSONPath, _ scope: Scope, _ isMessage: Bool) {
    for (formula, offset) in FormText.formulas(in: text, isMessage: isMessage) {
      self.formula(formula, .shown, path, scope, offset: offset)
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
