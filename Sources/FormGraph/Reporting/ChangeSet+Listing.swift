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
    for row in rows.sorted(by: { topology.isDeclared($0, before: $1) }) {
      touched.rows[topology.row(row).section, default: []].append(row)
    }
    return touched
  }

  // MARK: - Members

  private func list(_ id: SectionID, _ changes: inout [Change]) {
    let section = topology.section(id)
    func note(_ property: Change.Property, _ old: Bool, _ new: Bool, _ decisions: [Decision]) {
      guard old != new else { return }
      changes.append(
        Change(
          tag: section.definition.tag, row: nil, section: id, property: property, old: .bool(old),
          new: .bool(new),
          cause: .condition, because: because(decisions.compactMap(\.node)),
          texts: texts(decisions)))
    }
    note(.hidden, before.isHidden(id), after.isHidden(id), [section.hidden])
    note(
      .disabled, before.isDisabled(id), after.isDisabled(id),
      [section.disabled, topology.readOnly])
  }

  private func list(_ id: RowID, _ changes: inout [Change]) {
    let row = topology.row(id)
    let section = topology.section(row.section)
    let tag = row.definition.tag
    if let value = values[id] {
      let calculation = [row.calculation].compactMap { $0 }
      changes.append(
        Change(
          tag: tag, row: id, section: row.section, property: .value, old: value.old, new: value.new,
          cause: causes[id] ?? .set,
          because: because(calculation), texts: calculation.compactMap(text)))
    }
    func note(_ property: Change.Property, _ attribute: Attribute, _ nodes: [Decision]) {
      let old = before.value(attribute, of: id, in: topology)
      let new = after.value(attribute, of: id, in: topology)
      guard old != new else { return }
      // Of several that decide, the ones that changed their mind are the reason.
      let changed = nodes.filter { $0.node.map(hasChanged) ?? false }
      changes.append(
        Change(
          tag: tag, row: id, section: row.section, property: property, old: .bool(old),
          new: .bool(new), cause: .condition,
          because: because(changed.compactMap(\.node)), texts: texts(changed)))
    }
    note(.hidden, .hidden, [row.hidden, section.hidden])
    note(.disabled, .disabled, [row.disabled, section.disabled, topology.readOnly])
    note(.required, .required, [row.required])
    listValidity(id, row, &changes)
    if let errors = errors[id] {
      changes.append(
        Change(
          tag: tag, row: id, section: row.section, property: .errors,
          old: Self.messages(errors.old),
          new: Self.messages(errors.new),
          cause: .condition, because: verdictReasons(id, row), texts: []))
    }
  }

  private func listValidity(
    _ id: RowID, _ row: RowRecord, _ changes: inout [Change]
  ) {
    let old = before.isValid(id, in: topology)
    let new = after.isValid(id, in: topology)
    guard old != new else { return }
    changes.append(
      Change(
        tag: row.definition.tag, row: id, section: row.section, property: .valid, old: .bool(old),
        new: .bool(new),
        cause: .condition, because: verdictReasons(id, row), texts: []))
  }

  private static func messages(_ errors: [RowError]) -> Value {
    .array(errors.map { .string($0.message) })
  }

  // MARK: - Reasons

  /// What a verdict rests on and changed: the value itself, and what conditions and rules read.
  private func verdictReasons(_ id: RowID, _ row: RowRecord) -> [String] {
    let hiding = [row.hidden.node, topology.section(row.section).hidden.node]
    let nodes = row.ruleNodes + [row.required.node] + hiding.map { $0.filter(hasChanged) }
    let own = values[id] == nil ? [] : [row.definition.tag].compactMap { $0 }
    return own + because(nodes.compactMap { $0 }).filter { !own.contains($0) }
  }

  private func hasChanged(_ node: NodeID) -> Bool {
    changedNodes.contains(node)
  }

  private func texts(_ decisions: [Decision]) -> [String] {
    decisions.compactMap { decision in
      if case .condition(_, let text, _) = decision { topology.texts[text.index].text } else { nil }
    }
  }

  private func text(_ node: NodeID) -> String? {
    topology.nodes[node.index].run.map { topology.texts[$0.text.index].text }
  }

  /// The names of what nodes read and what changed, each once.
  private func because(_ nodes: [NodeID]) -> [String] {
    var names: [String] = []
    for node in nodes {
      for slot in topology.nodes[node.index].run?.slots ?? [] {
        guard let name = changedName(slot), !names.contains(name) else { continue }
        names.append(name)
      }
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
        hasChanged(node) ? topology.row(row).definition.tag : nil
      case .fact(.attribute(let attribute, let member)) where hasChanged(node):
        topology.tag(of: member).map { "\($0).\(attribute.variableName)" }
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

extension Optional where Wrapped == NodeID {
  fileprivate func filter(_ isKept: (NodeID) -> Bool) -> NodeID? {
    flatMap { isKept($0) ? $0 : nil }
  }
}
