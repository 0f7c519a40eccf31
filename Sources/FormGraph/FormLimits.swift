// What a host allows a form: asked when the form is compiled, and of everything that edits, saved
// states and formulas bring in afterwards.

public import Predicate

/// What bounds a form and all that its live forms do.
///
/// Whoever takes forms, answers or saved states from strangers lowers it: the standing values are
/// for hosts that trust what comes in.
public struct FormLimits: Sendable, Hashable {
  /// How many rows the form and its live forms may have over their lives, those of templates and
  /// items and those that have gone included; more than `maximumRows` are not allowed.
  public var rows = 5_000_000
  /// The most rows that a form may be allowed.
  public static let maximumRows = 100_000_000
  /// How many rules the rows of a form may have when it is compiled: those of a rule set count in
  /// every row that names it, those of a template in every item.
  ///
  /// More than `maximumRules` are not allowed.
  public var rules = 1_000_000
  /// The most rules that a form may be allowed.
  public static let maximumRules = 100_000_000
  /// How many bytes of text, data and keys one value of a row or an input may have; more than the
  /// standing limit are not allowed.
  public var valueBytes = ValueKind.maximumBytes
  /// What bounds each condition and formula, and each evaluation of one: with `texts.steps` a host
  /// says how long a single one may take.
  public var texts = Limits.standard

  /// The standing limits.
  public static let standard = FormLimits()

  /// Makes the standing limits, to be changed.
  public init() {}

  /// The same, where a form may not be allowed as much.
  var allowed: FormLimits {
    var allowed = self
    allowed.rows = min(rows, Self.maximumRows)
    allowed.rules = min(rules, Self.maximumRules)
    allowed.valueBytes = min(valueBytes, ValueKind.maximumBytes)
    return allowed
  }
}
