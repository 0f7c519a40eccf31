// How the focus moves from row to row with the keys for the next and the previous row: which rows
// it skips, and where it stops.

/// The options for moving the focus from row to row.
public struct Navigation: OptionSet, Sendable, Hashable {
  /// The bits.
  public let rawValue: UInt8

  /// Makes a set of options from bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Navigation is off.
  public static let disabled: Navigation = []
  /// Navigation is on.
  public static let enabled = Navigation(rawValue: 1)
  /// Stops at a disabled row.
  ///
  /// Otherwise disabled rows are skipped.
  public static let stopDisabledRow = Navigation(rawValue: 2)
  /// Skips rows that take no focus.
  ///
  /// Otherwise the navigation stops at them.
  public static let skipCanNotBecomeFirstResponderRow = Navigation(rawValue: 4)
  /// The default: on, and skipping rows that take no focus.
  public static let standard: Navigation = [.enabled, .skipCanNotBecomeFirstResponderRow]

  /// The names of the options in a form file.
  package static let names: KeyValuePairs<String, Navigation> = [
    "disabled": .disabled, "enabled": .enabled, "stopDisabledRow": .stopDisabledRow,
    "skipCanNotBecomeFirstResponderRow": .skipCanNotBecomeFirstResponderRow,
  ]
}
