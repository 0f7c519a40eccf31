// What the operands of a program stand for: variables, and what a text reads of them. A reading is
// all that the value of its operand has to tell, so whatever else of the variable changes, the
// result of the text does not.

/// What an operand of a program stands for in its text.
public struct Operand: Sendable, Hashable {
  /// The name of the variable, without its `$`.
  public let variable: String
  /// What is read of the variable.
  public let reading: Reading
  var place: SourceRange

  /// Where the operand first stands, in UTF-8 offsets of the text.
  public var range: Range<Int> { place.offsets }
}

extension Operand {
  /// What a text reads of a variable, and so what value its operand has.
  ///
  /// The items of a collection are objects: dictionaries, in which a key that is missing is nil.
  public indirect enum Reading: Sendable, Hashable {
    /// All of it: the operand is the variable's value.
    case value
    /// The name right after the variable, where the embedder claimed it: `isHidden` in
    /// `$tag.isHidden`.
    case attribute(ExactText)
    /// The number of items of a collection, `$x.@count`: the operand is that integer.
    case count
    /// One key of each item, `$x.age`: the operand is the list of their values, nil among them.
    case column(ExactText)
    /// One key of each item, folded, `$x.@sum.amount`: the operand is a list of objects of which
    /// nothing but this fold is read, so any list with the same fold will do.
    ///
    /// The items themselves will, and so will one object that holds their finished fold
    /// (`[["amount": 12]]`), which an embedder may keep up to date: `Fold.result(of:)` says what it
    /// is. Where the values cannot be folded the items must be given: the evaluation then fails
    /// over them, if it gets there, as it would over the variable.
    case fold(Fold, ExactText)
    /// The items, of which only these keys are read: the operand is a list of objects that have at
    /// least these; each stands here once, in the order of their scalars.
    case objects([ExactText])
  }

  /// An operator that folds the values of a key into one value, which stands for them all: the fold
  /// of that value alone is the value.
  public enum Fold: String, Sendable, CaseIterable {
    case sum, avg, min, max
  }
}
