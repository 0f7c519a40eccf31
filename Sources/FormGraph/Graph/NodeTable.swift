// The nodes of the form and of its prototypes in packed form. Operands beyond two, facts, and the
// effects of conditions with many effects are stored beside the nodes. A `Node` is made from these
// parts only on request; settling reads packed nodes alone.

import Predicate

/// The nodes of the form and of its prototypes, by id.
///
/// Some ids are not in use here: those of the nodes of items, and of nodes that went.
struct NodeTable: Sendable {
  private var packed = Pages<PackedNode>()
  /// The operands of nodes with more than two operands.
  private var slots = Pages<PackedSlot>()
  private var facts = Pages<Fact>()
  private var properties = Pages<Property>()
  /// The effects of conditions that decide more than one attribute of one row.
  private var groups = Pages<EffectGroups>()

  init() {}

  var count: Int { packed.count }
  var indices: Range<Int> { 0..<count }

  @inline(__always)
  func packed(_ node: NodeID) -> PackedNode { packed[node.index] }

  /// The prototype that a node belongs to, -1 for a node of the form, and its rank.
  @inline(__always)
  func standing(of node: NodeID) -> (item: Int32, rank: Int32) {
    (packed[node.index].item, packed[node.index].rank)
  }

  /// Whether there is such a node, and it is in use.
  func isInUse(_ node: NodeID) -> Bool { node.index < count && packed[node.index].isInUse }

  /// All nodes in use, in ascending order.
  var inUse: [NodeID] { indices.map { NodeID($0) }.filter { packed[$0.index].isInUse } }

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
      object: Self.object(of: node), text: TextID(Int(node.text)))
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
  static func object(of node: PackedNode) -> Slot? {
    node.object < 0 ? nil : PackedSlot(code: node.object).slot
  }

  // MARK: - Writing

  /// Writes a node at a place that is not in use.
  ///
  /// - Parameters:
  ///   - node: The node.
  ///   - template: The prototype that the node belongs to, and its place among the nodes of the
  ///     template; nil for a node of the form.
  ///   - id: Its place.
  mutating func set(_ node: Node, of template: (item: ItemID, local: Int)?, at id: NodeID) {
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
    packed.isInUse = true
    if let template {
      packed.item = template.item.rawValue
      packed.local = Int32(truncatingIfNeeded: template.local)
    }
    self.packed.grow(to: id.index + 1, with: PackedNode(kind: .condition))
    self.packed[id.index] = packed
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

  mutating func setRank(_ rank: Int, of node: NodeID) {
    packed[node.index].rank = Int32(truncatingIfNeeded: rank)
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
        .row(RowID(Int(node.row)), node.outcome.bit), isInverted: node.outcome.isInverted,
        isOfTemplate: node.item >= 0)
    }
    return groups
  }

  /// The effects of a condition that decides more than one attribute of one row.
  ///
  /// - Parameter place: The index of the groups, which the packed node stores in its `row` field.
  /// - Returns: The effects.
  func groups(at place: RowID) -> EffectGroups { groups[place.index] }

  /// `item` is the prototype that the target belongs to.
  mutating func insertEffect(
    _ target: Target, of item: ItemID?, isInverted: Bool, of condition: NodeID
  ) {
    let node = packed[condition.index]
    // A row of an inner item is one of many.
    let isBeside = item?.rawValue ?? -1 == node.item
    if node.outcome == .none, isBeside, case .row(let row, let bit) = target {
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
    groups[Int(packed[condition.index].row)].insert(
      target, isInverted: isInverted, isOfTemplate: item != nil)
  }

  /// Marks a node as no longer in use.
  mutating func retire(_ node: NodeID) { packed[node.index] = PackedNode(kind: .condition) }

  /// The number of pages that differ from the pages of another table; see ``Pages``.
  func pagesNotShared(with other: NodeTable) -> Int {
    packed.pagesNotShared(with: other.packed) + slots.pagesNotShared(with: other.slots)
      + facts.pagesNotShared(with: other.facts)
      + properties.pagesNotShared(with: other.properties)
      + groups.pagesNotShared(with: other.groups)
  }
}
