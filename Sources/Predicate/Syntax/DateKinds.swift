// Finds out which dates in a text are whole days, which are times of day and which are instants. A
// `Value` does not tell them apart: a day is stored as the first moment of that day in UTC, and a
// time of day as that time on 1970-01-01 in UTC. The kind of a date follows from the text and from
// what the embedder knows of its variables and keys. One pass over the tree, children before
// parents, finds the kinds and the changes to make. `SyntaxTree.settingDates` applies the changes,
// so that an evaluation does not need to know kinds.

/// A source of values whose kind only the embedder knows: dates, or several choices.
///
/// If the source gives a list, the kind is that of its elements.
package enum DateSource: Sendable, Hashable {
  case variable(String)
  /// A key of the object in a variable, or of each element if the variable holds a list.
  case key(String, ofVariable: String)
  /// Two or more keys, one behind the other: `$item.previous.born`, `$visits[0].drugs[0].since`.
  case path([String], ofVariable: String)
  /// SELF.
  case object
  /// A key of SELF.
  case keyOfObject(String)
  /// A column of a table, which `lookup` or `table` reads.
  case column(String, ofTable: String)
}

/// The kinds of the dates in a tree, and the changes that follow.
struct DateKinds {
  /// What is known of the value of a node, or of the elements if it is a list.
  enum Kind {
    /// Not a date.
    case other
    case day
    case time
    case instant
    /// Possibly a date; then it is treated as an instant.
    case unknown
    /// A list that contains both days and other dates.
    case mixed

    init(_ known: DateKind?) {
      self =
        switch known {
        case .day: .day
        case .time: .time
        case .instant: .instant
        case nil: .unknown
        }
    }
  }

  /// A change of a node: it becomes the argument of a function, or a call of another function.
  enum Change {
    case wrapped(Function)
    case replaced(Function)
  }

  /// The changes to make, by node.
  private(set) var changes: [NodeIndex: Change] = [:]
  private(set) var warnings: [Diagnostic] = []
  /// The error if the text asks a day for its time of day, or a time of day for its day.
  private(set) var error: Diagnostic?

  private let tree: SyntaxTree
  private var kinds: [Kind] = []
  /// What the node gives as a whole, or an element of it.
  private var origins: [Origin?] = []

  /// A variable with the keys that are read of it, or a table by its name.
  private enum Origin {
    case variable(Int32, keys: [String])
    case table(String)
  }

  /// What gives the value of a node, or the elements of it, if it is a name with or without keys.
  func source(of node: NodeIndex) -> DateSource? {
    switch structure.kind(of: node) {
    case .selfObject: return .object
    case .key(let name): return .keyOfObject(structure.name(name))
    default: break
    }
    guard case .variable(let index, let keys)? = origins[node.index] else { return nil }
    let variable = tree.variable(index)
    return switch keys.count {
    case 0: .variable(variable)
    case 1: .key(keys[0], ofVariable: variable)
    default: .path(keys, ofVariable: variable)
    }
  }
  /// The most keys of a path that are followed: nested lists are read no deeper.
  private static let longestPath = 64
  /// The collection of the SUBQUERY that binds each iterator.
  private var collections: [NodeIndex: NodeIndex] = [:]

  private var structure: Structure { tree.structure }

  /// Analyzes a tree.
  ///
  /// - Parameters:
  ///   - tree: The tree.
  ///   - known: The kind of the dates of a source; nil if unknown.
  /// - Complexity: O(n).
  init(_ tree: SyntaxTree, _ known: (DateSource) -> DateKind?) {
    self.tree = tree
    kinds.reserveCapacity(tree.structure.nodes.count)
    origins.reserveCapacity(tree.structure.nodes.count)
    collections = structure.iteratedCollections
    for node in structure.nodes {
      let (kind, origin) = kind(of: node, known)
      kinds.append(kind)
      origins.append(origin)
      note(node)
    }
  }

  /// The kind of the value of the whole tree; nil if it is unknown or not a date.
  var result: DateKind? {
    switch kinds.last {
    case .day: .day
    case .time: .time
    case .instant: .instant
    default: nil
    }
  }

  /// Converts the value of the whole tree, if it is an instant, to its day or its time of day.
  mutating func makeResult(_ wanted: DateKind) {
    guard let root = structure.nodes.last, case .instant? = kinds.last, wanted != .instant else {
      return
    }
    convert(root, by: wanted == .day ? .dayOf : .timeOf)
    kinds[root.index] = wanted == .day ? .day : .time
  }

  // MARK: - Kinds

  private subscript(node: NodeIndex) -> Kind { kinds[node.index] }

  private func kind(
    of node: NodeIndex, _ known: (DateSource) -> DateKind?
  ) -> (Kind, origin: Origin?) {
    let children = structure.children(of: node)
    func same(as child: NodeIndex) -> (Kind, Origin?) { (self[child], origins[child.index]) }
    switch structure.kind(of: node) {
    case .literal(let index): return (Self.kind(of: structure.value(index)), nil)
    case .variable(let index):
      return (Kind(known(.variable(tree.variable(index)))), .variable(index, keys: []))
    case .selfObject: return (Kind(known(.object)), nil)
    case .key(let name): return (Kind(known(.keyOfObject(structure.name(name)))), nil)
    case .member(let name):
      guard let origin = origins[children[0].index] else { return (.unknown, nil) }
      let name = structure.name(name)
      // `@max.self` reads the elements themselves.
      if name == "self" { return same(as: children[0]) }
      switch origin {
      case .variable(let index, let keys):
        let path = keys + [name]
        let variable = tree.variable(index)
        let source: DateSource =
          keys.isEmpty ? .key(name, ofVariable: variable) : .path(path, ofVariable: variable)
        return (
          Kind(known(source)),
          path.count < Self.longestPath ? .variable(index, keys: path) : nil
        )
      case .table(let table): return (Kind(known(.column(name, ofTable: table))), nil)
      }
    case .iterator: return collections[node].map(same) ?? (.unknown, nil)
    case .first, .last, .subquery: return same(as: children[0])
    case .index:
      guard case .literal(let index) = structure.kind(of: children[1]),
        case .string = structure.value(index)
      else { return same(as: children[0]) }
      return (.unknown, nil)
    case .collectionOperator(let name):
      switch CollectionOperator(rawValue: structure.name(name)) {
      case .count, .sum, .avg, .allKeys: return (.other, nil)
      case .allValues, nil: return (.unknown, nil)
      default: return same(as: children[0])
      }
    case .aggregate: return (combined(children), nil)
    case .infix(let symbol): return (kind(of: symbol, children[0], children[1]), nil)
    case .call(.lookup):
      guard let lookup = tree.lookup(node), let table = lookup.table, let column = lookup.column
      else { return (.unknown, nil) }
      return (Kind(known(.column(column.name, ofTable: table.name))), nil)
    case .call(.table):
      return (.other, structure.text(of: children[0]).map(Origin.table))
    case .call(let function): return (kind(of: function, children), nil)
    case .ternary: return (joined(children.dropFirst()), nil)
    case .cast(let name):
      guard structure.name(name) == CastTarget.date.rawValue else { return (.other, nil) }
      if self[children[0]] == .time { return (.time, nil) }
      return (self[children[0]] == .day || isDayText(children[0]) ? .day : .instant, nil)
    case .memberVariable, .memberPlaceholder, .placeholder, .unknownCall, .methodCall, .fetch,
      .assignment:
      return (.unknown, nil)
    default: return (.other, nil)
    }
  }

  private static func kind(of value: Value) -> Kind {
    switch value {
    case .date: .instant
    case .array, .set:
      value.members?.contains { if case .date = $0 { true } else { false } } == true
        ? .instant : .other
    case .dictionary: .unknown
    default: .other
    }
  }

  private func isDayText(_ node: NodeIndex) -> Bool {
    guard case .literal(let index) = structure.kind(of: node),
      case .string(let text) = structure.value(index)
    else { return false }
    return DateText.isDay(text)
  }

  private func kind(
    of symbol: ExpressionOperator, _ left: NodeIndex, _ right: NodeIndex
  ) -> Kind {
    switch symbol {
    case .union, .intersect, .minus: return combined([left, right])
    case .add:
      return self[left] == .other ? self[right] : self[left]
    // The right operand may be a number of seconds.
    case .subtract:
      switch (self[left], self[right]) {
      case (_, .day), (_, .time), (_, .instant), (.other, _): return .other
      default: return self[left]
      }
    default: return .other
    }
  }

  private func kind(of function: Function, _ arguments: Children) -> Kind {
    switch (variant(of: function, arguments) ?? function).entry.gives {
    case .none: .other
    case .day: .day
    case .time: .time
    case .instant: .instant
    case .first: self[arguments[0]]
    case .joined: joined(arguments)
    }
  }

  /// The variant that replaces a function because its first argument is a day or a time of day.
  private func variant(of function: Function, _ arguments: Children) -> Function? {
    switch arguments.first.map({ self[$0] }) {
    case .day: function.entry.ofDay
    case .time: function.entry.ofTime
    default: nil
    }
  }

  /// The kind of a list of several nodes.
  private func combined(_ nodes: some Collection<NodeIndex>) -> Kind {
    var found = Kind.other
    for node in nodes where self[node] != .other {
      switch (found, self[node]) {
      case (.other, let kind): found = kind
      case (let one, let other) where one == other: break
      case (.unknown, .instant), (.instant, .unknown): found = .unknown
      // What is not a time of day yet is made one where it is compared.
      case (.time, .unknown), (.time, .instant), (.unknown, .time), (.instant, .time):
        found = .time
      default: return .mixed
      }
    }
    return found
  }

  /// The kind of a value that is one of several nodes.
  ///
  /// If one node is a day, the result is a day, because `note` converts the others to days. The
  /// same holds for a time of day.
  private func joined(_ nodes: some Collection<NodeIndex>) -> Kind {
    let kind = combined(nodes)
    return kind == .mixed ? .day : kind
  }

  // MARK: - What follows

  private mutating func note(_ node: NodeIndex) {
    let children = structure.children(of: node)
    switch structure.kind(of: node) {
    case .comparison(let symbol, _, _):
      switch symbol {
      case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .between, .in,
        .contains:
        makeAlike(children, isMixNoted: false)
      default: break
      }
    case .ternary: makeAlike(children.dropFirst(), isMixNoted: true)
    case .infix(let symbol): noteInfix(symbol, node, children)
    case .call(let function): note(function, node, children)
    default: break
    }
  }

  /// Converts all nodes to days if one of them is a day or contains one; otherwise to times of day
  /// if one is a time of day.
  private mutating func makeAlike(_ nodes: some Collection<NodeIndex>, isMixNoted: Bool) {
    let hasTime = nodes.contains { self[$0] == .time }
    let hasDay = nodes.contains { self[$0] == .day || self[$0] == .mixed }
    guard hasDay || hasTime else { return }
    if hasDay, hasTime, let node = nodes.first(where: { self[$0] == .time }) {
      return warn(
        "a day and a time of day are mixed here, and none of them are equal", node,
        hint: "a time of day has no day")
    }
    for node in nodes {
      if isMixNoted, self[node] == .instant {
        if hasDay {
          warn("a day and an instant are mixed here: the instant becomes its day", node)
        } else {
          warn(
            "a time of day and an instant are mixed here: the instant becomes its time", node,
            hint: "write timeOf(x) for the time of day of an instant")
        }
      }
      convert(node, by: hasDay ? .dayOf : .timeOf)
    }
  }

  /// Converts a node to a day or a time of day; in a list literal, each element.
  private mutating func convert(_ node: NodeIndex, by function: Function) {
    let kind = function == .dayOf ? Kind.day : .time
    func isDone(_ node: NodeIndex) -> Bool { self[node] == kind || self[node] == .other }
    if structure.kind(of: node) == .aggregate {
      for element in structure.children(of: node) where !isDone(element) {
        changes[element] = .wrapped(function)
      }
    } else if !isDone(node) {
      changes[node] = .wrapped(function)
    }
  }

  /// Converts days and times to text by `dayText` and `timeText` before they become part of a text.
  private mutating func makeText(_ node: NodeIndex) {
    let isList = structure.kind(of: node) == .aggregate
    for part in isList ? Array(structure.children(of: node)) : [node] {
      switch self[part] {
      case .day: changes[part] = .wrapped(.dayText)
      case .time: changes[part] = .wrapped(.timeText)
      default: break
      }
    }
  }

  private mutating func noteInfix(
    _ symbol: ExpressionOperator, _ node: NodeIndex, _ children: Children
  ) {
    switch (symbol, self[children[0]], self[children[1]]) {
    case (.subtract, .day, .instant), (.subtract, .instant, .day):
      warn(
        "this subtracts a day and an instant", node,
        hint: "write daysBetween(a, b), or dayOf(x) for the day of an instant")
    case (.union, .day, .instant), (.union, .instant, .day), (.intersect, .day, .instant),
      (.intersect, .instant, .day), (.minus, .day, .instant), (.minus, .instant, .day):
      warn("days and instants are mixed here, and none of them are equal", node)
    case (.subtract, .time, .instant), (.subtract, .instant, .time), (.subtract, .time, .day),
      (.subtract, .day, .time):
      warn(
        "this subtracts a time of day and another date", node,
        hint: "write timeOf(x) for the time of day of an instant")
    default: break
    }
  }

  private mutating func note(_ function: Function, _ node: NodeIndex, _ arguments: Children) {
    if let variant = variant(of: function, arguments) { changes[node] = .replaced(variant) }
    switch function.entry.takes {
    case .all: break
    case .alike: makeAlike(arguments, isMixNoted: true)
    case .days:
      refuseTimes(arguments, function)
      for argument in arguments { convert(argument, by: .dayOf) }
    case .dayOrInstant: refuseTimes(arguments.prefix(1), function)
    case .timeOrInstant:
      guard self[arguments[0]] == .day, error == nil else { return }
      error = Diagnostic(
        "a day has no time of day", at: tree.range(of: arguments[0]),
        hint: function.entry.gives == .instant
          ? "write addDays(x, n), or \(function.name) of an instant"
          : "\(function.name) takes an instant, such as now()")
    case .dayAndTime:
      refuseTimes(arguments.prefix(1), function)
      convert(arguments[0], by: .dayOf)
      guard self[arguments[1]] != .day else {
        error =
          error
          ?? Diagnostic(
            .mixedDates, "a day has no time of day", at: tree.range(of: arguments[1]),
            hint: "\(function.name) takes a day, and then a time of day or an instant")
        return
      }
      convert(arguments[1], by: .timeOf)
    case .written(let count): for argument in arguments.prefix(count) { makeText(argument) }
    }
  }

  /// Refuses times of day where a function is about days.
  private mutating func refuseTimes(
    _ arguments: some Collection<NodeIndex>, _ function: Function
  ) {
    guard error == nil, let time = arguments.first(where: { self[$0] == .time }) else { return }
    error = Diagnostic(
      .mixedDates, "a time of day has no day", at: tree.range(of: time),
      hint: "\(function.name) takes a day or an instant")
  }

  private mutating func warn(
    _ message: String, _ node: NodeIndex,
    hint: String = "write dayOf(x) for the day of an instant"
  ) {
    warnings.append(
      Diagnostic(.mixedDates, message, severity: .warning, at: tree.range(of: node), hint: hint))
  }
}
