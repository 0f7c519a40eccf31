// The values that paths lead to: rows of the form, cells of tables, and the items of lists.

import Predicate

extension XPathWriter {
  /// The value that a path leads to.
  mutating func value(of path: XPathPath, _ range: Range<Int>) throws(XPathError) -> XPathTerm {
    switch try target(of: path, range) {
    case .missing(let name):
      note(
        "there is no node '\(name)', so the value is always empty"
          + hint(name, among: nodes.nodes.map(\.name)), range)
      return .null
    case .column(let name):
      itemReads += 1
      var cell = XPathTerm((scope.variable ?? "SELF") + XPathTerm.key(name), .text, empty: .blank)
      cell.isCell = true
      return cell
    case .table(_, let name, let predicates, let column):
      guard let column else {
        throw XPathError("the items of an instance have no value of their own", range)
      }
      return try cell(path, name, predicates, column, range)
    case .node(let node, let lists, let isOfItem):
      guard case .value = nodes.nodes[node].content else {
        if lists.isEmpty, !isAroundItself(node) { return .null }
        throw XPathError("a list has no value of its own", range)
      }
      let tag = try tag(of: node, range)
      let kind = kind(of: node)
      if lists.isEmpty {
        let isItself = node == current && !isOfItem
        if isItself { readsItself = true }
        if isOfItem { itemReads += 1 }
        guard isOfItem || !isAroundItself(node) else {
          throw XPathError("the condition of a list cannot read its items", range)
        }
        var term = XPathTerm(
          isOfItem ? (scope.variable ?? "SELF") + XPathTerm.key(tag) : "$" + tag, kind,
          empty: .blank)
        term.row = node
        term.isInexact = kind == .decimal && nodes.nodes[node].calculate != nil
        return term
      }
      if lists.contains(where: \.predicates.isEmpty) {
        note("JavaRosa stops here if the list has several items; this is the first one", range)
      }
      let items = try items(lists, isOfItem: isOfItem, range)
      return XPathTerm(items + XPathTerm.key(tag) + "[0]", kind, empty: .blank)
    }
  }

  /// Whether the node of the XPath is a list, and the node stands in it.
  private func isAroundItself(_ node: XFormNodes.Index) -> Bool {
    nodes.nodes[current].content == .list && (node == current || isInside(node, current))
  }

  /// The tag of a node, which is read.
  mutating func tag(of node: XFormNodes.Index, _ range: Range<Int>) throws(XPathError) -> String {
    reads.insert(node)
    guard let tag = nodes.nodes[node].tag else {
      throw XPathError("the form has no row for '\(nodes.nodes[node].name)'", range)
    }
    return tag
  }

  /// The kind of the value that a node holds.
  mutating func kind(of node: XFormNodes.Index) -> XPathTerm.Kind {
    guard case .value(var type) = nodes.nodes[node].content else { return .nothing }
    if nodes.nodes[node].isComputed {
      if let known = types[node] { type = known } else { unknownTypes.insert(node) }
    }
    return XPathTerm.Kind(type)
  }

  /// The items of lists that stand in one another.
  mutating func items(
    _ lists: [XPathTarget.List], isOfItem: Bool, _ range: Range<Int>
  ) throws(XPathError) -> String {
    var items = ""
    for (place, list) in lists.enumerated() {
      let tag = try tag(of: list.node, range)
      if place > 0 {
        items += ".@unionOfArrays" + XPathTerm.key(tag)
      } else if isOfItem {
        itemReads += 1
        items = (scope.variable ?? "SELF") + XPathTerm.key(tag)
      } else {
        items = "$" + tag
      }
      items = try filtered(
        items, by: list.predicates, in: .node(list.node), list: list.node,
        hasPosition: place == 0 && !names.tags.contains("index"), isInside: place == 0 && !isOfItem)
    }
    return items
  }

  /// A cell of a table: of the first row that meets the conditions.
  private mutating func cell(
    _ path: XPathPath, _ table: String, _ predicates: [XPathNode], _ column: String,
    _ range: Range<Int>
  ) throws(XPathError) -> XPathTerm {
    if let (key, value) = try lookup(path, predicates) {
      let names = [table, key].map(XPathTerm.literal)
      return .call(
        "lookup", names + [value.text, XPathTerm.literal(column)], .text, empty: .blank)
    }
    if predicates.isEmpty {
      note("JavaRosa stops here if the instance has several items; this is the first one", range)
    }
    let rows = try rows(table, of: path, predicates)
    return XPathTerm(rows + XPathTerm.key(column) + "[0]", .text, empty: .blank)
  }

  /// The rows of a table that meet the conditions.
  mutating func rows(
    _ table: String, of path: XPathPath, _ predicates: [XPathNode]
  ) throws(XPathError) -> String {
    guard case .instance(let id) = path.start else { return "" }
    return try filtered(
      "table(\(XPathTerm.literal(table)))", by: predicates, in: .item(id), hasPosition: false,
      isInside: true)
  }

  /// The column and the text that a single condition `column = text` compares.
  private mutating func lookup(
    _ path: XPathPath, _ predicates: [XPathNode]
  ) throws(XPathError) -> (key: String, value: XPathTerm)? {
    guard case .instance(let id) = path.start, predicates.count == 1,
      case .operation(let sides, [.equal]) = predicates[0].content
    else { return nil }
    let outer = scope
    defer { scope = outer }
    scope = Scope(place: .item(id), variable: "$it")
    for (column, other) in [(sides[0], sides[1]), (sides[1], sides[0])] {
      guard case .path(let path) = column.content, path.start == .here,
        case .column(let key) = try target(of: path, column.range)
      else { continue }
      let reads = itemReads
      let value = try term(other)
      guard itemReads == reads, !value.kind.isNumber, value.kind != .truth else { continue }
      return (key, try tightText(value, other.range))
    }
    return nil
  }
}

extension XPathTerm.Kind {
  /// The kind of a value of a type.
  init(_ type: XFormNodes.ValueType) {
    switch type {
    case .text, .other: self = .text
    case .whole: self = .whole
    case .decimal: self = .decimal
    case .truth: self = .truth
    case .day: self = .day
    case .time: self = .time
    case .instant: self = .instant
    case .choice: self = .choice
    case .choices: self = .choices
    }
  }
}

extension XFormNodes.Node {
  /// Whether a formula gives its value, and nobody answers it.
  var isComputed: Bool { calculate != nil && !isAsked }
}
