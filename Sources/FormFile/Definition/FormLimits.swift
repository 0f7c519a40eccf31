// The limits that a host sets for a form. They are checked when the form is compiled, and for
// everything that edits, saved states and formulas add later.

public import Predicate

/// The limits of a form and of everything its live forms do.
///
/// The default limits are for hosts that trust their input. ``untrusted`` is for forms, answers and
/// saved states from strangers.
public struct FormLimits: Sendable, Hashable {
  /// The largest number of rows that the form and its live forms may have in their lifetime.
  ///
  /// Rows of templates and items count, and removed rows still count. Values above `maximumRows`
  /// are lowered to it.
  ///
  /// Undo keeps the graph before each host's edit of the shape. These graphs have at most this many
  /// rows together: the oldest steps are dropped.
  public var rows = 5_000_000
  /// The largest value that `rows`, `conditions` and `tableCells` can have.
  public static let maximumRows = 100_000_000
  /// The largest size of one value of a row or an input, in bytes of text, data and keys.
  ///
  /// A value may have half as many members. Values above the default are lowered to it.
  public var valueBytes = ValueKind.maximumBytes
  /// The largest size of the JSON of a form or of answers, in bytes.
  ///
  /// Values above `JSONReader.maximumBytes` are lowered to it.
  public var fileBytes = JSONReader.maximumBytes
  /// The largest number of conditions, formulas and rules of the form and its live forms.
  ///
  /// Conditions in items count. The rules of a rule set count in every row that uses it. Each
  /// option that a filter examines counts. After an item is removed, its options and its rules
  /// without a text still count, until the host edits the shape. Values above `maximumRows` are
  /// lowered to it.
  ///
  /// Together with `texts.steps` this limits the time of a transaction, because each condition is
  /// evaluated at most once in a transaction.
  public var conditions = 5_000_000
  /// The largest number of actions that the edits of one transaction may set off.
  ///
  /// The form settles after each. A transaction that would set off more is refused, and so is one
  /// whose actions let more than four times `conditions` be evaluated.
  public var actions = 100_000
  /// The largest total size of the form's constant patterns, in bytes.
  ///
  /// They are compiled with the form.
  ///
  /// `texts.patternsLength` also limits the patterns of each text.
  public var patternsLength = JSONReader.maximumBytes
  /// The largest number of cells, rows times columns, of all tables of the form together.
  ///
  /// A cell takes 16 bytes, and long text its own length. Values above `maximumRows` are lowered to
  /// it.
  public var tableCells = 20_000_000
  /// The largest total size of what a state lists of all rows and sections beside their values:
  /// texts, options, messages and `extra`, in bytes.
  ///
  /// What many rows share counts in each of them: the options of a matrix, the texts of a template,
  /// the rows of a table and the items of a list to choose from. Texts with formulas count
  /// `valueBytes` more. What removed items had still counts, until the host edits the shape.
  ///
  /// What lists offer depends on answers, so it has the same limit once more. Edits after which
  /// lists would offer more are refused.
  public var listedBytes = Int.max
  /// The largest size of the values of one live form together with its history, in bytes of text,
  /// data and keys, and 16 to 24 for each value.
  ///
  /// Values that fit in 14 bytes count only in the history. Past the limit the oldest undo steps
  /// are dropped. An edit after which the values alone pass it is refused.
  public var heldBytes = Int.max
  /// The largest number of undo steps, whatever `historyLimit` says.
  public var historySteps = Int.max
  /// The limits of each condition and formula, and of each evaluation.
  ///
  /// `texts.steps` limits how long a single evaluation may take.
  public var texts = Limits.standard

  /// The default limits.
  public static let standard = FormLimits()

  /// Limits for forms, answers and saved states from strangers.
  ///
  /// SECURITY.md says how much time and memory the most expensive known forms take.
  public static let untrusted = {
    var limits = FormLimits()
    limits.rows = 2_000
    limits.valueBytes = 4_096
    limits.fileBytes = 1 << 18
    limits.conditions = 1_000
    limits.actions = 1_000
    limits.patternsLength = 2_000
    limits.tableCells = 20_000
    limits.listedBytes = 1 << 23
    limits.heldBytes = 1 << 22
    limits.historySteps = 10
    limits.texts = .untrusted
    limits.texts.steps = 20_000
    return limits
  }()

  /// Makes the default limits.
  public init() {}

  /// The same limits, lowered to the largest allowed values.
  package var allowed: FormLimits {
    var allowed = self
    allowed.rows = min(rows, Self.maximumRows)
    allowed.valueBytes = min(valueBytes, ValueKind.maximumBytes)
    allowed.fileBytes = min(fileBytes, JSONReader.maximumBytes)
    allowed.conditions = min(conditions, Self.maximumRows)
    allowed.tableCells = min(tableCells, Self.maximumRows)
    return allowed
  }
}
