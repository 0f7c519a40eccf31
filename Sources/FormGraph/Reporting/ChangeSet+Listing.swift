// A change set as a list, in declaration order: inputs first, then each section with its rows. What
// has gone comes last, under what it was called.

import Predicate

extension ChangeSet {
  /// Whether nothing changed that anybody could see.
  public var isEmpty: Bool {
    !hasNewShape && !hasEvents && focus == nil && problemsBegan.isEmpty && problemsEnded.isEmpty
      && changes.isEmpty
  }

  /// Whether members came, went or moved.
  var hasNewShape: Bool {
    let shape = journal.reshaped
    let rows = shape.inserted.count + shape.removed.count + shape.moved.count
    let sections =
      shape.insertedSections.count + shape.removedSections.count + shape.movedSections.count
    return rows + sections > 0
  }

  /// Everything that changed, in declaration order.
  ///
  /// - Complexity: O(n) in the size of the sections that changed visibility or editability, O(k log
  ///   n) in the number of changes otherwise.
  public var changes: [Change] {
    let listing = ChangeListing(self)
    listing.run()
    return listing.changes
  }

  /// What rows that are visible now and were not are called, in declaration order.
  public var shown: [String] { tags(turning: .hidden, to: false) }

  /// What rows that were visible and are not now are called, in declaration order.
  public var hidden: [String] { tags(turning: .hidden, to: true) }

  private func tags(turning property: Change.Property, to value: Bool) -> [String] {
    changes.filter { $0.property == property && $0.row != nil && $0.new == .bool(value) }
      .compactMap(\.tag)
  }
}

/// Lists the changes of one change set.
///
/// A class and no structure, which would be copied with its topology for each change.
private final class ChangeListing {
  let source: ChangeSet
  private let shape: Engine.Shape
  private let oldShape: Engine.Shape
  private let held: Held<FormState>
  private let past: PastState
  private let inserted: IDSet<RowID>
  private let results: Others<NodeResult>
  private let values: Others<Value>
  private let inputs: Others<Value>
  /// Why the values changed that no formula gives.
  private let causes: [RowID: Change.Cause]
  private let options: [RowID: ChangeSet.OptionsChange]
  /// The buttons that are disabled because the form cannot be submitted and were not, or the other
  /// way round.
  private let otherSubmitRows: IDSet<RowID>
  private(set) var changes: [Change] = []
  /// What was last said of deciders: one condition decides for many rows.
  private var lastReasons: (deciders: RowDeciders, reasons: Reasons)?
  /// The rows that are valid now and were not, or the other way round, where that decides whether
  /// a button is disabled that submits.
  private var otherValidity: [String] = []

  /// What is another one than before, by its position, in ascending order.
  private struct Others<Element> {
    let list: [(index: Int, old: Element, new: Element)]

    /// - Complexity: O(log n).
    @inline(__always)
    subscript(index: Int) -> (old: Element, new: Element)? {
      var (start, end) = (0, list.count)
      while start < end {
        let middle = (start + end) >> 1
        if list[middle].index < index { start = middle + 1 } else { end = middle }
      }
      guard start < list.count, list[start].index == index else { return nil }
      return (list[start].old, list[start].new)
    }
  }

  init(_ set: ChangeSet) {
    source = set
    shape = set.shape
    oldShape = set.oldShape
    let held = set.held
    self.held = held
    past = set.past
    inserted = set.journal.reshaped.inserted
    results = Others(list: held.value.results.changes(since: set.journal.state.results))
    values = Others(list: held.value.values.changes(since: set.journal.state.values))
    inputs = Others(list: held.value.inputs.changes(since: set.journal.state.inputs))
    causes = Dictionary(set.journal.sources.map { ($0.row, $0.cause) }) { $1 }
    options = set.options
    otherSubmitRows = set.otherSubmitRows
  }

  private var topology: Topology { _read { yield shape.topology.value } }
  private var oldTopology: Topology { _read { yield oldShape.topology.value } }
  private var outline: Outline { _read { yield shape.outline.value } }
  private var state: FormState { unsafeAddress { UnsafePointer(held.pointer) } }

  func run() {
    for (input, old, new) in inputs.list {
      changes.append(
        Change(
          tag: topology.inputs[input].name, row: nil, section: nil, item: nil, property: .value,
          old: old, new: new, cause: source.wholeCause ?? .input, because: [], texts: []))
    }
    let touched = touchedSections()
    if !otherSubmitRows.isEmpty { otherValidity = namesOfOtherValidity(touched) }
    for section in touched {
      if section.isWhole { list(section.id) }
      for row in section.rows { list(row) }
    }
    for row in source.journal.reshaped.removed { listRemoved(row) }
  }

  // MARK: - What was touched

  /// A section of which anything may have changed, and in declaration order the rows of which
  /// anything may have.
  private struct TouchedSection {
    let id: SectionID
    /// Whether that is every row, since each may have another effective attribute.
    let isWhole: Bool
    var rows: [RowID]
  }

  /// In declaration order.
  private func touchedSections() -> [TouchedSection] {
    var whole = IDSet<SectionID>()
    for change in state.attributes.sections.changes(
      since: source.journal.state.attributes.sections)
    {
      whole.insert(SectionID(change.index))
    }
    if past.attributes.isReadOnly != state.attributes.isReadOnly {
      whole = IDSet(outline.sectionsInOrder)
    }
    // Rows that follow one another are mostly of one section.
    var runs: [(section: SectionID, rows: [RowID])] = []
    for row in touchedRows where outline.rows.contains(row) {
      let section = topology.rows[row.index].section
      if runs.last?.section != section { runs.append((section, [])) }
      runs[runs.count - 1].rows.append(row)
    }
    for section in whole { runs.append((section, [])) }
    let placed = runs.compactMap { section, rows in
      outline.sections.position(of: section).map { (position: $0.position, section, rows) }
    }
    var touched: [TouchedSection] = []
    for (_, section, rows) in placed.sorted(by: { $0.position < $1.position }) {
      if touched.last?.id != section {
        touched.append(
          TouchedSection(id: section, isWhole: whole.contains(section), rows: []))
      }
      touched[touched.count - 1].rows += rows
    }
    for index in touched.indices {
      let section = touched[index]
      touched[index].rows =
        section.isWhole
        ? Array(outline.rows(of: section.id, in: topology))
        : inOrder(section.rows, of: section.id)
    }
    return touched
  }

  private var touchedRows: IDSet<RowID> {
    var rows = source.touchedRows
    rows.formUnion(options.keys)
    return rows
  }

  /// Rows of a section in declaration order.
  private func inOrder(_ rows: [RowID], of section: SectionID) -> [RowID] {
    guard rows.count > 1 else { return rows }
    // To pass a row costs a fraction of what it costs to find out where one stands.
    let list = topology.sections[section.index].rowList
    guard rows.count < outline.rows.count(of: list) / 16 else {
      let rows = IDSet(rows)
      return outline.rows.members(of: list).filter { rows.contains($0) }
    }
    return rows.compactMap { row in
      outline.rows.position(of: row).map { (row: row, position: $0.position) }
    }
    .sorted { $0.position < $1.position }.map(\.row)
  }

  // MARK: - Members

  /// Something that may have decided an attribute, and whose it is.
  private typealias Decider = (owner: TextOwner, decision: Decision)

  /// What may have decided an attribute of a row.
  private struct RowDeciders: Equatable {
    let own: Decision
    var section = Decision.constant(false)
    var form = Decision.constant(false)
  }

  private var causeOfConditions: Change.Cause { source.wholeCause ?? .condition }

  private func list(_ id: SectionID) {
    let section = topology.section(id)
    let isNew = source.journal.reshaped.insertedSections.contains(id)
    func change(
      _ property: Change.Property, _ old: Bool, _ new: Bool, _ deciders: [Decider]
    ) -> Change? {
      guard old != new, !isNew else { return nil }
      let decided = deciders.filter(hasChanged)
      // How many items there are is no condition.
      let isByItems =
        property == .valid && decided.isEmpty && source.journal.reshaped.itemSections.contains(id)
      let cause = isByItems ? source.wholeCause ?? .structure : causeOfConditions
      return Change(
        tag: section.definition.value.tag, row: nil, section: id, item: nil, property: property,
        old: .bool(old), new: .bool(new), cause: cause, because: reasons(decided).because,
        texts: reasons(decided).texts)
    }
    let found = [
      change(
        .hidden, past.attributes.isHidden(id), state.attributes.isHidden(id),
        [(.itself, section.hidden)]),
      change(
        .disabled, past.attributes.isDisabled(id), state.attributes.isDisabled(id),
        [(.itself, section.disabled), (.form, topology.readOnly)]),
      change(
        .valid, !past.attributes.isShort(id), !state.attributes.isShort(id),
        [(.itself, section.hidden), (.itself, section.disabled), (.form, topology.readOnly)]),
    ]
    changes += found.compactMap { $0 }
  }

  private func append(
    _ id: RowID, _ property: Change.Property, _ old: Value, _ new: Value,
    cause: Change.Cause, because: [String] = [], texts: [Change.Text] = []
  ) {
    changes.append(
      Change(
        tag: outline.name(of: id, in: topology), row: id,
        section: topology.rows[id.index].section, item: topology.rows[id.index].item,
        property: property, old: old, new: new, cause: source.wholeCause ?? cause,
        because: source.wholeCause == nil ? because : [],
        texts: source.wholeCause == nil ? texts : []))
  }

  /// A row that was there before.
  private struct LastingRow {
    let id: RowID
    /// Its section now and before.
    let section: SectionID
    let oldSection: SectionID
    /// Whether it is a button that submits.
    let isSubmit: Bool
  }

  /// A row, unless it has come: the form before knows nothing of that.
  @inline(__always)
  private func lasting(_ id: RowID) -> LastingRow? {
    guard !inserted.contains(id) else { return nil }
    return LastingRow(
      id: id, section: topology.rows[id.index].section,
      oldSection: oldTopology.rows[id.index].section, isSubmit: topology.submitRows.contains(id))
  }

  private func list(_ id: RowID) {
    guard let row = lasting(id) else { return listInserted(id) }
    let section = row.section.index
    if let value = values[id.index] { list(value, of: id) }
    if let change = options[id] { list(change, of: id) }
    list(
      .hidden, .hidden, of: row,
      RowDeciders(own: topology.rows[id.index].hidden, section: topology.sections[section].hidden))
    list(
      .disabled, .disabled, of: row,
      RowDeciders(
        own: topology.rows[id.index].disabled, section: topology.sections[section].disabled,
        form: topology.readOnly))
    list(.required, .required, of: row, RowDeciders(own: topology.rows[id.index].required))
    let (wasValid, isValid) = values(of: .valid, of: row)
    if wasValid != isValid {
      append(
        id, .valid, .bool(wasValid), .bool(isValid), cause: .condition,
        because: verdictReasons(id))
    }
    // Nothing is shown of a hidden row.
    let (wasHidden, isHidden) = values(of: .hidden, of: row)
    let before = wasHidden ? [] : past.errors(of: id)
    let now = isHidden ? [] : state.errors[id.index]
    if before != now {
      append(
        id, .errors, Self.messages(before), Self.messages(now), cause: .condition,
        because: verdictReasons(id))
    }
  }

  /// What an effective attribute was and is.
  @inline(__always)
  private func values(of attribute: Attribute, of row: LastingRow) -> (old: Bool, new: Bool) {
    (
      past.attributes.value(
        attribute, of: row.id, in: row.oldSection, isBlocked: row.isSubmit && !past.canSubmit),
      state.attributes.value(
        attribute, of: row.id, in: row.section, isBlocked: row.isSubmit && !state.canSubmit)
    )
  }

  private func list(_ value: (old: Value, new: Value), of id: RowID) {
    let run = topology.rows[id.index].calculation.flatMap { topology.nodes[$0.index].run }
    append(
      id, .value, value.old, value.new, cause: run == nil ? causes[id] ?? .set : .calculated,
      because: run.map { names(readBy: [$0]) } ?? [],
      texts: run.map { [Change.Text(text: text($0), owner: .itself, outcome: value.new)] } ?? [])
  }

  private func list(_ change: ChangeSet.OptionsChange, of id: RowID) {
    let row = topology.row(id)
    let isReassigned = source.journal.reshaped.options.contains(id)
    let cause: Change.Cause = isReassigned ? .structure : .condition
    func names(_ nodes: [NodeID?]) -> [String] {
      self.names(readBy: nodes.compactMap { $0.flatMap { topology.nodes[$0.index].run } })
    }
    if change.old != change.new {
      append(
        id, .options, change.old, change.new, cause: cause,
        because: names(
          [row.options] + row.optionDecisions.map(\.node).filter { hasChanged($0) }))
    }
    if change.oldDisabled != change.newDisabled {
      append(
        id, .disabledOptions, .array(change.oldDisabled), .array(change.newDisabled), cause: cause,
        because: names(row.optionDisablings.map(\.node).filter { hasChanged($0) }))
    }
  }

  /// Lists an attribute if it is another one, which is asked of each row of which anything changed.
  @inline(__always)
  private func list(
    _ property: Change.Property, _ attribute: Attribute, of row: LastingRow,
    _ deciders: @autoclosure () -> RowDeciders
  ) {
    let (old, new) = values(of: attribute, of: row)
    if old != new { append(row.id, property, old, new, deciders()) }
  }

  @inline(never)
  private func append(
    _ id: RowID, _ property: Change.Property, _ old: Bool, _ new: Bool, _ deciders: RowDeciders
  ) {
    let isSubmit = property == .disabled && otherSubmitRows.contains(id)
    let reasons = reasons(deciders)
    append(
      id, property, .bool(old), .bool(new), cause: .condition,
      because: isSubmit ? reasons.because + otherValidity : reasons.because, texts: reasons.texts)
  }

  private func namesOfOtherValidity(_ touched: [TouchedSection]) -> [String] {
    touched.flatMap(\.rows).filter { id in
      // What comes and is invalid is as if it had come to be so.
      guard let row = lasting(id) else { return !state.attributes.isValid(id, in: topology) }
      let (old, new) = values(of: .valid, of: row)
      return old != new
    }
    .compactMap(name)
  }

  /// A row that came had no value before, and nothing else to compare with.
  private func listInserted(_ id: RowID) {
    let value = state.values[id.index]
    guard !value.isNull else { return }
    let cause = causes[id] ?? .structure
    append(id, .value, .null, value, cause: [.set, .observer].contains(cause) ? cause : .structure)
  }

  private func listRemoved(_ id: RowID) {
    let value = past.value(of: id)
    let record = oldTopology.row(id)
    guard !value.isNull else { return }
    changes.append(
      Change(
        tag: oldShape.outline.value.name(of: id, in: oldTopology), row: id,
        section: record.section,
        item: record.item, property: .value, old: value, new: .null,
        cause: source.wholeCause ?? .structure, because: [], texts: []))
  }

  private static func messages(_ errors: [RowError]) -> Value {
    .array(errors.map { .string($0.message) })
  }

  // MARK: - Reasons

  /// What a verdict rests on and changed: the value itself, and what conditions and rules read.
  private func verdictReasons(_ id: RowID) -> [String] {
    let row = topology.row(id)
    let hiding = [row.hidden.node, topology.section(row.section).hidden.node]
    let nodes = row.ruleNodes + [row.required.node] + hiding.filter { hasChanged($0) }
    let runs = nodes.compactMap { $0.flatMap { topology.nodes[$0.index].run } }
    let own = values[id.index] == nil ? [] : [name(of: id)].compactMap { $0 }
    return own + names(readBy: runs).filter { !own.contains($0) }
  }

  private func name(of row: RowID) -> String? { outline.name(of: row, in: topology) }

  /// Of several that decide, the ones that changed their mind are the reason.
  private func hasChanged(_ decider: Decider) -> Bool { hasChanged(decider.decision.node) }

  private func hasChanged(_ node: NodeID?) -> Bool {
    node.map { results[$0.index] != nil } ?? false
  }

  /// What was read and changed, and the texts that decided.
  private typealias Reasons = (because: [String], texts: [Change.Text])

  private func reasons(_ deciders: [Decider]) -> Reasons {
    guard source.wholeCause == nil, !deciders.isEmpty else { return ([], []) }
    let runs = deciders.compactMap { $0.decision.node.flatMap { topology.nodes[$0.index].run } }
    return (names(readBy: runs), deciders.compactMap(text))
  }

  private func reasons(_ deciders: RowDeciders) -> Reasons {
    if let last = lastReasons, last.deciders == deciders { return last.reasons }
    let all: [Decider] = [
      (.itself, deciders.own), (.section, deciders.section), (.form, deciders.form),
    ]
    let reasons = reasons(all.filter(hasChanged))
    lastReasons = (deciders, reasons)
    return reasons
  }

  private func text(_ decider: Decider) -> Change.Text? {
    guard case .condition(let node, let text, _) = decider.decision else { return nil }
    let outcome: Value? =
      switch results[node.index]?.new {
      case .yes: true
      case .no: false
      default: Value?.none
      }
    return Change.Text(
      text: topology.texts[text.index].text, owner: decider.owner, outcome: outcome)
  }

  private func text(_ run: Run) -> String { topology.text(of: run).text }

  /// The tags of what is read and what changed, each once.
  private func names(readBy runs: [Run]) -> [String] {
    var names: [String] = []
    var seen: Set<ExactText> = []
    for slot in runs.lazy.flatMap(\.slots) {
      guard let name = changedName(slot) else { continue }
      // Of what a text reads mostly one thing has changed.
      if let first = names.first {
        seen.insert(ExactText(first))
        guard seen.insert(ExactText(name)).inserted else { continue }
      }
      names.append(name)
    }
    return names
  }

  private func changedName(_ slot: Slot) -> String? {
    switch slot {
    case .value(let row): values[row.index] == nil ? nil : name(of: row)
    case .input(let input): inputs[input.index] == nil ? nil : topology.inputs[input.index].name
    case .fact(let node): changedName(ofFact: node)
    }
  }

  private func changedName(ofFact node: NodeID) -> String? {
    guard case .fact(let fact) = topology.nodes[node.index] else { return nil }
    guard past.fact(of: node) != state.facts[node.index] else { return nil }
    return switch fact {
    case .visibleValue(let row): name(of: row)
    case .items(let section, _): topology.tag(of: .section(section))
    case .attribute(_, let member): outline.name(of: member, in: topology)
    }
  }
}

extension Attribute {
  /// What conditions call the attribute: `isHidden`.
  var variableName: String {
    switch self {
    case .hidden: "isHidden"
    case .disabled: "isDisabled"
    case .required: "isRequired"
    case .valid: "isValid"
    }
  }
}
