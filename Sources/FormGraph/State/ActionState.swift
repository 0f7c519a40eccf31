// An action of a row as people see it now.

public import Predicate

/// An action of a row at one moment.
public struct ActionState: Sendable, Hashable, Identifiable {
  /// The name by which it is tapped.
  public let name: String
  /// The name.
  public var id: String { name }
  /// What people see, as they read it now; nil if the file gives no title.
  public let title: String?
  /// Whether the action's own condition disables it.
  ///
  /// Nor can it be tapped while its row is hidden, or disabled without `tapsWhenDisabled`.
  public let isDisabled: Bool
  /// The data that the host keeps with the action.
  public let extra: Value?
}
