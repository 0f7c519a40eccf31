// What an author accepts of a form: findings of a check that are not mistakes here. The engine
// keeps suppressions and reads none of them; FormAnalysis knows the ids of findings.

/// A finding of a check that the author of a form accepts, and why.
public struct Suppression: Sendable, Hashable {
  /// The id of the finding, such as `compare/kind`.
  public var id: String
  /// Why the finding is not a mistake here; blank text is an error of the form.
  public var justification: String

  /// Makes a suppression.
  ///
  /// - Parameters:
  ///   - id: The id of the finding, such as `compare/kind`.
  ///   - justification: Why the finding is not a mistake here.
  public init(id: String, justification: String) {
    self.id = id
    self.justification = justification
  }

  /// Whether no reason is given.
  var isUnjustified: Bool { justification.allSatisfy(\.isWhitespace) }
}

extension FormDefinition {
  /// The form, with one more finding that is accepted anywhere in it.
  ///
  /// - Parameters:
  ///   - id: The id of the finding, such as `compare/kind`.
  ///   - justification: Why the finding is not a mistake here.
  /// - Returns: The form with the suppression after those that it has.
  public func suppressing(_ id: String, justification: String) -> FormDefinition {
    var form = self
    form.suppress.append(Suppression(id: id, justification: justification))
    return form
  }
}

extension SectionDefinition {
  /// The section, with one more finding that is accepted anywhere in it.
  ///
  /// - Parameters:
  ///   - id: The id of the finding, such as `compare/kind`.
  ///   - justification: Why the finding is not a mistake here.
  /// - Returns: The section with the suppression after those that it has.
  public func suppressing(_ id: String, justification: String) -> SectionDefinition {
    var section = self
    section.suppress.append(Suppression(id: id, justification: justification))
    return section
  }
}

extension RowDefinition {
  /// The row, with one more finding that is accepted in it.
  ///
  /// - Parameters:
  ///   - id: The id of the finding, such as `compare/kind`.
  ///   - justification: Why the finding is not a mistake here.
  /// - Returns: The row with the suppression after those that it has.
  public func suppressing(_ id: String, justification: String) -> RowDefinition {
    var row = self
    row.suppress.append(Suppression(id: id, justification: justification))
    return row
  }
}
