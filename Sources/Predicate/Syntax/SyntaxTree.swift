// A parsed text: one kind of node for predicates and expressions, stored flat with children before
// their parents, so that neither building, walking nor freeing a tree can overflow the stack.
//
// The structure (what is meant) is kept apart from its wording (where it stands, and the names of
// free variables): two texts of one shape over different variables have equal structures. Both are
// references, so that whoever hands a tree on counts two of them and not one for each of its parts.

import Synchronization

/// The syntax tree of a predicate or an expression.
public struct SyntaxTree: Sendable {
  /// What the text means, free of positions and of the names of its variables.
  let structure: Structure
  let wording: Wording

  /// The text the tree was parsed from; ranges are UTF-8 offsets in it.
  public var text: String { wording.text }
  /// What builds but is likely to go wrong.
  public var warnings: [Diagnostic] { wording.warnings }
  /// What the text itself does not say; nil where nothing was handed over.
  var constants: Constants? { wording.constants }

  /// The constants that stand in the place of parts of the text.
  final class Constants: Sendable {
    /// What filled the placeholders of the text, in their order.
    let arguments: [Value]
    /// What stands in the place of free variables of the text, by their names.
    let substitutions: ValueDictionary

    init(arguments: [Value], substitutions: ValueDictionary) {
      self.arguments = arguments
      self.substitutions = substitutions
    }
  }

  /// The names of the free variables, each once, in the order of first appearance.
  ///
  /// - Complexity: O(n).
  public var variables: [String] { wording.variables }

  /// The name of a free variable.
  func variable(_ index: Int32) -> String { wording.variable(Int(index)) }

  var root: NodeID { structure.root }

  func range(of node: NodeID) -> Range<Int> { wording.range(of: node) }

  /// Whether the text yields true or false, as against a value.
  public var isPredicate: Bool { structure.kind(of: root).isPredicate }
}

/// The index of a node in its tree.
struct NodeID: Hashable, Sendable, Strideable {
  let rawValue: Int32

  init(_ index: Int) { rawValue = Int32(truncatingIfNeeded: index) }

  var index: Int { Int(rawValue) }

  func distance(to other: NodeID) -> Int { other.index - index }

  func advanced(by count: Int) -> NodeID { NodeID(index + count) }
}

/// UTF-8 offsets, small: texts are shorter than 2^31 bytes.
struct SourceRange: Hashable, Sendable {
  let start: Int32
  let end: Int32

  init(_ offsets: Range<Int>) {
    start = Int32(truncatingIfNeeded: offsets.lowerBound)
    end = Int32(truncatingIfNeeded: offsets.upperBound)
  }

  var offsets: Range<Int> { Int(start)..<max(Int(start), Int(end)) }
}

/// How a structure is written in one text.
final class Wording: Sendable {
  let text: String
  private let parts: Block<Operand, SourceRange>
  /// What builds but is likely to go wrong.
  let warnings: [Diagnostic]
  /// What the text itself does not say; nil where nothing was handed over.
  let constants: SyntaxTree.Constants?

  /// Takes what is known of a text from who has read it.
  init(
    of text: String, ranges: inout Stack<SourceRange>, operands: inout Stack<Operand>,
    warnings: [Diagnostic], constants: SyntaxTree.Constants?
  ) {
    self.text = text
    parts = Block(moving: &operands, &ranges)
    self.warnings = warnings
    self.constants = constants
  }

  var operandCount: Int { parts.firstCount }

  /// What nodes that are variables stand for, by their index: each where it stands first, in the
  /// order of the text.
  var operands: [Operand] { (0..<operandCount).map { parts.first($0) } }

  /// Their names.
  var variables: [String] { (0..<operandCount).map(variable) }

  /// The name of a variable.
  func variable(_ index: Int) -> String { parts.first(index).variable }

  /// Where a node stands.
  func place(of node: NodeID) -> SourceRange { parts.second(node.index) }

  func range(of node: NodeID) -> Range<Int> { place(of: node).offsets }
}

/// The nodes of a tree with the names and constants they use.
///
/// What only follows from these is made when it is first asked for, on whatever thread, and kept:
/// many texts are read and never run, or found to have one program.
final class Structure: Sendable {
  private let parts: Block<Value, Node>
  /// The children of the nodes that have more than two, those of one node next to each other.
  let lists: [NodeID]
  /// Keys, types and unknown functions; nodes refer to them by index.
  let names: [ExactText]
  /// How many variables the nodes refer to by index.
  let operandCount: Int
  /// Whether all nodes are.
  let isPlain: Bool
  /// Zero as long as nobody has asked for it.
  private let knownHash = Atomic<Int>(0)
  private let knownCode = MadeOnce<Code>()
  private let knownPlan = MadeOnce<Plan>()
  private let knownPatterns = MadeOnce<Patterns>()

  final class Patterns: Sendable {
    let byComparison: [NodeID: Pattern]

    init(_ byComparison: [NodeID: Pattern]) { self.byComparison = byComparison }
  }

  /// Takes the parts of a tree from who has put it together.
  init(
    nodes: inout Stack<Node>, lists: [NodeID], names: [ExactText], values: inout Stack<Value>,
    operandCount: Int
  ) {
    isPlain = (0..<nodes.count).allSatisfy { nodes[$0].kind.isPlain }
    parts = Block(moving: &values, &nodes)
    self.lists = lists
    self.names = names
    self.operandCount = operandCount
  }

  /// All nodes: children before their parents, each subtree in one run; the root is the last.
  var nodes: Range<NodeID> { NodeID(0)..<NodeID(parts.secondCount) }

  var valueCount: Int { parts.firstCount }

  /// All constants; nodes refer to them by index.
  var values: [Value] { (0..<valueCount).map(value) }

  /// How an evaluation goes over cells; valid as long as this is, and not counted on the way.
  @inline(__always) var code: Unmanaged<Code> { knownCode.value { CodeBuilder.code(of: self) } }

  /// How an evaluation goes through the nodes; likewise.
  var plan: Unmanaged<Plan> { knownPlan.value { Plan(self) } }

  /// The constant patterns of MATCHES, by the comparison they belong to; none where nobody has
  /// checked the structure.
  var patterns: [NodeID: Pattern] {
    knownPatterns.known?._withUnsafeGuaranteedRef { $0.byComparison } ?? [:]
  }

  /// Keeps the constant patterns, which whoever checks the structure compiles.
  func keep(_ patterns: [NodeID: Pattern]) {
    if !patterns.isEmpty { _ = knownPatterns.value { Patterns(patterns) } }
  }

  var root: NodeID { NodeID(parts.secondCount - 1) }

  subscript(node: NodeID) -> Node { parts.second(node.index) }

  func kind(of node: NodeID) -> NodeKind { self[node].kind }

  func children(of node: NodeID) -> Children { Children(of: node, in: self) }

  /// The child at a position that the node's kind is known to have.
  func child(_ position: Int, of node: NodeID) -> NodeID {
    self[node].child(position, of: node, lists: lists)
  }

  /// The first node of a subtree, whose nodes are all that stand from there to its root.
  func start(of node: NodeID) -> NodeID {
    var first = node
    while self[first].childCount > 0 { first = child(0, of: first) }
    return first
  }

  func name(_ index: Int32) -> String { names[Int(index)].text }

  func value(_ index: Int32) -> Value { value(Int(index)) }

  func value(_ index: Int) -> Value { parts.first(index) }
}

extension Structure: Hashable {
  static func == (left: Structure, right: Structure) -> Bool {
    left === right || left.isLike(right, as: \.values)
  }

  /// Hashes what tells structures apart; the children of all nodes follow from how many each has.
  func hash(into hasher: inout Hasher) { hash(into: &hasher, as: values) }

  /// A hash of all of it, the same for the whole process.
  var contentHash: Int {
    let known = knownHash.load(ordering: .relaxed)
    if known != 0 { return known }
    let hash = hashValue
    knownHash.store(hash, ordering: .relaxed)
    return hash
  }

  /// Whether both are alike but for their constants, and so are these as something else.
  fileprivate func isLike(_ other: Structure, as values: (Structure) -> [Value]) -> Bool {
    nodes == other.nodes && nodes.allSatisfy { self[$0] == other[$0] } && lists == other.lists
      && names == other.names && values(self) == values(other)
  }

  /// Hashes the structure as if its constants were others.
  fileprivate func hash(into hasher: inout Hasher, as values: [Value]) {
    hasher.combine(nodes.count)
    for node in nodes {
      hasher.combine(kind(of: node))
      hasher.combine(self[node].childCount)
    }
    hasher.combine(names)
    hasher.combine(values)
  }
}

/// The children of a node, in order, or some of them.
struct Children: RandomAccessCollection, Equatable {
  private let node: NodeID
  private let entry: Node
  private let lists: [NodeID]
  private(set) var startIndex = 0
  private(set) var endIndex: Int

  init(of node: NodeID, in structure: Structure) {
    self.node = node
    entry = structure[node]
    lists = structure.lists
    endIndex = Int(entry.childCount)
  }

  subscript(position: Int) -> NodeID { entry.child(position, of: node, lists: lists) }

  subscript(bounds: Range<Int>) -> Children {
    precondition(bounds.lowerBound >= startIndex && bounds.upperBound <= endIndex)
    var part = self
    part.startIndex = bounds.lowerBound
    part.endIndex = bounds.upperBound
    return part
  }
}

/// One construct, with the place of its children.
struct Node: Sendable, Hashable {
  var kind: NodeKind
  /// The first of two children, or where the list of more starts.
  private let first: Int32
  let childCount: Int32

  /// Makes a node of none, one or two children; the last one stands right before the node.
  init(_ kind: NodeKind, childCount: Int = 0, first: NodeID = NodeID(0)) {
    self.kind = kind
    self.first = first.rawValue
    self.childCount = Int32(truncatingIfNeeded: childCount)
  }

  /// Makes a node of some children, which are kept in the lists where there are more than two.
  init(
    _ kind: NodeKind, childCount: Int, lists: inout [NodeID], child: (_ position: Int) -> NodeID
  ) {
    guard childCount > 2 else {
      self.init(kind, childCount: childCount, first: childCount > 0 ? child(0) : NodeID(0))
      return
    }
    self.init(kind, childCount: childCount, first: NodeID(lists.count))
    for position in 0..<childCount { lists.append(child(position)) }
  }

  /// The child at a position that there is; an only child and the last of two stand right before
  /// the node itself.
  func child(_ position: Int, of node: NodeID, lists: [NodeID]) -> NodeID {
    precondition(position >= 0 && position < childCount)
    if childCount > 2 { return lists[Int(first) + position] }
    return position == childCount - 1 ? NodeID(node.index - 1) : NodeID(Int(first))
  }
}

/// What a node is.
///
/// Payloads are indices: the kind is plain data without reference counts.
enum NodeKind: Sendable, Hashable {
  // Predicates.
  /// `TRUEPREDICATE` or `FALSEPREDICATE`.
  case truth(Bool)
  /// Two children and more.
  case and
  /// Two children and more.
  case or
  /// One child.
  case not
  /// Children: left, right.
  case comparison(ComparisonOperator, ComparisonOptions, Quantifier)

  // Expressions.
  /// A constant, by its index in `values`; `TRUE` and `NO` are constants of kind bool.
  case literal(Int32)
  case selfObject
  case anyKey
  /// A key of the evaluated object.
  case key(Int32)
  /// A key of the child.
  case member(Int32)
  /// `.@name` of the child.
  case collectionOperator(Int32)
  /// `a.$b`: children: base, variable.
  case memberVariable
  /// `a[i]`: children: base, index.
  case index
  /// `a[FIRST]`.
  case first
  /// `a[LAST]`.
  case last
  /// `a[SIZE]`.
  case size
  /// A free variable, by its index among the variables.
  case variable(Int32)
  /// What a SUBQUERY binds: how many enclose it from outside, and its name.
  case iterator(level: Int32, name: Int32)
  /// `{a, b}`.
  case aggregate
  /// Children: left, right.
  case infix(ExpressionOperator)
  /// `-a`.
  case negation
  case call(Function)
  /// A function that does not exist, by name.
  case unknownCall(Int32)
  /// `CAST(a, 'type')`, the type by name.
  case cast(Int32)
  /// Children: condition, then, else.
  case ternary
  /// Children: collection, condition; the level and name of its iterator.
  case subquery(level: Int32, name: Int32)
  /// `FUNCTION(a, 'selector', …)`: parses, never runs.
  case methodCall
  /// `FETCH(…)`: parses, never runs.
  case fetch
  /// `$a := b`, children: variable, value: parses, never runs.
  case assignment
  /// A hole, by its kind and its position among the holes.
  case placeholder(Placeholder, Int32)
  /// `.%K` of the child.
  case memberPlaceholder(Int32)

  /// Whether the node is run whatever it holds, and no part of it for ANY or ALL; of others there
  /// is more to see.
  var isPlain: Bool {
    switch self {
    case .comparison(.matches, _, _), .comparison(.tokenMatches, _, _),
      .comparison(.conformsToUTI, _, _), .comparison(.equalsUTI, _, _):
      false
    case .comparison(_, _, .one): true
    case .truth, .and, .or, .not: true
    case .literal, .selfObject, .key, .member, .variable, .iterator, .aggregate, .infix: true
    default: false
    }
  }

  /// Whether the node yields true or false.
  var isPredicate: Bool {
    switch self {
    case .truth, .and, .or, .not, .comparison: true
    default: false
    }
  }

  /// Whether the node is a key of the evaluated object.
  var isKey: Bool { if case .key = self { true } else { false } }

  /// Whether the node continues a chain that starts with its first child, like `.b` in `a.b`.
  ///
  /// Chains may be as long as the text allows, so they are walked in loops, never by recursion.
  var isChained: Bool {
    switch self {
    case .member, .collectionOperator, .memberVariable, .index, .first, .last, .size, .infix,
      .memberPlaceholder:
      true
    default: false
    }
  }
}

extension SyntaxTree: Hashable {
  /// Whether both mean the same over the same variables, wherever their parts stand.
  ///
  /// `TRUE` and `1` count as one constant, as they print alike.
  public static func == (left: SyntaxTree, right: SyntaxTree) -> Bool {
    left.structure.isLike(right.structure, as: \.unflaggedValues)
      && left.variables.map(ExactText.init) == right.variables.map(ExactText.init)
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    structure.hash(into: &hasher, as: structure.unflaggedValues)
    hasher.combine(variables.map(ExactText.init))
  }
}

extension Structure {
  /// The constants, with 1 and 0 for `TRUE` and `FALSE`.
  fileprivate var unflaggedValues: [Value] {
    values.map { value in if case .bool(let flag) = value { .int(flag ? 1 : 0) } else { value } }
  }
}
