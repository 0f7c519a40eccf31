// Decides how each expression gets its cell. A constant is stored in the program, a source is read
// in place, some expressions are computed by instructions, and the rest needs the tree evaluator.
// This is decided before any instruction is written.

extension CodeBuilder {
  /// How an expression gets its cell.
  enum Form: Equatable {
    case constant(Cell)
    case source(Source)
    /// Instructions compute the cell into a register.
    case computed
    /// Cells do not suffice: the tree evaluates the expression.
    case general
  }

  /// The maximum number of loads.
  private static let loadLimit = Machine.temporaryCount - Machine.firstLoad

  /// The maximum number of keys that one load reads.
  private static let pathLimit = 8

  /// How an expression gets its cell.
  @inline(__always)
  func form(of node: NodeIndex) -> Form {
    switch structure.kind(of: node) {
    case .literal(let value):
      let cell = structure.withValue(Int(value)) { Cell($0) }
      return cell.isInline ? .constant(cell) : .general
    case .variable(let operand):
      return Int(operand) < Source.limit ? .source(.operand(Int(operand))) : .general
    default: return structure.depth == .simple ? .general : forms[node.index]
    }
  }

  /// Whether instructions compute the expression into a register.
  func isComputed(_ node: NodeIndex) -> Bool {
    structure.depth > .simple && forms[node.index] == .computed
  }

  /// Finds the form of each expression that is neither a literal nor a variable.
  ///
  /// Children come before their parents.
  mutating func findForms() {
    guard structure.depth > .simple else { return }
    for node in structure.nodes {
      switch structure.kind(of: node) {
      case .literal, .variable, .comparison, .and, .or, .not, .truth: forms.append(.general)
      case .selfObject: forms.append(loaded(.object))
      case .call(.now):
        readsClock = true
        forms.append(loaded(.now))
      case .key(let name) where !flattened.contains(node):
        forms.append(loaded(.key(ValueDictionary.Key(structure.name(name)))))
      case .member: forms.append(path(to: node).map { loaded(.path($0)) } ?? .general)
      case let kind where kind.isRandom:
        runsOnce = true
        forms.append(.general)
      case .unknownCall:
        runsOnce = true
        forms.append(.general)
      case let kind:
        if case .call(let function) = kind, !function.entry.reads.isDisjoint(with: .clock) {
          readsClock = true
        }
        forms.append(compound(kind, node))
      }
    }
  }

  /// The key path from the object to a node; nil if one load cannot read the node.
  private func path(to node: NodeIndex) -> [ValueDictionary.Key]? {
    var names: [Int32] = []
    var base = node
    while names.count < Self.pathLimit, !flattened.contains(base) {
      switch structure.kind(of: base) {
      case .key(let name):
        return ([name] + names.reversed()).map { ValueDictionary.Key(structure.name($0)) }
      case .member(let name): names.append(name)
      default: return nil
      }
      base = structure.child(0, of: base)
    }
    return nil
  }

  private mutating func loaded(_ load: Code.Load) -> Form {
    if let index = loads.firstIndex(of: load) {
      return .source(.temporary(Machine.firstLoad + index))
    }
    guard loads.count < Self.loadLimit else { return .general }
    loads.append(load)
    return .source(.temporary(Machine.firstLoad + loads.count - 1))
  }

  /// The elements of an aggregate that are written out: `sum({$a, $b})`, `max($a, $b)`; nil if it
  /// folds a list that is found elsewhere.
  private func elements(ofAggregate node: NodeIndex) -> Children? {
    let arguments = structure.children(of: node)
    guard arguments.count == 1, let list = arguments.first else { return arguments }
    return structure.kind(of: list) == .aggregate ? structure.children(of: list) : nil
  }

  /// How the machine folds an aggregate, and its elements; nil for every other node.
  func fold(of node: NodeIndex) -> (CellFold, Children)? {
    guard case .call(let function) = structure.kind(of: node), let fold = CellFold(function)
    else { return nil }
    return elements(ofAggregate: node).map { (fold, $0) }
  }

  private func compound(_ kind: NodeKind, _ node: NodeIndex) -> Form {
    let children = structure.children(of: node)
    func areFast(_ children: Children) -> Bool {
      children.allSatisfy { form(of: $0) != .general }
    }
    switch kind {
    case .infix(.union), .infix(.intersect), .infix(.minus): return .general
    case .infix(let symbol):
      guard areFast(children) else { return .general }
      guard case .constant(let left) = form(of: structure.child(0, of: node)),
        case .constant(let right) = form(of: structure.child(1, of: node)),
        let a = left.value, let b = right.value
      else { return .computed }
      // A constant expression that fails must fail only when the evaluation reaches it.
      var steps = Steps(limit: .max)
      guard let value = try? Computing.infix(symbol, a, b, &steps), Cell(value).isInline else {
        return .computed
      }
      return .constant(Cell(value))
    case .negation, .cast: return areFast(children) ? .computed : .general
    case .call(.coalesce): return areFast(children) ? .computed : .general
    // The tree evaluator caches compiled patterns. An instruction has only two sources.
    case .call(.isMatch): return .general
    case .call(let function) where CellFold(function) != nil:
      return elements(ofAggregate: node).map(areFast) ?? false ? .computed : .general
    case .call where children.count > 2: return .general
    case .call(let function):
      return function.isAggregate || children.isEmpty || !areFast(children) ? .general : .computed
    case .ternary: return areFast(children.dropFirst()) ? .computed : .general
    default: return .general
    }
  }
}
