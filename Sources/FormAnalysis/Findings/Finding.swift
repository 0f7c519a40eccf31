// One probable mistake of a form, as data: what was found, where, and what to write instead. The
// checks make findings; the command renders them as text, JSON, SARIF or annotations.

public import FormGraph

/// One probable mistake of a form that compiles.
public struct Finding: Sendable, Hashable {
  /// What was found.
  public let id: FindingID
  /// The severity, the sentence, the place and the hint.
  public var problem: Problem
  /// The edits that mend it; empty if no fix is certain.
  public var fix: Fix?
  /// Why the form accepts the finding; nil if the form does not suppress it.
  public var justification: String?

  /// Whether the form suppresses the finding.
  ///
  /// Such a finding is still listed, but does not count as a mistake.
  public var isSuppressed: Bool { justification != nil }

  /// Makes a finding.
  ///
  /// - Parameters:
  ///   - id: What was found.
  ///   - problem: The severity, the sentence, the place and the hint.
  ///   - fix: The edits that mend it, if they are certain.
  public init(_ id: FindingID, _ problem: Problem, fix: Fix? = nil) {
    self.id = id
    self.problem = problem
    self.fix = fix
  }
}

extension Finding {
  /// A problem that the compiler reports, as a finding.
  init(_ problem: Problem) { self.init(FindingID(problem.kind), problem) }
}

/// Edits of a form file that mend one finding.
public struct Fix: Sendable, Hashable {
  /// Text in the place of other text.
  public struct Replacement: Sendable, Hashable {
    /// The path of the predicate, formula or value.
    public let path: JSONPath
    /// The range inside the predicate or formula, in UTF-8 offsets; nil for the whole value.
    public let textRange: Range<Int>?
    /// The new text; of a whole value, its JSON.
    public let text: String

    /// Makes a replacement.
    public init(path: JSONPath, textRange: Range<Int>?, text: String) {
      self.path = path
      self.textRange = textRange
      self.text = text
    }
  }

  /// What the fix does, such as `write YES`.
  public let summary: String
  /// The replacements, which do not overlap.
  public let replacements: [Replacement]

  /// Makes a fix.
  public init(_ summary: String, _ replacements: [Replacement]) {
    self.summary = summary
    self.replacements = replacements
  }
}
