// Finds what is known of the value of each part of a text, in one pass: the parts of a node stand
// before the node.

import FormGraph
import Predicate

/// What is known of the value of each node of a text.
struct KnownValues {
  private let text: CheckedText
  private(set) var nodes: [Known] = []
  /// For each level of SUBQUERY the conditions of that level, in order, with their collections.
  private var iterated: [Int32: [(condition: Range<Int>, collection: NodeIndex)]] = [:]

  subscript(node: NodeIndex) -> Known { nodes[node.index] }

  /// - Complexity: O(n log n) in the number of nodes.
  init(_ text: CheckedText) {
    self.text = text
    let structure = text.structure
    for node in structure.nodes {
      if case .subquery(let level, _) = structure.kind(of: node) {
        let collection = structure.child(0, of: node)
        iterated[level, default: []].append(
          ((collection.index + 1)..<node.index, collection))
      }
    }
    nodes.reserveCapacity(structure.nodes.count)
    for node in structure.nodes { nodes.append(known(node)) }
  }

  private func known(_ node: NodeIndex) -> Known {
    let structure = text.structure
    let children = structure.children(of: node)
    switch structure.kind(of: node) {
    case .literal(let index): return Known(constant: structure.value(index))
    case .cast where structure.writtenDay(node) != nil,
      .call(.date) where structure.writtenDay(node) != nil:
      return structure.writtenDay(node).map { Known(constant: $0) } ?? .unknown
    case .truth, .and, .or, .not, .comparison, .selectorComparison: return Known(kinds: .bool)
    case .variable(let index): return variable(text.tree.variable(index))
    case .iterator(let level, _): return iterator(node, level)
    case .selfObject: return selfObject
    case .member(let name): return member(structure.name(name), of: children[0])
    case .key(let name): return keyOfSelf(structure.name(name))
    case .collectionOperator(let name): return folded(structure.name(name), of: children[0])
    case .index:
      guard case .string(let key)? = self[children[1]].constant else {
        return elementOrNil(of: children[0])
      }
      // `$x['key']` reads the key of an object.
      return self[children[0]].kinds == .object ? self.key(key, of: self[children[0]]) : .unknown
    case .first, .last: return elementOrNil(of: children[0])
    case .size: return Known(kinds: .int)
    case .aggregate:
      return Known(
        kinds: .list, elements: children.reduce(into: Kinds()) { $0.formUnion(self[$1].kinds) })
    case .infix(let symbol): return infix(symbol, self[children[0]], self[children[1]])
    case .negation:
      return Known(kinds: self[children[0]].kinds.computed)
        .within(self[children[0]].numbers.flatMap { .applying(.subtract, NumberRange(0, 0), $0) })
    case .ternary: return either(node, self[children[1]], self[children[2]])
    case .subquery:
      // A mistake in the collection is a finding of its own.
      return self[children[0]].kinds.present == .list ? self[children[0]] : .unknown
    case .cast(let type):
      switch CastTarget(rawValue: structure.name(type)) {
      case .date: return Known(kinds: [.date, .null], isDay: self[children[0]].isDay)
      case .string: return Known(kinds: [.text, .null])
      case .number, .decimalNumber: return Known(kinds: [.int, .double, .bool, .null])
      case nil: return .unknown
      }
    case .call(.lookup): return lookup(children)
    case .call(.table): return rows(of: children[0])
    case .call(let function): return call(function, children.map { self[$0] })
    default: return .unknown
    }
  }

  // MARK: - Names

  private func variable(_ name: String) -> Known {
    // `$item` is not a value: only its keys mean something.
    if name == "item", text.scope.isItem { return .unknown }
    switch text.scope.meaning(of: name) {
    case .row(let row)?: return text.scope.known(row)
    case .list(let definition, let items)?:
      var list = Known(list: items)
      list.limit = definition.countFormula == nil ? definition.maximum?.fixed : nil
      return list
    case .input(let input)?: return Known(input.type.valueKind)
    case .section?, nil: return .unknown
    }
  }

  /// The element of a list at some place, or nil, if the list does not reach so far.
  private func elementOrNil(of list: NodeIndex) -> Known {
    var element = self[list].element
    if !element.kinds.isOpen { element.kinds.insert(.null) }
    return element
  }

  private func iterator(_ node: NodeIndex, _ level: Int32) -> Known {
    let ranges = iterated[level] ?? []
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].condition.upperBound <= node.index {
        low = middle + 1
      } else {
        high = middle
      }
    }
    guard low < ranges.count, ranges[low].condition.contains(node.index) else { return .unknown }
    return self[ranges[low].collection].element
  }

  private var selfObject: Known {
    switch text.role {
    case .rule(let row, let isNeverNil): return Known(row, isNeverNil: isNeverNil)
    case .filter(let row):
      var option = Known(kinds: .any, row: row)
      if let options = row.options?.table {
        option.kinds = .object
        option.table = text.scope.table(options.table)
      } else if let options = row.options?.list {
        guard case .list(_, let items)? = text.scope.meaning(of: options.list) else { break }
        option.kinds = .object
        option.items = items
      } else if let options = row.options?.written, let kinds = Known.kinds(of: options) {
        option.kinds = options.contains(where: \.isObject) ? kinds.union(.object) : kinds
      }
      return option
    case .shown(let row): return row.map { Known($0) } ?? .unknown
    case .condition, .value, .bound: break
    }
    return .unknown
  }

  // MARK: - Keys

  private func keyOfSelf(_ key: String) -> Known {
    let object = selfObject
    guard case .filter(let row) = text.role else {
      return object.kinds == .object ? self.key(key, of: object) : .unknown
    }
    if object.kinds == .object, let name = row.options?.valueName {
      let isValue =
        key == OptionDefinition.valueKey && object.items?.own(key) == nil
        && object.table?.cell(key) == nil
      return self.key(isValue ? name : key, of: object)
    }
    if key == OptionDefinition.valueKey {
      var value = Known.unknown
      value.kinds = Known.kinds(of: row.options?.written ?? []) ?? .any
      value.row = row
      return value
    }
    guard let kinds = row.kinds(ofOptionKey: key) else { return .unknown }
    return self.key(
      key, of: "SELF", kinds, (row.options?.written ?? []).compactMap { $0.members[key] })
  }

  /// What a key gives of the values of options that are objects, `$company.town`; nil of other
  /// values.
  private func key(_ key: String, ofChoice row: RowDefinition) -> Known? {
    guard row.type.valueKind == .choice || row.type.valueKind == .choices, !row.allowsOther,
      let options = row.options?.written, !options.isEmpty
    else { return nil }
    var members: [Value] = []
    for option in options {
      guard case .dictionary(let object) = option.value else { return nil }
      members.append(object[key] ?? .null)
    }
    let kinds = members.reduce(into: Kinds.null) { $0.formUnion(Kinds($1)) }
    // A key that no option has is a finding of the compiler.
    guard !kinds.present.isEmpty else { return nil }
    let value = self.key(key, of: row.tag ?? "", kinds, members)
    return row.type.valueKind == .choices ? Known.column(value) : value
  }

  /// What is known of a key of options, of the values that they have for it.
  private func key(_ key: String, of name: String, _ kinds: Kinds, _ members: [Value]) -> Known {
    var value = Known(kinds: kinds)
    guard members.count <= NamedTable.maximumRows, kinds.isSubset(of: .ordered.union(.null)) else {
      return value
    }
    value.row = RowDefinition(tag: "\(name).\(key)", type: .push)
    return value.among(members.filter { $0 != .null }, "a key of the options")
  }

  /// Whether a key is the position of what SUBQUERY binds, `$x.index`.
  func isPosition(_ key: String, of base: NodeIndex) -> Bool {
    guard key == EvaluationContext.indexKey, case .iterator = text.structure.kind(of: base) else {
      return false
    }
    return self[base].hasPosition
  }

  private func member(_ key: String, of base: NodeIndex) -> Known {
    let structure = text.structure
    if case .variable(let index) = structure.kind(of: base) {
      let name = text.tree.variable(index)
      if name == "item", text.scope.isItem {
        switch key {
        case EvaluationContext.indexKey: return Known(kinds: .int).within(0...)
        case ItemsDefinition.templateKey:
          return text.scope.templates.map { Known($0, isNeverNil: true) } ?? .unknown
        // The first item has no item before it.
        case "previous": return Known(kinds: [.object, .null], items: text.scope)
        default: return .unknown
        }
      }
      if Attribute.allCases.contains(where: { $0.variableName == key }) {
        return Known(kinds: .bool)
      }
      if key == "value" { return self[base] }
      if case .row(let row)? = text.scope.meaning(of: name),
        let value = self.key(key, ofChoice: row)
      {
        return value
      }
    }
    if isPosition(key, of: base) { return Known(kinds: .int).within(0...) }
    if case .collectionOperator(let name) = structure.kind(of: base) {
      // `$lines.@sum.amount`: the operator folds the column.
      let list = self[structure.child(0, of: base)]
      guard list.items != nil || list.table != nil, !list.isNested else { return .unknown }
      return fold(structure.name(name), Known.column(self.key(key, of: list)))
    }
    return self.key(key, of: self[base])
  }

  /// What a key gives of an object, or of each object of a list.
  private func key(_ key: String, of known: Known) -> Known {
    var value = Known.unknown
    if let items = known.items {
      switch items.own(key) {
      case .row(let row)?: value = Known(row)
      case .list(_, let inner)?: value = Known(list: inner)
      default: return .unknown
      }
    } else if let cell = known.table?.cell(key) {
      value = cell
    } else {
      guard key == "length" else { return .unknown }
      let length = { (kinds: Kinds) in
        Known(kinds: kinds.intersection(.null).union(.int)).within(0...)
      }
      if known.kinds.present == .text { return length(known.kinds) }
      let isColumn =
        known.kinds.present == .list && !known.isNested && known.elements.present == .text
      return isColumn ? Known.column(length(known.elements)) : .unknown
    }
    switch known.kinds.present {
    case .object:
      if known.kinds.contains(.null), !value.kinds.isOpen { value.kinds.insert(.null) }
      return value
    case .list:
      let column = Known.column(value)
      guard known.isNested else { return column }
      // Lists of lists of lists are not followed.
      guard !column.isNested else { return .unknown }
      var nested = column
      nested.isNested = true
      return nested
    default: return .unknown
    }
  }

  private func folded(_ name: String, of base: NodeIndex) -> Known {
    let known = self[base]
    if name == CollectionOperator.count.rawValue {
      var count = Known(kinds: known.kinds.intersection(.null).union(.int))
      if known.kinds.isOpen { count.kinds = [.int, .null] }
      count.isCount = true
      count.limit = known.limit
      return count
    }
    // With items, the key that follows says what is folded.
    if known.items != nil || known.table != nil { return .unknown }
    return fold(name, known)
  }

  private func fold(_ name: String, _ list: Known) -> Known {
    switch CollectionOperator(rawValue: name) {
    case .count: Known(kinds: .int)
    case .sum: Known(kinds: list.elements.computed.present)
    case .avg: Known(kinds: [.double, .null])
    case .min, .max: Known(kinds: list.elements.union(.null), isDay: list.isDay)
    case .unionOfArrays, .distinctUnionOfArrays: list.isNested ? list.element : .unknown
    default: .unknown
    }
  }

  // MARK: - Tables

  private func lookup(_ arguments: Children) -> Known {
    guard case .string(let name)? = self[arguments[0]].constant,
      case .string(let column)? = self[arguments[3]].constant
    else { return .unknown }
    return text.scope.table(name)?.cell(column) ?? .unknown
  }

  private func rows(of table: NodeIndex) -> Known {
    guard case .string(let name)? = self[table].constant, let table = text.scope.table(name) else {
      return Known(kinds: .list, elements: .object)
    }
    var rows = Known(kinds: .list, elements: .object)
    rows.table = table
    return rows
  }

  // MARK: - Computing

  private func infix(_ symbol: ExpressionOperator, _ left: Known, _ right: Known) -> Known {
    let null = left.kinds.union(right.kinds).intersection(.null)
    switch symbol {
    case .union, .intersect, .minus: return Known(kinds: .set, elements: .any)
    case .power: return Known(kinds: null.union(.double))
    case .bitwiseOr, .bitwiseXor, .bitwiseAnd, .shiftLeft, .shiftRight:
      return Known(kinds: null.union(.int))
    case .add, .subtract, .multiply, .divide:
      // An operand of the wrong kind is a finding of its own.
      let computed = Kinds.number.union([.date, .null])
      guard left.kinds.isSubset(of: computed), right.kinds.isSubset(of: computed) else {
        return .unknown
      }
      let dates = [left, right].filter { $0.kinds.present == .date }.count
      if dates == 2, symbol == .subtract { return Known(kinds: null.union(.double)) }
      if dates > 0 {
        return Known(kinds: null.union(.date), isDay: left.isDay || right.isDay)
      }
      let isDouble = left.kinds.union(right.kinds).contains(.double)
      let number = Known(kinds: null.union(isDouble ? Kinds.double : Kinds.int))
      guard let first = left.numbers, let second = right.numbers else { return number }
      return number.within(NumberRange.applying(symbol, first, second))
    }
  }

  /// Either of two values; of single values that are known, one of these.
  private func either(_ node: NodeIndex, _ first: Known, _ second: Known) -> Known {
    let joined = first.joined(second)
    guard joined.kinds.isDisjoint(with: .collection), let some = first.choices,
      let others = second.choices, some.count + others.count <= OptionHint.maximumOptions
    else { return joined }
    var known = joined
    known.row = RowDefinition(tag: text.source(of: node).shortened, type: .push)
    let values = others.reduce(into: some) { values, value in
      if !values.contains(where: value.equals) { values.append(value) }
    }
    return known.among(values, "a formula")
  }

  private func call(_ function: Function, _ arguments: [Known]) -> Known {
    let entry = function.entry
    // Several values take the place of a list.
    let list =
      function.isAggregate && arguments.count > 1
      ? Known(
        kinds: .list, elements: arguments.reduce(into: Kinds()) { $0.formUnion($1.kinds) },
        isDay: arguments.contains(where: \.isDay))
      : arguments.first ?? .unknown
    var result: Known
    switch entry.result {
    case .kinds(let kinds): result = Known(kinds: kinds)
    case .whole(let lowest, let highest):
      result = Known(kinds: .int).within(lowest..., through: highest)
    case .list(let elements): result = Known(kinds: .list, elements: elements)
    case .number:
      let kinds =
        function.isAggregate
        ? list.elements : arguments.reduce(into: Kinds()) { $0.formUnion($1.kinds) }
      result = Known(kinds: kinds.computed.present)
    case .first: result = arguments.first ?? .unknown
    case .one: return arguments.dropFirst().reduce(arguments.first ?? .unknown) { $0.joined($1) }
    case .element: result = Known(kinds: list.kinds.present == .list ? list.elements : .any)
    case .dateText:
      result = arguments.first?.kinds.present == .date ? Known(kinds: .text) : .unknown
    case .unknown: result = .unknown
    }
    switch entry.gives {
    case .day: result.isDay = true
    case .first: result.isDay = arguments.first?.isDay ?? false
    case .joined: result.isDay = list.isDay
    case .none, .time, .instant: break
    }
    switch entry.whenNil {
    case .never: break
    case .withArgument:
      let isFolded = function.isAggregate && arguments.count > 1
      if !isFolded, arguments.contains(where: { $0.kinds.contains(.null) }) {
        result.kinds.insert(.null)
      }
    case .maybe, .unfound: result.kinds.insert(.null)
    }
    let ranges = arguments.compactMap(\.numbers)
    guard function.isAggregate, ranges.count > 1, ranges.count == arguments.count else {
      return result
    }
    return result.within(.applying(function, ranges))
  }
}

extension Scope {
  /// What is known of the value of a row: also the cells that its options come from, and the values
  /// that its formula can give.
  func known(_ row: RowDefinition) -> Known {
    let known = Known(row)
    if let options = row.options?.table {
      guard let cells = table(options.table)?.column(options.value)?.values?.options else {
        return known
      }
      var given = row
      given.options = cells
      return Known(given)
    }
    guard row.calculated != nil, row.options?.written == nil else { return known }
    guard row.calculated != nil, row.bounds.isEmpty, let range = numbers(of: row) else {
      return known.among(results(of: row), "a calculated row")
    }
    var bounded = known
    bounded.row?.bounds = RowBounds(
      minimum: .fixed(.int(range.low)), maximum: .fixed(.int(range.high)))
    return bounded.among(results(of: row), "a calculated row")
  }
}

extension RowDefinition {
  /// The kinds that a key of the options has, nil included if one lacks it; nil if nothing is known
  /// of the options, or none has the key.
  func kinds(ofOptionKey key: String) -> Kinds? {
    guard let options = options?.written, !options.isEmpty else { return nil }
    let kinds = options.reduce(into: Kinds()) { kinds, option in
      guard case .dictionary(let members) = option.object, option.isObject else {
        kinds.insert(.null)
        return
      }
      kinds.formUnion(members[key].map { Kinds($0) } ?? .null)
    }
    return kinds.present.isEmpty ? nil : kinds
  }
}
