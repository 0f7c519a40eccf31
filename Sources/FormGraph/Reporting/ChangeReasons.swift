// Why something changed: the cause, the names of what was read and changed, and the texts whose
// results changed. The reasons are found after the transaction, from the nodes that decide.

import Predicate

/// Turns differences into changes by adding names and reasons.
///
/// A class, because what one node has read is the reason for many changes, and found once.
final class ChangeReasons {
  private let set: ChangeSet
  private let touched: TouchedMembers
  private let before: Before
  /// The causes of values that were written by something other than a formula.
  private let causes: [RowID: Change.Cause]
  /// The rows whose validity flipped, in declaration order.
  ///
  /// These rows decide whether a submit button is disabled.
  private let otherValidity: [RowID]
  /// The last deciders and their reasons, kept because one condition often decides many rows.
  private var lastReasons: (deciders: RowDeciders, reasons: Reasons)?
  /// What each node has read that has changed, of the nodes that were asked.
  private var readsByNode: [NodeID: [Read]] = [:]
  /// The names of what nodes have read, by the nodes.
  private var namesByNodes: [[NodeID]: Named] = [:]

  /// The names of what was read and changed, in declaration order, and the texts that decided.
  private struct Reasons {
    var because = Named()
    var texts: [Change.Text] = []
  }

  /// The names of what was read and changed, and the members among it.
  private struct Named {
    var names: [String] = []
    var members: [Member] = []

    var isEmpty: Bool { names.isEmpty }
  }

  /// Something that was read and has changed.
  private enum Read: Hashable {
    case input(InputID)
    case member(Member)
    case table(TableID)
  }

  /// A decision that may have caused a change of an attribute, and the owner of its text.
  private typealias Decider = (owner: TextOwner, decision: Decision)

  /// What decides an attribute of rows: those of one section that have the same decision have the
  /// same reasons.
  private struct RowDeciders: Equatable {
    let attribute: Attribute
    let own: Decision
    let section: SectionID
  }

  /// Prepares the reasons for a change set.
  ///
  /// - Parameters:
  ///   - set: The change set.
  ///   - touched: The members that its transaction touched.
  ///   - otherValidity: The rows whose validity flipped, if that enabled or disabled a submit
  ///     button; otherwise empty.
  init(_ set: ChangeSet, _ touched: TouchedMembers, otherValidity: [RowID]) {
    self.set = set
    self.touched = touched
    before = set.momentBefore
    causes = Dictionary(set.journal.sources.map { ($0.row, $0.cause) }) { $1 }
    self.otherValidity = otherValidity
  }

  private var topology: Topology { _read { yield set.topology } }

  private func name(of row: RowID) -> String? { set.outline.name(of: row, in: topology) }

  func change(_ difference: Difference) -> Change {
    let (cause, reasons) = why(difference)
    func change(
      _ tag: String?, row: RowID? = nil, section: SectionID? = nil, item: ItemID? = nil
    ) -> Change {
      Change(
        tag: tag, row: row, section: section, item: item, property: difference.property,
        old: difference.old, new: difference.new, cause: cause,
        because: reasons.because.names, becauseMembers: reasons.because.members,
        texts: reasons.texts)
    }
    switch difference.subject {
    case .input(let input):
      return change(topology.graph.inputs[input.index].name)
    case .form: return change(nil)
    case .section(let section):
      return change(
        set.outline.name(of: section, in: topology), section: section,
        item: topology.sections[section.index].item)
    case .row(let row):
      return change(
        name(of: row), row: row, section: topology.rows[row.index].section,
        item: topology.rows[row.index].item)
    case .removedRow(let row):
      return change(
        set.oldOutline.name(of: row, in: set.oldTopology), row: row,
        section: set.oldTopology.rows[row.index].section,
        item: set.oldTopology.rows[row.index].item)
    }
  }

  // MARK: - By member

  private typealias Why = (cause: Change.Cause, reasons: Reasons)

  private func why(_ difference: Difference) -> Why {
    // The only reason for what an undo or a redo brings back is the undo or redo itself.
    if let cause = set.wholeCause { return (cause, Reasons()) }
    return switch difference.subject {
    case .input: (.input, Reasons())
    case .form: whyProperty(.form, difference.property)
    case .section(let section): why(section, difference.property)
    case .row(let row): why(row, difference)
    case .removedRow: (.structure, Reasons())
    }
  }

  private func why(_ id: SectionID, _ property: Change.Property) -> Why {
    let attributes: [Attribute]
    switch property {
    case .hidden: attributes = [.hidden]
    case .disabled: attributes = [.disabled]
    case .valid, .verdict: attributes = [.hidden, .disabled]
    // A matrix shows the titles of a row.
    case .optionTitles:
      return whyProperty(set.heading(of: id).map { .row($0) } ?? .section(id), property)
    default: return whyProperty(.section(id), property)
    }
    let decided = attributes.flatMap { self.decided($0, of: .section(id)) }
    if decided.isEmpty, property == .valid || property == .verdict {
      return whyItems(id, property)
    }
    return (.condition, reasons(decided))
  }

  /// Why the number of items of a list is right or wrong now, or is said to be so in other words.
  private func whyItems(_ id: SectionID, _ property: Change.Property) -> Why {
    let section = topology.section(id)
    let nodes = [section.properties[.minimum], section.properties[.text(.title)]].compactMap { $0 }
    let because = names(of: nodes)
    if !because.isEmpty { return (.condition, Reasons(because: because)) }
    // A change of the number of items is a change of the structure, not a condition.
    if set.journal.reshaped.itemSections.contains(id) { return (.structure, Reasons()) }
    if property == .verdict, !changedLocale.isEmpty {
      return (.input, Reasons(because: names(changedLocale)))
    }
    return (.condition, Reasons())
  }

  private func why(_ id: RowID, _ difference: Difference) -> Why {
    switch difference.property {
    case .value:
      return whyValue(id, difference.new)
    case .options, .disabledOptions, .optionGroups:
      return whyOptions(id, difference.property)
    case .hidden: return (.condition, reasons(.hidden, of: id, topology.rows[id.index].hidden))
    case .disabled:
      var reasons = reasons(.disabled, of: id, topology.rows[id.index].disabled)
      if touched.submitRows.contains(id) {
        let decided = decided(.disabled, of: .row(id))
        let others = otherValidity.map { Read.member(.row($0)) }
        reasons.because = names(reads(by: decided.compactMap(\.decision.node)) + others)
      }
      return (.condition, reasons)
    case .required:
      return (.condition, reasons(.required, of: id, topology.rows[id.index].required))
    case .valid, .errors:
      let because = verdictReasons(id, difference.property)
      if because.isEmpty, !changedLocale.isEmpty {
        return (.input, Reasons(because: names(changedLocale)))
      }
      return (.condition, Reasons(because: because))
    default: return whyProperty(.row(id), difference.property)
    }
  }

  /// Why a text, the bounds or a display is another one: what its formulas read, or the language.
  private func whyProperty(_ owner: PropertyOwner, _ property: Change.Property) -> Why {
    if [.optionTitles, .display].contains(property), case .row(let row) = owner,
      let list = changedList(of: topology.row(row))
    {
      return (.condition, Reasons(because: names([list])))
    }
    let nodes = topology.nodes(of: property, owner)
    let reads = reads(by: nodes)
    let ofLocale = changedLocale
    let because = ofLocale.isEmpty ? names(of: nodes) : names(reads + ofLocale)
    if reads.isEmpty, !ofLocale.isEmpty { return (.input, Reasons(because: because)) }
    return (nodes.isEmpty || because.isEmpty ? .structure : .calculated, Reasons(because: because))
  }

  /// Everything that a node may run: of a text, a bound or a display that may be several programs.
  private func runs(of node: NodeID) -> [Run] {
    let node = topology.node(node)
    if case .property(let property)? = node { return property.runs }
    return node?.run.map { [$0] } ?? []
  }

  private func whyValue(_ id: RowID, _ value: Value) -> Why {
    let cause = causes[id]
    // A new row brings its value with it, unless somebody set the value.
    guard !set.journal.reshaped.inserted.contains(id) else {
      return (cause == .set || cause == .observer ? cause ?? .set : .structure, Reasons())
    }
    guard let node = topology.rows[id.index].calculation, let run = topology.node(node)?.run
    else { return (cause ?? .set, Reasons()) }
    let text = Change.Text(text: topology.text(of: run).text, owner: .itself, outcome: value)
    return (.calculated, Reasons(because: names(of: [node]), texts: [text]))
  }

  private func whyOptions(_ id: RowID, _ property: Change.Property) -> Why {
    let row = topology.row(id)
    let nodes =
      property != .disabledOptions
      ? [row.options] + row.optionDecisions.map(\.node).filter(hasChanged)
      : row.optionDisablings.map(\.node).filter(hasChanged)
    let isReassigned = set.journal.reshaped.options.contains(id)
    var reads = reads(by: nodes.compactMap { $0 })
    if let table = row.content.options?.table.flatMap({ replacedTable($0.table) }) {
      reads.append(.table(table))
    }
    if let list = changedList(of: row) { reads.append(list) }
    return (isReassigned ? .structure : .condition, Reasons(because: names(reads)))
  }

  /// The reasons for a changed verdict: the value itself, and what conditions, rules, bounds and
  /// messages read, if it changed.
  private func verdictReasons(_ id: RowID, _ property: Change.Property) -> Named {
    let row = topology.row(id)
    // `required` counts as met while the row is disabled.
    let attributes: [Attribute] = row.canBeRequired ? [.hidden, .disabled] : [.hidden]
    let decided = attributes.flatMap { self.decided($0, of: .row(id)) }
    // Bounds decide whether the value is valid; messages also say titles and displays.
    let read = row.properties.filter {
      property == .valid ? $0.key.isBound : topology.isReadByVerdict($0.key, of: row)
    }.values.sorted()
    let nodes =
      (row.ruleNodes + [row.required.node] + decided.map(\.decision.node)).compactMap { $0 } + read
    return hasOtherValue(id) ? names([.member(.row(id))] + reads(by: nodes)) : names(of: nodes)
  }

  /// The list that a row has its options from, if it offers something else than before.
  private func changedList(of row: RowRecord) -> Read? {
    row.optionList.flatMap(changed(ofFact:))
  }

  /// A table that the transaction has replaced; nil for any other.
  private func replacedTable(_ table: String) -> TableID? {
    guard let old = set.journal.state.tables, let id = old.id(of: table) else { return nil }
    return old[id].contents !== set.state.tables[id].contents ? id : nil
  }

  /// The inputs that say the language and the time zone, as far as they have changed.
  private var changedLocale: [Read] {
    [topology.graph.languageInput, topology.graph.timeZoneInput].compactMap { input in
      input.flatMap { changed(.input($0)) }
    }
  }

  // MARK: - By decider

  /// Whether the result of a decision changed.
  ///
  /// If several things decide, those whose results changed are the reason.
  private func hasChanged(_ node: NodeID?) -> Bool {
    guard let node, let old = set.journal.state.results.old(at: node.index) else { return false }
    return old != set.state.results[node.index]
  }

  private func reasons(_ deciders: [Decider]) -> Reasons {
    guard !deciders.isEmpty else { return Reasons() }
    return Reasons(
      because: names(of: deciders.compactMap(\.decision.node)), texts: deciders.compactMap(text))
  }

  private func reasons(_ attribute: Attribute, of row: RowID, _ own: Decision) -> Reasons {
    let deciders = RowDeciders(
      attribute: attribute, own: own, section: topology.rows[row.index].section)
    if let last = lastReasons, last.deciders == deciders { return last.reasons }
    let reasons = reasons(decided(attribute, of: .row(row)))
    lastReasons = (deciders, reasons)
    return reasons
  }

  /// What decided an attribute of a member: the decisions whose results changed.
  private func decided(_ attribute: Attribute, of member: Member) -> [Decider] {
    var decided: [Decider] = []
    topology.forEachDecider(of: attribute, member) { target, decision in
      if hasChanged(decision.node) { decided.append((target.owner(from: member), decision)) }
    }
    return decided
  }

  private func text(_ decider: Decider) -> Change.Text? {
    guard case .condition(let node, let text, _) = decider.decision else { return nil }
    let outcome: Value? =
      switch set.state.results[node.index] {
      case .yes: true
      case .no: false
      default: nil
      }
    return Change.Text(
      text: topology.graph.texts[text.index].text, owner: decider.owner, outcome: outcome)
  }

  // MARK: - Names of changed values

  /// Everything that nodes have read and that has changed.
  private func reads(by nodes: [NodeID]) -> [Read] { nodes.flatMap(reads(by:)) }

  private func reads(by node: NodeID) -> [Read] {
    if let known = readsByNode[node] { return known }
    let reads = runs(of: node).flatMap(\.slots).compactMap(changed)
    readsByNode[node] = reads
    return reads
  }

  /// The names of what nodes have read and that has changed.
  private func names(of nodes: [NodeID]) -> Named {
    if let known = namesByNodes[nodes] { return known }
    let named = names(reads(by: nodes))
    namesByNodes[nodes] = named
    return named
  }

  /// The names of what was read, each once: inputs, then rows and sections, then tables, each in
  /// the order of their declaration.
  private func names(_ reads: [Read]) -> Named {
    var named = Named()
    // Usually a text reads only one thing that has changed.
    for read in reads.count > 1 ? inOrder(reads) : reads {
      if case .member(let member) = read { named.members.append(member) }
      // A section to choose from and its choice have one name.
      if let name = name(of: read), named.names.last != name { named.names.append(name) }
    }
    return named
  }

  private func inOrder(_ reads: [Read]) -> [Read] {
    var seen: Set<Read> = []
    return reads.filter { seen.insert($0).inserted }
      .map { (read: $0, place: place(of: $0)) }.sorted { $0.place < $1.place }.map(\.read)
  }

  private func name(of read: Read) -> String? {
    switch read {
    case .input(let input): topology.graph.inputs[input.index].name
    case .member(let member): set.outline.name(of: member, in: topology)
    case .table(let table): set.state.tables.names[table.index]
    }
  }

  /// A place in declaration order.
  private func place(of read: Read) -> (kind: Int, index: Int, member: Outline.Place) {
    let none = set.outline.place(of: nil, in: topology)
    return switch read {
    case .input(let input): (0, input.index, none)
    case .member(let member): (1, 0, set.outline.place(of: member, in: topology))
    case .table(let table): (2, table.index, none)
    }
  }

  private func hasOtherValue(_ row: RowID) -> Bool {
    set.state.values.change(at: row.index, since: set.journal.state.values) != nil
  }

  private func changed(_ slot: Slot) -> Read? {
    switch slot {
    case .value(let row): hasOtherValue(row) ? .member(.row(row)) : nil
    case .input(let input):
      set.state.inputs.change(at: input.index, since: set.journal.state.inputs) == nil
        ? nil : .input(input)
    case .fact(let node): changed(ofFact: node)
    }
  }

  private func changed(ofFact node: NodeID) -> Read? {
    // Asked first: most facts are what they were, and what they are of is not needed.
    guard before.fact(of: node) != set.state.facts[node.index],
      case .fact(let fact)? = topology.node(node)
    else { return nil }
    return switch fact {
    case .visibleValue(let row), .display(let row): .member(.row(row))
    case .items(let section, _): .member(.section(section))
    case .attribute(_, let member): .member(member)
    }
  }
}
