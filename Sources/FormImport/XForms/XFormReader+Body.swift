// Reads the body of an XForm: which nodes people see, in which order, and through which controls.
// A node stays in the group of its parent node, because answers have it there. If the body shows it
// elsewhere, its group comes where the first of its nodes is shown.

import FormFile
import Predicate

extension XFormReader {
  /// A place of the body: whose nodes are shown there, and among what.
  private struct Scope {
    let node: Index
    let container: Int
  }

  /// Reads the body.
  mutating func readBody(_ body: XMLTree.Element) {
    facts[0].isPlaced = true
    for element in body.elements { readBody(element, in: Scope(node: 0, container: 0)) }
    placeOthers()
  }

  /// The recursion is bounded by the depth of the file.
  private mutating func readBody(_ element: XMLTree.Element, in scope: Scope) {
    switch element.name.local {
    case "label", "hint", "help": break
    case "group": readGroup(element, in: scope)
    case "repeat":
      guard let index = controlled(by: element, in: scope) else {
        for inner in element.elements { readBody(inner, in: scope) }
        return
      }
      place(index, in: scope)
      let inside = Scope(node: index, container: index)
      for inner in element.elements { readBody(inner, in: inside) }
    case "input", "secret", "textarea", "select", "select1", "range", "rank", "trigger", "upload":
      guard let index = controlled(by: element, in: scope) else { return }
      place(index, in: scope)
      for inner in element.elements where inner.name.local == "setvalue" {
        readSetValue(inner, source: index, from: index)
      }
    case "setvalue": readSetValue(element, source: nil, from: scope.node)
    default: loseElement(element, of: scope.node)
    }
  }

  private mutating func readGroup(_ element: XMLTree.Element, in scope: Scope) {
    let controls = element.elements.filter { !["label", "hint", "help"].contains($0.name.local) }
    let repeats = controls.filter { $0.name.local == "repeat" }
    let named = reference(of: element).flatMap { node($0.value.string, from: scope.node) }
    if let inner = repeats.first, let nodeset = reference(of: inner),
      let list = node(nodeset.value.string, from: named ?? scope.node),
      list == named || named == nil && reference(of: element) == nil && controls.count == 1
    {
      // The group around a repeat is there for the label of the list.
      if facts[list].header == nil { facts[list].header = element }
      for inner in controls { readBody(inner, in: scope) }
      return
    }
    // A node with a formula has a value, also if a group of the body names it.
    let leaf = named.flatMap { index in
      let isLeaf = nodes.nodes[index].children.isEmpty
      return isLeaf && facts[index].bind.contains { $0.name.written == "calculate" } ? index : nil
    }
    guard leaf == nil, reference(of: element) != nil,
      let index = controlled(by: element, in: scope)
    else {
      let container = containers.count
      containers.append([])
      containers[scope.container].append(.group(container: container, element, leaf))
      let inside = Scope(node: scope.node, container: container)
      for inner in controls { readBody(inner, in: inside) }
      return
    }
    place(index, in: scope)
    let inside = Scope(node: index, container: index)
    for inner in controls { readBody(inner, in: inside) }
  }

  /// The attribute by which an element of the body names its node.
  func reference(of element: XMLTree.Element) -> XMLTree.Attribute? {
    element.attribute(element.name.local == "repeat" ? "nodeset" : "ref")
      ?? element.attribute("ref") ?? element.attribute("nodeset") ?? element.attribute("bind")
  }

  /// The node of an element of the body, which then has this control; nil if the element has no
  /// node of its own, which has been reported.
  private mutating func controlled(by element: XMLTree.Element, in scope: Scope) -> Index? {
    let name = element.name.written
    let kind: ImportReport.Kind =
      ["group", "repeat"].contains(element.name.local) ? .detail : .question
    guard let reference = reference(of: element) else {
      log.lose(kind, name, place(element, of: scope.node), "it names no node")
      return nil
    }
    let path = reference.value.string.trimmed
    let found =
      reference.name.local == "bind" ? binds[path] : node(path, from: scope.node)
    guard let index = found else {
      log.lose(
        kind, name, Place(element.startRange, path: path),
        "the instance has no node \(Problem.quoted(path))", part: reference.value.range)
      return nil
    }
    let hasNodes = !nodes.nodes[index].children.isEmpty
    guard index > 0, kind == .detail || !hasNodes else {
      log.lose(
        kind, name, place(element, of: index),
        index == 0 ? "it names the root of the instance" : "its node has nodes inside",
        part: reference.value.range)
      return nil
    }
    guard facts[index].control == nil else {
      log.lose(kind, name, place(element, of: index), "another control shows its node already")
      return nil
    }
    facts[index].control = element
    return index
  }

  // MARK: - Order

  /// Places a node where the body shows it, or in the group of its parent.
  private mutating func place(_ index: Index, in scope: Scope) {
    var chain: [Index] = []
    var next: Index? = index
    while let node = next, node != scope.node, !facts[node].isPlaced {
      chain.append(node)
      next = nodes.nodes[node].parent
    }
    guard let around = next else { return }
    var container = around == scope.node ? scope.container : around
    for node in chain.reversed() {
      facts[node].isPlaced = true
      containers[container].append(.node(node))
      container = node
    }
  }

  /// Places the nodes that the body does not show: a value behind the value that the instance has
  /// before it, and a group at the end.
  private mutating func placeOthers() {
    var followers: [Index: [Index]] = [:]
    var leading: [Index: [Index]] = [:]
    for index in nodes.nodes.indices {
      var anchor: Index?
      for child in nodes.nodes[index].children {
        let isValue = nodes.nodes[child].children.isEmpty
        if facts[child].isPlaced {
          if isValue { anchor = child }
          continue
        }
        facts[child].isPlaced = true
        if !isValue {
          containers[index].append(.node(child))
        } else if let anchor {
          followers[anchor, default: []].append(child)
        } else {
          leading[index, default: []].append(child)
        }
      }
    }
    for container in containers.indices {
      let first = container < nodes.nodes.count ? leading[container] ?? [] : []
      guard !first.isEmpty || !containers[container].isEmpty else { continue }
      containers[container] =
        first.map(Entry.node)
        + containers[container].flatMap { entry in
          guard case .node(let index) = entry else { return [entry] }
          return [entry] + (followers[index] ?? []).map(Entry.node)
        }
    }
  }

  // MARK: - Actions

  /// Reads a `setvalue`, whose paths begin at `base`.
  ///
  /// `source` is the control that the action stands in; nil if it stands elsewhere.
  mutating func readSetValue(_ element: XMLTree.Element, source: Index?, from base: Index) {
    guard let reference = element.attribute("ref") ?? element.attribute("bind"),
      let target = reference.name.local == "bind"
        ? binds[reference.value.string.trimmed] : node(reference.value.string, from: base)
    else {
      return log.lose(
        .detail, "setvalue", place(element, of: base), "it sets no node of the instance")
    }
    let events = (element.attributes.first { $0.name.local == "event" })?.value.string.words ?? []
    let isChange = events.contains("xforms-value-changed")
    let start = ["odk-instance-first-load", "odk-new-repeat", "xforms-ready", "odk-instance-load"]
    guard isChange ? source != nil : events.contains(where: start.contains) else {
      return log.lose(
        .detail, "setvalue", place(element, of: target),
        "the event \(Problem.quoted(events.joined(separator: " "))) does not occur here")
    }
    loseRest(of: element, but: ["ref", "bind", "event", "value", "id"], of: target)
    facts[isChange ? source ?? target : target].setters.append(
      Action(element: element, source: isChange ? source : nil, target: target))
  }

  /// Says that nothing is known of an element.
  mutating func loseElement(_ element: XMLTree.Element, of index: Index) {
    log.lose(.detail, element.name.written, place(element, of: index), "no importer knows it")
  }
}
