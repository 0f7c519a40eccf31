// The yardstick for settling a dense graph: the same objects and the same two steps as
// `CarefulClassGraph`, which is frozen, with three inputs to a node and numbers with a point, which
// their mean needs.

/// A node with a number.
final class LayeredNode {
  fileprivate var value = 0.0
  fileprivate var isStale = false
  fileprivate var outputs: [Unmanaged<LayeredNode>] = []
  fileprivate let compute: () -> Double

  fileprivate init(compute: @escaping () -> Double) { self.compute = compute }

  fileprivate func add(_ output: LayeredNode) {
    var outputs = outputs
    outputs.append(.passUnretained(output))
    self.outputs = outputs
  }
}

/// One source and layers below it: the first adds its position to the source, and a node of every
/// other is the mean of three of the layer before.
package final class LayeredGraph {
  private let source = LayeredNode { 0 }
  private var layers: [[LayeredNode]] = []
  private var order: [Unmanaged<LayeredNode>] = []
  private var path: [(node: Unmanaged<LayeredNode>, next: Int)] = []

  /// Which three of the layer before a node reads, by the place of each: the same in every run.
  package static func inputs(width: Int, layers: Int) -> [[(Int, Int, Int)]] {
    var random = Random(seed: 5)
    return (1..<layers).map { _ in
      (0..<width).map { _ in
        (random.below(width), random.below(width), random.below(width))
      }
    }
  }

  package init(width: Int, layers count: Int) {
    // Held by the graph, like every node.
    layers.append(
      (0..<width).map { [unowned(unsafe) source] position in
        let node = LayeredNode { source.value + Double(position) }
        source.add(node)
        return node
      })
    for inputs in Self.inputs(width: width, layers: count) {
      let above = layers[layers.count - 1]
      layers.append(
        inputs.map { places in
          let (first, second, third) = (above[places.0], above[places.1], above[places.2])
          let node = LayeredNode {
            [unowned(unsafe) first, unowned(unsafe) second, unowned(unsafe) third] in
            (first.value + second.value + third.value) / 3
          }
          first.add(node)
          if second !== first { second.add(node) }
          if third !== first, third !== second { third.add(node) }
          return node
        })
    }
    for layer in layers {
      for node in layer { node.value = node.compute() }
    }
  }

  /// Sets the source and computes everything below it.
  ///
  /// - Returns: How many nodes were computed.
  @inline(never)
  package func set(_ value: Double) -> Int {
    source.value = value
    var order = self.order
    self.order = []
    mark(&order)
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

  private func mark(_ order: inout [Unmanaged<LayeredNode>]) {
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

  /// The bits of the values in the last layer, added up.
  package var sumOfEnds: Int64 {
    (layers.last ?? []).reduce(0) { $0 &+ Int64(bitPattern: $1.value.bitPattern) }
  }
}
