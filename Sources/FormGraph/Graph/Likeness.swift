// What 64 neighbouring nodes have in common, told once for all of them: a form that was made from a
// table has the same formula in line after line, each a fixed number of rows further on. Settling
// then looks at none of them, as spreadsheets keep one formula for a column.

import Predicate

/// What the nodes of a page have in common.
struct Likeness: Equatable, Sendable {
  /// The rank of the first of 64, where all are ranked one behind the other; else -1.
  private(set) var firstRank: Int32 = -1
  /// The longest stretch of nodes that are alike, and the longest of the others: a page on which
  /// one column of a table ends and the next begins has two.
  fileprivate var longest = Run()
  fileprivate var second = Run()

  /// Some nodes that are alike.
  fileprivate struct Run: Equatable {
    /// Where on the page they begin, and how many there are.
    var start: UInt8 = 0
    var count: UInt8 = 0
    /// Whether the first goes on from the node before it, too, which may stand on the page before.
    var goesOn = false
    /// Whether nobody reads the number that the last of some formulas gives.
    var isLastUnread = false
    /// The operands of the first: those of a formula that begins a chain are elsewhere than
    /// those behind it say.
    var leftOfFirst = PackedSlot.none
    var rightOfFirst = PackedSlot.none
    var first = Alike()
    var step = Step()
  }

  /// The first of some nodes that are alike, with the operands it has by those behind it.
  fileprivate struct Alike: Equatable {
    var rank: Int32 = 0
    var program: Int32 = 0
    var row: Int32 = 0
    var left = PackedSlot.none
    var right = PackedSlot.none
    var operandCount: UInt8 = 0
    var outcome = PackedNode.Outcome.none

    init() {}

    init(_ node: PackedNode, like next: PackedNode, _ step: Step) {
      rank = node.place
      program = node.code
      row = node.row
      left = next.pair.0.advanced(by: 0 &- step.left)
      right = next.pair.1.advanced(by: 0 &- step.right)
      operandCount = UInt8(truncatingIfNeeded: node.operandCount)
      outcome = node.outcome
    }
  }

  /// How much further on each has its row and finds its operands.
  fileprivate struct Step: Equatable {
    var row: Int32 = 0
    var left: Int32 = 0
    var right: Int32 = 0
    /// Which operand is what the formula before gives, a number that nothing else reads; -1 where
    /// none is.
    var link: Int8 = -1

    /// Whether this is how a chain begins that goes on so: its first formula alone reads something
    /// else.
    func leads(to next: Step) -> Bool { link >= 0 && link == next.link && row == next.row }
  }

  /// Nothing in common.
  init() {}

  var isNothing: Bool { firstRank < 0 && longest.count == 0 }

  /// Whether there are formulas among the nodes that go on from one another.
  @inline(__always) var hasChains: Bool { longest.step.link >= 0 || second.step.link >= 0 }

  /// Finds what the nodes of a page have in common.
  ///
  /// - Parameters:
  ///   - page: The nodes.
  ///   - firstNode: The id of the first.
  ///   - before: The node before these.
  ///   - readers: What reads the values of rows.
  /// - Complexity: O(64).
  init(
    of page: Pages<PackedNode>.Page, from firstNode: NodeID, behind before: PackedNode?,
    _ readers: ReaderTable
  ) {
    let nodes = page.elements
    var start = 0
    while start < page.count {
      var end = start + 1
      var step: Step?
      while end < page.count {
        let reader = NodeID(firstNode.index + end)
        guard let next = Self.step(from: nodes[end - 1], to: nodes[end], reader, readers),
          step == nil || step == next || end == start + 2 && step?.leads(to: next) == true
        else { break }
        step = next
        end += 1
      }
      if let step, end - start > max(3, Int(second.count)) {
        let node = nodes[start]
        let reader = NodeID(firstNode.index + start)
        let last = start > 0 ? nodes[start - 1] : before
        let link = last.flatMap { Self.link(from: $0, to: node, reader, readers) }
        second = Run(
          start: UInt8(truncatingIfNeeded: start), count: UInt8(truncatingIfNeeded: end - start),
          goesOn: step.link >= 0 && link == step.link,
          isLastUnread: step.link >= 0 && readers.areNone(at: Int(nodes[end - 1].row)),
          leftOfFirst: node.pair.0, rightOfFirst: node.pair.1,
          first: Alike(node, like: nodes[start + 1], step), step: step)
        if second.count > longest.count { swap(&longest, &second) }
      }
      // The last of one stretch may be the first of the next.
      start = end - start > 1 && end < page.count ? end - 1 : end
    }
    let rank = nodes.pointee.place
    let isInOrder =
      page.count == 64 && rank >= 0
      && (0..<64).allSatisfy { place in
        nodes[place].standing == .own && Int(nodes[place].place) == Int(rank) + place
      }
    if isInOrder { firstRank = rank }
  }

  /// How much further on a node has its row and its operands than the one before, where it is
  /// ranked behind it and both run the same program with few operands, and do the same with what it
  /// gives.
  private static func step(
    from node: PackedNode, to next: PackedNode, _ id: NodeID, _ readers: ReaderTable
  ) -> Step? {
    guard next.head == node.head, next.standing == .own, next.program != nil,
      Int(next.place) == Int(node.place) + 1, next.operandCount == node.operandCount,
      (1...2).contains(next.operandCount)
    else { return nil }
    var step = Step(
      row: next.row &- node.row, left: next.pair.0.code &- node.pair.0.code,
      right: next.pair.1.code &- node.pair.1.code)
    if (1...16).contains(step.row), let link = link(from: node, to: next, id, readers) {
      step.link = link
    }
    return step
  }

  /// Which operand of a formula is the number that the node before gives, where nothing else reads
  /// that; nil where none is.
  private static func link(
    from node: PackedNode, to next: PackedNode, _ id: NodeID, _ readers: ReaderTable
  ) -> Int8? {
    guard node.kind == .calculation, node.standing == .own, next.kind == .calculation,
      next.outcome.isInt || next.outcome.isDecimal
    else { return nil }
    let row = RowID(Int(node.row))
    let (value, pair) = (PackedSlot(.value(row)), next.pair)
    guard pair.0 != pair.1, pair.0 == value || pair.1 == value, readers.only(at: row.index) == id
    else { return nil }
    return pair.0 == value ? 0 : 1
  }
}

/// Nodes that are alike and ranked one behind the other, in the order of their ids.
struct Stretch {
  let firstNode: NodeID
  /// How many there are.
  let count: Int
  /// Whether the first goes on from the node before it: it alone reads its row, by the same
  /// operand.
  let goesOn: Bool
  /// Whether nobody reads the number that the last of a chain gives.
  let isLastUnread: Bool
  private let leftOfFirst: PackedSlot
  private let rightOfFirst: PackedSlot
  private let first: Likeness.Alike
  private let step: Likeness.Step

  /// Those of a page that are alike, from one on; nil where this one is not like others.
  @inline(__always)
  init?(_ likeness: Likeness, from node: NodeID) {
    let place = node.index & 63
    if let stretch = Stretch(likeness.longest, from: node, at: place) {
      self = stretch
    } else if let stretch = Stretch(likeness.second, from: node, at: place) {
      self = stretch
    } else {
      return nil
    }
  }

  @inline(__always)
  private init?(_ run: Likeness.Run, from node: NodeID, at place: Int) {
    let place = place &- Int(run.start)
    guard place >= 0, place < Int(run.count) else { return nil }
    firstNode = node
    count = Int(run.count) &- place
    goesOn = place > 0 ? run.step.link >= 0 : run.goesOn
    isLastUnread = run.isLastUnread
    step = run.step
    var first = run.first
    let distance = Int32(truncatingIfNeeded: place)
    first.rank &+= distance
    first.row &+= step.row &* distance
    first.left = first.left.advanced(by: step.left &* distance)
    first.right = first.right.advanced(by: step.right &* distance)
    self.first = first
    leftOfFirst = place > 0 ? first.left : run.leftOfFirst
    rightOfFirst = place > 0 ? first.right : run.rightOfFirst
  }

  /// The rank of the first.
  @inline(__always) var rank: Int { Int(first.rank) }
  @inline(__always) var program: Int32 { first.program }
  @inline(__always) var outcome: PackedNode.Outcome { first.outcome }
  @inline(__always) var operandCount: Int { Int(first.operandCount) }

  /// Which operand of each but the first is the row of the one before it, which it alone reads; nil
  /// where none is.
  @inline(__always) var link: Int? { step.link < 0 ? nil : Int(step.link) }

  /// How much further on each has its row.
  @inline(__always) var rowStep: Int { Int(step.row) }

  /// The row of one of them.
  @inline(__always)
  func row(_ index: Int) -> RowID {
    RowID(Int(first.row &+ step.row &* Int32(truncatingIfNeeded: index)))
  }

  /// Where the first finds its operands.
  @inline(__always) var pairOfFirst: (PackedSlot, PackedSlot) { (leftOfFirst, rightOfFirst) }

  /// Whether all have one left operand.
  @inline(__always) var isLeftCommon: Bool { step.left == 0 && leftOfFirst == first.left }

  /// Whether it is plain that of the first so many none reads the row of one before it.
  func areApart(_ count: Int) -> Bool {
    isApart(first.left, step.left, count)
      && (first.operandCount < 2 || isApart(first.right, step.right, count))
  }

  private func isApart(_ slot: PackedSlot, _ slotStep: Int32, _ count: Int) -> Bool {
    let row: Int
    switch slot.slot {
    case .input: return true
    case .fact: return false
    case .value(let id): row = id.index
    }
    // The row read is that of the one which stands so many places further on than the first.
    let distance = row - Int(first.row)
    guard rowStep != 0 else { return slotStep == 0 && distance != 0 }
    let (places, rest) = distance.quotientAndRemainder(dividingBy: rowStep)
    // All read one row, or each as far from its own.
    if slotStep == 0 { return rest != 0 || !(0..<count - 1).contains(places) }
    return Int(slotStep) == 4 * rowStep && (rest != 0 || places >= 0)
  }

  /// Where one behind the first finds its operands.
  @inline(__always)
  func pair(_ index: Int) -> (PackedSlot, PackedSlot) {
    let index = Int32(truncatingIfNeeded: index)
    return (
      first.left.advanced(by: step.left &* index),
      first.right.advanced(by: step.right &* index)
    )
  }
}
