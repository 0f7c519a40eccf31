// Removing, moving and redefining members of a graph. Nodes that read a removed member are bound
// again after all edits: to another member with the same name, or else an error is reported.

import Predicate

extension GraphBuilder {
  // MARK: - Removal

  mutating func removeRow(_ row: RowID) {
    outline.rows.remove(row)
    if let tag = topology.tag(of: .row(row)) { removeName(tag, .member(.row(row))) }
    suspendValidity(ofSectionWithout: row)
    orphanReaders(of: row)
    detach(row)
  }

  /// Removes a section whose only sections inside are the sections of its items.
  mutating func removeSection(_ section: SectionID) {
    suspendSubmitFacts()
    suspendValidity(of: section)
    let record = topology.section(section)
    for item in Array(outline.items(of: section, in: topology)) { detachItem(item) }
    for prototype in record.prototypes { detachItem(prototype) }
    for row in Array(outline.rows(of: section, in: topology)) { removeRow(row) }
    outline.sections.remove(section)
    if let parent = record.parent {
      topology.sections[parent.index].children.removeAll { $0 == section }
    }
    if let tag = topology.tag(of: .section(section)) { removeName(tag, .member(.section(section))) }
    detach(section)
  }

  /// Removes the nodes of a section from the graph.
  private mutating func detach(_ section: SectionID) {
    var facts = Array(topology.itemReaders[section.index])
    facts += Attribute.allCases.compactMap { fact(.attribute($0, .section(section))) }
    for fact in facts {
      for reader in topology.nodeReaders[fact.index] { orphans.insert(reader) }
      abandon(fact)
    }
    for bit in SectionRecord.decided { undecide(.section(section, bit)) }
    retireProperties(topology.section(section).properties)
    leaveUncompiled(.section(section))
  }

  mutating func removeItem(_ item: ItemID) {
    let section = topology.item(item).section
    detachItem(item)
    itemsChanged(in: section)
  }

  /// Removes an item, or a prototype, with everything in it.
  ///
  /// The recursion is bounded by `SectionDefinition.maximumDepth`.
  private mutating func detachItem(_ item: ItemID) {
    let section = topology.item(item).section
    let isInForm = !topology.item(item).isPrototype
    if isInForm { leavePrevious(item) }
    // While the rows that the facts read can still be found.
    for part in topology.sections(of: item) { suspend(.attribute(.valid, .section(part))) }
    for list in topology.lists(of: item).reversed() {
      let inner =
        isInForm
        ? Array(outline.items(of: list, in: topology))
        : topology.section(list).prototypes
      for item in inner { detachItem(item) }
      if isInForm { leaveColumn(list) }
    }
    // After the items of inner lists, so that what decided them decides only this item now.
    if isInForm { leaveValidity(item) }
    for row in topology.rows(of: item) {
      if isInForm {
        leaveSection(row)
        outline.rows.remove(row)
      }
      detach(row)
    }
    for part in topology.sections(of: item).reversed() {
      detach(part)
      if isInForm { outline.sections.remove(part) }
    }
    guard isInForm else { return }
    outline.items.remove(item)
    for view in [ItemsView.index(item), .templateName(item)] {
      if let fact = fact(.items(section, view)) { retire(fact) }
    }
  }

  /// Removes the nodes of a row from the graph.
  private mutating func detach(_ row: RowID) {
    retireProperties(topology.row(row).properties)
    for fact in facts(about: row) { abandon(fact) }
    for node in topology.row(row).ownNodes { retire(node) }
    for bit in RowRecord.decided { undecide(.row(row, bit)) }
    undecideOptions(of: row)
    leaveUncompiled(.row(row))
  }

  /// Removes the edges into a fact about a removed member.
  ///
  /// This happens at once, while the sources of the fact can still be found: later edits of the
  /// transaction may change which nodes decide it.
  private mutating func abandon(_ fact: NodeID) {
    suspend(fact)
    unused.append(fact)
  }

  private mutating func undecide(_ target: Target) {
    guard case .condition(let node, _, let isInverted) = topology.decision(of: target) else {
      return
    }
    topology.nodes.removeEffect(
      target, isInverted: isInverted, of: node)
    unused.append(node)
  }

  private mutating func undecideOptions(of row: RowID) {
    let record = topology.row(row)
    for index in record.optionDecisions.indices { undecide(.option(row, index, .hidden)) }
    for index in record.optionDisablings.indices { undecide(.option(row, index, .disabled)) }
    for index in record.actionDisablings.indices {
      undecide(.option(row, index, .actionDisabled))
    }
  }

  private func facts(about row: RowID) -> [NodeID] {
    Attribute.allCases.compactMap { fact(.attribute($0, .row(row))) }
      + [fact(.visibleValue(row)), fact(.display(row))].compactMap { $0 }
  }

  /// Records that everything that reads a row must be bound again.
  private mutating func orphanReaders(of row: RowID) {
    for reader in topology.valueReaders[row.index] { orphans.insert(reader) }
    for node in facts(about: row) + [topology.row(row).clearing].compactMap({ $0 }) {
      for reader in topology.nodeReaders[node.index] { orphans.insert(reader) }
    }
  }

  private mutating func removeName(_ name: String, _ meaning: Topology.Name) {
    if topology.meaning(of: name) == meaning { topology.removeName(name, meaning) }
  }

  /// Binds the readers of removed members again.
  ///
  /// Their names may mean other members now.
  mutating func bindOrphans() {
    let lost = orphans
    orphans = IDSet()
    for node in lost where topology.isInUse(node) {
      switch topology.nodes[node.index] {
      case .condition:
        for target in topology.nodes.effects(of: node).targets { redecide(target) }
      case .calculation(let row, _): recompileCalculation(of: row)
      case .defaultValue(let row, _): recompileDefault(of: row)
      case .rule(let row, _, _): recompileRules(of: row)
      case .options(let row, _): recompileOptions(of: row)
      case .property(let property):
        switch property.owner {
        case .form: recompileFormTexts()
        case .page(let page): recompileTexts(ofPage: page)
        case .section(let section): recompileTexts(of: section)
        case .row(let row): recompileProperties(of: row)
        }
      case .verdict, .clearing, .fact: break
      }
    }
  }

  // MARK: - Moving

  /// Assigns a row to another section.
  ///
  /// The outline already has the row there.
  mutating func moveRow(_ row: RowID, to section: SectionID) {
    for bit in [RowWord.hidden, .disabled] { suspendReaders(of: .row(row, bit)) }
    suspendValidity(ofSectionWithout: row)
    topology.rows[row.index].section = section
    suspendValidity(of: section)
    adoptPolicy(row)
    for bit in [RowWord.hidden, .disabled] { suspendReaders(of: .row(row, bit)) }
  }

  /// Gives a row the policy for hidden values of its new place.
  private mutating func adoptPolicy(_ row: RowID) {
    let record = topology.row(row)
    let policy = policy(of: record.content, in: record.section)
    guard policy != record.hiddenValues else { return }
    orphanReaders(of: row)
    for node in [record.verdict, record.defaultValue] { if let node { suspend(node) } }
    if let clearing = record.clearing {
      // The row's own rules read the value after clearing.
      for reader in topology.nodeReaders[clearing.index] { suspend(reader) }
      retire(clearing)
      topology.rows[row.index].clearing = nil
    }
    for reader in topology.valueReaders[row.index] { suspend(reader) }
    topology.rows[row.index].hiddenValues = policy
    if policy != .clear { keptAnew.append(row) }
    addClearing(to: row)
    if let fact = fact(.visibleValue(row)) { unused.append(fact) }
  }

  // MARK: - Changed definitions

  mutating func redefine(_ row: RowID, _ definition: RowDefinition) {
    var record = topology.rows[row.index]
    let wasJudged = record.isJudged
    if record.content.takesOptions || definition.takesOptions,
      record.content.options != definition.options
    {
      // Their edges from the table are found by the old definition.
      suspend(.display(row))
      for node in [record.verdict, record.options, record.clearing] {
        if let node { suspend(node) }
      }
    }
    record.content = definition
    // What a verdict reads depends on the definition, also the titles that its messages show, so
    // its edges are removed before the definition changes.
    if record.isJudged != wasJudged || topology.hasProperties, let verdict = record.verdict {
      suspend(verdict)
    }
    topology.rows[row.index].content = definition
    let section = topology.rows[row.index].section
    guard topology.section(section).choice == row else { return }
    redefine(section) { section in
      guard case .selectable(var selection) = section.kind else { return }
      selection.choice = definition
      selection.choice.tag = nil
      section.kind = .selectable(selection)
    }
  }

  mutating func redefine(_ section: SectionID, _ change: (inout SectionDefinition) -> Void) {
    var definition = topology.section(section).definition.value
    change(&definition)
    topology.sections[section.index].definition = Shared(definition)
  }

  /// A part of a definition that has been replaced.
  enum Reassigned {
    case decision(Target)
    case rules(RowID)
    case options(RowID)
    case formula(RowID)

    /// The member whose definition changed; nil for the form itself.
    fileprivate var member: Member? {
      switch self {
      case .decision(.row(let row, _)), .decision(.option(let row, _, _)), .rules(let row),
        .options(let row), .formula(let row):
        .row(row)
      case .decision(.section(let section, _)): .section(section)
      case .decision(.readOnly): nil
      }
    }
  }

  /// Records a new definition.
  ///
  /// Its texts are parsed after all edits, because they may read members that are inserted or
  /// removed later in the transaction.
  mutating func reassign(_ change: Reassigned) { reassigned.append(change) }

  /// Compiles the recorded definitions.
  ///
  /// Skips members that are new or have been removed.
  mutating func recompileReassigned() {
    let new = reassigned.isEmpty ? [] : Set(uncompiled)
    // Policies first: what a text reads of a row depends on them.
    for case .formula(let row) in reassigned
    where !new.contains(.row(row)) && outline.rows.contains(row) {
      adoptPolicy(row)
    }
    for change in reassigned {
      switch change.member {
      case .row(let row)? where new.contains(.row(row)) || !outline.rows.contains(row): continue
      case .section(let id)? where new.contains(.section(id)) || !outline.sections.contains(id):
        continue
      default: break
      }
      switch change {
      case .decision(let target): redecide(target)
      case .rules(let row):
        recompileRules(of: row)
        recompileProperties(of: row)
      case .options(let row):
        recompileOptions(of: row)
        recompileProperties(of: row)
      case .formula(let row): recompileCalculation(of: row)
      }
    }
    reassigned = []
  }

  private mutating func recompileRules(of row: RowID) {
    if let verdict = topology.row(row).verdict { suspend(verdict) }
    for node in topology.row(row).ruleNodes.compactMap({ $0 }) { retire(node) }
    redecide(.row(row, .required))
    compileRules(topology.row(row).content.rules, of: row)
    addVerdict(to: row)
  }

  /// Compiles the options of a row again.
  ///
  /// What can be chosen may change, and so may the value after clearing.
  private mutating func recompileOptions(of row: RowID) {
    let old = topology.row(row)
    if let verdict = old.verdict { suspend(verdict) }
    suspend(.display(row))
    for reader in topology.valueReaders[row.index] { suspend(reader) }
    if let clearing = old.clearing {
      for reader in topology.nodeReaders[clearing.index] { suspend(reader) }
      retire(clearing)
    }
    undecideOptions(of: row)
    if let options = old.options { retire(options) }
    topology.rows[row.index].options = nil
    topology.rows[row.index].clearing = nil
    compileOptions(topology.row(row).content, of: row)
    addClearing(to: row)
    addVerdict(to: row)
  }

  private mutating func recompileCalculation(of row: RowID) {
    if let calculation = topology.row(row).calculation { retire(calculation) }
    topology.rows[row.index].calculation = nil
    // A formula replaces the default.
    if topology.row(row).content.defaultFormula == nil,
      let node = topology.row(row).defaultValue
    {
      retire(node)
      topology.rows[row.index].defaultValue = nil
    }
    compileCalculation(of: row)
  }

  /// Binds a default again.
  ///
  /// The default has already given its value, so it does not run again.
  private mutating func recompileDefault(of row: RowID) {
    if let node = topology.row(row).defaultValue { retire(node) }
    compileDefault(of: row)
    if let node = topology.row(row).defaultValue { settledDefaults.append(node) }
  }
}
