// What one live form knows: values, attributes, results. The state belongs to the form alone; the
// topology is what it shares with other forms. Each column logs what a transaction overwrites:
//
//   values   cell | cell | cell | …          by row
//   results  no | yes | failed | …           by node
//   errors   { 7: [error] }                  by row, only the few that have any
//
// A transaction ends by taking all logs out of the columns. They are the way back, and the change
// set is read from them.

import Foundation
import Predicate

/// The state of a live form.
///
/// Copied on request only, between transactions.
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
  var verdicts = SparseColumn<[RowError]>(filledWith: [])
  /// By row: what of the verdict has been shown.
  var errors = SparseColumn<[RowError]>(filledWith: [])
  /// By node: why it has no result.
  private(set) var problems = SparseColumn<NodeProblem?>(filledWith: nil)
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
    /// The page that the user is on.
    fileprivate var pageIndex: Int32 = -1
    /// The rows of which the outline may not know whether they are visible, a few at most: it is
    /// told of them when somebody asks for places, or when they are many.
    var untold = IDSet<RowID>()

    /// The page that the user is on; nil where no page is visible.
    var page: Int? {
      get { pageIndex < 0 ? nil : Int(pageIndex) }
      set { pageIndex = Int32(clamping: newValue ?? -1) }
    }

    /// Whether the form can be submitted, where it is read-only or not.
    func canSubmit(isReadOnly: Bool) -> Bool {
      invalidVisibleRows == 0 && (shortSections == 0 || isReadOnly)
    }
  }

  /// A time.
  ///
  /// NaN equals NaN here, so that a NaN does not count as a change.
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
    copy.verdicts = verdicts
    copy.errors = errors
    copy.problems = problems
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
    attributes.grow(toRows: rows, sections: topology.sections.count)
    invalidRows.grow(to: topology.sections.count)
    results.grow(to: nodes)
    facts.grow(to: nodes)
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

/// What a transaction overwrote of a state.
struct StateLog: Sendable {
  fileprivate(set) var values = ValueLog()
  fileprivate(set) var inputs = ValueLog()
  fileprivate(set) var facts = ValueLog()
  fileprivate(set) var attributes = AttributeLog()
  fileprivate(set) var results = UndoLog<NodeResult>()
  fileprivate(set) var verdicts = UndoLog<[RowError]>()
  fileprivate(set) var errors = UndoLog<[RowError]>()
  fileprivate(set) var problems = UndoLog<NodeProblem?>()
  fileprivate(set) var invalidRows = UndoLog<Int32>()
  /// What there is one of, if any of it changed.
  fileprivate(set) var single: FormState.Single?

  /// Whether nothing was overwritten.
  var isEmpty: Bool {
    values.isEmpty && inputs.isEmpty && facts.isEmpty && attributes.isEmpty && results.isEmpty
      && verdicts.isEmpty && errors.isEmpty && problems.isEmpty && invalidRows.isEmpty
      && single == nil
  }

  /// Whether the form could be submitted before the transaction that led to a state.
  func couldSubmit(_ state: borrowing FormState) -> Bool {
    (single ?? state.single).canSubmit(
      isReadOnly: attributes.isReadOnly ?? state.attributes.isReadOnly)
  }

  /// Adds the log of a later transaction, so that this is the log of both.
  mutating func merge(_ newer: StateLog) {
    values.merge(newer.values)
    // Inputs lie outside history: a transaction that changed them is never put back as it was.
    facts.merge(newer.facts)
    attributes.merge(newer.attributes)
    results.merge(newer.results)
    verdicts.merge(newer.verdicts)
    errors.merge(newer.errors)
    problems.merge(newer.problems)
    invalidRows.merge(newer.invalidRows)
    single = single ?? newer.single
  }
}

extension FormState {
  /// Ends a transaction, so that the next one can begin; returns what it overwrote.
  mutating func takeLog() -> StateLog {
    var log = StateLog()
    log.values = values.takeLog()
    log.inputs = inputs.takeLog()
    log.facts = facts.takeLog()
    log.attributes = attributes.takeLog()
    log.results = results.takeLog()
    log.verdicts = verdicts.takeLog()
    log.errors = errors.takeLog()
    log.problems = problems.takeLog()
    log.invalidRows = invalidRows.takeLog()
    if isSingleWritten {
      isSingleWritten = false
      if single != singleBefore {
        log.single = singleBefore
        singleBefore = single
      }
    }
    return log
  }

  /// Puts back what was overwritten; the current transaction logs what stands there now.
  mutating func put(_ log: StateLog) {
    values.put(log.values)
    inputs.put(log.inputs)
    facts.put(log.facts)
    attributes.put(log.attributes)
    results.put(log.results)
    verdicts.put(log.verdicts)
    errors.put(log.errors)
    problems.put(log.problems)
    invalidRows.put(log.invalidRows)
    if let old = log.single {
      now = old.time.date
      single = old
    }
  }

  /// Takes back everything since the transaction began.
  mutating func abort() {
    put(takeLog())
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
