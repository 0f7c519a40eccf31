// Makes the members of a form from the nodes of an XForm: a question of each node with a value, a
// group of each node with nodes inside, a list of each repeat.

import FormFile
import Predicate

extension XFormReader {
  /// The members of a container, in the order of the body.
  ///
  /// The recursion is bounded by the depth of the file.
  mutating func members(of container: Int) -> [ImportedMember] {
    containers[container].map { entry in
      switch entry {
      case .group(let container, let element, let node): group(element, container, node)
      case .node(let index):
        switch nodes.nodes[index].content {
        case .group: group(index)
        case .list: list(index)
        case .value: question(index)
        }
      }
    }
  }

  // MARK: - Groups

  /// A group of the body without a node: people see it, and answers do not have it.
  ///
  /// If it has a node that holds a value, the condition of the node is its own.
  private mutating func group(
    _ element: XMLTree.Element, _ container: Int, _ node: Index?
  ) -> ImportedMember {
    let base = owner(of: container)
    let place =
      node.map { Place(element.startRange, path: nodes.path(of: $0)) }
      ?? place(element, of: base)
    let hides = node.flatMap { relevance[$0]?.text } != nil
    log.add(
      hides ? .changed : .carried, .detail, element.name.local, place, "a section without a tag",
      because: hides ? "what it hides counts as not relevant; JavaRosa only does not ask it" : nil)
    var section = SectionDefinition()
    var extra = Extra()
    readLook(of: element, of: base, &section.texts, &extra)
    section.extra = extra.value
    if let node {
      section.hidden = relevance[node]?.text.map {
        ConditionDefinition(.predicate($0), isInverted: true)
      }
    }
    return ImportedMember(content: .section(section, members(of: container)), place: place)
  }

  /// The node in whose container a group without a node stands, as far as places need it.
  private func owner(of container: Int) -> Index { container < nodes.nodes.count ? container : 0 }

  private mutating func group(_ index: Index) -> ImportedMember {
    var section = self.section(index)
    var member = ImportedMember(
      content: .section(section, []), place: memberPlace(of: index))
    var extra = Extra()
    readBind(ofSection: index, &section, &member, &extra)
    let control = facts[index].control
    log.add(
      .carried, .detail, control?.name.local ?? "node", member.place,
      "section '\(section.tag ?? "")'")
    if let control { readLook(of: control, of: index, &section.texts, &extra) }
    readOthers(of: index, &extra)
    section.extra = extra.value
    member.content = .section(section, members(of: index))
    return member
  }

  private mutating func list(_ index: Index) -> ImportedMember {
    var section = self.section(index)
    var member = ImportedMember(
      content: .section(section, []), place: memberPlace(of: index))
    var extra = Extra()
    readBind(ofSection: index, &section, &member, &extra)
    log.add(.carried, .detail, "repeat", member.place, "list '\(section.tag ?? "")'")
    var items = ItemsDefinition(template: .rows([]))
    if let header = facts[index].header {
      let place = Place(header.startRange, path: "\(nodes.path(of: index))/..")
      log.add(.carried, .detail, "group", place, "title of a list")
      readLook(of: header, of: index, &section.texts, &extra)
    }
    if let control = facts[index].control {
      readLook(of: control, of: index, &section.texts, &extra)
      if let count = control.javaRosa("count") {
        var translation = translator.formula(count.value.string, of: index)
        if isCircular(translation, of: index) {
          translation.text = nil
          translation.loss = XPathTranslation.Note("the number of items depends on the items")
        } else if Int(count.value.string.trimmed) == nil {
          translation.changes.append(
            XPathTranslation.Note("JavaRosa keeps the items that a lower count leaves over"))
        }
        report(translation, "jr:count", count, of: index, as: "count")
        items.countFormula = translation.text
        member.put(.count, at: place(count, of: index))
      }
      if let fixed = control.javaRosa("noAddRemove") {
        if constant(fixed.value.string) == true, items.countFormula == nil { items.allows = [] }
        log.add(.carried, .detail, "jr:noAddRemove", place(fixed, of: index), "allows")
      }
    }
    readOthers(of: index, &extra)
    section.extra = extra.value
    let members = members(of: index)
    items.value = firstItems(of: index)
    section.kind = .multivalued(items)
    member.content = .section(section, members)
    return member
  }

  private func section(_ index: Index) -> SectionDefinition {
    let node = nodes.nodes[index]
    return SectionDefinition(tag: node.tag, name: node.name == node.tag ? nil : node.name)
  }

  /// The place that stands for a node: its control, or the node itself.
  func memberPlace(of index: Index) -> Place {
    Place(
      (facts[index].control ?? facts[index].element).startRange, path: nodes.path(of: index))
  }

  // MARK: - Binds

  private mutating func readBind(
    ofSection index: Index, _ section: inout SectionDefinition, _ member: inout ImportedMember,
    _ extra: inout Extra
  ) {
    for attribute in facts[index].bind {
      switch attribute.name.written {
      case "relevant":
        section.hidden = relevant(attribute, of: index)
        member.put(.hidden, at: place(attribute, of: index))
      case "readonly":
        section.disabled = condition(attribute, of: index, as: "disabled")
        member.put(.disabled, at: place(attribute, of: index))
      case "calculate", "constraint":
        log.lose(
          .expression, attribute.name.local, place(attribute, of: index), "a group has no value")
      default: putAside(attribute, nil, of: index, &extra)
      }
    }
  }

  /// The condition under which a node is hidden.
  mutating func relevant(_ attribute: XMLTree.Attribute, of index: Index) -> ConditionDefinition? {
    let place = place(attribute, of: index)
    if let constant = constant(attribute.value.string) {
      log.add(.carried, .expression, "relevant", place, "visible")
      return ConditionDefinition(.constant(constant), isInverted: true)
    }
    guard var translation = relevance[index] else { return nil }
    if nodes.nodes[index].content == .list,
      translation.reads.contains(where: { nodes.isInside($0, index) })
    {
      translation = XPathTranslation(
        loss: XPathTranslation.Note("the condition of a list cannot read its items"))
    }
    let own = translation.reads.filter {
      kept.contains($0) && ($0 == index || nodes.isInside($0, index))
    }
    if !own.isEmpty, translation.loss == nil {
      let names = own.compactMap { nodes.nodes[$0].tag.map { "'\($0)'" } }.sorted()
      translation.changes.append(
        XPathTranslation.Note(
          "it reads what it hides, so \(names.joined(separator: ", ")) counts while it is hidden"))
    }
    report(translation, "relevant", attribute, of: index, as: "visible")
    return translation.text.map { ConditionDefinition(.predicate($0), isInverted: true) }
  }

  /// The condition of `readonly` or `required`.
  mutating func condition(
    _ attribute: XMLTree.Attribute, of index: Index, as key: String
  ) -> ConditionDefinition? {
    let name = attribute.name.written
    if let constant = constant(attribute.value.string) {
      log.add(.carried, .expression, name, place(attribute, of: index), key)
      return ConditionDefinition(.constant(constant))
    }
    let translation = translator.condition(attribute.value.string, of: index)
    report(translation, name, attribute, of: index, as: key)
    return translation.text.map { ConditionDefinition(.predicate($0)) }
  }

  /// Says what became of an XPath.
  mutating func report(
    _ translation: XPathTranslation, _ name: String, _ attribute: XMLTree.Attribute,
    of index: Index, as key: String
  ) {
    let place = place(attribute, of: index)
    if translation.text == nil || translation.loss != nil {
      let part = translation.loss?.range.map(attribute.value.sourceRange)
      log.lose(
        .expression, name, place, translation.loss?.reason ?? "it cannot be written", part: part)
    } else if translation.changes.isEmpty {
      log.add(.carried, .expression, name, place, key)
    } else {
      let reasons = translation.changes.map(\.reason).joined(separator: "; ")
      log.add(.changed, .expression, name, place, key, because: reasons)
    }
  }

  // MARK: - Looks

  /// Reads the label, the hint and the attributes of a control, which say how it looks.
  mutating func readLook(
    of element: XMLTree.Element, of index: Index, _ texts: inout Texts, _ extra: inout Extra
  ) {
    for inner in element.elements {
      let key: TextKey
      switch inner.name.local {
      case "label": key = .title
      case "hint", "help": key = .help
      default: continue
      }
      let shown = shown(inner, of: index, as: key.rawValue)
      if texts[key] == nil { texts[key] = shown.text }
      for (form, value) in shown.others { extra.put(form, in: key.rawValue, value) }
    }
    let known = ["ref", "nodeset", "bind", "count", "noAddRemove", "start", "end", "step"]
    for attribute in element.ownAttributes where !known.contains(attribute.name.local) {
      putAside(attribute, nil, of: index, &extra)
    }
  }

  /// Says what of an element is not read: further attributes, and elements inside.
  mutating func loseRest(
    of element: XMLTree.Element, but attributes: [String], _ elements: [String] = [],
    of index: Index
  ) {
    for attribute in element.ownAttributes where !attributes.contains(attribute.name.local) {
      log.lose(
        .detail, "\(element.name.local)/\(attribute.name.written)", place(attribute, of: index),
        "no importer knows it")
    }
    for inner in element.elements where !elements.contains(inner.name.local) {
      loseElement(inner, of: index)
    }
  }

  /// Keeps the attributes that the instance has on a node.
  mutating func readOthers(of index: Index, _ extra: inout Extra) {
    for attribute in facts[index].element.ownAttributes
    where attribute.name.namespace != XFormNamespace.javaRosa {
      putAside(attribute, "instance", of: index, &extra)
    }
  }
}
