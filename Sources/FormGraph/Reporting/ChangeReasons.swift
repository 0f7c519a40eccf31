// Why something changed: the cause, the names of what was read and changed, and the texts whose
// results changed. The reasons are found after the transaction, from the nodes that decide.

import Predicate

/// Why something changed: the same object for many changes that one condition decides.
final class Why {
  let cause: Change.Cause
  let because: Named
  /// The decisions that caused the change: those whose results changed.
  let decided: [ChangeReasons.Decider]
  /// The formula that gave a value.
  let formula: NodeID?
  /// What the decisions say, once somebody has asked.
  fileprivate var texts: [Change.Text]?

  init(
    cause: Change.Cause, because: Named = Named(), decided: [ChangeReasons.Decider] = [],
    formula: NodeID? = nil
  ) {
    self.cause = cause
    self.because = because
    self.decided = decided
    self.formula = formula
  }

  /// The names of what was read and changed, in declaration order, and the members among it.
  struct Named {
    var names: [String] = []
    var members: [Member] = []
  }
}

/// Finds why members differ from before a transaction.
///
/// A class, because what one node has read is the reason for many changes, and found once.
final class ChangeReasons {
  private let set: ChangeSet
  private let shape: Engine.Shape
  private let touched: TouchedMembers
  /// The causes of values that were written by something other than a formula.
  private let causes: [Int: Change.Cause]
  /// The rows whose validity flipped, in declaration order.
  ///
  /// These rows decide whether a submit button is disabled.
  private let otherValidity: [RowIndex]
  /// The tables that the transaction has replaced.
  private let replacedTables: [TableID]
  // Only this object writes these, so no access is checked for overlaps. Their keys are numbers: in
  // a process the first dictionary with another type of keys costs as much as a small edit.

  /// The last deciders and what they say, kept because one condition often decides many rows.
  @exclusivity(unchecked) private var lastWhy: (deciders: RowDeciders, why: Why)?
  /// What has changed, of all that was read, each once.
  @exclusivity(unchecked) private var sources: [Source] = []
  @exclusivity(unchecked) private var sourceByRead: [Int: Int] = [:]
  /// The same by slot, of those that hold something else; -1 of a fact that went.
  @exclusivity(unchecked) private var sourceBySlot: [Int: Int] = [:]
  /// What each node has read that has changed, of the nodes that were asked.
  @exclusivity(unchecked) private var becauseByNode: [Int: Why.Named] = [:]

  /// Something that was read and has changed.
  private enum Read {
    case input(InputID)
    case member(Member)
    case table(TableID)

    /// A number that nothing else has.
    var code: Int {
      switch self {
      case .input(let input): input.index << 2
      case .member(.row(let row)): row.index << 2 | 1
      case .member(.section(let section)): section.index << 2 | 2
      case .table(let table): table.index << 2 | 3
      }
    }
  }

  /// The same, with its name and its place in the order of declaration.
  private struct Source {
    let read: Read
    let name: String?
    let place: (kind: Int, index: Int, member: Outline.Place)
  }

  /// A decision that may have caused a change of an attribute, and the owner of its text.
  typealias Decider = (owner: TextOwner, decision: Decision)

  /// What decides an attribute of rows: those of one section that have the same decision have the
  /// same reasons.
  private struct RowDeciders: Equatable {
    let attribute: Attribute
    let own: Decision
    let section: SectionIndex
  }

  /// Prepares the reasons for a change set.
  ///
  /// - Parameters:
  ///   - set: The change set.
  ///   - touched: The members that its transaction touched.
  ///   - otherValidity: The rows whose validity flipped, if that enabled or disabled a submit
  ///     button; otherwise empty.
  init(_ set: ChangeSet, _ touched: TouchedMembers, otherValidity: [RowIndex]) {
    self.set = set
    shape = set.shape
    self.touched = touched
    causes = Dictionary(set.journal.sources.map { ($0.row.index, $0.cause) }) { $1 }
    self.otherValidity = otherValidity
    replacedTables = set.replacedTables
  }

  private var topology: Topology { _read { yield shape.topology } }

  /// A difference as a change with its reasons.
  func change(_ difference: Difference, _ property: Change.Property) -> Change {
    let why = why(difference, property)
    let named = set.named(difference.subject)
    return Change(
      tag: named.tag, row: named.row?.id(in: set.form), section: named.section?.id(in: set.form),
      item: named.item?.id(in: set.form), property: property, old: difference.old,
      new: difference.new, cause: why.cause,
      because: why.because.names, becauseMembers: why.because.members,
      texts: texts(why, difference.new))
  }

  /// The texts that decided a change of something to a value.
  private func texts(_ why: Why, _ new: Value) -> [Change.Text] {
    if let node = why.formula, let run = topology.node(node)?.run {
      return [Change.Text(text: topology.text(of: run).text, owner: .itself, outcome: new)]
    }
    if let known = why.texts { return known }
    let texts = why.decided.compactMap(text)
    why.texts = texts
    return texts
  }

  // MARK: - By member

  func why(_ difference: Difference, _ property: Change.Property) -> Why {
    // The only reason for what an undo or a redo brings back is the undo or redo itself.
    if let cause = set.wholeCause { return Why(cause: cause) }
    return switch difference.subject {
    case .input: Why(cause: .input)
    case .form: whyProperty(.form, property)
    case .section(let section): why(section, property)
    case .row(let row): why(row, property)
    case .removedRow, .item, .source: Why(cause: .structure)
    }
  }

  private func why(_ id: SectionIndex, _ property: Change.Property) -> Why {
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
    return why(decided)
  }

  /// Why the number of items of a list is right or wrong now, or is said to be so in other words.
  private func whyItems(_ id: SectionIndex, _ property: Change.Property) -> Why {
    let section = topology.section(id)
    // The words name the list by its title.
    let names: [PropertyName] =
      [.minimum, .maximum] + (property == .verdict ? [.text(.title)] : [])
    let nodes = names.compactMap { section.properties[$0] }
    let because = because(of: nodes)
    if !because.names.isEmpty { return Why(cause: .condition, because: because) }
    // A change of the number of items is a change of the structure, not a condition.
    if set.journal.reshaped.itemSections.contains(id) { return Why(cause: .structure) }
    if property == .verdict, !changedLocale.isEmpty {
      return Why(cause: .input, because: named(changedLocale))
    }
    return Why(cause: .condition)
  }

  private func why(_ id: RowIndex, _ property: Change.Property) -> Why {
    switch property {
    case .value:
      return whyValue(id)
    case .options, .disabledOptions, .optionGroups:
      return whyOptions(id, property)
    case .hidden: return why(.hidden, of: id, topology.rows[id.index].hidden)
    case .disabled:
      let why = why(.disabled, of: id, topology.rows[id.index].disabled)
      guard touched.submitRows.contains(id) else { return why }
      let others = otherValidity.map { source(.member(.row($0))) }
      return Why(
        cause: why.cause,
        because: named(reads(by: why.decided.compactMap(\.decision.node)) + others),
        decided: why.decided)
    case .required: return why(.required, of: id, topology.rows[id.index].required)
    case .follows: return whyValue(id)
    case .valid, .errors:
      let because = verdictReasons(id, property)
      if because.names.isEmpty, !changedLocale.isEmpty {
        return Why(cause: .input, because: named(changedLocale))
      }
      return Why(cause: .condition, because: because)
    default: return whyProperty(.row(id), property)
    }
  }

  /// Why a text, the bounds or a display is another one: what its formulas read, or the language.
  private func whyProperty(_ owner: PropertyOwner, _ property: Change.Property) -> Why {
    if [.optionTitles, .display].contains(property), case .row(let row) = owner,
      let list = changedList(of: topology.row(row))
    {
      return Why(cause: .condition, because: named([list]))
    }
    let nodes = topology.nodes(of: property, owner)
    let reads = reads(by: nodes)
    let ofLocale = changedLocale
    let because = named(reads + ofLocale)
    if reads.isEmpty, !ofLocale.isEmpty { return Why(cause: .input, because: because) }
    // Without a formula now or before, or with another one, the host has defined it anew.
    let isDefined =
      nodes.isEmpty || because.members.isEmpty && because.names.isEmpty && isRecompiled
    return Why(cause: isDefined ? .structure : .calculated, because: because)
  }

  private func whyValue(_ id: RowIndex) -> Why {
    let cause = causes[id.index]
    // A new row brings its value with it, unless somebody set the value.
    guard !set.journal.reshaped.inserted.contains(id) else {
      return Why(cause: cause == .set || cause == .observer ? cause ?? .set : .structure)
    }
    let record = topology.rows[id.index]
    if let node = record.calculation {
      return Why(cause: .calculated, because: because(of: [node]), formula: node)
    }
    let written = cause ?? .set
    if [.trigger, .default, .calculated].contains(written),
      let origin = set.journal.triggered?[id]
    {
      return Why(cause: .trigger, because: named([source(.member(.row(origin)))]))
    }
    guard let node = record.filling,
      written == .calculated || written == .default && record.content.once != nil
    else { return Why(cause: written) }
    return Why(cause: written, because: because(of: [node]), formula: node)
  }

  private func whyOptions(_ id: RowIndex, _ property: Change.Property) -> Why {
    let row = topology.row(id)
    let nodes =
      property != .disabledOptions
      ? [row.options] + row.optionDecisions.map(\.node).filter(hasChanged)
      : row.optionDisablings.map(\.node).filter(hasChanged)
    let isReassigned = set.journal.reshaped.options.contains(id)
    var reads = reads(by: nodes.compactMap { $0 })
    if let table = row.content.options?.table.flatMap({ set.state.tables.id(of: $0.table) }),
      replacedTables.contains(table)
    {
      reads.append(source(ofTable: table))
    }
    if let list = changedList(of: row) { reads.append(list) }
    return Why(cause: isReassigned ? .structure : .condition, because: named(reads))
  }

  /// The reasons for a changed verdict: the value itself, and what conditions, rules, bounds and
  /// messages read, if it changed.
  private func verdictReasons(_ id: RowIndex, _ property: Change.Property) -> Why.Named {
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
    return hasOtherValue(id)
      ? named([source(.member(.row(id)))] + reads(by: nodes)) : because(of: nodes)
  }

  /// The list that a row has its options from, if it offers something else than before.
  private func changedList(of row: RowRecord) -> Int? {
    row.optionList.flatMap { source(ofSlot: .fact($0)) }
  }

  private var isRecompiled: Bool { self.set.journal.reshaped.isRecompiled }

  /// The inputs that say the language and the time zone, as far as they have changed.
  private var changedLocale: [Int] {
    [topology.graph.languageInput, topology.graph.timeZoneInput].compactMap { input in
      input.flatMap { source(ofSlot: .input($0)) }
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

  private func why(_ decided: [Decider]) -> Why {
    Why(
      cause: .condition, because: because(of: decided.compactMap(\.decision.node)),
      decided: decided)
  }

  private func why(_ attribute: Attribute, of row: RowIndex, _ own: Decision) -> Why {
    let deciders = RowDeciders(
      attribute: attribute, own: own, section: topology.rows[row.index].section)
    if let lastWhy, lastWhy.deciders == deciders { return lastWhy.why }
    let why = why(decided(attribute, of: .row(row)))
    lastWhy = (deciders, why)
    return why
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

  /// The names of what nodes have read and that has changed.
  private func because(of nodes: [NodeID]) -> Why.Named {
    guard let node = nodes.first else { return Why.Named() }
    guard nodes.count == 1 else { return named(reads(by: nodes)) }
    if let known = becauseByNode[node.index] { return known }
    let because = named(reads(by: nodes))
    becauseByNode[node.index] = because
    return because
  }

  /// Everything that nodes have read and that has changed, by its place in `sources`.
  private func reads(by nodes: [NodeID]) -> [Int] {
    var reads: [Int] = []
    for node in nodes {
      topology.forEachSlot(readBy: node) { slot in
        if let source = source(ofSlot: slot) { reads.append(source) }
      }
      guard !replacedTables.isEmpty, let origin = topology.origin(of: node) else { continue }
      for table in replacedTables where topology.readers(of: .table(table)).contains(origin.node) {
        reads.append(source(ofTable: table))
      }
    }
    return reads
  }

  /// A table that is another one than before: the host has replaced it, or people read it in
  /// another language.
  private func source(ofTable table: TableID) -> Int {
    if let before = set.journal.state.tables, before.hasSame(table, as: set.state.tables),
      let language = topology.graph.languageInput
    {
      return source(.input(language))
    }
    return source(.table(table))
  }

  /// The names of what was read, each once: inputs, then rows and sections, then tables, each in
  /// the order of their declaration; the first `Change.maximumBecause`.
  private func named(_ reads: [Int]) -> Why.Named {
    var named = Why.Named()
    // Usually a text reads only one thing that has changed.
    let inOrder =
      reads.count > 1 ? Set(reads).sorted { sources[$0].place < sources[$1].place } : reads
    for index in inOrder.prefix(Change.maximumBecause) {
      if case .member(let member) = sources[index].read { named.members.append(member) }
      // A section to choose from and its choice have one name.
      if let name = sources[index].name, named.names.last != name { named.names.append(name) }
    }
    return named
  }

  private func source(_ read: Read) -> Int {
    if let known = sourceByRead[read.code] { return known }
    let none = shape.outline.place(of: nil, in: topology)
    switch read {
    case .input(let input):
      let name = topology.graph.inputs[input.index].name
      sources.append(Source(read: read, name: name, place: (0, input.index, none)))
    case .member(let member):
      let place = shape.outline.place(of: member, in: topology)
      let name = shape.outline.name(of: member, in: topology)
      sources.append(Source(read: read, name: name, place: (1, 0, place)))
    case .table(let table):
      let name = set.state.tables.names[table.index]
      sources.append(Source(read: read, name: name, place: (2, table.index, none)))
    }
    sourceByRead[read.code] = sources.count - 1
    return sources.count - 1
  }

  private func source(ofSlot slot: Slot) -> Int? {
    // Asked first: most of what is read holds what it held.
    guard isOther(slot) else { return nil }
    if let known = sourceBySlot[slot.code] { return known < 0 ? nil : known }
    let found = read(slot).map(source)
    sourceBySlot[slot.code] = found ?? -1
    return found
  }

  private func hasOtherValue(_ row: RowIndex) -> Bool { isOther(.value(row)) }

  private func isOther(_ slot: Slot) -> Bool {
    switch slot {
    case .value(let row): set.state.values.isOther(at: row.index, since: set.journal.state.values)
    case .input(let input):
      set.state.inputs.isOther(at: input.index, since: set.journal.state.inputs)
    case .fact(let node): set.state.facts.isOther(at: node.index, since: set.journal.state.facts)
    }
  }

  /// What a slot is of; nil of a fact that the form no longer has.
  private func read(_ slot: Slot) -> Read? {
    switch slot {
    case .value(let row): return .member(.row(row))
    case .input(let input): return .input(input)
    case .fact(let node):
      guard case .fact(let fact)? = topology.node(node) else { return nil }
      return switch fact {
      case .visibleValue(let row), .display(let row): .member(.row(row))
      case .items(let section, _): .member(.section(section))
      case .attribute(_, let member): .member(member)
      }
    }
  }
}

extension Slot {
  /// A number that no other slot has.
  fileprivate var code: Int {
    switch self {
    case .value(let row): row.index << 2
    case .input(let input): input.index << 2 | 1
    case .fact(let node): node.index << 2 | 2
    }
  }
}
