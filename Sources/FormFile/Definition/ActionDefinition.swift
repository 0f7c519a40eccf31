// What a user can do with a row beside tapping it. Plain values, like the row itself.

public import Predicate

/// An action of a row beside a tap: a swipe, an accessory button, an entry of a menu.
///
/// ```swift
/// row.actions = [ActionDefinition("delete", title: "Delete", disabled: "$locked == YES")]
/// ```
///
/// The host shows the action and does what it says; see ``Draft/tap(_:action:)``.
public struct ActionDefinition: Sendable, Hashable, Identifiable {
  /// The name by which it is tapped, which no other action of the row has.
  public var name: String
  /// The name.
  public var id: String { name }
  /// What people see; nil: the host has words of its own.
  public var title: FormText?
  /// The condition under which a user cannot tap it.
  public var disabled: ConditionDefinition?
  /// Any data that the host wants to keep with the action, such as the side of a swipe.
  ///
  /// The engine returns it unchanged.
  public var extra: Value?

  /// Makes an action.
  public init(
    _ name: String, title: FormText? = nil, disabled: ConditionDefinition? = nil,
    extra: Value? = nil
  ) {
    self.name = name
    self.title = title
    self.disabled = disabled
    self.extra = extra
  }
}
