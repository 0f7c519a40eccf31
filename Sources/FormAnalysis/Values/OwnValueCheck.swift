// Finds rows that only their own value can show, and `equals` rules between rows of different
// kinds. A user cannot give a value to a hidden row, so a row that is hidden without a value stays
// hidden.

import FormGraph
import Predicate

/// Checks what rows say of their own values.
struct OwnValueCheck {
  private var findings: [Finding] = []
  /// The rows outside of lists, by tag.
  private var rows: [String: RowDefinition] = [:]

  /// The findings in the rows outside of lists.
  ///
  /// Rows of items are left out: the host app can insert items that have values.
  ///
  /// - Complexity: O(n) in the size of the form.
  static func findings(of form: CompiledForm) -> [Finding] {
    var check = OwnValueCheck()
    check.collect(form.definition.sections)
    check.check(form.definition.sections, JSONPath(), form.textLimits)
    return check.findings
  }

  /// The recursion is bounded by `SectionDefinition.maximumDepth`, as that of `check`.
  private mutating func collect(_ sections: [SectionDefinition]) {
    for section in sections {
      for row in section.formRows { if let tag = row.tag { rows[tag] = row } }
      collect(section.sections)
    }
  }

  private mutating func check(
    _ sections: [SectionDefinition], _ around: JSONPath, _ limits: Limits
  ) {
    for (index, section) in sections.enumerated() {
      let path = around.appending("sections").appending(index)
      for (index, row) in section.rows.enumerated() {
        let path = path.appending("rows").appending(index)
        visibility(of: row, path, limits)
        equality(in: row.rules, of: row, path.appending("rules"))
      }
      check(section.sections, path, limits)
    }
  }

  // MARK: - Visibility

  private mutating func visibility(of row: RowDefinition, _ path: JSONPath, _ limits: Limits) {
    guard let hidden = row.hidden, case .predicate(let text) = hidden.source, let tag = row.tag,
      row.value ?? .null == .null, row.calculated == nil, row.defaultFormula == nil,
      row.type.valueKind != .none, row.type.valueKind != .any,
      let tree = try? SyntaxTree(predicate: text, limits: limits, functions: .extended),
      tree.variables == [tag], tree.isWithoutCalls, !tree.hasKeys,
      let condition = try? Condition(tree)
    else { return }
    let start: Value =
      row.value == nil && row.type.valueKind == .bool ? .bool(false) : .null
    guard let holds = try? condition.evaluate(variables: [tag: start]), holds != hidden.isInverted
    else { return }
    findings.append(
      Finding(
        .rowSelfVisibility,
        Problem(
          "only a value of '\(tag)' itself shows the row, and a hidden row gets no answer",
          severity: .warning, path: path.appending(hidden.isInverted ? "visible" : "hidden"),
          textRange: 0..<text.utf8.count,
          hint: "ask for another row, or give the row a 'value' or a 'default'")))
  }

  // MARK: - Equal rows

  /// Checks `equals` rules; the recursion is bounded by `RuleDefinition.maximumDepth`.
  private mutating func equality(
    in rules: [RuleDefinition], of row: RowDefinition, _ path: JSONPath
  ) {
    for (index, rule) in rules.enumerated() {
      let path = path.appending(index)
      switch rule.kind {
      case .equals(let tag):
        guard let other = rows[tag], let kind = row.type.valueKind.plain,
          let otherKind = other.type.valueKind.plain, kind != otherKind
        else { continue }
        findings.append(
          Finding(
            .compareKind,
            Problem(
              "the row holds \(kind.rawValue) and '\(tag)' holds \(otherKind.rawValue), so they are "
                + "never equal", path: path.appending("tag"))))
      case .allOf(let parts): equality(in: parts, of: row, path.appending("allOf"))
      case .anyOf(let parts): equality(in: parts, of: row, path.appending("anyOf"))
      default: break
      }
    }
  }
}

/// The kinds of values that are never equal to each other.
private enum PlainKind: String {
  case text
  case number = "a number"
  case date = "a date"
}

extension ValueKind {
  /// The kind of every value of such a row; nil if it depends on the row.
  fileprivate var plain: PlainKind? {
    switch self {
    case .text: .text
    case .int, .decimal, .bool: .number
    case .day, .time, .date: .date
    default: nil
    }
  }
}

extension SyntaxTree {
  /// Whether the text asks for a key, such as `$x.isHidden`.
  fileprivate var hasKeys: Bool {
    structure.nodes.contains { node in
      switch structure.kind(of: node) {
      case .key, .member, .memberVariable, .memberPlaceholder, .selfObject: true
      default: false
      }
    }
  }
}
