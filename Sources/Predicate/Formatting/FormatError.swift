// The error for an invalid language tag or pattern. Both are untrusted input, so a mistake is an
// error with its place in the text, never a crash.

/// An error: a text is not a valid language tag or pattern.
public struct FormatError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong and where.
  public let diagnostic: Diagnostic
  /// The text.
  public let text: String

  /// The error with its place in the text, for people.
  public var description: String { diagnostic.rendered(in: text, named: "text") }

  init(_ message: String, at range: Range<Int>, in text: String, hint: String? = nil) {
    diagnostic = Diagnostic(message, at: range, hint: hint)
    self.text = text
  }

  /// The character as messages show it; an invisible one as an escape.
  static func shown(_ scalar: Unicode.Scalar) -> String {
    scalar.isInvisible ? scalar.escaped : "\(scalar)"
  }
}
