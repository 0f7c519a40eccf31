// What a text means, free of where it stands: one kind of node for predicates and expressions,
// stored flat with children before their parents, so that neither building, walking nor freeing a
// structure can overflow the stack.

/// The nodes of a tree with the names and constants they use.
package final class Structure: Sendable {
  private let parts: Block<Value, Node>
  /// The children of the nodes that have more than two, those of one node next to each other, and
  /// keys, types and unknown functions: what most texts have none of.
  private let others: Block<NodeIndex, ExactText>
  /// How many variables the nodes refer to by index.
  let operandCount: Int
  /// How much there is to see about the node about which there is most.
  let depth: NodeKind.Depth

  /// Takes the parts of a tree from who has put it together.
  init(
    nodes: inout Stack<Node>, lists: inout Stack<NodeIndex>, names: inout Stack<ExactText>,
    values: inout Stack<Value>, operandCount: Int
  ) {
    var depth = NodeKind.Depth.simple
    for index in 0..<nodes.count { depth = max(depth, nodes[index].kind.depth) }
    self.depth = depth
    parts = Block(moving: &values, &nodes)
    others = Block(moving: &lists, &names)
    self.operandCount = operandCount
  }

  /// All nodes: children before their parents, each subtree in one run; the root is the last.
  package var nodes: Range<NodeIndex> { NodeIndex(0)..<NodeIndex(parts.secondCount) }

  var valueCount: Int { parts.firstCount }

  var lists: [NodeIndex] { (0..<others.firstCount).map { others.first($0) } }

  var names: [ExactText] { (0..<others.secondCount).map { others.second($0) } }

  /// All constants; nodes refer to them by index.
  var values: [Value] { (0..<valueCount).map(value) }

  package var root: NodeIndex { NodeIndex(parts.secondCount - 1) }

  subscript(node: NodeIndex) -> Node { parts.second(node.index) }

  package func kind(of node: NodeIndex) -> NodeKind { self[node].kind }

  package func children(of node: NodeIndex) -> Children { Children(of: node, in: self) }

  /// The child at a position that the node's kind is known to have.
  package func child(_ position: Int, of node: NodeIndex) -> NodeIndex {
    child(position, of: self[node], node)
  }

  fileprivate func child(_ position: Int, of entry: Node, _ node: NodeIndex) -> NodeIndex {
    entry.child(position, of: node) { others.first($0) }
  }

  /// The first node of a subtree, whose nodes are all that stand from there to its root.
  func start(of node: NodeIndex) -> NodeIndex {
    var first = node
    while self[first].childCount > 0 { first = child(0, of: first) }
    return first
  }

  /// A key, a type or an unknown function.
  package func name(_ index: Int32) -> String { exactName(index).text }

  package func exactName(_ index: Int32) -> ExactText { others.second(Int(index)) }

  package func value(_ index: Int32) -> Value { value(Int(index)) }

  func value(_ index: Int) -> Value { parts.first(index) }

  /// What a constant comes to, which is read without a copy.
  @inline(__always)
  func withValue<Result>(_ index: Int, _ body: (Value) -> Result) -> Result {
    body(parts[first: index])
  }
}

extension Structure: Hashable {
  package static func == (left: Structure, right: Structure) -> Bool {
    left === right || left.isLike(right, taking: { $0 })
  }

  package func hash(into hasher: inout Hasher) { hash(into: &hasher) { $0 } }

  /// A hash of all of it, the same for the whole process.
  ///
  /// - Complexity: O(n).
  var contentHash: Int {
    var hasher = Hasher()
    hash(into: &hasher) { $0 }
    return hasher.finalize()
  }

  /// Hashes what tells structures apart, their constants being taken as something else; the
  /// children of all nodes follow from how many each has.
  func hash(into hasher: inout Hasher, taking: (Value) -> Value) {
    hasher.combine(nodes.count)
    for node in nodes {
      hasher.combine(kind(of: node))
      hasher.combine(self[node].childCount)
    }
    for index in 0..<others.secondCount { hasher.combine(others.second(index)) }
    for index in 0..<valueCount { hasher.combine(taking(value(index))) }
  }

  /// Whether both are alike, their constants being taken as something else.
  func isLike(_ other: Structure, taking: (Value) -> Value) -> Bool {
    nodes == other.nodes && valueCount == other.valueCount
      && others.firstCount == other.others.firstCount
      && others.secondCount == other.others.secondCount
      && nodes.allSatisfy { self[$0] == other[$0] }
      && (0..<others.firstCount).allSatisfy { others.first($0) == other.others.first($0) }
      && (0..<others.secondCount).allSatisfy { others.second($0) == other.others.second($0) }
      && (0..<valueCount).allSatisfy { taking(value($0)) == taking(other.value($0)) }
  }
}

/// The children of a node, in order, or some of them.
package struct Children: RandomAccessCollection {
  private let node: NodeIndex
  private let entry: Node
  private let structure: Structure
  package private(set) var startIndex = 0
  package private(set) var endIndex: Int

  init(of node: NodeIndex, in structure: Structure) {
    self.node = node
    entry = structure[node]
    self.structure = structure
    endIndex = Int(entry.childCount)
  }

  package subscript(position: Int) -> NodeIndex { structure.child(position, of: entry, node) }

  package subscript(bounds: Range<Int>) -> Children {
    precondition(bounds.lowerBound >= startIndex && bounds.upperBound <= endIndex)
    var part = self
    part.startIndex = bounds.lowerBound
    part.endIndex = bounds.upperBound
    return part
  }
}

extension Value {
  /// The value, with 1 and 0 for true and false.
  var unflagged: Value { if case .bool(let flag) = self { .int(flag ? 1 : 0) } else { self } }
}
