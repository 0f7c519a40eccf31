// Nodes of one program that wait side by side, evaluated together: their operands are gathered, the
// program runs over all of them, and what each gave is stored in turn. A form of a million conditions
// that read one switch, or a table of formulas, spends most of its time here.
//
// What must hold is what holds without it: a node reads what stands after all that it reads has been
// evaluated. A node that was gathered before another one of the same run marked it is gathered again.

import Predicate

extension Engine {
  /// How many nodes are evaluated together at most: what is gathered stands on the stack.
  private static var togetherLimit: Int { 32 }

  /// Evaluates as many of a run of waiting nodes as can be evaluated together.
  ///
  /// - Returns: Whether there were any.
  @inline(never)
  mutating func evaluateTogether(
    _ run: (first: Int, bits: UInt64), _ sweep: inout Sweep
  ) -> Bool {
    withUnsafeTemporaryAllocation(of: Cell.self, capacity: 2 * Self.togetherLimit) { operands in
      withUnsafeTemporaryAllocation(of: Cell.self, capacity: Self.togetherLimit) { results in
        withUnsafeTemporaryAllocation(of: NodeID.self, capacity: Self.togetherLimit) { nodes in
          evaluateTogether(
            run, &sweep, operands.baseAddress.unsafelyUnwrapped,
            results.baseAddress.unsafelyUnwrapped, nodes.baseAddress.unsafelyUnwrapped)
        }
      }
    }
  }

  /// Gathers, runs and stores; each of the places has room for as many nodes as the limit says.
  @inline(__always)
  private mutating func evaluateTogether(
    _ run: (first: Int, bits: UInt64), _ sweep: inout Sweep,
    _ operands: UnsafeMutablePointer<Cell>, _ results: UnsafeMutablePointer<Cell>,
    _ nodes: UnsafeMutablePointer<NodeID>
  ) -> Bool {
    let (code, kind, count, last) = gather(run, &sweep, operands, nodes)
    guard let code, count > 3 else { return false }
    let decided = code.results(over: operands, stride: 2, count: count, into: results)
    if decided < count { sweep.leave() }
    guard decided > 0 else { return false }
    var bits = run.bits
    for index in 0..<decided {
      let rank = run.first + bits.trailingZeroBitCount
      bits &= bits &- 1
      let id = nodes[index]
      let node = graph.topology.nodes.packed(id, near: &sweep.nodes)
      queue.remove(rank)
      queue.lowestAdded = .max
      if kind == .calculation {
        finishFormula(id, node, results[index], &sweep)
      } else {
        finishCondition(id, holds(id, node, results[index]), &sweep)
      }
      guard queue.lowestAdded > last else {
        // One of those behind may read what has just been stored.
        sweep.leave()
        return true
      }
    }
    return true
  }

  /// Gathers the operands of nodes that have the kind and the program of the first, from it on; gives
  /// the rank of the last.
  @inline(__always)
  private mutating func gather(
    _ run: (first: Int, bits: UInt64), _ sweep: inout Sweep,
    _ operands: UnsafeMutablePointer<Cell>, _ nodes: UnsafeMutablePointer<NodeID>
  ) -> (code: DirectCode?, kind: PackedNode.Kind, count: Int, last: Int) {
    var bits = run.bits
    var kind = PackedNode.Kind.fact
    var count = 0
    var last = run.first
    while bits != 0, count < Self.togetherLimit {
      let rank = run.first + bits.trailingZeroBitCount
      bits &= bits &- 1
      guard let id = graph.topology.nodeAtRank.node(at: rank, near: &sweep.ranks) else { break }
      let node = graph.topology.nodes.packed(id, near: &sweep.nodes)
      if count == 0 {
        kind = node.pointee.kind
        guard kind == .calculation || kind == .condition else { break }
        findCode(of: node, &sweep)
        // What no code decides is not worth gathering.
        guard sweep.code != nil else { break }
      }
      guard node.pointee.standing == .own, node.pointee.kind == kind,
        node.pointee.program != nil, node.pointee.code == sweep.program,
        node.pointee.operandCount <= 2
      else { break }
      let place = operands + 2 * count
      let (left, right) = node.pointee.pair
      if node.pointee.operandCount > 0 { place.initialize(to: cell(of: left)) }
      if node.pointee.operandCount > 1 { (place + 1).initialize(to: cell(of: right)) }
      (nodes + count).initialize(to: id)
      count += 1
      last = rank
    }
    return (sweep.code, kind, count, last)
  }
}
