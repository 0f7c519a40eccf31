// The meaning of a text, independent of its wording. Predicates and expressions consist of the same
// kind of nodes. The nodes are stored in one flat list, children before parents. So building,
// walking and freeing a tree never recurses.

/// The nodes of a tree, with the names and constants that they use.
package final class Structure: Sendable {
  private let parts: Block<Value, Node>
  /// Lists of more than two children, and names: keys, types and unknown functions.
  ///
  /// Most texts have neither.
  private let others: Block<NodeIndex, ExactText>
  /// The number of variables that the nodes refer to.
  let operandCount: Int
  /// The greatest depth of all nodes.
  let depth: NodeKind.Depth

  /// Makes a structure by moving its parts out of a builder's stacks.
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

  /// All nodes, children before parents.
  ///
  /// The nodes of a subtree are adjacent. The root is the last node.
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

  /// The child at a position, which must exist.
  package func child(_ position: Int, of node: NodeIndex) -> NodeIndex {
    child(position, of: self[node], node)
  }

  fileprivate func child(_ position: Int, of entry: Node, _ node: NodeIndex) -> NodeIndex {
    entry.child(position, of: node) { others.first($0) }
  }

  /// The collections that the variables of SUBQUERY run over, by each use of such a variable.
  ///
  /// The nodes are visited in reverse: first a SUBQUERY, then its condition, then its collection.
  /// So each use finds the SUBQUERY that binds it, even if the collection contains another SUBQUERY
  /// of the same level.
  ///
  /// - Complexity: O(n).
  package var iteratedCollections: [NodeIndex: NodeIndex] {
    var collections: [NodeIndex: NodeIndex] = [:]
    var bound: [Int32: NodeIndex] = [:]
    for node in nodes.reversed() {
      switch kind(of: node) {
      case .subquery(let level, _): bound[level] = child(0, of: node)
      case .iterator(let level, _): collections[node] = bound[level]
      default: break
      }
    }
    return collections
  }

  /// The first node of a subtree, which extends from there to its root.
  func start(of node: NodeIndex) -> NodeIndex {
    var first = node
    while self[first].childCount > 0 { first = child(0, of: first) }
    return first
  }

  /// The name of a key, a type or an unknown function.
  package func name(_ index: Int32) -> String { exactName(index).text }

  package func exactName(_ index: Int32) -> ExactText { others.second(Int(index)) }

  package func value(_ index: Int32) -> Value { value(Int(index)) }

  func value(_ index: Int) -> Value { parts.first(index) }

  /// Calls `body` with a constant, without copying it.
  @inline(__always)
  func withValue<Result, Failure: Error>(
    _ index: Int, _ body: (Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(parts[first: index])
  }
}

extension Structure: Hashable {
  package static func == (left: Structure, right: Structure) -> Bool {
    left === right || left.isLike(right, taking: { $0 })
  }

  package func hash(into hasher: inout Hasher) { hash(into: &hasher) { $0 } }

  /// A hash of the whole structure, which is stable within a process.
  ///
  /// - Complexity: O(n).
  var contentHash: Int {
    var hasher = Hasher()
    hash(into: &hasher) { $0 }
    return hasher.finalize()
  }

  /// Hashes the structure, with each constant mapped by `taking`.
  ///
  /// The places of all children follow from the number of children of each node, so they are not
  /// hashed.
  func hash(into hasher: inout Hasher, taking: (Value) -> Value) {
    hasher.combine(nodes.count)
    for node in nodes {
      hasher.combine(kind(of: node))
      hasher.combine(self[node].childCount)
    }
    for index in 0..<others.secondCount { hasher.combine(others.second(index)) }
    for index in 0..<valueCount { hasher.combine(taking(value(index))) }
  }

  /// Whether two structures are equal if each constant is mapped by `taking`.
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

/// The children of a node, or a part of them, in order.
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
  /// The value; 1 or 0 in place of true or false.
  var unflagged: Value { if case .bool(let flag) = self { .int(flag ? 1 : 0) } else { self } }
}
