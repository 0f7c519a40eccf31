// The nodes that read each row, input or node. An entry takes four bytes, because most rows are
// read by no node or by one. Entries without readers share pages.
//
//   codes   12 | -1 | -2 | -3       one reader | none | sets[0] | sets[1]
//   sets    {4, 9} | {4, 7, 12}

/// Sets of nodes by position.
///
/// Untouched pages are shared.
struct ReaderTable: Sendable {
  /// By position: the only reader; -1 for none; or -2 minus an index in `sets` for two or more.
  private var codes = Pages<Int32>()
  /// The sets of two or more readers.
  ///
  /// Unused entries are empty.
  private var sets = Pages<IDSet<NodeID>>()

  /// Grows the table to at least `count` entries.
  mutating func grow(to count: Int) { codes.grow(to: count, with: -1) }

  @inline(__always)
  subscript(index: Int) -> IDSet<NodeID> {
    let code = codes[index]
    if code == -1 { return IDSet() }
    return code >= 0 ? IDSet(only: NodeID(Int(code))) : sets[Int(-2 - code)]
  }

  mutating func insert(_ node: NodeID, at index: Int) {
    let code = codes[index]
    if code < -1 {
      sets[Int(-2 - code)].insert(node)
    } else if code == -1 {
      codes[index] = node.rawValue
    } else if code != node.rawValue {
      var both = IDSet(only: node)
      both.insert(NodeID(Int(code)))
      sets.append(both)
      codes[index] = Int32(truncatingIfNeeded: -1 - sets.count)
    }
  }

  /// The number of pages that differ from the pages of another table; see ``Pages``.
  func pagesNotShared(with other: ReaderTable) -> Int {
    codes.pagesNotShared(with: other.codes) + sets.pagesNotShared(with: other.sets)
  }
}
