// Finds rows that only their own value can show, and `equals` rules between rows of different
// kinds. A user cannot give a value to a hidden row, so a row that is hidden without a value stays
// hidden.

import FormGraph
import Predicate

/// Checks what rows say of their own values.
enum OwnValueCheck {
  /// The findings about the visibility of rows outside of lists.
  ///
  /// Rows of items are left out: the host app can insert items that have values.
  ///
  /// - Complexity: O(n) in the size of the form.
  static func findings(in outline: FormOutline, _ limits: Limits) -> [Finding] {
    outline.places.compactMap { place in
      guard case .row(let row) = place.member, place.template == nil else { return nil }
      return visibility(of: row, place.path, limits)
    }
  }

  private static func visibility(
    of row: RowDefinition, _ path: JSONPath, _ limits: Limits
  ) -> Finding? {
    guard let hidden = row.hidden, case .predicate(let text) = hidden.source, let tag = row.tag,
      !row.startsWithValue, row.type.valueKind != .none, row.type.valueKind != .any,
      let tree = try? SyntaxTree(predicate: text, limits: limits, functions: .extended),
      tree.variables == [tag], tree.isWithoutCalls, !tree.hasKeys,
      let condition = try? Condition(tree)
    else { return nil }
    let start: Value =
      row.value == nil && row.type.valueKind == .bool ? .bool(false) : .null
    guard let holds = try? condition.evaluate(variables: [tag: start]), holds != hidden.isInverted
    else { return nil }
    return Finding(
      .rowSelfVisibility,
      Problem(
        "only a value of '\(tag)' itself shows the row, and a hidden row gets no answer",
        severity: .warning, path: path.appending(hidden.isInverted ? "visible" : "hidden"),
        textRange: 0..<text.utf8.count,
        hint: "ask for another row, or give the row a 'value' or a 'default'"))
  }

  /// The findings about the rule that a row equals another row.
  static func findings(
    of row: RowDefinition, equalTo other: RowDefinition, _ tag: String, at path: JSONPath
  ) -> [Finding] {
    guard let kind = row.type.valueKind.plain, let otherKind = other.type.valueKind.plain,
      kind != otherKind
    else { return [] }
    return [
      Finding(
        .compareKind,
        Problem(
          "the row holds \(kind.rawValue) and '\(tag)' holds \(otherKind.rawValue), so they are "
            + "never equal", path: path.appending("tag")))
    ]
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
