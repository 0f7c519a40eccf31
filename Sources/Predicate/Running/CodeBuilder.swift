// Makes flat code of a structure. Receives any structure that runs, gives code that gives the same;
// what cells cannot decide becomes a node to be evaluated as a tree.
//
// The code is written backwards: what follows is known when an instruction is written, and every
// instruction goes on at one written before it. What is still to be written waits on a stack, so
// nothing recurses. AND, OR and NOT leave no instruction, only places to go on at.

/// Writes the code of one structure.
struct CodeBuilder: ~Copyable {
  let structure: Structure
  private let flattened: Flattened
  /// The instructions, the last one first.
  private var instructions: Stack<Instruction>
  var constants: Stack<Cell>
  private var loads: [Code.Load] = []
  /// How each expression gets its cell.
  var forms: Stack<Form>
  /// Where what is being written is to go on at by default: the instruction written last.
  private var current = Instruction.yes
  private var labels = Stack<Int32>()
  private var pending: Stack<Task>
  private var isRandom = false
  private var readsClock = false
  private var hasTooManyRegisters = false
  /// The first register that the comparison being written may compute in.
  var firstRegister = 0

  /// How an expression gets its cell.
  enum Form: Equatable {
    case constant(Cell)
    case source(Source)
    /// By instructions that write a register.
    case computed
    /// Not by cells.
    case general
  }

  /// A place to go on at.
  enum Target {
    case place(Int32)
    /// Whatever was written last when this is written.
    case current
    case label(Int32)
  }

  private enum Task {
    case predicate(NodeID, ifTrue: Target, ifFalse: Target, register: Int)
    /// Two comparisons of one cell with constants.
    case range(NodeID, NodeID, ifTrue: Target, ifFalse: Target)
    case value(NodeID, register: Int, next: Target)
    /// The value of the whole program.
    case result(NodeID)
    case mark(Int32)
  }

  /// Half of the temporaries are registers.
  private static let registerLimit = Machine.firstLoad
  private static let loadLimit = Machine.temporaryCount - Machine.firstLoad

  /// What one node may count as steps at most, where cells decide it: each reads two texts of 14
  /// bytes at most, whose bytes count 16 times, beside its constants.
  private static let stepsPerNode = 512

  /// The code of a structure.
  ///
  /// - Complexity: O(n).
  static func code(of structure: Structure) -> Code {
    // What is kept while the code of a few comparisons is made fits into memory of the stack.
    Loan.with { loan in
      var builder = CodeBuilder(structure: structure, in: &loan)
      builder.findForms()
      return builder.build()
    }
  }

  private init(structure: Structure, in loan: inout Loan) {
    self.structure = structure
    flattened = Flattened(structure)
    forms = loan.stack(of: Form.self, room: 12)
    instructions = loan.stack(of: Instruction.self, room: 8)
    pending = loan.stack(of: Task.self, room: 6)
    constants = loan.stack(of: Cell.self, room: 6)
  }

  private mutating func build() -> Code {
    let root = structure.root
    pending.append(
      structure.kind(of: root).isPredicate
        ? .predicate(
          root, ifTrue: .place(Instruction.yes), ifFalse: .place(Instruction.no), register: 0)
        : .result(root))
    // What is random must run once, and never again to find out where it failed.
    while !isRandom, let task = pending.popLast() { perform(task) }
    let isTree =
      isRandom || hasTooManyRegisters
      || (instructions.count == 1 && instructions[0].operation.asksTree)
    let readsSurroundings = isRandom || readsClock
    if isTree { return .tree(readsSurroundings: readsSurroundings) }
    let last = Int32(truncatingIfNeeded: instructions.count - 1)
    let offset = Code.constantOffset(instructions.count)
    func forwards(_ place: Int32) -> Int32 { place < 0 ? place : last - place }
    let code = Code.Memory(instructionCount: instructions.count, constantCount: constants.count)
    for index in 0..<instructions.count {
      var instruction = instructions[instructions.count - 1 - index]
      instruction.first = instruction.first.moved(constantsBy: offset)
      instruction.second = instruction.second.moved(constantsBy: offset)
      instruction.ifTrue = forwards(instruction.ifTrue)
      if instruction.operation.isTest { instruction.ifFalse = forwards(instruction.ifFalse) }
      code.instructions.initializeElement(at: index, to: instruction)
    }
    for index in 0..<constants.count {
      code.constants.initializeElement(at: index, to: constants[index])
    }
    return Code(
      code, start: forwards(current), loads: loads, cost: cost,
      readsSurroundings: readsSurroundings)
  }

  /// What the code counts as at most, where cells decide everything.
  private var cost: Int {
    var cost = structure.nodes.count * Self.stepsPerNode
    func add(_ part: Value) {
      cost += Self.stepsPerNode
      if case .string(let text) = part { cost += 16 * text.utf8.count }
    }
    for index in 0..<structure.valueCount {
      let value = structure.value(index)
      if let members = value.members { members.forEach(add) } else { add(value) }
    }
    return cost
  }

  // MARK: - Writing

  mutating func emit(_ instruction: Instruction) {
    instructions.append(instruction)
    current = Int32(truncatingIfNeeded: instructions.count - 1)
  }

  private mutating func newLabel() -> Int32 {
    labels.append(Instruction.no)
    return Int32(truncatingIfNeeded: labels.count - 1)
  }

  private func place(_ target: Target) -> Int32 {
    switch target {
    case .place(let place): place
    case .current: current
    case .label(let index): labels[Int(index)]
    }
  }

  private mutating func perform(_ task: Task) {
    switch task {
    case .mark(let label): labels[Int(label)] = current
    case .predicate(let node, let ifTrue, let ifFalse, let register):
      predicate(node, place(ifTrue), place(ifFalse), register)
    case .range(let first, let second, let ifTrue, let ifFalse):
      emitRange(first, second, place(ifTrue), place(ifFalse))
    case .value(let node, let register, let next): value(node, register, place(next))
    case .result(let node): result(node)
    }
  }

  /// Writes a predicate that may compute in the registers from a first one on.
  private mutating func predicate(
    _ node: NodeID, _ ifTrue: Int32, _ ifFalse: Int32, _ register: Int
  ) {
    let (yes, no) = (Target.place(ifTrue), Target.place(ifFalse))
    switch structure.kind(of: node) {
    case .truth(let isTrue): current = isTrue ? ifTrue : ifFalse
    case .not:
      pending.append(
        .predicate(structure.child(0, of: node), ifTrue: no, ifFalse: yes, register: register))
    case .and:
      let children = structure.children(of: node)
      var index = children.startIndex
      // The last one is written first, and each goes on at the one written before it.
      while index < children.endIndex {
        let isRange =
          index + 1 < children.endIndex && boundsOneCell(children[index], children[index + 1])
        let isLast = index + (isRange ? 2 : 1) == children.endIndex
        pending.append(
          isRange
            ? .range(
              children[index], children[index + 1], ifTrue: isLast ? yes : .current, ifFalse: no)
            : .predicate(
              children[index], ifTrue: isLast ? yes : .current, ifFalse: no, register: register))
        index += isRange ? 2 : 1
      }
    case .or:
      let children = structure.children(of: node)
      for child in children {
        pending.append(
          .predicate(
            child, ifTrue: yes, ifFalse: child == children.last ? no : .current,
            register: register))
      }
    case .comparison(let symbol, let options, .one):
      comparison(node, symbol, options, ifTrue, ifFalse, register)
    default: emitTest(node, ifTrue, ifFalse)
    }
  }

  mutating func emitTest(_ node: NodeID, _ ifTrue: Int32, _ ifFalse: Int32) {
    emit(
      Instruction(
        operation: .test, relations: .same, node: node.rawValue, ifFalse: ifFalse, ifTrue: ifTrue))
  }

  /// Writes what an expression gives as the result of the program.
  private mutating func result(_ node: NodeID) {
    if case .ternary = structure.kind(of: node) {
      let otherwise = newLabel()
      pending.append(
        .predicate(
          structure.child(0, of: node), ifTrue: .current, ifFalse: .label(otherwise), register: 0))
      pending.append(.result(structure.child(1, of: node)))
      pending.append(.mark(otherwise))
      return pending.append(.result(structure.child(2, of: node)))
    }
    guard forms[node.index] != .general else {
      return emit(Instruction(operation: .giveTree, node: node.rawValue))
    }
    var instruction = Instruction(operation: .give, node: node.rawValue)
    if case .infix(let symbol) = structure.kind(of: node), symbol.isComputedByCells,
      forms[node.index] == .computed
    {
      let sources = sources(
        structure.child(0, of: node), structure.child(1, of: node), register: 0)
      instruction.operation = .giveComputed
      instruction.detail = UInt16(symbol.rawValue)
      instruction.first = sources.left
      instruction.second = sources.right
      emit(instruction)
      return sources.compute(&self)
    }
    instruction.first = source(of: node, register: 0)
    emit(instruction)
    compute(node, register: 0)
  }

  /// Where the cell of an expression is found that `compute` is asked for.
  mutating func source(of node: NodeID, register: Int) -> Source {
    switch forms[node.index] {
    case .constant(let cell): constant(cell)
    case .source(let source): source
    case .computed, .general: self.register(register)
    }
  }

  private mutating func register(_ index: Int) -> Source {
    hasTooManyRegisters = hasTooManyRegisters || index >= Self.registerLimit
    return .temporary(min(index, Self.registerLimit - 1))
  }

  mutating func constant(_ cell: Cell) -> Source {
    constants.append(cell)
    return .constant(constants.count - 1)
  }

  /// Has an expression computed before what was written last; others need nothing.
  mutating func compute(_ node: NodeID, register: Int) {
    guard forms[node.index] == .computed else { return }
    pending.append(.value(node, register: register, next: .current))
  }

  /// Has two expressions computed, the left one first; gives their sources.
  mutating func sources(
    _ left: NodeID, _ right: NodeID, register: Int
  ) -> (left: Source, right: Source, compute: (inout CodeBuilder) -> Void) {
    let next = forms[left.index] == .computed ? register + 1 : register
    return (
      source(of: left, register: register), source(of: right, register: next),
      { builder in
        builder.compute(left, register: register)
        builder.compute(right, register: next)
      }
    )
  }

  private mutating func value(_ node: NodeID, _ register: Int, _ next: Int32) {
    let destination = Int32(truncatingIfNeeded: self.register(register).index)
    var instruction = Instruction(operation: .move, node: node.rawValue)
    instruction.ifTrue = next
    instruction.ifFalse = destination
    switch forms[node.index] {
    case .constant, .source:
      instruction.first = source(of: node, register: register)
      return emit(instruction)
    case .computed, .general: break
    }
    if case .ternary = structure.kind(of: node) {
      let otherwise = newLabel()
      pending.append(
        .predicate(
          structure.child(0, of: node), ifTrue: .current, ifFalse: .label(otherwise),
          register: register))
      pending.append(
        .value(structure.child(1, of: node), register: register, next: .place(next)))
      pending.append(.mark(otherwise))
      return pending.append(
        .value(structure.child(2, of: node), register: register, next: .place(next)))
    }
    instruction.operation = .apply
    if case .infix(let symbol) = structure.kind(of: node), symbol.isComputedByCells {
      instruction.operation = .compute
      instruction.detail = UInt16(symbol.rawValue)
    }
    let children = structure.children(of: node)
    guard let left = children.first, let right = children.last, children.count == 2 else {
      instruction.first = source(of: structure.child(0, of: node), register: register)
      emit(instruction)
      return compute(structure.child(0, of: node), register: register)
    }
    let sources = sources(left, right, register: register)
    instruction.first = sources.left
    instruction.second = sources.right
    emit(instruction)
    sources.compute(&self)
  }
}

extension Instruction.Operation {
  /// Whether an instruction has two places to go on at.
  var isTest: Bool { rawValue <= Self.test.rawValue }

  /// Whether an instruction says no more than to evaluate its node as a tree.
  var asksTree: Bool { self == .test || self == .giveTree }

  /// Whether an instruction may be two comparisons.
  var isRange: Bool { self == .range || self == .rangeOfInts }
}

extension ExpressionOperator {
  /// Whether cells compute it.
  var isComputedByCells: Bool {
    switch self {
    case .add, .subtract, .multiply, .divide: true
    default: false
    }
  }
}

// MARK: - Forms

extension CodeBuilder {
  /// Finds how each expression gets its cell, children before parents.
  private mutating func findForms() {
    // The paths of keys of the object, by their last node.
    var paths: [Int: [ValueDictionary.Key]] = [:]
    for node in structure.nodes {
      switch structure.kind(of: node) {
      case .literal(let value):
        let cell = Cell(structure.value(value))
        forms.append(cell.isInline ? .constant(cell) : .general)
      case .variable(let operand):
        forms.append(Int(operand) < Source.limit ? .source(.operand(Int(operand))) : .general)
      case .selfObject: forms.append(loaded(.object))
      case .call(.now):
        readsClock = true
        forms.append(loaded(.now))
      case .key(let name) where !flattened.contains(node):
        let key = ValueDictionary.Key(structure.name(name))
        paths[node.index] = [key]
        forms.append(loaded(.key(key)))
      case .member(let name):
        let base = structure.child(0, of: node)
        if !flattened.contains(node), let path = paths[base.index], path.count < 8 {
          paths[node.index] = path + [ValueDictionary.Key(structure.name(name))]
          forms.append(loaded(.path(paths[node.index] ?? [])))
        } else {
          forms.append(.general)
        }
      case .call(.random), .call(.randomBelow):
        isRandom = true
        forms.append(.general)
      case .comparison, .and, .or, .not, .truth: forms.append(.general)
      case let kind: forms.append(form(of: kind, node))
      }
    }
  }

  private mutating func loaded(_ load: Code.Load) -> Form {
    if let index = loads.firstIndex(of: load) {
      return .source(.temporary(Machine.firstLoad + index))
    }
    guard loads.count < Self.loadLimit else { return .general }
    loads.append(load)
    return .source(.temporary(Machine.firstLoad + loads.count - 1))
  }

  private func form(of kind: NodeKind, _ node: NodeID) -> Form {
    let children = structure.children(of: node)
    func areFast(_ children: Children) -> Bool {
      children.allSatisfy { forms[$0.index] != .general }
    }
    switch kind {
    case .infix(.union), .infix(.intersect), .infix(.minus): return .general
    case .infix(let symbol):
      guard areFast(children) else { return .general }
      guard case .constant(let left) = forms[structure.child(0, of: node).index],
        case .constant(let right) = forms[structure.child(1, of: node).index],
        let a = left.value, let b = right.value
      else { return .computed }
      // A constant that fails must fail when it is reached.
      var steps = Steps(limit: .max)
      guard let value = try? Computing.infix(symbol, a, b, &steps), Cell(value).isInline else {
        return .computed
      }
      return .constant(Cell(value))
    case .negation, .cast: return areFast(children) ? .computed : .general
    case .call(let function):
      return function.isAggregate || children.isEmpty || !areFast(children) ? .general : .computed
    case .ternary: return areFast(children.dropFirst()) ? .computed : .general
    default: return .general
    }
  }
}
