// Runs the actions that edits set off. The actions of a row run one after another, and the form
// settles after each; a row that an action has changed sets off its own actions before the next
// one.
//
//   a: set b, set c        edit a:  b = …, settle, then the actions of b, then c = …, settle, …
//   b: set c
//
// An action does not begin again while it runs, so of two rows that set each other each sets the
// other once. `FormLimits.actions` ends what is left: a ladder of diamonds doubles with each step.

import Predicate

extension Engine {
  /// What the actions of rows leave to do or to check after all edits of a draft.
  struct TriggeredWork {
    /// What a user has changed before the form settled for the actions of a row.
    var changes = UserChanges()
    /// Whether the host has changed the form itself, so that it is compiled again.
    var redefinesForm = false
    /// The rows whose actions run after the last edit, because the host has changed the form
    /// itself.
    var deferred: [(row: RowIndex, old: Value)] = []
    /// The hidden rows whose new value, set by an action, is dropped.
    var dropped: [RowIndex] = []
    /// The lists whose items edits have changed, and those whose items formulas have changed since.
    var editedLists = IDSet<SectionIndex>()
    var countedLists = IDSet<SectionIndex>()

    /// Notes which lists edits have changed, without those that formulas have changed.
    mutating func noteEdited(_ lists: IDSet<SectionIndex>) {
      for list in lists where !countedLists.contains(list) { editedLists.insert(list) }
    }
  }

  /// The actions that have begun, and not ended yet.
  private struct Actions {
    /// The rows whose actions run, each because of the row before; and which action is next.
    var rows: [(row: RowIndex, next: Int)] = []
    /// The actions that have begun, by row and place.
    var begun: Set<Action> = []
    var count = 0
  }

  private struct Action: Hashable {
    let row: RowIndex
    let place: Int
  }

  /// Applies an edit, and runs the actions that it sets off before the next edit.
  ///
  /// Answers, resets, and edits of items and observers set nothing off.
  mutating func takeWithActions(_ edit: Draft.Edit, as editor: Editor, _ work: inout Work) {
    switch edit {
    case .set(let name, _), .enter(let name, _), .select(let name, _):
      take(edit, setsOff: triggerSource(found(name)), as: editor, &work)
    case .values(let given) where given.areEdits:
      let own = ownNames(areSaved: false)
      let edits = given.members.map { name, value in
        let row = row(named: name, own)
        return (
          name: name, value: value,
          source: row == nil ? triggerSource(found(.tag(name))) : triggerSource(row)
        )
      }
      guard edits.contains(where: { $0.source != nil }), given.doubled.isEmpty else {
        return take(edit, as: editor, cause: .set, &work)
      }
      for (name, value, source) in edits {
        var one = GivenValues(members: [(name, value)], areJSON: given.areJSON)
        one.areEdits = true
        take(.values(one), setsOff: source, as: editor, &work)
      }
    default:
      if case .shape(let shape) = edit, !shape.isForUsers { work.triggered?.redefinesForm = true }
      take(edit, as: editor, cause: .set, &work)
    }
  }

  /// The row whose actions an edit sets off if it changes the row; nil if it has none.
  private func triggerSource(_ named: Named?) -> RowIndex? {
    if case .row(let row)? = named { triggerSource(row) } else { nil }
  }

  private func triggerSource(_ row: RowIndex?) -> RowIndex? {
    guard let row, !topology.rows[row.index].triggerActions.isEmpty else { return nil }
    return row
  }

  private mutating func take(
    _ edit: Draft.Edit, setsOff source: RowIndex?, as editor: Editor, _ work: inout Work
  ) {
    let old = source.map { state.values[$0.index] }
    take(edit, as: editor, cause: .set, &work)
    guard let source, let old, work.reasons.isEmpty else { return }
    if work.triggered?.redefinesForm == true {
      // The form is compiled again once, after all edits.
      work.triggered?.deferred.append((source, old))
    } else {
      runActions(of: source, unlessStill: old, as: editor, &work)
    }
  }

  /// Runs the actions that waited until the form was compiled again, after the form has settled.
  ///
  /// - Parameters:
  ///   - editor: Who edits.
  ///   - work: What remains to be done and checked.
  ///   - changes: What a user has changed since the last actions; what the user has changed in all.
  ///   - lists: The lists whose items have changed by now; those of them that edits have changed.
  /// - Throws: Why the edits are refused; the form is then as it was.
  mutating func finishActions(
    as editor: Editor, _ work: inout Work, _ changes: inout UserChanges,
    _ lists: inout IDSet<SectionIndex>
  ) throws(EditError) {
    work.triggered?.changes.add(changes)
    work.triggered?.noteEdited(lists)
    work.triggered?.countedLists = journal.reshaped.itemSections
    for (row, old) in work.triggered?.deferred ?? [] {
      runActions(of: row, unlessStill: old, as: editor, &work)
    }
    try refuse(for: work.reasons)
    guard let triggered = work.triggered else { return }
    changes = triggered.changes
    lists = triggered.editedLists
  }

  /// Settles the edits so far and runs what an edit has set off.
  ///
  /// - Parameters:
  ///   - row: The row that was edited.
  ///   - old: Its value before.
  ///   - editor: Who edits.
  ///   - work: What remains to be done and checked.
  mutating func runActions(
    of row: RowIndex, unlessStill old: Value, as editor: Editor, _ work: inout Work
  ) {
    settleSoFar(as: editor, &work)
    hasSettled = true
    guard work.reasons.isEmpty, outline.rows.contains(row), state.values[row.index] != old else {
      return
    }
    var actions = Actions()
    actions.rows.append((row, 0))
    while let last = actions.rows.last {
      let triggers = topology.rows[last.row.index].triggerActions
      guard last.next < triggers.count, outline.rows.contains(last.row) else {
        actions.rows.removeLast()
        if let caller = actions.rows.last {
          actions.begun.remove(Action(row: caller.row, place: caller.next - 1))
        }
        continue
      }
      actions.rows[actions.rows.count - 1].next += 1
      let action = Action(row: last.row, place: last.next)
      guard !actions.begun.contains(action) else { continue }
      // Without the second bound, a short text that is evaluated after each action costs most.
      guard actions.count < topology.graph.limits.actions,
        evaluations.count / 4 <= topology.graph.limits.conditions
      else {
        return work.reasons.list(tooManyActions(of: actions.rows.map(\.row)))
      }
      actions.count += 1
      let target = topology.target(of: triggers[last.next], of: last.row)
      guard outline.rows.contains(target) else { continue }
      let before = state.values[target.index]
      guard perform(triggers[last.next], of: last.row, on: target, &work) else { continue }
      if state.values[target.index] != before, outline.rows.contains(target),
        !topology.rows[target.index].triggerActions.isEmpty
      {
        actions.begun.insert(action)
        actions.rows.append((target, 0))
      }
    }
  }

  /// Settles the edits so far, before the next one.
  private mutating func settleSoFar(as editor: Editor, _ work: inout Work) {
    if work.reasons.isEmpty { work.reasons = finishShape() }
    guard work.reasons.isEmpty else { return }
    if editor == .user {
      eraseGivenToNewRows()
      work.triggered?.changes.add(userChanges(work.unseen, restarting: work.restarting))
      work.unseen = Few()
    }
    if journal.topology != nil { work.triggered?.noteEdited(journal.reshaped.itemSections) }
    markEdits()
    if !work.restarting.isEmpty { restartDefaults(of: work.restarting) }
    work.restarting = []
    settleAndForgetDropped()
    work.triggered?.countedLists = journal.reshaped.itemSections
  }

  /// Makes the change of an action, and settles it.
  ///
  /// - Returns: Whether the action runs: its condition is true, and its formula gives a value that
  ///   the row holds. Otherwise the row stays as it is; what fails is a problem.
  private mutating func perform(
    _ action: TriggerRecord, of row: RowIndex, on target: RowIndex, _ work: inout Work
  ) -> Bool {
    if let condition = action.condition {
      guard let result = evaluate(condition) else { return false }
      guard case .bool(let holds) = result else {
        setProblem(.wrongKind(result), of: condition)
        return false
      }
      guard holds else { return false }
    }
    let isUnseen = unseenState(target) != nil
    if let formula = action.formula {
      guard let result = evaluate(formula) else { return false }
      guard let stored = try? stored(result, in: target, name(of: target)) else {
        setProblem(.wrongKind(result), of: formula)
        return false
      }
      give(stored, to: target, cause: .trigger)
      if isUnseen, topology.rows[target.index].hiddenValues == .clear,
        state.isEmptied(target, in: topology), !stored.isNull
      {
        work.triggered?.dropped.append(target)
      }
    } else if !reset(target, cause: .trigger) {
      restartDefaults(of: [target])
    }
    if journal.triggered == nil { journal.triggered = [:] }
    journal.triggered?[target] = row
    markWritten(target)
    settleAndForgetDropped()
    return true
  }

  /// Settles, and forgets what has been given to rows that hold nothing because they are hidden.
  ///
  /// If a later edit of the transaction shows them, they start anew.
  private mutating func settleAndForgetDropped() {
    settle()
    for row in given where state.isEmptied(row, in: topology) { given.remove(row) }
  }

  /// The result of a text of an action; nil if it fails, which is stored as a problem.
  private mutating func evaluate(_ node: NodeID) -> Value? {
    guard let packed = topology.packed(node) else { return nil }
    noteEvaluation(of: node)
    var rest = Value.null
    guard let cell = attempt(packed, rest: &rest) else { return nil }
    return cell.value ?? rest
  }

  private func tooManyActions(of rows: [RowIndex]) -> Reason {
    let names = rows.map { name(of: $0) }
    return Reason(
      kind: .notAllowed, tag: names.first ?? "",
      message: "the edit sets off too many actions: \(Problem.way(names))",
      hint: "compute some of the rows instead: \"calculated\" or \"suggested\"")
  }
}
