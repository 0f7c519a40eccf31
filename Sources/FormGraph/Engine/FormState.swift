// What one live form knows: values, attributes, results. Everything here belongs to the form alone,
// in pages that copies of the form share; what it shares with other forms is its topology.

import Foundation
import Predicate

/// The state of a live form.
///
/// Copied on request only, and never within a transaction.
struct FormState: ~Copyable, Sendable {
  /// By row: the stored value.
  var values = ValueColumn()
  /// By input.
  var inputs = ValueColumn()
  var attributes = Attributes()
  /// By node.
  var results = Column<NodeResult>(filledWith: .unevaluated)
  /// By node: what a fact about values last gave.
  var facts = ValueColumn()
  /// By row: what the rules say of its value.
  var verdicts = Column<[RowError]>(filledWith: [])
  /// By row: what of the verdict has been shown.
  var errors = Column<[RowError]>(filledWith: [])
  /// By node: why it has no result.
  private(set) var problems = Column<NodeProblem?>(filledWith: nil)
  /// By section: how many rows are invalid and not hidden by themselves.
  var invalidRows = Column<Int32>(filledWith: 0)
  /// What there is one of.
  var single: Single { didSet { isSingleWritten = true } }
  /// What an evaluation in this state may know; one reference, for a context is of several.
  private var heldContext: Shared<EvaluationContext>
  /// The same at the beginning of the transaction, and whether it may be something else now.
  private var singleBefore: Single
  private var isSingleWritten = false

  /// What a form has one of.
  struct Single: Equatable, Sendable {
    fileprivate(set) var time: Time
    /// How many visible rows are invalid.
    var invalidVisibleRows = 0
    /// How many sections, hidden and disabled ones apart, have fewer items than they must have.
    var shortSections = 0
    /// How many sections are hidden, and how many disabled, those that have gone while they were so
    /// too.
    var hiddenSections = 0
    var disabledSections = 0
    /// The nodes that could not be evaluated.
    var failing = IDSet<NodeID>()
    /// The row that the user has entered and not left.
    var focused: RowID?
    /// The rows of which the outline may not know whether they are visible, a few at most: it is
    /// told of them when somebody asks for places, or when they are many.
    var untold = IDSet<RowID>()

    /// Whether the form can be submitted, where it is read-only or not.
    func canSubmit(isReadOnly: Bool) -> Bool {
      invalidVisibleRows == 0 && (shortSections == 0 || isReadOnly)
    }
  }

  /// A time; one that is no number is the same as itself, so that keeping it is no change.
  struct Time: Equatable, Sendable {
    /// Since the reference date: every transaction asks whether it is another one.
    private let seconds: Double

    init(date: Date) { seconds = date.timeIntervalSinceReferenceDate }

    var date: Date { Date(timeIntervalSinceReferenceDate: seconds) }

    @inline(__always)
    static func == (left: Time, right: Time) -> Bool {
      left.seconds == right.seconds || left.seconds.isNaN && right.seconds.isNaN
    }
  }

  /// - Parameters:
  ///   - now: The time that conditions read.
  ///   - limits: What bounds each evaluation.
  init(now: Date, within limits: Limits) {
    single = Single(time: Time(date: now))
    singleBefore = single
    heldContext = Self.context(now: now, within: limits)
  }

  var now: Date {
    get { single.time.date }
    set {
      let time = Time(date: newValue)
      if time != single.time {
        heldContext = Self.context(now: newValue, within: context.limits)
      }
      single.time = time
    }
  }

  var context: EvaluationContext { heldContext.value }

  private static func context(now: Date, within limits: Limits) -> Shared<EvaluationContext> {
    Shared(EvaluationContext(now: now, limits: limits))
  }

  /// The same state, between transactions.
  func copy() -> FormState {
    var copy = FormState(now: now, within: context.limits)
    copy.values = values.copy()
    copy.inputs = inputs.copy()
    copy.attributes = attributes.copy()
    copy.results = results.copy()
    copy.facts = facts.copy()
    copy.verdicts = verdicts.copy()
    copy.errors = errors.copy()
    copy.problems = problems.copy()
    copy.invalidRows = invalidRows.copy()
    copy.single = single
    copy.singleBefore = single
    copy.heldContext = heldContext
    return copy
  }

  /// Whether the transaction has changed the time.
  @inline(__always)
  var hasOtherTime: Bool { single.time != singleBefore.time }

  /// Makes room for everything that a topology has.
  mutating func grow(to topology: Topology) {
    let rows = topology.rows.count
    let nodes = topology.nodes.count
    values.grow(to: rows)
    inputs.grow(to: topology.inputs.count)
    verdicts.grow(to: rows)
    errors.grow(to: rows)
    attributes.grow(toRows: rows, sections: topology.sections.count)
    invalidRows.grow(to: topology.sections.count)
    results.grow(to: nodes)
    facts.grow(to: nodes)
    problems.grow(to: nodes)
  }

  /// Drops why a node has no result, which hardly any node has.
  @inline(__always)
  mutating func clearProblem(of node: NodeID) {
    if !single.failing.isEmpty { setProblem(nil, of: node) }
  }

  /// Keeps or drops why a node has no result.
  mutating func setProblem(_ problem: NodeProblem?, of node: NodeID) {
    guard problem != nil || single.failing.contains(node) else { return }
    guard problem != problems[node.index] else { return }
    problems[node.index] = problem
    if problem == nil { single.failing.remove(node) } else { single.failing.insert(node) }
  }
}

// MARK: - Transactions

/// What a transaction has overwritten of a state.
struct KeptState: Sendable {
  fileprivate(set) var values = KeptValues()
  fileprivate(set) var attributes = KeptAttributes()
  fileprivate(set) var results = KeptList<NodeResult>()
  /// What there is one of, where any of it changed.
  fileprivate(set) var single: Shared<FormState.Single>?
  fileprivate var others: Shared<Others>?

  /// What few transactions overwrite, so that the others do not carry it.
  fileprivate struct Others: Sendable {
    var inputs = KeptValues()
    var facts = KeptValues()
    var verdicts = KeptList<[RowError]>()
    var errors = KeptList<[RowError]>()
    var problems = KeptList<NodeProblem?>()
    var invalidRows = KeptList<Int32>()
  }

  var inputs: KeptValues { others?.value.inputs ?? KeptValues() }
  var facts: KeptValues { others?.value.facts ?? KeptValues() }
  var verdicts: KeptList<[RowError]> { others?.value.verdicts ?? KeptList() }
  var errors: KeptList<[RowError]> { others?.value.errors ?? KeptList() }
  var problems: KeptList<NodeProblem?> { others?.value.problems ?? KeptList() }

  /// Whether nothing was overwritten.
  var isEmpty: Bool {
    values.isEmpty && attributes.isEmpty && results.isEmpty && single == nil && others == nil
  }

  /// Whether the form could be submitted before the transaction that has led to a state.
  func couldSubmit(_ state: borrowing FormState) -> Bool {
    let wasReadOnly = attributes.isReadOnly ?? state.attributes.isReadOnly
    // Not by an optional of both, which would copy what the form has one of.
    return if let single { single.value.canSubmit(isReadOnly: wasReadOnly) } else {
      state.single.canSubmit(isReadOnly: wasReadOnly)
    }
  }

  /// Makes this what both transactions have overwritten, of which the other one came later.
  mutating func merge(_ newer: KeptState) {
    values.merge(newer.values)
    attributes.merge(newer.attributes)
    results.merge(newer.results)
    single = single ?? newer.single
    guard let newerOthers = newer.others?.value else { return }
    var both = others?.value ?? Others()
    // Inputs lie outside history: what has changed them is never put back as it was.
    both.facts.merge(newerOthers.facts)
    both.verdicts.merge(newerOthers.verdicts)
    both.errors.merge(newerOthers.errors)
    both.problems.merge(newerOthers.problems)
    both.invalidRows.merge(newerOthers.invalidRows)
    others = Shared(both)
  }
}

extension FormState {
  /// Ends a transaction, so that the next one can begin, and moves what it has overwritten to a
  /// place that holds nothing.
  mutating func moveKept(to kept: inout KeptState) {
    values.moveKept(to: &kept.values)
    attributes.moveKept(to: &kept.attributes)
    results.moveKept(to: &kept.results)
    if inputs.isWritten || facts.isWritten || verdicts.isWritten || errors.isWritten
      || problems.isWritten || invalidRows.isWritten
    {
      kept.others = Shared(moveOthers())
    }
    guard isSingleWritten else { return }
    isSingleWritten = false
    if single != singleBefore {
      kept.single = Shared(singleBefore)
      singleBefore = single
    }
  }

  @inline(never)
  private mutating func moveOthers() -> KeptState.Others {
    var others = KeptState.Others()
    inputs.moveKept(to: &others.inputs)
    facts.moveKept(to: &others.facts)
    verdicts.moveKept(to: &others.verdicts)
    errors.moveKept(to: &others.errors)
    problems.moveKept(to: &others.problems)
    invalidRows.moveKept(to: &others.invalidRows)
    return others
  }

  /// Ends a transaction whose way back nobody needs.
  mutating func dropKept() {
    var kept = KeptState()
    moveKept(to: &kept)
  }

  /// Puts back what was overwritten, which overwrites what stands there now.
  mutating func put(_ kept: KeptState) {
    values.put(kept.values)
    attributes.put(kept.attributes)
    results.put(kept.results)
    if let others = kept.others?.value {
      inputs.put(others.inputs)
      facts.put(others.facts)
      verdicts.put(others.verdicts)
      errors.put(others.errors)
      problems.put(others.problems)
      invalidRows.put(others.invalidRows)
    }
    if let old = kept.single?.value {
      now = old.time.date
      single = old
    }
  }

  /// Takes back everything since the transaction began.
  mutating func abort() {
    var kept = KeptState()
    moveKept(to: &kept)
    put(kept)
  }
}

/// What a node last gave.
enum NodeResult: UInt8, Sendable {
  case unevaluated
  case no
  case yes
  /// The program failed; the problem stands in the state.
  case failed
  /// A rule over an empty value.
  case notRun

  init(_ holds: Bool) { self = holds ? .yes : .no }

  /// What a decision by the condition comes to: one that fails decides "no", whichever way round it
  /// was written.
  func decides(isInverted: Bool) -> Bool {
    switch self {
    case .yes: !isInverted
    case .no: isInverted
    case .unevaluated, .failed, .notRun: false
    }
  }
}

/// Why a node has no result.
indirect enum NodeProblem: Error, Hashable, Sendable {
  case evaluation(EvaluationFailure)
  /// A formula gave a value that its row cannot hold, or a function something else than true or
  /// false.
  case wrongKind(Value)
  /// What a function of the host's threw, in words.
  case thrown(ExactText)
}

/// Something that is wrong with the value of a row.
public struct RowError: Hashable, Sendable {
  /// What to tell the user.
  public let message: String
  /// Whether it makes the row invalid.
  public let severity: Severity
  /// The name of the rule, if it has one.
  public let id: String?

  /// Makes an error.
  public init(_ message: String, severity: Severity = .error, id: String? = nil) {
    self.message = message
    self.severity = severity
    self.id = id
  }

  /// Whether both say the same, scalar by scalar.
  public static func == (left: RowError, right: RowError) -> Bool {
    left.severity == right.severity && isExactly(left.message, right.message)
      && left.id.map { ExactText($0) } == right.id.map { ExactText($0) }
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ExactText(message))
    hasher.combine(severity)
    hasher.combine(id.map { ExactText($0) })
  }
}
