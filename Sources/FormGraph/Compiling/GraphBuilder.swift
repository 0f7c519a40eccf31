// Builds a topology from members and texts, in which all nodes are connected and ranked, or reports
// the problems. Compiling a form builds on an empty topology. A live form that changes its shape
// builds on its own: items come and go at once, and everything else is compiled again.
//
//   add, remove, redefine members    ids and names at once
//   compileAll                       parse texts → connect → rank → give items their nodes

import Predicate

/// Changes a topology and its outline.
///
/// It cannot be copied: what only reads it would otherwise copy it for a call.
struct GraphBuilder: ~Copyable {
  var topology: Topology
  var outline: Outline
  private(set) var list = ProblemList()
  /// The number of errors, whether they are listed or not.
  private(set) var errorCount = 0
  /// The number of warnings about texts, whether they are listed or not.
  private(set) var warningCount = 0

  /// The topology before, while a form is compiled again.
  let topologyBefore: Topology?
  /// Whether an edit has changed more than items, so that the form has to be compiled again.
  var isRedefined = false
  /// The nodes of a form that was compiled again which are new.
  var fresh: [NodeID] = []
  /// The nodes which are the same, and may give another result because others decide.
  var again: [NodeID] = []
  /// The nodes that were taken out of use, with those of items.
  var retired: [NodeID] = []
  /// The defaults that were bound again after they had given their value.
  var settledFillings: [NodeID] = []
  /// The rows that hiding does not clear any more, because they have another policy.
  var keptAnew: [RowIndex] = []
  /// The attributes that were decided anew, except for attributes of new rows.
  var decided: [Target] = []
  /// The items that came, or came back.
  var arrived: [ItemIndex] = []
  /// The items that stand behind other items than before.
  var behindOthers = IDSet<ItemIndex>()
  /// The lists whose items were inserted, removed or moved, and the first position where they were.
  var reordered: [SectionIndex: Int] = [:]
  /// The facts that may not be read by any node.
  var unused: Set<NodeID> = []
  /// The texts that were parsed since the graph was begun, by their index.
  var knownTexts: [Int: KnownText] = [:]
  /// The nodes of conditions whose text occurred twice and means the same everywhere.
  ///
  /// So a thousand rows hidden by one text cost one look-up each.
  var repeatedConditions: [ExactText: (text: TextID, node: NodeID)] = [:]
  /// The condition that hides each page, once it has been compiled for one section of the page.
  var pageDecisions: [Int: Decision] = [:]
  /// The columns of tables that have been checked for values that occur twice.
  var checkedKeys: Set<CheckedKey> = []
  /// The keys of the options of each row that a text has read a key of.
  var optionKeys: [RowIndex: OptionKeys] = [:]
  /// The texts that could not be parsed.
  var failures: [TextIdentity: TextFailure] = [:]
  /// The names that a misspelled name is compared with, and how many comparisons are left.
  var knownNames: [String] = []
  var comparisonsLeft = 200_000
  /// The text whose names are being looked up, for hints.
  var currentText: TextID?

  /// `old` is the topology before, if all nodes are made again.
  init(_ topology: Topology, _ outline: Outline, after old: Topology? = nil) {
    self.topology = topology
    self.outline = outline
    topologyBefore = old
  }

  /// The member whose text is compiled, and the path of the text.
  struct Site {
    /// The member; nil for the form itself.
    let owner: Member?
    let steps: [JSONPath.Step]
    /// The row whose value SELF means; nil if SELF has no meaning.
    var selfRow: RowIndex?
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
      _ owner: Member?, _ steps: JSONPath.Step..., selfRow: RowIndex? = nil,
      isOfOptions: Bool = false
    ) {
      self.init(owner, steps, selfRow: selfRow, isOfOptions: isOfOptions)
    }

    init(
      _ owner: Member?, _ steps: [JSONPath.Step], selfRow: RowIndex? = nil,
      isOfOptions: Bool = false
    ) {
      self.isOfOptions = isOfOptions
      self.owner = owner
      self.steps = steps
      self.selfRow = selfRow
    }

    /// Whether the text gives a row a value that stays when what it reads changes.
    var isOfValueGivenOnce: Bool {
      steps == [.key(FormKey.default.text)] || steps == [.key(FormKey.once.text)]
    }

    /// A range of a formula as a range of the text that the formula stands in.
    func moved(_ range: Range<Int>?) -> Range<Int>? {
      range.map { $0.lowerBound + textOffset..<$0.upperBound + textOffset }
    }
  }

  /// Compiles everything that the form says: the form itself and all members, which have been
  /// added.
  ///
  /// - Complexity: O(n) in the size of the form.
  mutating func compileAll() {
    decide(.readOnly)
    compileFormTexts(topology.graph.formTexts)
    for page in topology.graph.pages.indices { compileTexts(ofPage: page) }
    // Edits report errors alone.
    if topology.graph.hasDaysOrTimes, topologyBefore == nil { warnOfOtherDates() }
    for member in members {
      compile(member)
      // Members after this one are refused without being parsed.
      guard hasRoomForConditions(), hasRoomToList(member) else { break }
    }
    // Also runs if a text is wrong, so that cycles among the other nodes are reported with it.
    rankAndConnect()
    placeNodesInTemplates()
    giveNodesToItems()
  }

  private mutating func compile(_ member: Member) {
    let partCount = topology.directory.partCount
    switch member {
    case .row(let row): compile(row)
    case .section(let section): compile(section)
    }
    guard let item = topology.item(of: member), topology.directory.partCount > partCount else {
      return
    }
    topology.graph.templates[topology.items[item.index].kind.index].partCount +=
      topology.directory.partCount - partCount
  }

  /// Whether the limit allows the current number of conditions, and ids are left for nodes.
  ///
  /// Reports a problem if not.
  mutating func hasRoomForConditions() -> Bool {
    let limit = topology.graph.limits.conditions
    guard
      topology.directory.conditionCount + topology.directory.partCount > limit
        || topology.directory.nodeCount > PackedSlot.maximumIndex
    else { return true }
    let problem = FormCompiler.tooManyConditions(limit)
    report(.limit, problem.message, at: problem.path, hint: problem.hint)
    return false
  }

  /// Whether the limit allows what states list, now that they list a member too.
  ///
  /// Reports a problem if not.
  private mutating func hasRoomToList(_ member: Member) -> Bool {
    let limits = topology.graph.limits
    guard limits.listedBytes < .max else { return true }
    var size = ListedSize(limits, longestMessage: topology.graph.longestMessage)
    switch member {
    case .row(let row):
      let (content, section) = (topology.rows[row.index].content, topology.rows[row.index].section)
      size.add(content, of: topology.section(section).definition.value)
      if let options = content.options?.table,
        let choices = TableChoices(options, in: topology.graph.tables)
      {
        size.add(choices.values, times: content.listsOfValues)
        // The rows that choose from a table share its options, also those of items.
        if topology.directory.listedTables.insert(options).inserted {
          var shared = ListedSize(limits, longestMessage: 0)
          shared.add(choices)
          guard hasRoomToList(shared.bytes) else { return false }
        }
      }
    case .section(let section): size.add(topology.sections[section.index].definition.value)
    }
    guard let item = topology.item(of: member) else { return hasRoomToList(size.bytes) }
    // A prototype is not listed, but each item is.
    let kind = topology.items[item.index].kind
    topology.graph.templates[kind.index].listedBytes =
      ItemsDefinition.sum(topology.graph.templates[kind.index].listedBytes, size.bytes)
    return true
  }

  /// The same of so many bytes.
  mutating func hasRoomToList(_ bytes: Int) -> Bool {
    let limits = topology.graph.limits
    topology.directory.listedBytes = ItemsDefinition.sum(topology.directory.listedBytes, bytes)
    guard topology.directory.listedBytes > limits.listedBytes else { return true }
    let problem = FormCompiler.tooMuchListed(limits.listedBytes)
    report(.limit, problem.message, at: problem.path, hint: problem.hint)
    return false
  }

  /// Clears everything except the topology and the outline.
  mutating func reset() { self = GraphBuilder(topology, outline) }

  // MARK: - Nodes

  /// Adds a node of a prototype, or of the form.
  ///
  /// A node that the topology before had keeps its id. `known` is that id, if only the caller can
  /// tell.
  mutating func add(_ node: Node, of item: ItemIndex?, known: NodeID? = nil) -> NodeID {
    let known = known ?? placeBefore(of: node)
    let id = known ?? NodeID(topology.directory.nodeCount)
    topology.directory.nodeCount = max(topology.directory.nodeCount, id.index + 1)
    if let item {
      topology.graph.templates[topology.items[item.index].kind.index].conditionCount +=
        node.runCount
    } else {
      topology.directory.conditionCount += node.runCount
    }
    topology.graph.nodes.add(node, of: item, as: id)
    return id
  }

  /// Gives each node of a prototype its place among the nodes of the template.
  ///
  /// A node that the topology before had keeps its place.
  mutating func placeNodesInTemplates() {
    for id in topology.graph.nodes.inUse {
      guard let item = topology.item(ofNode: id) else { continue }
      let kind = topology.items[item.index].kind
      if let before = topologyBefore, before.graph.nodes.isInUse(id) {
        topology.graph.nodes.setLocal(before.graph.nodes.local(of: id), of: id)
      } else {
        let place = topology.graph.templates[kind.index].nodes.count
        topology.graph.nodes.setLocal(Int32(truncatingIfNeeded: place), of: id)
        topology.graph.templates[kind.index].nodes.append(id)
      }
    }
  }

  /// Takes a fact out of the graph that no node reads.
  mutating func retire(_ id: NodeID) {
    if case .fact(let fact) = topology.graph.nodes[id] {
      topology.graph.factIndex.remove(id.code, hash: fact.hashValue)
    }
    topology.graph.nodes.retire(id)
  }

  // MARK: - Reporting

  /// Reports an error.
  ///
  /// Past the limit of the list, the error is only counted.
  mutating func report(
    _ kind: Problem.Kind, _ message: @autoclosure () -> String, at site: Site,
    textRange: Range<Int>? = nil,
    hint: @autoclosure () -> String? = nil, hintsAtFile: Bool = false
  ) {
    report(
      kind, message(), at: path(of: site), textRange: site.moved(textRange), hint: hint(),
      hintsAtFile: hintsAtFile)
  }

  mutating func report(
    _ kind: Problem.Kind, _ message: @autoclosure () -> String, at path: JSONPath,
    textRange: Range<Int>? = nil,
    hint: @autoclosure () -> String? = nil, hintsAtFile: Bool = false,
    related: [Problem.Related] = []
  ) {
    errorCount += 1
    list.add(.error, path: path) { path in
      var problem = Problem(
        kind, message(), path: path, textRange: textRange, hint: hint(), related: related)
      problem.hintsAtFile = hintsAtFile
      return problem
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
