// Edits that change what a member says: its conditions, rules, options or formula. The new text is
// checked here. It is parsed after all edits of the transaction have been applied.

import Predicate

extension Engine {
  mutating func setCondition(
    _ attribute: Attribute, of name: RowName, to condition: ConditionDefinition?
  ) throws(Reason) {
    let row = try definedRow(name)
    guard let bit = RowWord(attribute) else { throw notDecided(attribute, self.name(of: row)) }
    // The chosen options of a section are hidden and disabled together with the section.
    if bit != .required { _ = try plainRow(name) }
    try redefine(row) { definition in
      switch bit {
      case .hidden: definition.hidden = condition
      case .disabled: definition.disabled = condition
      // A message that has no condition any more waits for the next one.
      default: definition.required = condition ?? definition.requiredMessage.map { _ in false }
      }
    }
  }

  mutating func setCondition(
    _ attribute: Attribute, ofSection name: SectionName, to condition: ConditionDefinition?
  ) throws(Reason) {
    let section = try definedSection(name)
    guard let bit = SectionWord(attribute) else {
      throw notDecided(attribute, self.name(of: section))
    }
    let old = topology.section(section).definition.value
    guard (bit == .hidden ? old.hidden : old.disabled) != condition else { return }
    redefine { builder in
      builder.redefine(section) { definition in
        if bit == .hidden { definition.hidden = condition } else { definition.disabled = condition }
      }
    }
  }

  mutating func setReadOnly(_ condition: ConditionDefinition?) {
    guard topology.graph.readOnlyDefinition != condition else { return }
    redefine { $0.redefine(readOnly: condition) }
  }

  /// Changes the rules or the bounds of a row.
  ///
  /// Bounds are rules, too.
  mutating func assignRules(
    of row: RowIndex, _ change: (inout RowDefinition) -> Void
  ) throws(Reason) {
    try redefine(row, change)
  }

  mutating func removeRule(id: String, of row: RowIndex) throws(Reason) {
    let rules = topology.row(row).content.rules
    guard rules.contains(where: { $0.id == id }) else {
      let nearest = Spelling.nearest(to: id, among: rules.compactMap(\.id))
      throw Reason(
        kind: .unknown, tag: name(of: row), message: "'\(name(of: row))' has no rule '\(id)'",
        hint: nearest.map { "did you mean \($0)?" })
    }
    try assignRules(of: row) { $0.removeRule(id: id) }
  }

  mutating func setOptions(of row: RowIndex, to options: [OptionDefinition]?) throws(Reason) {
    guard topology.section(topology.row(row).section).matrix == nil else {
      throw Reason(
        kind: .misplaced, tag: name(of: row),
        message: "'\(name(of: row))' is in a matrix and has the options of its section", hint: nil)
    }
    let isOther = try redefine(row) { $0.options = options.map { .written($0) } }
    guard isOther else { return }
    journal.reshaped.options.insert(row)
    arrange(row)
  }

  mutating func setFormula(of row: RowIndex, to formula: String?) throws(Reason) {
    let isOther = try redefine(row) { definition in
      definition.calculated = formula
      if formula != nil {
        definition.value = nil
        definition.defaultFormula = nil
        definition.suggested = nil
        definition.once = nil
      }
    }
    guard isOther else { return }
    // The value belongs to the row without the formula. A formula overwrites it, so it is logged
    // for undo.
    keep(row, cause: .structure)
    if formula != nil { setBit(.cleared, false, of: row) }
    // The options may have changed while the formula gave the value.
    if formula == nil { arrange(row) }
  }

  /// Puts the chosen options in the order of the new options.
  ///
  /// A calculated row is stored again when its formula runs.
  private mutating func arrange(_ row: RowIndex) {
    let record = topology.row(row)
    guard !record.content.isCalculated else { return }
    write(
      record.content.stored(state.values[row.index], within: topology.graph.limits.valueBytes)
        ?? .null,
      of: row, cause: .structure)
  }

  private func notDecided(_ attribute: Attribute, _ tag: String) -> Reason {
    Reason(
      kind: .definition, tag: tag,
      message: "whether '\(tag)' is \(attribute.rawValue) is not decided by a condition of its own",
      hint: attribute == .valid ? "give it rules" : nil)
  }

  /// Changes the definition of a row.
  ///
  /// - Returns: Whether the definition differs from the old one.
  @discardableResult
  private mutating func redefine(
    _ row: RowIndex, _ change: (inout RowDefinition) -> Void
  ) throws(Reason) -> Bool {
    let old = topology.row(row).content
    var definition = old
    change(&definition)
    guard definition != old else { return false }
    let section = SectionDefinition(rows: [definition])
    let problems = DefinitionChecker.problems(
      in: FormDefinition(sections: [section], answers: topology.graph.answers),
      valueByteLimit: topology.graph.limits.valueBytes)
    if let problem = problems.first(where: { $0.severity == .error }) {
      throw Reason(
        kind: .definition, tag: name(of: row), message: "\(name(of: row)): \(problem.message)",
        hint: problem.hint)
    }
    redefine { $0.redefine(row, definition) }
    journal.reshaped.redefined.insert(row)
    return true
  }

  /// Changes a definition, and records that one was changed.
  private mutating func redefine(_ change: (inout GraphBuilder) -> Void) {
    journal.reshaped.isRedefined = true
    change(&builder)
  }
}

extension RowWord {
  /// The bit of an attribute that a condition can decide.
  fileprivate init?(_ attribute: Attribute) {
    switch attribute {
    case .hidden: self = .hidden
    case .disabled: self = .disabled
    case .required: self = .required
    case .valid: return nil
    }
  }
}

extension SectionWord {
  fileprivate init?(_ attribute: Attribute) {
    switch attribute {
    case .hidden: self = .hidden
    case .disabled: self = .disabled
    case .required, .valid: return nil
    }
  }
}
