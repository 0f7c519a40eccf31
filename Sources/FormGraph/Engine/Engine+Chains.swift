// Formulas of one program of which each goes on from what the one before gives: a running balance,
// a table whose rows build on each other. They are evaluated without the queue between two of them,
// without a look at their nodes, and give their numbers to the cells of their rows.
//
// The first of a chain may read anything where the others read the one before.
//
// What must hold is what holds without it: a row of such a chain is read by the next formula alone,
// so that nothing else of what the chain reads changes on the way; and a formula runs only where
// what it reads has changed, or where it waits anyway.

import Predicate

extension Engine {
  /// Evaluates a formula and those that go on from it.
  ///
  /// - Parameters:
  ///   - first: The formula, which has been taken from the queue.
  ///   - sweep: The places that settling looks at.
  /// - Returns: Whether it was evaluated: not where it is no chain, or numbers do not decide it.
  @inline(never)
  mutating func evaluateChain(from first: NodeID, _ sweep: inout Sweep) -> Bool {
    let stretch = graph.topology.nodes.stretch(from: first, near: &sweep.likenesses)
    guard let stretch, stretch.link != nil else { return false }
    return withUnsafeTemporaryAllocation(of: Cell.self, capacity: 64) { others in
      // Only a buffer of no elements has no address.
      let others = others.baseAddress.unsafelyUnwrapped
      var next: Stretch? = stretch
      var isFirst = true
      while let stretch = next, let link = stretch.link {
        guard let changed = evaluate(stretch, link, others, &sweep) else {
          if !isFirst { queue.insert(stretch.rank) }
          return !isFirst
        }
        isFirst = false
        next = follow(stretch, to: changed, &sweep)
      }
      return true
    }
  }

  /// Evaluates the first of some formulas, those whose rows stand on one page.
  ///
  /// - Returns: How many were evaluated, all of which have changed; 0 where the last of them has
  ///   not; nil where none was evaluated.
  @inline(__always)
  private mutating func evaluate(
    _ stretch: Stretch, _ link: Int, _ others: UnsafeMutablePointer<Cell>, _ sweep: inout Sweep
  ) -> Int? {
    findCode(ofProgram: stretch.program, &sweep)
    guard let code = sweep.code else { return nil }
    let row = stretch.row(0)
    let isOnly = stretch.operandCount == 1
    // What does not change ends a chain, and of those behind it the operands were read in vain.
    let limit = isOnly ? stretch.count : min(max(2 &* sweep.chain, 1), stretch.count)
    let count = min(limit, (63 &- row.index & 63) / stretch.rowStep &+ 1)
    let pair = stretch.pairOfFirst
    if !isOnly {
      others.initialize(to: cell(of: link == 0 ? pair.1 : pair.0))
      for index in 1..<count {
        let pair = stretch.pair(index)
        (others + index).initialize(to: cell(of: link == 0 ? pair.1 : pair.0))
      }
    }
    let chain = DirectCode.Chain(
      link: link, count: count, start: cell(of: link == 0 ? pair.0 : pair.1), others: others,
      step: stretch.rowStep)
    let (changed, isSame) = code.compute(
      chain, ofDoubles: stretch.outcome.isDecimal,
      into: held.pointer.pointee.values.cell(toWrite: row.index))
    let evaluated = isSame ? changed &+ 1 : changed
    sweep.chain = evaluated
    guard evaluated > 0 else { return nil }
    evaluations.append(from: stretch.firstNode, count: evaluated)
    evaluations.countTogether &+= evaluated
    if stretch.outcome.isWatched, !isOpening {
      for index in 0..<changed { touchWatched(stretch.row(index)) }
    }
    if !held.pointer.pointee.single.failing.isEmpty {
      for index in 0..<evaluated { setProblem(nil, of: NodeID(stretch.firstNode.index &+ index)) }
    }
    queue.remove(stretch.rank..<(stretch.rank &+ evaluated))
    return isSame ? 0 : changed
  }

  /// Goes on behind formulas that have changed.
  ///
  /// - Parameters:
  ///   - stretch: The formulas.
  ///   - count: How many of them were evaluated, of which the last has changed; 0 where it has not.
  ///   - sweep: The places that settling looks at.
  /// - Returns: The formulas that are to be evaluated next; otherwise what is to be is marked.
  @inline(__always)
  private mutating func follow(
    _ stretch: Stretch, to count: Int, _ sweep: inout Sweep
  ) -> Stretch? {
    guard count > 0, count < stretch.count || !stretch.isLastUnread else { return nil }
    let node = NodeID(stretch.firstNode.index &+ count)
    if node.index < graph.topology.nodes.count,
      let next = graph.topology.nodes.stretch(from: node, near: &sweep.likenesses), next.goesOn,
      next.rank == stretch.rank &+ count
    {
      return next
    }
    markReaders(ofValueOf: stretch.row(count &- 1), &sweep)
    return nil
  }
}
