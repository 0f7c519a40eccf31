// The operands of a program: variables, and which part of each variable the text reads. Nothing
// else of a variable can change the result. So an embedder needs to supply, and to watch, only
// these parts.

/// An operand of a program.
public struct Operand: Sendable, Hashable {
  /// The name of the variable, without its `$`.
  public let variable: String
  /// The part of the variable that is read.
  public let reading: Reading
  var place: SourceRange

  /// The place where the operand first occurs, in UTF-8 offsets of the text.
  public var range: Range<Int> { place.offsets }
}

extension Operand {
  /// The part of a variable that a text reads, which is the value of the operand.
  ///
  /// The items of a collection are objects: dictionaries, in which a missing key is nil.
  public indirect enum Reading: Sendable, Hashable {
    /// The whole value of the variable.
    case value
    /// An attribute that the embedder defines: `isHidden` in `$tag.isHidden`.
    case attribute(ExactText)
    /// The number of items of a collection, `$x.@count`. The operand is that integer.
    case count
    /// One key of each item, `$x.age`. The operand is the list of the values, including nil.
    case column(ExactText)
    /// One key of each item, folded, such as `$x.@sum.amount` or `sum($x.amount)`. The operand is a
    /// list of objects.
    ///
    /// Only the fold is read from the list, so the operand may be any list with the same fold:
    ///
    /// - the items themselves
    /// - one object that holds the finished fold, such as `[["amount": 12]]`. An embedder can keep
    ///   it up to date; `Fold.result(of:)` computes it.
    ///
    /// If the values cannot be folded, the operand must be the items. The evaluation then fails
    /// with the same error as for the variable itself.
    case fold(Fold, ExactText)
    /// The items, of which only these keys are read. The operand is a list of objects with these
    /// keys.
    ///
    /// Each key is listed once, in the order of Unicode scalars.
    case objects([ExactText])
  }

  /// An operator that folds the values of a key into one value.
  ///
  /// The fold of that single value is the value itself, so it can stand for all values.
  public enum Fold: String, Sendable, CaseIterable {
    case sum, avg, min, max
  }
}
