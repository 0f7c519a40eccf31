// What is wrong with a text, or looks wrong, as data. Rendering is DiagnosticRenderer's.

/// One finding about a text.
public struct Diagnostic: Sendable, Hashable {
  /// How much a finding weighs.
  public enum Severity: String, Sendable, Hashable {
    /// The text cannot be used.
    case error
    /// The text can be used, and is likely to do something else than was meant.
    case warning
  }

  /// A further place worth pointing at, with what is to be said of it.
  public struct Label: Sendable, Hashable {
    /// UTF-8 offsets in the text.
    public let range: Range<Int>
    /// What is there.
    public let message: String
  }

  /// How much the finding weighs.
  public let severity: Severity
  /// A sentence a form's author understands, without a period.
  public let message: String
  /// Where, in UTF-8 offsets of the text: its end is `n..<n`.
  public let range: Range<Int>
  /// How to mend it.
  public let hint: String?
  /// Further places.
  public let labels: [Label]

  /// Makes a finding.
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
  /// The finding with line, column, the line itself, a marker under it, and the hint.
  ///
  /// - Parameters:
  ///   - text: The text the ranges belong to.
  ///   - name: What to call the text in front of the line number.
  /// - Returns: Several lines, without a newline at the end.
  public func rendered(in text: String, named name: String = "predicate") -> String {
    rendered(in: SourceLines(Array(text.utf8)), named: name)
  }

  /// The same in a text of which many findings are shown.
  ///
  /// - Parameters:
  ///   - source: The lines of the text the ranges belong to.
  ///   - name: What to call the text in front of the line number.
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

/// The text is not a text of the language.
public struct SyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong, at the first token that no valid text can continue with.
  public let diagnostic: Diagnostic
  /// What could have stood there instead, for completion and for messages.
  public let expected: [String]
  /// The text.
  public let text: String

  /// The error as it is shown to people.
  public var description: String { diagnostic.rendered(in: text) }
}

/// The text is legal, and this implementation does not run it: it would reach outside its values,
/// calls what does not exist, or can never be evaluated.
public struct Refusal: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is refused, and why.
  public let diagnostic: Diagnostic
  /// The text.
  public let text: String

  /// The refusal as it is shown to people.
  public var description: String { diagnostic.rendered(in: text) }
}

/// Why a text did not become a condition or a formula.
public enum BuildError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The text is not a text of the language.
  case syntax(SyntaxError)
  /// The text is legal and not run here.
  case refused(Refusal)

  /// What is wrong.
  public var diagnostic: Diagnostic {
    switch self {
    case .syntax(let error): error.diagnostic
    case .refused(let refusal): refusal.diagnostic
    }
  }

  /// The error as it is shown to people.
  public var description: String {
    switch self {
    case .syntax(let error): error.description
    case .refused(let refusal): refusal.description
    }
  }
}

/// The evaluation of a condition or a formula found something it cannot answer.
public struct EvaluationError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What cannot be answered, at the part of the text that asks it.
  public let diagnostic: Diagnostic
  /// The text.
  public let text: String

  /// The error as it is shown to people.
  public var description: String { diagnostic.rendered(in: text) }
}
