// One random form beside the naive one: steps are made on both, and everything that can be asked is
// compared after each.

import Foundation
import Predicate

import TestSupport
@testable import FormFile
@testable import FormGraph

/// In what a form and the naive form disagree.
struct Disagreement: Error, CustomStringConvertible {
  let description: String
}

/// How much was compared.
struct OracleCounts {
  var forms = 0
  var uncompilable = 0
  var edits = 0
  var refusedEdits = 0
  var reverts = 0
  var exactReverts = 0
  var states = 0
  var evaluations = 0
  var calls = 0
  var pageMoves = 0
  var refusedMoves = 0
  /// How often formulas took items out of lists, and how often items that had gone came back.
  var parked = 0
  var returned = 0
}

/// A form, its twin, and what has happened to them.
struct OracleRun {
  private let compiled: CompiledForm
  /// What the form was when it opened first.
  private let opened: (definition: FormDefinition, json: Value)
  var form: Form
  var naive: NaiveForm
  var maker: RandomForm
  var counts: OracleCounts
  private let witnesses: Witnesses
  private var identities = Identities()
  /// Of every step that can be taken back or made again: when it was made, and the form before it.
  private var past: [Mark] = []
  private var future: [Mark] = []
  /// Counts the changes of inputs and the time.
  private var version = 0
  /// What was done, for messages.
  private(set) var log: [String] = []

  /// What exact restoration must come to.
  private struct Mark {
    /// Nil: the step changed inputs or the time itself.
    let version: Int?
    let json: Value
    /// What later transactions of the same key are merged with.
    var key: String?
    /// What names the step.
    var token: UndoToken?
  }

  /// Whether steps are taken back and made again.
  ///
  /// A form that forgets them soon gives their memory to later transactions instead.
  private let hasHistory: Bool
  /// Changes that somebody keeps, with what they were when they were made.
  private var keptChanges: [(set: ChangeSet, listed: [Change])] = []

  /// Whether a transaction is checked that evaluates defaults again.
  private var isResetting = false
  /// Whether a step is checked that was put back; then every list is counted again.
  private var isReverting = false

  /// A form as it was before a step.
  private struct Moment {
    /// A copy; none where the form is to write in place what nobody else has.
    let form: Form?
    let naive: NaiveForm
    let json: Value
    let canSubmit: Bool
    let shown: ShownList
    let reads: [Int: [Value]]
    /// The messages about the number of items of each list.
    let verdicts: [SectionID: Value]
    /// The groups of options that rows offer.
    let groups: [RowIndex: Value]

    init(_ form: Form, _ naive: NaiveForm, isCopied: Bool) {
      self.form = isCopied ? form : nil
      self.naive = naive
      json = form.content
      canSubmit = form.canSubmit
      shown = ShownList(form)
      reads = OracleRun.reads(of: form)
      verdicts = OracleRun.verdicts(of: form)
      groups = OracleRun.groups(of: form)
    }
  }

  private static func groups(of form: Form) -> [RowIndex: Value] {
    var groups: [RowIndex: Value] = [:]
    for row in form.outline.rowsInOrder(in: form.topology)
    where form.topology.row(row).content.grouping != nil {
      guard let state = form[row] else { continue }
      let kind = state.jsonKinds.value
      let members = state.optionGroups?.map { group -> Value in
        let title = group.title.map(Value.string) ?? .null
        let options = group.options.map { kind.shownInJSON($0.value) }
        return ["key": group.key, "title": title, "options": .array(options)]
      }
      groups[row] = members.map(Value.array) ?? .null
    }
    return groups
  }

  private static func verdicts(of form: Form) -> [SectionID: Value] {
    form.sections.reduce(into: [:]) { verdicts, section in
      verdicts[section.id] = .array(section.verdict.map { .string($0.message) })
    }
  }

  /// - Returns: Nil where the form does not compile.
  init?(_ maker: RandomForm, _ counts: OracleCounts) throws {
    var maker = maker
    let definition = maker.definition()
    let witnesses = Witnesses()
    guard let compiled = try? CompiledForm(definition, functions: witnesses.functions) else {
      return nil
    }
    let now = Date(timeIntervalSinceReferenceDate: 0)
    self.compiled = compiled
    self.witnesses = witnesses
    hasHistory = maker.chance(70)
    let historyLimit = hasHistory ? 100 : maker.number(in: 0...2)
    form = try compiled.open(now: now, historyLimit: historyLimit)
    self.maker = maker
    self.counts = counts
    opened = (compiled.definition, form.content)
    naive = NaiveForm(definition, now: now)
    naive.parksItems = historyLimit > 0
    _ = witnesses.take()
    try compare()
  }

  private func require(_ holds: Bool, _ message: @autoclosure () -> String) throws {
    if !holds { throw Disagreement(description: message()) }
  }

  private mutating func compare() throws {
    counts.states += 1
    let view = FormView(form)
    let expected = FormView(naive)
    try require(view == expected, "the form and the naive form: \(view.difference(from: expected))")
    if let changed = identities.learn(form, naive) {
      throw Disagreement(description: "another id for \(changed)")
    }
    if let inconsistency = form.inconsistency { throw Disagreement(description: inconsistency) }
  }

  /// Requires what was compiled to be as it was, whatever happened to what was opened.
  func checkCompiled() throws {
    let json = compiled.open(now: Date(timeIntervalSinceReferenceDate: 0)).content
    try require(
      json == opened.json && compiled.definition == opened.definition,
      "what was compiled has changed")
  }

  // MARK: - Steps

  mutating func step() throws {
    if hasHistory {
      if maker.chance(12) { return try undo() }
      if maker.chance(10) { return try redo() }
      if maker.chance(4) { try compareUndoAndRedo() }
    }
    let edits = maker.edits(of: naive)
    try make(edits)
  }

  private mutating func make(_ edits: [OracleEdit]) throws {
    isResetting = edits.contains { if case .reset = $0 { true } else { false } }
    defer { isResetting = false }
    let before = moment()
    // What a user cannot reach is said of values alone.
    let isUser = !edits.contains(where: \.isOfShape) && maker.chance(30)
    // Where actions run between the edits, the naive form does not know what a user reached.
    let editor: Editor = isUser && !naive.hasTriggers ? .user : .host
    var twin = naive
    var refusal: (any Error)?
    do {
      try twin.commit(edits, as: editor)
    } catch {
      refusal = error
    }
    if refusal == nil, edits.contains(where: \.isOfShape) {
      let definition = twin.shape.definition(like: twin)
      do throws(CompileFailure) {
        _ = try CompiledForm(definition, functions: witnesses.functions)
      } catch {
        refusal = error
      }
    }
    counts.edits += 1
    let key = maker.chance(20) ? "typing" : nil
    if key != nil { log.append("with the step before:") }
    if editor == .user { log.append("as a user:") }
    log.append("\(edits)".replacing("FormGraph.", with: "").replacing("FormGraphTests.", with: ""))
    let changes: ChangeSet
    do throws(EditError) {
      changes = try form.update(as: editor) { draft in
        for edit in edits { edit.add(to: &draft) }
        if let key { draft.coalesce(key) }
      }
    } catch {
      _ = witnesses.take()
      counts.refusedEdits += 1
      try require(refusal != nil, "refused, though nothing speaks against it: \(error)")
      try require(form.content == before.json, "a refused edit changed the form")
      try compare()
      return try disturbCopy(of: before)
    }
    try require(refusal == nil, "taken, though it had to be refused: \(refusal as Any)")
    naive = twin
    try check(changes, since: before)
    try record(before, key, changes.token, isUntouched: changes.journal.isEmpty)
    try disturbCopy(of: before)
  }

  private mutating func moment() -> Moment { Moment(form, naive, isCopied: maker.chance(50)) }

  private mutating func record(
    _ before: Moment, _ key: String?, _ token: UndoToken?, isUntouched: Bool
  ) throws {
    guard hasHistory else { return }
    if naive.hasCountedOutside {
      try require(
        form.undoCount == 0 && form.redoCount == 0, "older steps know nothing of the new items")
      past = []
      naive.past = []
      forgetFuture()
    }
    let isOutside =
      naive.inputs != before.naive.inputs || naive.now != before.naive.now
      || naive.tables != before.naive.tables
    if isOutside { version += 1 }
    let mark = Mark(version: isOutside ? nil : version, json: before.json, key: key, token: token)
    if let key, let last = past.last, last.key == key, last.version == mark.version {
      try require(form.undoCount == past.count, "no part of the step before")
      try require(form.redoCount == 0 || !naive.hasChangedSources, "steps are left to be redone")
      naive.merge()
      if form.redoCount == 0 { forgetFuture() } else { touchFuture(isUntouched) }
      return
    }
    let isStep = form.redoCount == 0 && form.undoCount == past.count + 1
    try require(isStep || !naive.hasChangedSources, "the edit is no step of history")
    if isStep {
      naive.record()
      past.append(mark)
      forgetFuture()
    } else {
      try require(
        form.undoCount == past.count && form.redoCount == future.count, "history lost a step")
      touchFuture(isUntouched)
    }
  }

  /// What is made again finds values and errors that were written, though they are the same.
  private mutating func touchFuture(_ isUntouched: Bool) {
    if !isUntouched { future = future.map { Mark(version: nil, json: $0.json, token: $0.token) } }
  }

  private mutating func forgetFuture() {
    future = []
    naive.future = []
  }

  /// The form before an edit, which the edit must not have changed, takes edits of its own.
  private mutating func disturbCopy(of before: Moment) throws {
    guard var copy = before.form else { return }
    try require(copy.content == before.json, "an edit changed a copy of the form")
    guard maker.chance(10) else { return }
    let json = form.content
    for _ in 0..<2 {
      let edits = maker.edits(of: before.naive)
      _ = try? copy.update { draft in for edit in edits { edit.add(to: &draft) } }
    }
    _ = try? copy.undo()
    _ = witnesses.take()
    try require(form.content == json, "an edit of a copy changed the form")
    try require(
      before.form?.content == before.json, "an edit of a copy changed another copy")
    if let inconsistency = copy.inconsistency {
      throw Disagreement(description: "in a copy: \(inconsistency)")
    }
  }

  // MARK: - History

  /// Whether a step cannot be put back, because there is no room for the items that a formula
  /// counts by now.
  private mutating func isRefused(
    _ revert: (inout NaiveForm) -> Void, _ revertForm: (inout Form) throws(EditError) -> ChangeSet
  ) throws -> Bool {
    var twin = naive
    revert(&twin)
    guard twin.overfull != nil else { return false }
    let json = form.content
    do throws(EditError) {
      _ = try revertForm(&form)
    } catch {
      _ = witnesses.take()
      try require(form.content == json, "a step that was not put back changed the form")
      try compare()
      return true
    }
    throw Disagreement(description: "put back, though there is no room for the items")
  }

  private mutating func undo() throws {
    if try isRefused({ $0.undo() }, { form throws(EditError) in try form.undo() }) { return }
    let before = moment()
    let mark = past.popLast()
    // What is typed after taking a step back begins a step of its own.
    if mark != nil, let last = past.popLast() {
      past.append(Mark(version: last.version, json: last.json, token: last.token))
    }
    log.append("undo")
    let changes = try form.undo()
    naive.undo()
    naive.page = form.currentPage
    naive.keepPageInSight()
    guard let mark else { return try require(changes.isEmpty, "there was nothing to undo") }
    future.append(Mark(version: version, json: before.json, token: mark.token))
    try revert(mark, changes, before)
  }

  private mutating func redo() throws {
    if try isRefused({ $0.redo() }, { form throws(EditError) in try form.redo() }) { return }
    let before = moment()
    let mark = future.popLast()
    log.append("redo")
    let changes = try form.redo()
    naive.redo()
    naive.page = form.currentPage
    naive.keepPageInSight()
    guard let mark else { return try require(changes.isEmpty, "there was nothing to redo") }
    past.append(Mark(version: version, json: before.json, token: mark.token))
    try revert(mark, changes, before)
  }

  private mutating func revert(_ mark: Mark, _ changes: ChangeSet, _ before: Moment) throws {
    counts.reverts += 1
    isReverting = true
    defer { isReverting = false }
    try check(changes, since: before)
    guard mark.version == version else { return }
    counts.exactReverts += 1
    try require(changes.evaluatedCount == 0, "\(changes.evaluatedCount) evaluated to take back")
    try require(form.content == mark.json, "the form is not what it was before the step")
  }

  private mutating func compareUndoAndRedo() throws {
    guard form.undoCount > 0 else { return }
    let json = form.content
    try undo()
    try redo()
    try require(form.content == json, "undo and redo changed the form")
    try undoSeveral()
  }

  /// Takes half of all steps back at once, and makes them again, in a copy.
  private func undoSeveral() throws {
    let marks = past[(past.count / 2)...]
    guard let first = marks.first, let token = first.token else { return }
    var copy = form
    let changes = try copy.undo(to: token)
    let isExact = marks.allSatisfy { $0.version == version }
    if isExact {
      try require(changes.evaluatedCount == 0, "evaluated to take back several steps")
      try require(copy.content == first.json, "the form is not what it was before several steps")
    }
    try require(copy.inconsistency == nil, "\(copy.inconsistency ?? "") after several steps")
    try require(copy.undoCount == past.count / 2, "not all steps were taken back")
    var same = copy
    try require((try? same.undo(to: token)) == nil, "steps were taken back twice")
    try copy.redo()
    try require(
      copy.content == form.content, "to take back several steps and redo changed the form")
    try require(copy.inconsistency == nil, "\(copy.inconsistency ?? "") after several steps")
    _ = witnesses.take()
  }

  // MARK: - Change sets

  private mutating func check(_ changes: ChangeSet, since before: Moment) throws {
    try compare()
    let (old, new) = (before.naive.shape.parkedCount, naive.shape.parkedCount)
    if old < new { counts.parked += 1 }
    if new < old { counts.returned += 1 }
    try checkEvaluations(changes, since: before)
    try checkChanges(changes, since: before)
    try checkPages(changes, since: before.naive)
    let listed = changes.changes
    try checkKeptChanges(adding: changes, listed)
    for property in [
      Change.Property.value, .hidden, .disabled, .required, .valid, .errors, .options,
      .disabledOptions,
    ] {
      let count = listed.count { $0.property == property }
      try require(
        changes.count(of: property) == count,
        "\(changes.count(of: property)) changes of \(property) are counted, \(count) listed")
    }
    var looks: [RowIndex: Bool] = [:]
    for change in listed {
      // That a row is hidden is told by its place.
      if let row = change.row, change.property != .hidden { looks[row.index] = true }
    }
    for row in changes.journal.reshaped.options { looks[row] = true }
    if let old = before.form { try checkShapeChanges(changes, since: old) }
    let update = changes.listUpdate
    let mistake = mistake(in: update, from: before.shown, to: ShownList(form)) {
      looks[$0] ?? false
    }
    try require(mistake == nil, "list update: \(mistake ?? "")\n\(update)")
    try require(
      changes.canSubmit == (before.canSubmit, form.canSubmit), "canSubmit of the changes")
  }

  /// Requires whoever follows the changes to have the rows and items that there are, and sections
  /// to be told with their places.
  private func checkShapeChanges(_ changes: ChangeSet, since old: Form) throws {
    func members(_ form: Form) -> [SectionID: [ShapeChange.Member]] {
      var members: [SectionID: [ShapeChange.Member]] = [:]
      for section in form.sections where section.item == nil || section.items != nil {
        members[section.id] =
          section.items.map { $0.map { .item($0.id) } } ?? section.rows.map { .row($0.id) }
      }
      return members
    }
    let (before, after) = (members(old), members(form))
    let (places, newPlaces) = (old.sections.map(\.id), form.sections.map(\.id))
    var followed = before
    let told = changes.shapeChanges
    for change in told {
      if case .section(let id) = change.member {
        try require(
          change.from.map { places.firstIndex(of: id) == $0.position } ?? true
            && change.to.map { newPlaces.firstIndex(of: id) == $0.position } ?? true,
          "the places of \(change)")
      }
      guard let place = change.from, let section = place.section else { continue }
      try require(
        before[section]?.indices.contains(place.position) == true
          && before[section]?[place.position] == change.member, "no such place: \(change)")
      followed[section]?.removeAll { $0 == change.member }
    }
    for change in told {
      guard let place = change.to, let section = place.section else { continue }
      guard let count = followed[section]?.count, place.position <= count else {
        throw Disagreement(description: "cannot be followed: \(change)")
      }
      followed[section]?.insert(change.member, at: place.position)
    }
    // What is in a section or an item that has come is told with it.
    for (section, members) in after where before[section] != nil {
      try require(
        followed[section] == members,
        "\(section) has \(members), told \(followed[section] ?? []) by \(told)")
    }
  }

  /// What was told stays what it was, whatever the form's memory is used for since.
  private mutating func checkKeptChanges(adding set: ChangeSet, _ listed: [Change]) throws {
    for kept in keptChanges {
      try require(kept.set.changes == kept.listed, "changes that were kept are other ones")
    }
    if keptChanges.count > 3 || maker.chance(30) { keptChanges = [] }
    if maker.chance(30) { keptChanges.append((set, listed)) }
  }

  /// What every node reads, by the position of its slots.
  private static func reads(of form: Form) -> [Int: [Value]] {
    var reads: [Int: [Value]] = [:]
    let (topology, outline) = (form.topology, form.outline)
    for origin in topology.graph.nodes.inUse {
      for id in outline.nodes(of: origin, in: topology) {
        guard let node = topology.node(id) else { continue }
        let index = id.index
        var slots: [Slot]
        if case .property(let property) = node {
          slots = property.runs.flatMap(\.slots)
          if let language = form.topology.graph.languageInput { slots.append(.input(language)) }
        } else if let run = node.run {
          slots = run.slots
        } else {
          continue
        }
        if case .rule(let row, _, _) = node { slots.append(.value(row)) }
        reads[index] = slots.map { form.state.value(of: $0) }
        // The default of a row that hiding clears runs each time the row shows.
        if case .filling(let row, _) = node {
          reads[index]?.append(.bool(form.state.isEmptied(row, in: form.topology)))
        }
        if case .options(let row, _) = node {
          // The filter is asked about the options that nothing else hides.
          let nodes = form.topology.row(row).optionDecisions.compactMap(\.node)
          reads[index]? += nodes.map { .int(Int64(form.state.results[$0.index].rawValue)) }
          if let list = form.topology.row(row).optionList {
            reads[index]?.append(form.state.fact(of: list))
          }
        }
        if (0..<topology.graph.tables.count).contains(where: { table in
          topology.readers(of: .table(TableID(table))).contains(origin)
        }) {
          reads[index]?.append(.int(Int64(ObjectIdentifier(form.state.tables).hashValue)))
        }
        if topology.readers(of: .time).contains(origin) {
          reads[index]?.append(.date(form.state.now))
        }
      }
    }
    return reads
  }

  /// Whether a node had failed before a transaction.
  private func hasFailed(_ node: NodeID, before changes: ChangeSet) -> Bool {
    changes.state.problems.old(at: node.index, changes.journal.state.problems) != nil
  }

  private func isDefault(_ node: NodeID) -> Bool {
    if case .filling? = form.topology.node(node) { true } else { false }
  }

  private func isOfEditedRow(_ node: NodeID) -> Bool {
    guard case .filling(let row, _)? = form.topology.node(node) else { return false }
    return naive.editedNow.contains { identities.row($0)?.index == row }
  }

  private func isCount(_ node: NodeID) -> Bool {
    if case .property(let property)? = form.topology.node(node) {
      property.name == .count
    } else {
      false
    }
  }

  private mutating func checkEvaluations(_ changes: ChangeSet, since before: Moment) throws {
    counts.evaluations += changes.evaluatedCount
    let evaluations = changes.evaluations
    // The form settles once for each action.
    let settlesOnce = !naive.hasTriggers
    try require(
      !settlesOnce || Set(evaluations).count == evaluations.count, "a node ran twice")
    let reads = Self.reads(of: form)
    var calls: [String: Int] = [:]
    var called: Set<String> = []
    for node in evaluations {
      let isRewired = changes.journal.reshaped.rewired.contains(node)
      try require(
        !settlesOnce || isRewired || reads[node.index] != before.reads[node.index]
          || (isResetting || isReverting) && isDefault(node) || isReverting && isCount(node)
          // A default that has failed is judged again whenever it is marked.
          || isDefault(node) && hasFailed(node, before: changes)
          // What hides the row of a suggestion may be another condition now.
          || changes.journal.reshaped.isRecompiled && isDefault(node)
          // An edit of a suggested value is compared with what the formula gives.
          || isOfEditedRow(node),
        "a node ran that nothing reached: \(String(describing: form.topology.node(node)))")
      if case .function(let function)? = form.topology.node(node)?.run?.code {
        calls[form.topology.graph.functions[function.index].name, default: 0] += 1
      }
      for run in form.topology.node(node).map(Self.runs) ?? [] {
        called.formUnion(form.topology.text(of: run).hostFunctions)
      }
    }
    var taken = witnesses.take()
    counts.calls += taken.values.reduce(0, +)
    // A text may decide without its calls, or call once for each option. So of the functions that
    // texts call only the calls that must be made are compared.
    for name in called {
      try require(
        taken[name, default: 0] >= calls[name, default: 0], "\(name) was called too few times")
      taken[name] = calls[name]
    }
    try require(taken == calls, "functions were called \(taken), evaluated \(calls)")
  }

  /// The programs of a node whose texts may call functions.
  private static func runs(of node: Node) -> [Run] {
    let runs = if case .property(let property) = node { property.runs } else { [node.run] }
    return runs.compactMap { run in
      if case .program? = run?.code { run } else { nil }
    }
  }

  private func checkChanges(_ changes: ChangeSet, since before: Moment) throws {
    var found: [String: [Value]] = [:]
    // Changes are in the order of declaration, and those of one member in that of the properties.
    var places: [(place: Outline.Place, property: Int)] = []
    func note(_ member: Member, _ change: Change) {
      let property = Change.Property.allCases.firstIndex(of: change.property) ?? 0
      places.append((form.outline.place(of: member, in: form.topology), property))
    }
    for change in changes.changes {
      let key: String
      if let row = change.row {
        key = "row \(row.index.index) \(change.property.rawValue)"
        if form.outline.rows.contains(row.index) {
          note(.row(row.index), change)
        }
      } else if let section = change.section {
        key = "section \(section.index.index) \(change.property.rawValue)"
        note(.section(section.index), change)
      } else {
        key = change.tag.map { "input \($0)" } ?? "form \(change.property.rawValue)"
      }
      if change.property == .value {
        let display = changes.display(of: change.new, change.row?.index)
        try require(
          display == change.row.flatMap { form[$0]?.displayText },
          "\(key) is displayed as \(display ?? "-")")
      }
      if change.property == .errors { continue }
      try require(found[key] == nil, "told twice: \(key)")
      found[key] = [change.old, change.new]
    }
    let isSorted = zip(places, places.dropFirst()).allSatisfy { $0 < $1 }
    try require(isSorted, "changes are not in the order of declaration")
    var expected = expectedChanges(since: before)
    for (section, new) in Self.verdicts(of: form) {
      guard let old = before.verdicts[section], old != new else { continue }
      expected["section \(section.index.index) \(Change.Property.verdict.rawValue)"] = [old, new]
    }
    for (row, new) in Self.groups(of: form) {
      guard let old = before.groups[row], old != new else { continue }
      expected["row \(row.index) \(Change.Property.optionGroups.rawValue)"] = [old, new]
    }
    for key in Set(found.keys).union(expected.keys).sorted() where found[key] != expected[key] {
      throw Disagreement(
        description: "\(key) changed \(expected[key] as Any), told as \(found[key] as Any)")
    }
  }

  /// Requires what is told of pages to be what has changed of them.
  private mutating func checkPages(_ changes: ChangeSet, since old: NaiveForm) throws {
    if changes.page != nil { counts.pageMoves += 1 }
    if changes.refusedMove != nil { counts.refusedMoves += 1 }
    let move = changes.page.map { [$0.old, $0.new] } ?? [naive.page, naive.page]
    try require(move == [old.page, naive.page], "the page went \(move) from \(old.page as Any)")
    let told = changes.pageChanges.map { [$0.old.index, $0.new.index] }
    let other = zip(old.pageViews, naive.pageViews).enumerated().filter { $1.0 != $1.1 }
      .map { [$0.offset, $0.offset] }
    try require(told == other, "the pages \(told) are told, \(other) have changed")
    for change in changes.pageChanges {
      let before = NaiveForm.Page(change.old, in: changes.oldTopology)
      let after = NaiveForm.Page(change.new, in: form.topology)
      let index = change.new.index
      try require(
        before == old.pageViews[index] && after == naive.pageViews[index],
        "page \(index) was \(before) and is \(after)")
    }
    let progress = changes.progress
    try require(
      [progress.old.required, progress.old.answered, progress.new.required, progress.new.answered]
        == [
          old.progress.required, old.progress.answered, naive.progress.required,
          naive.progress.answered,
        ], "progress of the changes: \(progress)")
    let refused = changes.refusedMove
    try require(
      refused?.page == naive.refusedMove?.page
        && refused?.firstInvalid == naive.refusedMove?.row.flatMap { identities.row($0) },
      "the move that is told as refused: \(refused as Any)")
  }

  private func expectedChanges(since before: Moment) -> [String: [Value]] {
    let old = before.naive
    var expected: [String: [Value]] = [:]
    func note(_ key: String, _ old: Value?, _ new: Value?) {
      if old != new { expected[key] = [old ?? .null, new ?? .null] }
    }
    for (name, value) in naive.inputs { note("input \(name)", old.inputs[name], value) }
    func noteTexts(_ key: String, of id: Int) {
      for name in ["title", "help"] {
        note(
          "\(key) \(name)", old.facts.texts[id]?[name].map(Value.string),
          naive.facts.texts[id]?[name].map(Value.string))
      }
    }
    noteTexts("form", of: 0)
    let rows = Set(naive.shape.sections.flatMap(\.allRows).map(\.id))
    let oldRows = Set(old.shape.sections.flatMap(\.allRows).map(\.id))
    func noteTitlesAndBounds(_ row: Int, _ key: String) {
      func found(_ form: NaiveForm) -> NaiveForm.Row? {
        form.shape.sections.lazy.flatMap(\.allRows).first { $0.id == row }
      }
      guard let new = found(naive), case let now = new.definition else { return }
      // Another value brings its display with it.
      if now.display != nil || old.facts.values[row] == naive.facts.values[row] {
        note(
          "\(key) display", old.facts.displays[row].map(Value.string),
          naive.facts.displays[row].map(Value.string))
      }
      note("\(key) bounds", Self.json(old.facts.bounds[row]), Self.json(naive.facts.bounds[row]))
      if now.takesOptions {
        // With other options, other titles are no news of their own.
        let (options, oldOptions) = (naive.facts.options[row], old.facts.options[row])
        guard let past = found(old), now.options == past.definition.options, let options,
          options == oldOptions
        else { return }
        return note(
          "\(key) optionTitles", Self.json(old.titlesFromSource(past, options)),
          Self.json(naive.titlesFromSource(new, options)))
      }
      // Where the values of options differ, the change of the options brings the titles.
      func values(_ row: NaiveForm.Row?) -> [Value]? {
        row?.definition.options?.written?.map(\.value)
      }
      guard values(new) == values(found(old)) else { return }
      note(
        "\(key) optionTitles", Self.json(old.facts.optionTitles[row]),
        Self.json(naive.facts.optionTitles[row]))
    }
    for row in rows.union(oldRows) {
      let key = "row \(identities.row(row)?.index.index ?? -1)"
      let isInBoth = rows.contains(row) && oldRows.contains(row)
      note(
        "\(key) value", oldRows.contains(row) ? old.facts.values[row] : .null,
        rows.contains(row) ? naive.facts.values[row] : .null)
      guard isInBoth else { continue }
      note(
        "\(key) options", old.facts.options[row].map { .array($0) },
        naive.facts.options[row].map { .array($0) })
      note(
        "\(key) disabledOptions", .array(old.facts.disabledOptions[row] ?? []),
        .array(naive.facts.disabledOptions[row] ?? []))
      func attribute(_ name: String, _ value: (NaiveForm.Facts) -> Bool) {
        note("\(key) \(name)", .bool(value(old.facts)), .bool(value(naive.facts)))
      }
      attribute("hidden") { $0.hidden[row] ?? false }
      attribute("disabled") { $0.disabled[row] ?? false }
      attribute("required") { $0.required[row] ?? false }
      attribute("valid") { !$0.invalid.contains(row) }
      note(
        "\(key) follows", old.follows(row).map(Value.bool), naive.follows(row).map(Value.bool))
      noteTexts(key, of: row)
      noteTitlesAndBounds(row, key)
    }
    let sections = Set(naive.shape.sections.map(\.id))
    for section in old.shape.sections where sections.contains(section.id) {
      let key = "section \(identities.section(section.id)?.index.index ?? -1)"
      note(
        "\(key) hidden", .bool(old.facts.hidden[section.id] ?? false),
        .bool(naive.facts.hidden[section.id] ?? false))
      note(
        "\(key) disabled", .bool(old.facts.disabled[section.id] ?? false),
        .bool(naive.facts.disabled[section.id] ?? false))
      noteTexts(key, of: section.id)
      note(
        "\(key) bounds", Self.json(old.facts.itemBounds[section.id]),
        Self.json(naive.facts.itemBounds[section.id]))
      guard let now = naive.shape.sections.first(where: { $0.id == section.id }) else { continue }
      note("\(key) valid", .bool(!old.isOutOfBounds(section)), .bool(!naive.isOutOfBounds(now)))
      // What stands above a matrix are the titles of the options of its first row.
      if case .matrix = now.definition.kind,
        let first = now.rows.first(where: { oldRows.contains($0.id) }),
        !first.definition.takesOptions
          || old.facts.options[first.id] == naive.facts.options[first.id]
      {
        note(
          "\(key) optionTitles", Self.json(old.facts.optionTitles[first.id]),
          Self.json(naive.facts.optionTitles[first.id]))
      }
    }
    return expected
  }

  private static func json(_ bounds: RowBounds<Value>?) -> Value {
    let all = [
      ("minimum", bounds?.minimum), ("maximum", bounds?.maximum), ("step", bounds?.step),
    ]
    return .dictionary(ValueDictionary(all.compactMap { key, value in value.map { (key, $0) } }))
  }

  private static func json(_ bounds: NaiveForm.ItemBounds?) -> Value {
    let all = [("minimum", bounds?.minimum), ("maximum", bounds?.maximum)]
    return .dictionary(
      ValueDictionary(all.compactMap { key, count in count.map { (key, .int($0)) } }))
  }

  private static func json(_ titles: [String?]?) -> Value {
    .array((titles ?? []).map { $0.map(Value.string) ?? .null })
  }
}
