// Follows the items of lists through a text: what each key is read of, also behind SUBQUERY,
// indices and collection operators. What a list is and which keys its items have, the embedder
// says. One pass, because children stand before their parents.

/// Follows lists through a text.
package struct ListReading<List> {
  /// A key that is read of the items of a list, or of one of them.
  package struct Key {
    package let name: String
    package let list: List
    /// Whether the key is read of the variable that SUBQUERY binds, as in `$x.key`.
    package let isOfIterator: Bool
    /// Where the whole path stands, up to the key.
    package let range: Range<Int>
  }

  /// A fold over lists of items, such as `$visits.drugs.@sum.dose`, which always fails.
  package struct Fold {
    /// The operator, such as `@sum`.
    package let name: String
    package let range: Range<Int>
    /// The text with the inner lists joined before, `$visits.@unionOfArrays.drugs.@sum.dose`.
    package let joined: String
  }

  /// The folds of lists, in the order of the nodes.
  package private(set) var folds: [Fold] = []

  /// What a node gives of a list.
  private struct Part {
    let list: List
    /// How many lists the items stand in: 0 for one item, 1 for a list, 2 for a list of lists.
    var depth: Int
    /// The operator that the next key belongs to.
    var folding: CollectionOperator?
  }

  /// By node.
  private var parts: [Part?] = []
  private let structure: Structure
  private let resolution: Resolution
  private let flattened: Flattened

  /// Follows the lists of a text.
  ///
  /// - Parameters:
  ///   - resolution: The text.
  ///   - list: The list that the variable of an operand holds; nil if it holds something else.
  ///   - inner: The list that a key of the items is; nil if it is something else.
  /// - Complexity: O(n).
  package init(
    _ resolution: Resolution, list: (Operand) -> List?, inner: (Key) -> List?
  ) {
    self.resolution = resolution
    structure = resolution.program.structure
    flattened = Flattened(structure)
    let operands = resolution.operands
    var bound: [Int32: Part] = [:]
    var collections: [NodeIndex: Int32] = [:]
    for node in structure.nodes {
      if case .subquery(let level, _) = structure.kind(of: node) {
        collections[structure.child(0, of: node)] = level
      }
    }
    for node in structure.nodes {
      let part = part(of: node, operands, bound, list, inner)
      parts.append(part)
      if let level = collections[node] { bound[level] = part.flatMap(Self.element) }
    }
  }

  private static func element(_ part: Part) -> Part? {
    part.depth > 0 && part.folding == nil ? Part(list: part.list, depth: part.depth - 1) : nil
  }

  private mutating func part(
    of node: NodeIndex, _ operands: [Operand], _ bound: [Int32: Part],
    _ list: (Operand) -> List?, _ inner: (Key) -> List?
  ) -> Part? {
    let first = structure.children(of: node).first
    let base = first.flatMap { parts[$0.index] }
    switch structure.kind(of: node) {
    case .variable(let index):
      let operand = operands[Int(index)]
      guard let list = list(operand) else { return nil }
      let whole = Part(list: list, depth: 1)
      switch operand.reading {
      case .value, .objects, .fold: return whole
      case .column(let key): return member(key.text, of: whole, node, inner)
      case .count, .attribute: return nil
      }
    case .iterator(let level, _): return bound[level]
    case .member(let name):
      return base.flatMap { member(structure.name(name), of: $0, node, inner) }
    case .index:
      // `$x['key']` reads a key of one item.
      guard let base, base.depth == 0, base.folding == nil,
        case .literal(let value) = structure.kind(of: structure.child(1, of: node)),
        case .string(let key) = structure.value(value)
      else { fallthrough }
      return member(key, of: base, node, inner)
    case .first, .last: return base.flatMap(Self.element)
    case .subquery: return base?.folding == nil ? base : nil
    case .collectionOperator(let name):
      guard let base, base.folding == nil, base.depth > 0, let first,
        let known = CollectionOperator(rawValue: structure.name(name)), known.takesPath
      else { return nil }
      if base.depth > 1, known.folds {
        note(known, at: node, listsAt: first)
        return nil
      }
      return Part(list: base.list, depth: base.depth - 1, folding: known)
    default: return nil
    }
  }

  /// What a key gives of one item, or of each item of a list.
  private mutating func member(
    _ name: String, of base: Part, _ node: NodeIndex, _ inner: (Key) -> List?
  ) -> Part? {
    // An operator that joins lists joins what the keys after it give.
    let isJoined = base.folding.map { !$0.folds && $0.joins } ?? false
    if base.folding != nil, name == "self" {
      return isJoined ? Part(list: base.list, depth: base.depth) : base
    }
    let key = Key(
      name: name, list: base.list, isOfIterator: isKeyOfIterator(node),
      range: resolution.range(of: node))
    guard let list = inner(key) else { return nil }
    if let folding = base.folding {
      if folding.folds {
        note(folding, at: node, key: name, structure.child(0, of: node))
        return nil
      }
      // One list for each element: joined, or a list of them.
      return Part(list: list, depth: base.depth + (isJoined ? 1 : 2))
    }
    let isFlat = flattened.contains(node) && base.depth > 0
    return Part(list: list, depth: isFlat ? 1 : base.depth + 1)
  }

  private func isKeyOfIterator(_ node: NodeIndex) -> Bool {
    guard case .member = structure.kind(of: node),
      case .iterator = structure.kind(of: structure.child(0, of: node))
    else { return false }
    return true
  }

  // MARK: - Folds of lists

  /// Notes `$visits.drugs.@sum`, where the lists end at a node.
  private mutating func note(
    _ folding: CollectionOperator, at node: NodeIndex, listsAt lists: NodeIndex
  ) {
    let source = source(lists)
    guard let period = source.lastIndex(of: ".") else { return }
    note(
      folding, node, before: String(source[..<period]), key: String(source[period...].dropFirst()))
  }

  /// Notes `$visits.@sum.drugs`, where the key `drugs` gives lists.
  private mutating func note(
    _ folding: CollectionOperator, at node: NodeIndex, key: String, _ operation: NodeIndex
  ) {
    guard case .collectionOperator = structure.kind(of: operation) else { return }
    note(folding, node, before: source(structure.child(0, of: operation)), key: key)
  }

  private mutating func note(
    _ folding: CollectionOperator, _ node: NodeIndex, before: String, key: String
  ) {
    // The key that is folded.
    var (end, rest) = (node, "")
    if end < structure.root, case .member(let name) = structure.kind(of: end.advanced(by: 1)),
      structure.child(0, of: end.advanced(by: 1)) == end
    {
      end = end.advanced(by: 1)
      rest = ".\(structure.name(name))"
    }
    folds.append(
      Fold(
        name: "@\(folding.rawValue)", range: resolution.range(of: end),
        joined: "\(before).@unionOfArrays.\(key).@\(folding.rawValue)\(rest)"))
  }

  private func source(_ node: NodeIndex) -> String {
    let range = resolution.range(of: node)
    return TextBytes.read(resolution.text) { $0.text(range) }
  }
}

extension CollectionOperator {
  /// Whether the operator gives one value of many.
  fileprivate var folds: Bool {
    switch self {
    case .count, .sum, .avg, .min, .max: true
    default: false
    }
  }

  /// Whether the operator joins the lists that it finds.
  fileprivate var joins: Bool {
    switch self {
    case .unionOfArrays, .distinctUnionOfArrays, .unionOfSets, .distinctUnionOfSets: true
    default: false
    }
  }
}
