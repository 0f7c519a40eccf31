// What a diagnostic is about, for checks that list diagnostics by kind. A text with an error of one
// kind is the same to every other reader: the message says what is wrong.

extension Diagnostic {
  /// What a diagnostic is about.
  package enum Kind: Sendable, Hashable {
    /// The text is not valid in the language.
    case syntax
    /// The text is larger than a limit allows.
    case limit
    /// The text is valid on Apple's systems, and this implementation does not run it.
    case notRun
    /// A function does not exist.
    case unknownName
    /// A value has no such key.
    case key
    /// A name after a tag means an attribute of the row, not a key of its value.
    case attribute
    /// A list is counted in a way that counts something else.
    case count
    /// Two parts with ANY are about different elements.
    case separateElements
    /// A condition of SUBQUERY is not about the elements.
    case subquery
    /// An operator has an operand that it cannot use.
    case operand
    /// CAST has a value that it cannot convert.
    case cast
    /// The bounds of BETWEEN are exchanged.
    case exchangedBounds
    /// A division of whole numbers drops the rest.
    case division
    /// A whole number is too large.
    case number
    /// A pattern is invalid.
    case pattern
    /// A pattern lost its backslashes.
    case lostBackslash
    /// A placeholder stands in quotes.
    case placeholder
    /// Days, times of day and instants are mixed.
    case mixedDates
    /// A formula is always nil.
    case alwaysNil
    /// A condition is always true or always false.
    case constant
  }

  /// Makes a diagnostic of a kind.
  package init(
    _ kind: Kind, _ message: String, severity: Severity = .error, at range: Range<Int>,
    hint: String? = nil
  ) {
    self.init(message, severity: severity, at: range, hint: hint)
    self.kind = kind
  }
}
