// All nodes, packed: 40 bytes each, without a reference count, so that settling reads a node with
// one load of a page and a million of them are 40 megabytes. What the graph means by a node is
// `Node`, which is made anew whenever somebody asks for it; settling never does.

import Predicate

/// Where an operand finds its value, in 32 bits.
struct PackedSlot: Hashable, Sendable {
  let code: Int32

  init(_ slot: Slot) {
    code =
      switch slot {
      case .value(let row): row.rawValue << 2
      case .input(let input): input.rawValue << 2 | 1
      case .fact(let node): node.rawValue << 2 | 2
      }
  }

  fileprivate init(code: Int32) { self.code = code }

  @inline(__always)
  var slot: Slot {
    let index = Int(code >> 2)
    return switch code & 3 {
    case 0: .value(RowID(index))
    case 1: .input(InputID(index))
    default: .fact(NodeID(index))
    }
  }
}

/// A node as the table keeps it.
struct PackedNode: Sendable {
  enum Kind: UInt8 {
    case condition, calculation, defaultValue, rule, verdict, clearing, options, fact
  }

  enum Standing: UInt8 { case own, like, prototype, none }

  fileprivate(set) var kind: Kind
  fileprivate(set) var standing = Standing.none
  fileprivate var isFunction = false
  /// Whether there is something to run: `options` may have no filter.
  fileprivate(set) var hasRun = false
  /// The rank, -1 before there is one; of a node of an item, the node it is ranked as.
  fileprivate(set) var place: Int32 = -1
  /// The row the node belongs to.
  fileprivate(set) var row: Int32 = -1
  /// Of a rule its position, of a fact its place among the facts.
  fileprivate(set) var index: Int32 = -1
  /// The program or the function.
  fileprivate(set) var code: Int32 = -1
  fileprivate var text: Int32 = -1
  fileprivate(set) var operandCount: Int32 = 0
  /// What SELF reads; -1 where the text does not speak of SELF.
  fileprivate var object: Int32 = -1
  /// The first operands, where there are no more than two; otherwise where all begin.
  fileprivate var first: Int32 = -1
  fileprivate var second: Int32 = -1

  /// Where the operands find their values, of which there are no more than two.
  @inline(__always)
  var pair: (PackedSlot, PackedSlot) { (PackedSlot(code: first), PackedSlot(code: second)) }

  /// The program it runs, if it runs one.
  @inline(__always)
  var program: ProgramID? { hasRun && !isFunction ? ProgramID(Int(code)) : nil }
}

/// The nodes of a topology, those that are no longer in use too.
struct NodeTable: Sendable {
  private var packed = Pages<PackedNode>()
  /// The operands of nodes that have more than two.
  private var slots = Pages<PackedSlot>()
  private var facts = Pages<Fact>()

  var count: Int { packed.count }
  var indices: Range<Int> { 0..<count }

  /// A node as settling reads it.
  @inline(__always)
  func packed(_ node: NodeID) -> PackedNode { packed[node.index] }

  /// A node, sought near the one last sought with this cursor.
  @inline(__always)
  func packed(
    _ node: NodeID, near cursor: inout PageCursor<PackedNode>
  ) -> UnsafePointer<PackedNode> {
    packed.address(of: node.index, near: &cursor)
  }

  /// Where the operand of a node finds its value.
  @inline(__always)
  func operand(_ index: Int, of node: PackedNode) -> PackedSlot {
    guard node.operandCount > 2 else {
      return PackedSlot(code: index == 0 ? node.first : node.second)
    }
    return slots[Int(node.first) + index]
  }

  func fact(of node: PackedNode) -> Fact { facts[Int(node.index)] }

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
    }
  }

  /// What a node runs; of one that runs nothing it means nothing.
  func run(of node: PackedNode) -> Run {
    Run(
      code: node.isFunction
        ? .function(FunctionID(Int(node.code))) : .program(ProgramID(Int(node.code))),
      binding: (0..<Int(node.operandCount)).map { operand($0, of: node).slot },
      object: object(of: node), text: TextID(Int(node.text)))
  }

  /// Whether a node runs just this.
  func isRunning(_ run: Run, _ node: PackedNode) -> Bool {
    let code =
      switch run.code {
      case .program(let program): program.rawValue
      case .function(let function): function.rawValue
      }
    let isFunction = if case .function = run.code { true } else { false }
    guard node.hasRun, node.code == code, node.isFunction == isFunction,
      Int(node.operandCount) == run.binding.count,
      node.object == run.object.map({ PackedSlot($0).code }) ?? -1
    else { return false }
    return run.binding.indices.allSatisfy { operand($0, of: node) == PackedSlot(run.binding[$0]) }
  }

  /// What SELF reads.
  func object(of node: PackedNode) -> Slot? {
    node.object < 0 ? nil : PackedSlot(code: node.object).slot
  }

  // MARK: - Writing

  mutating func append(_ node: Node, _ placement: Topology.Placement) {
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
    }
    if let row = node.row { packed.row = row.rawValue }
    if let run = node.run { pack(run, into: &packed) }
    Self.place(placement, &packed)
    self.packed.append(packed)
  }

  private mutating func pack(_ run: Run, into node: inout PackedNode) {
    node.hasRun = true
    switch run.code {
    case .program(let program): node.code = program.rawValue
    case .function(let function):
      node.isFunction = true
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

  /// Takes a node out of use.
  mutating func retire(_ node: NodeID) { packed[node.index].standing = .none }

  /// How many pages are not those of another table, as ``Pages`` counts them.
  func pagesNotShared(with other: NodeTable) -> Int {
    packed.pagesNotShared(with: other.packed) + slots.pagesNotShared(with: other.slots)
      + facts.pagesNotShared(with: other.facts)
  }
}

// MARK: - Standing

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

  /// The rank of a node that has one of its own; -1 where it has none.
  func rank(of node: NodeID) -> Int {
    let packed = nodes.packed(node)
    return packed.standing == .like ? -1 : Int(packed.place)
  }

  func isInUse(_ node: NodeID) -> Bool { nodes.packed(node).standing != .none }
}
