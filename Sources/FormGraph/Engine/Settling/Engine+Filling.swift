// Formulas that give a row a value which people may change: defaults, suggested values and values
// computed once. The result of the node says where the row stands:
//
//   unevaluated   the formula gives the value now, whatever the row holds
//   yes           it has given it; a suggested value follows
//   no            somebody has edited a suggested value, and it does not follow

import Predicate

extension Engine {
  /// Gives a row what its formula gives, if that is due.
  @inline(never)
  mutating func settleFilling(_ node: PackedNode, _ row: RowIndex) {
    guard let time = topology.rows[row.index].content.filling?.time else { return }
    switch time {
    case .atStart: settleDefault(node, row)
    case .following(let policy): settleSuggestion(node, row, policy)
    case .whileEmpty: settleOnce(node, row)
    }
  }

  /// Gives a row its default.
  ///
  /// A default runs once: what it reads may change later, but by then the value belongs to the row.
  /// If hiding clears the row, the default runs each time the row shows.
  private mutating func settleDefault(_ node: PackedNode, _ row: RowIndex) {
    guard begins(node, row), !given.contains(row), topology.given(row) == nil else {
      return judgeFailed(node, row)
    }
    start(node, row)
  }

  /// Fills a row that holds nil after something that its formula reads has changed.
  private mutating func settleOnce(_ node: PackedNode, _ row: RowIndex) {
    if begins(node, row) {
      guard !given.contains(row), topology.given(row) == nil else { return judgeFailed(node, row) }
      start(node, row)
    } else {
      guard state.values[row.index].isNull, !given.contains(row),
        !state.isEmptied(row, in: topology), hasChanged(whatIsReadBy: node, of: row)
      else { return judgeFailed(node, row) }
      noteEvaluation(of: node.id)
      settleFormulaByValue(node, row, cause: .default)
    }
  }

  /// Whether a formula gives its row a value now, whatever the row holds.
  ///
  /// From here on it has given it.
  private mutating func begins(_ node: PackedNode, _ row: RowIndex) -> Bool {
    !state.isEmptied(row, in: topology)
      && (setResult(.yes, of: node.id) || state.attributes.isSet(.cleared, row))
  }

  /// Gives a row the value that it starts with.
  private mutating func start(_ node: PackedNode, _ row: RowIndex) {
    noteEvaluation(of: node.id)
    settleFormulaByValue(node, row, cause: .default)
    // Whether the row is dirty is compared with this.
    setFact(state.values[row.index], of: node.id)
  }

  /// Evaluates a formula that has failed, after what it reads has changed.
  ///
  /// Its problem ends with its cause, or becomes another one. The value belongs to the row and
  /// stays.
  private mutating func judgeFailed(_ node: PackedNode, _ row: RowIndex) {
    guard state.problems[node.id.index] != nil else { return }
    noteEvaluation(of: node.id)
    _ = result(of: node, row)
  }

  /// What a formula gives, as its row stores it; nil if it fails, which is stored as a problem.
  private mutating func result(of node: PackedNode, _ row: RowIndex) -> Value? {
    var rest = Value.null
    guard let cell = attempt(node, rest: &rest) else { return nil }
    let computed = cell.value ?? rest
    let limit = topology.graph.limits.valueBytes
    let stored = topology.rows[row.index].content.stored(computed, within: limit)
    if stored == nil { setProblem(.wrongKind(computed), of: node.id) }
    return stored
  }

  // MARK: - Suggested values

  /// Gives a row its suggested value, unless somebody has edited it.
  ///
  /// An edit that gives the same as the formula leaves the row following, and one that was edited
  /// before as it is.
  private mutating func settleSuggestion(
    _ node: PackedNode, _ row: RowIndex, _ policy: EditedSuggestion
  ) {
    guard !state.isEmptied(row, in: topology) else {
      // It starts anew when it shows.
      return setFollows(true, row, node)
    }
    let isGiven = given.contains(row)
    let startsAnew = state.attributes.isSet(.cleared, row) && !isGiven
    let isFollowing =
      startsAnew || state.results[node.id.index] != .no
      || policy == .replace && hasChanged(whatIsReadBy: node, of: row)
    if isGiven && !isReverting || startsAnew && topology.given(row) != nil {
      let held = isGiven ? state.values[row.index] : topology.valueAtStart(of: row)
      noteEvaluation(of: node.id)
      // A formula that fails gives what the row holds without it.
      let computed = result(of: node, row) ?? topology.rows[row.index].initialValue
      return setFollows(isFollowing && computed.isSame(as: held), row, node)
    }
    guard isFollowing else { return judgeFailed(node, row) }
    noteEvaluation(of: node.id)
    settleFormulaByValue(node, row, cause: .calculated)
    setFollows(true, row, node)
  }

  /// Stores whether a row follows its suggestion.
  private mutating func setFollows(_ follows: Bool, _ row: RowIndex, _ node: PackedNode) {
    // Undo gives back whether the row followed, also if that has changed since and not now.
    if !isOpening, given.contains(row) { state.results.keep(at: node.id.index) }
    guard setResult(follows ? .yes : .no, of: node.id), !isOpening else { return }
    // What a new item starts with is no edit.
    if given.contains(row), !journal.reshaped.inserted.contains(row) { hasEditedValues = true }
    // Undo gives back whether the row followed, also where the value is the same.
    if !state.values.isOther(at: row.index) { keep(row, cause: follows ? .calculated : .set) }
  }

  /// Whether an edit has changed something that the formula of a row reads.
  ///
  /// The time, the language and the time zone do not count: they end no edit, and fill no row. A
  /// row that comes back is as it went.
  private func hasChanged(whatIsReadBy node: PackedNode, of row: RowIndex) -> Bool {
    if isReverting || journal.reshaped.inserted.contains(row) { return false }
    let operands = topology.operands(of: node)
    var slots = (0..<operands.count).map { operands[$0].slot }
    if let object = topology.object(of: node) { slots.append(object) }
    let isOther = slots.contains { slot in
      switch slot {
      case .value(let row): state.values.isOther(at: row.index)
      case .input(let input):
        input != topology.graph.languageInput && input != topology.graph.timeZoneInput
          && state.inputs.isOther(at: input.index)
      case .fact(let fact): state.facts.isOther(at: fact.index)
      }
    }
    guard !isOther, !state.replacedTables.isEmpty, let origin = topology.origin(of: node.id) else {
      return isOther
    }
    return state.replacedTables.contains {
      topology.readers(of: .table($0)).contains(origin.node)
    }
  }

  /// Marks the suggestions of rows that edits have given a value, to see whether it is the same.
  mutating func markGivenSuggestions() {
    for row in given where topology.rows[row.index].content.suggested != nil {
      if let node = topology.rows[row.index].filling, outline.rows.contains(row) { markAny(node) }
    }
  }

  /// Decides where a row stands that was in the form before the formula that fills it now.
  ///
  /// It has a value already. A suggestion takes it for an edit, unless a formula gave it.
  mutating func settleNewFilling(_ node: NodeID) {
    guard let row = topology.node(node)?.row, topology.rows[row.index].content.suggested != nil,
      let before = journal.topology?.topology.rows[row.index]
    else { return settleFilling(node) }
    let followed =
      before.content.suggested != nil
      && before.filling.map { state.results.old(at: $0.index) != .no } ?? true
    if followed || before.content.isCalculated {
      settleFilling(node)
    } else {
      given.insert(row)
    }
  }

  /// Stores that rows which a saved state has given a value do not follow their suggestions, also
  /// where the formulas give the same by now.
  mutating func endFollowing(of rows: Set<RowIndex>) {
    for row in rows where topology.rows[row.index].content.suggested != nil {
      if let node = topology.rows[row.index].filling { _ = setResult(.no, of: node) }
    }
  }
}
