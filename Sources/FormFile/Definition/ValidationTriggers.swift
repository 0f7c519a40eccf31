// When the errors of a row are shown.

/// The events after which the errors of a row are shown.
public struct ValidationTriggers: OptionSet, Sendable, Hashable {
  /// The bits.
  public let rawValue: UInt8

  /// Makes a set of triggers from bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Each time the value changes.
  public static let onChange = ValidationTriggers(rawValue: 1)
  /// When the user leaves the row.
  public static let onBlur = ValidationTriggers(rawValue: 2)
  /// Each time the value changes after the user has left the row once.
  public static let onChangeAfterBlurred = ValidationTriggers(rawValue: 4)
  /// Only on request.
  public static let onDemand = ValidationTriggers(rawValue: 8)
  /// Each time the value changes, and when the user leaves the row.
  public static let always: ValidationTriggers = [.onChange, .onBlur]

  /// The names of the triggers in a form file.
  package static let names: KeyValuePairs<String, ValidationTriggers> = [
    "onChange": .onChange, "onBlur": .onBlur, "onChangeAfterBlurred": .onChangeAfterBlurred,
    "onDemand": .onDemand, "always": .always,
  ]
}
