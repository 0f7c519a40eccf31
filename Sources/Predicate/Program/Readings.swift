// Receives a tree and says which of its nodes become operands and what each of them reads: of a
// variable that stands for a collection no more than the text can tell apart. Where that is not
// plain to see, all of it.
//
// An item is followed from its collection through SUBQUERY and indices to the keys that are read of
// it. Children stand before their parents, and the collection of a SUBQUERY before its condition,
// so one pass in order has seen where a value comes from when it meets what is made of it.

/// What a tree reads of its free variables.
struct Readings {
  /// What becomes of a node.
  enum Part {
    case copied
    /// An operand above it says what it says.
    case absorbed
    /// An operand: the variable by its index, and what is read of it.
    case operand(Int32, Operand.Reading)
  }

  /// What becomes of each node.
  private(set) var parts: [Part]
  private let structure: Structure
  private let attributes: Set<String>
  private let flattened: Flattened
  private var parents: [NodeIndex?]
  /// The items that a node gives, where it gives any.
  private var items: [Items?]
  /// What each enclosing SUBQUERY binds, by its level.
  private var bound: [Int32: Items] = [:]
  private var uses: [Use] = []

  /// The name that, where it is claimed, means the variable itself.
  private static let valueName = "value"

  /// Where a collection stands in the text, with what is read of its items.
  private struct Use {
    let node: NodeIndex
    let variable: Int32
    var keys: Set<ExactText> = []
    /// Whether an item or the collection is read as a whole.
    var isWhole = false

    var reading: Operand.Reading {
      isWhole ? .value : .objects(keys.sorted { precedesExactly($0.text, $1.text) })
    }
  }

  /// Items of a collection as a value: a list of some, or one of them.
  private struct Items {
    /// The position of the use they come from.
    let use: Int
    let isList: Bool

    var one: Items { Items(use: use, isList: false) }
  }

  /// Reads a tree.
  ///
  /// - Complexity: O(n log n).
  init(_ tree: SyntaxTree, attributes: Set<String>, collections: Set<ExactText>) {
    self.attributes = attributes
    structure = tree.structure
    let count = structure.nodes.count
    parts = Array(repeating: .copied, count: count)
    parents = Array(repeating: nil, count: count)
    items = Array(repeating: nil, count: count)
    let areCollections = tree.variables.map { collections.contains(ExactText($0)) }
    flattened = Flattened(structure)
    for node in structure.nodes {
      for child in structure.children(of: node) { parents[child.index] = node }
    }
    for node in structure.nodes {
      switch structure.kind(of: node) {
      case .variable(let variable):
        read(variable, at: node, isCollection: areCollections[Int(variable)])
      case .iterator(let level, _): items[node.index] = bound[level]
      default: break
      }
      follow(node)
    }
    for use in uses { parts[use.node.index] = .operand(use.variable, use.reading) }
  }

  /// Finds the operand that a variable becomes with what follows it.
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

  /// What the node right above a collection reads, where one operand can say it.
  private func partOfCollection(_ node: NodeIndex) -> Operand.Reading? {
    switch structure.kind(of: node) {
    case .size: return .count
    // A column of lists would no longer be joined.
    case .member(let name):
      return flattened.contains(node) ? nil : .column(structure.exactName(name))
    case .collectionOperator(let name):
      let name = structure.name(name)
      if name == CollectionOperator.count.rawValue { return .count }
      guard let fold = Operand.Fold(rawValue: name), let path = path(behind: node), path.isWhole
      else { return nil }
      return .fold(fold, path.first)
    default: return nil
    }
  }

  /// The first key that an operator reads of each element, and whether it is the only one; `self`
  /// is the element itself.
  private func path(behind node: NodeIndex) -> (first: ExactText, isWhole: Bool)? {
    var next = key(after: node)
    while let (node, name) = next, name.text == "self" { next = key(after: node) }
    return next.map { ($0.name, key(after: $0.node) == nil) }
  }

  private func key(after node: NodeIndex) -> (node: NodeIndex, name: ExactText)? {
    guard let parent = parents[node.index], case .member(let name) = structure.kind(of: parent)
    else { return nil }
    return (parent, structure.exactName(name))
  }

  // MARK: - Items

  /// Notes what a node's parent reads of the items that the node gives.
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
    case (.member(let name), _): uses[source.use].keys.insert(structure.exactName(name))
    case (.index, false):
      guard case .literal(let value) = structure.kind(of: structure.child(1, of: parent)),
        case .string(let key) = structure.value(value)
      else { fallthrough }
      uses[source.use].keys.insert(ExactText(key))
    case (_, false): uses[source.use].isWhole = true
    case (.index, _), (.first, _), (.last, _): items[parent.index] = source.one
    case (.subquery, _): items[parent.index] = source
    case (.size, _): break
    case (.call(.count), _) where structure.children(of: parent).count == 1: break
    case (.collectionOperator(let name), _): follow(source, to: structure.name(name), at: parent)
    default: uses[source.use].isWhole = true
    }
  }

  private mutating func follow(_ source: Items, to name: String, at node: NodeIndex) {
    let known = CollectionOperator(rawValue: name)
    if known == .count { return }
    if known?.takesPath == true, let path = path(behind: node) {
      uses[source.use].keys.insert(path.first)
    } else {
      uses[source.use].isWhole = true
    }
  }
}
