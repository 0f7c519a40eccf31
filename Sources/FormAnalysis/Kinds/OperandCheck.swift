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

  /// The indices of the nodes in which `+` or `&` joins text.
  private var joins: Set<Int> = []
  /// Those of them that are not part of another join.
  private var wholeJoins: Set<Int> = []
  /// The longest join that a hint repeats, in bytes.
  private static let maximumJoin = 120

  /// The indices of the nodes whose keys are read.
  private lazy var bases: Set<Int> = {
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
    case .number: "a number"
    case .date: "a date"
    case .collection: "a list"
    case Kinds.number.union(.text): "text or a number"
    case Kinds.number.union(.date): "a number or a date"
    default: "single values"
    }
  }

  private static func plural(_ list: Known) -> String {
    list.isNested
      ? "lists"
      : list.elements.comparable == .number
        ? "numbers" : list.elements.present == .date ? "dates" : list.elements.words
  }

  /// `$lines.@sum.what`, or `$phones.@sum`, of values that are not numbers.
  private mutating func fold(_ node: NodeIndex, _ name: String, _ list: NodeIndex) {
    let value = known[list]
    guard value.items == nil, value.table == nil, !value.isNested else {
      // The key that follows says what is folded.
      if !bases.contains(node.index), !value.isNested { objects(node, name, list, value) }
      return
    }
    folded(node, name, value)
  }

  /// `$lines.@sum`, where the items are objects.
  private mutating func objects(
    _ node: NodeIndex, _ name: String, _ list: NodeIndex, _ value: Known
  ) {
    guard let symbol = CollectionOperator(rawValue: name),
      [.sum, .avg, .min, .max].contains(symbol), value.kinds.present == .list
    else { return }
    let source = text.source(of: list).shortened
    let tag = value.items?.firstNumber
    add(
      .operandKind, node,
      "@\(name) needs \(symbol == .sum || symbol == .avg ? "numbers" : "values with an order"), and "
        + "the elements of \(source) are objects",
      hint: "name what is meant: \(source).@\(name).\(tag ?? "key")")
  }

  private mutating func folded(_ node: NodeIndex, _ name: String, _ column: Known) {
    let allowed: Kinds
    switch CollectionOperator(rawValue: name) {
    case .sum, .avg: allowed = .number
    case .min, .max: allowed = .ordered
    default: return
    }
    guard column.kinds.present == .list, !column.elements.mayFit(allowed) else { return }
    add(
      .operandKind, node,
      "@\(name) needs \(allowed == .number ? "numbers" : "values with an order"), and these are "
        + Self.plural(column))
  }

  // MARK: - Keys

  private mutating func member(_ node: NodeIndex, _ key: String, of base: NodeIndex) {
    if case .collectionOperator(let name) = text.structure.kind(of: base) {
      let list = known[text.structure.child(0, of: base)]
      guard let value = value(key, of: list) else { return }
      return folded(node, text.structure.name(name), Known.column(value))
    }
    // The compiler knows the keys of the values of rows.
    if case .variable = text.structure.kind(of: base) { return }
    let value = known[base]
    // Of other lists, the parser says that `count` is not their number.
    if key == "count", value.kinds.present == .list, !value.isColumn { return }
    guard value.items == nil, value.table == nil, !value.isNested else { return }
    let kinds = value.kinds.present == .list ? value.elements : value.kinds
    guard !kinds.isOpen, !kinds.present.isEmpty,
      kinds.isSubset(of: Kinds.ordered.union(.null)), !Self.hasKey(key, kinds)
    else { return }
    let source = text.source(of: base).shortened
    let isFold = ["sum", "avg", "min", "max", "count"].contains(key) || key == "average"
    let folding = key == "average" ? "avg" : key
    add(
      .keyUnknown, node,
      value.kinds.present == .list
        ? "the elements of \(source) are \(Self.plural(value)), which have no key '\(key)'"
        : "\(words(base)), which has no key '\(key)'",
      hint: isFold && value.kinds.present == .list ? "write \(source).@\(folding)" : nil)
  }

  /// Whether values of one of these kinds have a key.
  private static func hasKey(_ key: String, _ kinds: Kinds) -> Bool {
    let samples: [(Kinds, Value)] = [(.text, ""), (.number, 0)]
    return samples.contains { kind, value in
      !kinds.isDisjoint(with: kind) && value.keyNames?.contains(key) ?? true
    }
  }

  /// What is known of a key of the items or rows of a list.
  private func value(_ key: String, of list: Known) -> Known? {
    if case .row(let row)? = list.items?.own(key) { return Known(row) }
    return list.table?.cell(key)
  }

  /// `SELF.kind` in a filter, where no option has the key.
  private mutating func keyOfOption(_ node: NodeIndex, _ key: String) {
    guard case .filter(let row) = text.role else { return }
    if key == OptionDefinition.valueKey { return valueColumn(node, row) }
    guard let options = row.options?.written, !options.isEmpty,
      !options.contains(where: { $0.members[key] != nil || key == "title" && $0.title != nil })
    else { return }
    let isOfValue = options.contains { $0.value.keyNames?.contains(key) ?? true }
    // Where no option is more than its value, keys are those of the values too.
    if isOfValue, !row.hasObjectOptions { return }
    let keys = options.flatMap(\.members.keys) + [OptionDefinition.valueKey, "title"]
    add(
      .keyUnknown, node, "no option of '\(row.tag ?? "the row")' has a key '\(key)'",
      severity: .warning,
      hint: isOfValue
        ? "write SELF.value.\(key)"
        : Spelling.nearest(to: key, among: keys).map { "did you mean SELF.\($0)?" })
  }

  /// `SELF.value`, where a column of a table or a row of an item has the name `value`.
  private mutating func valueColumn(_ node: NodeIndex, _ row: RowDefinition) {
    let key = OptionDefinition.valueKey
    guard let name = row.options?.valueName, name != key else { return }
    var isColumn = false
    if let options = row.options?.table {
      isColumn = text.scope.table(options.table)?.cell(key) != nil
    } else if let options = row.options?.list,
      case .list(_, let items)? = text.scope.meaning(of: options.list)
    {
      isColumn = items.own(key) != nil
    }
    guard isColumn else { return }
    let noun = row.options?.table == nil ? "row 'value' of the item" : "column 'value'"
    add(
      .optionsValueColumn, node, "SELF.value is the \(noun), not the value of the option",
      severity: .warning, hint: "write SELF.\(name) for the value of the option")
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

  // MARK: - Tables

  /// `lookup(table, key column, value, column)` with a value that the column never holds.
  private mutating func lookup(_ arguments: Children) {
    guard case .string(let name)? = known[arguments[0]].constant,
      case .string(let column)? = known[arguments[1]].constant,
      let table = text.scope.table(name), let cell = table.cell(column)
    else { return }
    let argument = arguments[2]
    let value = known[argument]
    guard value.kinds.mayFit(cell.kinds.comparable) else {
      return add(
        .compareKind, argument,
        "\(words(argument)), and \(cell.origin ?? name) is \(cell.kinds.words)",
        hint: cell.kinds.present == .text
          ? "write concat(\(text.source(of: argument).shortened)), or give the column a type"
          : nil)
    }
    if value.constant == nil, let row = value.row, let options = row.options?.written,
      !row.allowsOther,
      let cells = cell.row?.options?.written
    {
      return choices(options.map(\.value), of: argument, in: cells.map(\.value), cell, arguments)
    }
    guard let constant = value.constant, constant != .null, let row = cell.row,
      let options = row.options?.written, !options.contains(where: { $0.value.equals(constant) })
    else { return }
    add(
      .compareUnknownOption, argument,
      "\(cell.origin ?? name) has no \(constant.short), so nothing is found", severity: .warning,
      hint: OptionHint.text(for: constant, among: options.lazy.map(\.value), "values"))
  }

  /// Reports the options of a row that are not in the column in which they are looked up.
  private mutating func choices(
    _ options: [Value], of argument: NodeIndex, in cells: [Value], _ cell: Known,
    _ arguments: Children
  ) {
    guard options.count <= NamedTable.maximumRows else { return }
    let known = EqualValues(cells)
    let missing = options.filter { !known.contains($0) }
    guard let first = missing.first else { return }
    let (name, column) = (text.source(of: argument).shortened, cell.origin ?? "the column")
    if missing.count < options.count {
      // Who says what else to take knows that a row may be missing.
      guard !isInCoalesce(argument) else { return }
      let others = missing.count - 1
      return add(
        .compareUnknownOption, argument,
        "\(column) has no \(first.short), an option of \(name)"
          + (others > 0 ? ", and lacks \(others) more" : ""), severity: .warning,
        hint: "without a row, the result is nil")
    }
    // `lookup('prices', 'price', $article, 'code')`.
    var hint = "those of \(column) are \(OptionHint.short(cells))"
    if case .string(let table)? = self.known[arguments[0]].constant,
      case .string(let key)? = self.known[arguments[1]].constant,
      case .string(let other)? = self.known[arguments[3]].constant,
      let others = text.scope.table(table)?.column(other)?.values?.options?.written,
      case let values = EqualValues(others.map(\.value)),
      options.contains(where: values.contains)
    {
      hint = "write lookup('\(table)', '\(other)', \(name), '\(key)')"
    }
    add(
      .compareUnknownOption, argument, "no value of \(name) is in \(column), so nothing is found",
      severity: .warning, hint: hint)
  }

  /// Whether the call that has an argument is one of the values that `coalesce` chooses from.
  private func isInCoalesce(_ argument: NodeIndex) -> Bool {
    text.structure.nodes.contains { node in
      guard case .call(.coalesce) = text.structure.kind(of: node) else { return false }
      return text.structure.children(of: node).contains { child in
        text.structure.kind(of: child) == .call(.lookup)
          && text.structure.children(of: child).contains(argument)
      }
    }
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
        "the formula gives \(kinds.words), and this must be \(Self.needed(allowed))")
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
        hint: isDate ? "write \"value\": \"\(source)\"" : text.countHint(root))
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
