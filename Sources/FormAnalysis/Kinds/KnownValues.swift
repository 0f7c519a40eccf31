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
    case .truth, .and, .or, .not, .comparison, .selectorComparison: return Known(kinds: .bool)
    case .variable(let index): return variable(text.tree.variable(index))
    case .iterator(let level, _): return iterator(node, level)
    case .selfObject: return selfObject
    case .member(let name): return member(structure.name(name), of: children[0])
    case .collectionOperator(let name): return folded(structure.name(name), of: children[0])
    case .index, .first, .last:
      var element = self[children[0]].element
      if case .index = structure.kind(of: node) { return element }
      // The first element of an empty list is nil.
      if !element.kinds.isOpen { element.kinds.insert(.null) }
      return element
    case .size: return Known(kinds: .int)
    case .aggregate:
      return Known(
        kinds: .list, elements: children.reduce(into: Kinds()) { $0.formUnion(self[$1].kinds) })
    case .infix(let symbol): return infix(symbol, self[children[0]], self[children[1]])
    case .negation: return Known(kinds: numbers(self[children[0]].kinds))
    case .ternary: return self[children[1]].joined(self[children[2]])
    case .subquery:
      // A mistake in the collection is a finding of its own.
      return self[children[0]].kinds.present == .list ? self[children[0]] : .unknown
    case .cast(let type):
      switch CastTarget(rawValue: structure.name(type)) {
      case .date: return Known(kinds: [.date, .null])
      case .string: return Known(kinds: [.text, .null])
      case .number, .decimalNumber: return Known(kinds: [.int, .double, .bool, .null])
      case nil: return .unknown
      }
    case .call(let function): return call(function, children.map { self[$0] })
    default: return .unknown
    }
  }

  // MARK: - Names

  private func variable(_ name: String) -> Known {
    // `$item` is not a value: only its keys mean something.
    if name == "item", text.scope.isItem { return .unknown }
    switch text.scope.meaning(of: name) {
    case .row(let row)?: return Known(row)
    case .list(_, let items)?: return list(items)
    case .section?, .input?, nil: return .unknown
    }
  }

  private func list(_ items: Scope) -> Known {
    guard case .row(let row)? = items.own("") else {
      return Known(kinds: .list, elements: .object, items: items)
    }
    // The items are the values of one row.
    return Known(kinds: .list, elements: Known(row).kinds, row: row)
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
    case .rule(let row): Known(row)
    case .filter(let row):
      // The options have other keys too if they are objects or rows of a table.
      row.options == nil ? .unknown : Known(kinds: Known(row).element.kinds.union(.object))
    case .condition, .value, .bound, .shown: .unknown
    }
  }

  // MARK: - Keys

  private func member(_ key: String, of base: NodeIndex) -> Known {
    let structure = text.structure
    if case .variable(let index) = structure.kind(of: base) {
      let name = text.tree.variable(index)
      if name == "item", text.scope.isItem {
        return key == "index"
          ? Known(kinds: .int) : key == "template" ? Known(kinds: .text) : .unknown
      }
      if Attribute.allCases.contains(where: { $0.variableName == key }) {
        return Known(kinds: .bool)
      }
      if key == "value" { return self[base] }
    }
    if case .collectionOperator(let name) = structure.kind(of: base) {
      // `$lines.@sum.amount`: the operator folds the column.
      guard let items = self[structure.child(0, of: base)].items else { return .unknown }
      return fold(structure.name(name), column(key, of: items))
    }
    let known = self[base]
    guard let items = known.items else { return .unknown }
    if known.kinds.present == .object {
      if case .row(let row)? = items.own(key) { return Known(row) }
      if case .list(_, let inner)? = items.own(key) { return list(inner) }
      return .unknown
    }
    return column(key, of: items)
  }

  private func column(_ key: String, of items: Scope) -> Known {
    guard case .row(let row)? = items.own(key) else { return .unknown }
    return Known(kinds: .list, elements: Known(row).kinds, row: row, isColumn: true)
  }

  private func folded(_ name: String, of base: NodeIndex) -> Known {
    let known = self[base]
    // With items, the key that follows says what is folded.
    if known.items != nil, name != "count" { return .unknown }
    return fold(name, known)
  }

  private func fold(_ name: String, _ list: Known) -> Known {
    switch CollectionOperator(rawValue: name) {
    case .count: Known(kinds: .int)
    case .sum:
      Known(kinds: list.elements.isOpen ? Kinds([.int, .double]) : numbers(list.elements).present)
    case .avg: Known(kinds: [.double, .null])
    case .min, .max: Known(kinds: list.elements.union(.null))
    default: .unknown
    }
  }

  // MARK: - Computing

  /// The kind of a number that is computed from such numbers.
  private func numbers(_ kinds: Kinds) -> Kinds {
    if kinds.isOpen { return .any }
    return (kinds.contains(.double) ? Kinds.double : Kinds.int).union(kinds.intersection(.null))
  }

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
      if dates > 0 { return Known(kinds: null.union(.date)) }
      let isDouble = left.kinds.union(right.kinds).contains(.double)
      return Known(kinds: null.union(isDouble ? Kinds.double : Kinds.int))
    }
  }

  private func call(_ function: Function, _ arguments: [Known]) -> Known {
    switch function {
    case .uppercase, .lowercase, .substring, .replace, .format, .formatOfDay, .formatOfTime,
      .display, .displayOfDay, .displayOfTime:
      Known(kinds: [.text, .null])
    case .concat, .join: Known(kinds: .text)
    case .length, .characters: Known(kinds: [.int, .null])
    case .now, .today: Known(kinds: .date)
    case .date, .addMinutes, .addHours, .addDays, .addMonths, .addYears:
      Known(kinds: [.date, .null])
    case .year, .month, .day, .weekday, .hour, .minute, .daysBetween, .monthsBetween,
      .yearsBetween:
      Known(kinds: [.int, .null])
    case .count: Known(kinds: .int)
    case .squareRoot, .exponential, .naturalLogarithm, .logarithm, .average:
      Known(kinds: [.double, .null])
    case .split: Known(kinds: [.list, .null], elements: .text)
    case .isMatch: Known(kinds: [.bool, .null])
    case .coalesce:
      arguments.dropFirst().reduce(arguments.first ?? .unknown) { $0.joined($1) }
    default: .unknown
    }
  }
}
