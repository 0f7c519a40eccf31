// Errors and warnings about a text as data: a message, a range and a hint. The errors that the
// public API throws wrap such a diagnostic. `rendered` prints one as several lines for a terminal.

/// An error or a warning about a text.
public struct Diagnostic: Sendable, Hashable {
  /// How serious a diagnostic is.
  public enum Severity: String, Sendable, Hashable {
    /// The text cannot be used.
    case error
    /// The text can be used, but probably does not do what its author meant.
    case warning
  }

  /// Another place in the text that explains the diagnostic.
  public struct Label: Sendable, Hashable {
    /// The place, in UTF-8 offsets of the text.
    public let range: Range<Int>
    /// What to say about the place.
    public let message: String
  }

  /// How serious the diagnostic is.
  public let severity: Severity
  /// The message: one sentence for authors of forms, without a period at the end.
  public let message: String
  /// The place, in UTF-8 offsets of the text.
  ///
  /// At the end of a text of `n` bytes, the range is `n..<n`.
  public let range: Range<Int>
  /// How to correct the text.
  public let hint: String?
  /// Other places that explain the diagnostic.
  public let labels: [Label]
  /// What the diagnostic is about.
  package var kind = Kind.syntax
  /// The text that the hint proposes, and the place where it must stand; nil if the hint is words.
  package var replacement: Replacement?

  /// A text that mends a mistake.
  package struct Replacement: Sendable, Hashable {
    /// The place of what is replaced, in UTF-8 offsets of the text.
    package let range: Range<Int>
    /// What to write there.
    package let text: String
    /// The places of the names, numbers and texts of the author that `text` must keep.
    let kept: [Range<Int>]

    /// The text with the replacement in its place.
    package func applied(to source: String) -> String {
      let bytes = source.utf8
      let start = bytes.index(bytes.startIndex, offsetBy: range.lowerBound)
      let end = bytes.index(bytes.startIndex, offsetBy: range.upperBound)
      return source[..<start] + text + source[end...]
    }
  }

  /// Makes a diagnostic.
  public init(
    _ message: String, severity: Severity = .error, at range: Range<Int>, hint: String? = nil,
    labels: [Label] = []
  ) {
    self.severity = severity
    self.message = message
    self.range = range
    self.hint = hint
    self.labels = labels
  }
}

extension Diagnostic {
  /// The diagnostic as text: line and column, the line itself, a marker under it, and the hint.
  ///
  /// - Parameters:
  ///   - text: The text that the ranges refer to.
  ///   - name: The name printed before the line number.
  /// - Returns: Several lines, without a newline at the end.
  public func rendered(in text: String, named name: String = "predicate") -> String {
    rendered(in: SourceLines(Array(text.utf8)), named: name)
  }

  /// The diagnostic as text, for many diagnostics about one text.
  ///
  /// - Parameters:
  ///   - source: The lines of the text that the ranges refer to.
  ///   - name: The name printed before the line number.
  /// - Returns: Several lines, without a newline at the end.
  public func rendered(in source: SourceLines, named name: String = "predicate") -> String {
    let place = source.excerpt(of: range)
    var lines = [
      "\(name):\(place.line):\(place.column): \(severity.rawValue): \(message)",
      "  \(place.excerpt)", "  \(place.marker)",
    ]
    for label in labels {
      let place = source.excerpt(of: label.range)
      lines.append("\(name):\(place.line):\(place.column): note: \(label.message)")
      lines += ["  \(place.excerpt)", "  \(place.marker)"]
    }
    if let hint { lines.append("hint: \(hint)") }
    return lines.joined(separator: "\n")
  }
}

/// An error: the text is not valid in the language.
public struct SyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong, at the first token that does not fit.
  public let diagnostic: Diagnostic
  /// What would have been valid at that place.
  public let expected: [String]
  /// The whole text.
  public let text: String

  /// The error with its place in the text, for people.
  public var description: String { diagnostic.rendered(in: text) }
}

/// An error: the text is valid, but this implementation does not run it.
///
/// The text would reach outside its values, calls a function that does not exist, or can never be
/// evaluated.
public struct Refusal: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is refused and why.
  public let diagnostic: Diagnostic
  /// The whole text.
  public let text: String

  /// The refusal with its place in the text, for people.
  public var description: String { diagnostic.rendered(in: text) }
}

/// Why no condition or formula could be built from a text.
public enum BuildError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The text is not valid in the language.
  case syntax(SyntaxError)
  /// The text is valid, but this implementation does not run it.
  case refused(Refusal)

  /// What is wrong.
  public var diagnostic: Diagnostic {
    switch self {
    case .syntax(let error): error.diagnostic
    case .refused(let refusal): refusal.diagnostic
    }
  }

  /// The error with its place in the text, for people.
  public var description: String {
    switch self {
    case .syntax(let error): error.description
    case .refused(let refusal): refusal.description
    }
  }
}

/// An error: a condition or formula has no result for the values it was given.
public struct EvaluationError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What went wrong, at the part of the text that failed.
  public let diagnostic: Diagnostic
  /// The whole text.
  public let text: String

  /// The error with its place in the text, for people.
  public var description: String { diagnostic.rendered(in: text) }
}
