// The yardstick for settling: a graph as an app would write it, one object a node with a closure
// over its inputs. A change marks everything below it stale, then stale nodes are computed again in
// the order of their levels, each once.

/// A node with an integer.
package final class ClassNode {
  fileprivate(set) var value: Int64
  fileprivate let level: Int
  fileprivate var isStale = false
  fileprivate var outputs: [ClassNode] = []
  fileprivate var compute: () -> Int64

  fileprivate init(level: Int, value: Int64 = 0, compute: @escaping () -> Int64) {
    self.level = level
    self.value = value
    self.compute = compute
  }
}

/// One source, and chains below it in which every node is the one before plus one.
package final class ClassGraph {
  private let source: ClassNode
  private var nodes: [ClassNode] = []
  private var stale: [[ClassNode]]
  private var unvisited: [ClassNode] = []
  private let length: Int

  package init(chains: Int, length: Int) {
    self.length = length
    source = ClassNode(level: 0) { 0 }
    stale = Array(repeating: [], count: length + 1)
    for _ in 0..<chains {
      var input = source
      for level in 1...length {
        let node = ClassNode(level: level) { [input] in input.value + 1 }
        node.value = node.compute()
        input.outputs.append(node)
        nodes.append(node)
        input = node
      }
    }
  }

  deinit {
    // Nodes hold one another both ways, and a chain freed from its end would recurse.
    source.outputs = []
    for node in nodes {
      node.outputs = []
      node.compute = { 0 }
    }
  }

  /// Sets the source and computes everything below it.
  ///
  /// - Returns: How many nodes were computed.
  @inline(never)
  package func set(_ value: Int64) -> Int {
    source.value = value
    unvisited.append(source)
    while let node = unvisited.popLast() {
      for output in node.outputs where !output.isStale {
        output.isStale = true
        stale[output.level].append(output)
        unvisited.append(output)
      }
    }
    var computed = 0
    for level in stale.indices {
      for node in stale[level] {
        node.isStale = false
        node.value = node.compute()
        computed += 1
      }
      stale[level].removeAll(keepingCapacity: true)
    }
    return computed
  }

  /// The values at the ends of the chains, added up.
  package var sumOfEnds: Int64 {
    stride(from: length - 1, to: nodes.count, by: length).reduce(0) { $0 &+ nodes[$1].value }
  }
}
