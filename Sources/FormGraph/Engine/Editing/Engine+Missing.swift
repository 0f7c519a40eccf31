// Finds what answers leave out although the form needs it: values of rows that were hidden where
// the answers were given, but that conditions read. The search follows the graph backwards from
// what is invalid or refused.

import Predicate

/// The members that answers name.
struct Answered: Sendable {
  ///
  /// A list, because only answers that leave the form invalid are searched.
  var rows: [RowIndex] = []
  /// The sections whose items were given.
  var lists: Set<SectionIndex> = []

  mutating func formUnion(_ other: Answered) {
    rows += other.rows
    if !other.lists.isEmpty { lists.formUnion(other.lists) }
  }
}

extension GraphBuilder {
  /// The rows and lists that answers leave out, that could have been hidden, and that decide
  /// whether the form is valid.
  ///
  /// Names in declaration order; empty if the form is valid.
  ///
  /// - Complexity: O(n) in the number of rows, plus the number of nodes that invalid rows depend
  ///   on.
  func missing(in answered: Answered, _ state: borrowing FormState) -> [String] {
    guard !state.canSubmit else { return [] }
    var search = MissingSearch(self, answered)
    for section in outline.sectionsInOrder where !state.attributes.isHidden(section) {
      if state.attributes.isOutOfBounds(section) {
        search.follow(deciders(of: .disabled, .section(section)))
        search.follow(deciders(of: .hidden, .section(section)))
        let properties = topology.section(section).properties
        search.follow([properties[.minimum], properties[.maximum]].compactMap { $0 })
      }
      guard state.invalidRows[section.index] > 0 else { continue }
      for row in outline.rows(of: section, in: topology)
      where !state.attributes.isValid(row, in: topology) {
        search.judged.insert(row)
        search.follow(deciders(of: .valid, .row(row)))
      }
    }
    return search.names()
  }
}

extension Engine {
  /// The names of what answers leave out although it decides why values are refused.
  func missing(in answered: Answered, behind reasons: [Reason]) -> [String] {
    var search = MissingSearch(builder, answered)
    for reason in reasons {
      guard let member = member(called: reason.tag) else { continue }
      search.follow(builder.deciders(of: .hidden, member))
      search.follow(builder.deciders(of: .disabled, member))
      if case .section(let section) = member {
        // A list may have another number of items than was given.
        search.follow(topology.section(section).properties[.count].map { [$0] } ?? [])
      }
      guard case .row(let row) = member else { continue }
      let record = topology.row(row)
      let decisions = record.optionDecisions + record.optionDisablings
      search.follow([record.options, record.calculation].compactMap { $0 })
      search.follow(decisions.compactMap(\.node))
    }
    return search.names()
  }

  /// The member that a reason names: a row by its tag, its address or the name of its value, or a
  /// section.
  private func member(called name: String) -> Member? {
    if case .row(let row)? = found(.tag(name)) { return .row(row) }
    if case .section(let section)? = member(named: name) { return .section(section) }
    if topology.graph.answers == .nested { return member(atAnswerPath: name) }
    let named = topology.directory.namedRows.first { row in
      outline.rows.contains(row)
        && topology.row(row).content.name.map { ExactText($0) == ExactText(name) } ?? false
    }
    return named.map(Member.row)
  }
}

/// A search from the nodes that judge rows back to the values that were left out.
private struct MissingSearch: ~Copyable {
  private let builder: GraphBuilder
  private let answered: Answered
  private let answeredRows: IDSet<RowIndex>
  /// The invalid rows.
  ///
  /// If their own value is missing, their errors already say so.
  var judged = IDSet<RowIndex>()
  private var seen = IDSet<NodeID>()
  private var pending: [NodeID] = []
  private var found: Set<Member> = []

  init(_ builder: borrowing GraphBuilder, _ answered: Answered) {
    self.builder = GraphBuilder(builder.topology, builder.outline)
    self.answered = answered
    answeredRows = IDSet(answered.rows)
  }

  private var topology: Topology { _read { yield builder.topology } }
  private var outline: Outline { _read { yield builder.outline } }

  mutating func follow(_ nodes: [NodeID]) {
    for node in nodes { follow(node) }
  }

  private mutating func follow(_ node: NodeID) {
    guard !seen.contains(node) else { return }
    seen.insert(node)
    pending.append(node)
  }

  /// The names of everything found, in declaration order.
  mutating func names() -> [String] {
    var sources: [Topology.Source] = []
    while let node = pending.popLast() {
      let reader = topology.node(node)
      sources.removeAll(keepingCapacity: true)
      builder.addSourcesInForm(of: node, to: &sources)
      for source in sources {
        switch source {
        case .node(let other):
          follow(other)
          // Readers of a row that may be cleared read its clearing node in place of its value.
          if let row = cleared(by: other), reads(reader, valueOf: row) { look(at: row) }
        case .value(let row): if reads(reader, valueOf: row) { look(at: row) }
        case .items(let section): look(at: section)
        case .input, .place, .time, .day, .table: break
        }
      }
    }
    return found.map { (outline.place(of: $0, in: topology), outline.name(of: $0, in: topology)) }
      .sorted { $0.0 < $1.0 }.compactMap(\.1)
  }

  /// The row that a node clears, or would clear if the form said so; nil of another node.
  private func cleared(by node: NodeID) -> RowIndex? {
    guard let origin = topology.origin(of: node),
      topology.graph.nodes.packed(origin.node).kind == .clearing,
      let row = topology.node(node)?.row, topology.rows[row.index].hiddenValues != .clear
    else { return nil }
    return row
  }

  /// Whether a node depends on the value of a row that was hidden.
  private func reads(_ node: Node?, valueOf row: RowIndex) -> Bool {
    switch node {
    // It gives nil while the row is hidden, whatever its value is.
    case .fact(.visibleValue(row)): false
    // It passes the value on to the nodes that read it, and each of them is asked instead.
    case .clearing(row): false
    case .verdict(row), .rule(row, _, _), .options(row, _): !judged.contains(row)
    default: true
    }
  }

  private mutating func look(at row: RowIndex) {
    if let calculation = topology.rows[row.index].calculation { return follow(calculation) }
    guard outline.rows.contains(row), !answeredRows.contains(row) else { return }
    let record = topology.row(row)
    let canHideSection = topology.canBeHidden(record.section)
    if let list = record.item.map({ topology.item($0).section }), canHideSection,
      !answered.lists.contains(list)
    {
      return look(at: list)
    }
    if canHideSection || record.hidden != .constant(false) { found.insert(.row(row)) }
  }

  private mutating func look(at section: SectionIndex) {
    // A list in an item comes with the list around it.
    if let outer = topology.section(section).item.map({ topology.item($0).section }),
      !answered.lists.contains(outer), topology.canBeHidden(outer)
    {
      return look(at: outer)
    }
    guard outline.sections.contains(section), !answered.lists.contains(section),
      topology.canBeHidden(section)
    else { return }
    found.insert(.section(section))
  }
}
