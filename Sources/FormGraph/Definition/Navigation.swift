// How a user goes from row to row, by a key for the next and the one before: through which rows,
// and where the way ends.

/// How a user goes from row to row.
public struct Navigation: OptionSet, Sendable, Hashable {
  /// The bits.
  public let rawValue: UInt8

  /// Makes a set of options from bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// There is no way from row to row.
  public static let disabled: Navigation = []
  /// There is one.
  public static let enabled = Navigation(rawValue: 1)
  /// It ends before a row that is disabled, which is passed over otherwise.
  public static let stopDisabledRow = Navigation(rawValue: 2)
  /// It passes over rows that take no focus, and ends before them otherwise.
  public static let skipCanNotBecomeFirstResponderRow = Navigation(rawValue: 4)
  /// What holds where nothing is said: through everything that takes focus and is enabled.
  public static let standard: Navigation = [.enabled, .skipCanNotBecomeFirstResponderRow]

  /// What the options are called in a form file.
  static let names: KeyValuePairs<String, Navigation> = [
    "disabled": .disabled, "enabled": .enabled, "stopDisabledRow": .stopDisabledRow,
    "skipCanNotBecomeFirstResponderRow": .skipCanNotBecomeFirstResponderRow,
  ]
}
