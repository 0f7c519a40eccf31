// The nodes of a structure: what each is, and where its children stand. Plain data without
// reference counts; names, constants and longer lists of children are kept by the structure.

/// The index of a node in its tree.
package struct NodeIndex: Hashable, Sendable, Strideable {
  let rawValue: Int32

  init(_ index: Int) { rawValue = Int32(truncatingIfNeeded: index) }

  package var index: Int { Int(rawValue) }

  package func distance(to other: NodeIndex) -> Int { other.index - index }

  package func advanced(by count: Int) -> NodeIndex { NodeIndex(index + count) }
}

/// One construct, with the place of its children.
struct Node: Sendable, Hashable {
  var kind: NodeKind
  /// The first of two children, or where the list of more starts.
  private let first: Int32
  let childCount: Int32

  /// Makes a node of none, one or two children; the last one stands right before the node.
  init(_ kind: NodeKind, childCount: Int = 0, first: NodeIndex = NodeIndex(0)) {
    self.kind = kind
    self.first = first.rawValue
    self.childCount = Int32(truncatingIfNeeded: childCount)
  }

  /// Makes a node of some children, which are kept in the lists where there are more than two.
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

  /// The child at a position that there is; an only child and the last of two stand right before
  /// the node itself.
  @inline(__always)
  func child(_ position: Int, of node: NodeIndex, listed: (_ index: Int) -> NodeIndex) -> NodeIndex
  {
    precondition(position >= 0 && position < childCount)
    if childCount > 2 { return listed(Int(first) + position) }
    return position == childCount - 1 ? NodeIndex(node.index - 1) : NodeIndex(Int(first))
  }
}

/// What a node is.
///
/// Payloads are indices: the kind is plain data without reference counts.
package enum NodeKind: Sendable, Hashable {
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
  /// `a selector: b`, the selector by name; children: left, right: parses, never runs.
  case selectorComparison(Quantifier, name: Int32)

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

  /// How much there is to see about a node before it can run.
  enum Depth: UInt8, Comparable {
    /// Nothing; the node is a variable, a constant, a list, or joins or compares others.
    case simple
    /// How its value comes about; it is run whatever it holds, and no part of it for ANY or ALL.
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
