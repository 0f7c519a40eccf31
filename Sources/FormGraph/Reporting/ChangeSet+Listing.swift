// A change set as a list, in declaration order: inputs first, then each section with its rows. What
// has gone comes last, under what it was called.

import Predicate

extension ChangeSet {
  /// Whether nothing changed that anybody could see.
  public var isEmpty: Bool {
    problemsBegan.isEmpty && problemsEnded.isEmpty && !hasNewShape && !hasEvents
      && changes.isEmpty
  }

  /// Whether members came, went or moved.
  var hasNewShape: Bool {
    let shape = journal.reshaped
    return
      !(shape.inserted.isEmpty && shape.removed.isEmpty && shape.moved.isEmpty
      && shape.insertedSections.isEmpty && shape.removedSections.isEmpty
      && shape.movedSections.isEmpty)
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
  private let topology: Topology
  private let oldTopology: Topology
  private let outline: Outline
  private let held: Held<FormState>
  private let past: Held<FormState>
  /// What the nodes give now that gave something else before.
  private let newResults: [NodeID: NodeResult]
  private let values: [RowID: (old: Value, new: Value)]
  /// Why the values changed that no formula gives.
  private let causes: [RowID: Change.Cause]
  private let inputs: [InputID: (old: Value, new: Value)]
  private let options: [RowID: ChangeSet.OptionsChange]
  private(set) var changes: [Change] = []
  /// What was last said of deciders: one condition decides for many rows.
  private var lastReasons: (deciders: [Decider], reasons: Reasons)?
  /// The rows that are valid now and were not, or the other way round, where that decides whether
  /// a button is disabled that submits.
  private var otherValidity: [String] = []

  init(_ set: ChangeSet) {
    source = set
    topology = set.topology
    oldTopology = set.oldTopology
    outline = set.outline
    past = set.before
    let held = set.held
    self.held = held
    let kept = set.journal.state
    newResults = Dictionary(
      uniqueKeysWithValues: held.value.results.changes(since: kept.results).map {
        (NodeID($0.index), $0.new)
      })
    values = Dictionary(
      uniqueKeysWithValues: held.value.values.changes(since: kept.values).map {
        (RowID($0.index), ($0.old, $0.new))
      })
    causes = Dictionary(set.journal.sources.map { ($0.row, $0.cause) }) { $1 }
    options = set.options
    inputs = Dictionary(
      uniqueKeysWithValues: held.value.inputs.changes(since: kept.inputs).map {
        (InputID($0.index), ($0.old, $0.new))
      })
  }

  private var state: FormState { unsafeAddress { UnsafePointer(held.pointer) } }

  func run() {
    for (input, value) in inputs.sorted(by: { $0.key.index < $1.key.index }) {
      changes.append(
        Change(
          tag: topology.inputs[input.index].name, row: nil, section: nil, item: nil,
          property: .value, old: value.old, new: value.new, cause: source.wholeCause ?? .input,
          because: [], texts: []))
    }
    let touched = touchedMembers()
    if !source.otherSubmitRows.isEmpty { otherValidity = namesOfOtherValidity(touched) }
    for section in touched.sections {
      if touched.whole.contains(section) {
        list(section)
        for row in outline.rows(of: section, in: topology) { list(row) }
      } else {
        for row in touched.rows[section] ?? [] { list(row) }
      }
    }
    for row in source.journal.reshaped.removed { listRemoved(row) }
  }

  // MARK: - What was touched

  private struct Touched {
    /// In declaration order.
    var sections: [SectionID] = []
    /// Sections whose every row may have another effective attribute.
    var whole: Set<SectionID> = []
    /// By section: rows in declaration order.
    var rows: [SectionID: [RowID]] = [:]
  }

  private func touchedMembers() -> Touched {
    let journal = source.journal
    var touched = Touched()
    let kept = journal.state
    touched.whole.formUnion(
      state.attributes.sections.changes(since: kept.attributes.sections).map { SectionID($0.index) }
    )
    if past.value.attributes.isReadOnly != state.attributes.isReadOnly {
      touched.whole.formUnion(outline.sectionsInOrder)
    }
    var rows = Set(values.keys)
    rows.formUnion(state.errors.changes(since: kept.errors).map { RowID($0.index) })
    for bit in RowWord.all {
      rows.formUnion(state.attributes.rowsWithOther(bit, since: kept.attributes))
    }
    rows.formUnion(journal.reshaped.moved)
    rows.formUnion(options.keys)
    rows.formUnion(journal.reshaped.inserted)
    rows.formUnion(source.otherSubmitRows)
    let placed = rows.filter { outline.rows.contains($0) }
      .map { (row: $0, place: outline.place(of: .row($0), in: topology)) }
      .sorted { $0.place < $1.place }
    for (row, _) in placed { touched.rows[topology.row(row).section, default: []].append(row) }
    touched.sections = Set(touched.rows.keys).union(touched.whole)
      .compactMap { section in
        outline.sections.position(of: section).map { (section, $0.position) }
      }
      .sorted { $0.1 < $1.1 }.map(\.0)
    return touched
  }

  // MARK: - Members

  /// Something that may have decided an attribute, and whose it is.
  private typealias Decider = (owner: TextOwner, decision: Decision)

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
        .hidden, past.value.attributes.isHidden(id), state.attributes.isHidden(id),
        [(.itself, section.hidden)]),
      change(
        .disabled, past.value.attributes.isDisabled(id), state.attributes.isDisabled(id),
        [(.itself, section.disabled), (.form, topology.readOnly)]),
      change(
        .valid, !past.value.attributes.isShort(id), !state.attributes.isShort(id),
        [(.itself, section.hidden), (.itself, section.disabled), (.form, topology.readOnly)]),
    ]
    changes += found.compactMap { $0 }
  }

  private func append(
    _ id: RowID, _ property: Change.Property, _ old: Value, _ new: Value,
    cause: Change.Cause, because: [String] = [], texts: [Change.Text] = []
  ) {
    let record = topology.row(id)
    changes.append(
      Change(
        tag: outline.name(of: id, in: topology), row: id, section: record.section,
        item: record.item, property: property, old: old, new: new,
        cause: source.wholeCause ?? cause, because: source.wholeCause == nil ? because : [],
        texts: source.wholeCause == nil ? texts : []))
  }

  private func list(_ id: RowID) {
    let row = topology.row(id)
    if source.journal.reshaped.inserted.contains(id) { return listInserted(id, row) }
    let section = topology.section(row.section)
    if let value = values[id] {
      let run = row.calculation.flatMap { topology.nodes[$0.index].run }
      append(
        id, .value, value.old, value.new,
        cause: run == nil ? causes[id] ?? .set : .calculated,
        because: run.map { names(readBy: [$0]) } ?? [],
        texts: run.map { [Change.Text(text: text($0), owner: .itself, outcome: value.new)] } ?? [])
    }
    if let change = options[id] { list(change, of: id, row) }
    list(.hidden, .hidden, of: id, [(.itself, row.hidden), (.section, section.hidden)])
    list(
      .disabled, .disabled, of: id,
      [(.itself, row.disabled), (.section, section.disabled), (.form, topology.readOnly)])
    list(.required, .required, of: id, [(.itself, row.required)])
    let wasValid = past.value.attributes.isValid(id, in: oldTopology)
    let isValid = state.attributes.isValid(id, in: topology)
    if wasValid != isValid {
      append(
        id, .valid, .bool(wasValid), .bool(isValid), cause: .condition,
        because: verdictReasons(id, row))
    }
    // Nothing is shown of a hidden row.
    let shown = state.errors[id.index]
    let old =
      past.value.attributes.isHidden(id, in: oldTopology) ? [] : past.value.errors[id.index]
    let new = state.attributes.isHidden(id, in: topology) ? [] : shown
    if old != new {
      append(
        id, .errors, Self.messages(old), Self.messages(new), cause: .condition,
        because: verdictReasons(id, row))
    }
  }

  private func list(
    _ change: ChangeSet.OptionsChange, of id: RowID, _ row: RowRecord
  ) {
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
    _ property: Change.Property, _ attribute: Attribute, of id: RowID,
    _ deciders: @autoclosure () -> [Decider]
  ) {
    let old = past.value.value(attribute, of: .row(id), in: oldTopology)
    let new = state.value(attribute, of: .row(id), in: topology)
    if old != new { append(id, property, old, new, deciders()) }
  }

  @inline(never)
  private func append(
    _ id: RowID, _ property: Change.Property, _ old: Bool, _ new: Bool, _ deciders: [Decider]
  ) {
    let decided = deciders.filter(hasChanged)
    let isSubmit = property == .disabled && source.otherSubmitRows.contains(id)
    let reasons = reasons(decided)
    append(
      id, property, .bool(old), .bool(new), cause: .condition,
      because: isSubmit ? reasons.because + otherValidity : reasons.because, texts: reasons.texts)
  }

  private func namesOfOtherValidity(_ touched: Touched) -> [String] {
    touched.sections.flatMap { section in
      touched.whole.contains(section)
        ? Array(outline.rows(of: section, in: topology)) : touched.rows[section] ?? []
    }
    .filter { row in
      past.value.attributes.isValid(row, in: oldTopology)
        != state.attributes.isValid(row, in: topology)
    }
    .compactMap(name)
  }

  /// A row that came had no value before, and nothing else to compare with.
  private func listInserted(_ id: RowID, _ row: RowRecord) {
    let value = state.values[id.index]
    guard !value.isNull else { return }
    let cause = causes[id] ?? .structure
    append(id, .value, .null, value, cause: [.set, .observer].contains(cause) ? cause : .structure)
  }

  private func listRemoved(_ id: RowID) {
    let value = past.value.values[id.index]
    let record = oldTopology.row(id)
    guard !value.isNull else { return }
    changes.append(
      Change(
        tag: source.oldOutline.name(of: id, in: oldTopology), row: id,
        section: record.section,
        item: record.item, property: .value, old: value, new: .null,
        cause: source.wholeCause ?? .structure, because: [], texts: []))
  }

  private static func messages(_ errors: [RowError]) -> Value {
    .array(errors.map { .string($0.message) })
  }

  // MARK: - Reasons

  /// What a verdict rests on and changed: the value itself, and what conditions and rules read.
  private func verdictReasons(_ id: RowID, _ row: RowRecord) -> [String] {
    let hiding = [row.hidden.node, topology.section(row.section).hidden.node]
    let nodes = row.ruleNodes + [row.required.node] + hiding.filter { hasChanged($0) }
    let runs = nodes.compactMap { $0.flatMap { topology.nodes[$0.index].run } }
    let own = values[id] == nil ? [] : [name(of: id)].compactMap { $0 }
    return own + names(readBy: runs).filter { !own.contains($0) }
  }

  private func name(of row: RowID) -> String? { outline.name(of: row, in: topology) }

  /// Of several that decide, the ones that changed their mind are the reason.
  private func hasChanged(_ decider: Decider) -> Bool { hasChanged(decider.decision.node) }

  private func hasChanged(_ node: NodeID?) -> Bool {
    node.map { newResults[$0] != nil } ?? false
  }

  /// What was read and changed, and the texts that decided.
  private typealias Reasons = (because: [String], texts: [Change.Text])

  private func reasons(_ deciders: [Decider]) -> Reasons {
    guard source.wholeCause == nil, !deciders.isEmpty else { return ([], []) }
    if let last = lastReasons, last.deciders.elementsEqual(deciders, by: ==) {
      return last.reasons
    }
    let runs = deciders.compactMap { $0.decision.node.flatMap { topology.nodes[$0.index].run } }
    let reasons = (names(readBy: runs), deciders.compactMap(text))
    lastReasons = (deciders, reasons)
    return reasons
  }

  private func text(_ decider: Decider) -> Change.Text? {
    guard case .condition(let node, let text, _) = decider.decision else { return nil }
    let outcome: Value? =
      switch newResults[node] {
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
    var seen: Set<ExactText> = []
    var names: [String] = []
    for slot in runs.flatMap(\.slots) {
      guard let name = changedName(slot), seen.insert(ExactText(name)).inserted else { continue }
      names.append(name)
    }
    return names
  }

  private func changedName(_ slot: Slot) -> String? {
    switch slot {
    case .value(let row): values[row] == nil ? nil : name(of: row)
    case .input(let input): inputs[input] == nil ? nil : topology.inputs[input.index].name
    case .fact(let node): changedName(ofFact: node)
    }
  }

  private func changedName(ofFact node: NodeID) -> String? {
    guard case .fact(let fact) = topology.nodes[node.index] else { return nil }
    guard past.value.facts[node.index] != state.facts[node.index] else { return nil }
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
