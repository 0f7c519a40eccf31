// What is wrong with a language tag or a pattern. Both come from strangers: a mistake is a value
// with its place in the text, never a trap.

/// A text is not a language tag, or not a pattern.
public struct FormatError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong, and where.
  public let diagnostic: Diagnostic
  /// The text.
  public let text: String

  /// The error as it is shown to people.
  public var description: String { diagnostic.rendered(in: text, named: "text") }

  init(_ message: String, at range: Range<Int>, in text: String, hint: String? = nil) {
    diagnostic = Diagnostic(message, at: range, hint: hint)
    self.text = text
  }

  /// A character as messages show it: as an escape if it shows nothing.
  static func shown(_ scalar: Unicode.Scalar) -> String {
    scalar.isInvisible ? scalar.escaped : "\(scalar)"
  }
}
