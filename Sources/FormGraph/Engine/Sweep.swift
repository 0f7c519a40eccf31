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
  var codes = PageCursor<DirectCode?>()
  /// The operands of nodes that have more than two.
  var slots = PageCursor<PackedSlot>()
  var valueReaders = PageCursor<Int32>()
  var nodeReaders = PageCursor<Int32>()
  /// The program last run, and its code.
  var program: Int32 = -1
  var code: DirectCode?
}
