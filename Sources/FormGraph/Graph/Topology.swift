// What a form consists of and how its parts hang together: members, their order, nodes, edges and
// ranks. Everything reaches topology through this one type; it holds no value and no state, so that
// one topology serves any number of live forms.

import Predicate

/// The parts of a form and their connections.
struct Topology: Sendable {
  /// By row.
  var rows: [RowRecord] = []
  /// By section.
  var sections: [SectionRecord] = []
  /// By input.
  var inputs: [InputDefinition] = []
  /// The sections in declaration order.
  var order: [SectionID] = []
  /// What each tag and input's name stands for.
  var names: [ExactText: Name] = [:]
  var readOnly = Decision.constant(false)

  /// By program.
  var programs: [Program] = []
  /// By text.
  var texts: [Resolution] = []
  /// By node.
  var nodes: [Node] = []
  /// By node: after everything the node reads.
  var ranks: [Int32] = []
  /// By rank.
  var nodeAtRank: [NodeID] = []
  /// How many nodes run a program.
  var conditionCount = 0

  /// By row: the nodes that read its stored value.
  var valueReaders = Adjacency<NodeID>()
  /// By input: the nodes that read it.
  var inputReaders = Adjacency<NodeID>()
  /// By node: the nodes that read what it computes, or what its effects decide.
  var nodeReaders = Adjacency<NodeID>()
  /// By node: what a condition decides.
  var effects = Adjacency<Effect>()
  /// By node: the rows whose `required` it decides, whatever it decides about it.
  var requiredRows = Adjacency<RowID>()
  /// The nodes that read the time.
  var clockReaders: [NodeID] = []

  /// What a name of the form stands for.
  enum Name: Hashable, Sendable {
    case member(Member)
    case input(InputID)
  }

  /// The rows in declaration order.
  var rowsInOrder: some Sequence<RowID> {
    order.lazy.flatMap { self.sections[$0.index].rows }
  }

  func row(_ id: RowID) -> RowRecord { rows[id.index] }

  func section(_ id: SectionID) -> SectionRecord { sections[id.index] }

  func member(named tag: String) -> Member? {
    if case .member(let member)? = names[ExactText(tag)] { return member }
    return nil
  }

  func row(named tag: String) -> RowID? {
    if case .row(let row)? = member(named: tag) { return row }
    return nil
  }

  /// The tag of a member, if it has one.
  func tag(of member: Member) -> String? {
    switch member {
    case .row(let row): rows[row.index].definition.tag
    case .section(let section): sections[section.index].definition.tag
    }
  }

  /// How many names a misspelled one is compared with.
  private static let maximumSuggestions = 5_000

  /// The first names in declaration order, for suggestions.
  var suggestions: [String] {
    var names: [String] = []
    func add(_ name: String?) {
      if let name, names.count < Self.maximumSuggestions { names.append(name) }
    }
    for section in order {
      add(sections[section.index].definition.tag)
      for row in sections[section.index].rows {
        guard names.count < Self.maximumSuggestions else { break }
        add(rows[row.index].definition.tag)
      }
    }
    for input in inputs.prefix(Self.maximumSuggestions) { names.append(input.name) }
    return names
  }

  /// Where a member was declared; nil stands for the form itself, before everything.
  ///
  /// Ids are given in declaration order and no member moves, so they tell the place; this is the
  /// only code that knows.
  func place(of member: Member?) -> Place {
    switch member {
    case nil: Place(section: -1, row: -1)
    case .section(let section): Place(section: section.index, row: -1)
    case .row(let row): Place(section: rows[row.index].section.index, row: row.index)
    }
  }

  /// A place in declaration order.
  struct Place: Comparable {
    let section: Int
    let row: Int

    static func < (left: Place, right: Place) -> Bool {
      (left.section, left.row) < (right.section, right.row)
    }
  }
}

/// What is fixed about a row.
struct RowRecord: Sendable {
  let definition: RowDefinition
  let section: SectionID
  var hidden = Decision.constant(false)
  var disabled = Decision.constant(false)
  var required = Decision.constant(false)
  /// What becomes of the value while the row is hidden.
  var hiddenValues = HiddenValues.keep
  var calculation: NodeID?
  var verdict: NodeID?
  /// The nodes of the predicate rules, by the rule's position; nil for rules of other kinds.
  var ruleNodes: [NodeID?] = []

  var kind: ValueKind { definition.type.valueKind }

  /// When errors are shown: what cannot be left cannot wait for it.
  var triggers: ValidationTriggers {
    definition.validates ?? (definition.type.canTakeFocus ? .onBlur : .onChange)
  }
}

/// What is fixed about a section.
struct SectionRecord: Sendable {
  /// The section without its rows.
  let definition: SectionDefinition
  /// Its rows in declaration order.
  var rows: [RowID] = []
  var hidden = Decision.constant(false)
  var disabled = Decision.constant(false)
}

/// Lists of targets by source, next to each other in memory.
struct Adjacency<Target: Sendable & Hashable>: Sendable {
  private var starts: [Int32] = [0]
  private var targets: [Target] = []

  init() {}

  /// Packs lists; a target that appears twice in one is kept once.
  init(_ lists: [[Target]]) {
    starts.reserveCapacity(lists.count + 1)
    for list in lists {
      if list.count < 2 {
        targets += list
      } else {
        var seen = Set<Target>(minimumCapacity: list.count)
        targets += list.filter { seen.insert($0).inserted }
      }
      starts.append(Int32(truncatingIfNeeded: targets.count))
    }
  }

  /// The targets of a source.
  subscript(_ source: Int) -> ArraySlice<Target> {
    targets[Int(starts[source])..<Int(starts[source + 1])]
  }
}
