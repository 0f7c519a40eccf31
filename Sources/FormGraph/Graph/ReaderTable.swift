// Who reads what, by position. Most rows of a form are read by nobody, and most conditions by nothing
// but what they decide: as long as nobody reads any of 64 neighbours, they take no room.

/// Sets of nodes by position, in pages; all pages without any node are one.
struct ReaderTable: Sendable {
  private var sets = Pages<IDSet<NodeID>>()
  private let emptyPage = Pages<IDSet<NodeID>>.Page(repeating: IDSet(), count: 64)

  /// Makes room for as many sets or more.
  mutating func grow(to count: Int) {
    while sets.count < count { sets.append(page: emptyPage) }
  }

  subscript(index: Int) -> IDSet<NodeID> {
    @inline(__always) _read { yield sets[index] }
    @inline(__always) _modify { yield &sets[index] }
  }

  /// How many pages are not those of another table, as ``Pages`` counts them.
  func pagesNotShared(with other: ReaderTable) -> Int { sets.pagesNotShared(with: other.sets) }
}
