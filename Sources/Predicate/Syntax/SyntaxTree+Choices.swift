// Rewrites a tree so that a choice of several that holds nothing reads as the empty list wherever
// the text asks for a list. Such a choice holds nil: `$m == nil` and `coalesce($m, 'none')` see
// nil, and `$m.@count` is 0, because it is read as `coalesce($m, {}).@count`. The language itself
// has no such rule: a count of nil is nil. So the embedder says which names are choices of several,
// and the canonical text shows what is done.

extension SyntaxTree {
  /// A copy in which choices of several are lists where the text asks for a list.
  ///
  /// - Parameter isSeveral: Whether a name, SELF or a key holds a choice of several, which may be
  ///   nil.
  /// - Returns: The copy; the same tree if nothing in it asks a choice for a list.
  /// - Complexity: O(n).
  package func settingChoices(_ isSeveral: (DateSource) -> Bool) -> SyntaxTree {
    guard structure.depth == .involved || structure.nodes.contains(where: asksForList) else {
      return self
    }
    let places = ChoicePlaces(self, isSeveral)
    guard !places.isEmpty else { return self }
    let added = 2 * places.lists.count + 5 * places.cells.count
    let rewritten = rewritten(
      maximumNodes: structure.nodes.count + added, constants: constants, warnings: warnings
    ) { node, children, builder in
      let range = range(of: node)
      if places.lists.contains(node) {
        let copy = copy(node, children, to: &builder)
        let none = builder.add(.aggregate, range)
        return builder.add(.call(.coalesce), range, children: [copy, none])
      }
      guard let cell = places.cells[node] else { return nil }
      let list = copy(node, children, to: &builder)
      let name = builder.addName("x")
      let item = builder.add(.iterator(level: cell.level, name: name), range)
      let value = builder.addMember(cell.key, of: item, range)
      let none = builder.addLiteral(.null, range)
      let isChosen = builder.add(
        .comparison(.notEqual, [], .one), range, children: [value, none])
      return builder.add(
        .subquery(level: cell.level, name: name), range, children: [list, isChosen])
    }
    return rewritten ?? self
  }

  private func asksForList(_ node: NodeIndex) -> Bool {
    if case .infix(let symbol) = structure.kind(of: node) { symbol.isOfLists } else { false }
  }
}

extension ExpressionOperator {
  /// Whether the operands are lists.
  fileprivate var isOfLists: Bool { self == .union || self == .intersect || self == .minus }
}

/// Where a tree asks choices of several for a list.
private struct ChoicePlaces {
  /// The choices that are read as lists.
  private(set) var lists: Set<NodeIndex> = []
  /// The lists of items of which a key is joined that holds such choices, as in
  /// `$items.@unionOfArrays.m`: of these, the items with nil are left out.
  private(set) var cells: [NodeIndex: (key: String, level: Int32)] = [:]

  var isEmpty: Bool { lists.isEmpty && cells.isEmpty }

  /// Finds the places.
  ///
  /// - Complexity: O(n).
  init(_ tree: SyntaxTree, _ isSeveral: (DateSource) -> Bool) {
    let structure = tree.structure
    let sources = DateKinds(tree) { _ in nil }
    /// Whether a node gives one choice of several: the value of a row, or a key of one item.
    func isOne(_ node: NodeIndex) -> Bool {
      switch structure.kind(of: node) {
      case .variable, .selfObject, .key: break
      case .member(let name):
        switch structure.kind(of: structure.child(0, of: node)) {
        case .iterator, .index, .first, .last: break
        case .variable where structure.name(name) == "value": break
        case .member(let key) where structure.name(key) == "previous": break
        default: return false
        }
      default: return false
      }
      return sources.source(of: node).map(isSeveral) ?? false
    }
    /// Finds the choice in a path that is asked for a list.
    func ask(_ node: NodeIndex) {
      var node = node
      while !isOne(node) {
        guard case .member = structure.kind(of: node) else { return }
        node = structure.child(0, of: node)
      }
      lists.insert(node)
    }
    let levels = Self.levels(of: structure)
    for node in structure.nodes {
      let children = structure.children(of: node)
      switch structure.kind(of: node) {
      case .collectionOperator, .size, .subquery: ask(children[0])
      case .call(let function) where function.isAggregate && children.count == 1: ask(children[0])
      case .infix(let symbol) where symbol.isOfLists: for child in children { ask(child) }
      case .member(let name):
        guard case .collectionOperator(let joining) = structure.kind(of: children[0]),
          CollectionOperator(rawValue: structure.name(joining))?.joinsArrays == true,
          sources.source(of: node).map(isSeveral) ?? false
        else { break }
        let list = structure.child(0, of: children[0])
        cells[list] = (structure.name(name), levels[list.index])
      default: break
      }
    }
  }

  /// By node: how many SUBQUERYs there are in whose condition it stands.
  private static func levels(of structure: Structure) -> [Int32] {
    var levels = [Int32](repeating: 0, count: structure.nodes.count)
    // Parents come after their children.
    for node in structure.nodes.reversed() {
      let children = structure.children(of: node)
      for child in children { levels[child.index] = levels[node.index] }
      if case .subquery = structure.kind(of: node) { levels[children[1].index] += 1 }
    }
    return levels
  }
}

extension CollectionOperator {
  /// Whether the operator joins the lists that a key of each element holds.
  fileprivate var joinsArrays: Bool { self == .unionOfArrays || self == .distinctUnionOfArrays }
}
