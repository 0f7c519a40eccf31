// The graph of a form as a list of edges: for each row and section, what its texts read. Pictures
// are drawn from it. Rows of items stand in it once, as the rows of their template.

import Predicate

/// The rows, sections and inputs of a form, and what their texts read of one another.
public struct DependencyGraph: Sendable {
  /// What can be read or decided.
  public struct Node: Hashable, Sendable {
    /// The kinds of nodes.
    public enum Kind: Hashable, Sendable {
      case form, input
      case section
      case row(RowType)
    }

    /// What `Form.impact(of:)` calls it: `amount`, or `lines.amount` for the row of each item; nil
    /// for the form, and for a row or a section without a tag.
    public let name: String?
    /// What it is.
    public let kind: Kind
    /// The position of the section around it, or of the list whose items have it; nil outside of
    /// sections.
    public let parent: Int?
    /// The id by which edits and questions may name the row or the section, such as `#r5`.
    ///
    /// Nil for a row or a section of a template, because each item has a row of its own.
    public let id: String?
  }

  /// Something that a text reads, and what the text decides.
  public struct Edge: Hashable, Sendable {
    /// The position of the member that is read.
    public let source: Int
    /// The position of the member that the text decides something of.
    public let target: Int
    /// What the text decides.
    public let use: Impact.Use
    /// The text, as its author wrote it.
    public let text: String
    /// Whether the text decides the opposite of the use: the author wrote `visible` for `hidden`,
    /// or `enabled` for `disabled`.
    public let isInverted: Bool
  }

  /// The form, its inputs, and each section before what is in it.
  public private(set) var nodes: [Node] = []
  /// The edges by their targets, in the order of the members; each once.
  public private(set) var edges: [Edge] = []
  fileprivate var inputs: [Int] = []
  fileprivate var positions: [Member: Int] = [:]
  fileprivate var known: Set<Edge> = []

  fileprivate init() {}

  /// Adds the form or an input.
  fileprivate mutating func append(_ kind: Node.Kind, name: String?) -> Int {
    append(Node(name: name, kind: kind, parent: nil, id: nil))
  }

  /// Adds a row or a section.
  fileprivate mutating func append(
    _ member: Member, name: String?, parent: Int?, in topology: Topology
  ) -> Int {
    let kind: Node.Kind =
      switch member {
      case .row(let row): .row(topology.row(row).content.type)
      case .section: .section
      }
    let id = topology.isPrototype(member) ? nil : topology.id(of: member)
    positions[member] = nodes.count
    return append(Node(name: name, kind: kind, parent: parent, id: id))
  }

  private mutating func append(_ node: Node) -> Int {
    nodes.append(node)
    return nodes.count - 1
  }

  fileprivate mutating func append(
    _ source: Int, _ target: Int, _ read: Form.TextRead, in topology: Topology
  ) {
    let edge = Edge(
      source: source, target: target, use: read.use,
      text: topology.graph.texts[read.text.index].text, isInverted: read.isInverted)
    if known.insert(edge).inserted { edges.append(edge) }
  }
}

extension DependencyGraph {
  /// Adds an action of a row that changes another one.
  fileprivate mutating func append(
    _ source: Int, _ target: Int, _ action: TriggerRecord, in topology: Topology
  ) {
    let text = action.formula.flatMap { topology.node($0)?.run }
      .map { topology.graph.texts[$0.text.index].text }
    let edge = Edge(
      source: source, target: target, use: .trigger,
      text: text ?? nodes[target].name.map { "reset \($0)" } ?? "reset", isInverted: false)
    if known.insert(edge).inserted { edges.append(edge) }
  }
}

extension Form {
  /// What the texts of each row and section read, and what those of the form itself do.
  ///
  /// - Complexity: O(n) in the size of the form. Items do not count, only their templates.
  public var dependencies: DependencyGraph {
    var graph = DependencyGraph()
    let form = graph.append(.form, name: nil)
    graph.inputs = topology.graph.inputs.map { graph.append(.input, name: $0.name) }
    var members: [Member] = []
    // The last one is next.
    var pending = outline.sectionsInOrder.map { Member.section($0) }
      .filter { !topology.isOfItem($0) }
    pending.reverse()
    while let member = pending.popLast() {
      _ = graph.append(
        member, name: topology.tag(of: member) == nil ? nil : name(of: member),
        parent: topology.around(member).flatMap { graph.positions[$0] },
        in: topology)
      members.append(member)
      if case .section(let section) = member { pending += parts(of: section).reversed() }
    }
    func source(of slot: Slot) -> Int? {
      switch slot {
      case .input(let input): graph.inputs[input.index]
      case .value, .fact: read(by: slot).flatMap { graph.positions[$0] }
      }
    }
    for member in members {
      guard let target = graph.positions[member] else { continue }
      for read in textsRead(by: member) {
        guard let source = source(of: read.slot) else { continue }
        graph.append(source, target, read, in: topology)
      }
    }
    for member in members {
      guard let target = graph.positions[member] else { continue }
      for (row, action) in triggers(of: member) {
        guard let source = graph.positions[.row(row)] else { continue }
        graph.append(source, target, action, in: topology)
      }
    }
    for read in textsReadByForm {
      guard let source = source(of: read.slot) else { continue }
      graph.append(source, form, read, in: topology)
    }
    return graph
  }

  /// The position of a row, a section or an input in the graph of the form.
  ///
  /// - Parameters:
  ///   - name: What ``impact(of:)`` takes: a tag, an id, the address of a row of an item or, for
  ///     the row of each item, `lines.amount`; or the name of an input.
  ///   - graph: The `dependencies` of the form.
  /// - Returns: The position, of a row of an item that of the row of its template; nil if the name
  ///   is unknown.
  public func position(of name: String, in graph: DependencyGraph) -> Int? {
    if let member = reached(name) { return graph.positions[topology.prototype(of: member)] }
    guard case .input(let input)? = topology.meaning(of: name) else { return nil }
    return graph.inputs[input.index]
  }

  /// The rows of a section, and of a list what its templates have: the rows of items, and their
  /// sections, each before those inside it.
  private func parts(of section: SectionIndex) -> [Member] {
    let record = topology.section(section)
    if !record.prototypes.isEmpty {
      return record.prototypes.flatMap { prototype -> [Member] in
        let item = topology.item(prototype)
        let count = topology.template(of: prototype)?.sections.count ?? 0
        let rows = topology.rows(of: prototype).filter {
          topology.around(.row($0)) == .section(section)
        }
        return rows.map { .row($0) }
          + (0..<count).dropFirst().compactMap(item.section).map { .section($0) }
      }
    }
    guard let item = record.item else {
      return outline.rows(of: section, in: topology).map { .row($0) }
    }
    return topology.rows(of: item).filter { topology.row($0).section == section }.map { .row($0) }
  }
}

extension Topology {
  /// The section around a member; of what an item has itself, its list.
  fileprivate func around(_ member: Member) -> Member? {
    let section: SectionIndex? =
      switch member {
      case .row(let row): rows[row.index].section
      case .section(let section): sections[section.index].parent
      }
    guard let section else { return nil }
    let record = sections[section.index]
    guard let item = record.item, record.place == 0 else { return .section(section) }
    return .section(items[item.index].section)
  }
}
