// Compiles a structure into flat code that gives the same result. A part that cells cannot decide
// becomes an instruction that evaluates its node as a tree.
//
// The code is written backwards. When an instruction is written, the instructions after it already
// exist, so every jump goes to an instruction that was written before. Pending work is kept on a
// stack, so nothing recurses. AND, OR and NOT become jump targets and need no instructions.

/// Writes the code of one structure.
struct CodeBuilder: ~Copyable {
  let structure: Structure
  let flattened: Flattened
  /// The instructions, in reverse order.
  private var instructions: Stack<Instruction>
  var constants: Stack<Cell>
  var loads: [Code.Load] = []
  /// The form of each node; empty if all nodes are simple.
  var forms: Stack<Form>
  /// The default jump target: the instruction that was written last.
  private var current = Instruction.yes
  private var labels = Stack<Int32>()
  private var pending: Stack<Task>
  var runsOnce = false
  var readsClock = false
  private var hasTooManyRegisters = false
  /// The comparison that is being written.
  ///
  /// It is filled in place.
  var written = Instruction(operation: .test, node: 0)
  /// The first register that this comparison may use.
  var firstRegister: Int32 = 0

  /// A jump target, stored in one number.
  struct Target {
    fileprivate let number: Int32

    /// The index of an instruction, or `Instruction.yes` or `no`.
    static func place(_ place: Int32) -> Target { Target(number: place) }
    /// The instruction that was written last at the time the target is used.
    static var current: Target { Target(number: Instruction.no - 1) }
    static func label(_ label: Int32) -> Target { Target(number: current.number - 1 - label) }
  }

  /// A part that is still to be written.
  private struct Task {
    enum Kind { case predicate, range, value, absence, fold, result, mark }

    let kind: Kind
    var node = NodeIndex(0)
    /// A register, the second node of a range, or a label.
    var number: Int32 = 0
    var ifTrue = Target.current
    var ifFalse = Target.current
    var fold = CellFold.count
    var isFirst = false

    static func predicate(
      _ node: NodeIndex, ifTrue: Target, ifFalse: Target, register: Int32
    ) -> Task {
      Task(kind: .predicate, node: node, number: register, ifTrue: ifTrue, ifFalse: ifFalse)
    }

    /// Two comparisons of one cell with constants.
    static func range(_ first: NodeIndex, _ second: NodeIndex, ifTrue: Target, ifFalse: Target)
      -> Task
    {
      Task(kind: .range, node: first, number: second.rawValue, ifTrue: ifTrue, ifFalse: ifFalse)
    }

    static func value(_ node: NodeIndex, register: Int32, next: Target) -> Task {
      Task(kind: .value, node: node, number: register, ifTrue: next)
    }

    /// Tests whether a register, which holds an argument of `coalesce`, is nil.
    static func absence(_ node: NodeIndex, register: Int32, ifFalse: Target) -> Task {
      Task(kind: .absence, node: node, number: register, ifFalse: ifFalse)
    }

    /// Adds an element of an aggregate to the register that holds what the elements before it give.
    static func fold(
      _ fold: CellFold, _ element: NodeIndex, isFirst: Bool, register: Int32, next: Target
    ) -> Task {
      Task(
        kind: .fold, node: element, number: register, ifTrue: next, fold: fold, isFirst: isFirst)
    }

    /// The value of the whole program.
    static func result(_ node: NodeIndex) -> Task { Task(kind: .result, node: node) }

    static func mark(_ label: Int32) -> Task { Task(kind: .mark, number: label) }
  }

  /// Half of the temporaries are registers.
  ///
  /// The other half holds loaded values.
  private static let registerLimit = Int32(Machine.firstLoad)

  /// The maximum number of steps of one node that cells decide.
  ///
  /// A node reads at most two texts of 14 bytes beside its constants, and each byte counts as 16
  /// steps.
  private static let stepsPerNode = 512

  /// Compiles a structure into code.
  ///
  /// - Complexity: O(n).
  static func code(of structure: Structure) -> Code {
    // Small programs fit into the lent memory on the stack, so building them allocates little.
    Loan.with { loan in
      var builder = CodeBuilder(structure: structure, in: &loan)
      builder.findForms()
      return builder.build()
    }
  }

  @inline(__always)
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
    // A program with random numbers must run only once. Flat code would run it again after a
    // failure.
    while !runsOnce, let task = pending.popLast() { perform(task) }
    let isTree =
      runsOnce || hasTooManyRegisters
      || (instructions.count == 1 && instructions[0].operation.asksTree)
    let readsSurroundings = runsOnce || readsClock
    if isTree { return .tree(readsSurroundings: readsSurroundings) }
    let last = Int32(truncatingIfNeeded: instructions.count - 1)
    let offset = Code.constantOffset(instructions.count)
    func forwards(_ place: Int32) -> Int32 { place < 0 ? place : last - place }
    let code = Code.Memory(
      instructionCount: instructions.count, constantCount: constants.count, loads: loads)
    var needs = Code.Needs.nothing
    for index in 0..<instructions.count {
      // `code` has memory, because there is at least one instruction to place in it.
      let place = code.instructions.baseAddress.unsafelyUnwrapped + index
      place.initialize(to: instructions[instructions.count - 1 - index])
      place.pointee.first = place.pointee.first.moved(constantsBy: offset)
      place.pointee.second = place.pointee.second.moved(constantsBy: offset)
      place.pointee.ifTrue = forwards(place.pointee.ifTrue)
      if place.pointee.operation.isTest {
        place.pointee.ifFalse = forwards(place.pointee.ifFalse)
      }
      needs = max(needs, place.pointee.needs)
    }
    for index in 0..<constants.count {
      code.constants.initializeElement(at: index, to: constants[index])
    }
    return Code(
      code, start: forwards(current), cost: cost, needs: needs,
      readsSurroundings: readsSurroundings)
  }

  /// The maximum number of steps if cells decide everything.
  private var cost: Int {
    var cost = structure.nodes.count * Self.stepsPerNode
    func add(_ value: Value) {
      cost += Self.stepsPerNode
      if case .string(let text) = value { cost += 16 * text.utf8.count }
    }
    for index in 0..<structure.valueCount {
      structure.withValue(index) { value in
        add(value)
        value.members?.forEach(add)
      }
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
    if target.number >= Instruction.no { return target.number }
    if target.number == Target.current.number { return current }
    return labels[Int(Target.current.number - 1 - target.number)]
  }

  private mutating func perform(_ task: Task) {
    let (node, number) = (task.node, Int(task.number))
    switch task.kind {
    case .mark: labels[number] = current
    case .predicate: predicate(node, place(task.ifTrue), place(task.ifFalse), task.number)
    case .range: emitRange(node, NodeIndex(number), place(task.ifTrue), place(task.ifFalse))
    case .value: value(node, task.number, place(task.ifTrue))
    case .absence: absence(node, task.number, place(task.ifFalse))
    case .fold: fold(node, task.fold, task.isFirst, task.number, place(task.ifTrue))
    case .result: result(node)
    }
  }

  /// Writes a predicate.
  ///
  /// It may use registers from `register` on.
  private mutating func predicate(
    _ node: NodeIndex, _ ifTrue: Int32, _ ifFalse: Int32, _ register: Int32
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
      // The last operand is written first. Each operand continues at the one written before it.
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

  mutating func emitTest(_ node: NodeIndex, _ ifTrue: Int32, _ ifFalse: Int32) {
    emit(
      Instruction(
        operation: .test, relations: .same, node: node.rawValue, ifFalse: ifFalse, ifTrue: ifTrue))
  }

  /// Writes the expression whose value is the result of the program.
  private mutating func result(_ node: NodeIndex) {
    if case .ternary = structure.kind(of: node) {
      let otherwise = newLabel()
      pending.append(
        .predicate(
          structure.child(0, of: node), ifTrue: .current, ifFalse: .label(otherwise), register: 0))
      pending.append(.result(structure.child(1, of: node)))
      pending.append(.mark(otherwise))
      return pending.append(.result(structure.child(2, of: node)))
    }
    guard form(of: node) != .general else {
      return emit(Instruction(operation: .giveTree, node: node.rawValue))
    }
    var instruction = Instruction(operation: .give, node: node.rawValue)
    if case .infix(let symbol) = structure.kind(of: node), symbol.isComputedByCells,
      isComputed(node)
    {
      instruction.operation = .giveComputed
      instruction.detail = UInt16(symbol.rawValue)
      return emit(instruction, structure.child(0, of: node), structure.child(1, of: node), 0)
    }
    instruction.first = source(of: node, register: 0)
    emit(instruction)
    compute(node, register: 0)
  }

  /// The source of an expression's cell, once `compute` has been called for the expression.
  mutating func source(of node: NodeIndex, register: Int32) -> Source {
    switch form(of: node) {
    case .constant(let cell): constant(cell)
    case .source(let source): source
    case .computed, .general: self.register(register)
    }
  }

  private mutating func register(_ index: Int32) -> Source {
    hasTooManyRegisters = hasTooManyRegisters || index >= Self.registerLimit
    return .temporary(Int(min(index, Self.registerLimit - 1)))
  }

  mutating func constant(_ cell: Cell) -> Source {
    constants.append(cell)
    return .constant(constants.count - 1)
  }

  /// Schedules the computation of an expression before the last written instruction, if it needs
  /// one.
  mutating func compute(_ node: NodeIndex, register: Int32) {
    guard isComputed(node) else { return }
    pending.append(.value(node, register: register, next: .current))
  }

  /// Writes an instruction that reads two expressions.
  ///
  /// The left expression is computed first.
  mutating func emit(
    _ instruction: Instruction, _ left: NodeIndex, _ right: NodeIndex, _ register: Int32
  ) {
    var instruction = instruction
    let next = isComputed(left) ? register + 1 : register
    instruction.first = source(of: left, register: register)
    instruction.second = source(of: right, register: next)
    emit(instruction)
    compute(left, register: register)
    compute(right, register: next)
  }

  private mutating func value(_ node: NodeIndex, _ register: Int32, _ next: Int32) {
    let destination = Int32(truncatingIfNeeded: self.register(register).index)
    var instruction = Instruction(operation: .move, node: node.rawValue)
    instruction.ifTrue = next
    instruction.ifFalse = destination
    switch form(of: node) {
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
    if case .call(.coalesce) = structure.kind(of: node) {
      // Each argument continues at `next` if it is not nil.
      let arguments = structure.children(of: node)
      for argument in arguments.dropLast() {
        pending.append(.value(argument, register: register, next: .current))
        pending.append(.absence(node, register: register, ifFalse: .place(next)))
      }
      return pending.append(
        .value(arguments[arguments.endIndex - 1], register: register, next: .place(next)))
    }
    if let (fold, elements) = fold(of: node) {
      if elements.isEmpty {
        instruction.first = constant(fold.ofNothing)
        return emit(instruction)
      }
      for index in elements.indices {
        pending.append(
          .fold(
            fold, elements[index], isFirst: index == elements.startIndex, register: register,
            next: index + 1 == elements.endIndex ? .place(next) : .current))
      }
      return
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
    emit(instruction, left, right, register)
  }
}

extension CodeBuilder {
  /// Writes one step of an aggregate; the first begins with what no elements give.
  fileprivate mutating func fold(
    _ element: NodeIndex, _ fold: CellFold, _ isFirst: Bool, _ register: Int32, _ next: Int32
  ) {
    let place = self.register(register)
    var step = Instruction(
      operation: .fold, node: element.rawValue,
      ifFalse: Int32(truncatingIfNeeded: place.index), ifTrue: next)
    step.detail = fold.rawValue
    step.first = isFirst ? constant(fold.ofNothing) : place
    step.second = source(of: element, register: register + 1)
    emit(step)
    compute(element, register: register + 1)
  }

  /// Writes a test whether a register holds nil.
  ///
  /// If so, it continues at the last written instruction.
  fileprivate mutating func absence(_ node: NodeIndex, _ register: Int32, _ ifFalse: Int32) {
    var test = Instruction(
      operation: .compare, relations: Relations(.equal) ?? .unknown, node: node.rawValue,
      ifFalse: ifFalse, ifTrue: current)
    test.first = self.register(register)
    test.second = constant(.null)
    emit(test)
  }
}

extension Instruction.Operation {
  /// Whether the instruction has two jump targets.
  var isTest: Bool { rawValue <= Self.test.rawValue }

  /// Whether the instruction ends the program with a value.
  var isEnd: Bool { rawValue >= Self.give.rawValue }

  /// Whether the instruction only evaluates its node as a tree.
  var asksTree: Bool { self == .test || self == .giveTree }

  /// Whether the instruction may stand for two comparisons.
  var isRange: Bool { self == .range || self == .rangeOfInts }
}

extension ExpressionOperator {
  /// Whether the machine computes the operator from cells.
  var isComputedByCells: Bool {
    switch self {
    case .add, .subtract, .multiply, .divide: true
    default: false
    }
  }
}
