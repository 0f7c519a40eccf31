// Receives members and texts, gives a topology in which everything is connected and ranked, or what
// is wrong with it. A form is compiled by building it from nothing; a live form changes its shape
// by building on what it has. Changes are collected, and complete only after `finish`.

import Predicate

/// Builds on a topology.
struct GraphBuilder {
  /// Where another one is to be built on, so is another builder: what is new is told by its count.
  var topology: Topology
  var outline: Outline
  private(set) var list = ProblemList()
  /// How many errors have been reported, listed or not.
  private(set) var errorCount = 0
  /// How many warnings the texts have been given, told or not.
  private(set) var warningCount = 0

  /// Where the new nodes begin, whose edges are yet to be made.
  private var firstNew: Int
  /// Those of the older ones whose edges are yet to be made, since they will read something else.
  private var suspended = IDSet<NodeID>()
  /// After `finish`: the nodes whose edges it made.
  private(set) var fresh = IDSet<NodeID>()
  /// The nodes that are no longer in use.
  private(set) var retired: [NodeID] = []
  /// The defaults that are bound anew and have given their value before.
  var settledDefaults: [NodeID] = []
  /// The nodes that must be evaluated though nothing they read has changed its value.
  var stale = IDSet<NodeID>()
  /// The sections whose items have come, gone or moved.
  var reordered = IDSet<SectionID>()
  /// What has been decided anew, the attributes of new rows apart.
  var decided: [Target] = []
  /// New members whose texts have not been read; a text may speak of members that come later.
  var uncompiled: [Member] = []
  /// Those of them that have gone again.
  private var goneUncompiled: Set<Member> = []
  /// What members have come to say; read with the texts of new members, for the same reason.
  var reassigned: [Reassigned] = []
  /// The nodes that read something which is no longer there.
  var orphans = IDSet<NodeID>()
  /// The nodes that may have lost their last use.
  var unused: [NodeID] = []
  /// The texts that have been read since the last change was finished.
  var knownTexts: [TextID: KnownText] = [:]
  /// The conditions of texts that have come twice and mean the same wherever they stand: a thousand
  /// rows that are hidden by one text cost one look-up each.
  var repeatedConditions: [ExactText: (text: TextID, node: NodeID)] = [:]
  /// What hides each page, once it has been compiled for one section of the page; nil where no page
  /// was, so that a builder for a form without pages has no more to copy.
  var pageDecisions: [Int: Decision]?
  /// The texts that could not be read.
  var failures: [TextKey: Diagnostic] = [:]
  /// What a misspelled name is compared with, and how often it still may be.
  private var knownNames: [String] = []
  private var comparisonsLeft = 200_000

  init(_ topology: Topology, _ outline: Outline) {
    self.topology = topology
    self.outline = outline
    firstNew = topology.nodes.count
  }

  /// Whose text is compiled, and where it stands.
  struct Site {
    /// Nil for the form itself.
    let owner: Member?
    let steps: [JSONPath.Step]
    /// The row whose value SELF is; nil where SELF means nothing.
    var selfRow: RowID?
    /// Whether SELF is an option of the row.
    var isOfOptions = false
    /// Whether what the parser says of the text is told elsewhere.
    var isQuiet = false

    init(
      _ owner: Member?, _ steps: JSONPath.Step..., selfRow: RowID? = nil, isOfOptions: Bool = false
    ) {
      self.init(owner, steps, selfRow: selfRow, isOfOptions: isOfOptions)
    }

    init(
      _ owner: Member?, _ steps: [JSONPath.Step], selfRow: RowID? = nil, isOfOptions: Bool = false
    ) {
      self.isOfOptions = isOfOptions
      self.owner = owner
      self.steps = steps
      self.selfRow = selfRow
    }

    func isOfPrototype(_ topology: Topology) -> Bool {
      if case .row(let row)? = owner { topology.isPrototype(row) } else { false }
    }
  }

  /// Reads the texts of everything new, connects and ranks.
  ///
  /// - Complexity: O(what is new, and what comes after it in the order of evaluation).
  mutating func finish() {
    // What is there comes first: the nodes of a new item are ranked as those that its prototype has
    // after this.
    recompileReassigned()
    bindOrphans()
    while !uncompiled.isEmpty {
      let members = uncompiled
      uncompiled = []
      for member in members where !goneUncompiled.contains(member) {
        switch member {
        // What is wrong with a template is told of its prototype, once.
        case .row(let row) where isOfItem(row) && errorCount > 0: break
        case .row(let row): compile(row)
        case .section(let section): compile(section)
        }
        // What comes behind is refused with it, unread.
        guard hasRoomForConditions() else {
          uncompiled = []
          break
        }
      }
    }
    goneUncompiled = []
    // Also where a text is wrong: cycles among the others are told with it.
    fresh = pendingNodes
    connect(fresh)
    suspended = IDSet()
    firstNew = topology.nodes.count
    releaseUnused()
    readReorderedItems()
    // By a loop: what a closure sees of a builder is copied for it.
    var ranked: [NodeID] = []
    ranked.reserveCapacity(fresh.count)
    for node in fresh where !topology.isOfItem(node) { ranked.append(node) }
    rank(ranked)
  }

  /// Whether the form may have as many conditions as it has now; if not, that is reported.
  private mutating func hasRoomForConditions() -> Bool {
    let limit = topology.limits.conditions
    guard topology.conditionCount + topology.partCount > limit else { return true }
    let problem = FormCompiler.tooManyConditions(limit)
    report(problem.message, at: problem.path, hint: problem.hint)
    return false
  }

  /// Leaves the texts of a member that has gone unread; its id is given to no other before
  /// `finish`.
  mutating func leaveUncompiled(_ member: Member) {
    if !uncompiled.isEmpty { goneUncompiled.insert(member) }
  }

  /// Forgets everything but the topology and the outline.
  mutating func reset() { self = GraphBuilder(topology, outline) }

  /// Whether a row belongs to an item, not to a prototype.
  func isOfItem(_ row: RowID) -> Bool {
    topology.rows[row.index].item != nil && !topology.isPrototype(row)
  }

  // MARK: - Nodes

  /// Appends a node; one of an item is ranked as its counterpart in the prototype.
  mutating func add(_ node: Node, _ placement: Topology.Placement) -> NodeID {
    let id = NodeID(topology.nodes.count)
    topology.nodes.append(node, placement)
    topology.nodeReaders.grow(to: topology.nodes.count)
    if node.run != nil, placement != .prototype { topology.conditionCount += 1 }
    return id
  }

  /// Takes a node out of the graph.
  mutating func retire(_ id: NodeID) {
    let placement = topology.placement(of: id)
    guard placement != .none else { return }
    if id.index < firstNew && !suspended.remove(id) { disconnect(id) }
    fresh.remove(id)
    retired.append(id)
    let node = topology.nodes[id.index]
    if node.run != nil, placement != .prototype { topology.conditionCount -= 1 }
    switch node {
    case .condition(let run):
      if case .program = run.code { topology.conditionIndex.remove(id.code, hash: run.hashValue) }
    case .fact(let fact):
      topology.factIndex.remove(id.code, hash: fact.hashValue)
      topology.disabledFacts.remove(id)
    default: break
    }
    let rank = topology.rank(of: id)
    if rank >= 0 { topology.nodeAtRank[rank] = nil }
    topology.nodes.retire(id)
    for case .node(let source) in sources(of: id) { unused.append(source) }
  }

  /// Retires what nothing uses any more: conditions that decide nothing, facts that nobody reads.
  private mutating func releaseUnused() {
    var readNodes: [NodeID] = []
    while !unused.isEmpty {
      while let id = unused.popLast() {
        guard isReleasable(id) else { continue }
        if topology.nodeReaders[id.index].isEmpty { retire(id) } else { readNodes.append(id) }
      }
      // What goes together may be read by one another alone: a row that moves into a section, and
      // what hides that section by the value of the row, when the section goes.
      while let id = readNodes.popLast() {
        for node in readersToRelease(with: id) { retire(node) }
      }
    }
  }

  /// Whether a node is there for its readers alone.
  private func isReleasable(_ id: NodeID) -> Bool {
    guard topology.isInUse(id) else { return false }
    switch topology.nodes[id.index] {
    case .condition: return topology.nodes.effects(of: id).isEmpty
    case .fact: return true
    default: return false
    }
  }

  /// A node with all that reads it, directly or not, where none of it is there for anything else;
  /// otherwise none.
  private func readersToRelease(with id: NodeID) -> [NodeID] {
    guard isReleasable(id) else { return [] }
    var found = [id]
    var seen: Set<NodeID> = [id]
    var next = 0
    while next < found.count {
      for reader in topology.nodeReaders[found[next].index] where seen.insert(reader).inserted {
        guard isReleasable(reader) else { return [] }
        found.append(reader)
      }
      next += 1
    }
    return found
  }

  /// Takes away the edges into a node until `finish`, since it will read something else.
  mutating func suspend(_ node: NodeID) {
    guard topology.isInUse(node), node.index < firstNew, suspended.insert(node) else { return }
    disconnect(node)
  }

  /// Whether the edges into a node are yet to be made.
  func isPending(_ node: NodeID) -> Bool { node.index >= firstNew || suspended.contains(node) }

  private var pendingNodes: IDSet<NodeID> {
    var nodes = Array(suspended)
    for index in firstNew..<topology.nodes.count where topology.isInUse(NodeID(index)) {
      nodes.append(NodeID(index))
    }
    return IDSet(nodes)
  }

  // MARK: - Reporting

  /// Reports an error; past the limit of the list it is counted and not made.
  mutating func report(
    _ message: @autoclosure () -> String, at site: Site, textRange: Range<Int>? = nil,
    hint: @autoclosure () -> String? = nil
  ) {
    report(message(), at: path(of: site), textRange: textRange, hint: hint())
  }

  mutating func report(
    _ message: @autoclosure () -> String, at path: JSONPath, textRange: Range<Int>? = nil,
    hint: @autoclosure () -> String? = nil, related: [Problem.Related] = []
  ) {
    errorCount += 1
    list.add(.error, path: path) { path in
      Problem(message(), path: path, textRange: textRange, hint: hint(), related: related)
    }
  }

  /// Reports what the parser says of a text.
  mutating func report(_ diagnostic: Diagnostic, _ severity: Severity, _ site: Site) {
    if severity == .error { errorCount += 1 } else { warningCount += 1 }
    guard !site.isQuiet else { return }
    let path = path(of: site)
    list.add(severity, path: path) { path in
      Problem(
        diagnostic.message, severity: severity, path: path, textRange: diagnostic.range,
        hint: diagnostic.hint)
    }
  }

  /// Reports a name that the form does not have.
  mutating func reportUnknown(_ name: String, sign: String, at site: Site, _ range: Range<Int>?) {
    let hint = hint(for: name, sign: sign)
    report("unknown tag '\(name)'", at: site, textRange: range, hint: hint)
  }

  /// The name that was probably meant.
  ///
  /// Names are compared only so often in one form: a thousand mistakes among a million rows must
  /// not be expensive.
  mutating func nearestName(to name: String) -> String? {
    guard comparisonsLeft > 0 else { return nil }
    if knownNames.isEmpty { knownNames = outline.suggestions(in: topology) }
    comparisonsLeft -= knownNames.count + 1
    return Spelling.nearest(to: name, among: knownNames)
  }

  private mutating func hint(for name: String, sign: String) -> String? {
    guard let nearest = nearestName(to: name) else { return nil }
    // Swift's equality is canonical: these look the same and are not.
    return nearest == name
      ? "the tag has the same letters in another normal form, composed or decomposed"
      : "did you mean \(sign)\(nearest)?"
  }

  func path(of site: Site) -> JSONPath {
    JSONPath(outline.steps(to: site.owner, in: topology) + site.steps)
  }
}

extension ID {
  /// The id as an index of ids keeps it.
  var code: Int32 { rawValue }
}
