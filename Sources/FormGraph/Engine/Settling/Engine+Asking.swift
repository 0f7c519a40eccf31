// Questions to the host. A verdict says which questions stand; a new question gets a new token, and
// a question that no longer stands ends. The host answers with an edit, which marks the verdict. So
// an answer settles like any other edit, and forms without asynchronous rules do none of this.

import Predicate

extension Engine {
  /// Takes over the questions of the verdict of a row.
  ///
  /// A question that does not stand any more ends. An answer that is not asked for now is kept: it
  /// stands again if the same arguments are asked about.
  @inline(never)
  mutating func ask(_ questions: [Verdict.Question], of row: RowIndex) {
    for node in topology.row(row).asyncNodes {
      if let question = questions.first(where: { $0.node == node }) {
        if let answer = question.answer {
          setAnswer(answer, of: node)
        } else {
          issued.tokens += 1
          let token = ValidationToken(serial: issued.tokens)
          setAnswer(Answer(arguments: state.facts[node.index], token: token), of: node)
          issued.askedBy[issued.tokens] = node
          if issued.askedBy.count > issued.mostAsked { forgetAnswered() }
          if question.severity == .error { hasAskedAnew = true }
        }
      } else if state.answers[node.index]?.isPending == true {
        setAnswer(nil, of: node)
      }
    }
  }

  /// Applies an answer of the host.
  ///
  /// - Returns: Whether the question was pending; if not, the answer is dropped.
  mutating func resolve(
    _ token: ValidationToken, with result: Value, as editor: Editor
  ) throws(Reason) -> Bool {
    guard editor == .host else {
      throw Reason(
        kind: .notEditable, tag: "", message: "only the host resolves a validation", hint: nil)
    }
    guard tokens.contains(token.serial) else {
      throw Reason(
        kind: .unknown, tag: token.description,
        message: "no validation has had the token '\(token)'", hint: nil)
    }
    let stored: Value
    switch result {
    case .null: stored = true
    case .bool: stored = result
    // An empty message says nothing, so the rule's own message does.
    case "": stored = false
    case .string(let text) where text.utf8.count <= topology.graph.limits.valueBytes:
      stored = result
    case .string:
      throw Reason(
        kind: .wrongType, tag: token.description,
        message: "the message is longer than \(topology.graph.limits.valueBytes) bytes", hint: nil)
    default:
      throw Reason(
        kind: .wrongType, tag: token.description,
        message: "a result is true, false or a message, not \(result.short)", hint: nil)
    }
    Effort.count(1)
    guard let node = issued.askedBy[token.serial], var answer = state.answers[node.index],
      answer.token == token, answer.isPending
    else { return false }
    answer.result = stored
    setAnswer(answer, of: node)
    return true
  }

  /// Forgets the rules whose questions are not pending any more.
  ///
  /// This transaction may be refused, so what was pending before it counts too. Called when half of
  /// the questions may be forgotten, so that a question costs the same whatever the size of the
  /// form.
  private mutating func forgetAnswered() {
    var pending: [Int: NodeID] = [:]
    for index in state.answers.indices {
      Effort.count(1)
      for answer in [state.answers[index], state.answers.old(at: index)] {
        if let answer, answer.isPending { pending[answer.token.serial] = NodeID(index) }
      }
    }
    issued.askedBy = pending
    issued.mostAsked = 2 * max(pending.count, state.answers.indices.count) + 64
  }

  /// Marks the verdicts that read answers which this transaction has written.
  mutating func markAnswers() {
    for index in state.answers.writtenIndices {
      if let verdict = verdict(askingBy: NodeID(index)) { markAny(verdict) }
    }
  }

  /// The verdict that reads the answer to an asynchronous rule; nil if the rule has gone.
  private func verdict(askingBy node: NodeID) -> NodeID? {
    guard case .rule(let row, _, _)? = topology.node(node), outline.rows.contains(row) else {
      return nil
    }
    return topology.row(row).verdict
  }

  /// Puts back the answers of a step whose values are put back: each counts if it answers the
  /// question that then stands.
  mutating func putBackAnswers(_ log: UndoLog<Answer?>) {
    guard !log.isEmpty else { return }
    // Parked items keep their answers.
    let parked = topology.graph.hasCounts ? parkedRows : []
    for entry in log.entries {
      let node = NodeID(Int(entry.index))
      guard let answer = entry.old, !answer.isPending,
        case .rule(let row, _, _)? = topology.node(node),
        outline.rows.contains(row) || parked.contains(row)
      else { continue }
      setAnswer(answer, of: node)
    }
  }

  /// Remembers that errors of a row were to be shown, so that they are shown when the host answers;
  /// or forgets that.
  mutating func awaitErrors(of row: RowIndex, _ isAwaited: Bool) {
    for node in topology.row(row).asyncNodes {
      guard var answer = state.answers[node.index], answer.isPending else { continue }
      answer.isAwaited = isAwaited
      setAnswer(answer, of: node)
    }
  }

  /// Whether a question about a row has been answered that errors were waiting for.
  func hasAwaitedErrors(of row: RowIndex) -> Bool {
    topology.row(row).asyncNodes.contains { node in
      state.answers.old(at: node.index).map { $0.isPending && $0.isAwaited } == true
        && state.answers[node.index]?.isPending != true
    }
  }

  mutating func setAnswer(_ answer: Answer?, of node: NodeID) {
    _ = state.answers.replace(answer, at: node.index)
  }

  /// The numbers of the tokens that this form has issued.
  private var tokens: Range<Int> { (issued.skippedTokens + 1)..<(issued.tokens + 1) }

  /// Makes the tokens begin after those of an earlier form, whose state this form was opened with.
  mutating func skipTokens(_ count: Int) {
    issued.skippedTokens += count
    issued.tokens += count
    for index in state.answers.indices { state.answers[index]?.token.serial += count }
    issued.askedBy = Dictionary(
      issued.askedBy.map { ($0.key + count, $0.value) }, uniquingKeysWith: { first, _ in first })
    _ = state.answers.takeLog()
  }
}

// MARK: - A submit that waits

extension Engine {
  /// Decides about the submit that waits for answers of the host.
  ///
  /// It is made when the host has answered every question, refused when something is invalid, and
  /// withdrawn when a question has been asked or taken away since, or when the button can no longer
  /// be tapped.
  @inline(never)
  mutating func decideWaitingSubmit() {
    guard let row = waitingSubmit else { return }
    let isInForm = outline.rows.contains(row)
    let canTap = isInForm && untappable(row, action: nil) == nil
    // The tap that begins to wait comes after all other edits of its transaction.
    let isTapped = events.waitingSubmit != nil
    let isAskedOtherwise = !isTapped && (hasAskedAnew || hasTakenQuestionAway)
    if canTap, state.canSubmit, !isAskedOtherwise {
      events.actions.append(action(of: row))
    } else if canTap, let refused = refusal(of: row) {
      events.refusedSubmit = refused
      validate(rows(.form, of: .form))
    } else if canTap, !isAskedOtherwise {
      return
    } else {
      let tag = isInForm ? outline.name(of: row, in: topology) : nil
      events.waitingSubmit = WaitingSubmit(
        row: row.id(in: form), tag: tag, isWithdrawn: true)
    }
    waitingSubmit = nil
  }

  /// Whether this transaction has ended a question that submitting waits for, without an answer:
  /// undo, a reset or another edit has taken away what was asked about.
  ///
  /// The host was then not asked about what would be submitted now.
  ///
  /// - Complexity: O(k) in the number of answers that the transaction has written.
  private var hasTakenQuestionAway: Bool {
    guard state.answers.isWritten else { return false }
    let before = journal.topology?.topology ?? topology
    return state.answers.writtenIndices.contains { index in
      guard let asked = state.answers.old(at: index), asked.isPending,
        state.answers[index]?.token != asked.token,
        let row = before.node(NodeID(index))?.row
      else { return false }
      // A warning makes no row invalid, and nothing waits for it.
      return state.attributes.wasSet(.invalid, row)
    }
  }
}
