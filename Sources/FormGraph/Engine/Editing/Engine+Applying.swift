// Applies one edit of a transaction to the stored values, without settling. The edit is either
// refused with a reason, or it notes what must be checked or done after settling.

import Predicate

extension Engine {
  /// What remains to be done or checked after all edits of a draft have been applied.
  struct Work {
    /// The reasons against the draft.
    var reasons: [Reason] = []
    /// The rows that were given a value, and the sections that were given items, although they were
    /// hidden or disabled.
    ///
    /// They are checked again after all edits, because edits of one transaction are applied
    /// together.
    var unseen = Few<RowIndex>()
    var unseenSections = IDSet<SectionIndex>()
    /// The rows of days that were given a time of day, and of times that were given a day.
    var partsDropped: [RowIndex] = []
    /// The choices of answers for rows from which whatever is not an option is cleared.
    var choices: [GivenChoice] = []
    /// The rows and inputs that were given a text without a time zone, which was read in UTC.
    var readInUTC: [Named] = []
    /// The tokens of results that came too late.
    var tokensDropped: [ValidationToken] = []
    /// The rows with options that a user gave a value, unless each option is in reach.
    var chosen = IDSet<RowIndex>()
    var asked = Few<Asked>()
    /// The rows whose default is evaluated again.
    var restarting: [RowIndex] = []
    /// What the actions of rows leave to do; nil in a form without actions.
    var triggered: TriggeredWork?
    /// The sections that were given the items they start with.
    var restarted = IDSet<SectionIndex>()
    var claims: [(row: RowIndex, name: String, value: Value)] = []
    var countClaims: [(list: SectionIndex, name: String, count: Int)] = []
    /// The names in the answers; nil if the draft has no answers.
    var answered: Answered?
  }

  /// What an edit requests for the time after settling.
  ///
  /// The row is the row that had the name when the edit was applied.
  enum Asked {
    case focus(RowIndex)
    case blur(RowIndex)
    case validate(ScopedRows, ValidationScope)
    case clearErrors
    case goForward
    case goBack
    case goTo(page: Int)
    /// The page without those on the way.
    case jump(page: Int)
    /// A tap on a row, or on the action of it with this name.
    case tap(RowIndex, action: String?)
    case select(RowIndex, Value)
    /// The selected or deselected options that the user could not tap before the edits; by a tap
    /// on an option that the row had then, or by a value.
    case reach(RowIndex, [Value], isTap: Bool = false)
    /// A tapped option of a list whose item may have come with the edits before the tap.
    case offer(RowIndex, Value)
  }

  /// Applies one edit without settling, or adds the reason why it is refused.
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
    case .enter(let name, let text):
      try enter(text, in: name, as: editor, cause: cause, &work)
    case .values(let given): give(given, as: editor, cause: cause, &work)
    case .reset(.row(let name)):
      if let list = list(name) {
        let reset = try reset(list: list, as: editor, cause: cause)
        work.restarting += reset.waiting
        work.restarted.formUnion(reset.restarted)
        if unseenState(list) != nil { work.unseenSections.insert(list) }
        break
      }
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
    case .tap(let name, let action):
      let first = action == nil ? nil : firstRow(ofItem: name)
      let row = if let first { first } else { try self.row(name) }
      work.asked.append(.tap(row, action: action))
    case .select(let name, let option):
      let (row, option) = try self.option(option, of: name)
      let touched = touchedOptions(byTapping: option, of: row)
      let isMissing = isOffered(option, in: row) == false
      work.asked.append(
        .reach(row, outOfReach(touched, of: row).map(\.option), isTap: !isMissing))
      work.asked.append(.select(row, option))
      if isMissing { work.asked.append(.offer(row, option)) }
      try select(option, of: row, cause: cause)
    case .validate(let scope): work.asked.append(.validate(try members(of: scope), scope))
    case .clearErrors: work.asked.append(.clearErrors)
    case .goForward: work.asked.append(.goForward)
    case .goBack: work.asked.append(.goBack)
    case .goTo(let page): work.asked.append(.goTo(page: page))
    case .jump(let page):
      guard editor == .host else {
        throw Reason(
          kind: .notEditable, tag: "", message: "only the host goes to a page unchecked", hint: nil)
      }
      work.asked.append(.jump(page: page))
    case .setNow(let now):
      guard editor == .host || FormState.Time(date: now) == FormState.Time(date: state.now) else {
        throw Reason(
          kind: .notEditable, tag: "", message: "only the host sets the time", hint: nil)
      }
      writeNow(now)
    case .table(let name, let table): try replaceTable(name, with: table, as: editor)
    case .noteUTC(let name): if let named = found(name) { work.readInUTC.append(named) }
    case .resolve(let token, let result):
      if try !resolve(token, with: result, as: editor) { work.tokensDropped.append(token) }
    case .shape(let edit):
      if let section = try apply(edit, as: editor), unseenState(section) != nil {
        work.unseenSections.insert(section)
      }
    }
  }

  /// Sets values together.
  ///
  /// `plain` has the rows that take plain answers, if the values are answers of a batch.
  mutating func give(
    _ given: GivenValues, plain: PlainAnswers? = nil, as editor: Editor, cause: Change.Cause,
    _ work: inout Work
  ) {
    let result = give(given, plain: plain, as: editor, cause: cause)
    work.partsDropped.add(result.partsDropped)
    work.choices.add(result.choices)
    work.readInUTC.add(result.readInUTC)
    for row in result.rows { noteGiven(row, by: editor, &work) }
    for section in result.sections where unseenState(section) != nil {
      work.unseenSections.insert(section)
    }
    work.claims.add(result.claims)
    work.countClaims.add(result.countClaims)
    work.reasons.add(result.reasons)
    guard given.areJSON, !given.areSaved else { return }
    if work.answered == nil {
      work.answered = result.answered
    } else {
      work.answered?.formUnion(result.answered)
    }
  }

  /// Replaces a table, which must have the columns that the form was compiled with.
  private mutating func replaceTable(
    _ name: String, with table: FormTable, as editor: Editor
  ) throws(Reason) {
    guard let id = state.tables.id(of: name) else {
      let nearest = Spelling.nearest(to: name, among: state.tables.names)
      throw Reason(
        kind: .unknown, tag: name, message: "no table has the name '\(name)'",
        hint: nearest.map { "did you mean \($0)?" })
    }
    guard editor == .host else {
      throw Reason(
        kind: .notEditable, tag: name, message: "only the host replaces a table", hint: nil)
    }
    let compiled = topology.graph.tables.given(id)
    if let misfit = table.misfit(for: compiled.columns) {
      throw Reason(
        kind: .definition, tag: name, message: "the new table for '\(name)' \(misfit)", hint: nil)
    }
    // An equal table is no change.
    let table = table.adding(compiled.columnsInLanguages)
    guard table != state.tables.given(id) else { return }
    state.setTables(state.tables.replacing(id, by: table))
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
      if topology.rows[row.index].kind.isDayOrTime, value != stored {
        work.partsDropped.append(row)
      }
      give(erased(stored, in: row, by: editor), to: row, cause: cause)
      noteGiven(row, by: editor, &work)
    }
  }

  /// Records that a row was given a value.
  private mutating func noteGiven(_ row: RowIndex, by editor: Editor, _ work: inout Work) {
    let isUnseen = unseenState(row) != nil
    if isUnseen { work.unseen.append(row) }
    guard editor == .user, isUnseen || !topology.rows[row.index].hasOnlyOpenOptions else { return }
    if topology.rows[row.index].content.hasOptions { work.chosen.insert(row) }
  }

  /// Whether the user can reach a row and each of its options.
  ///
  /// Most rows have options that nothing hides and nothing disables.
  @inline(__always)
  func isOpen(_ row: RowIndex) -> Bool {
    topology.rows[row.index].hasOnlyOpenOptions && unseenState(row) == nil
  }

  /// The value that a row gets when an editor sets `value`.
  ///
  /// Empty text from a user means nil, unless the row keeps empty text, already holds it or starts
  /// with it.
  @inline(__always)
  func erased(_ value: Value, in row: RowIndex, by editor: Editor) -> Value {
    guard editor == .user, value == "" else { return value }
    return erased(row)
  }

  @inline(never)
  private func erased(_ row: RowIndex) -> Value {
    let record = topology.row(row)
    let isKept =
      record.kind != .text || record.content.keepsEmpty || state.values[row.index] == ""
      // The default of a new row cannot be evaluated yet.
      || startsByDefault(row) && !given.contains(row)
        && (record.filling == nil || valueOfDefault(of: row) == "")
    return isKept ? "" : .null
  }

  /// Replaces empty text by nil in new rows that a user filled, unless they start with empty text.
  mutating func eraseGivenToNewRows() {
    for row in journal.reshaped.inserted where given.contains(row) && state.values[row.index] == ""
    {
      let record = topology.row(row)
      guard record.kind == .text, !record.content.keepsEmpty, topology.given(row) == nil,
        valueOfDefault(of: row) != ""
      else { continue }
      give(Value.null, to: row, cause: .set)
    }
  }

  /// The value that a row stores when it is given `value`; nil if more checks are needed.
  ///
  /// More checks are needed if the row takes no edits or does not take this value. They are also
  /// needed if the row holds choices, because these must be put in the order of its options.
  func plainlyStored(_ value: Value, in row: RowIndex) -> Value? {
    guard case let kind = topology.rows[row.index].kind, kind != .none, kind != .choices,
      kind != .choice || !topology.rows[row.index].content.readsOptions,
      !topology.rows[row.index].content.isCalculated
    else { return nil }
    if kind == .choice, !value.isSpelledOneWay {
      let content = topology.rows[row.index].content
      return !content.takesOptions
        ? content.stored(value, within: topology.graph.limits.valueBytes) : nil
    }
    return kind.converted(value, within: topology.graph.limits.valueBytes)
  }

  /// The same with all checks; throws the reason why the row does not take the value.
  private func storedAfterChecks(_ value: Value, in row: RowIndex) throws(Reason) -> Value {
    let tag = name(of: row)
    try checkTakesEdits(row, tag)
    return try stored(value, in: row, tag)
  }

  /// Sets the value of an input.
  ///
  /// Only the host may change an input: a user may only set the value that it has.
  mutating func set(_ input: InputID, to value: Value, as editor: Editor) throws(Reason) {
    let definition = topology.graph.inputs[input.index]
    let value = try Self.converted(value, of: input, in: topology)
    guard editor == .host || value.isSame(as: state.inputs[input.index]) else {
      throw Reason(
        kind: .notEditable, tag: definition.name,
        message: "'\(definition.name)' is an input, which only the host sets", hint: nil)
    }
    write(value, of: input)
  }

  private func rowToEnter(_ name: RowName) throws(Reason) -> RowIndex {
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

  private func rowToLeave(_ name: RowName) throws(Reason) -> RowIndex {
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
    if let converted = kind.converted(value, within: topology.graph.limits.valueBytes) {
      return converted
    }
    throw wrongType(value, for: kind, tag, in: topology)
  }

  /// A value as an input holds it.
  ///
  /// Throws if the input holds another type, or a language or a time zone and not this one.
  static func converted(
    _ value: Value, of input: InputID, in topology: Topology
  ) throws(Reason) -> Value {
    let definition = topology.graph.inputs[input.index]
    let name = definition.name
    let value = try converted(value, to: definition.type.valueKind, name, in: topology)
    if let (message, hint) = ReservedInput(rawValue: name)?.mistake(in: value) {
      throw Reason(kind: .wrongType, tag: name, message: "'\(name)': \(message)", hint: hint)
    }
    return value
  }

  func stored(_ value: Value, in row: RowIndex, _ tag: String) throws(Reason) -> Value {
    let record = topology.rows[row.index]
    guard let stored = record.content.stored(value, within: topology.graph.limits.valueBytes) else {
      throw Self.wrongType(value, for: record.kind, tag, in: topology).shown(
        record.kind.messageOfTyped.map { state.message($0, value, of: record, in: topology) })
    }
    guard record.content.options?.table != nil, !record.content.isCalculated else { return stored }
    return state.spelledAsOptions(stored, in: record)
  }

  private static func wrongType(
    _ value: Value, for kind: ValueKind, _ tag: String, in topology: Topology
  ) -> Reason {
    var message = "'\(tag)' holds \(kind.description), not \(value.short)"
    if let obstacle = kind.obstacle(to: value, within: topology.graph.limits.valueBytes) {
      // A wrong element deep in a list or dictionary would not be visible in a short form of the
      // value.
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

  func checkTakesEdits(_ row: RowIndex, _ tag: String) throws(Reason) {
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

extension Array {
  /// Appends elements; usually there are none.
  fileprivate mutating func add(_ others: [Element]) {
    guard !others.isEmpty else { return }
    if isEmpty { self = others } else { self += others }
  }
}
