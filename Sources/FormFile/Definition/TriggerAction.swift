// What an edit of a row sets off beside what formulas compute. Plain values, like the row itself.

/// An action that runs when an edit has given a row another value.
///
/// ```swift
/// celsius.whenChanged = [.set("fahrenheit", to: "$celsius * 1.8 + 32")]
/// country.whenChanged = [.reset("region", if: "$country != 'AT'")]
/// ```
///
/// The actions of a row run one after another, and the form settles after each. A row that an
/// action has changed sets off its own actions first. An action does not begin again while it runs.
public struct TriggerAction: Sendable, Hashable {
  /// What an action does.
  public enum Effect: Sendable, Hashable {
    /// Sets a row, by its tag, to what a formula gives; nil erases it.
    case set(String, to: String)
    /// Gives a row, by its tag, its first value.
    case reset(String)
  }

  /// What the action does.
  public var effect: Effect
  /// The predicate under which it runs; nil: always.
  public var condition: String?

  /// Makes an action.
  public init(_ effect: Effect, if condition: String? = nil) {
    self.effect = effect
    self.condition = condition
  }

  /// An action that sets a row to what a formula gives.
  public static func set(
    _ tag: String, to formula: String, if condition: String? = nil
  ) -> TriggerAction {
    TriggerAction(.set(tag, to: formula), if: condition)
  }

  /// An action that gives a row its first value.
  public static func reset(_ tag: String, if condition: String? = nil) -> TriggerAction {
    TriggerAction(.reset(tag), if: condition)
  }

  /// The tag of the row that the action changes.
  public var target: String {
    switch effect {
    case .set(let tag, _), .reset(let tag): tag
    }
  }

  /// The formula for the new value; nil of a reset.
  package var formula: String? { if case .set(_, let formula) = effect { formula } else { nil } }
}
