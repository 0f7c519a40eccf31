// A saved state contains what a form holds, for opening the form again: values, inputs, items, and
// the errors that were shown. It does not contain the time, the history, or the results of
// formulas. The form may have changed between saving and opening.

public import Predicate

/// The contents of a form at one moment, by tags.
///
/// Rows without a tag are left out, because nothing identifies them.
public struct SavedState: Hashable, Sendable {
  /// The stored values by tag, including values of hidden rows, but without results of formulas
  /// and without rows that hold nothing, because hiding clears them.
  ///
  /// The tag of a section with items has the list of its items. Days and times of day are text, as
  /// JSON has them: `2024-05-01` and `14:30`. A custom row may hold any value. JSON turns dates and
  /// data in such a value into text, and sets into lists.
  public var values = ValueDictionary()
  /// The rows under the policy `clear` that are shown and hold nothing, although they start with a
  /// value, by tag or address, in declaration order.
  ///
  /// Only then is nil in `values` the answer of such a row. States that were saved before this list
  /// existed have nil for every such row that was hidden.
  public var erased: [String] = []
  /// The values of inputs by name, with days and times of day as text.
  public var inputs = ValueDictionary()
  /// The numbers of items by the tag of their list, in the order of the list in `values`; of a list
  /// in an item, by its address.
  ///
  /// A number is `ItemID.number` when the form was saved. `RestoredForm.items` maps it to the item
  /// of the new form.
  public var items: [String: [Int]] = [:]
  /// The errors that were shown, by the tag or address of their row, in declaration order.
  public var errors: [Shown] = []
  /// The rows that the user had left, by tag or address, in declaration order.
  public var blurred: [String] = []
  /// The rows whose value, or something that their rules read, had changed, by tag or address, in
  /// declaration order.
  public var changed: [String] = []
  /// The page that the user was on, by the tag of its first section; nil where there was none.
  ///
  /// A tag of a section still finds the page where pages have come or changed places.
  public var page: String?

  /// How many tokens of validations the form had issued.
  ///
  /// A restored form asks the host anew and issues tokens after these, so that a late answer to the
  /// saved form is an unknown token.
  public var tokens = 0

  /// The shown errors of one row.
  public struct Shown: Hashable, Sendable {
    /// The tag or the address of the row.
    public let row: String
    /// The errors, in order.
    public let errors: [RowError]

    /// Makes the shown errors of a row.
    public init(row: String, errors: [RowError]) {
      self.row = row
      self.errors = errors
    }
  }

  /// The largest number of tokens that is read.
  static let maximumTokens = 1 << 53

  /// Makes an empty state.
  public init() {}
}

/// A form that was opened with a saved state.
public struct RestoredForm: Sendable {
  /// The form.
  ///
  /// A restored form starts clean: no row is dirty. A reset returns to the values in the
  /// definition, not to the saved values.
  public let form: Form
  /// The parts of the state that do not fit the form and were left out.
  public let misfits: [EditError.Reason]
  /// The items by the tag of their section: the number that each had when it was saved, and its id
  /// now.
  ///
  /// An item has a new number, because numbers belong to an open form. A list of numbers that does
  /// not fit is among the misfits and not here.
  public let items: [String: [(number: Int, item: ItemID)]]
}

extension ItemID {
  /// The number of the item.
  ///
  /// It stays the same as long as the form exists.
  public var number: Int { index.index }
}
