// What paths mean. An absolute path stays in the item that the node of the XPath is in, as far as
// it leads through the same lists; a path that climbs out of a list, and into one, means all items.
// Conditions in brackets choose among all items.
//
//   in the item of r     /d/r/n, ../n                     the row of the item
//                        ../../r/n, /d/r[n > 1]/n         the rows of all items
//   outside of r         /d/r/n                           the rows of all items

import Predicate

/// What a path leads to.
enum XPathTarget {
  /// A list in the way of a path, of which a path means all items, or those in brackets.
  struct List {
    var node: XFormNodes.Index
    var predicates: [XPathNode]
  }

  case node(XFormNodes.Index, through: [List], isOfItem: Bool)
  /// A column of an instance, or its items if the column is nil.
  case table(XFormNodes.Instance, name: String, predicates: [XPathNode], column: String?)
  /// A column of the item that a condition in brackets looks at.
  case column(String)
  /// Nothing that exists; the name of what is missing.
  case missing(String)
}

extension XPathWriter {
  /// Finds what a path leads to; `isSet` if all nodes of the path are meant, such as those that are
  /// counted.
  mutating func target(
    of path: XPathPath, _ range: Range<Int>, isSet: Bool = false
  ) throws(XPathError) -> XPathTarget {
    switch (path.start, scope.place) {
    case (.instance(let id), _): return try table(id, path, range)
    case (.here, .item(let id)): return try column(of: id, path, range)
    case (.here, .node(let node)): return try walk(path.steps, from: node, scope, range)
    case (.current, _):
      return try walk(path.steps, from: current, Scope(place: .node(current)), range)
    case (.root, .node(let node)): return try descend(path.steps, context: node, scope, range)
    case (.root, .item) where isSet:
      return try descend(path.steps, context: 0, Scope(place: .node(0)), range)
    case (.root, .item):
      let target = try descend(
        path.steps, context: current, Scope(place: .node(current)), range)
      if case .node(let node, let lists, _) = target, lists.isEmpty,
        !nodes.lists(around: node).isEmpty
      {
        note("JavaRosa reads this node in all items, and stops if there are several", range)
      }
      return target
    }
  }

  /// Walks an absolute path, in the item of the context.
  private mutating func descend(
    _ steps: [XPathPath.Step], context: XFormNodes.Index, _ scope: Scope, _ range: Range<Int>
  ) throws(XPathError) -> XPathTarget {
    guard let first = steps.first else { return .missing("/") }
    guard nodes.nodes.first?.name == first.name, first.predicates.isEmpty else {
      return .missing(first.name)
    }
    return try walk(
      Array(steps.dropFirst()), from: 0, scope, range,
      shared: Set(nodes.lists(around: context) + [context]))
  }

  /// Walks the steps of a path from a node; `shared` has the lists of which the path means one
  /// item.
  private mutating func walk(
    _ steps: [XPathPath.Step], from start: XFormNodes.Index, _ scope: Scope, _ range: Range<Int>,
    shared: Set<XFormNodes.Index> = []
  ) throws(XPathError) -> XPathTarget {
    var node = start
    var lists: [XPathTarget.List] = []
    for step in steps where step.name != "." || !step.predicates.isEmpty {
      if step.name == ".." {
        guard let parent = nodes.nodes[node].parent else {
          throw XPathError("the path leads above the root", step.range)
        }
        if node == lists.last?.node {
          lists.removeLast()
        } else if node == scope.list, !scope.isInside {
          throw XPathError("what is around the items of a list of lists cannot be read", range)
        }
        node = parent
        continue
      }
      guard step.name != "." else {
        throw XPathError("a condition on a node that is no list has no counterpart", step.range)
      }
      guard let child = names.child(step.name, of: node) else {
        return .missing(step.name)
      }
      node = child
      guard nodes.nodes[child].content == .list else {
        guard step.predicates.isEmpty else {
          throw XPathError("a condition on a node that is no list has no counterpart", step.range)
        }
        continue
      }
      let isShared = shared.contains(child)
      if isShared, lists.isEmpty, step.predicates.isEmpty { continue }
      if isShared, !lists.isEmpty {
        throw XPathError("JavaRosa reads one item of the inner list by its place", step.range)
      }
      lists.append(XPathTarget.List(node: child, predicates: step.predicates))
    }
    let isOfItem = isOfItem(node, through: lists, in: scope)
    if let list = scope.list, !scope.isInside, !isOfItem,
      !Set(nodes.lists(around: lists.first?.node ?? node))
        .isDisjoint(with: nodes.lists(around: list))
    {
      throw XPathError("what is around the items of a list of lists cannot be read", range)
    }
    return .node(node, through: lists, isOfItem: isOfItem)
  }

  /// Whether a node belongs to the item that a condition in brackets looks at.
  private func isOfItem(
    _ node: XFormNodes.Index, through lists: [XPathTarget.List], in scope: Scope
  ) -> Bool {
    guard let list = scope.list else { return false }
    let around = lists.first?.node ?? node
    return (lists.isEmpty && node == list) || isInside(around, list)
  }

  func isInside(_ node: XFormNodes.Index, _ list: XFormNodes.Index) -> Bool {
    nodes.lists(around: node).contains(list)
  }

  private mutating func table(
    _ id: String, _ path: XPathPath, _ range: Range<Int>
  ) throws(XPathError) -> XPathTarget {
    guard let instance = nodes.instances[id] else {
      throw XPathError(
        "there is no instance '\(id)'" + hint(id, among: nodes.instances.keys), range)
    }
    let names = path.steps.map(\.name)
    let depth = instance.path.count
    guard names.starts(with: instance.path), depth > 0, names.count <= depth + 1,
      path.steps.indices.allSatisfy({ $0 == depth - 1 || path.steps[$0].predicates.isEmpty })
    else {
      let known = instance.path.joined(separator: "/")
      throw XPathError("only '\(known)' and its columns can be read of an instance", range)
    }
    guard let name = instance.table else {
      throw XPathError("the form has no table with the items of '\(id)'", range)
    }
    let column = names.count > depth ? names[depth] : nil
    if let column, !instance.has(column) { return .missing(column) }
    return .table(
      instance, name: name, predicates: path.steps[depth - 1].predicates, column: column)
  }

  private mutating func column(
    of id: String, _ path: XPathPath, _ range: Range<Int>
  ) throws(XPathError) -> XPathTarget {
    let steps = path.steps.filter { $0.name != "." || !$0.predicates.isEmpty }
    guard steps.count == 1, steps[0].predicates.isEmpty, steps[0].name != ".." else {
      throw XPathError("only the columns of an item can be read here", range)
    }
    let name = steps[0].name
    guard nodes.instances[id]?.has(name) == true else { return .missing(name) }
    return .column(name)
  }

  /// The end of a sentence about an unknown name: the name that was probably meant.
  func hint(_ name: String, among names: some Sequence<String>) -> String {
    Spelling.nearest(to: name, among: names.sorted()).map { "; did you mean '\($0)'?" } ?? ""
  }
}
