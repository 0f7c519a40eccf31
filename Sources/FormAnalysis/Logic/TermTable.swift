// Numbers the parts of a tree so that equal parts have equal numbers, and says of each part whether
// it is constant, what path it reads, and whether its evaluation may fail. One pass, because
// children stand before their parents.

import Predicate

/// What is known of every node of a tree without reasoning.
struct TermTable {
  /// By node: a number that equal parts share.
  ///
  /// A part that draws random numbers shares its number with no other part.
  private(set) var ids: [Int] = []
  /// By node: the constant value.
  private(set) var constants: [Value?] = []
  /// By node: the path, if the node is one.
  private(set) var paths: [TermPath?] = []
  /// By node: whether two evaluations may give different values, or nothing is known of the value.
  private(set) var areOpaque: [Bool] = []
  /// By node: whether the evaluation may fail whatever the kinds of the values are.
  private(set) var mayFail: [Bool] = []

  /// The longest path that is followed; a longer one is a term without a domain.
  private static let maximumKeys = 8

  private struct Key: Hashable {
    var kind: NodeKind
    var name = ""
    var value: Value?
    var children: [Int] = []
  }

  /// Reads the nodes of a tree.
  ///
  /// - Parameters:
  ///   - tree: The tree.
  ///   - empty: The variables that are taken to be nil.
  init(_ tree: SyntaxTree, empty: Set<String> = []) {
    let structure = tree.structure
    let collections = structure.iteratedCollections
    var numbers: [Key: Int] = [:]
    var areRandom: [Bool] = []
    for node in structure.nodes {
      let kind = structure.kind(of: node)
      let children = structure.children(of: node)
      let isRandom = kind.isRandom || children.contains { areRandom[$0.index] }
      areRandom.append(isRandom)
      if isRandom {
        ids.append(-1 - node.index)
      } else {
        let key = key(of: node, kind, tree, collections)
        let next = numbers.count
        ids.append(numbers[key, default: next])
        numbers[key] = ids.last
      }
      if !empty.isEmpty, case .variable(let index) = kind, empty.contains(tree.variable(index)) {
        constants.append(.null)
      } else {
        constants.append(constant(node, kind, children, structure))
      }
      paths.append(path(of: node, kind, tree, collections))
      areOpaque.append(
        isRandom || !Self.isKnown(kind) || children.contains { areOpaque[$0.index] })
      mayFail.append(
        constants[node.index] == nil
          && (!isSafe(kind, structure) || children.contains { mayFail[$0.index] }))
    }
  }

  private func key(
    of node: NodeIndex, _ kind: NodeKind, _ tree: SyntaxTree, _ collections: [NodeIndex: NodeIndex]
  ) -> Key {
    let structure = tree.structure
    var key = Key(kind: kind, children: structure.children(of: node).map { ids[$0.index] })
    switch kind {
    case .literal(let index): key = Key(kind: .literal(0), value: structure.value(index))
    case .key(let name): key = Key(kind: .key(0), name: structure.name(name))
    case .member(let name):
      key.kind = .member(0)
      key.name = structure.name(name)
    case .collectionOperator(let name):
      key.kind = .collectionOperator(0)
      key.name = structure.name(name)
    case .cast(let name):
      key.kind = .cast(0)
      key.name = structure.name(name)
    case .unknownCall(let name):
      key.kind = .unknownCall(0)
      key.name = structure.name(name)
    case .selectorComparison(let quantifier, let name):
      key.kind = .selectorComparison(quantifier, name: 0)
      key.name = structure.name(name)
    case .iterator(let level, _):
      key = Key(kind: .iterator(level: level, name: 0))
      if let collection = collections[node] { key.children = [ids[collection.index]] }
    case .subquery(let level, _): key.kind = .subquery(level: level, name: 0)
    default: break
    }
    return key
  }

  private func constant(
    _ node: NodeIndex, _ kind: NodeKind, _ children: Children, _ structure: Structure
  ) -> Value? {
    switch kind {
    // What is compared with a day is seen as a day, so that days stand for themselves.
    case .cast, .call(.date): return structure.writtenDay(node)
    case .literal(let index): return structure.value(index)
    case .aggregate:
      var elements: [Value] = []
      for child in children {
        guard let element = constants[child.index] else { return nil }
        elements.append(element)
      }
      return .array(elements)
    default: return nil
    }
  }

  private func path(
    of node: NodeIndex, _ kind: NodeKind, _ tree: SyntaxTree, _ collections: [NodeIndex: NodeIndex]
  ) -> TermPath? {
    let structure = tree.structure
    switch kind {
    case .variable(let index): return TermPath(tree.variable(index))
    case .selfObject: return TermPath(nil)
    case .key(let name): return TermPath(nil, keys: [structure.name(name)])
    case .iterator:
      guard let collection = collections[node], var path = paths[collection.index]
      else { return nil }
      path.isElement = true
      return path
    case .member(let name):
      guard let base = paths[structure.child(0, of: node).index],
        base.keys.count < Self.maximumKeys
      else { return nil }
      return base.appending(structure.name(name))
    default: return nil
    }
  }

  /// Whether something is known of such a node; nothing is of a function of the host.
  private static func isKnown(_ kind: NodeKind) -> Bool {
    switch kind {
    case .unknownCall, .methodCall, .fetch, .assignment, .placeholder, .memberPlaceholder, .anyKey,
      .selectorComparison:
      false
    default: true
    }
  }

  /// Whether such a node fails only if its operands have the wrong kind.
  private func isSafe(_ kind: NodeKind, _ structure: Structure) -> Bool {
    switch kind {
    case .truth, .and, .or, .not, .literal, .variable, .selfObject, .key, .member, .iterator,
      .aggregate, .ternary, .subquery, .call(.now), .call(.today):
      true
    case .comparison(let symbol, _, _): symbol != .matches
    case .collectionOperator(let name): structure.name(name) == CollectionOperator.count.rawValue
    default: false
    }
  }
}
