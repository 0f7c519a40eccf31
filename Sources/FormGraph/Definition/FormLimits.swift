// What a host allows a form: asked when the form is compiled, and of everything that edits, saved
// states and formulas bring in afterwards.

public import Predicate

/// What bounds a form and all that its live forms do.
///
/// The standing values are for hosts that trust what comes in; ``untrusted`` is for forms, answers
/// and saved states of strangers.
public struct FormLimits: Sendable, Hashable {
  /// How many rows the form and its live forms may have over their lives, those of templates and
  /// items and those that have gone included; more than `maximumRows` are not allowed.
  public var rows = 5_000_000
  /// The most rows that a form may be allowed.
  public static let maximumRows = 100_000_000
  /// How many bytes of text, data and keys one value of a row or an input may have, and twice as
  /// many as it may have members; more than the standing limit are not allowed.
  public var valueBytes = ValueKind.maximumBytes
  /// How many bytes of JSON a form, or the answers to it, may be read from; more than
  /// `JSONReader.maximumBytes` are not allowed.
  public var fileBytes = JSONReader.maximumBytes
  /// How many conditions, formulas and rules the form and its live forms may have.
  ///
  /// Those of items count. The rules of a rule set count in every row that names it, and each
  /// option of a filter counts; of a row that has gone, options and rules without a text still
  /// count. More than `maximumRows` are not allowed.
  /// With `texts.steps` this bounds a transaction, because each is evaluated at most once in it.
  public var conditions = 5_000_000
  /// How many bytes the constant patterns of the form may have together, which are compiled with
  /// it; those of one text are bounded by `texts.patternsLength` too.
  public var patternsLength = JSONReader.maximumBytes
  /// How many steps can be taken back, whatever is said when a form is opened.
  public var historySteps = Int.max
  /// What bounds each condition and formula, and each evaluation of one: with `texts.steps` a host
  /// says how long a single one may take.
  public var texts = Limits.standard

  /// The standing limits.
  public static let standard = FormLimits()

  /// Limits for forms, answers and saved states of strangers.
  ///
  /// SECURITY.md has the time and memory that the most expensive forms known to us take.
  public static let untrusted = {
    var limits = FormLimits()
    limits.rows = 2_000
    limits.valueBytes = 4_096
    limits.fileBytes = 1 << 18
    limits.conditions = 1_000
    limits.patternsLength = 2_000
    limits.historySteps = 10
    limits.texts = .untrusted
    limits.texts.steps = 20_000
    return limits
  }()

  /// Makes the standing limits, to be changed.
  public init() {}

  /// The same, where a form may not be allowed as much.
  var allowed: FormLimits {
    var allowed = self
    allowed.rows = min(rows, Self.maximumRows)
    allowed.valueBytes = min(valueBytes, ValueKind.maximumBytes)
    allowed.fileBytes = min(fileBytes, JSONReader.maximumBytes)
    allowed.conditions = min(conditions, Self.maximumRows)
    return allowed
  }
}
