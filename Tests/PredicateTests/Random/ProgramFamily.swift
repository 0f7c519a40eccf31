// Programs that are alike, made from one seed: of a random text, of trees of its shape with other
// operators, constants and variables, and over values that all of them are evaluated over. To read
// a text and to make values take longer than to evaluate; a tree that says something else is a
// program of its own, which its canonical text tells.

import Foundation
import TestSupport

@testable import Predicate

/// A random text, what varies it, and the values.
struct ProgramFamily {
  /// How many programs are made of one text at most, that of the text itself with them.
  static let size = 8
  /// Over how much each program is evaluated.
  static let placeCount = 4

  /// What a program is evaluated over.
  private struct Place {
    /// By the number of the variable; nil: not given.
    var variables: [Value?]
    var object: Value
  }

  /// How much was compared, and what failed first.
  struct Outcome {
    var programs = 0
    var evaluations = 0
    /// How many of them flat code brought to their end, where no tree was asked.
    var decidedByCode = 0
    /// What they were evaluated over, and how much of that was not given or fits nothing else.
    var operands = 0
    var unfitOperands = 0
    /// The smallest case that fails too, where one can be found.
    var failure: String?

    /// Adds what was compared elsewhere.
    mutating func count(_ other: Outcome) {
      programs += other.programs
      evaluations += other.evaluations
      decidedByCode += other.decidedByCode
      operands += other.operands
      unfitOperands += other.unfitOperands
    }
  }

  private var run: RandomRun
  private let tree: SyntaxTree
  private let collection: String?
  private var places: [Place] = []

  /// The family of a seed; nil where its text cannot be read.
  private init?(seed: UInt64) {
    run = RandomRun(SplitMix64(seed: seed))
    let text = run.anyText()
    collection = text.isOverCollections ? "x" : nil
    guard let tree = SyntaxTree.extended(text.text) else { return nil }
    self.tree = tree
    var items = RandomCollectionText(run.random)
    for _ in 0..<Self.placeCount {
      let variables = tree.variables.map { name -> Value? in
        if run.chance(4) { return nil }
        let isList = collection != nil && ["x", "y"].contains(name)
        return isList ? .array(items.items()) : run.value()
      }
      places.append(Place(variables: variables, object: run.anyObject()))
    }
  }

  /// Runs every program of the family over all its values, through both evaluators.
  static func outcome(seed: UInt64) -> Outcome {
    var outcome = Outcome()
    guard var family = ProgramFamily(seed: seed) else { return outcome }
    for tree in family.trees() where outcome.failure == nil { family.check(tree, &outcome) }
    if let failure = outcome.failure { outcome.failure = "seed \(seed): \(failure)" }
    return outcome
  }

  /// The canonical texts of a family.
  static func texts(seed: UInt64) -> [String] {
    guard var family = ProgramFamily(seed: seed) else { return [] }
    return family.trees().map(\.description)
  }

  /// The tree of the text and those like it, none twice.
  private mutating func trees() -> [SyntaxTree] {
    var trees = [tree]
    for _ in 1..<Self.size {
      let varied = tree.varied(by: &run)
      if !trees.contains(where: { $0.structure == varied.structure }) { trees.append(varied) }
    }
    return trees
  }

  private mutating func check(_ tree: SyntaxTree, _ outcome: inout Outcome) {
    guard let resolution = try? tree.resolved(collections: collection.map { [ExactText($0)] } ?? [])
    else {
      return
    }
    outcome.programs += 1
    let numbers = resolution.operands.map { tree.variables.firstIndex(of: $0.variable) ?? 0 }
    for place in places {
      let values = numbers.map { place.variables[$0] }
      let steps = run.steps()
      outcome.evaluations += 1
      outcome.operands += values.count
      outcome.unfitOperands += values.count { $0.map(RandomRun.isUnfit) ?? true }
      if Self.isDecidedByCode(resolution.program, values, place.object, steps) {
        outcome.decidedByCode += 1
      }
      guard
        let disagreement = TwoEvaluators.disagreement(
          resolution.program, values, object: place.object, steps: steps)
      else { continue }
      let variables = zip(tree.variables, place.variables).compactMap { name, value in
        value.map { (name, $0) }
      }
      let found = ProgramCase(
        text: "\(tree)", variables: Dictionary(variables) { $1 }, object: place.object,
        steps: steps, collection: collection)
      // Of a constant that no text can say the case is told as it is.
      let smallest =
        found.disagreement == nil ? found : found.smallest { $0.disagreement != nil }
      outcome.failure =
        "\(smallest.disagreement ?? disagreement)\n  \(smallest)\n  from \(found)"
      return
    }
  }

  /// Whether flat code alone comes to an end over some values, with what it reads of the object.
  private static func isDecidedByCode(
    _ program: Program, _ values: [Value?], _ object: Value, _ steps: Int
  ) -> Bool {
    guard program.outline.cost < steps else { return false }
    let cells = values.map { $0.map { Cell($0) } ?? Cell(Value.array([])) }
    return cells.withUnsafeBufferPointer { cells in
      Machine.withFrame { frame in
        let operands = cells.baseAddress ?? program.outline.noOperands
        let machine = Machine(program.outline, operands, frame: frame)
        var place = machine.runFully(from: program.outline.start)
        while place >= 0,
          machine.load(
            machine.code + Int(place),
            { Machine.cell(program.code.loads[$0], of: object, now: TwoEvaluators.now) })
        {
          place = machine.runFully(from: place)
        }
        return machine.result(at: place) != nil
      }
    }
  }
}

// MARK: - Texts and values

extension RandomRun {
  /// A text of any of the kinds that are drawn.
  mutating func anyText() -> (text: String, isOverCollections: Bool) {
    switch Int.random(in: 0..<7, using: &random) {
    case 4...: return (condition(Int.random(in: 0...2, using: &random)), false)
    case 0:
      var texts = RandomCollectionText(random)
      defer { random = texts.random }
      return (texts.predicate(2), true)
    case 1:
      var texts = RandomProgram(random)
      defer { random = texts.random }
      return (texts.chance(70) ? texts.predicate(3) : texts.expression(3), false)
    default:
      let depth = Int.random(in: 0...3, using: &random)
      return (chance(75) ? predicate(depth) : expression(depth), false)
    }
  }

  /// An object that has the keys of every kind of text, mostly.
  mutating func anyObject() -> Value {
    guard case .dictionary(var object) = object() else { return value() }
    for key in ["a", "b", "text"] { object[key] = value() }
    object["list"] = chance(70) ? [value(), value()] : value()
    return .dictionary(object)
  }

  /// A constant.
  mutating func literal() -> Value { pick(Self.literals) }

  private static let literals: [Value] = [
    nil, 0, 1, 2, 5, 7, 10, -1, 0.0, -0.0, 1.5, 2.0, 2.5, 5.5, 1e300, true, false, .int(.max),
    .int(.min), .double(.infinity), .double(-.infinity), .double(0x1p63),
    .int(9_007_199_254_740_993), .date(Date(timeIntervalSinceReferenceDate: 0)),
    .date(Date(timeIntervalSinceReferenceDate: 100.5)), "", "a", "ab", "AB", "jo", "é", "É",
    "e\u{301}", "ß", "ss", "\u{212A}", "abcdefgh", "abcdefghi", "abcdefghijklmno", "a\0", "b", "n",
    "a*", "?b", "12",
  ]
}

// MARK: - Variations

extension SyntaxTree {
  /// A tree of this shape that says something else.
  ///
  /// What a parser would have refused or folded does not arise: BETWEEN and MATCHES keep their
  /// operator, and no node becomes one of another kind, or with other children.
  fileprivate func varied(by run: inout RandomRun) -> SyntaxTree {
    var nodes = Stack<Node>()
    var values = Stack<Value>()
    var lists = Stack<NodeIndex>()
    var names = Stack<ExactText>()
    for node in structure.nodes { nodes.append(structure[node]) }
    for value in structure.values { values.append(value) }
    for node in structure.lists { lists.append(node) }
    for name in structure.names { names.append(name) }
    let keys = structure.nodes.filter { structure.kind(of: $0).isKey }
    for index in 0..<nodes.count where run.chance(40) {
      let kind = nodes[index].kind
      switch kind {
      case .literal(let place): values[Int(place)] = run.literal()
      case .key: nodes[index].kind = structure.kind(of: run.pick(keys))
      case .variable:
        let other = Int32.random(in: 0..<Int32(variables.count), using: &run.random)
        nodes[index].kind = .variable(other)
      default:
        nodes[index].kind = kind.varied(by: &run, isAlone: nodes[index].childCount == 1)
      }
    }
    return SyntaxTree(
      structure: Structure(
        nodes: &nodes, lists: &lists, names: &names, values: &values,
        operandCount: structure.operandCount),
      wording: wording)
  }
}

extension NodeKind {
  /// Another operator in the place of one; `isAlone` says whether the node has one child.
  fileprivate func varied(by run: inout RandomRun, isAlone: Bool) -> NodeKind {
    switch self {
    case .truth(let isTrue): .truth(!isTrue)
    case .and: .or
    case .or: .and
    case .comparison(let symbol, let options, let quantifier):
      .comparison(
        Self.symbols.contains(symbol) ? run.pick(Self.symbols) : symbol,
        run.chance(30) ? run.pick(Self.options) : options,
        run.chance(15) ? run.pick([.one, .any, .all]) : quantifier)
    case .first, .last, .size: run.pick([.first, .last, .size])
    case .infix: .infix(run.pick(ExpressionOperator.allCases))
    case .call(let function):
      .call(
        Self.aggregates.contains(function)
          ? run.pick(Self.aggregates)
          : Self.unaries.contains(function) && isAlone
            ? run.pick(Self.unaries)
            : Self.binaries.contains(function) ? run.pick(Self.binaries) : function)
    default: self
    }
  }

  private static let symbols: [ComparisonOperator] = [
    .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .in, .contains, .beginsWith,
    .endsWith, .like,
  ]
  private static let options: [ComparisonOptions] = [
    [], [], .caseInsensitive, .caseInsensitive, .diacriticInsensitive, .normalized,
    [.caseInsensitive, .diacriticInsensitive], .localeSensitive,
  ]
  private static let aggregates = Function.allCases.filter(\.isAggregate)
  private static let unaries = others.filter { $0.argumentCounts.contains(1) }
  private static let binaries = others.filter { $0.argumentCounts.contains(2) }

  /// Functions that give the same each time, and that the evaluators call.
  private static let others = Function.allCases.filter {
    !$0.isAggregate && !$0.isRandom && !$0.readsTables && $0 != .coalesce && $0 != .isMatch
  }
}
