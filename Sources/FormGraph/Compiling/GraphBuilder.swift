// Builds a topology from members and texts, in which all nodes are connected and ranked, or reports
// the problems. Compiling a form builds on an empty topology. A live form that changes its shape
// builds on its own. The graph is complete only after `finish`.
//
//   add, remove, redefine members    ids and names at once; texts are only recorded
//   finish                           parse texts → connect → release → rank

import Predicate

/// Changes a topology and its outline.
struct GraphBuilder {
  /// To add items to another topology, make another builder: the number of its nodes tells which
  /// nodes are new.
  var topology: Topology
  var outline: Outline
  private(set) var list = ProblemList()
  /// The number of errors, whether they are listed or not.
  private(set) var errorCount = 0
  /// The number of warnings about texts, whether they are listed or not.
  private(set) var warningCount = 0

  /// The index of the first new node.
  ///
  /// New nodes have no edges yet.
  private var firstNew: Int
  /// The graph before, while a form is compiled again.
  ///
  /// Shared, because each node asks it: a topology that is handed on is copied.
  let graphBefore: Shared<Topology>?
  /// Whether an edit has changed more than items, so that the form has to be compiled again.
  var isRedefined = false
  /// Older nodes without edges into them, because they will read something else.
  private var suspended = IDSet<NodeID>()
  /// The nodes that are new, or read something else than before.
  var fresh = IDSet<NodeID>()
  /// The nodes of a form that was compiled again which are the same, and may give another result
  /// because others decide.
  var again: [NodeID] = []
  /// The nodes that were taken out of use.
  var retired: [NodeID] = []
  /// The defaults that were bound again after they had given their value.
  var settledDefaults: [NodeID] = []
  /// The rows that hiding does not clear any more, because they have another policy.
  var keptAnew: [RowID] = []
  /// The nodes that must be evaluated again although no value they read has changed.
  var stale = IDSet<NodeID>()
  /// The sections whose items were inserted, removed or moved.
  var reordered = IDSet<SectionID>()
  /// The attributes that were decided anew, except for attributes of new rows.
  var decided: [Target] = []
  /// New members whose texts are not parsed yet, because a text may name a member that is added
  /// later.
  var uncompiled: [Member] = []
  /// Members of `uncompiled` that have been removed again.
  private var goneUncompiled: Set<Member> = []
  /// New members of items, which facts about whether sections are valid will read.
  var joined: [Member] = []
  /// The nodes that may not be used any more.
  var unused: [NodeID] = []
  /// The texts that were parsed since the last `finish`.
  var knownTexts: [TextID: KnownText] = [:]
  /// The nodes of conditions whose text occurred twice and means the same everywhere.
  ///
  /// So a thousand rows hidden by one text cost one look-up each.
  var repeatedConditions: [ExactText: (text: TextID, node: NodeID)] = [:]
  /// The condition that hides each page, once it has been compiled for one section of the page.
  ///
  /// Nil without pages, so that the builder of a form without pages has less to copy.
  var pageDecisions: [Int: Decision]?
  /// The columns of tables that have been checked for values that occur twice.
  var checkedKeys: Set<CheckedKey> = []
  /// The texts that could not be parsed.
  var failures: [TextIdentity: TextFailure] = [:]
  /// The names that a misspelled name is compared with, and how many comparisons are left.
  var knownNames: [String] = []
  var comparisonsLeft = 200_000
  /// The text whose names are being looked up, for hints.
  var currentText: TextID?

  /// `old` is the graph before, if all nodes are made again.
  init(_ topology: Topology, _ outline: Outline, after old: Topology? = nil) {
    self.topology = topology
    self.outline = outline
    graphBefore = old.map { Shared($0) }
    firstNew = old == nil ? topology.nodes.count : 0
  }

  /// The member whose text is compiled, and the path of the text.
  struct Site {
    /// The member; nil for the form itself.
    let owner: Member?
    let steps: [JSONPath.Step]
    /// The row whose value SELF means; nil if SELF has no meaning.
    var selfRow: RowID?
    /// Whether SELF means an option of the row.
    var isOfOptions = false
    /// Whether the parser's diagnostics are reported elsewhere.
    var isQuiet = false
    /// Whether true and false may stand in the place of the text.
    var takesTruth = false
    /// What a bare word means in the text that stands at the place.
    var parameters: [MessageParameter] = []
    /// Where the formula begins in the text that stands at the place, in UTF-8 bytes.
    var textOffset = 0

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

    /// A range of a formula as a range of the text that the formula stands in.
    func moved(_ range: Range<Int>?) -> Range<Int>? {
      range.map { $0.lowerBound + textOffset..<$0.upperBound + textOffset }
    }

    func isOfPrototype(_ topology: Topology) -> Bool {
      owner.map(topology.isPrototype) ?? false
    }
  }

  /// Compiles everything that the form says: the form itself and all members, which have been
  /// added.
  mutating func compileAll() {
    decide(.readOnly)
    compileFormTexts(topology.formTexts)
    for page in topology.pages.indices { compileTexts(ofPage: page) }
    finish()
  }

  /// Parses the texts of new members, and connects and ranks the nodes.
  ///
  /// - Complexity: O(n) in the number of new nodes and their edges; in the size of the form, if one
  ///   of them does not share the rank of another.
  mutating func finish() {
    // Edits report errors alone.
    if topology.hasDaysOrTimes, graphBefore == nil { warnOfOtherDates() }
    while !uncompiled.isEmpty {
      let members = uncompiled
      uncompiled = []
      for member in members where !goneUncompiled.contains(member) {
        switch member {
        // Problems in a template are reported once, for its prototype.
        case .row(let row) where topology.isOfItem(.row(row)) && errorCount > 0: break
        case .section(let section) where topology.isOfItem(.section(section)) && errorCount > 0:
          break
        case .row(let row): compile(row)
        case .section(let section): compile(section)
        }
        // Members after this one are refused without being parsed.
        guard hasRoomForConditions(), hasRoomToList(member) else {
          uncompiled = []
          break
        }
      }
    }
    goneUncompiled = []
    // Also runs if a text is wrong, so that cycles among the other nodes are reported with it.
    addCellsBeforeSuspended()
    connectJoined()
    fresh = pendingNodes
    connect(fresh)
    suspended = IDSet()
    firstNew = topology.nodes.count
    releaseUnused()
    readReorderedItems()
    for node in fresh where !topology.isOfItem(node) { return rank() }
  }

  /// Whether the limit allows the current number of conditions.
  ///
  /// Reports a problem if not.
  private mutating func hasRoomForConditions() -> Bool {
    let limit = topology.limits.conditions
    guard topology.conditionCount + topology.partCount > limit else { return true }
    let problem = FormCompiler.tooManyConditions(limit)
    report(.limit, problem.message, at: problem.path, hint: problem.hint)
    return false
  }

  /// Whether the limit allows what states list, now that they list a member too.
  ///
  /// Reports a problem if not.
  private mutating func hasRoomToList(_ member: Member) -> Bool {
    let limits = topology.limits
    guard limits.listedBytes < .max, !topology.isPrototype(member) else { return true }
    var size = ListedSize(limits, longestMessage: topology.longestMessage)
    switch member {
    case .row(let row): size.add(topology.rows[row.index].content, topology.tables)
    case .section(let section): size.add(topology.sections[section.index].definition.value)
    }
    let (sum, overflows) = topology.listedBytes.addingReportingOverflow(size.bytes)
    topology.listedBytes = overflows ? .max : sum
    guard topology.listedBytes > limits.listedBytes else { return true }
    let problem = FormCompiler.tooMuchListed(limits.listedBytes)
    report(.limit, problem.message, at: problem.path, hint: problem.hint)
    return false
  }

  /// Skips the texts of a removed member.
  ///
  /// Its id is not used again before `finish`.
  mutating func leaveUncompiled(_ member: Member) {
    if !uncompiled.isEmpty { goneUncompiled.insert(member) }
  }

  /// Clears everything except the topology and the outline.
  mutating func reset() { self = GraphBuilder(topology, outline) }

  // MARK: - Nodes

  /// Adds a node.
  ///
  /// A node of an item shares the rank of the prototype's node. A node that the graph before had
  /// keeps its place there. `known` is that place, if only the caller can tell.
  mutating func add(
    _ node: Node, _ placement: Topology.Placement, known: NodeID? = nil
  ) -> NodeID {
    let id = known ?? placeBefore(of: node) ?? NodeID(topology.nodes.count)
    topology.nodes.set(node, placement, at: id)
    topology.nodeReaders.grow(to: topology.nodes.count)
    if placement != .prototype { topology.conditionCount += node.runCount }
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
    if placement != .prototype { topology.conditionCount -= node.runCount }
    switch node {
    case .condition(let run):
      if case .program = run.code { topology.conditionIndex.remove(id.code, hash: run.hashValue) }
    case .fact(let fact):
      topology.factIndex.remove(id.code, hash: fact.hashValue)
      topology.disabledFacts.remove(id)
      if case .items(_, .previous(let item, _)) = fact {
        topology.items[item.index].previousFacts.removeAll { $0 == id }
      }
    default: break
    }
    let rank = topology.rank(of: id)
    if rank >= 0 { topology.nodeAtRank[rank] = nil }
    topology.nodes.retire(id)
    for case .node(let source) in sources(of: id) { unused.append(source) }
  }

  /// Retires unused nodes: conditions that decide nothing, and facts that no node reads.
  private mutating func releaseUnused() {
    var readNodes: [NodeID] = []
    while !unused.isEmpty {
      while let id = unused.popLast() {
        guard isReleasable(id) else { continue }
        if topology.nodeReaders[id.index].isEmpty { retire(id) } else { readNodes.append(id) }
      }
      // Unused nodes may be read only by each other.
      while let id = readNodes.popLast() {
        for node in readersToRelease(with: id) { retire(node) }
      }
    }
  }

  /// Whether a node exists only for its readers.
  private func isReleasable(_ id: NodeID) -> Bool {
    guard topology.isInUse(id) else { return false }
    switch topology.nodes[id.index] {
    case .condition: return topology.nodes.effects(of: id).isEmpty
    case .fact: return true
    default: return false
    }
  }

  /// A node and all its direct and indirect readers, if every one of them is unused apart from
  /// that; otherwise an empty list.
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

  /// Removes the edges into a node until `finish`, because the node will read something else.
  mutating func suspend(_ node: NodeID) {
    guard topology.isInUse(node), node.index < firstNew, suspended.insert(node) else { return }
    disconnect(node)
  }

  /// Whether the edges into a node are still to be made.
  func isPending(_ node: NodeID) -> Bool { node.index >= firstNew || suspended.contains(node) }

  /// Makes sure that the items before some items are read as conditions read values.
  private mutating func addCellsBeforeSuspended() {
    for node in Array(suspended) {
      guard case .fact(.items(_, .previous(let item, let columns))) = topology.nodes[node.index]
      else { continue }
      addCells(before: item, columns)
    }
  }

  private var pendingNodes: IDSet<NodeID> {
    var nodes = Array(suspended)
    for index in firstNew..<topology.nodes.count where topology.isInUse(NodeID(index)) {
      nodes.append(NodeID(index))
    }
    return IDSet(nodes)
  }

  // MARK: - Reporting

  /// Reports an error.
  ///
  /// Past the limit of the list, the error is only counted.
  mutating func report(
    _ kind: Problem.Kind, _ message: @autoclosure () -> String, at site: Site,
    textRange: Range<Int>? = nil,
    hint: @autoclosure () -> String? = nil
  ) {
    report(kind, message(), at: path(of: site), textRange: site.moved(textRange), hint: hint())
  }

  mutating func report(
    _ kind: Problem.Kind, _ message: @autoclosure () -> String, at path: JSONPath,
    textRange: Range<Int>? = nil,
    hint: @autoclosure () -> String? = nil, related: [Problem.Related] = []
  ) {
    errorCount += 1
    list.add(.error, path: path) { path in
      Problem(kind, message(), path: path, textRange: textRange, hint: hint(), related: related)
    }
  }

  /// Reports something that is likely to be a mistake.
  mutating func warn(
    _ kind: Problem.Kind, _ message: String, at site: Site, hint: String? = nil
  ) {
    warningCount += 1
    let path = path(of: site)
    list.add(.warning, path: path) { path in
      Problem(kind, message, severity: .warning, path: path, hint: hint)
    }
  }

  /// The same of a place that no member owns.
  mutating func warn(
    _ kind: Problem.Kind, _ message: @autoclosure () -> String, at path: JSONPath,
    related: [Problem.Related]
  ) {
    warningCount += 1
    list.add(.warning, path: path) { path in
      Problem(kind, message(), severity: .warning, path: path, related: related)
    }
  }

  /// Reports a diagnostic of the parser.
  ///
  /// `kind` is given if the text says more than the parser knows.
  mutating func report(
    _ diagnostic: Diagnostic, _ severity: Severity, _ site: Site, kind: Problem.Kind? = nil
  ) {
    if severity == .error { errorCount += 1 } else { warningCount += 1 }
    guard !site.isQuiet else { return }
    let path = path(of: site)
    let hint = diagnostic.hint.map { formHint($0, site) }
    list.add(severity, path: path) { path in
      Problem(
        kind ?? .text(diagnostic.kind), diagnostic.message, severity: severity, path: path,
        textRange: site.moved(diagnostic.range), hint: hint)
    }
  }

  func path(of site: Site) -> JSONPath {
    // The options of a row in a matrix stand in its section.
    if case .row(let row)? = site.owner, site.steps.first == .key("options"),
      case let section = topology.rows[row.index].section,
      topology.sections[section.index].matrix != nil
    {
      return JSONPath(outline.steps(to: .section(section), in: topology) + site.steps)
    }
    return JSONPath(outline.steps(to: site.owner, in: topology) + site.steps)
  }
}

extension ID {
  /// The id as an entry of a `HashIndex`.
  var code: Int32 { rawValue }
}
