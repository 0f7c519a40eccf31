// How each expression gets its cell: which stand in the program or are read from where they are,
// which instructions compute, and which only a tree can tell. Found before anything is written.

extension CodeBuilder {
  /// How an expression gets its cell.
  enum Form: Equatable {
    case constant(Cell)
    case source(Source)
    /// By instructions that write a register.
    case computed
    /// Not by cells.
    case general
  }

  /// How many things are loaded at most.
  private static let loadLimit = Machine.temporaryCount - Machine.firstLoad

  /// How many keys one load reads at most.
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

  /// Whether instructions write the cell of an expression to a register.
  func isComputed(_ node: NodeIndex) -> Bool {
    structure.depth > .simple && forms[node.index] == .computed
  }

  /// Finds how each expression gets its cell that says it not by itself, children before parents.
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
      case .call(.random), .call(.randomBelow):
        isRandom = true
        forms.append(.general)
      case .call(.today):
        readsClock = true
        forms.append(.general)
      case let kind: forms.append(compound(kind, node))
      }
    }
  }

  /// The keys of the object that lead to a node; nil where it is no path that one load reads.
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
      // A constant that fails must fail when it is reached.
      var steps = Steps(limit: .max)
      guard let value = try? Computing.infix(symbol, a, b, &steps), Cell(value).isInline else {
        return .computed
      }
      return .constant(Cell(value))
    case .negation, .cast: return areFast(children) ? .computed : .general
    case .call(.coalesce): return areFast(children) ? .computed : .general
    // The tree evaluator keeps compiled patterns, and an instruction has two sources.
    case .call(.isMatch): return .general
    case .call where children.count > 2: return .general
    case .call(let function):
      return function.isAggregate || children.isEmpty || !areFast(children) ? .general : .computed
    case .ternary: return areFast(children.dropFirst()) ? .computed : .general
    default: return .general
    }
  }
}
