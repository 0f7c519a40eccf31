// A choice that a form does not keep, because its row clears what is not an option.

public import Predicate

/// A choice that was given and was cleared, because it is not an option that can be chosen.
public struct ClearedChoice: Hashable, Sendable {
  /// The name under which the row was given the choice.
  public let name: String
  /// The choice, with a day as text.
  public let value: Value

  /// What happened, for people.
  var message: String {
    "\(value.short) is not an option of '\(name)' now, and was taken out"
  }
}
