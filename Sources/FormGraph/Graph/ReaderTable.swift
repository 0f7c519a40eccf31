// Who reads what, by position: four bytes each, since most rows of a form are read by nobody or by
// one condition. As long as nobody reads any of 64 neighbours, they take no room.

/// Sets of nodes by position, in pages; all pages without any node are one.
struct ReaderTable: Sendable {
  /// The one reader; -1 where there is none, and -2 less the place among `sets` where there are
  /// more.
  private var codes = Pages<Int32>()
  /// The sets of two readers or more, and empty ones that are not in use.
  private var sets = Pages<IDSet<NodeID>>()
  private var unused = IDSet<SetID>()

  private enum Sets {}
  private typealias SetID = ID<Sets>

  /// Makes room for as many sets or more.
  mutating func grow(to count: Int) { codes.grow(to: count, with: -1) }

  /// The readers at a position.
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
      let place: Int
      if let free = unused.first {
        unused.remove(free)
        place = free.index
        sets[place] = both
      } else {
        place = sets.count
        sets.append(both)
      }
      codes[index] = Int32(truncatingIfNeeded: -2 - place)
    }
  }

  mutating func remove(_ node: NodeID, at index: Int) {
    let code = codes[index]
    if code == node.rawValue {
      codes[index] = -1
    } else if code < -1 {
      let place = Int(-2 - code)
      guard sets[place].contains(node) else { return }
      sets[place].remove(node)
      guard sets[place].count == 1, let left = sets[place].first else {
        return
      }
      codes[index] = left.rawValue
      sets[place] = IDSet()
      unused.insert(SetID(place))
    }
  }

  /// How many pages are not those of another table, as ``Pages`` counts them.
  func pagesNotShared(with other: ReaderTable) -> Int {
    codes.pagesNotShared(with: other.codes) + sets.pagesNotShared(with: other.sets)
  }
}
