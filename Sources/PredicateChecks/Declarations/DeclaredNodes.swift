// What declarations say of the nodes of a tree: which declared path a node reads, and which kind
// its value has.

import Predicate

/// What is known of each node of a text by the names that exist.
struct DeclaredNodes {
  /// By node: the kind of its value, if the kind is certain.
  let kinds: [StaticKinds.Kind]
  /// By node: the outermost computation that it is an operand of, or else the node itself.
  let computations: [NodeIndex]
  /// By node: the declared path that it reads; nil if it reads something else.
  let paths: [String?]
  /// By node: the node of the whole path that starts with it, or else the node itself.
  let wholePaths: [NodeIndex]
  /// The nodes that are compared with a constant.
  let besideConstants: Set<NodeIndex>

  init(_ tree: SyntaxTree, _ declarations: Declarations) {
    let structure = tree.structure
    var paths: [String?] = []
    var wholePaths = structure.nodes.map { $0 }
    var besideConstants: Set<NodeIndex> = []
    for node in structure.nodes {
      var path: String?
      switch structure.kind(of: node) {
      case .key(let name): path = structure.name(name)
      case .member(let name):
        path = paths[structure.child(0, of: node).index].flatMap { base in
          declarations.members[ExactText(base)] == nil ? nil : "\(base).\(structure.name(name))"
        }
      case .comparison:
        let (left, right) = (structure.child(0, of: node), structure.child(1, of: node))
        if Self.isConstant(right, structure) { besideConstants.insert(left) }
        if Self.isConstant(left, structure) { besideConstants.insert(right) }
      default: break
      }
      paths.append(path)
    }
    for node in structure.nodes.reversed() {
      switch structure.kind(of: node) {
      case .member, .collectionOperator:
        wholePaths[structure.child(0, of: node).index] = wholePaths[node.index]
      default: break
      }
    }
    self.paths = paths
    self.wholePaths = wholePaths
    self.besideConstants = besideConstants
    func declared(_ node: NodeIndex) -> StaticKinds.Kind? {
      switch structure.kind(of: node) {
      case .key, .member:
        paths[node.index].flatMap { declarations.keys[ExactText($0)] }.map(StaticKinds.Kind.init)
      case .variable(let index):
        declarations.variables[ExactText(tree.variable(index))].map(StaticKinds.Kind.init)
      default: nil
      }
    }
    let guessed = StaticKinds(structure, given: declared)
    var kinds: [StaticKinds.Kind] = []
    var computations = structure.nodes.map { $0 }
    for node in structure.nodes {
      let children = structure.children(of: node).map { kinds[$0.index] }
      switch structure.kind(of: node) {
      // For these operators, `StaticKinds` only guesses between a date and a number.
      case .infix(.add), .infix(.subtract):
        kinds.append(children.contains(.unknown) ? .unknown : guessed[node])
      case .ternary: kinds.append(children[1] == children[2] ? children[1] : .unknown)
      case .call(.noindex), .call(.dayOf), .call(.timeOf): kinds.append(children[0])
      case .call(.coalesce): kinds.append(StaticKinds.joined(children))
      // A declared list may also be a set.
      default: kinds.append(guessed[node] == .set ? .list : guessed[node])
      }
    }
    for node in structure.nodes.reversed() {
      guard case .infix = structure.kind(of: node) else { continue }
      for child in structure.children(of: node) {
        computations[child.index] = computations[node.index]
      }
    }
    self.kinds = kinds
    self.computations = computations
  }

  /// Whether a node is a constant or a list of constants.
  private static func isConstant(_ node: NodeIndex, _ structure: Structure) -> Bool {
    switch structure.kind(of: node) {
    case .literal: true
    case .aggregate:
      structure.children(of: node).allSatisfy {
        if case .literal = structure.kind(of: $0) { true } else { false }
      }
    default: false
    }
  }
}

extension StaticKinds.Kind {
  fileprivate init(_ kind: Declarations.Kind) {
    self =
      switch kind {
      case .text: .text
      case .int, .double, .bool: .number
      case .date: .date
      case .list: .list
      case .data, .any: .unknown
      case .object: .dictionary
      }
  }
}
