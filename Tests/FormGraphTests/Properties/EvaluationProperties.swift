// What must be so of every evaluation: flat code, the tree, tables, objects of the embedder's and
// other spellings of one text all say the same; what is not reached is not asked for; and the steps
// that are allowed decide whether there is an answer, never which.

import Foundation
import PredicateChecks
import TestSupport

@testable import Predicate

/// Properties of evaluations.
enum EvaluationProperties {
  /// What a fuzzed evaluation may take.
  static let steps = 200_000

  static func check(_ text: String, _ rest: inout ByteSource) throws {
    for isPredicate in [true, false] {
      let tree = try? TextProperties.tree(of: text, isPredicate: isPredicate, .extended)
      guard let tree else { continue }
      var maker = ValueMaker(rest)
      try checkBuilding(tree, &maker)
    }
  }

  /// What must be so of what is built of a tree, over values that a maker draws.
  static func checkBuilding(_ tree: SyntaxTree, _ maker: inout ValueMaker) throws {
    let places = Places(tree.text)
    maker.keys = keys(of: tree)
    do {
      let resolution = try tree.resolved()
      let subject = Subject(resolution.operands.map(\.variable), &maker)
      let run = EvaluationRun(tree, resolution, subject, steps: maker.steps(atMost: steps))
      try run.check()
      // As a form reads it, where every variable may be a list of items.
      let ofItems = try tree.resolved(collections: tree.variables.map { ExactText($0) })
      try EvaluationRun(tree, ofItems, subject, steps: steps).checkEvaluators()
    } catch let error as Refusal {
      try places.check(error.diagnostic)
      try require(error.text == tree.text, "a refusal of another text: \(error.text)")
    }
  }

  /// The keys that a text reads, wherever, so that the objects it is asked of have them.
  private static func keys(of tree: SyntaxTree) -> [String] {
    let found =
      tree.structure.names.map(\.text)
      + tree.structure.values.compactMap { value in
        if case .string(let text) = value { text } else { nil }
      }
    return Array(found.prefix(6)) + ["a", "b"]
  }

  // MARK: - Comparing

  /// The value with the numbers that TRUE and FALSE print as.
  static func unflagged(_ value: Value) -> Value {
    switch value {
    case .bool(let flag): .int(flag ? 1 : 0)
    case .array(let members): .array(members.map(unflagged))
    case .set(let set): .array(set.elements.map(unflagged))
    case .dictionary(let members):
      .dictionary(ValueDictionary(zip(members.keys, members.values).map { ($0, unflagged($1)) }))
    default: value
    }
  }
}

/// What a text is asked of.
struct Subject {
  let object: Value
  /// By name; some are missing.
  var variables: [String: Value] = [:]

  init(_ names: [String], _ maker: inout ValueMaker) {
    object = maker.chance(85) ? maker.object() : maker.value()
    for name in names where !maker.chance(4) { variables[name] = maker.value() }
  }
}

/// What an evaluation came to.
enum Outcome {
  case value(Value)
  case failed(EvaluationError)
  /// The steps did not suffice.
  case outOfSteps(EvaluationError)

  init(_ body: () throws(EvaluationError) -> Value) {
    do throws(EvaluationError) {
      self = .value(try body())
    } catch {
      let isEndOfSteps = error.diagnostic.message.hasPrefix("the evaluation takes more than ")
      self = isEndOfSteps ? .outOfSteps(error) : .failed(error)
    }
  }

  /// Whether both are the same value, or the same error at the same place.
  func isSame(as other: Outcome) -> Bool {
    switch (self, other) {
    case (.value(let a), .value(let b)): a == b
    case (.failed(let a), .failed(let b)), (.outOfSteps(let a), .outOfSteps(let b)): a == b
    default: false
    }
  }

  /// Whether both are one value in two spellings, or errors; where steps are at an end, nothing is
  /// said.
  func isLike(_ other: Outcome) -> Bool {
    switch (self, other) {
    case (.outOfSteps, _), (_, .outOfSteps), (.failed, .failed): true
    case (.value(let a), .value(let b)):
      EvaluationProperties.unflagged(a) == EvaluationProperties.unflagged(b)
    default: false
    }
  }
}

/// An object of an embedder's over the members of a dictionary.
private struct Readable: KeyReadable {
  let members: ValueDictionary

  func value(forKey key: String) -> Value? { members[key] ?? .null }
}

/// One text over one subject.
struct EvaluationRun {
  private let tree: SyntaxTree
  private let resolution: Resolution
  private let subject: Subject
  private let limits: Limits

  init(_ tree: SyntaxTree, _ resolution: Resolution, _ subject: Subject, steps: Int) {
    self.tree = tree
    self.resolution = resolution
    self.subject = subject
    var limits = TextProperties.printedLimits
    limits.steps = steps
    self.limits = limits
  }

  private var label: String {
    "\(tree.text.debugDescription) over \(subject.object), \(subject.variables), "
      + "\(limits.steps) steps"
  }

  /// A context of a fixed time, whose random numbers are always the same.
  private func context(steps: Int? = nil) -> EvaluationContext {
    var limits = limits
    limits.steps = steps ?? limits.steps
    let random = RandomBits()
    return EvaluationContext(
      now: Date(timeIntervalSinceReferenceDate: 100.5), randomBits: { random.next() },
      limits: limits)
  }

  func check() throws {
    let outcome = try checkEvaluators()
    try checkDoors(outcome)
    try checkSteps(outcome)
    try checkUnasked(outcome)
    try checkExplanation(outcome)
    try checkSubstituting(outcome)
    try checkSpellings(outcome)
    if tree.isPredicate { try checkTable() }
  }

  /// What a tree comes to through the public door.
  private func outcome(
    _ tree: SyntaxTree, _ variables: [String: Value]? = nil, steps: Int? = nil
  ) throws(Refusal) -> Outcome {
    var limits = limits
    limits.steps = steps ?? limits.steps
    let variables = variables ?? subject.variables
    if tree.isPredicate {
      let condition = try Condition(tree, limits: limits)
      return Outcome { () throws(EvaluationError) in
        .bool(try condition.evaluate(subject.object, variables: variables, context: context()))
      }
    }
    let formula = try Formula(tree, limits: limits)
    return Outcome { () throws(EvaluationError) in
      try formula.evaluate(subject.object, variables: variables, context: context())
    }
  }

  // MARK: - Evaluators

  /// Requires flat code and the tree to agree in value, kind, error and place.
  @discardableResult
  func checkEvaluators() throws -> Outcome {
    let values = resolution.operands.map { subject.variables[$0.variable] }
    let names = subject.variables.keys.sorted()
    let expected = Outcome { () throws(EvaluationError) in
      do throws(EvaluationFailure) {
        return try resolution.program.evaluate(object: subject.object, context: context()) {
          values[$0]
        }
      } catch {
        throw resolution.error(for: error, knownNames: names)
      }
    }
    let cells = values.map { $0.map { Cell($0) } ?? Cell(Value.array([])) }
    let found = Outcome { () throws(EvaluationError) in
      do throws(EvaluationFailure) {
        return try cells.withUnsafeBufferPointer { (cells) throws(EvaluationFailure) in
          var rest = Value.null
          let cell = try resolution.program.run(
            cells, in: context(), rest: &rest, operand: { values[$0] },
            object: { subject.object })
          return cell.value ?? rest
        }
      } catch {
        throw resolution.error(for: error, knownNames: names)
      }
    }
    try require(
      found.isSame(as: expected), "\(label): \(expected) as a tree, \(found) as code")
    switch expected {
    case .failed(let error), .outOfSteps(let error):
      try Places(tree.text).check(error.diagnostic)
      try require(error.text == tree.text, "\(label): an error of another text")
    case .value(let value):
      if tree.isPredicate, case .bool = value { break }
      try require(!tree.isPredicate, "\(label): a predicate gives \(value)")
    }
    return expected
  }

  /// Requires a condition or a formula to say what its program says, of a value and of an object of
  /// the embedder's.
  private func checkDoors(_ expected: Outcome) throws {
    let found = try outcome(tree)
    try require(found.isSame(as: expected), "\(label): \(expected), through the door \(found)")
    guard case .dictionary(let members) = subject.object, tree.firstUseOfSelf == nil else { return }
    let readable = Readable(members: members)
    let ofObject: Outcome
    if tree.isPredicate {
      let condition = try Condition(tree, limits: limits)
      ofObject = Outcome { () throws(EvaluationError) in
        .bool(
          try condition.evaluate(readable, variables: subject.variables, context: context()))
      }
    } else {
      let formula = try Formula(tree, limits: limits)
      ofObject = Outcome { () throws(EvaluationError) in
        try formula.evaluate(readable, variables: subject.variables, context: context())
      }
    }
    try require(ofObject.isLike(expected), "\(label): \(expected), of an object \(ofObject)")
  }

  /// Requires fewer steps to give the same answer or none.
  private func checkSteps(_ found: Outcome) throws {
    let more = EvaluationProperties.steps * 2
    let expected = try outcome(tree, steps: more)
    if case .outOfSteps = found { return }
    try require(
      found.isSame(as: expected), "\(label): \(found), with \(more) steps \(expected)")
  }

  /// Requires what was not asked for to have no say: without it, everything is as it was.
  private func checkUnasked(_ expected: Outcome) throws {
    var asked: Set<Int> = []
    _ = try? resolution.program.evaluate(object: subject.object, context: context()) { index in
      asked.insert(index)
      return subject.variables[resolution.operands[index].variable]
    }
    let names = Set(asked.map { resolution.operands[$0].variable })
    let left = subject.variables.filter { names.contains($0.key) }
    guard left.count < subject.variables.count else { return }
    let found = try outcome(tree, left)
    // A hint may name what is given.
    let isSame = found.isSame(as: expected) || names.count > left.count && found.isLike(expected)
    try require(isSame, "\(label): \(expected), with what was asked for alone \(found)")
  }

  private func checkExplanation(_ expected: Outcome) throws {
    let explanation = resolution.explain(object: subject.object, context: context()) {
      subject.variables[resolution.operands[$0].variable]
    }
    let failures = explanation.lines.count {
      if case .failed = $0.result { true } else { false }
    }
    guard let first = explanation.lines.first else {
      throw BrokenProperty(description: "\(label): nothing is explained")
    }
    switch (expected, first.result) {
    case (.value(let value), .value(let found)):
      try require(
        value == found && failures == 0,
        "\(label): \(value), explained as \(found)")
    case (.failed, .value), (.value, _), (.outOfSteps, .value):
      throw BrokenProperty(description: "\(label): \(expected), explained as \(first.result)")
    default: try require(failures <= 1, "\(label): \(failures) failures are explained")
    }
  }

  // MARK: - Other spellings

  /// Requires constants to mean what variables of these values do.
  private func checkSubstituting(_ expected: Outcome) throws {
    let constant: Outcome
    do {
      let tree =
        tree.isPredicate
        ? try Condition(tree, limits: limits).substituting(subject.variables).tree
        : try Formula(tree, limits: limits).substituting(subject.variables).tree
      try TextProperties.check(tree, Places(tree.text))
      try TextProperties.checkPrinting(tree)
      constant = try outcome(tree)
    } catch let error as Refusal {
      // A pattern that is malformed is told as soon as it is known.
      try Places(tree.text).check(error.diagnostic)
      return
    }
    try require(constant.isLike(expected), "\(label): \(expected), with constants \(constant)")
  }

  /// Requires the canonical text, and a portable spelling, to come to the same.
  private func checkSpellings(_ expected: Outcome) throws {
    // Arguments are no part of the text.
    if tree.constants == nil {
      let again = try TextProperties.tree(
        of: tree.text, isPredicate: tree.isPredicate, tree.functions)
      try require(again == tree && again.hashValue == tree.hashValue, "\(label): unequal to itself")
      let program = try again.resolved().program
      try require(program == resolution.program, "\(label): another program of the same text")
    }
    if tree.hasLiteralText {
      let printed = tree.description
      let canonical =
        tree.isPredicate
        ? try SyntaxTree(predicate: printed, limits: limits, functions: tree.functions)
        : try SyntaxTree(expression: printed, limits: limits, functions: tree.functions)
      let found = try outcome(canonical)
      try require(found.isLike(expected), "\(label): \(expected), as \(printed) \(found)")
    }
    if tree.constants == nil {
      for finding in tree.portability { try checkPortable(finding, expected) }
    }
  }

  /// Requires the portable spelling of a part never to have another answer.
  private func checkPortable(_ finding: PortabilityFinding, _ expected: Outcome) throws {
    // Of what is subtracted from a date it is taken for granted that it is a date.
    guard finding.rule != .dateArithmetic, let portable = finding.portable,
      !portable.contains("%"), case .value = expected
    else { return }
    let bytes = Array(tree.text.utf8)
    let text = String(
      decoding: bytes[..<finding.range.lowerBound] + Array(portable.utf8)
        + bytes[finding.range.upperBound...], as: UTF8.self)
    let other =
      tree.isPredicate
      ? try? SyntaxTree(predicate: text, limits: limits, functions: tree.functions)
      : try? SyntaxTree(expression: text, limits: limits, functions: tree.functions)
    guard let other else {
      throw BrokenProperty(description: "\(label): the portable spelling \(text) is no text")
    }
    let found = try outcome(other)
    // Where a value is of another kind than the text seems to expect, there may be none.
    if case .failed = found { return }
    try require(found.isLike(expected), "\(label): \(expected), portable as \(text) \(found)")
  }

  // MARK: - Tables

  /// Requires the rows of a table to come to what their values come to by name.
  private func checkTable() throws {
    let names = tree.variables
    // More rows than are looked at together, each with the values of the variables in another turn.
    let rows = 67
    var table = ValueTable(columns: names.count, rows: rows)
    var given: [[String: Value]] = []
    for row in 0..<rows {
      var values: [String: Value] = [:]
      for (column, _) in names.enumerated() {
        let turn = row < 64 ? 0 : row
        let value = subject.variables[names[(column + turn) % names.count]] ?? .null
        table[row, column] = value
        values[names[column]] = value
      }
      given.append(values)
    }
    let columns = Dictionary(zip(names, names.indices)) { first, _ in first }
    // Two normal forms of one name are one key of a Dictionary.
    guard columns.count == names.count else { return }
    let condition = try Condition(tree, limits: limits)
    let bound = try condition.bound(to: columns)
    var holding: [Int] = []
    var failure: Outcome?
    var known: Outcome?
    for row in 0..<rows {
      if row > 63 || known == nil {
        known = Outcome { () throws(EvaluationError) in
          .bool(try condition.evaluate(variables: given[row], context: context()))
        }
      }
      guard let expected = known else { continue }
      if row == 0 || row > 63 {
        let found = Outcome { () throws(EvaluationError) in
          .bool(try bound.evaluate(table, row: row, context: context()))
        }
        try require(found.isSame(as: expected), "\(label), row \(row): \(expected), found \(found)")
      }
      guard case .value(let value) = expected else {
        failure = expected
        break
      }
      if value == true { holding.append(row) }
    }
    // Random numbers are drawn on from row to row.
    guard resolution.firstUseOfRandom == nil else { return }
    let swept = Outcome { () throws(EvaluationError) in
      .array(try bound.rows(in: table, context: context()).map { .int(Int64($0)) })
    }
    let expected = failure ?? .value(.array(holding.map { .int(Int64($0)) }))
    try require(swept.isSame(as: expected), "\(label): \(expected), in a table \(swept)")
  }
}

/// The same bits for every evaluation.
private final class RandomBits: @unchecked Sendable {
  // Used by one evaluation on one thread.
  private var random = SplitMix64(seed: 1)

  func next() -> UInt64 { random.next() }
}
