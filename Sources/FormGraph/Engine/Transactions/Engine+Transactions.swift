// Runs a transaction: applies its edits, settles once, shows errors, and keeps the result or puts
// everything back. A refused transaction leaves the form as it was.

import Foundation
import Predicate

extension Engine {
  /// Applies the edits of a draft to a form: all of them or none.
  mutating func commit(
    _ draft: Draft, to form: FormNumber, as editor: Editor, isStrict: Bool
  ) throws(EditError) -> ChangeSet {
    self.form = form
    begin()
    var work = Work()
    let cause: Change.Cause = draft.isByObserver ? .observer : .set
    if !topology.graph.rowsWithTriggers.isEmpty, cause == .set {
      work.triggered = TriggeredWork()
      for edit in draft.edits { takeWithActions(edit, as: editor, &work) }
    } else {
      draft.edits.forEach { take($0, as: editor, cause: cause, &work) }
    }
    return try finish(&work, as: editor, isStrict: isStrict)
  }

  /// Applies the edits of a draft and settles them, without an end.
  ///
  /// The form holds them until the caller calls `abort()`. They make no change set.
  ///
  /// - Returns: What `ChangeSet.missing` would have.
  /// - Throws: Why the edits are refused; the form is then as it was.
  mutating func tryOut(
    _ answers: GivenValues, _ plain: PlainAnswers, as editor: Editor
  ) throws(EditError) -> [String] {
    begin()
    trial = plain
    if topology.graph.givesUUIDs { takeNewUUIDs() }
    var work = Work()
    give(answers, plain: plain, as: editor, cause: .set, &work)
    try settle(&work, as: editor)
    if hasOtherOffers { checkOffers() }
    if !countingReasons.isEmpty { try refuse(for: countingReasons) }
    if !work.choices.isEmpty { events.cleared = cleared(of: work.choices) }
    return events.answered.map { builder.missing(in: $0, state) } ?? []
  }

  /// Takes another seed and gives rows what comes from it, as another opening of the form would.
  private mutating func takeNewUUIDs() {
    issued.seed = ""
    takeSeed()
    for row in outline.rowsInOrder(in: topology) {
      guard let node = topology.rows[row.index].filling, topology.given(row) == nil,
        let run = topology.node(node)?.run, topology.graph.textsWithUUIDs.contains(run.text)
      else { continue }
      restartFilling(of: row)
    }
    settle()
    hasSettled = true
  }

  /// The problems that exist now and did not exist when the transaction began.
  var problemsBegan: [FormProblem] {
    guard state.problems.isWritten else { return [] }
    let began = state.problems.writtenIndices.compactMap { index -> (NodeID, NodeProblem)? in
      guard let problem = state.problems[index], problem != state.problems.old(at: index) else {
        return nil
      }
      return (NodeID(index), problem)
    }
    return ProblemSource(topology: topology, outline: outline).problems(began)
  }

  /// Marks the readers of the edited values, settles and ends the transaction.
  ///
  /// For edits that leave nothing else to do or to check.
  mutating func settled(isStrict: Bool) throws(EditError) -> ChangeSet {
    markEdits()
    settle()
    fireChangeTriggers()
    return try finished(isStrict: isStrict)
  }

  /// Settles the edits, does what they ask for, and ends the transaction.
  private mutating func finish(
    _ work: inout Work, as editor: Editor, isStrict: Bool
  ) throws(EditError) -> ChangeSet {
    try settle(&work, as: editor)
    if hasNotes(work) {
      events.notes = notes(on: work).map {
        ChangeSet.Note(
          tag: $0.tag, message: "\($0.reason); \($0.outcome)", isRefusedToUsers: true)
      }
    }
    if !work.partsDropped.isEmpty {
      events.notes += work.partsDropped.compactMap { noteOfDropping(in: $0) }
    }
    if !work.choices.isEmpty {
      events.notes += cleared(of: work.choices).map {
        ChangeSet.Note(tag: $0.name, message: $0.message, isRefusedToUsers: false)
      }
    }
    for row in work.triggered?.dropped ?? [] {
      guard let note = note(row) else { continue }
      events.notes.append(
        ChangeSet.Note(
          tag: note.tag, message: "\(note.reason); \(note.outcome)", isRefusedToUsers: false))
    }
    if !work.readInUTC.isEmpty, let note = noteOfUTC(work.readInUTC) { events.notes.append(note) }
    return try finished(isStrict: isStrict)
  }

  private func hasNotes(_ work: Work) -> Bool {
    !(work.unseen.isEmpty && work.unseenSections.isEmpty && work.tokensDropped.isEmpty)
  }

  /// Settles the edits and does what they ask for.
  ///
  /// If there is a reason against the edits, puts everything back and throws.
  private mutating func settle(
    _ work: inout Work, as editor: Editor
  ) throws(EditError) {
    if work.reasons.isEmpty { work.reasons = finishShape() }
    try refuse(for: work.reasons)
    if editor == .user {
      eraseGivenToNewRows()
      work.chosen.formUnion(journal.reshaped.inserted)
      for row in work.chosen { if let asked = reach(row) { work.asked.append(asked) } }
    }
    var changes =
      editor == .user ? userChanges(work.unseen, restarting: work.restarting) : UserChanges()
    // Formulas may change the items of more lists.
    var lists = journal.topology == nil ? IDSet() : journal.reshaped.itemSections
    markEdits()
    if !work.restarting.isEmpty { restartDefaults(of: work.restarting) }
    settle()
    if work.triggered != nil { try finishActions(as: editor, &work, &changes, &lists) }
    if !lists.isEmpty { countingReasons += boundReasons(lists, work.restarted) }
    if !countingReasons.isEmpty { try refuse(for: countingReasons, work.answered) }
    if editor == .user { work.unseen = changedOutOfReach(changes) }
    if editor == .user, hasNotes(work) {
      try refuse(
        for: notes(on: work).map {
          Reason(kind: .notEditable, tag: $0.tag, message: $0.reason, hint: nil)
        }, work.answered)
    }
    if !work.claims.isEmpty || !work.countClaims.isEmpty || !work.asked.isEmpty {
      try refuse(for: reasons(against: work), work.answered)
    }
    fireChangeTriggers()
    carryOut(work.asked)
    if let answered = work.answered, !state.canSubmit {
      events.answered = answered
    }
  }

  /// Puts everything back and throws if there is a reason.
  ///
  /// If the edits were answers, the error also lists what the answers leave out.
  mutating func refuse(
    for reasons: [Reason], _ answered: Answered? = nil
  ) throws(EditError) {
    guard !reasons.isEmpty else { return }
    // The search runs in the edited form, so it comes before the abort.
    let left = answered.map { missing(in: $0, behind: reasons) } ?? []
    abort()
    throw EditError(reasons: reasons, missing: left)
  }

  /// The reason why the values of the form take no more bytes; nil if the limit allows what the
  /// current transaction has written.
  ///
  /// A form whose values take too much already may become smaller.
  var reasonAgainstGrowth: Reason? {
    let limit = topology.graph.limits.heldBytes
    guard limit < .max, case let growth = state.heldGrowth, growth > 0, heldBytes + growth > limit
    else { return nil }
    return Reason(
      kind: .notAllowed, tag: "",
      message: "the values of the form would take more than \(limit) bytes",
      hint: "give shorter values")
  }

  /// Notes on everything that was edited although a user cannot reach it.
  private func notes(on work: Work) -> [(tag: String, reason: String, outcome: String)] {
    var notes = work.unseen.compactMap { note($0) }
    for section in work.unseenSections { if let note = note(section) { notes.append(note) } }
    for token in work.tokensDropped {
      notes.append(
        (token.description, "'\(token)' is not pending any more", "the result was dropped"))
    }
    return notes
  }

  /// A note that a row stores only a part of the date that it was given.
  private func noteOfDropping(in row: RowIndex) -> ChangeSet.Note? {
    guard outline.rows.contains(row), let dropped = topology.rows[row.index].kind.dropped else {
      return nil
    }
    let tag = name(of: row)
    return ChangeSet.Note(
      tag: tag, message: "'\(tag)' holds \(dropped.held); \(dropped.part) was dropped",
      isRefusedToUsers: false)
  }

  /// A note that a text without a time zone was read in UTC, if the clock of the form would have
  /// read another time; about the first of some rows and inputs.
  private func noteOfUTC(_ named: [Named]) -> ChangeSet.Note? {
    let clock = LocalClock(state.locale.zone)
    for named in named {
      let (tag, value): (String, Value)
      switch named {
      // The clock of a countdown is UTC.
      case .row(let row):
        guard outline.rows.contains(row), topology.rows[row.index].content.type != .countDown
        else { continue }
        (tag, value) = (name(of: row), state.values[row.index])
      case .input(let input):
        (tag, value) = (topology.graph.inputs[input.index].name, state.inputs[input.index])
      }
      guard case .date(let date) = value,
        clock.instant(of: date.timeIntervalSinceReferenceDate) != date
      else { continue }
      return ChangeSet.Note(
        tag: tag,
        message: "'\(tag)' was given a time without a time zone; it was read in UTC, "
          + "not in \(state.locale.zone.identifier)",
        isRefusedToUsers: false)
    }
    return nil
  }

  /// The reasons against edits that are known only after settling.
  private func reasons(against work: Work) -> [Reason] {
    var reasons = self.reasons(against: work.claims) + self.reasons(against: work.countClaims)
    for edit in work.asked {
      switch edit {
      case .focus(let row): if let reason = unfocusable(row) { reasons.append(reason) }
      case .tap(let row, let action):
        if let reason = untappable(row, action: action) { reasons.append(reason) }
      case .offer(let row, let option):
        if outline.rows.contains(row), isOffered(option, in: row) == false {
          reasons.append(noOption(option, of: name(of: row), in: topology.row(row)))
        }
      case .reach(let row, let options, let isTap):
        // A list may offer other options by now. Then a value that was set has no option that a
        // user could reach, and a tap was on an option that the user did not reach.
        let options = isTap ? options : options.filter { isOffered($0, in: row) != false }
        // A hidden option is an invalid answer, like a value that is not an option.
        let isAnswer = !isTap && work.answered != nil && unseenState(row) == nil
        let refused = unselectable(options, of: row).filter { !isAnswer || !$0.isHidden }
          .map(\.reason)
        // A row that is out of reach is one reason for all its options.
        reasons += unseenState(row) == nil ? refused : Array(refused.prefix(1))
      case .goTo(let page), .jump(let page):
        if let reason = unreachable(page: page) { reasons.append(reason) }
      case .select, .blur, .validate, .clearErrors, .goForward, .goBack: break
      }
    }
    return reasons
  }

  /// Does what the edits asked for and what needs the verdicts of the settled form: focus, blur,
  /// validation, taps and moves between pages.
  private mutating func carryOut(_ asked: Few<Asked>) {
    for edit in asked {
      switch edit {
      case .focus(let row): if outline.rows.contains(row) { focus(row) }
      case .blur(let row): if outline.rows.contains(row) { blur(row) }
      case .validate(let members, let scope): validate(rows(members, of: scope))
      case .clearErrors: clearErrors()
      case .goForward: if let refused = goForward() { events.refusedMove = refused }
      case .goBack: goBack()
      case .goTo(let page):
        if let refused = go(toPage: page) { events.refusedMove = refused }
      case .jump(let page): jump(toPage: page)
      case .tap(let row, let action?):
        guard outline.rows.contains(row) else { break }
        events.actions.append(self.action(of: row, named: action))
      case .tap(let row, nil):
        guard outline.rows.contains(row) else { break }
        let submits = topology.directory.submitRows.contains(row)
        if submits { waitingSubmit = nil }
        if let refused = refusal(of: row) {
          events.refusedSubmit = refused
          validate(rows(.form, of: .form))
        } else if submits, !state.canSubmit {
          // Nothing is invalid, so the form waits for the host.
          waitingSubmit = row
          events.waitingSubmit = WaitingSubmit(
            row: row.id(in: form), tag: outline.name(of: row, in: topology), isWithdrawn: false)
        } else {
          events.actions.append(action(of: row))
        }
      case .reach, .offer: break
      case .select(let row, let option):
        guard outline.rows.contains(row) else { break }
        events.actions.append(
          FormAction(
            kind: .select, row: row.id(in: form), tag: outline.name(of: row, in: topology),
            name: nil,
            option: option))
      }
    }
  }

  /// The options of a row that a user's edits selected or deselected and that the user could not
  /// tap.
  private func reach(_ row: RowIndex) -> Asked? {
    if isOpen(row) { return nil }
    let options = changedOptions(of: row)
    guard !options.isEmpty else { return nil }
    // Whether a new row is in reach is not known before settling.
    let isNew = journal.reshaped.inserted.contains(row)
    return .reach(row, isNew ? options : outOfReach(options, of: row).map(\.option))
  }

  /// The reason why a user cannot enter a row; nil if the user can.
  private func unfocusable(_ row: RowIndex) -> Reason? {
    guard outline.rows.contains(row), let unseen = unseenState(row) else { return nil }
    let tag = name(of: row)
    return Reason(
      kind: .notEditable, tag: tag, message: "'\(tag)' is \(unseen) and cannot be entered",
      hint: nil)
  }

  /// Ends the transaction.
  ///
  /// Refuses it if the form is strict and has a new problem.
  mutating func finished(
    isStrict: Bool, cause: Change.Cause? = nil
  ) throws(EditError) -> ChangeSet {
    if hasOtherOffers { checkOffers() }
    if !countingReasons.isEmpty { try refuse(for: countingReasons) }
    if let reason = reasonAgainstGrowth { try refuse(for: [reason]) }
    decideWaitingSubmit()
    dropFocusOutOfReach()
    // Asked of each transaction: a page comes and goes with the rows, items and options on it.
    if !topology.graph.pages.isEmpty { keepPageInSight() }
    end()
    let changes = changes(cause: cause)
    if isStrict, case let began = changes.problemsBegan, !began.isEmpty {
      abort()
      throw EditError(reasons: began.map(Self.reason))
    }
    return changes
  }

  static func reason(_ problem: FormProblem) -> EditError.Reason {
    let members = problem.tags.prefix(3).joined(separator: ", ")
    let decided = members.isEmpty ? "" : ", which decides \(members)"
    return EditError.Reason(
      kind: .problem, tag: problem.tags.first ?? "",
      message: "\(problem.message), in \(problem.text)\(decided)", hint: problem.hint)
  }

  /// The values for inputs, converted to the types of the inputs.
  ///
  /// Throws a reason for every value that does not fit.
  static func checked(
    _ inputs: [(name: String, value: Value)], in topology: Topology
  ) throws(EditError) -> [InputID: Value] {
    var checked: [InputID: Value] = [:]
    var reasons: [EditError.Reason] = []
    for (name, value) in inputs {
      guard let input = topology.input(named: name) else {
        let nearest = Spelling.nearest(to: name, among: topology.graph.inputs.map(\.name))
        reasons.append(
          EditError.Reason(
            kind: .unknown, tag: name, message: "no input has the name '\(name)'",
            hint: nearest.map { "did you mean \($0)?" }))
        continue
      }
      do throws(EditError.Reason) {
        checked[input] = try converted(value, of: input, in: topology)
      } catch {
        reasons.append(error)
      }
    }
    guard reasons.isEmpty else { throw EditError(reasons: reasons) }
    return checked
  }
}
