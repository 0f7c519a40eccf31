// What one transaction did: old and new of everything that changed, held compactly. Nothing is
// listed before somebody asks; what is asked comes in declaration order.

public import Predicate

/// What a transaction did.
public struct ChangeSet: Sendable {
  let topology: Topology
  let before: PastAttributes
  let after: Attributes
  /// The errors that are shown after the transaction.
  let shownErrors: [RowID: [RowError]]
  /// What each value, input and list of errors was and is, where that differs.
  let values: [RowID: (old: Value, new: Value)]
  let inputs: [InputID: (old: Value, new: Value)]
  let errors: [RowID: (old: [RowError], new: [RowError])]
  /// The members whose own attributes were written.
  let touchedRows: [RowID]
  let touchedSections: [SectionID]
  /// What the nodes give now that gave something else before.
  let newResults: [NodeID: NodeResult]
  /// The facts about values that are other ones than before.
  let changedVisibleValues: Set<NodeID>
  let causes: [RowID: Change.Cause]
  /// The problems that stand now and did not before.
  public let problemsBegan: [FormProblem]
  /// The problems that stood before and do not now.
  public let problemsEnded: [FormProblem]
  /// Whether the form could be submitted before, and can now.
  public let canSubmit: (old: Bool, new: Bool)
  /// What is worth knowing about edits that were taken all the same.
  public let notes: [Note]
  /// How many conditions, rules and formulas were evaluated.
  public var evaluatedCount: Int { evaluations.count }
  /// How many conditions, rules and formulas the form has.
  public var conditionCount: Int { topology.conditionCount }
  /// The nodes that ran, in order.
  let evaluations: [NodeID]

  /// Something about an edit that was taken all the same.
  public struct Note: Hashable, Sendable {
    /// The row that was edited.
    public let tag: String
    /// What is worth knowing.
    public let message: String
  }

  init(
    of journal: Journal, in topology: Topology, after state: FormState, evaluations: [NodeID],
    notes: [Note]
  ) {
    self.topology = topology
    self.evaluations = evaluations
    self.notes = notes
    after = state.attributes
    before = PastAttributes(before: journal, state.attributes)
    canSubmit = (journal.couldSubmit, state.invalidVisibleRows == 0)
    values = journal.values.changed { state.values[$0.index] }
    inputs = journal.inputs.changed { state.inputs[$0.index] }
    errors = journal.errors.changed { state.errors[$0] ?? [] }
    shownErrors = state.errors
    touchedRows = journal.rowWords.entries.map(\.key)
    touchedSections = journal.sectionWords.entries.map(\.key)
    newResults = journal.results.changed { state.results[$0.index] }.mapValues(\.new)
    changedVisibleValues = Set(journal.visibleValues.changed { state.visibleValues[$0] }.keys)
    causes = journal.causes
    var began: [FormProblem] = []
    var ended: [FormProblem] = []
    let problems = journal.problems.entries.sorted {
      topology.isListed($0.key, before: $1.key)
    }
    for (node, old) in problems where state.problems[node] != old {
      if let new = topology.problem(of: node, in: state) { began.append(new) }
      if let old, let problem = topology.describe(old, of: node) { ended.append(problem) }
    }
    problemsBegan = began
    problemsEnded = ended
  }
}

/// One thing that changed.
public struct Change: Hashable, Sendable {
  /// What of a member changed.
  public enum Property: String, Hashable, Sendable {
    /// The stored value.
    case value
    /// The effective attribute of that name.
    case hidden, disabled, required, valid
    /// The errors that are shown.
    case errors
  }

  /// Why something changed.
  public enum Cause: String, Hashable, Sendable, CaseIterable {
    /// An edit set it.
    case set
    /// A default gave it.
    case `default`
    /// A formula gave it.
    case calculated
    /// A condition decided it.
    case condition
    /// It was cleared as its row was hidden.
    case cleared
    /// An input was set, or the time.
    case input
    /// The form changed its shape.
    case structure
    /// An observer set it.
    case observer
    /// An edit was taken back.
    case undo
    /// An edit was made again.
    case redo
  }

  /// A text that decided a change.
  public struct Text: Hashable, Sendable {
    /// The text as its author wrote it.
    public let text: String
    /// Whose text it is.
    public let owner: TextOwner
    /// What it gives now: true or false, or the value; nil where it cannot be evaluated.
    public let outcome: Value?
  }

  /// The tag of the row, the section or the input; nil for a member without one.
  public let tag: String?
  /// The row; nil where a section or an input changed.
  public let row: RowID?
  /// The section, or the one of the row; nil where an input changed.
  public let section: SectionID?
  /// What changed.
  public let property: Property
  /// What it was: an attribute true or false, errors a list of messages.
  public let old: Value
  /// What it is now.
  public let new: Value
  /// Why it changed.
  public let cause: Cause
  /// What changed right before it, of what decides it: tags of rows and sections, names of inputs.
  public let because: [String]
  /// The texts that decided it, those that changed their mind.
  public let texts: [Text]

  /// Whether a section changed, not a row.
  public var isSection: Bool { row == nil && section != nil }
}

/// Whose a text is that decides something about a row or a section.
public enum TextOwner: Hashable, Sendable {
  /// The row or the section itself.
  case itself
  /// The section of the row.
  case section
  /// The form, which decides for all.
  case form
}
