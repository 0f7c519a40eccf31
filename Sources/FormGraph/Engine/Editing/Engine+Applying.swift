// One edit of a transaction as it is applied to what is stored, without settling: what it is
// refused for, and what is worth knowing where it was taken of something that no user reaches.

import Predicate

extension Engine {
  /// What the edits of a draft leave to be done, or to be asked, once all of them have been
  /// applied.
  struct Work {
    /// Why the draft is refused.
    var reasons: [Reason] = []
    /// The rows given a value, and the sections given other items, that were out of a user's reach
    /// before: edits are applied together, so it counts only if they are so after them, too.
    var unseen = Few<RowID>()
    var unseenSections = IDSet<SectionID>()
    /// The rows to which a user gave values.
    var chosen = IDSet<RowID>()
    var asked = Few<Asked>()
    /// The rows whose default is evaluated again.
    var restarting: [RowID] = []
    /// The sections that have been given the items they start with.
    var restarted = IDSet<SectionID>()
    var claims: [(row: RowID, name: String, value: Value)] = []
    /// What answers have named; nil where there are none.
    var answered: Answered?
  }

  /// What an edit asks for once the form has settled; a name means the row that had it then.
  enum Asked {
    case focus(RowID)
    case blur(RowID)
    case validate(ScopedRows, ValidationScope)
    case clearErrors
    case goForward
    case goBack
    case tap(RowID)
    case select(RowID, Value)
    /// Options that are chosen or given up and that a user could not tap before.
    case reach(RowID, [Value])
  }

  /// Applies one edit without settling, or keeps why it cannot be.
  mutating func take(
    _ edit: Draft.Edit, as editor: Editor, cause: Change.Cause, _ work: inout Work
  ) {
    do throws(Reason) {
      try apply(edit, as: editor, cause: cause, &work)
    } catch {
      work.reasons.list(error)
    }
  }

  private mutating func apply(
    _ edit: Draft.Edit, as editor: Editor, cause: Change.Cause, _ work: inout Work
  ) throws(Reason) {
    switch edit {
    case .set(let name, let value):
      try set(try find(name), to: value, as: editor, cause: cause, &work)
    case .values(let given):
      let result = give(given, as: editor, cause: cause)
      for row in result.rows where unseenState(row) != nil { work.unseen.append(row) }
      for section in result.sections where unseenState(section) != nil {
        work.unseenSections.insert(section)
      }
      work.chosen.formUnion(result.rows)
      work.claims += result.claims
      work.reasons += result.reasons
      guard given.areJSON, !given.areSaved else { break }
      var answered = work.answered ?? Answered()
      answered.formUnion(result.answered)
      work.answered = answered
    case .reset(.row(let name)):
      let row = try self.row(name)
      try checkTakesEdits(row, self.name(of: row))
      reset(row, cause: cause)
      noteGiven(row, by: editor, &work)
      work.restarting.append(row)
    case .reset(.form):
      let reset = try resetAll(as: editor, cause: cause)
      work.restarting += reset.waiting
      work.restarted.formUnion(reset.restarted)
    case .focus(let name): work.asked.append(.focus(try rowToEnter(name)))
    case .blur(let name): work.asked.append(.blur(try rowToLeave(name)))
    case .tap(let name): work.asked.append(.tap(try row(name)))
    case .select(let name, let option):
      let (row, option) = try self.option(option, of: name)
      work.asked.append(.reach(row, unselectable([option], of: row).map(\.option)))
      work.asked.append(.select(row, option))
      try select(option, of: row, cause: cause)
    case .validate(let scope): work.asked.append(.validate(try members(of: scope), scope))
    case .clearErrors: work.asked.append(.clearErrors)
    case .goForward: work.asked.append(.goForward)
    case .goBack: work.asked.append(.goBack)
    case .setNow(let now):
      guard editor == .host || FormState.Time(date: now) == FormState.Time(date: state.now) else {
        throw Reason(
          kind: .notEditable, tag: "", message: "only the host sets the time", hint: nil)
      }
      writeNow(now)
    case .shape(let edit):
      if let section = try apply(edit, as: editor), unseenState(section) != nil {
        work.unseenSections.insert(section)
      }
    }
  }

  /// Sets a value of a row or an input.
  mutating func set(
    _ named: Named, to value: Value, as editor: Editor, cause: Change.Cause, _ work: inout Work
  ) throws(Reason) {
    switch named {
    case .input(let input): try set(input, to: value, as: editor)
    case .row(let row):
      let plain = plainlyStored(value, in: row)
      let stored = if let plain { plain } else { try storedAfterChecks(value, in: row) }
      give(erased(stored, in: row, by: editor), to: row, cause: cause)
      noteGiven(row, by: editor, &work)
    }
  }

  /// Keeps that a row was given a value.
  private mutating func noteGiven(_ row: RowID, by editor: Editor, _ work: inout Work) {
    if unseenState(row) != nil { work.unseen.append(row) }
    if editor == .user { work.chosen.insert(row) }
  }

  /// What a row is to hold where an editor gives it a value: a user who erases text has given
  /// nothing, unless the row keeps empty text, holds it already or starts with it.
  @inline(__always)
  func erased(_ value: Value, in row: RowID, by editor: Editor) -> Value {
    guard editor == .user, value == "" else { return value }
    return erased(row)
  }

  @inline(never)
  private func erased(_ row: RowID) -> Value {
    let record = topology.row(row)
    let isKept =
      record.kind != .text || record.content.keepsEmpty || state.values[row.index] == ""
      // The default of a row that has just come cannot be asked yet.
      || startsByDefault(row) && !given.contains(row)
        && (record.defaultValue == nil || valueOfDefault(of: row) == "")
    return isKept ? "" : .null
  }

  /// Makes empty text nil that a user gave to rows which have just come, unless they start with it.
  mutating func eraseGivenToNewRows() {
    for row in journal.reshaped.inserted where given.contains(row) && state.values[row.index] == ""
    {
      let record = topology.row(row)
      guard record.kind == .text, !record.content.keepsEmpty, valueOfDefault(of: row) != "" else {
        continue
      }
      give(.null, to: row, cause: .set)
    }
  }

  /// What a row is to hold if it is given a value; nil if there is more to ask: the row takes no
  /// edits, does not take this value, or holds choices, which are put in the order of its options.
  ///
  /// Inlined, and reads `graph` itself: if a mutating method calls a method that only reads, the
  /// compiler copies the engine for it.
  @inline(__always)
  func plainlyStored(_ value: Value, in row: RowID) -> Value? {
    guard case let kind = graph.topology.rows[row.index].kind, kind != .none, kind != .choices,
      !graph.topology.rows[row.index].content.isCalculated
    else { return nil }
    return kind.converted(value, within: graph.topology.limits.valueBytes)
  }

  /// The same with everything asked; throws why the row does not take the value.
  private func storedAfterChecks(_ value: Value, in row: RowID) throws(Reason) -> Value {
    let tag = name(of: row)
    try checkTakesEdits(row, tag)
    return try stored(value, in: row, tag)
  }

  /// Sets the value of an input, which is the host's: a user may only say again what it is.
  mutating func set(_ input: InputID, to value: Value, as editor: Editor) throws(Reason) {
    let definition = topology.inputs[input.index]
    let value = try Self.converted(
      value, to: definition.type.valueKind, definition.name, in: topology)
    guard editor == .host || value.isSame(as: state.inputs[input.index]) else {
      throw Reason(
        kind: .notEditable, tag: definition.name,
        message: "'\(definition.name)' is an input, which only the host sets", hint: nil)
    }
    write(value, of: input)
  }

  private func rowToEnter(_ name: RowName) throws(Reason) -> RowID {
    let row = try self.row(name)
    let content = topology.row(row).content
    guard content.type.canTakeFocus, !content.isCalculated else {
      let tag = self.name(of: row)
      let what =
        content.type.canTakeFocus
        ? "calculated and takes" : "a \(content.type.rawValue), which takes"
      throw Reason(
        kind: .notEditable, tag: tag, message: "'\(tag)' is \(what) no focus", hint: nil)
    }
    return row
  }

  private func rowToLeave(_ name: RowName) throws(Reason) -> RowID {
    if case .tag(let tag) = name {
      switch topology.meaning(of: tag) {
      case .input, .member(.section):
        throw Reason(
          kind: .noEdits, tag: tag, message: "'\(tag)' is not a row, so it cannot be left",
          hint: nil)
      case .member(.row), nil: break
      }
    }
    return try row(name)
  }

  static func converted(
    _ value: Value, to kind: ValueKind, _ tag: String, in topology: Topology
  ) throws(Reason) -> Value {
    if let converted = kind.converted(value, within: topology.limits.valueBytes) {
      return converted
    }
    throw wrongType(value, for: kind, tag, in: topology)
  }

  func stored(_ value: Value, in row: RowID, _ tag: String) throws(Reason) -> Value {
    let content = topology.rows[row.index].content
    if let stored = content.stored(value, within: topology.limits.valueBytes) { return stored }
    throw Self.wrongType(value, for: topology.rows[row.index].kind, tag, in: topology)
  }

  private static func wrongType(
    _ value: Value, for kind: ValueKind, _ tag: String, in topology: Topology
  ) -> Reason {
    var message = "'\(tag)' holds \(kind.description), not \(value.short)"
    if let obstacle = kind.obstacle(to: value, within: topology.limits.valueBytes) {
      // What is wrong may stand somewhere in it, where it would not be seen.
      let given =
        switch value {
        case .array, .set, .dictionary:
          obstacle.isOfSize
            ? ", not \(value.kindName)" : ", and \(value.kindName) has another in it"
        default: ", not \(value.short)"
        }
      message = "'\(tag)' holds \(obstacle.stored)\(given)"
    }
    return Reason(kind: .wrongType, tag: tag, message: message, hint: nil)
  }

  func checkTakesEdits(_ row: RowID, _ tag: String) throws(Reason) {
    let record = topology.row(row)
    if record.kind == .none {
      throw Reason(
        kind: .noEdits, tag: tag,
        message: "'\(tag)' is a \(record.content.type) and has no value",
        hint: nil)
    }
    if let formula = record.content.calculated {
      throw Reason(
        kind: .noEdits, tag: tag, message: "'\(tag)' is calculated: \(formula)",
        hint: "set what the formula reads")
    }
  }
}
