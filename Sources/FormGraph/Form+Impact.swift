// What a change of a row or a section can reach, found in the graph: what reads the member, what
// reads those, and through which members. And the other way: what the texts of the member read.

/// What reads a row or a section, and what it reads.
public struct Impact: Hashable, Sendable {
  /// What a text that reads something decides.
  public enum Use: Hashable, Sendable {
    /// An attribute of a row or a section.
    case attribute(Attribute)
    /// Whether the form is read-only.
    case readOnly
    /// The value of a row, by its formula.
    case value
    /// The value that a row starts with.
    case startValue
    /// Whether a value meets a rule.
    case rule
    /// Which options a row has.
    case options
    /// The value of a row that an edit of another row sets.
    case trigger
    /// A text, a bound or the number of items, by the key of the form file, such as `title`.
    case property(String)
  }

  /// One member that a change can reach.
  public struct Reader: Hashable, Sendable {
    /// The tag of the row or section; nil for the form itself.
    ///
    /// A row of items has the tag of its list before its own, such as `lines.amount`, and stands
    /// for the rows of all items.
    public let name: String?
    /// What of the member is decided.
    public let use: Use
    /// The members in between, the nearest to the changed one first; empty for a direct reader.
    ///
    /// Of a long path the first and the last members: `skipped` says how many are left out after
    /// the first `Impact.maximumEnd`.
    public let path: [String]
    /// The number of members that are left out in the middle of the path.
    public let skipped: Int
  }

  /// What one text of the member reads.
  public struct Read: Hashable, Sendable {
    /// The tag of the row or section, or the name of the input.
    public let name: String
    /// What the text decides of the member.
    public let use: Use
  }

  /// The largest number of members at each end of a path.
  public static let maximumEnd = 8

  /// Everything that a change of the member can reach, direct readers first.
  public let readers: [Reader]
  /// What the texts of the member read directly, without repetitions.
  public let reads: [Read]
}

extension Form {
  /// What reads a row, a section or an input, directly and through others, and what it reads.
  ///
  /// - Parameter tag: The tag or the address of a row or a section, `lines.amount` for the row
  ///   `amount` of every item of `lines`, or the name of an input.
  /// - Returns: The readers and what is read; nil if the tag is unknown.
  /// - Complexity: O(n) in the number of texts that a change can reach.
  public func impact(of tag: String) -> Impact? {
    // What reads a row of an item reads that of the prototype in the graph, under the same names.
    if let member = reached(tag).map({ topology.prototype(of: $0) }) {
      return Impact(readers: readers(of: member), reads: reads(of: member))
    }
    guard case .input(let input)? = topology.meaning(of: tag) else { return nil }
    return Impact(readers: readers(topology.readers(of: .input(input)), of: nil), reads: [])
  }

  /// The member that a tag means; of `lines.amount` the row of the prototype.
  func reached(_ tag: String) -> Member? {
    if let member = explained(tag) { return member }
    let parts = tag.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count > 1, var member = topology.member(named: parts[0]) else { return nil }
    for part in parts.dropFirst() {
      guard case .section(let list) = member,
        let next = topology.section(list).prototypes.lazy
          .compactMap({ topology.member(named: part, directlyIn: $0) }).first
      else { return nil }
      member = next
    }
    return member
  }

  // MARK: - Readers

  private func readers(of member: Member) -> [Impact.Reader] {
    readers(directReaders(of: member), of: member)
  }

  /// What nodes decide, directly and through others; the member is nil for an input.
  private func readers(_ direct: some Sequence<NodeID>, of member: Member?) -> [Impact.Reader] {
    let own = member.map(name)
    var queue: [(node: NodeID, path: Way?)] = []
    var known: Set<NodeID> = []
    func append(_ nodes: some Sequence<NodeID>, _ path: Way?) {
      for node in nodes where known.insert(node).inserted { queue.append((node, path)) }
    }
    append(direct, nil)

    var readers: [Impact.Reader] = []
    var listed: Set<Impact.Read> = []
    // What an edit sets off, and what that sets off.
    var edited = member?.row.map { [(row: $0, path: Way?.none)] } ?? []
    while let (row, path) = edited.popLast() {
      for target in topology.targets(ofActionsOf: row) where .row(target) != member {
        let name = name(of: .row(target))
        guard listed.insert(Impact.Read(name: name, use: .trigger)).inserted else { continue }
        readers.append(
          Impact.Reader(
            name: name, use: .trigger, path: path?.shown ?? [], skipped: path?.skipped ?? 0))
        let longer = Way(name, after: path)
        append(directReaders(of: .row(target)), longer)
        edited.append((target, longer))
      }
    }
    var next = 0
    while next < queue.count {
      let (id, path) = queue[next]
      next += 1
      let node = topology.graph.nodes[id]
      for (target, use) in decided(by: id, node) {
        let name = target.map(name)
        if member != nil, target == member, use == .rule || use == .options { continue }
        guard listed.insert(Impact.Read(name: name ?? "", use: use)).inserted else { continue }
        readers.append(
          Impact.Reader(
            name: name, use: use, path: path?.shown ?? [], skipped: path?.skipped ?? 0))
      }
      var longer = path
      if let through = passed(by: node).map(name), through != own, through != path?.name {
        longer = Way(through, after: path)
      }
      append(topology.readers(of: .node(id)), longer)
      switch node {
      case .calculation(let row, _), .filling(let row, _), .clearing(let row):
        append(topology.readers(of: .value(row)), longer)
      case .property(let property) where property.name == .count:
        guard case .section(let list) = property.owner else { break }
        append(itemReaders(of: list), longer)
        append(nodesOfItems(in: list), longer)
      default: break
      }
    }
    return readers
  }

  /// The members on the way to a reader: all of a short way, and the ends of a long one.
  ///
  /// A copy for each reader would take n² memory for a chain of n rows.
  private struct Way {
    private var first: [String]
    private var last: [String] = []
    private var count: Int

    /// The last member.
    var name: String? { last.last ?? first.last }
    var skipped: Int { count - first.count - last.count }
    var shown: [String] { first + last }

    init(_ name: String, after way: Way?) {
      guard var way else {
        (first, count) = ([name], 1)
        return
      }
      if way.count < Impact.maximumEnd {
        way.first.append(name)
      } else {
        if way.last.count == Impact.maximumEnd { way.last.removeFirst() }
        way.last.append(name)
      }
      way.count += 1
      self = way
    }
  }

  /// The nodes that read the items of a list, or where among them one stands.
  private func itemReaders(of list: SectionIndex) -> [NodeID] {
    topology.readers(of: .items(list)) + topology.readers(of: .place(list))
  }

  /// The nodes of the prototypes of a list, and of the lists in them.
  ///
  /// The recursion is bounded by `SectionDefinition.maximumDepth`.
  private func nodesOfItems(in list: SectionIndex) -> [NodeID] {
    topology.section(list).prototypes.flatMap { prototype in
      topology.template(nodesOf: prototype)
        + topology.lists(of: prototype).flatMap(nodesOfItems)
    }
  }

  /// The nodes that read a member and, unless only the value counts, its attributes that something
  /// reads.
  private func directReaders(of member: Member, valueOnly: Bool = false) -> [NodeID] {
    var nodes: [NodeID] =
      switch member {
      case .row(let row): topology.readers(of: .value(row))
      case .section(let section): itemReaders(of: section)
      }
    if !valueOnly {
      nodes += Attribute.allCases.compactMap { topology.node(of: .attribute($0, member)) }
    }
    if let row = member.row, let node = topology.node(of: .visibleValue(row)) {
      nodes.append(node)
    }
    return nodes
  }

  /// Whether a text of another member, or of the form, reads a row or a section.
  ///
  /// - Parameters:
  ///   - tag: What `impact(of:)` takes.
  ///   - valueOnly: Whether reading an attribute, such as `$x.isHidden`, does not count.
  /// - Returns: False also if the tag is unknown.
  /// - Complexity: O(n) in the number of texts that read the member directly.
  package func isRead(_ tag: String, valueOnly: Bool = false) -> Bool {
    guard let member = reached(tag).map({ topology.prototype(of: $0) }) else { return false }
    var queue = directReaders(of: member, valueOnly: valueOnly)
    var known = Set(queue)
    var next = 0
    while next < queue.count {
      let id = queue[next]
      next += 1
      let node = topology.graph.nodes[id]
      let targets = decided(by: id, node)
      let isOwn =
        targets.isEmpty ? passed(by: node) == member : targets.allSatisfy { $0.0 == member }
      guard isOwn else { return true }
      // What reads an attribute or the value of the member comes after its own node.
      for reader in topology.readers(of: .node(id)) where known.insert(reader).inserted {
        queue.append(reader)
      }
    }
    return false
  }

  /// What a node decides, and the member that it decides; nil for the form and for pages.
  private func decided(by id: NodeID, _ node: Node) -> [(Member?, Impact.Use)] {
    switch node {
    case .condition:
      topology.graph.nodes.effects(of: id).targets.map { ($0.member, Self.use(of: $0)) }
    case .calculation(let row, _): [(.row(row), .value)]
    case .filling(let row, _):
      [(.row(row), topology.row(row).content.suggested == nil ? .startValue : .value)]
    case .rule(let row, _, _): [(.row(row), .rule)]
    case .trigger(let row, _, _): [(.row(row), .trigger)]
    case .options(let row, _): [(.row(row), .options)]
    case .property(let property): [(property.owner.member, .property(property.name.key))]
    case .verdict, .clearing, .fact: []
    }
  }

  /// What a decision decides.
  private static func use(of target: Target) -> Impact.Use {
    switch target {
    case .row(_, .hidden), .section(_, .hidden), .section(_, .pageHidden): .attribute(.hidden)
    case .row(_, .disabled), .section: .attribute(.disabled)
    case .row: .attribute(.required)
    case .readOnly: .readOnly
    case .option(_, _, .actionDisabled): .property("actions")
    case .option: .options
    }
  }

  /// The member that whatever reads a node reads.
  private func passed(by node: Node) -> Member? {
    switch node {
    case .fact(.attribute(_, let member)): member
    case .fact(.items(let section, _)): .section(section)
    case .property(let property) where property.name == .count: property.owner.member
    default: node.row.map { .row($0) }
    }
  }

  // MARK: - What is read

  /// A slot that a text reads, and what the text decides, or the opposite of it.
  typealias TextRead = (slot: Slot, use: Impact.Use, text: TextID, isInverted: Bool)

  private func reads(of member: Member) -> [Impact.Read] {
    var known: Set<Impact.Read> = []
    let texts = textsRead(by: member).compactMap { slot, use, _, _ in
      name(of: slot).map { Impact.Read(name: $0, use: use) }
    }
    let triggers = triggers(of: member).map {
      Impact.Read(name: name(of: .row($0.row)), use: .trigger)
    }
    return (texts + triggers).filter { known.insert($0).inserted }
  }

  /// The rows whose edits set off actions that change a row, each with one of these actions; of a
  /// template those of its prototype.
  func triggers(of member: Member) -> [(row: RowIndex, action: TriggerRecord)] {
    guard case .row(let row) = member else { return [] }
    let target = topology.prototype(of: row)
    return topology.graph.rowsWithTriggers.flatMap { source in
      topology.row(source).triggerActions.filter { $0.target == target }.map { (source, $0) }
    }
  }

  /// What the texts of a member read, with repetitions.
  func textsRead(by member: Member) -> [TextRead] {
    var reads: [TextRead] = []
    for target in topology.targets(of: member) {
      guard case .condition(let node, let text, let isInverted) = topology.decision(of: target)
      else { continue }
      let slots = topology.node(node)?.run?.slots ?? []
      reads += slots.map { ($0, Self.use(of: target), text, isInverted) }
    }
    let nodes =
      switch member {
      case .row(let row): topology.row(row).ownNodes
      case .section(let section): topology.section(section).properties.values.sorted()
      }
    let own = member.row.map(Slot.value)
    for id in nodes {
      guard let node = topology.node(id), let use = decided(by: id, node).first?.1 else { continue }
      // A rule reads the value of its own row by its nature.
      reads += Self.reads(of: node, use).filter { use != .rule || $0.slot != own }
    }
    return reads
  }

  /// What the texts of the form itself and of its pages read, with repetitions.
  var textsReadByForm: [TextRead] {
    var reads: [TextRead] = []
    if case .condition(let node, let text, let isInverted) = topology.graph.readOnly {
      let slots = topology.node(node)?.run?.slots ?? []
      reads = slots.map { ($0, .readOnly, text, isInverted) }
    }
    let graph = topology.graph
    let nodes = ([graph.properties] + graph.pageProperties.sorted { $0.key < $1.key }.map(\.value))
      .flatMap { $0.values.sorted() }
    for id in nodes {
      guard let node = topology.node(id), case .property(let property) = node else { continue }
      reads += Self.reads(of: node, .property(property.name.key))
    }
    return reads
  }

  private static func reads(of node: Node, _ use: Impact.Use) -> [TextRead] {
    let runs: [Run] =
      if case .property(let property) = node {
        property.runs
      } else {
        node.run.map { [$0] } ?? []
      }
    return runs.flatMap { run in run.slots.map { ($0, use, run.text, false) } }
  }

  // MARK: - Names

  /// The name of what a slot holds.
  private func name(of slot: Slot) -> String? {
    if case .input(let input) = slot { return topology.graph.inputs[input.index].name }
    return read(by: slot).map(name)
  }

  /// The member whose value, attribute or items a slot holds; nil for an input.
  ///
  /// Of one column of a list, the row or the list that the items have there.
  func read(by slot: Slot) -> Member? {
    switch slot {
    case .value(let row): return .row(row)
    case .input: return nil
    case .fact(let node):
      guard case .fact(let fact)? = topology.node(node) else { return nil }
      switch fact {
      case .attribute(_, let member): return member
      case .visibleValue(let row), .display(let row): return .row(row)
      case .items(let section, let view):
        guard view.columns.count == 1, let column = view.columns.first else {
          return .section(section)
        }
        return topology.section(section).prototypes.lazy.compactMap { item in
          topology.row(of: item, column).map { .row($0) }
            ?? topology.list(of: item, column).map { .section($0) }
        }.first ?? .section(section)
      }
    }
  }

  /// The tags of the lists around a member and its own, without positions.
  ///
  /// The number of steps is bounded by `SectionDefinition.maximumDepth`.
  func name(of member: Member) -> String {
    var parts = [topology.tag(of: member)].compactMap { $0 }
    if parts.isEmpty {
      parts = [member.row == nil ? "a section without a tag" : "a row without a tag"]
    }
    var item = topology.item(of: member)
    while let id = item {
      let list = topology.item(id).section
      parts.append(topology.tag(of: .section(list)) ?? "a list without a tag")
      item = topology.item(of: .section(list))
    }
    return parts.reversed().joined(separator: ".")
  }
}
