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
    let collections = structure.iteratedCollections
    func path(_ key: String, of node: NodeIndex) -> String? {
      guard let base = paths[structure.child(0, of: node).index],
        declarations.members[ExactText(base)] != nil
      else { return nil }
      return "\(base).\(Declarations.segment(key))"
    }
    for node in structure.nodes {
      var read: String?
      switch structure.kind(of: node) {
      case .key(let name): read = Declarations.segment(structure.name(name))
      case .member(let name):
        read = path(structure.name(name), of: node)
        // A device reads a key with and without its term.
        let term = path(ManagementTerm.key.spelled(structure.name(name)), of: node)
        if let term, declarations.keys[ExactText(term)] != nil { read = term }
      case .term(let term, let name):
        let spelled = term.spelled(structure.name(name))
        read = term.hasBase ? path(spelled, of: node) : spelled
        // The keys of an object are declared with and without it, too.
        let plain = term.hasBase ? path(structure.name(name), of: node) : nil
        if let plain, declarations.keys[ExactText(plain)] != nil { read = plain }
      // An element of a list has the keys that are declared behind the list.
      case .iterator:
        read = collections[node].flatMap { paths[$0.index] }.flatMap {
          declarations.members[ExactText($0)] == nil ? nil : $0
        }
      case .comparison:
        let (left, right) = (structure.child(0, of: node), structure.child(1, of: node))
        if Self.isConstant(right, structure) { besideConstants.insert(left) }
        if Self.isConstant(left, structure) { besideConstants.insert(right) }
      default: break
      }
      paths.append(read)
    }
    for node in structure.nodes.reversed() {
      switch structure.kind(of: node) {
      case .member, .collectionOperator, .term(.key, _):
        wholePaths[structure.child(0, of: node).index] = wholePaths[node.index]
      default: break
      }
    }
    self.paths = paths
    self.wholePaths = wholePaths
    self.besideConstants = besideConstants
    func declaredPath(_ node: NodeIndex) -> StaticKinds.Kind? {
      paths[node.index].flatMap { declarations.keys[ExactText($0)] }.map(StaticKinds.Kind.init)
    }
    func isList(_ node: NodeIndex) -> Bool {
      var part = node
      while true {
        switch structure.kind(of: part) {
        case .iterator: return false
        case .member, .term(.key, _):
          if declaredPath(part) == .list { return true }
          part = structure.child(0, of: part)
        default: return declaredPath(part) == .list
        }
      }
    }
    func declared(_ node: NodeIndex) -> StaticKinds.Kind? {
      switch structure.kind(of: node) {
      case .key: declaredPath(node)
      // The key of a list is the list of the values that its objects have under it.
      case .member, .term(.key, _):
        declaredPath(node).map { isList(structure.child(0, of: node)) ? .list : $0 }
      case .term: declaredPath(node)
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
