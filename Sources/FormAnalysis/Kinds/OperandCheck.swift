// Finds operators and functions with operands of the wrong kind, and formulas whose result their
// row cannot hold. Keys and tables stand in files of their own.

import FormGraph
import Predicate

/// Checks the operands of each computation of a text.
struct OperandCheck {
  let text: CheckedText
  let known: KnownValues
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

  /// The indices of the nodes in which `+` or `&` joins text.
  private var joins: Set<Int> = []
  /// Those of them that are not part of another join.
  private var wholeJoins: Set<Int> = []
  /// The longest join that a hint repeats, in bytes.
  private static let maximumJoin = 120

  /// The indices of the nodes whose keys are read.
  private(set) lazy var bases: Set<Int> = {
    let structure = text.structure
    return structure.nodes.reduce(into: []) { bases, node in
      switch structure.kind(of: node) {
      case .member, .memberVariable: bases.insert(structure.child(0, of: node).index)
      default: break
      }
    }
  }()

  /// The findings in the computations of a text.
  static func findings(_ text: CheckedText, _ known: KnownValues) -> [Finding] {
    var check = OperandCheck(text: text, known: known)
    for node in text.structure.nodes { check.check(node) }
    check.reportJoins()
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
    case .infix(let symbol):
      arithmetic(node, symbol, children[0], children[1])
      wholeOption(.operandKind, children)
    case .comparison:
      let isAsked = children.contains { known[$0].constant == .null }
      if !isAsked { wholeOption(.compareKind, children) }
    case .aggregate: wholeOption(.compareKind, children)
    case .negation:
      guard !fits(children[0], .number) else { break }
      add(.operandKind, children[0], "\(words(children[0])), and - needs a number")
    case .call(.lookup): lookup(children)
    case .call(let function):
      call(function, children)
      wholeOption(.functionKind, children)
    case .member(let name): member(node, structure.name(name), of: children[0])
    case .key(let name): keyOfOption(node, structure.name(name))
    case .collectionOperator(let name):
      guard isSingle(known[children[0]]) else {
        fold(node, structure.name(name), children[0])
        break
      }
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
    _ node: NodeIndex, _ symbol: ExpressionOperator, _ left: NodeIndex, _ right: NodeIndex
  ) {
    let allowed: Kinds
    switch symbol {
    case .union, .intersect, .minus: return
    case .add, .subtract: allowed = Kinds.number.union(.date)
    case .bitwiseOr, .bitwiseXor, .bitwiseAnd, .shiftLeft, .shiftRight: allowed = [.int, .bool]
    case .multiply, .divide, .power: allowed = .number
    }
    if symbol == .add || symbol == .bitwiseAnd, noteJoin(node, symbol, [left, right]) { return }
    for side in [left, right] where !fits(side, allowed) {
      add(
        .operandKind, side,
        "\(words(side)), and \(symbol.symbol) needs "
          + (allowed == [.int, .bool] ? "whole numbers" : "numbers"),
        hint: text.countHint(side))
      return
    }
    if symbol == .add, [left, right].allSatisfy({ known[$0].kinds.present == .date }) {
      add(
        .operandKind, right, "two dates cannot be added",
        hint: "subtract them for the seconds between")
    }
  }

  // MARK: - Joined text

  /// Notes that `+` or `&` joins text; false if it computes with numbers.
  private mutating func noteJoin(
    _ node: NodeIndex, _ symbol: ExpressionOperator, _ sides: [NodeIndex]
  ) -> Bool {
    guard sides.contains(where: { isJoin($0, symbol) || known[$0].kinds.present == .text }) else {
      return false
    }
    joins.insert(node.index)
    wholeJoins.insert(node.index)
    for side in sides where isJoin(side, symbol) { wholeJoins.remove(side.index) }
    return true
  }

  private func isJoin(_ node: NodeIndex, _ symbol: ExpressionOperator) -> Bool {
    joins.contains(node.index) && text.structure.kind(of: node) == .infix(symbol)
  }

  /// Reports each join once, with the call to write in its place.
  private mutating func reportJoins() {
    for node in text.structure.nodes where wholeJoins.contains(node.index) {
      guard case .infix(let symbol) = text.structure.kind(of: node) else { continue }
      var (parts, open) = ([NodeIndex](), [node])
      while let part = open.popLast() {
        if isJoin(part, symbol) {
          open += text.structure.children(of: part).reversed()
        } else {
          parts.append(part)
        }
      }
      guard let first = parts.first(where: { known[$0].kinds.present == .text }) else { continue }
      let isShort = text.tree.range(of: node).count <= Self.maximumJoin
      let arguments = isShort ? parts.map(text.source).joined(separator: ", ") : "…"
      add(
        .operandKind, first,
        "\(words(first)), and \(symbol.symbol) needs "
          + (symbol == .add ? "numbers" : "whole numbers"),
        hint: "write concat(\(arguments)) to join text")
    }
  }

  private mutating func call(_ function: Function, _ arguments: Children) {
    let entry = function.entry
    // Several arguments take the place of a list.
    let isList = function.isAggregate && arguments.count > 1
    if function.isAggregate, arguments.count == 1, entry.elements != .any,
      text.structure.kind(of: arguments[0]) == .aggregate
    {
      for element in text.structure.children(of: arguments[0])
      where !fits(element, entry.elements) {
        add(
          .functionKind, element,
          "\(words(element)), and \(function.name)(…) needs \(Self.needed(entry.elements))",
          hint: hint(function, element, 0, entry.elements))
      }
      return order(function, Array(text.structure.children(of: arguments[0])))
    }
    if isList { order(function, Array(arguments)) }
    for (position, argument) in arguments.enumerated() {
      let allowed = isList ? entry.elements : entry.argument(position)
      if !fits(argument, allowed) {
        add(
          .functionKind, argument,
          "\(words(argument)), and \(function.name)(…) needs \(Self.needed(allowed))",
          hint: hint(function, argument, position, allowed))
      } else if !isList, position == 0, known[argument].kinds.present == .list,
        !(known[argument].isNested ? Kinds.list : known[argument].elements).mayFit(
          entry.elements)
      {
        add(
          .functionKind, argument,
          "the elements of \(text.source(of: argument).shortened) are "
            + "\(Self.plural(known[argument])), and \(function.name)(…) needs "
            + Self.needed(entry.elements))
      }
    }
  }

  /// `max($count, $name)`: values that have no order among them.
  private mutating func order(_ function: Function, _ elements: [NodeIndex]) {
    guard function == .min || function == .max,
      let first = elements.first(where: { !known[$0].kinds.isOpen && known[$0].kinds.present != [] }
      ),
      let other = elements.first(where: { !known[$0].kinds.mayFit(known[first].kinds.comparable) }),
      fits(other, .ordered)
    else { return }
    add(
      .functionKind, other,
      "\(words(other)) and \(words(first)), and \(function.name)(…) needs values of one kind",
      hint: hint(function, other, 0, known[first].kinds.comparable))
  }

  private func hint(
    _ function: Function, _ argument: NodeIndex, _ position: Int, _ allowed: Kinds
  ) -> String? {
    let source = text.source(of: argument).shortened
    switch (known[argument].kinds.present, allowed) {
    case _ where function == .join && position == 0: return "the list comes first"
    case (.text, .date):
      guard case .string(let word)? = known[argument].constant else { return nil }
      return DateText.date(from: word) == nil ? nil : "write CAST('\(word)', 'NSDate')"
    case (.text, .number): return "write number(\(source))"
    case (let kinds, .text) where !kinds.isEmpty && kinds.isSubset(of: .number):
      return "write concat(\(source)) to make text of it"
    default: return nil
    }
  }

  /// What a function or an operator needs, in words.
  private static func needed(_ kinds: Kinds) -> String {
    switch kinds {
    case .text: "text"
    case .number, [.int, .double]: "a number"
    case .date: "a date"
    case .collection: "a list"
    case Kinds.number.union(.text): "text or a number"
    case Kinds.number.union(.date): "a number or a date"
    default: "single values"
    }
  }

  static func plural(_ list: Known) -> String {
    list.isNested
      ? "lists"
      : list.elements.comparable == .number
        ? "numbers" : list.elements.present == .date ? "dates" : list.elements.words
  }

  /// Reports SELF as an operand where it is not always a value.
  private mutating func wholeOption(_ id: FindingID, _ operands: Children) {
    guard case .filter(let row) = text.role,
      let node = operands.first(where: { text.structure.kind(of: $0) == .selfObject }),
      row.hasObjectOptions
    else { return }
    add(
      id, node, "SELF is an object here: an option has more than a value", hint: "write SELF.value")
  }

  /// An item at a fixed position is nil in a list that is shorter.
  private mutating func index(_ list: NodeIndex, _ position: NodeIndex) {
    if isSingle(known[list]), !known[list].kinds.contains(.object) {
      let source = text.source(of: list).shortened
      return add(
        .operandKind, list, "\(words(list)), and an index needs a list",
        hint: known[list].kinds.present == .text ? "write substring(\(source), 0, 1)" : nil)
    }
    guard known[list].items != nil || known[list].kinds.present == .list,
      case .int(let place)? = known[position].constant, !counted.contains(text.source(of: list))
    else { return }
    add(
      .listIndex, list,
      place < 0
        ? "no list has an item at \(place), so this is always nil"
        : "a list that is shorter has no such item, and this is then nil",
      severity: .warning,
      hint: place < 0
        ? "write [LAST]"
        : place == 0
          ? "write [FIRST], or ask for .@count before"
          : "ask before whether \(text.source(of: list).shortened).@count > \(place)")
  }

  // MARK: - The result

  private mutating func checkResult() {
    let root = text.structure.root
    let kinds = known[root].kinds
    switch text.role {
    case .bound(let allowed):
      guard !kinds.mayFit(allowed) else { return }
      add(
        .formulaKind, root,
        "the formula gives \(kinds.words), and this must be \(Self.needed(allowed))",
        hint: kinds.present == .bool && !allowed.contains(.bool)
          ? "write if(\(text.source(of: root).shortened) == YES, 1, 0)" : nil)
    case .value(let row):
      if row.options?.written != nil { checkOptions(of: row) }
      let held = Kinds(row.type.valueKind)
      let allowed = held == .int || held == .double ? [.int, .double] : held
      guard row.type.valueKind != .none, !held.isOpen, !kinds.mayFit(allowed),
        !wholeJoins.contains(root.index)
      else { return }
      // A date without quotes is a subtraction.
      let source = text.source(of: root)
      let isDate = held.present == .date && DateText.date(from: source) != nil
      add(
        .formulaKind, root,
        "the formula gives \(kinds.words), and the row holds \(row.type.valueKind.description)",
        hint: isDate ? "write \"value\": \"\(source)\"" : text.countHint(root), hintsAtFile: isDate)
    default: return
    }
  }

  /// Reports each constant that a formula can give and that is not an option of its row.
  private mutating func checkOptions(of row: RowDefinition) {
    guard let options = row.options?.written, !options.isEmpty else { return }
    for node in text.results(inLists: row.type.valueKind == .choices) {
      guard let constant = known[node].constant, constant != .null else { continue }
      let members =
        if row.type.valueKind == .choices, case .array(let members) = constant { members } else {
          [constant]
        }
      for member in members where row.place(ofOption: member) == nil {
        if row.allowsOther, case .string = member { continue }
        add(
          .valueNotAnOption, node, "the formula gives \(member.short), which is not an option",
          severity: .warning,
          hint: OptionHint.text(for: member, among: options.lazy.map(\.value), "options"))
      }
    }
  }

  // MARK: - Findings

  private func fits(_ node: NodeIndex, _ allowed: Kinds) -> Bool {
    known[node].kinds.mayFit(allowed)
  }

  /// Whether the value is known to be no list.
  func isSingle(_ value: Known) -> Bool {
    !value.kinds.isOpen && !value.kinds.present.isEmpty && value.kinds.isDisjoint(with: .collection)
  }

  func words(_ node: NodeIndex) -> String {
    "\(text.source(of: node).shortened) is \(known[node].kinds.words)"
  }

  mutating func add(
    _ id: FindingID, _ node: NodeIndex, _ message: String, severity: Severity = .error,
    hint: String? = nil, hintsAtFile: Bool = false
  ) {
    findings.append(
      text.finding(id, node, message, severity, hint: hint, hintsAtFile: hintsAtFile))
  }
}
