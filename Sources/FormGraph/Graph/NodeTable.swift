// All nodes in packed form. Operands beyond two, facts, and the effects of conditions with many
// effects are stored beside the nodes. A `Node` is made from these parts only on request; settling
// reads packed nodes alone.

import Predicate

/// The nodes of a topology, including nodes that are no longer in use.
struct NodeTable: Sendable {
  private var packed = Pages<PackedNode>()
  /// The operands of nodes with more than two operands.
  private var slots = Pages<PackedSlot>()
  private var facts = Pages<Fact>()
  private var properties = Pages<Property>()
  /// The effects of conditions that decide more than one attribute of one row.
  private var groups = Pages<EffectGroups>()

  init() {}

  /// Makes a table in which no node is in use.
  init(unused count: Int) { packed.grow(to: count, with: PackedNode(kind: .condition)) }

  var count: Int { packed.count }
  var indices: Range<Int> { 0..<count }

  @inline(__always)
  func packed(_ node: NodeID) -> PackedNode { packed[node.index] }

  /// How a node is ranked, and its rank.
  ///
  /// For a node of an item, `place` is the prototype's node whose rank it shares.
  @inline(__always)
  func standing(of node: NodeID) -> (PackedNode.Standing, place: Int32) {
    (packed[node.index].standing, packed[node.index].place)
  }

  @inline(__always)
  func operand(_ index: Int, of node: PackedNode) -> PackedSlot {
    guard node.operandCount > 2 else {
      return PackedSlot(code: index == 0 ? node.first : node.second)
    }
    return slots[Int(node.first) + index]
  }

  func fact(of node: PackedNode) -> Fact { facts[Int(node.index)] }

  func property(of node: PackedNode) -> Property { properties[Int(node.index)] }

  subscript(index: Int) -> Node {
    let node = packed[index]
    let row = RowID(Int(node.row))
    switch node.kind {
    case .condition: return .condition(run(of: node))
    case .calculation: return .calculation(row, run(of: node))
    case .defaultValue: return .defaultValue(row, run(of: node))
    case .rule: return .rule(row, Int(node.index), run(of: node))
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
    Run(
      code: node.runs == .function
        ? .function(FunctionID(Int(node.code))) : .program(ProgramID(Int(node.code))),
      binding: (0..<Int(node.operandCount)).map { operand($0, of: node).slot },
      object: object(of: node), text: TextID(Int(node.text)))
  }

  func isRunning(_ run: Run, _ node: PackedNode) -> Bool {
    let (runs, code): (PackedNode.Runs, Int32) =
      switch run.code {
      case .program(let program): (.program, program.rawValue)
      case .function(let function): (.function, function.rawValue)
      }
    guard node.runs == runs, node.code == code, Int(node.operandCount) == run.binding.count,
      node.object == run.object.map({ PackedSlot($0).code }) ?? -1
    else { return false }
    return run.binding.indices.allSatisfy { operand($0, of: node) == PackedSlot(run.binding[$0]) }
  }

  /// The slot that SELF reads.
  func object(of node: PackedNode) -> Slot? {
    node.object < 0 ? nil : PackedSlot(code: node.object).slot
  }

  // MARK: - Writing

  /// Writes a node at a place that is not in use, or at the end.
  mutating func set(_ node: Node, _ placement: Topology.Placement, at id: NodeID) {
    var packed: PackedNode
    switch node {
    case .condition: packed = PackedNode(kind: .condition)
    case .calculation: packed = PackedNode(kind: .calculation)
    case .defaultValue: packed = PackedNode(kind: .defaultValue)
    case .rule(_, let index, _):
      packed = PackedNode(kind: .rule)
      packed.index = Int32(truncatingIfNeeded: index)
    case .verdict: packed = PackedNode(kind: .verdict)
    case .clearing: packed = PackedNode(kind: .clearing)
    case .options: packed = PackedNode(kind: .options)
    case .fact(let fact):
      packed = PackedNode(kind: .fact)
      packed.index = Int32(truncatingIfNeeded: facts.count)
      facts.append(fact)
    case .property(let property):
      packed = PackedNode(kind: .property)
      packed.index = Int32(truncatingIfNeeded: properties.count)
      properties.append(property)
    }
    if let row = node.row { packed.row = row.rawValue }
    if let run = node.run { pack(run, into: &packed) }
    Self.place(placement, &packed)
    if id.index == count { self.packed.append(packed) } else { self.packed[id.index] = packed }
  }

  private mutating func pack(_ run: Run, into node: inout PackedNode) {
    switch run.code {
    case .program(let program):
      node.runs = .program
      node.code = program.rawValue
    case .function(let function):
      node.runs = .function
      node.code = function.rawValue
    }
    node.text = run.text.rawValue
    if let object = run.object { node.object = PackedSlot(object).code }
    let operands = run.binding.map(PackedSlot.init)
    node.operandCount = Int32(truncatingIfNeeded: operands.count)
    guard operands.count <= 2 else {
      node.first = Int32(truncatingIfNeeded: slots.count)
      for slot in operands { slots.append(slot) }
      return
    }
    if let first = operands.first { node.first = first.code }
    if let second = operands.dropFirst().first { node.second = second.code }
  }

  private static func place(_ placement: Topology.Placement, _ node: inout PackedNode) {
    switch placement {
    case .own: node.standing = .own
    case .like(let other):
      node.standing = .like
      node.place = other.rawValue
    case .prototype: node.standing = .prototype
    case .none: node.standing = .none
    }
  }

  mutating func setRank(_ rank: Int, of node: NodeID) {
    packed[node.index].place = Int32(truncatingIfNeeded: rank)
  }

  /// Sets what the row of a calculation can hold, and whether the row is watched.
  mutating func setOutcome(_ kind: ValueKind, isWatched: Bool, of calculation: NodeID) {
    var outcome = PackedNode.Outcome(kind)
    outcome.isWatched = isWatched
    packed[calculation.index].outcome = outcome
  }

  // MARK: - Effects

  /// The attributes that a condition decides.
  func effects(of node: NodeID) -> EffectGroups {
    let node = packed[node.index]
    if node.outcome == .many { return groups(at: RowID(Int(node.row))) }
    var groups = EffectGroups()
    if node.kind == .condition, node.outcome != .none {
      groups.insert(
        .row(RowID(Int(node.row)), node.outcome.bit), isInverted: node.outcome.isInverted)
    }
    return groups
  }

  /// The effects of a condition that decides more than one attribute of one row.
  ///
  /// - Parameter place: The index of the groups, which the packed node stores in its `row` field.
  /// - Returns: The effects.
  func groups(at place: RowID) -> EffectGroups { groups[place.index] }

  mutating func insertEffect(_ target: Target, isInverted: Bool, of condition: NodeID) {
    let node = packed[condition.index]
    if node.outcome == .none, case .row(let row, let bit) = target {
      packed[condition.index].row = row.rawValue
      packed[condition.index].outcome = PackedNode.Outcome(bit, isInverted: isInverted)
      return
    }
    if node.outcome != .many {
      let effects = effects(of: condition)
      packed[condition.index].row = Int32(truncatingIfNeeded: groups.count)
      packed[condition.index].outcome = .many
      groups.append(effects)
    }
    groups[Int(packed[condition.index].row)].insert(target, isInverted: isInverted)
  }

  mutating func removeEffect(_ target: Target, isInverted: Bool, of condition: NodeID) {
    let node = packed[condition.index]
    if node.outcome == .many {
      groups[Int(node.row)].remove(target, isInverted: isInverted)
    } else {
      packed[condition.index].outcome = .none
    }
  }

  /// Marks a node as no longer in use.
  mutating func retire(_ node: NodeID) {
    packed[node.index].standing = .none
  }

  /// The number of pages that differ from the pages of another table; see ``Pages``.
  func pagesNotShared(with other: NodeTable) -> Int {
    packed.pagesNotShared(with: other.packed) + slots.pagesNotShared(with: other.slots)
      + facts.pagesNotShared(with: other.facts)
      + properties.pagesNotShared(with: other.properties)
      + groups.pagesNotShared(with: other.groups)
  }
}

// MARK: - Placement

extension Topology {
  func placement(of node: NodeID) -> Placement {
    let packed = nodes.packed(node)
    return switch packed.standing {
    case .own: .own
    case .like: .like(NodeID(Int(packed.place)))
    case .prototype: .prototype
    case .none: .none
    }
  }

  /// The rank of a node; -1 if it has none of its own.
  func rank(of node: NodeID) -> Int {
    let packed = nodes.packed(node)
    return packed.standing == .like ? -1 : Int(packed.place)
  }

  func isInUse(_ node: NodeID) -> Bool { nodes.packed(node).standing != .none }

  /// Whether there is such a node, and it is in use.
  func has(_ node: NodeID) -> Bool { node.index < nodes.count && isInUse(node) }
}
