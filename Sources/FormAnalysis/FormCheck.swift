// The checks of a form that compiles: the one entry to all of them.

public import FormGraph
import Predicate

/// Finds probable mistakes in a form that compiles.
public struct FormCheck {
  /// The findings of all checks, in no particular order.
  ///
  /// - Parameter form: The form.
  /// - Returns: The findings, with paths of the definition; none is marked as suppressed.
  /// - Complexity: O(n) in the size of the form and its texts.
  public static func findings(of form: CompiledForm) -> [Finding] {
    findings(of: form.definition, form.textLimits, compiled: form)
  }

  /// The findings of all checks in a definition that may have errors.
  ///
  /// Without the compiled form, nothing is known of who reads a row.
  static func findings(
    of definition: FormDefinition, _ limits: Limits, compiled: CompiledForm?
  ) -> [Finding] {
    let outline = FormOutline(definition)
    var findings = OwnValueCheck.findings(in: outline, limits)
    findings += RowCheck.findings(of: definition, outline, compiled: compiled)
    findings += TriggerCheck.findings(in: outline)
    let tables = tables(of: definition, compiled)
    // Made for the first fix: most forms have none.
    var fixes: FixCheck?
    func certain(_ finding: Finding, _ text: CheckedText) -> Finding {
      guard finding.fix != nil, !finding.id.keepsMeaning else { return finding }
      let check = fixes ?? FixCheck(definition, outline, limits, tables: tables)
      fixes = check
      var finding = finding
      if !check.judgesNothing(text.role, at: text.path) { finding.fix = nil }
      return finding
    }
    // Made for the first finding about another row without an answer.
    var visibility: VisibleAnswers?
    func isFalseAlarm(_ finding: Finding, _ text: CheckedText) -> Bool {
      guard finding.id == .ruleEmptyOther else { return false }
      let check = visibility ?? VisibleAnswers(outline, limits)
      visibility = check
      return check.isAnswered(in: text, finding)
    }
    let scopes = Scopes(definition, outline, tables: tables)
    findings += outline.places.compactMap { place in
      guard let row = place.row else { return nil }
      return BoundFormulaCheck.finding(of: row, at: place.path, scopes[place], limits)
    }
    var following = FollowingListCheck(outline)
    FormWalk.visit(definition, outline, limits, tables: tables) { text in
      following.look(at: text)
      findings += Self.findings(in: text).filter { !isFalseAlarm($0, text) }
        .map { certain($0, text) }
    } rule: { rule, path, row, scope in
      switch rule.kind {
      case .regex(let pattern):
        findings += Self.findings(ofPattern: pattern, at: path.appending("pattern"), of: row)
      case .equals(let tag):
        guard case .row(let other)? = scope.meaning(of: tag) else { break }
        findings += OwnValueCheck.findings(of: row, equalTo: other, tag, at: path)
      default: break
      }
    }
    findings += following.findings
    let whole = WholeCheck.findings(of: definition, outline, scopes, limits)
    if whole.isEmpty { return findings }
    let known = Dictionary(grouping: findings.filter(\.id.isOfValues), by: \.problem.path)
    return findings
      + whole.filter { finding in
        // A finding about a part of the same text says this already.
        guard let range = finding.problem.textRange else { return true }
        return !(known[finding.problem.path] ?? []).contains {
          $0.problem.textRange?.overlaps(range) ?? false
        }
      }
  }

  /// The findings in one text.
  private static func findings(in text: CheckedText) -> [Finding] {
    let known = KnownValues(text)
    let kinds =
      ComparisonCheck.findings(text, known) + OperandCheck.findings(text, known)
      + FailureCheck.findings(text, known)
    // A comparison that never fits, or only an invalid answer, also makes a condition constant, and
    // a filter leave no option. One cause is one finding.
    var values = ChoiceCheck.findings(text)
    if !values.contains(where: { $0.id == .optionsFilterNone }) {
      values = OptionCheck.findings(text, known) + values
    } else if !kinds.isEmpty {
      values = []
    }
    let within = findingsWithin(text).filter { finding in
      kinds.isEmpty && values.isEmpty || !finding.id.rawValue.hasPrefix("logic/")
    }
    let misleading = MisleadingCheck.findings(text, known).filter { finding in
      // The reasoning says the same of two variables.
      finding.id != .logicConstant
        || within.isEmpty && kinds.isEmpty && !values.contains { $0.id == .optionsFilterNone }
    }
    return kinds + values + misleading + within
  }

  /// The tables of a form by name.
  ///
  /// Those of files and of the host are known only of a form that compiles.
  private static func tables(
    of definition: FormDefinition, _ compiled: CompiledForm?
  ) -> [String: NamedTable] {
    let given = compiled?.tables ?? [:]
    var tables = given.reduce(into: [:]) { tables, table in
      tables[table.key] = NamedTable(table.key, table.value, isInForm: false)
    }
    for table in definition.tables {
      guard case .rows(let rows) = table.source, given[table.name] ?? rows == rows else {
        continue
      }
      tables[table.name] = NamedTable(table.name, rows, isInForm: true)
    }
    return tables
  }
}
