// Nodes of one program that wait side by side, evaluated together: their operands are gathered, the
// program runs over all of them, and what each gave is stored in turn. A form of a million
// conditions that read one switch, or a table of formulas, spends most of its time here.
//
// What must hold is what holds without it: a node reads what stands after all that it reads has
// been evaluated. A node that may read what another one of the same batch gives begins a batch of
// its own.

import Predicate

extension Engine {
  /// Nodes that wait, with what they read.
  private struct Batch {
    let operandCount: Int
    /// Whether they write values; what conditions decide changes none but of rows that are cleared.
    let areFormulas: Bool
    /// Whether each of them decides more than one attribute of one row.
    let decideMany: Bool
    /// The rank of the first of them.
    let firstRank: Int
    var count = 0
    /// Their ranks, of 64.
    var ranks: UInt64 = 0
    /// Between which rows those are that they write.
    var firstRow = Int.max
    var lastRow = -1
    let operands: UnsafeMutablePointer<Cell>
    let ids: UnsafeMutablePointer<NodeID>
    let rows: UnsafeMutablePointer<RowID>
    /// Where each operand was last found, of nodes that read more than two.
    let cursors: UnsafeMutablePointer<PageCursor<Cell>>
  }

  /// Evaluates as many of the nodes that wait as can be evaluated together, from the first on.
  ///
  /// - Parameters:
  ///   - first: The first of them, which `firstOfAlike` gives.
  ///   - waiting: Which of the ranks of a word of the queue wait.
  ///   - word: Which word it is.
  ///   - sweep: The places that settling looks at.
  /// - Returns: Whether there were any.
  @inline(never)
  mutating func evaluateTogether(
    from first: Place, _ waiting: UInt64, of word: Int, _ sweep: inout Sweep
  ) -> Bool {
    withUnsafeTemporaryAllocation(of: Cell.self, capacity: 64) { operands in
      withUnsafeTemporaryAllocation(of: NodeID.self, capacity: 64) { ids in
        withUnsafeTemporaryAllocation(of: RowID.self, capacity: 64) { rows in
          withUnsafeTemporaryAllocation(
            of: PageCursor<Cell>.self, capacity: Self.directOperandLimit
          ) { cursors in
            // Only a buffer of no elements has no address.
            let node = first.node.pointee
            var batch = Batch(
              operandCount: Int(node.operandCount), areFormulas: node.kind == .calculation,
              decideMany: node.outcome == .many, firstRank: Int(node.place),
              operands: operands.baseAddress.unsafelyUnwrapped,
              ids: ids.baseAddress.unsafelyUnwrapped, rows: rows.baseAddress.unsafelyUnwrapped,
              cursors: cursors.baseAddress.unsafelyUnwrapped)
            return evaluate(&batch, from: first, waiting, of: word, &sweep)
          }
        }
      }
    }
  }

  @inline(__always)
  private mutating func evaluate(
    _ batch: inout Batch, from first: Place, _ waiting: UInt64, of word: Int,
    _ sweep: inout Sweep
  ) -> Bool {
    findCode(of: first.node, &sweep)
    // What no code decides is not worth gathering.
    guard let code = sweep.code else { return false }
    gather(&batch, from: first.id, first.node, waiting, of: word, &sweep)
    guard batch.count > 3 else { return false }
    let isEvaluated =
      first.node.pointee.kind == .condition
      ? decide(batch, code, first.node.pointee.outcome, of: word, &sweep)
      : calculate(batch, code, first.node.pointee.outcome, of: word, &sweep)
    if !isEvaluated {
      evaluations.vainCount &+= batch.count
      sweep.leave()
    }
    return isEvaluated
  }

  /// The first of four nodes or more that wait, where it and the third behind it do the same with
  /// what one program gives: to gather costs what is read, and a look at two of four costs little.
  @inline(__always)
  func firstOfAlike(_ waiting: UInt64, of word: Int, _ sweep: inout Sweep) -> Place? {
    let two = waiting & (waiting &- 1)
    let three = two & (two &- 1)
    let four = three & (three &- 1)
    guard let first = node(at: word << 6 &+ waiting.trailingZeroBitCount, &sweep),
      first.node.pointee.standing == .own, first.node.pointee.program != nil,
      first.node.pointee.kind == .condition || first.node.pointee.kind == .calculation,
      (1...Self.directOperandLimit).contains(Int(first.node.pointee.operandCount)),
      let last = node(at: word << 6 &+ four.trailingZeroBitCount, &sweep),
      last.node.head == first.node.head
    else { return nil }
    return first
  }

  /// A node, and where it is.
  typealias Place = (id: NodeID, node: UnsafePointer<PackedNode>)

  @inline(__always)
  private func node(at rank: Int, _ sweep: inout Sweep) -> Place? {
    guard let id = graph.topology.nodeAtRank.node(at: rank, near: &sweep.ranks) else { return nil }
    return (id, graph.topology.nodes.packed(id, near: &sweep.nodes))
  }

  /// Gathers what is read by the nodes that have the head of the first, from it on.
  @inline(__always)
  private mutating func gather(
    _ batch: inout Batch, from first: NodeID, _ node: UnsafePointer<PackedNode>,
    _ waiting: UInt64, of word: Int, _ sweep: inout Sweep
  ) {
    if batch.decideMany { (batch.firstRow, batch.lastRow) = (0, .max) }
    let limit = 64 / batch.operandCount
    if let stretch = graph.topology.nodes.stretch(from: first, near: &sweep.likenesses) {
      gather(&batch, stretch, waiting, limit, &sweep)
    } else {
      gather(&batch, like: node, waiting, limit, of: word, &sweep)
    }
    // What is stored below may be in other places than what was read.
    sweep.left = PageCursor()
    sweep.right = PageCursor()
  }

  /// Gathers what is read by those that wait at the beginning of a stretch.
  @inline(__always)
  private mutating func gather(
    _ batch: inout Batch, _ stretch: Stretch, _ waiting: UInt64, _ limit: Int,
    _ sweep: inout Sweep
  ) {
    let shift = waiting.trailingZeroBitCount
    let sideBySide = (~(waiting >> UInt64(shift))).trailingZeroBitCount
    let count = min(limit, stretch.count, sideBySide)
    // Many conditions that are alike read one switch.
    let common = cell(of: stretch.pairOfFirst.0)
    let isCommon = count == 1 || stretch.isLeftCommon
    let areApart = !batch.decideMany && stretch.areApart(count)
    batch.count = areApart ? count : countApart(stretch, count, batch)
    let places = batch
    @inline(__always)
    func put(_ pair: (PackedSlot, PackedSlot), at index: Int) {
      let place = places.operands + index &* places.operandCount
      place.initialize(to: isCommon ? common : cell(of: pair.0, near: &sweep.left))
      if places.operandCount == 2 {
        (place + 1).initialize(to: cell(of: pair.1, near: &sweep.right))
      }
      (places.ids + index).initialize(to: NodeID(stretch.firstNode.index &+ index))
      (places.rows + index).initialize(to: stretch.row(index))
    }
    put(stretch.pairOfFirst, at: 0)
    for index in 1..<batch.count { put(stretch.pair(index), at: index) }
    batch.ranks = (UInt64.max >> UInt64(64 - batch.count)) << UInt64(shift)
  }

  /// How many of the first so many read nothing that one before them changes; one at least.
  @inline(never)
  private mutating func countApart(_ stretch: Stretch, _ count: Int, _ batch: Batch) -> Int {
    var batch = batch
    while batch.count < count {
      let pair = batch.count == 0 ? stretch.pairOfFirst : stretch.pair(batch.count)
      if changes(pair.0, batch) || batch.operandCount == 2 && changes(pair.1, batch) { break }
      add(NodeID(stretch.firstNode.index &+ batch.count), stretch.row(batch.count), to: &batch)
    }
    return batch.count
  }

  /// Adds a node whose operands have been put where they belong.
  @inline(__always)
  private func add(_ id: NodeID, _ row: RowID, to batch: inout Batch) {
    (batch.ids + batch.count).initialize(to: id)
    (batch.rows + batch.count).initialize(to: row)
    batch.count &+= 1
    if !batch.decideMany {
      batch.firstRow = min(batch.firstRow, row.index)
      batch.lastRow = max(batch.lastRow, row.index)
    }
  }

  // These change nothing; a method that says so is called with a copy of the engine's words.

  /// Whether a slot may hold something else once the nodes of a batch have their results.
  @inline(__always)
  private mutating func changes(_ slot: PackedSlot, _ batch: Batch) -> Bool {
    switch slot.slot {
    case .value(let row):
      row.index >= batch.firstRow && row.index <= batch.lastRow && changes(row, batch)
    case .input: false
    case .fact(let fact): changes(fact, batch)
    }
  }

  @inline(never)
  private mutating func changes(_ row: RowID, _ batch: Batch) -> Bool {
    let isWritten =
      batch.decideMany && batch.count > 0 || (0..<batch.count).contains { batch.rows[$0] == row }
    return isWritten && (batch.areFormulas || graph.topology.rows[row.index].clearing != nil)
  }

  /// A fact that is ranked behind the first of the batch may come to something else before its
  /// reader's turn.
  @inline(never)
  private mutating func changes(_ fact: NodeID, _ batch: Batch) -> Bool {
    let node = graph.topology.nodes.packed(fact)
    return batch.count > 0 && (node.standing != .own || Int(node.place) > batch.firstRank)
  }

  /// Gathers what is read by the nodes that wait and are like the first, each by itself.
  @inline(__always)
  private mutating func gather(
    _ batch: inout Batch, like first: UnsafePointer<PackedNode>, _ waiting: UInt64, _ limit: Int,
    of word: Int, _ sweep: inout Sweep
  ) {
    let head = first.head
    let isOfFew = batch.operandCount <= 2
    let common = isOfFew ? first.pointee.pair.0 : .none
    let commonCell = isOfFew ? cell(of: common) : .null
    if !isOfFew { batch.cursors.initialize(repeating: PageCursor(), count: batch.operandCount) }
    var rest = waiting
    gathering: while rest != 0, batch.count < limit {
      guard let (id, node) = node(at: word << 6 &+ rest.trailingZeroBitCount, &sweep),
        node.head == head
      else { break }
      let place = batch.operands + batch.count &* batch.operandCount
      if isOfFew {
        let (left, right) = node.pointee.pair
        if changes(left, batch) || batch.operandCount == 2 && changes(right, batch) { break }
        place.initialize(to: left == common ? commonCell : cell(of: left, near: &sweep.left))
        if batch.operandCount == 2 {
          (place + 1).initialize(to: cell(of: right, near: &sweep.right))
        }
      } else {
        for index in 0..<batch.operandCount {
          let slot = graph.topology.nodes.operand(index, ofMany: node, near: &sweep.slots)
          if changes(slot, batch) { break gathering }
          (place + index).initialize(to: cell(of: slot, near: &batch.cursors[index]))
        }
      }
      add(id, RowID(Int(node.pointee.row)), to: &batch)
      batch.ranks |= rest & ~(rest &- 1)
      rest &= rest &- 1
    }
  }

  /// Stores what conditions come to.
  @inline(__always)
  private mutating func decide(
    _ batch: Batch, _ code: DirectCode, _ outcome: PackedNode.Outcome, of word: Int,
    _ sweep: inout Sweep
  ) -> Bool {
    let truths = code.truths(
      over: batch.operands, stride: batch.operandCount, count: batch.count)
    let decided = min(batch.count, truths.undecided.trailingZeroBitCount)
    guard decided > 0 else { return false }
    let last = word << 6 &+ 63 &- batch.ranks.leadingZeroBitCount
    queue.lowestAdded = .max
    let mayHaveFailed = !held.pointer.pointee.single.failing.isEmpty
    // The rows of one word whose bit is to be written, and those that are to have it.
    var rows = IDWord(index: 0, bits: 0)
    var on: UInt64 = 0
    var index = 0
    repeat {
      // Up to the first that somebody reads: what it marks may be one of those behind it.
      let start = index
      var readers = ReaderTable.Readers.none
      var others: UInt64 = 0
      repeat {
        let id = batch.ids[index]
        let place = UInt64(truncatingIfNeeded: index)
        if setResult(NodeResult(truths.holding &>> place & 1 != 0), of: id) {
          others |= 1 &<< place
        }
        readers = graph.topology.nodeReaders.readers(at: id.index, near: &sweep.nodeReaders)
        index &+= 1
      } while index < decided && readers.areNone
      if mayHaveFailed { for index in start..<index { setProblem(nil, of: batch.ids[index]) } }
      if outcome == .many {
        for index in start..<index {
          let place = UInt64(truncatingIfNeeded: index)
          decide(
            graph.topology.nodes.groups(at: batch.rows[index]),
            NodeResult(truths.holding &>> place & 1 != 0), isOther: others &>> place & 1 != 0)
        }
      } else if outcome.bit == .required {
        for index in start..<index { touch(batch.rows[index]) }
      }
      var written = outcome.isOne ? others : 0
      while written != 0 {
        let place = written.trailingZeroBitCount
        written &= written &- 1
        let row = batch.rows[place].index
        if row >> 6 != rows.index {
          setBit(outcome.bit, rows, on: on)
          rows = IDWord(index: row >> 6, bits: 0)
          on = 0
        }
        let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: row & 63)
        rows.bits |= bit
        let holds = truths.holding &>> UInt64(truncatingIfNeeded: place) & 1 != 0
        if holds != outcome.isInverted { on |= bit }
      }
      if others &>> UInt64(truncatingIfNeeded: index &- 1) & 1 != 0 {
        markReaders(of: batch.ids[index &- 1], &sweep)
      }
    } while index < decided && queue.lowestAdded > last
    if rows.bits != 0 { setBit(outcome.bit, rows, on: on) }
    end(batch, after: index, of: word, &sweep)
    return true
  }

  /// Stores what formulas give.
  @inline(__always)
  private mutating func calculate(
    _ batch: Batch, _ code: DirectCode, _ outcome: PackedNode.Outcome, of word: Int,
    _ sweep: inout Sweep
  ) -> Bool {
    withUnsafeTemporaryAllocation(of: Cell.self, capacity: 64) { results in
      // Only a buffer of no elements has no address.
      let results = results.baseAddress.unsafelyUnwrapped
      let decided = code.results(
        over: batch.operands, stride: batch.operandCount, count: batch.count, into: results)
      let last = word << 6 &+ 63 &- batch.ranks.leadingZeroBitCount
      queue.lowestAdded = .max
      let mayHaveFailed = !held.pointer.pointee.single.failing.isEmpty
      var index = 0
      while index < decided, queue.lowestAdded > last, let cell = outcome.stored(results[index]) {
        if mayHaveFailed { setProblem(nil, of: batch.ids[index]) }
        setCalculated(cell, of: batch.rows[index], isWatched: outcome.isWatched, &sweep)
        index &+= 1
      }
      guard index > 0 else { return false }
      end(batch, after: index, of: word, &sweep)
      return true
    }
  }

  /// Takes the nodes from the queue whose results have been stored.
  @inline(__always)
  private mutating func end(
    _ batch: Batch, after count: Int, of word: Int, _ sweep: inout Sweep
  ) {
    for place in 0..<count { evaluations.append(batch.ids[place]) }
    evaluations.countTogether &+= count
    evaluations.vainCount &+= batch.count &- count
    var ranks = batch.ranks
    // What takes more ends a batch, and so does one that may read what has just been stored.
    if 2 &* count < batch.count { sweep.leave() } else { sweep.stay() }
    if count < batch.count {
      for _ in count..<batch.count { ranks &= ~(1 << UInt64(63 - ranks.leadingZeroBitCount)) }
    }
    queue.remove(ranks, from: word)
  }
}
