// Reads the model of an XForm: the nodes of the primary instance, the binds that say more of them,
// and what happens at the start. Nodes of one name in one parent are one node here: the items of a
// repeat, which the file has as often as there are first items.

import FormFile
import Predicate

extension XFormReader {
  /// Reads the nodes of the primary instance.
  mutating func readNodes(_ data: XMLTree.Element) {
    addNode(data, below: nil)
  }

  /// The recursion is bounded by the depth of the file.
  private mutating func addNode(_ element: XMLTree.Element, below parent: Index?) {
    let name = element.name.local
    let isTemplate = element.javaRosa("template") != nil
    let index: Index
    if let parent, let known = children[ChildName(parent: parent, name: name)] {
      index = known
      if isTemplate, !facts[known].hasTemplate {
        // The template says what a new item has, wherever it stands.
        facts[known].further.append(facts[known].element)
        facts[known].element = element
        facts[known].hasTemplate = true
      } else {
        facts[known].further.append(element)
      }
    } else {
      index = nodes.nodes.count
      nodes.nodes.append(XFormNodes.Node(name: name, parent: parent, content: .value(.text)))
      facts.append(Facts(element: element))
      containers.append([])
      facts[index].hasTemplate = isTemplate
      if let parent {
        nodes.nodes[parent].children.append(index)
        children[ChildName(parent: parent, name: name)] = index
      }
    }
    for inner in element.elements { addNode(inner, below: index) }
  }

  /// Reads the secondary instances, the binds and the actions of the model.
  mutating func readModel(_ model: XMLTree.Element, _ primary: XMLTree.Element) {
    for element in model.elements {
      switch element.name.local {
      case "instance" where element.range != primary.range: readInstance(element)
      case "bind": readBind(element, from: 0)
      case "instance", "itext", "submission": break
      case "setvalue": readSetValue(element, source: nil, from: 0)
      default: loseElement(element, of: 0)
      }
    }
  }

  private mutating func readBind(_ element: XMLTree.Element, from base: Index) {
    guard let nodeset = element.attribute("nodeset") ?? element.attribute("ref") else {
      return log.lose(.detail, "bind", place(element, of: base), "it has no nodeset")
    }
    guard let index = node(nodeset.value.string, from: base) else {
      return log.lose(
        .detail, "bind", Place(element.startRange, path: nodeset.value.string.trimmed),
        "the instance has no node \(Problem.quoted(nodeset.value.string.trimmed))",
        part: nodeset.value.range)
    }
    if let id = element.attribute("id") { binds[id.value.string] = index }
    for attribute in element.ownAttributes
    where attribute.range != nodeset.range && attribute.name.written != "id" {
      let known = facts[index].bindIndices[attribute.name.written].map { facts[index].bind[$0] }
      if let known, known.value.string == attribute.value.string {
        log.add(
          .carried, .detail, attribute.name.written, place(attribute, of: index),
          "what another bind says")
      } else if known != nil {
        log.lose(
          .detail, "\(attribute.name.written)", place(attribute, of: index),
          "another bind of the node says something else")
      } else {
        facts[index].bindIndices[attribute.name.written] = facts[index].bind.count
        facts[index].bind.append(attribute)
      }
    }
    for inner in element.elements where inner.name.local == "bind" { readBind(inner, from: index) }
  }

  // MARK: - Paths

  /// The node that a path leads to; nil if there is none.
  func node(_ path: String, from base: Index) -> Index? {
    let path = path.trimmed
    var steps = path.split(separator: "/", omittingEmptySubsequences: false)[...]
    var index = base
    if steps.first == "", steps.count > 1 {
      guard Self.local(steps[1]) == nodes.nodes[0].name else { return nil }
      steps = steps.dropFirst(2)
      index = 0
    }
    for step in steps {
      switch step {
      case ".", "": break
      case "current()": index = base
      case "..":
        guard let parent = nodes.nodes[index].parent else { return nil }
        index = parent
      default:
        let name = ChildName(parent: index, name: Self.local(step))
        guard let child = children[name] else { return nil }
        index = child
      }
    }
    return path.isEmpty ? nil : index
  }

  private static func local(_ step: Substring) -> String {
    String(step.split(separator: ":", omittingEmptySubsequences: false).last ?? step).trimmed
  }

  // MARK: - When all is read

  /// Decides what each node is, and gives the nodes their tags.
  mutating func finishNodes() {
    for index in nodes.nodes.indices {
      if !nodes.nodes[index].children.isEmpty {
        let isList = facts[index].control?.name.local == "repeat" || facts[index].hasTemplate
        nodes.nodes[index].content = isList ? .list : .group
      } else if let control = facts[index].control,
        ["repeat", "group"].contains(control.name.local)
      {
        nodes.nodes[index].content = control.name.local == "repeat" ? .list : .group
      } else {
        nodes.nodes[index].content = .value(valueType(of: index))
        nodes.nodes[index].isAsked = facts[index].control != nil
      }
      nodes.nodes[index].calculate = bind("calculate", of: index)?.value.string
      if nodes.nodes[index].content != .list { loseSiblings(of: index) }
    }
    for (index, tag) in XFormTags(nodes).tags.enumerated() { nodes.nodes[index].tag = tag }
    finishInstances()
  }

  private mutating func loseSiblings(of index: Index) {
    // In an item of a list each node may stand once more.
    guard nodes.lists(around: index).isEmpty else { return }
    for item in facts[index].further {
      log.lose(
        .detail, "node", Place(item.startRange, path: nodes.path(of: index)),
        "a node of this name stands here already, and no repeat shows it")
    }
    facts[index].further = []
  }

  /// An attribute of the bind of a node.
  func bind(_ name: String, of index: Index) -> XMLTree.Attribute? {
    facts[index].bindIndices[name].map { facts[index].bind[$0] }
  }

  /// The type of a node: that of its bind, or of its control.
  private func valueType(of index: Index) -> XFormNodes.ValueType {
    switch facts[index].control?.name.local {
    case "select1": return .choice
    case "trigger" where bind("calculate", of: index) == nil: return .choice
    case "select", "rank": return .choices
    default: break
    }
    guard let type = bind("type", of: index)?.value.string.trimmed else {
      return facts[index].control?.name.local == "range" ? .decimal : .text
    }
    switch type.split(separator: ":").last.map(String.init) ?? type {
    case "string", "text", "": return .text
    case "int", "integer", "long", "short": return .whole
    case "decimal", "double", "float": return .decimal
    case "boolean": return .truth
    case "date": return .day
    case "time": return .time
    case "dateTime": return .instant
    // Without options, a choice is the text that the instance has.
    case "select1", "select", "rank": return .text
    default: return .other(type)
    }
  }
}
