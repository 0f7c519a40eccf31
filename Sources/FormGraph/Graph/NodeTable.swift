// The nodes of the form and of its prototypes in packed form. Operands beyond two, facts, and the
// effects of conditions with many effects are stored beside the nodes. A `Node` is made from these
// parts only on request; settling reads packed nodes alone, in the order in which they stand.

import Predicate

/// The nodes of the form and of its prototypes.
///
/// While a form is compiled they stand in the order in which they were added, and then by rank.
struct NodeTable: Sendable {
  private var nodes: ContiguousArray<PackedNode> = []
  private var rests: ContiguousArray<NodeRest> = []
  /// By id: the place in `nodes`; -1 for the ids of nodes of items, and of nodes that went.
  private var places = Pages<Int32>()
  /// The operands of nodes with more than two operands.
  private var slots: ContiguousArray<PackedSlot> = []
  private var facts: [Fact] = []
  private var properties: [Property] = []
  /// The effects of conditions that decide more than one attribute of one row.
  private var groups: [EffectGroups] = []

  init() {}

  var count: Int { nodes.count }

  /// The node that is evaluated at a rank.
  @inline(__always)
  func atRank(_ rank: Int) -> PackedNode { nodes[rank] }

  /// The prototype that the node at a rank belongs to, -1 for a node of the form, and its id.
  @inline(__always)
  func standing(atRank rank: Int) -> (item: Int32, id: NodeID) {
    (nodes[rank].item, nodes[rank].id)
  }

  /// The node at a rank as what reads something.
  func reader(atRank rank: Int) -> Reader { Reader(rank, isOfTemplate: nodes[rank].item >= 0) }

  /// Where a node stands: its rank, once the nodes are ranked; nil for an id that is not in use.
  @inline(__always)
  func rank(of node: NodeID) -> Int? {
    guard node.index < places.count, case let place = places[node.index], place >= 0 else {
      return nil
    }
    return Int(place)
  }

  /// A node that is in use.
  @inline(__always)
  func packed(_ node: NodeID) -> PackedNode { nodes[Int(places[node.index])] }

  /// Whether an id is that of a node of the table.
  func isInUse(_ node: NodeID) -> Bool { rank(of: node) != nil }

  /// All nodes in use, in ascending order.
  var inUse: [NodeID] { places.indices.filter { places[$0] >= 0 }.map { NodeID($0) } }

  @inline(__always)
  func operand(_ index: Int, of node: PackedNode) -> PackedSlot {
    guard node.few > 2 else { return PackedSlot(code: index == 0 ? node.first : node.second) }
    return operand(index, ofMany: node)
  }

  /// An operand of a node with more than two.
  @inline(__always)
  func operand(_ index: Int, ofMany node: PackedNode) -> PackedSlot {
    slots[Int(node.first) &+ index]
  }

  /// What is stored beside a node.
  func rest(of node: PackedNode) -> NodeRest { rests[Int(node.rank)] }

  /// The place of a node among the nodes of its template.
  func local(of node: NodeID) -> Int32 { rest(of: packed(node)).local }

  func fact(of node: PackedNode) -> Fact { facts[Int(node.code)] }

  func property(of node: PackedNode) -> Property { properties[Int(node.code)] }

  subscript(id: NodeID) -> Node {
    let node = packed(id)
    let row = RowIndex(Int(node.row))
    switch node.kind {
    case .condition: return .condition(run(of: node))
    case .calculation: return .calculation(row, run(of: node))
    case .filling: return .filling(row, run(of: node))
    case .rule: return .rule(row, Int(rest(of: node).rule), run(of: node))
    case .trigger: return .trigger(row, Int(rest(of: node).rule), run(of: node))
    case .verdict: return .verdict(row)
    case .clearing: return .clearing(row)
    case .options: return .options(row, node.hasRun ? run(of: node) : nil)
    case .fact: return .fact(fact(of: node))
    case .property: return .property(property(of: node))
    }
  }

  /// What a node runs.
  ///
  /// Call only for nodes that run something.
  func run(of node: PackedNode) -> Run {
    // No closure: it would copy the table.
    var binding: [Slot] = []
    binding.reserveCapacity(node.operandCount)
    for index in 0..<node.operandCount { binding.append(operand(index, of: node).slot) }
    return Run(
      code: node.runs == .function
        ? .function(FunctionID(Int(node.code))) : .program(ProgramID(Int(node.code))),
      binding: binding, object: object(of: node), text: TextID(Int(rest(of: node).text)))
  }

  /// Whether a node runs the same over the same slots.
  func isRunning(_ run: Run, _ node: PackedNode) -> Bool {
    let (runs, code): (PackedNode.Runs, Int32) =
      switch run.code {
      case .program(let program): (.program, program.rawValue)
      case .function(let function): (.function, function.rawValue)
      }
    guard node.runs == runs, node.code == code, node.operandCount == run.binding.count,
      rest(of: node).object == run.object.map({ PackedSlot($0).code }) ?? -1
    else { return false }
    return run.binding.indices.allSatisfy { operand($0, of: node) == PackedSlot(run.binding[$0]) }
  }

  /// The slot that SELF reads.
  func object(of node: PackedNode) -> Slot? {
    let object = rest(of: node).object
    return object < 0 ? nil : PackedSlot(code: object).slot
  }

  // MARK: - Writing

  /// Adds a node.
  ///
  /// - Parameters:
  ///   - node: The node.
  ///   - item: The prototype that the node belongs to; nil for a node of the form.
  ///   - id: Its id, which is not in use.
  mutating func add(_ node: Node, of item: ItemIndex?, as id: NodeID) {
    var packed: PackedNode
    var rest = NodeRest()
    switch node {
    case .condition: packed = PackedNode(kind: .condition, id: id)
    case .calculation: packed = PackedNode(kind: .calculation, id: id)
    case .filling: packed = PackedNode(kind: .filling, id: id)
    case .rule(_, let index, _):
      packed = PackedNode(kind: .rule, id: id)
      rest.rule = Int32(truncatingIfNeeded: index)
    case .trigger(_, let index, _):
      packed = PackedNode(kind: .trigger, id: id)
      rest.rule = Int32(truncatingIfNeeded: index)
    case .verdict: packed = PackedNode(kind: .verdict, id: id)
    case .clearing: packed = PackedNode(kind: .clearing, id: id)
    case .options: packed = PackedNode(kind: .options, id: id)
    case .fact(let fact):
      packed = PackedNode(kind: .fact, id: id)
      packed.code = Int32(truncatingIfNeeded: facts.count)
      if case .items(_, .previous) = fact { packed.outcome = .readsItemBefore }
      facts.append(fact)
    case .property(let property):
      packed = PackedNode(kind: .property, id: id)
      packed.code = Int32(truncatingIfNeeded: properties.count)
      properties.append(property)
    }
    if let row = node.row { packed.row = row.rawValue }
    if let run = node.run { pack(run, into: &packed, &rest) }
    if let item { packed.item = item.rawValue }
    places.grow(to: id.index + 1, with: -1)
    packed.rank = Int32(truncatingIfNeeded: nodes.count)
    places[id.index] = packed.rank
    nodes.append(packed)
    rests.append(rest)
  }

  private mutating func pack(
    _ run: Run, into node: inout PackedNode, _ rest: inout NodeRest
  ) {
    switch run.code {
    case .program(let program):
      node.runs = .program
      node.code = program.rawValue
    case .function(let function):
      node.runs = .function
      node.code = function.rawValue
    }
    rest.text = run.text.rawValue
    if let object = run.object { rest.object = PackedSlot(object).code }
    let operands = run.binding.map(PackedSlot.init)
    node.few = UInt8(min(operands.count, 3))
    guard operands.count <= 2 else {
      node.first = Int32(truncatingIfNeeded: slots.count)
      node.second = Int32(truncatingIfNeeded: operands.count)
      for slot in operands { slots.append(slot) }
      return
    }
    if let first = operands.first { node.first = first.code }
    if let second = operands.dropFirst().first { node.second = second.code }
  }

  mutating func setLocal(_ local: Int32, of node: NodeID) {
    rests[Int(places[node.index])].local = local
  }

  /// Puts the nodes in the order of evaluation, without those that went.
  mutating func rank(_ order: [NodeID]) {
    rests = ContiguousArray(order.map { rest(of: packed($0)) })
    nodes = ContiguousArray(order.map(packed))
    for rank in nodes.indices {
      nodes[rank].rank = Int32(truncatingIfNeeded: rank)
      places[nodes[rank].id.index] = nodes[rank].rank
    }
  }

  /// Sets what the row of a calculation can hold, and whether the row is watched.
  mutating func setOutcome(_ kind: ValueKind, isWatched: Bool, of calculation: NodeID) {
    var outcome = PackedNode.Outcome(kind)
    outcome.isWatched = isWatched
    nodes[Int(places[calculation.index])].outcome = outcome
  }

  // MARK: - Effects

  /// The attributes that a condition decides.
  func effects(of node: NodeID) -> EffectGroups {
    let node = packed(node)
    if node.outcome == .many { return groups(at: RowIndex(Int(node.row))) }
    var groups = EffectGroups()
    if node.kind == .condition, node.outcome != .none {
      groups.insert(
        .row(RowIndex(Int(node.row)), node.outcome.bit), isInverted: node.outcome.isInverted,
        isOfTemplate: node.item >= 0)
    }
    return groups
  }

  /// The effects of a condition that decides more than one attribute of one row.
  ///
  /// - Parameter place: The index of the groups, which the packed node stores in its `row` field.
  /// - Returns: The effects.
  func groups(at place: RowIndex) -> EffectGroups { groups[place.index] }

  /// `item` is the prototype that the target belongs to.
  mutating func insertEffect(
    _ target: Target, of item: ItemIndex?, isInverted: Bool, of condition: NodeID
  ) {
    let place = Int(places[condition.index])
    let node = nodes[place]
    // A row of an inner item is one of many.
    let isBeside = item?.rawValue ?? -1 == node.item
    if node.outcome == .none, isBeside, case .row(let row, let bit) = target {
      nodes[place].row = row.rawValue
      nodes[place].outcome = PackedNode.Outcome(bit, isInverted: isInverted)
      return
    }
    if node.outcome != .many {
      let effects = effects(of: condition)
      nodes[place].row = Int32(truncatingIfNeeded: groups.count)
      nodes[place].outcome = .many
      groups.append(effects)
    }
    groups[Int(nodes[place].row)].insert(
      target, isInverted: isInverted, isOfTemplate: item != nil)
  }

  /// Marks a node as no longer in use.
  mutating func retire(_ node: NodeID) { places[node.index] = -1 }
}
