// Defines the nodes of a syntax tree: what each node is and where its children are. Nodes are plain
// data without reference counts. `Structure` stores names, constants and lists of more than two
// children.

/// The index of a node in its structure.
package struct NodeIndex: Hashable, Sendable, Strideable {
  let rawValue: Int32

  init(_ index: Int) { rawValue = Int32(truncatingIfNeeded: index) }

  package var index: Int { Int(rawValue) }

  package func distance(to other: NodeIndex) -> Int { other.index - index }

  package func advanced(by count: Int) -> NodeIndex { NodeIndex(index + count) }
}

/// A node of a syntax tree.
struct Node: Sendable, Hashable {
  var kind: NodeKind
  /// The first of two children; for more children, the index of the first one in the lists.
  private let first: Int32
  let childCount: Int32

  /// Makes a node with at most two children.
  ///
  /// The last child must be the node right before this node.
  init(_ kind: NodeKind, childCount: Int = 0, first: NodeIndex = NodeIndex(0)) {
    self.kind = kind
    self.first = first.rawValue
    self.childCount = Int32(truncatingIfNeeded: childCount)
  }

  /// Makes a node with any number of children; more than two are appended to `lists`.
  init(
    _ kind: NodeKind, childCount: Int, lists: inout Stack<NodeIndex>,
    child: (_ position: Int) -> NodeIndex
  ) {
    guard childCount > 2 else {
      self.init(kind, childCount: childCount, first: childCount > 0 ? child(0) : NodeIndex(0))
      return
    }
    self.init(kind, childCount: childCount, first: NodeIndex(lists.count))
    for position in 0..<childCount { lists.append(child(position)) }
  }

  /// The child at a position, which must exist.
  ///
  /// An only child, or the last of two, is the node right before this node.
  @inline(__always)
  func child(_ position: Int, of node: NodeIndex, listed: (_ index: Int) -> NodeIndex) -> NodeIndex
  {
    precondition(position >= 0 && position < childCount)
    if childCount > 2 { return listed(Int(first) + position) }
    return position == childCount - 1 ? NodeIndex(node.index - 1) : NodeIndex(Int(first))
  }
}

/// The kind of a node.
///
/// Payloads are indices, so a kind is plain data without reference counts.
package enum NodeKind: Sendable, Hashable {
  // Predicates.
  /// `TRUEPREDICATE` or `FALSEPREDICATE`.
  case truth(Bool)
  /// Two or more children.
  case and
  /// Two or more children.
  case or
  /// One child.
  case not
  /// Children: left, right.
  case comparison(ComparisonOperator, ComparisonOptions, Quantifier)
  /// `a selector: b`, with the name of the selector. Children: left, right.
  ///
  /// It parses but never runs.
  case selectorComparison(Quantifier, name: Int32)

  // Expressions.
  /// A constant, by its index in `values`.
  ///
  /// `TRUE` and `NO` are constants too.
  case literal(Int32)
  case selfObject
  case anyKey
  /// A key of the evaluated object.
  case key(Int32)
  /// A key of the child.
  case member(Int32)
  /// `.@name` of the child.
  case collectionOperator(Int32)
  /// `a.$b`. Children: base, variable.
  case memberVariable
  /// `a[i]`. Children: base, index.
  case index
  /// `a[FIRST]`.
  case first
  /// `a[LAST]`.
  case last
  /// `a[SIZE]`.
  case size
  /// A free variable, by its index.
  case variable(Int32)
  /// The iterator variable of a SUBQUERY, by its name.
  ///
  /// The level is the number of SUBQUERYs around the one that binds it.
  case iterator(level: Int32, name: Int32)
  /// `{a, b}`.
  case aggregate
  /// Children: left, right.
  case infix(ExpressionOperator)
  /// `-a`.
  case negation
  case call(Function)
  /// A call of a function that the language does not have, by name.
  ///
  /// It runs only if the embedder supplies the function. In a program the names of the arguments
  /// follow the name of the function; see `Resolver`.
  case unknownCall(Int32)
  /// `CAST(a, 'type')`, with the name of the type.
  case cast(Int32)
  /// Children: condition, then, else.
  case ternary
  /// A SUBQUERY, with the level and name of its iterator variable. Children: collection, condition.
  case subquery(level: Int32, name: Int32)
  /// `FUNCTION(a, 'selector', …)`, which parses but never runs.
  case methodCall
  /// `FETCH(…)`, which parses but never runs.
  case fetch
  /// `@status(name)`, `@property(name)` without children, or `a.@key(name)` with one child, in
  /// texts of device management.
  case term(ManagementTerm, Int32)
  /// `$a := b`, which parses but never runs. Children: variable, value.
  case assignment
  /// A placeholder, by its kind and its position among all placeholders.
  case placeholder(Placeholder, Int32)
  /// `.%K` of the child, by its position among all placeholders.
  case memberPlaceholder(Int32)

  /// How much analysis a node needs before it can run.
  ///
  /// Whole passes are skipped for a tree whose nodes do not need them.
  enum Depth: UInt8, Comparable {
    /// None: a variable, a constant, a list, a logical operator or a comparison.
    case simple
    /// Only how its value is read or computed; such a node is never refused and has no quantifier.
    case plain
    /// More than that.
    case involved

    static func < (left: Depth, right: Depth) -> Bool { left.rawValue < right.rawValue }
  }

  var depth: Depth {
    switch self {
    case .comparison(.matches, _, _), .comparison(.tokenMatches, _, _),
      .comparison(.conformsToUTI, _, _), .comparison(.equalsUTI, _, _):
      .involved
    case .comparison(_, _, .one): .simple
    case .truth, .and, .or, .not, .literal, .variable, .aggregate: .simple
    case .selfObject, .key, .member, .iterator, .infix: .plain
    default: .involved
    }
  }

  /// Whether the node yields true or false.
  var isPredicate: Bool {
    switch self {
    case .truth, .and, .or, .not, .comparison, .selectorComparison: true
    default: false
    }
  }

  /// Whether the node calls a function whose result is random.
  package var isRandom: Bool {
    if case .call(let function) = self { function.isRandom } else { false }
  }

  /// Whether the node is a key of the evaluated object.
  var isKey: Bool { if case .key = self { true } else { false } }

  /// Whether the node continues the path or chain of its first child, like `.b` in `a.b`.
  ///
  /// A chain may be as long as the text, so code walks chains in loops, not by recursion.
  var isChained: Bool {
    switch self {
    case .member, .collectionOperator, .memberVariable, .index, .first, .last, .size, .infix,
      .memberPlaceholder:
      true
    case .term(let term, _): term.hasBase
    default: false
    }
  }
}
