// Where settling last found what it needs of each table. Nodes are evaluated in the order of their
// ranks, and most stand next to those before them, so that one comparison finds what three levels
// of pages would. The topology does not change while a sweep lasts.

import Predicate

/// The places that settling looks at.
struct Sweep: ~Copyable {
  var ranks = PageCursor<Int32>()
  var nodes = PageCursor<PackedNode>()
  /// The nodes that are marked, which stand further on.
  var marked = PageCursor<PackedNode>()
  /// What the operands of nodes read that are evaluated together, while nothing is stored.
  var left = PageCursor<Cell>()
  var right = PageCursor<Cell>()
  var likenesses = PageCursor<Likeness>()
  var codes = PageCursor<DirectCode?>()
  /// The operands of nodes that have more than two.
  var slots = PageCursor<PackedSlot>()
  var valueReaders = PageCursor<Int32>()
  var nodeReaders = PageCursor<Int32>()
  /// The program last run, and its code.
  var program: Int32 = -1
  var code: DirectCode?
  /// How many formulas that read each other were last evaluated at once, and twice as many at most
  /// are looked at next: what does not change ends them, and those behind it were looked at in
  /// vain.
  var chain = 4
  /// Whether a chain was evaluated last; then it is likely that the next node begins one, too, and
  /// nothing but that is looked at first.
  var isInChains = false
  /// How many nodes are evaluated one by one before some are gathered again.
  private var alone = 0
  /// How many those will be where gathering is of no use once more.
  private var nextAlone = Self.fewestAlone
  private static var fewestAlone: Int { 16 }
  private static var mostAlone: Int { 4_096 }

  /// Whether nodes are to be gathered now.
  @inline(__always)
  mutating func isTogether() -> Bool {
    guard alone > 0 else { return true }
    alone &-= 1
    return false
  }

  /// Takes note that nodes were gathered and had to be left.
  mutating func leave() {
    alone = nextAlone
    nextAlone = min(2 &* nextAlone, Self.mostAlone)
  }

  /// Takes note that gathering has been of use.
  @inline(__always)
  mutating func stay() { nextAlone = Self.fewestAlone }
}
