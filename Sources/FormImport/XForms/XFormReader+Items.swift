// The items that a repeat has at the start: those that the instance has beside the template.

import FormFile
import Predicate

extension XFormReader {
  /// The items that a list has at the start: those of the instance without the template.
  mutating func firstItems(of index: Index) -> [Value] {
    guard let parent = nodes.nodes[index].parent else { return [] }
    return items(of: index, facts[parent].element.elements)
  }

  private mutating func items(of list: Index, _ siblings: [XMLTree.Element]) -> [Value] {
    let name = nodes.nodes[list].name
    return siblings.filter { $0.name.local == name && $0.javaRosa("template") == nil }.map { item in
      let place = Place(item.startRange, path: nodes.path(of: list))
      log.add(.carried, .detail, "item", place, "value")
      readAttributes(of: item, list)
      var members: [(String, Value)] = []
      readItem(item, of: list, &members)
      return .dictionary(ValueDictionary(members))
    }
  }

  /// Compares the attributes of a node in an item with those in the template, which the host gets.
  private mutating func readAttributes(of element: XMLTree.Element, _ index: Index) {
    let known = facts[index].element.ownAttributes
    for attribute in element.ownAttributes {
      let isKnown = known.contains {
        $0.name.written == attribute.name.written && $0.value.string == attribute.value.string
      }
      let name = "instance/@\(attribute.name.written)"
      if isKnown {
        log.add(
          .putAside, .detail, name, place(attribute, of: index),
          "extra.instance.\(attribute.name.written)")
      } else {
        log.lose(.detail, name, place(attribute, of: index), "an item has no attributes")
      }
    }
  }

  /// Reads the values of an item, also those in its groups.
  ///
  /// The recursion is bounded by the depth of the file.
  private mutating func readItem(
    _ item: XMLTree.Element, of index: Index, _ members: inout [(String, Value)]
  ) {
    let elements = item.elements
    let byName = Dictionary(elements.map { ($0.name.local, $0) }, uniquingKeysWith: { a, _ in a })
    for child in nodes.nodes[index].children {
      let node = nodes.nodes[child]
      guard let tag = node.tag else { continue }
      guard node.content != .list else {
        members.append((tag, .array(items(of: child, elements))))
        continue
      }
      guard let element = byName[node.name] else { continue }
      guard case .value = node.content else {
        readItem(element, of: child, &members)
        continue
      }
      readAttributes(of: element, child)
      let place = Place(element.startRange, path: nodes.path(of: child))
      guard let start = starts[child] else { continue }
      let text = element.text
      // A row without a value starts as in a new item.
      if text.isEmpty {
        if start.hasValue { members.append((tag, .null)) }
      } else if let value = value(text, as: start.kind) {
        members.append((tag, value))
        addValue(text, start.kind, place)
      } else {
        log.lose(
          .detail, "value", place, "\(Problem.quoted(text)) is not \(start.kind.description)")
      }
    }
  }
}
