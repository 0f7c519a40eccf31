// How a row shows its value, where the type of the row does not say it.

/// What yields the text that people see in the place of a row's value.
public enum DisplayDefinition: Sendable, Hashable, ExpressibleByStringLiteral {
  /// A formula that yields text; SELF is the value.
  case formula(String)
  /// A function that the host supplies under this name when the form is compiled. It gets the value
  /// and what it depends on.
  case function(String, dependsOn: [String])

  /// Makes a display from a formula.
  public init(stringLiteral text: String) { self = .formula(text) }
}
