// Functions of lists, of their items, and of tables.

import Predicate

/// The values of a node in the items of a list, or of a column in the rows of a table.
struct XPathValues {
  /// The items, such as `$r`.
  var items: String
  /// What is read of each item, such as `.n`; empty for the items themselves.
  var key: String
  var kind: XPathTerm.Kind
  /// The values as a list, such as `$r.n`.
  var text: String { items + key }
}

extension XPathWriter {
  /// The values of a path that leads through lists; nil of anything else.
  mutating func values(_ node: XPathNode) throws(XPathError) -> XPathValues? {
    let values = try nodeSet(node)
    guard let values, values.key.isEmpty == false else {
      if values != nil { throw XPathError("the items have no value of their own", node.range) }
      return nil
    }
    if let path = path(node),
      case .node(let leaf, let lists, _) = try target(of: path, node.range, isSet: true),
      mayHide(leaf, inside: lists)
    {
      throw XPathError(
        "JavaRosa leaves out what is hidden in some items, which a list does not", node.range)
    }
    return values
  }

  private func path(_ node: XPathNode) -> XPathPath? {
    if case .path(let path) = node.content { path } else { nil }
  }

  /// The nodes of a path that leads through lists or to a table; nil of anything else.
  private mutating func nodeSet(_ node: XPathNode) throws(XPathError) -> XPathValues? {
    guard let path = path(node) else { return nil }
    switch try target(of: path, node.range, isSet: true) {
    case .table(_, let name, let predicates, let column):
      return XPathValues(
        items: try rows(name, of: path, predicates), key: column.map(XPathTerm.key) ?? "",
        kind: .text)
    case .node(let leaf, let lists, let isOfItem) where !lists.isEmpty:
      let items = try items(lists, isOfItem: isOfItem, node.range)
      guard case .value = nodes.nodes[leaf].content else {
        return XPathValues(items: items, key: "", kind: .nothing)
      }
      return XPathValues(
        items: items, key: XPathTerm.key(try tag(of: leaf, node.range)), kind: kind(of: leaf))
    default: return nil
    }
  }

  /// Whether a node can be hidden in one item and shown in another one.
  private func mayHide(_ leaf: XFormNodes.Index, inside lists: [XPathTarget.List]) -> Bool {
    var node = leaf
    while let list = lists.first?.node, node != list {
      if hideable.contains(node) { return true }
      guard let parent = nodes.nodes[node].parent else { return false }
      node = parent
    }
    return false
  }

  /// Whether a node or a group around it may be hidden.
  private func mayHide(_ node: XFormNodes.Index) -> Bool {
    var next: XFormNodes.Index? = node
    while let node = next {
      if hideable.contains(node) { return true }
      next = nodes.nodes[node].parent
    }
    return false
  }
}

// MARK: - Counts and sums

extension XPathWriter {
  mutating func count(_ call: XPathCall) throws(XPathError) -> XPathTerm {
    guard let path = path(call[0]) else {
      throw XPathError("count takes a path", call.range)
    }
    let target = try target(of: path, call[0].range, isSet: true)
    if case .missing = target { return .number(0) }
    guard let values = try nodeSet(call[0]) else {
      guard case .node(let node, _, _) = target, !mayHide(node) else {
        throw XPathError("whether a single node is shown cannot be counted", call.range)
      }
      return .number(1)
    }
    let count = XPathTerm(values.items + ".@count", .whole)
    guard case .node(let leaf, let lists, let isOfItem) = target, let list = lists.first?.node
    else {
      return count
    }
    if mayHide(leaf, inside: lists) {
      throw XPathError("JavaRosa does not count what is hidden in some items", call.range)
    }
    // The items of a hidden list are still there.
    guard mayHide(list) else { return count }
    guard !isOfItem, lists.count == 1 else {
      throw XPathError("JavaRosa does not count the items of a hidden list", call.range)
    }
    let tag = try tag(of: list, call.range)
    return .call("if", ["$\(tag).isHidden == YES", "0", count.text], .whole)
  }

  mutating func filledCount(_ call: XPathCall) throws(XPathError) -> XPathTerm {
    if let values = try nodeSet(call[0]) {
      guard !values.key.isEmpty, values.kind != .choices else {
        throw XPathError("only values of nodes can be counted so", call.range)
      }
      return .call("count", [values.text], .whole)
    }
    guard path(call[0]) != nil else {
      throw XPathError("count-non-empty takes a path", call.range)
    }
    let isEmpty = try emptiness(term(call[0]), call.range)
    return .call("if", [isEmpty.text, "0", "1"], .whole)
  }

  mutating func sum(_ call: XPathCall) throws(XPathError) -> XPathTerm {
    guard path(call[0]) != nil else { throw XPathError("sum takes a path", call.range) }
    guard let values = try nodeSet(call[0]) else {
      let value = try number(call[0])
      return .call("coalesce", [value.text, "0"], value.kind)
    }
    guard values.kind.isNumber else {
      throw XPathError("only numbers can be added, and these are texts", call.range)
    }
    var sum = XPathTerm(values.items + ".@sum" + values.key, values.kind)
    sum.isInexact = values.kind == .decimal
    return sum
  }

  /// The greatest or the least number.
  mutating func extreme(_ call: XPathCall, _ name: String) throws(XPathError) -> XPathTerm {
    if name == "max" {
      note("JavaRosa gives 4.9E-324 if no number is above 0", call.range)
    }
    if call.count == 1, let values = try nodeSet(call[0]) {
      let text = values.items + ".@\(name)" + values.key
      if values.kind.isDate {
        return try number(XPathTerm(text, values.kind, empty: .unknown), call.range)
      }
      guard values.kind.isNumber else {
        throw XPathError("only numbers have a \(name), and these are texts", call.range)
      }
      return XPathTerm(text, values.kind, empty: .unknown)
    }
    var numbers: [XPathTerm] = []
    for argument in call.arguments { numbers.append(try number(argument)) }
    guard numbers.count > 1 else { return numbers[0] }
    let isWhole = numbers.allSatisfy { $0.kind == .whole || $0.isNotANumber }
    let mayBeNull = numbers.allSatisfy(\.mayBeNull)
    var result = XPathTerm.call(
      name, numbers.map(\.text), isWhole ? .whole : .decimal, empty: mayBeNull ? .unknown : [])
    result.isInexact = numbers.contains(where: \.isInexact)
    let days = numbers.compactMap(\.day)
    if days.count == numbers.count {
      let day = "\(name)(\(days.joined(separator: ", ")))"
      result.day = day
      result.text = "daysBetween(\(Self.epoch), \(day))"
    }
    return result
  }
}

// MARK: - Items

extension XPathWriter {
  mutating func position(_ call: XPathCall) throws(XPathError) -> XPathTerm {
    guard call.count == 1 else {
      guard let variable = scope.variable, scope.hasPosition else {
        throw XPathError("position() has no counterpart here", call.range)
      }
      itemReads += 1
      return XPathTerm(variable + ".index + 1", .whole, .sum)
    }
    guard let path = path(call[0]),
      case .node(let node, let lists, let isOfItem) = try target(of: path, call[0].range),
      lists.isEmpty, nodes.nodes[node].content == .list
    else { throw XPathError("position takes the path of an item", call.range) }
    if isOfItem, node == scope.list, scope.hasPosition, let variable = scope.variable {
      itemReads += 1
      return XPathTerm(variable + ".index + 1", .whole, .sum)
    }
    guard !isOfItem, nodes.lists(around: current).last == node else {
      throw XPathError("only the position in the innermost list can be read", call.range)
    }
    return XPathTerm("$item.index + 1", .whole, .sum)
  }

  mutating func indexed(_ call: XPathCall) throws(XPathError) -> XPathTerm {
    guard call.count % 2 == 1 else {
      throw XPathError("indexed-repeat takes a place behind each list", call.range)
    }
    let leaf = try node(call[0])
    var lists: [XFormNodes.Index] = []
    var text = ""
    for index in stride(from: 1, to: call.count, by: 2) {
      let list = try node(call[index])
      let tag = try tag(of: list, call[index].range)
      text += text.isEmpty ? "$" + tag : XPathTerm.key(tag)
      lists.append(list)
      let place = try number(call[index + 1])
      guard place.kind == .whole else {
        throw XPathError("the place of an item has to be a whole number", call[index + 1].range)
      }
      // A place before the first one is the first one.
      if case .number(let number) = place.constant {
        text += "[\(Int64(max(number, 1)) - 1)]"
      } else {
        text += "[max(\(place.text), 1) - 1]"
      }
    }
    let around = nodes.lists(around: leaf)
    guard scope.list == nil, around.count >= lists.count, around.suffix(lists.count) == lists[...],
      around.dropLast(lists.count).allSatisfy(nodes.lists(around: current).contains)
    else {
      throw XPathError("indexed-repeat takes the lists around the node", call.range)
    }
    let tag = try tag(of: leaf, call[0].range)
    return XPathTerm(text + XPathTerm.key(tag), kind(of: leaf), empty: .blank)
  }

  /// The node that a path leads to, in whatever item.
  private mutating func node(_ node: XPathNode) throws(XPathError) -> XFormNodes.Index {
    guard let path = path(node),
      case .node(let index, _, _) = try target(of: path, node.range)
    else { throw XPathError("indexed-repeat takes paths of nodes and lists", node.range) }
    return index
  }

  mutating func pulled(_ call: XPathCall) throws(XPathError) -> XPathTerm {
    var names: [String] = []
    for index in 0..<3 {
      guard case .text(let name) = call[index].content else {
        throw XPathError("pulldata takes its file and columns in quotes", call[index].range)
      }
      names.append(name)
    }
    guard let table = nodes.instances[names[0]]?.table else {
      throw XPathError("the form has no table '\(names[0])'", call[0].range)
    }
    let value = try tightText(call[3])
    let literals = [table, names[2]].map(XPathTerm.literal)
    return .call(
      "lookup", literals + [value.text, XPathTerm.literal(names[1])], .text, empty: .blank)
  }

  /// A text of the form in its language, by its id.
  mutating func translation(_ call: XPathCall) throws(XPathError) -> XPathTerm {
    guard let table = nodes.instances[call.name]?.table else {
      throw XPathError("the form has no table with its texts", call.range)
    }
    let id = try tightText(call[0])
    return .call(
      "lookup", [XPathTerm.literal(table), "'id'", id.text, "'text'"], .text, empty: .blank)
  }
}
