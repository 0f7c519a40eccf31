// A change set as a list, in declaration order: inputs first, then each section with its rows.

import Predicate

extension ChangeSet {
  /// Whether nothing changed that anybody could see.
  public var isEmpty: Bool { changes.isEmpty && problemsBegan.isEmpty && problemsEnded.isEmpty }

  /// Everything that changed, in declaration order.
  ///
  /// - Complexity: O(n) in the size of the sections that changed visibility or editability, O(k log
  ///   k) in the number of changes otherwise.
  public var changes: [Change] {
    var changes: [Change] = []
    for (input, value) in inputs.sorted(by: { $0.key.index < $1.key.index }) {
      changes.append(
        Change(
          tag: topology.inputs[input.index].name, row: nil, section: nil, property: .value,
          old: value.old, new: value.new,
          cause: .input, because: [], texts: []))
    }
    let touched = touchedMembers()
    for section in topology.order {
      if touched.sections.contains(section) { list(section, &changes) }
      let rows = touched.rows[section] ?? []
      for row in touched.wholeSections.contains(section) ? topology.section(section).rows : rows {
        list(row, &changes)
      }
    }
    return changes
  }

  /// The tags of rows that are visible now and were not, in declaration order.
  public var shown: [String] { tags(turning: .hidden, to: false) }

  /// The tags of rows that were visible and are not now, in declaration order.
  public var hidden: [String] { tags(turning: .hidden, to: true) }

  private func tags(turning property: Change.Property, to value: Bool) -> [String] {
    changes.filter { $0.property == property && $0.row != nil && $0.new == .bool(value) }
      .compactMap(\.tag)
  }

  // MARK: - What was touched

  private struct Touched {
    var sections: Set<SectionID> = []
    /// Sections whose every row may have another effective attribute.
    var wholeSections: Set<SectionID> = []
    /// By section: rows in declaration order.
    var rows: [SectionID: [RowID]] = [:]
  }

  private func touchedMembers() -> Touched {
    var touched = Touched()
    touched.sections.formUnion(touchedSections)
    touched.wholeSections.formUnion(touchedSections)
    if before.isReadOnly != after.isReadOnly {
      touched.wholeSections.formUnion(topology.order)
      touched.sections.formUnion(topology.order)
    }
    var rows = Set(touchedRows)
    rows.formUnion(values.keys)
    rows.formUnion(errors.keys)
    for row in rows.sorted(by: { topology.place(of: .row($0)) < topology.place(of: .row($1)) }) {
      touched.rows[topology.row(row).section, default: []].append(row)
    }
    return touched
  }

  // MARK: - Members

  /// Something that may have decided an attribute, and whose it is.
  private typealias Decider = (owner: TextOwner, decision: Decision)

  private func list(_ id: SectionID, _ changes: inout [Change]) {
    let section = topology.section(id)
    func note(_ property: Change.Property, _ old: Bool, _ new: Bool, _ deciders: [Decider]) {
      guard old != new else { return }
      let decided = deciders.filter(hasChanged)
      changes.append(
        Change(
          tag: section.definition.tag, row: nil, section: id, property: property, old: .bool(old),
          new: .bool(new), cause: .condition, because: because(decided), texts: texts(decided)))
    }
    note(.hidden, before.isHidden(id), after.isHidden(id), [(.itself, section.hidden)])
    note(
      .disabled, before.isDisabled(id), after.isDisabled(id),
      [(.itself, section.disabled), (.form, topology.readOnly)])
  }

  private func list(_ id: RowID, _ changes: inout [Change]) {
    let row = topology.row(id)
    let section = topology.section(row.section)
    func append(
      _ property: Change.Property, _ old: Value, _ new: Value, cause: Change.Cause = .condition,
      because: [String], texts: [Change.Text] = []
    ) {
      changes.append(
        Change(
          tag: row.definition.tag, row: id, section: row.section, property: property, old: old,
          new: new, cause: cause, because: because, texts: texts))
    }
    func note(_ property: Change.Property, _ attribute: Attribute, _ deciders: [Decider]) {
      let old = before.value(attribute, of: id, in: topology)
      let new = after.value(attribute, of: id, in: topology)
      guard old != new else { return }
      let decided = deciders.filter(hasChanged)
      append(
        property, .bool(old), .bool(new), because: because(decided), texts: texts(decided))
    }
    if let value = values[id] {
      let run = row.calculation.flatMap { topology.nodes[$0.index].run }
      append(
        .value, value.old, value.new, cause: causes[id] ?? .set,
        because: run.map { names(readBy: [$0]) } ?? [],
        texts: run.map { [Change.Text(text: text($0), owner: .itself, outcome: value.new)] } ?? [])
    }
    note(.hidden, .hidden, [(.itself, row.hidden), (.section, section.hidden)])
    note(
      .disabled, .disabled,
      [(.itself, row.disabled), (.section, section.disabled), (.form, topology.readOnly)])
    note(.required, .required, [(.itself, row.required)])
    let wasValid = before.isValid(id, in: topology)
    let isValid = after.isValid(id, in: topology)
    if wasValid != isValid {
      append(.valid, .bool(wasValid), .bool(isValid), because: verdictReasons(id, row))
    }
    // Nothing is shown of a hidden row.
    let shown = errors[id]?.new ?? shownErrors[id] ?? []
    let old = before.isHidden(id, in: topology) ? [] : errors[id]?.old ?? shown
    let new = after.isHidden(id, in: topology) ? [] : shown
    if old != new {
      append(
        .errors, Self.messages(old), Self.messages(new), because: verdictReasons(id, row))
    }
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
    let own = values[id] == nil ? [] : [row.definition.tag].compactMap { $0 }
    return own + names(readBy: runs).filter { !own.contains($0) }
  }

  /// Of several that decide, the ones that changed their mind are the reason.
  private func hasChanged(_ decider: Decider) -> Bool { hasChanged(decider.decision.node) }

  private func hasChanged(_ node: NodeID?) -> Bool {
    node.map { newResults[$0] != nil } ?? false
  }

  private func texts(_ deciders: [Decider]) -> [Change.Text] {
    deciders.compactMap { owner, decision in
      guard case .condition(let node, let text, _) = decision else { return nil }
      let outcome: Value? =
        switch newResults[node] {
        case .yes: true
        case .no: false
        default: Value?.none
        }
      return Change.Text(
        text: topology.texts[text.index].text, owner: owner, outcome: outcome)
    }
  }

  private func text(_ run: Run) -> String { topology.texts[run.text.index].text }

  private func because(_ deciders: [Decider]) -> [String] {
    names(readBy: deciders.compactMap { $0.decision.node.flatMap { topology.nodes[$0.index].run } })
  }

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
    case .value(let row): values[row] == nil ? nil : topology.row(row).definition.tag
    case .input(let input): inputs[input] == nil ? nil : topology.inputs[input.index].name
    case .fact(let node):
      switch topology.nodes[node.index] {
      case .fact(.visibleValue(let row)):
        changedVisibleValues.contains(node) ? topology.row(row).definition.tag : nil
      case .fact(.attribute(_, let member)) where hasChanged(node):
        topology.tag(of: member)
      default: nil
      }
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
