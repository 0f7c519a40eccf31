// Finds operators and functions with operands of the wrong kind, and formulas whose result their
// row cannot hold.

import FormGraph
import Predicate

/// Checks the operands of each computation of a text.
struct OperandCheck {
  private let text: CheckedText
  private let known: KnownValues
  private(set) var findings: [Finding] = []
  /// The sources of the lists that the text counts.
  private lazy var counted: Set<String> = {
    let structure = text.structure
    return structure.nodes.reduce(into: []) { sources, node in
      guard case .collectionOperator(let name) = structure.kind(of: node),
        structure.name(name) == "count"
      else { return }
      sources.insert(text.source(of: structure.child(0, of: node)))
    }
  }()

  /// The findings in the computations of a text.
  static func findings(_ text: CheckedText, _ known: KnownValues) -> [Finding] {
    var check = OperandCheck(text: text, known: known)
    for node in text.structure.nodes { check.check(node) }
    check.checkResult()
    return check.findings
  }

  private init(text: CheckedText, known: KnownValues) {
    self.text = text
    self.known = known
  }

  private mutating func check(_ node: NodeIndex) {
    let structure = text.structure
    let children = structure.children(of: node)
    switch structure.kind(of: node) {
    case .infix(let symbol): arithmetic(symbol, children[0], children[1])
    case .call(let function): call(function, children)
    case .collectionOperator(let name):
      guard isSingle(known[children[0]]) else { break }
      add(
        .listCount, children[0],
        "\(words(children[0])), so .@\(structure.name(name)) has no meaning",
        hint: known[children[0]].kinds.present == .text
          ? "write \(text.source(of: children[0]).shortened).length for the length" : nil)
    case .subquery:
      guard isSingle(known[children[0]]) else { break }
      add(.listQuantifier, children[0], "\(words(children[0])), and SUBQUERY goes through a list")
    case .index: index(children[0], children[1])
    default: break
    }
  }

  private mutating func arithmetic(
    _ symbol: ExpressionOperator, _ left: NodeIndex, _ right: NodeIndex
  ) {
    let allowed: Kinds
    switch symbol {
    case .union, .intersect, .minus: return
    case .add, .subtract: allowed = Kinds.number.union(.date)
    case .bitwiseOr, .bitwiseXor, .bitwiseAnd, .shiftLeft, .shiftRight: allowed = [.int, .bool]
    case .multiply, .divide, .power: allowed = .number
    }
    for node in [left, right] where !fits(node, allowed) {
      let isText = known[node].kinds.present == .text
      add(
        .operandKind, node,
        "\(words(node)), and \(symbol.symbol) needs "
          + (allowed == [.int, .bool] ? "whole numbers" : "numbers"),
        hint: isText && symbol == .add ? "write concat(…) to join text" : nil)
      return
    }
    if symbol == .add, [left, right].allSatisfy({ known[$0].kinds.present == .date }) {
      add(
        .operandKind, right, "two dates cannot be added",
        hint: "subtract them for the seconds between")
    }
  }

  private mutating func call(_ function: Function, _ arguments: Children) {
    let allowed: Kinds
    switch function {
    case .length, .uppercase, .lowercase: allowed = .text
    case .squareRoot, .exponential, .naturalLogarithm, .logarithm, .floor, .ceiling, .truncate,
      .absolute:
      allowed = .number
    case .sum, .count, .average, .median, .stddev:
      // Several arguments are a list.
      guard arguments.count == 1 else { return }
      allowed = .collection
    default: return
    }
    for argument in arguments where !fits(argument, allowed) {
      let needed = allowed == .text ? "text" : allowed == .number ? "a number" : "a list"
      add(.functionKind, argument, "\(words(argument)), and \(function.name)(…) needs \(needed)")
    }
  }

  /// An item at a fixed position fails in a list that is shorter.
  private mutating func index(_ list: NodeIndex, _ position: NodeIndex) {
    guard known[list].items != nil || known[list].kinds.present == .list,
      case .int? = known[position].constant, !counted.contains(text.source(of: list))
    else { return }
    add(
      .listIndex, list, "a list that is shorter has no such item, and the text then fails",
      severity: .warning, hint: "write [FIRST], or ask for .@count before")
  }

  // MARK: - The result

  private mutating func checkResult() {
    guard case .value(let row) = text.role else { return }
    let root = text.structure.root
    let kinds = known[root].kinds
    guard !kinds.isOpen, !kinds.present.isEmpty else { return }
    let allowed: Kinds
    switch row.type.valueKind {
    case .text: allowed = .text
    case .int: allowed = [.int, .double]
    case .decimal: allowed = [.int, .double]
    case .bool: allowed = .bool
    case .day, .time, .date: allowed = .date
    case .choices: allowed = .list
    case .choice, .any, .none: return
    }
    guard kinds.isDisjoint(with: allowed) else { return }
    add(
      .formulaKind, root,
      "the formula gives \(kinds.words), and the row holds \(row.type.valueKind.description)")
  }

  // MARK: - Findings

  private func fits(_ node: NodeIndex, _ allowed: Kinds) -> Bool {
    let kinds = known[node].kinds
    return kinds.isOpen || kinds.present.isEmpty || !kinds.isDisjoint(with: allowed)
  }

  /// Whether the value is known to be no list.
  private func isSingle(_ value: Known) -> Bool {
    !value.kinds.isOpen && !value.kinds.present.isEmpty && value.kinds.isDisjoint(with: .collection)
  }

  private func words(_ node: NodeIndex) -> String {
    "\(text.source(of: node).shortened) is \(known[node].kinds.words)"
  }

  private mutating func add(
    _ id: FindingID, _ node: NodeIndex, _ message: String, severity: Severity = .error,
    hint: String? = nil
  ) {
    findings.append(text.finding(id, node, message, severity, hint: hint))
  }
}
