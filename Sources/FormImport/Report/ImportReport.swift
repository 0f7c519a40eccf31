// What became of a form in another format, as plain values: a line for each place of the original
// that has a meaning, and what the host must supply. An importer makes the report as it reads. What
// has no meaning, such as white space, has no line.

import FormFile

/// What became of each place of a form in another format.
public struct ImportReport: Sendable, Hashable {
  /// What became of a place.
  public enum Outcome: String, Sendable, Hashable, CaseIterable {
    /// The form has the same, with the same meaning.
    case carried
    /// The form has something like it; the reason says how it differs.
    case changed
    /// Nothing in the form acts on it, and `extra` keeps it for the host.
    case putAside = "put aside"
    /// The form does not have it, or not all of it.
    case lost
  }

  /// What stands at a place.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case question
    /// A condition, a formula or a rule that is a predicate.
    case expression
    /// Anything else, such as a text, a choice or a bound.
    case detail
  }

  /// A place of the original, and what became of it.
  public struct Line: Sendable, Hashable {
    /// The path of the place, as the original's format writes paths.
    public var path: String
    /// The range of the place in the file, in UTF-8 offsets.
    public var range: Range<Int>
    /// What stands at the place.
    public var kind: Kind
    /// What became of it.
    public var outcome: Outcome
    /// The name of what stands there, in the words of the original.
    public var name: String
    /// What stands in the form in its place, in the words of the form; nil if nothing does.
    public var successor: String?
    /// Why it is not carried; nil if it is, or if `successor` says it all.
    public var reason: String?

    /// Makes a line.
    public init(
      _ outcome: Outcome, _ kind: Kind, _ name: String, path: String, range: Range<Int>,
      successor: String? = nil, reason: String? = nil
    ) {
      self.path = path
      self.range = range
      self.kind = kind
      self.outcome = outcome
      self.name = name
      self.successor = successor
      self.reason = reason
    }

    /// The line as a sentence: `put aside: keyboard_type → extra.keyboard_type`.
    public var sentence: String {
      "\(outcome.rawValue): \(name)" + (successor.map { " → \($0)" } ?? "")
        + (reason.map { "; \($0)" } ?? "")
    }
  }

  /// The name of the original's format, such as `TheDistanceForms`.
  public var format: String
  /// A line for each place, in the order of the file.
  public var lines: [Line]
  /// What the host must supply, such as `the input 'patient'`.
  ///
  /// The functions that the form calls are `CompiledForm.calledFunctions`.
  public var needs: [String]

  /// Makes a report.
  public init(of format: String, _ lines: [Line] = [], needs: [String] = []) {
    self.format = format
    self.lines = lines
    self.needs = needs
  }

  /// The number of lines with an outcome, of one kind or of all.
  ///
  /// - Complexity: O(n) in the number of lines.
  public func count(_ outcome: Outcome, _ kind: Kind? = nil) -> Int {
    lines.count { $0.outcome == outcome && (kind == nil || $0.kind == kind) }
  }

  /// The counts of the report, in one line.
  ///
  /// `carried 80 of 81 expressions, 66 of 66 questions; changed 1; put aside 4; lost 0`
  public var summary: String {
    func carried(_ kind: Kind) -> String {
      "\(count(.carried, kind)) of \(counted(lines.count { $0.kind == kind }, kind.rawValue))"
    }
    return "carried \(carried(.expression)), \(carried(.question)); changed \(count(.changed)); "
      + "put aside \(count(.putAside)); lost \(count(.lost))"
  }

  /// What a form asks of its host before any of its texts is read: inputs, and files of tables.
  static func needs(of form: FormDefinition) -> [String] {
    form.inputs.map { "the input \(Problem.quoted($0.name))" }
      + form.tables.compactMap { table in
        guard case .file(let file) = table.source else { return nil }
        return "the table \(Problem.quoted(table.name)) in \(Problem.quoted(file.path))"
      }
  }
}
