// Builds a syntax tree node by node, children before parents. The nodes come from the parser or
// from the rewriting of another tree. For both, the builder folds constructs in the same way, such
// as the sign of a number. It stops at the limit on the number of nodes.

/// Builds the structure of a tree.
struct TreeBuilder: ~Copyable {
  private var nodes: Stack<Node>
  private var places: Stack<SourceRange>
  private var lists: Stack<NodeIndex>
  private var names = Stack<ExactText>()
  private var values: Stack<Value>
  private var firstUses: Stack<VariableUse>
  /// The index of each variable; empty for few variables, which a linear search finds faster.
  private var positions = PositionTable()
  /// The last node of the path after a collection operator.
  ///
  /// The keys of this path are read from each element. A key in a variable, `.$b`, is not part of
  /// it.
  private var pathEnd: NodeIndex?
  /// Whether more nodes were added than the limit allows.
  private(set) var isFull = false
  private let maximumNodes: Int
  /// The text, which contains the names of the variables.
  private let bytes: TextBytes

  private static let linearLimit = 8

  /// Makes an empty builder.
  ///
  /// - Parameters:
  ///   - bytes: The text of the tree. It must outlive the builder.
  ///   - maximumNodes: The largest number of nodes of the tree.
  ///   - loan: Borrowed memory for a small tree.
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

  /// Makes an empty builder.
  ///
  /// - Parameters:
  ///   - bytes: The text of the tree. It must outlive the builder.
  ///   - maximumNodes: The largest number of nodes of the tree.
  init(of bytes: TextBytes, maximumNodes: Int) {
    self.bytes = bytes
    self.maximumNodes = maximumNodes
    nodes = Stack()
    places = Stack()
    lists = Stack()
    values = Stack()
    firstUses = Stack()
  }

  /// The number of nodes.
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

  /// Appends a node without children.
  mutating func add(_ kind: NodeKind, _ range: Range<Int>) -> NodeIndex {
    append(Node(kind), range)
  }

  /// Appends a node with one child, which must be the last node.
  mutating func add(_ kind: NodeKind, _ range: Range<Int>, _ child: NodeIndex) -> NodeIndex {
    precondition(isFull || child == root)
    return append(Node(kind, childCount: 1, first: child), range)
  }

  /// Appends a node with two children; the second must be the last node.
  mutating func add(
    _ kind: NodeKind, _ range: Range<Int>, _ left: NodeIndex, _ right: NodeIndex
  ) -> NodeIndex {
    precondition(isFull || right == root)
    return append(Node(kind, childCount: 2, first: left), range)
  }

  /// Appends a node; its last child must be the last node.
  mutating func add(_ kind: NodeKind, _ range: Range<Int>, children: [NodeIndex]) -> NodeIndex {
    precondition(isFull || children.isEmpty || children.last == root)
    return append(Node(kind, childCount: children.count, lists: &lists) { children[$0] }, range)
  }

  /// Appends a node whose children are the elements of a stack from an index on.
  ///
  /// The top of the stack must be the last node.
  mutating func add(
    _ kind: NodeKind, _ range: Range<Int>, _ parts: borrowing Stack<NodeIndex>, from first: Int
  ) -> NodeIndex {
    precondition(isFull || parts.count == first || parts.last == root)
    return append(
      Node(kind, childCount: parts.count - first, lists: &lists) { parts[first + $0] }, range)
  }

  private mutating func append(_ node: Node, _ range: Range<Int>) -> NodeIndex {
    isFull = isFull || nodes.count >= maximumNodes
    // A full builder adds nothing and returns its last node. The result is discarded later.
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

  /// Appends a key of a base; a key of SELF becomes a key without a base.
  mutating func addMember(_ name: String, of base: NodeIndex, _ range: Range<Int>) -> NodeIndex {
    if !isFull, kind(of: base) == .selfObject, base == root {
      removeLast()
      return add(.key(addName(name)), range)
    }
    let node = add(.member(addName(name)), range, base)
    if base == pathEnd { pathEnd = node }
    return node
  }

  /// Appends a key whose name is the value of another node.
  ///
  /// If that node is constant text, the result is a plain key.
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

  /// Appends `-a`; the sign of a constant number is folded into the number.
  mutating func addNegation(of node: NodeIndex, _ range: Range<Int>) -> NodeIndex {
    switch literal(node) {
    case .int(let value) where value != .min: replaceLiteral(node, with: .int(-value), range)
    case .double(let value): replaceLiteral(node, with: .double(-value), range)
    case .bool(let flag): replaceLiteral(node, with: .int(flag ? -1 : 0), range)
    default: return add(.negation, range, node)
    }
    return node
  }

  /// Appends `CAST(a, 'type')`.
  ///
  /// A constant number cast to a date becomes a date constant, because Apple prints date constants
  /// like this.
  mutating func addCast(of node: NodeIndex, to type: String, _ range: Range<Int>) -> NodeIndex {
    guard CastTarget(named: type) == .date, let number = literal(node).flatMap(Number.init),
      let date = CastTarget.date(from: number)
    else { return add(.cast(addName(type)), range, node) }
    replaceLiteral(node, with: .date(date), range)
    return node
  }

  /// Appends a free variable; its name is in a range of the text.
  mutating func addVariable(named name: Range<Int>, _ range: Range<Int>) -> NodeIndex {
    let position = position(ofVariable: name)
    if position == firstUses.count {
      firstUses.append(VariableUse(name: SourceRange(name), place: SourceRange(range)))
    }
    return add(.variable(Int32(truncatingIfNeeded: position)), range)
  }

  /// The index of a variable; the next free index if it is new.
  @inline(__always)
  private mutating func position(ofVariable name: Range<Int>) -> Int {
    let count = firstUses.count
    guard count < Self.linearLimit else { return tabledPosition(ofVariable: name) }
    return (0..<count).first { bytes.areSame(firstUses[$0].name.offsets, name) } ?? count
  }

  @inline(never)
  private mutating func tabledPosition(ofVariable name: Range<Int>) -> Int {
    if positions.isEmpty {
      // All these names are different.
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

  /// Stores a name and returns its index.
  mutating func addName(_ name: String) -> Int32 {
    names.append(ExactText(name))
    return Int32(truncatingIfNeeded: names.count - 1)
  }

  /// Changes the place of a node, for example to include parentheses.
  mutating func setRange(of node: NodeIndex, _ range: Range<Int>) {
    if case .variable(let variable) = kind(of: node),
      firstUses[Int(variable)].place == places[node.index]
    {
      firstUses[Int(variable)].place = SourceRange(range)
    }
    places[node.index] = SourceRange(range)
  }

  /// Replaces the constant of a literal, for example to fold a sign into it.
  private mutating func replaceLiteral(_ node: NodeIndex, with value: Value, _ range: Range<Int>) {
    guard case .literal(let index) = kind(of: node) else { return }
    values[Int(index)] = value
    places[node.index] = SourceRange(range)
  }

  /// The constant of a literal; nil if the node is not a literal.
  func literal(_ node: NodeIndex) -> Value? {
    guard case .literal(let index) = kind(of: node) else { return nil }
    return value(index)
  }

  /// Removes the last node, which must have neither children nor a parent.
  private mutating func removeLast() {
    nodes.removeAll(from: nodes.count - 1)
    places.removeAll(from: places.count - 1)
  }

  /// The finished tree; the builder is empty afterwards.
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

/// A hash table of positions.
///
/// The caller supplies the hash and compares the elements. A hash is stored, so growing the table
/// computes none.
private struct PositionTable {
  /// Open addressing: an entry is at the index of its hash, or at the next free index.
  ///
  /// The size is a power of two, and at most half of the entries are in use.
  private var entries: [(hash: Int, position: Int)] = []
  private var count = 0

  private static let free = -1

  var isEmpty: Bool { count == 0 }

  /// The position of an element by its hash; if no element is found, `new` is stored and returned.
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
