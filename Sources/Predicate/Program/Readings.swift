// Decides which nodes of a tree become operands, and what each operand reads. For a variable that
// holds a collection, the operand reads only the parts that the text can distinguish. If these
// parts are not obvious, the operand reads the whole collection.
//
// An item is followed from its collection through SUBQUERY and indices to the keys that are read
// from it. Children come before their parents, and the collection of a SUBQUERY comes before the
// condition. So one pass in order knows the source of a value before it meets the use of the value.

/// What a tree reads of its free variables and of tables.
struct Readings {
  /// What a node becomes in the copy.
  enum Part {
    case copied
    /// Part of an operand above it.
    case absorbed
    /// An operand: the index of the variable, and what is read of it.
    case operand(Int32, Operand.Reading)
  }

  /// What each node becomes.
  private(set) var parts: [Part]
  private let structure: Structure
  private let attributes: Set<String>
  private let flattened: Flattened
  private var parents: [NodeIndex?]
  /// The items that each node gives; nil if it gives none.
  private var items: [Items?]
  /// The item that each enclosing SUBQUERY binds, by its level.
  private var bound: [Int32: Items] = [:]
  private var uses: [Use] = []
  /// The keys that are read of the rows of tables: the call of `table`, the key, and where.
  private(set) var tableKeys: [(table: NodeIndex, key: String, node: NodeIndex)] = []

  /// The attribute name that means the variable itself.
  private static let valueName = "value"

  /// A place where the text reads a collection, with what is read of the items.
  private struct Use {
    let node: NodeIndex
    /// The variable that holds the collection; nil if the collection is a table.
    let variable: Int32?
    var keys: Set<ExactText> = []
    /// Whether the text uses an item or the collection as a whole value.
    var isWhole = false

    var reading: Operand.Reading {
      isWhole ? .value : .objects(keys.sorted { precedesExactly($0.text, $1.text) })
    }
  }

  /// Items of a collection as a value: a list of items, or one item.
  private struct Items {
    /// The index in `uses` of the place they come from.
    let use: Int
    let isList: Bool

    var one: Items { Items(use: use, isList: false) }
  }

  /// Reads a tree.
  ///
  /// - Complexity: O(n log n).
  init(_ tree: SyntaxTree, attributes: Set<String>, collections: [ExactText]) {
    self.attributes = attributes
    structure = tree.structure
    let count = structure.nodes.count
    parts = Array(repeating: .copied, count: count)
    parents = Array(repeating: nil, count: count)
    items = Array(repeating: nil, count: count)
    let known = collections.isEmpty ? nil : Set(collections)
    let areCollections = tree.variables.map { known?.contains(ExactText($0)) == true }
    flattened = Flattened(structure)
    for node in structure.nodes {
      for child in structure.children(of: node) { parents[child.index] = node }
    }
    for node in structure.nodes {
      switch structure.kind(of: node) {
      case .variable(let variable):
        read(variable, at: node, isCollection: areCollections[Int(variable)])
      case .iterator(let level, _): items[node.index] = bound[level]
      case .call(.table):
        items[node.index] = Items(use: uses.count, isList: true)
        uses.append(Use(node: node, variable: nil))
      default: break
      }
      follow(node)
    }
    for use in uses {
      if let variable = use.variable { parts[use.node.index] = .operand(variable, use.reading) }
    }
  }

  /// Finds the operand that a variable and the nodes after it become.
  private mutating func read(_ variable: Int32, at node: NodeIndex, isCollection: Bool) {
    var node = node
    var reading = Operand.Reading.value
    func absorb(_ parent: NodeIndex, as whole: Operand.Reading) {
      parts[node.index] = .absorbed
      node = parent
      reading = whole
    }
    if let (parent, name) = key(after: node), attributes.contains(name.text) {
      absorb(parent, as: name.text == Self.valueName ? .value : .attribute(name))
    }
    if isCollection, reading == .value {
      guard let parent = parents[node.index], let part = partOfCollection(parent) else {
        items[node.index] = Items(use: uses.count, isList: true)
        uses.append(Use(node: node, variable: variable))
        return
      }
      if case .fold = part { reading = part } else { absorb(parent, as: part) }
    }
    parts[node.index] = .operand(variable, reading)
  }

  /// What the parent of a collection reads, if one operand can express it.
  private func partOfCollection(_ node: NodeIndex) -> Operand.Reading? {
    switch structure.kind(of: node) {
    case .size: return .count
    // As a column operand, a list of lists would no longer be joined.
    case .member(let name):
      guard !flattened.contains(node) else { return nil }
      let key = structure.exactName(name)
      return fold(of: node).map { .fold($0, key) } ?? .column(key)
    case .collectionOperator(let name):
      let name = structure.name(name)
      if name == CollectionOperator.count.rawValue { return .count }
      guard let fold = Operand.Fold(rawValue: name), let path = path(behind: node), path.isWhole
      else { return nil }
      return .fold(fold, path.first)
    default: return nil
    }
  }

  /// The operator that a function means whose only argument is the node: `sum($x.a)` is
  /// `$x.@sum.a`.
  private func fold(of node: NodeIndex) -> Operand.Fold? {
    guard let parent = parents[node.index], structure.children(of: parent).count == 1 else {
      return nil
    }
    return switch structure.kind(of: parent) {
    case .call(.sum): .sum
    case .call(.average): .avg
    case .call(.min): .min
    case .call(.max): .max
    default: nil
    }
  }

  /// The first key that an operator reads of each element, and whether it is the only key.
  ///
  /// `self` is the element itself and does not count as a key.
  private func path(
    behind node: NodeIndex
  ) -> (first: ExactText, node: NodeIndex, isWhole: Bool)? {
    var next = key(after: node)
    while let (node, name) = next, name.text == "self" { next = key(after: node) }
    return next.map { ($0.name, $0.node, key(after: $0.node) == nil) }
  }

  private func key(after node: NodeIndex) -> (node: NodeIndex, name: ExactText)? {
    guard let parent = parents[node.index], case .member(let name) = structure.kind(of: parent)
    else { return nil }
    return (parent, structure.exactName(name))
  }

  // MARK: - Items

  /// Records what the parent of a node reads of the node's items.
  private mutating func follow(_ node: NodeIndex) {
    let parent = parents[node.index].flatMap { structure.child(0, of: $0) == node ? $0 : nil }
    let kind = parent.map(structure.kind(of:))
    let source = items[node.index]
    if case .subquery(let level, _)? = kind { bound[level] = source?.one }
    guard let source else { return }
    guard let parent, let kind else {
      uses[source.use].isWhole = true
      return
    }
    switch (kind, source.isList) {
    case (.member(let name), _): read(structure.exactName(name), of: source, at: parent)
    case (.index, false):
      guard case .literal(let value) = structure.kind(of: structure.child(1, of: parent)),
        case .string(let key) = structure.value(value)
      else { fallthrough }
      read(ExactText(key), of: source, at: structure.child(1, of: parent))
    case (_, false): uses[source.use].isWhole = true
    case (.index, _), (.first, _), (.last, _): items[parent.index] = source.one
    case (.subquery, _): items[parent.index] = source
    case (.size, _): break
    case (.call(.count), _) where structure.children(of: parent).count == 1: break
    case (.collectionOperator(let name), _): follow(source, to: structure.name(name), at: parent)
    default: uses[source.use].isWhole = true
    }
  }

  /// Records a key that is read of the items.
  private mutating func read(_ key: ExactText, of source: Items, at node: NodeIndex) {
    let use = uses[source.use]
    uses[source.use].keys.insert(key)
    if use.variable == nil { tableKeys.append((use.node, key.text, node)) }
  }

  private mutating func follow(_ source: Items, to name: String, at node: NodeIndex) {
    let known = CollectionOperator(rawValue: name)
    if known == .count { return }
    if known?.takesPath == true, let path = path(behind: node) {
      read(path.first, of: source, at: path.node)
    } else {
      uses[source.use].isWhole = true
    }
  }
}
