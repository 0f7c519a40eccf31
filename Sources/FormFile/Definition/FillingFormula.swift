// Formulas that give a row a value which people may change. Three keys of a row have one: `default`
// gives the value at the start, `suggested` follows what it reads until somebody edits the row, and
// `once` fills the row while it is empty. A row has at most one of them.

import Predicate

/// A formula whose result a row holds until somebody edits the row.
///
/// ```swift
/// row.suggested = "$price * $count"
/// row.suggested = SuggestedFormula("$price * $count", whenEdited: .keep)
/// ```
public struct SuggestedFormula: Sendable, Hashable, ExpressibleByStringLiteral {
  /// The formula.
  public var formula: String
  /// What happens to an edit when something that the formula reads changes.
  public var whenEdited: EditedSuggestion

  /// Makes a suggestion.
  public init(_ formula: String, whenEdited: EditedSuggestion = .replace) {
    self.formula = formula
    self.whenEdited = whenEdited
  }

  /// Makes a suggestion that replaces edits.
  public init(stringLiteral formula: String) { self.init(formula) }
}

extension SuggestedFormula {
  /// Whether the file has an object for it: the formula alone replaces edits.
  package var isObject: Bool { whenEdited != .replace }
}

/// What happens to the edit of a suggested value when something that the formula reads changes.
public enum EditedSuggestion: String, Sendable, CaseIterable {
  /// The new result replaces the edit.
  case replace
  /// The edit stays until the row is reset.
  case keep
}

/// The formula that gives a row a value which people may change, and when.
package struct FillingFormula: Hashable, Sendable {
  /// When the formula gives the row its value.
  package enum Time: Hashable, Sendable {
    /// When the row comes, at a reset, and when a row that hiding clears shows.
    case atStart
    /// Whenever something that it reads changes.
    ///
    /// An edit ends the following; it begins again when something changes, or only at a reset.
    case following(EditedSuggestion)
    /// Whenever something that it reads changes while the row holds nil.
    case whileEmpty
  }

  package let text: String
  package let time: Time
  /// The way from the row to the text.
  package let path: [JSONPath.Step]

  fileprivate init(_ text: String, _ time: Time, under keys: FormKey...) {
    self.text = text
    self.time = time
    path = keys.map { .key($0.text) }
  }

  /// The formula as it is said to authors: "starts with", "is suggested".
  package var words: String {
    switch time {
    case .atStart: "starts with"
    case .following: "is suggested"
    case .whileEmpty: "is computed once"
    }
  }
}

extension RowDefinition {
  /// The formula that gives a value which people may change; nil if the row has none.
  package var filling: FillingFormula? {
    guard let rare = rare?.value else { return nil }
    if let text = rare.defaultFormula { return FillingFormula(text, .atStart, under: .default) }
    if let suggested = rare.suggested {
      let time = FillingFormula.Time.following(suggested.whenEdited)
      return suggested.isObject
        ? FillingFormula(suggested.formula, time, under: .suggested, .formula)
        : FillingFormula(suggested.formula, time, under: .suggested)
    }
    return rare.once.map { FillingFormula($0, .whileEmpty, under: .once) }
  }

  /// Whether a formula gives a value which people may change.
  ///
  /// It does not make the formula, because edits ask.
  package var isFilled: Bool {
    guard let rare = rare?.value else { return false }
    return rare.defaultFormula != nil || rare.suggested != nil || rare.once != nil
  }

  /// Whether the row has a value by its definition: a given one, or one that a formula gives.
  package var startsWithValue: Bool {
    value ?? .null != .null || isCalculated || isFilled
  }
}
