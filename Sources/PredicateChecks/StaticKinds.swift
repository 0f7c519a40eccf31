// What is known about the value of a node without evaluating it. This is enough to distinguish a
// date from a number, and a list from text. Otherwise the kind is `unknown`.

import Predicate

/// The kinds of the values of all nodes.
struct StaticKinds {
  enum Kind {
    case null, number, text, date, list, set, dictionary, unknown
  }

  private(set) var kinds: [Kind] = []
  /// By node: the collection operator whose path ends at the node.
  ///
  /// For example, `a.@sum.b` ends the path of `@sum`.
  private(set) var operators: [CollectionOperator?] = []
  /// By node: whether a key follows directly.
  private(set) var keysFollow: [Bool] = []
  /// By node: whether it computes something.
  ///
  /// Writing such a node twice would be long and would not help.
  private(set) var computations: [Bool] = []
  /// By node: whether it reads the clock.
  private(set) var clocks: [Bool] = []

  subscript(node: NodeIndex) -> Kind { kinds[node.index] }

  /// Finds the kinds in one pass, because children come before their parents.
  ///
  /// - Parameters:
  ///   - structure: The structure with the nodes.
  ///   - given: The kind of a key or a variable, if it is declared.
  init(_ structure: Structure, given: (NodeIndex) -> Kind? = { _ in nil }) {
    kinds.reserveCapacity(structure.nodes.count)
    for node in structure.nodes {
      let children = structure.children(of: node)
      operators.append(collectionOperator(of: node, structure))
      kinds.append(given(node) ?? kind(of: node, structure))
      keysFollow.append(false)
      switch structure.kind(of: node) {
      case .member, .memberPlaceholder, .memberVariable, .term(.key, _):
        keysFollow[structure.child(0, of: node).index] = true
      default: break
      }
      computations.append(computes(node, structure))
      clocks.append(
        structure.kind(of: node) == .call(.now) || children.contains { clocks[$0.index] })
    }
  }

  private func computes(_ node: NodeIndex, _ structure: Structure) -> Bool {
    switch structure.kind(of: node) {
    case .infix, .negation, .call, .unknownCall: true
    default: structure.children(of: node).contains { computations[$0.index] }
    }
  }

  private func collectionOperator(
    of node: NodeIndex, _ structure: Structure
  ) -> CollectionOperator? {
    switch structure.kind(of: node) {
    case .collectionOperator(let name):
      CollectionOperator(rawValue: structure.name(name)).flatMap { $0.takesPath ? $0 : nil }
    case .member, .memberPlaceholder, .term(.key, _): operators[structure.child(0, of: node).index]
    default: nil
    }
  }

  private func kind(of node: NodeIndex, _ structure: Structure) -> Kind {
    let children = structure.children(of: node).map { kinds[$0.index] }
    switch structure.kind(of: node) {
    case .literal(let index): return Self.kind(of: structure.value(index))
    case .aggregate, .subquery: return .list
    case .infix(let symbol): return Self.kind(of: symbol, children[0], children[1])
    case .negation, .size, .placeholder(.integer, _), .placeholder(.double, _): return .number
    case .call(let function): return Self.kind(of: function, children)
    case .cast(let type): return Self.kind(of: CastTarget(rawValue: structure.name(type)))
    case .ternary: return children[1] == children[2] ? children[1] : .unknown
    case .collectionOperator(let name):
      return Self.kind(of: CollectionOperator(rawValue: structure.name(name)))
    case .member, .term(.key, _): return operators[node.index].map(Self.kind) ?? .unknown
    default: return .unknown
    }
  }

  private static func kind(of value: Value) -> Kind {
    switch value {
    case .null: .null
    case .bool, .int, .double: .number
    case .string: .text
    case .date: .date
    case .array: .list
    case .set: .set
    case .dictionary: .dictionary
    case .data: .unknown
    }
  }

  private static func kind(of symbol: ExpressionOperator, _ left: Kind, _ right: Kind) -> Kind {
    switch symbol {
    case .union, .intersect, .minus: .set
    // An operand of unknown kind that is subtracted from a date is most likely a date.
    case .subtract where left == .date: right == .number ? .date : .number
    case .add where left == .date || right == .date: .date
    default: .number
    }
  }

  private static func kind(of function: Function, _ arguments: [Kind]) -> Kind {
    switch function.entry.result {
    case .kinds(let kinds): kind(of: kinds)
    case .whole: .number
    case .list: .list
    case .number: .number
    case .first: arguments.first ?? .unknown
    case .one: joined(arguments)
    case .dateText: arguments.first == .date ? .text : .unknown
    case .element, .unknown: .unknown
    }
  }

  private static func kind(of kinds: Kinds) -> Kind {
    if kinds.isSubset(of: .number) { return .number }
    return kinds == .text ? .text : kinds == .date ? .date : .unknown
  }

  /// The kind of a value that is one of some and not nil, if they all have that kind.
  static func joined(_ kinds: [Kind]) -> Kind {
    let present = kinds.filter { $0 != .null }
    guard let first = present.first else { return .null }
    return present.allSatisfy { $0 == first } ? first : .unknown
  }

  private static func kind(of target: CastTarget?) -> Kind {
    switch target {
    case .date: .date
    case .number, .decimalNumber: .number
    case .string: .text
    case nil: .unknown
    }
  }

  private static func kind(of collectionOperator: CollectionOperator?) -> Kind {
    switch collectionOperator {
    case .count, .sum, .avg: .number
    case .unionOfSets, .distinctUnionOfSets: .set
    case .unionOfObjects, .distinctUnionOfObjects, .unionOfArrays, .distinctUnionOfArrays,
      .allKeys, .allValues:
      .list
    case .min, .max, nil: .unknown
    }
  }
}
