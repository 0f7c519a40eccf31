// Finds the strongly connected components of a graph ("knots"): sets of nodes that can all reach
// each other. Tarjan's algorithm ("Depth-first search and linear graph algorithms", 1972), with an
// explicit stack, so the length of a chain is not limited.

/// Finds the nodes that depend on themselves.
enum Knots {
  /// The strongly connected components with a cycle, given what each node reads.
  ///
  /// A node that reads itself is included.
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
    /// By node: the time at which it was first seen.
    var order: [Int?]
    /// By node: the earliest node on the path that it can reach.
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

    /// Takes a finished component off the path.
    ///
    /// A single node is reported only if it reads itself.
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
