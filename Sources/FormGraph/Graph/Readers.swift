// What reads each of many things: each row, input, list or node. All readers stand in one array,
// those of one thing side by side, by the ranks at which they are evaluated.
//
//   starts    0 | 0 | 2 | 2         thing 1 has two readers, thing 3 has one
//   ends      0 | 2 | 2 | 3
//   readers   4, 9, 7 of a template

/// A node that reads something, by its rank.
struct Reader: Hashable, Sendable {
  private let code: Int32

  /// - Parameters:
  ///   - rank: The rank of the node.
  ///   - isOfTemplate: Whether it is a node of a prototype, which stands for a node of each item.
  init(_ rank: Int, isOfTemplate: Bool) {
    // The records of 2^30 nodes would take 50 GB.
    code = Int32(truncatingIfNeeded: rank << 1 | (isOfTemplate ? 1 : 0))
  }

  @inline(__always) var rank: Int { Int(code >> 1) }
  @inline(__always) var isOfTemplate: Bool { code & 1 != 0 }
}

/// Readers by position.
///
/// Made at once and never changed.
struct Readers: Sendable {
  /// By position: where its readers begin, and where they end.
  private var starts: ContiguousArray<Int32> = []
  private var ends: ContiguousArray<Int32> = []
  private var readers: ContiguousArray<Reader> = []

  init() {}

  /// Makes the readers of `count` positions from all pairs, those of one reader together.
  ///
  /// - Complexity: O(n) in the number of pairs and positions.
  init(_ pairs: [(position: Int32, reader: Reader)], count: Int) {
    var next = ContiguousArray<Int32>(repeating: 0, count: count)
    for pair in pairs { next[Int(pair.position)] += 1 }
    var start: Int32 = 0
    for position in next.indices {
      (next[position], start) = (start, start + next[position])
    }
    let starts = next
    readers = ContiguousArray(repeating: Reader(0, isOfTemplate: false), count: pairs.count)
    for (position, reader) in pairs {
      let place = Int(next[Int(position)])
      // A node that reads something twice is one reader.
      if place > Int(starts[Int(position)]), readers[place - 1] == reader { continue }
      readers[place] = reader
      next[Int(position)] += 1
    }
    ends = next
    self.starts = starts
  }

  /// The places in the array of the readers of a position; none of a position that came later.
  @inline(__always)
  func places(of position: Int) -> Range<Int> {
    guard position < ends.count else { return 0..<0 }
    return Int(starts[position])..<Int(ends[position])
  }

  /// The reader at a place.
  @inline(__always)
  subscript(place: Int) -> Reader { readers[place] }

  /// The readers of a position.
  func all(of position: Int) -> ArraySlice<Reader> { ArraySlice(readers[places(of: position)]) }
}

extension Topology {
  /// Something that causes a node to be evaluated again when it changes.
  enum Source: Hashable {
    case value(RowIndex)
    case input(InputID)
    case node(NodeID)
    /// The set of items of a section, and their order.
    case items(SectionIndex)
    /// The position of an item within a section.
    case place(SectionIndex)
    /// The time, and the day.
    case time, day
    case table(TableID)
  }

  /// The nodes of the table that read something of the form or of a prototype.
  func readers(of source: Source) -> [NodeID] {
    let readers: any Collection<Reader> =
      switch source {
      case .value(let row): graph.valueReaders.all(of: row.index)
      case .input(let input): graph.inputReaders.all(of: input.index)
      case .node(let node): graph.nodes.rank(of: node).map { graph.nodeReaders.all(of: $0) } ?? []
      case .items(let section): graph.itemReaders.all(of: section.index)
      case .place(let section): graph.placeReaders.all(of: section.index)
      case .table(let table): graph.tableReaders.all(of: table.index)
      case .time: graph.clockReaders[...]
      case .day: graph.dayReaders[...]
      }
    return readers.map { graph.nodes.atRank($0.rank).id }
  }
}
