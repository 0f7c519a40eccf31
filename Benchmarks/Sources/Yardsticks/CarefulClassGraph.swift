// The yardstick for settling: a graph as an app would write it with care,
// one object a node with a closure over its inputs. A change marks everything below it stale, depth
// first, and then computes what it marked in order, inputs before what reads them, each once.
//
// What is hot is free of reference counts and of dynamic checks for exclusive access: edges are
// unmanaged, as the graph holds its nodes; lists are local while they are used; and the outputs of
// a node are only ever assigned whole.

/// A node with an integer.
final class CarefulClassNode {
  fileprivate var value: Int64 = 0
  fileprivate var isStale = false
  fileprivate var outputs: [Unmanaged<CarefulClassNode>] = []
  fileprivate let compute: () -> Int64

  fileprivate init(compute: @escaping () -> Int64) { self.compute = compute }

  fileprivate func add(_ output: CarefulClassNode) {
    // Taken out, so that the list has one owner and grows where it is.
    var list = outputs
    outputs = []
    list.append(.passUnretained(output))
    outputs = list
  }
}

/// One source, and chains below it in which every node is the one before plus one.
package final class CarefulClassGraph {
  private let source = CarefulClassNode { 0 }
  private var nodes: [CarefulClassNode] = []
  private var order: [Unmanaged<CarefulClassNode>] = []
  private var path: [(node: Unmanaged<CarefulClassNode>, next: Int)] = []
  private let length: Int

  package init(chains: Int, length: Int) {
    self.length = length
    for _ in 0..<chains {
      var input = source
      for _ in 0..<length {
        // Held by the graph, like every node.
        let node = CarefulClassNode { [unowned(unsafe) input] in input.value + 1 }
        node.value = node.compute()
        input.add(node)
        nodes.append(node)
        input = node
      }
    }
  }

  /// Sets the source and computes everything below it.
  ///
  /// - Returns: How many nodes were computed.
  @inline(never)
  package func set(_ value: Int64) -> Int {
    source.value = value
    var order = self.order
    self.order = []
    mark(&order)
    // Marked in the order in which their cones ended: what reads a node stands before it, and the
    // source, which is given and not computed, last.
    order.removeLast()
    let computed = order.count
    while let node = order.popLast() {
      node._withUnsafeGuaranteedRef { node in
        node.isStale = false
        node.value = node.compute()
      }
    }
    self.order = order
    return computed
  }

  private func mark(_ order: inout [Unmanaged<CarefulClassNode>]) {
    var path = self.path
    self.path = []
    path.append((.passUnretained(source), 0))
    while let (node, next) = path.last {
      let output = node._withUnsafeGuaranteedRef { node in
        next < node.outputs.count ? node.outputs[next] : nil
      }
      guard let output else {
        path.removeLast()
        order.append(node)
        continue
      }
      path[path.count - 1].next += 1
      output._withUnsafeGuaranteedRef { node in
        guard !node.isStale else { return }
        node.isStale = true
        path.append((output, 0))
      }
    }
    self.path = path
  }

  /// The values at the ends of the chains, added up.
  package var sumOfEnds: Int64 {
    stride(from: length - 1, to: nodes.count, by: length).reduce(0) { $0 &+ nodes[$1].value }
  }
}
