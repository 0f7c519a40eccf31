// What one live form knows: values, attributes and results. Each form has its own state. The
// topology is shared with other forms. Each column logs what a transaction overwrites:
//   values   cell | cell | cell | …          by row
//   results  no | yes | failed | …           by node
//   errors   { 7: [error] }                  by row, only the few that have any
//
// A transaction ends by taking the logs out of all columns. Undo writes them back, and the change
// set is read from them.

import Foundation
import Predicate

/// The state of a live form.
///
/// A state is copied only on request, between transactions.
struct FormState: ~Copyable, Sendable {
  /// By row: the stored values.
  var values = ValueColumn()
  /// By input: the values that the host sets.
  var inputs = ValueColumn()
  var attributes = Attributes()
  /// By node: the last result.
  var results = Column<NodeResult>(filledWith: .unevaluated)
  /// By node: the last value of a fact about values.
  var facts = ValueColumn()
  /// By row: the errors of the current value.
  var verdicts = SparseColumn<[RowError]>(filledWith: [])
  /// By row: the errors that are shown.
  var errors = SparseColumn<[RowError]>(filledWith: [])
  /// By node: why the node has no result.
  private(set) var problems = SparseColumn<NodeProblem?>(filledWith: nil)
  /// By the node of an asynchronous rule: the question to the host, and the answer.
  var answers = SparseColumn<Answer?>(filledWith: nil)
  /// By section: how many rows have the invalid bit and are not hidden by a condition of their own.
  var invalidRows = Column<Int32>(filledWith: 0)
  /// Everything that a form has exactly one of.
  var single: Single { didSet { isSingleWritten = true } }
  /// The tables that the form reads now, and those before the transaction.
  private(set) var tables: FormTables
  private var tablesBefore: FormTables
  /// The time and limits for each evaluation.
  ///
  /// Shared, so that passing it costs one reference count: the context itself holds several
  /// references.
  private var heldContext: Shared<EvaluationContext>
  /// The value of `single` when the transaction began, and whether `single` has been written since.
  private var singleBefore: Single
  private var isSingleWritten = false
  private let addressOnly = AddressOnly()

  /// Everything that a form has exactly one of.
  struct Single: Equatable, Sendable {
    fileprivate(set) var time: Time
    /// How many visible rows are invalid.
    var invalidVisibleRows = 0
    /// How many sections have a number of items outside their bounds.
    ///
    /// Hidden and disabled sections do not count.
    var sectionsOutOfBounds = 0
    /// How many sections are hidden, and how many are disabled.
    ///
    /// A section that was removed while it was hidden or disabled still counts.
    var hiddenSections = 0
    var disabledSections = 0
    /// The nodes whose evaluation failed.
    var failing = IDSet<NodeID>()
    /// The language and the time zone of the people who use the form.
    fileprivate(set) var locale = FormLocale.standard
    /// The row that has the focus: the user has entered it and not left it.
    var focused: RowIndex?
    /// The page that the user is on.
    fileprivate var pageIndex: Int32 = -1

    /// The page that the user is on; nil if no page is visible.
    var page: Int? {
      get { pageIndex < 0 ? nil : Int(pageIndex) }
      set { pageIndex = Int32(clamping: newValue ?? -1) }
    }

    /// Whether the form can be submitted.
    ///
    /// Sections with too few or too many items do not matter in a read-only form.
    func canSubmit(isReadOnly: Bool) -> Bool {
      invalidVisibleRows == 0 && (sectionsOutOfBounds == 0 || isReadOnly)
    }
  }

  /// A time.
  ///
  /// NaN equals NaN here, so that a NaN does not count as a change.
  struct Time: Equatable, Sendable {
    /// Seconds since the reference date.
    ///
    /// A plain number, because every transaction checks whether the time changed.
    private let seconds: Double

    init(date: Date) { seconds = date.timeIntervalSinceReferenceDate }

    var date: Date { Date(timeIntervalSinceReferenceDate: seconds) }

    @inline(__always)
    static func == (left: Time, right: Time) -> Bool {
      left.seconds == right.seconds || left.seconds.isNaN && right.seconds.isNaN
    }
  }

  /// Makes the state of an empty form.
  ///
  /// - Parameters:
  ///   - now: The time that conditions read.
  ///   - tables: The tables that the form reads.
  ///   - limits: The limits of each evaluation.
  ///   - hostCall: Calls a function of the host.
  init(now: Date, tables: FormTables, within limits: Limits, hostCall: HostCall?) {
    single = Single(time: Time(date: now))
    singleBefore = single
    self.tables = tables
    tablesBefore = tables
    heldContext = Self.context(now, .standard, tables, within: limits, hostCall)
  }

  var now: Date {
    get { single.time.date }
    set {
      let time = Time(date: newValue)
      if time != single.time {
        heldContext = Self.context(
          newValue, locale, tables, within: context.limits, context.hostCall)
      }
      single.time = time
    }
  }

  var context: EvaluationContext { heldContext.value }

  /// The language and the time zone of the people who use the form.
  var locale: FormLocale {
    get { single.locale }
    set {
      guard newValue != single.locale else { return }
      single.locale = newValue
      tables = newValue.tables(tables)
      heldContext = Self.context(
        now, newValue, tables, within: context.limits, context.hostCall)
    }
  }

  /// Replaces the tables.
  mutating func setTables(_ tables: FormTables) {
    guard tables !== self.tables else { return }
    self.tables = locale.tables(tables)
    let tables = self.tables
    heldContext = Self.context(now, locale, tables, within: context.limits, context.hostCall)
  }

  /// The tables that the transaction has replaced; a table in another language is the same one.
  var replacedTables: [TableID] {
    guard tables !== tablesBefore else { return [] }
    return (0..<tables.count).map { TableID($0) }.filter {
      !tables.hasSame($0, as: tablesBefore)
    }
  }

  private static func context(
    _ now: Date, _ locale: FormLocale, _ tables: FormTables, within limits: Limits,
    _ hostCall: HostCall?
  ) -> Shared<EvaluationContext> {
    var context = EvaluationContext(now: now, limits: limits)
    context.missingElementsAreNil = true
    context.elementsHaveIndex = true
    context.hostCall = hostCall
    if locale.zoneName != nil { context.timeZone = locale.zone }
    if let language = locale.language { context.language = language.text }
    if locale.truth !== TruthWords.english { context.truth = locale.truth }
    if !tables.isEmpty {
      context.lookUp = { tables.lookUp($0, $1, $2, $3) }
      context.tableRows = { tables.rows(of: $0, where: $1) }
    }
    return Shared(context)
  }

  /// Copies the state.
  ///
  /// Call between transactions only.
  func copy() -> FormState {
    var copy = FormState(
      now: now, tables: tables, within: context.limits, hostCall: context.hostCall)
    copy.values = values.copy()
    copy.inputs = inputs.copy()
    copy.attributes = attributes.copy()
    copy.results = results.copy()
    copy.facts = facts.copy()
    copy.verdicts = verdicts
    copy.errors = errors
    copy.problems = problems
    copy.answers = answers
    copy.invalidRows = invalidRows.copy()
    copy.single = single
    copy.singleBefore = single
    copy.heldContext = heldContext
    return copy
  }

  /// Whether the transaction has changed the time.
  @inline(__always)
  var hasOtherTime: Bool { single.time != singleBefore.time }

  /// Whether the day is another one than before the transaction, where people are now.
  var hasOtherDay: Bool {
    let clock = LocalClock(locale.zone)
    return clock.dayNumber(at: single.time.date) != clock.dayNumber(at: singleBefore.time.date)
  }

  /// Grows the columns to the size of a topology.
  mutating func grow(to topology: Topology) {
    let rows = topology.rows.count
    let nodes = topology.directory.nodeCount
    values.grow(to: rows)
    inputs.grow(to: topology.graph.inputs.count)
    attributes.grow(toRows: rows, sections: topology.sections.count)
    invalidRows.grow(to: topology.sections.count)
    results.grow(to: nodes)
    facts.grow(to: nodes)
  }

  /// Removes the problem of a node.
  ///
  /// Fast, because few nodes have problems.
  @inline(__always)
  mutating func clearProblem(of node: NodeID) {
    if !single.failing.isEmpty { setProblem(nil, of: node) }
  }

  /// Sets or removes the problem of a node.
  mutating func setProblem(_ problem: NodeProblem?, of node: NodeID) {
    guard problem != nil || single.failing.contains(node) else { return }
    guard problem != problems[node.index] else { return }
    problems[node.index] = problem
    if problem == nil { single.failing.remove(node) } else { single.failing.insert(node) }
  }
}

// MARK: - Transactions

/// What a transaction overwrote in a state.
struct StateLog: Sendable {
  fileprivate(set) var values = ValueLog()
  fileprivate(set) var inputs = ValueLog()
  fileprivate(set) var facts = ValueLog()
  fileprivate(set) var attributes = AttributeLog()
  fileprivate(set) var results = UndoLog<NodeResult>()
  fileprivate(set) var verdicts = UndoLog<[RowError]>()
  fileprivate(set) var errors = UndoLog<[RowError]>()
  fileprivate(set) var problems = UndoLog<NodeProblem?>()
  fileprivate(set) var answers = UndoLog<Answer?>()
  fileprivate(set) var invalidRows = UndoLog<Int32>()
  /// The old value of `single`, or nil if it did not change.
  fileprivate(set) var single: FormState.Single?
  /// The tables before, or nil if none was replaced.
  fileprivate(set) var tables: FormTables?

  /// Whether nothing was overwritten.
  var isEmpty: Bool {
    values.isEmpty && inputs.isEmpty && facts.isEmpty && attributes.isEmpty && results.isEmpty
      && verdicts.isEmpty && errors.isEmpty && problems.isEmpty && answers.isEmpty
      && invalidRows.isEmpty && single == nil && tables == nil
  }

  /// Whether the form could be submitted before the transaction that led to `state`.
  func couldSubmit(_ state: borrowing FormState) -> Bool {
    (single ?? state.single).canSubmit(
      isReadOnly: attributes.isReadOnly ?? state.attributes.isReadOnly)
  }

  /// Adds the log of a later transaction.
  ///
  /// The result is the log of both transactions.
  mutating func merge(_ newer: StateLog) {
    values.merge(newer.values)
    // Inputs and tables are not part of the history. A step during which one of them changed is
    // never restored exactly, so its log needs neither.
    facts.merge(newer.facts)
    attributes.merge(newer.attributes)
    results.merge(newer.results)
    verdicts.merge(newer.verdicts)
    errors.merge(newer.errors)
    problems.merge(newer.problems)
    answers.merge(newer.answers)
    invalidRows.merge(newer.invalidRows)
    single = single ?? newer.single
  }
}

extension FormState {
  /// Ends a transaction, so that the next one can begin.
  ///
  /// - Returns: The log of what the transaction overwrote.
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
    log.answers = answers.takeLog()
    log.invalidRows = invalidRows.takeLog()
    if isSingleWritten {
      isSingleWritten = false
      if single != singleBefore {
        log.single = singleBefore
        singleBefore = single
      }
    }
    if tables !== tablesBefore {
      log.tables = tablesBefore
      tablesBefore = tables
    }
    return log
  }

  /// Writes back what a transaction overwrote.
  ///
  /// The current transaction logs these writes.
  mutating func put(_ log: StateLog) {
    values.put(log.values)
    inputs.put(log.inputs)
    facts.put(log.facts)
    attributes.put(log.attributes)
    results.put(log.results)
    verdicts.put(log.verdicts)
    errors.put(log.errors)
    problems.put(log.problems)
    answers.put(log.answers)
    invalidRows.put(log.invalidRows)
    if let old = log.tables { setTables(old) }
    if let old = log.single {
      now = old.time.date
      locale = old.locale
      single = old
    }
  }

  /// Writes back everything that the transaction has overwritten, and ends it.
  mutating func revert() {
    values.revert()
    inputs.revert()
    facts.revert()
    attributes.revert()
    results.revert()
    verdicts.revert()
    errors.revert()
    problems.revert()
    answers.revert()
    invalidRows.revert()
    setTables(tablesBefore)
    guard isSingleWritten else { return }
    now = singleBefore.time.date
    locale = singleBefore.locale
    single = singleBefore
    isSingleWritten = false
  }
}
