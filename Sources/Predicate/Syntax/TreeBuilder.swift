// Grows a syntax tree node by node, children before parents. Receives nodes from the parser or from
// a rewriting of another tree, and folds what is written alike into one tree for both; refuses more
// nodes than the limit allows.

/// Builds the structure of a tree.
struct TreeBuilder: ~Copyable {
  private var nodes: Stack<Node>
  private var places: Stack<SourceRange>
  private var lists: Stack<NodeIndex>
  private var names = Stack<ExactText>()
  private var values: Stack<Value>
  private var firstUses: Stack<VariableUse>
  /// Where each variable stands; empty while a linear search is the faster one.
  private var positions = PositionTable()
  /// The last node of the path behind an operator on a collection, whose keys are read of each
  /// element: there a key in a variable is none of them.
  private var pathEnd: NodeIndex?
  /// Whether a node was asked for that the limit did not allow.
  private(set) var isFull = false
  private let maximumNodes: Int
  /// The text, in which the names of variables stand.
  private let bytes: TextBytes

  private static let linearLimit = 8

  /// Makes an empty builder.
  ///
  /// - Parameters:
  ///   - bytes: The text of the tree, valid as long as the builder is.
  ///   - maximumNodes: How many nodes the tree may have.
  ///   - loan: Where the tree grows, if it is small.
  @inline(__always)
  init(of bytes: TextBytes, maximumNodes: Int, in loan: inout Loan) {
    self.bytes = bytes
    self.maximumNodes = maximumNodes
    nodes = loan.stack(of: Node.self, room: 12)
    places = loan.stack(of: SourceRange.self, room: 12)
    lists = loan.stack(of: NodeIndex.self, room: 8)
    values = loan.stack(of: Value.self, room: 4)
    firstUses = loan.stack(of: VariableUse.self, room: 4)
  }

  /// Makes an empty builder of a tree with at most so many nodes, whose text is valid as long.
  init(of bytes: TextBytes, maximumNodes: Int) {
    self.bytes = bytes
    self.maximumNodes = maximumNodes
    nodes = Stack()
    places = Stack()
    lists = Stack()
    values = Stack()
    firstUses = Stack()
  }

  /// How many nodes there are.
  var count: Int { nodes.count }

  private var root: NodeIndex { NodeIndex(nodes.count - 1) }

  func kind(of node: NodeIndex) -> NodeKind { nodes[node.index].kind }

  func range(of node: NodeIndex) -> Range<Int> { places[node.index].offsets }

  func childCount(of node: NodeIndex) -> Int { Int(nodes[node.index].childCount) }

  func child(_ position: Int, of node: NodeIndex) -> NodeIndex {
    nodes[node.index].child(position, of: node) { lists[$0] }
  }

  func name(_ index: Int32) -> String { names[Int(index)].text }

  func value(_ index: Int32) -> Value { values[Int(index)] }

  /// Appends a node without children and returns its id.
  mutating func add(_ kind: NodeKind, _ range: Range<Int>) -> NodeIndex {
    append(Node(kind), range)
  }

  /// Appends a node with one child, which is the last node, and returns its id.
  mutating func add(_ kind: NodeKind, _ range: Range<Int>, _ child: NodeIndex) -> NodeIndex {
    precondition(isFull || child == root)
    return append(Node(kind, childCount: 1, first: child), range)
  }

  /// Appends a node with two children, the second of which is the last node, and returns its id.
  mutating func add(
    _ kind: NodeKind, _ range: Range<Int>, _ left: NodeIndex, _ right: NodeIndex
  ) -> NodeIndex {
    precondition(isFull || right == root)
    return append(Node(kind, childCount: 2, first: left), range)
  }

  /// Appends a node, whose last child is the last node, and returns its id.
  mutating func add(_ kind: NodeKind, _ range: Range<Int>, children: [NodeIndex]) -> NodeIndex {
    precondition(isFull || children.isEmpty || children.last == root)
    return append(Node(kind, childCount: children.count, lists: &lists) { children[$0] }, range)
  }

  /// Appends a node over the nodes of a stack from an index on, the uppermost of which is the last
  /// node, and returns its id.
  mutating func add(
    _ kind: NodeKind, _ range: Range<Int>, _ parts: borrowing Stack<NodeIndex>, from first: Int
  ) -> NodeIndex {
    precondition(isFull || parts.count == first || parts.last == root)
    return append(
      Node(kind, childCount: parts.count - first, lists: &lists) { parts[first + $0] }, range)
  }

  private mutating func append(_ node: Node, _ range: Range<Int>) -> NodeIndex {
    isFull = isFull || nodes.count >= maximumNodes
    // A full builder stands still: its last node serves for all, and the result is thrown away.
    if isFull, !nodes.isEmpty { return root }
    nodes.append(node)
    places.append(SourceRange(range))
    return root
  }

  /// Appends a constant.
  mutating func addLiteral(_ value: Value, _ range: Range<Int>) -> NodeIndex {
    values.append(value)
    return add(.literal(Int32(truncatingIfNeeded: values.count - 1)), range)
  }

  /// Appends a key of a base; a key of SELF is a key of its own.
  mutating func addMember(_ name: String, of base: NodeIndex, _ range: Range<Int>) -> NodeIndex {
    if !isFull, kind(of: base) == .selfObject, base == root {
      removeLast()
      return add(.key(addName(name)), range)
    }
    let node = add(.member(addName(name)), range, base)
    if base == pathEnd { pathEnd = node }
    return node
  }

  /// Appends a key that another node names; one that is constant text is a key like any other.
  mutating func addMember(namedBy key: NodeIndex, of base: NodeIndex, _ range: Range<Int>)
    -> NodeIndex
  {
    guard !isFull, base != pathEnd, key == root, case .string(let name)? = literal(key)
    else { return add(.memberVariable, range, base, key) }
    values.removeAll(from: values.count - 1)
    removeLast()
    return addMember(name, of: base, range)
  }

  /// Appends an operator on a collection.
  mutating func addCollectionOperator(
    _ name: String, of base: NodeIndex, _ range: Range<Int>
  ) -> NodeIndex {
    let node = add(.collectionOperator(addName(name)), range, base)
    if CollectionOperator(rawValue: name)?.takesPath ?? true { pathEnd = node }
    return node
  }

  /// Appends `-a`; the sign of a number is folded into it.
  mutating func addNegation(of node: NodeIndex, _ range: Range<Int>) -> NodeIndex {
    switch literal(node) {
    case .int(let value) where value != .min: replaceLiteral(node, with: .int(-value), range)
    case .double(let value): replaceLiteral(node, with: .double(-value), range)
    case .bool(let flag): replaceLiteral(node, with: .int(flag ? -1 : 0), range)
    default: return add(.negation, range, node)
    }
    return node
  }

  /// Appends `CAST(a, 'type')`; a number cast to a date is that date, as Apple writes its date
  /// constants.
  mutating func addCast(of node: NodeIndex, to type: String, _ range: Range<Int>) -> NodeIndex {
    guard CastTarget(named: type) == .date, let number = literal(node).flatMap(Number.init),
      let date = CastTarget.date(from: number)
    else { return add(.cast(addName(type)), range, node) }
    replaceLiteral(node, with: .date(date), range)
    return node
  }

  /// Appends a free variable, whose name stands in a range of the text.
  mutating func addVariable(named name: Range<Int>, _ range: Range<Int>) -> NodeIndex {
    let position = position(ofVariable: name)
    if position == firstUses.count {
      firstUses.append(VariableUse(name: SourceRange(name), place: SourceRange(range)))
    }
    return add(.variable(Int32(truncatingIfNeeded: position)), range)
  }

  /// Where a variable stands among all; behind them, if it is a new one.
  @inline(__always)
  private mutating func position(ofVariable name: Range<Int>) -> Int {
    let count = firstUses.count
    guard count < Self.linearLimit else { return tabledPosition(ofVariable: name) }
    return (0..<count).first { bytes.areSame(firstUses[$0].name.offsets, name) } ?? count
  }

  @inline(never)
  private mutating func tabledPosition(ofVariable name: Range<Int>) -> Int {
    if positions.isEmpty {
      // All have different names.
      for position in 0..<firstUses.count {
        let name = bytes.part(firstUses[position].name.offsets)
        _ = positions.position(of: name.hashValue, new: position) { _ in false }
      }
    }
    let name = bytes.part(name)
    return positions.position(of: name.hashValue, new: firstUses.count) {
      bytes.part(firstUses[$0].name.offsets) == name
    }
  }

  /// Keeps a name and returns its index.
  mutating func addName(_ name: String) -> Int32 {
    names.append(ExactText(name))
    return Int32(truncatingIfNeeded: names.count - 1)
  }

  /// Widens a node to a range that includes, say, its parentheses.
  mutating func setRange(of node: NodeIndex, _ range: Range<Int>) {
    if case .variable(let variable) = kind(of: node),
      firstUses[Int(variable)].place == places[node.index]
    {
      firstUses[Int(variable)].place = SourceRange(range)
    }
    places[node.index] = SourceRange(range)
  }

  /// Replaces the constant of a literal, as when a sign is folded into it.
  private mutating func replaceLiteral(_ node: NodeIndex, with value: Value, _ range: Range<Int>) {
    guard case .literal(let index) = kind(of: node) else { return }
    values[Int(index)] = value
    places[node.index] = SourceRange(range)
  }

  /// The constant of a literal node.
  func literal(_ node: NodeIndex) -> Value? {
    guard case .literal(let index) = kind(of: node) else { return nil }
    return value(index)
  }

  /// Takes back the last node, which must have no children and no parent yet.
  private mutating func removeLast() {
    nodes.removeAll(from: nodes.count - 1)
    places.removeAll(from: places.count - 1)
  }

  /// The finished tree; the builder is used up then.
  mutating func tree(
    of text: String, functions: FunctionSet, warnings: [Diagnostic],
    constants: SyntaxTree.Constants? = nil
  ) -> SyntaxTree {
    SyntaxTree(
      structure: Structure(
        nodes: &nodes, lists: &lists, names: &names, values: &values,
        operandCount: firstUses.count),
      wording: Wording(
        of: text, ranges: &places, variables: &firstUses, functions: functions, warnings: warnings,
        constants: constants))
  }
}

/// Positions by hashes of what stands there: each is hashed once, however many there come to be.
private struct PositionTable {
  /// Each position stands at its hash, or behind as many as are there already; a power of two, of
  /// which at most half are taken.
  private var entries: [(hash: Int, position: Int)] = []
  private var count = 0

  private static let free = -1

  var isEmpty: Bool { count == 0 }

  /// The position of what has a hash; a new one, if there is none that is the one sought.
  mutating func position(of hash: Int, new: Int, isSought: (Int) -> Bool) -> Int {
    if 2 * count >= entries.count { grow() }
    let index = index(of: hash, isSought)
    if entries[index].position == Self.free {
      entries[index] = (hash, new)
      count += 1
    }
    return entries[index].position
  }

  private func index(of hash: Int, _ isSought: (Int) -> Bool) -> Int {
    let mask = entries.count - 1
    var index = hash & mask
    while entries[index].position != Self.free,
      entries[index].hash != hash || !isSought(entries[index].position)
    {
      index = (index + 1) & mask
    }
    return index
  }

  private mutating func grow() {
    let old = entries
    entries = Array(repeating: (0, Self.free), count: max(32, 2 * old.count))
    for entry in old where entry.position != Self.free {
      entries[index(of: entry.hash) { _ in false }] = entry
    }
  }
}
