// The knots of a graph: sets of nodes that can all reach one another (Tarjan, "Depth-first search
// and linear graph algorithms", 1972), found with a stack of its own, so that no chain of rows is
// too long for it.

/// Finds the nodes that depend on themselves.
enum Knots {
  /// The knots among nodes, given what each of them reads; a node that reads itself is one too.
  ///
  /// - Complexity: O(nodes + edges).
  static func find(in predecessors: [[Int]]) -> [[Int]] {
    var search = Search(count: predecessors.count)
    for index in predecessors.indices where search.order[index] == nil {
      search.visit(index, predecessors)
    }
    return search.knots
  }

  private struct Search {
    /// When each node was first seen.
    var order: [Int?]
    /// The earliest node on the path that each can reach.
    private var lowest: [Int]
    private var isOnPath: [Bool]
    private var path: [Int] = []
    private(set) var knots: [[Int]] = []
    private var clock = 0

    init(count: Int) {
      order = [Int?](repeating: nil, count: count)
      lowest = [Int](repeating: 0, count: count)
      isOnPath = [Bool](repeating: false, count: count)
    }

    private mutating func enter(_ node: Int) {
      order[node] = clock
      lowest[node] = clock
      clock += 1
      path.append(node)
      isOnPath[node] = true
    }

    mutating func visit(_ start: Int, _ predecessors: [[Int]]) {
      var open: [(node: Int, next: Int)] = [(start, 0)]
      enter(start)
      while let (node, next) = open.last {
        if next < predecessors[node].count {
          open[open.count - 1].next += 1
          let read = predecessors[node][next]
          if order[read] == nil {
            enter(read)
            open.append((read, 0))
          } else if isOnPath[read] {
            lowest[node] = min(lowest[node], order[read] ?? 0)
          }
        } else {
          open.removeLast()
          if let parent = open.last?.node {
            lowest[parent] = min(lowest[parent], lowest[node])
          }
          if lowest[node] == order[node] { close(node, predecessors) }
        }
      }
    }

    /// Takes a finished knot off the path; one node alone is a knot only if it reads itself.
    private mutating func close(_ root: Int, _ predecessors: [[Int]]) {
      var knot: [Int] = []
      while let node = path.popLast() {
        isOnPath[node] = false
        knot.append(node)
        if node == root { break }
      }
      if knot.count > 1 || predecessors[root].contains(root) { knots.append(knot) }
    }
  }
}
