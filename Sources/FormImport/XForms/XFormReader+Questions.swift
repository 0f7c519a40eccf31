// Makes the question of a node with a value: its type, what its bind says, its first value and what
// computes it. A node that the body does not show is a hidden row.

import FormFile
import Predicate

extension XFormReader {
  mutating func question(_ index: Index) -> ImportedMember {
    let node = nodes.nodes[index]
    let control = facts[index].control
    var row = RowDefinition(
      tag: node.tag, type: rowType(of: index), name: node.name == node.tag ? nil : node.name)
    var member = ImportedMember(content: .question(row), place: memberPlace(of: index))
    var extra = Extra()
    if control == nil {
      row.hidden = true
      row.whenHidden = .keep
    } else if kept.contains(index) {
      row.whenHidden = .keep
    }
    readBind(of: index, &row, &member, &extra)
    readStart(of: index, &row, &member)
    if let control {
      readLook(of: control, of: index, &row.texts, &extra)
      readControl(control, of: index, &row, &member, &extra)
    }
    readTriggers(of: index, &row, &member)
    readOthers(of: index, &extra)
    row.extra = extra.value
    let isStale = control == nil && !isComputed(index) && conditionalGroup(around: index) != nil
    log.add(
      isStale && !kept.contains(index) ? .changed : .carried, control == nil ? .detail : .question,
      control?.name.written ?? "node", member.place,
      "\(control == nil ? "hidden row" : row.type.rawValue) '\(node.tag ?? "")'",
      because: isStale && !kept.contains(index)
        ? "its value counts also while its group is not relevant" : nil)
    member.content = .question(row)
    return member
  }

  private mutating func rowType(of index: Index) -> RowType {
    let control = facts[index].control
    if isNote(index) { return .label }
    switch translator.type(of: index) {
    case .whole: return .int
    case .decimal: return control?.name.local == "range" ? .slider : .decimal
    case .truth: return .switch
    case .day: return .date
    case .time: return .time
    case .instant: return .dateTime
    case .choice: return .segmented
    case .choices: return .multipleSelector
    case .text, .other:
      switch control?.name.local {
      case "secret": return .password
      case "upload": return .file
      case "textarea": return .textArea
      default:
        let words = control?.attribute("appearance")?.value.string.words ?? []
        return words.contains("multiline") ? .textArea : .text
      }
    }
  }

  /// Whether a node is only there for its label to be read.
  private func isNote(_ index: Index) -> Bool {
    guard facts[index].control?.name.local == "input",
      nodes.nodes[index].content == .value(.text),
      let readonly = bind("readonly", of: index), constant(readonly.value.string) == true,
      facts[index].setters.isEmpty, facts[index].element.text.isEmpty
    else { return false }
    let plain = ["relevant", "readonly", "type"]
    return facts[index].bind.allSatisfy { plain.contains($0.name.written) }
  }

  // MARK: - Binds

  private mutating func readBind(
    of index: Index, _ row: inout RowDefinition, _ member: inout ImportedMember,
    _ extra: inout Extra
  ) {
    let isAsked = facts[index].control != nil
    // Nobody answers a hidden row, so nothing is required of it.
    let isAside = { (name: String) in
      !isAsked && ["readonly", "required", "constraint"].contains(name)
    }
    for attribute in facts[index].bind where attribute.name.namespace.isEmpty {
      let place = place(attribute, of: index)
      switch attribute.name.local {
      case let name where isAside(name): putAside(attribute, nil, of: index, &extra)
      case "relevant":
        // A hidden row stays hidden; its formula reads the condition.
        if isAsked {
          row.hidden = relevant(attribute, of: index)
        } else if isComputed(index) {
          _ = relevant(attribute, of: index)
        } else {
          log.lose(
            .expression, "relevant", place,
            "nobody sees the node, and no formula gives its value")
        }
        member.put(.hidden, at: place)
      case "readonly" where row.type != .label:
        row.disabled = condition(attribute, of: index, as: "disabled")
        member.put(.disabled, at: place)
      case "readonly":
        log.add(.carried, .expression, "readonly", place, "type label")
      case "required":
        row.required = condition(attribute, of: index, as: "required")
        member.put(.required, at: place)
      case "constraint":
        let translation = translator.condition(attribute.value.string, of: index)
        report(translation, "constraint", attribute, of: index, as: "rules")
        guard let text = translation.text else { continue }
        member.put(.rules, at: place)
        row.rules = [RuleDefinition(.predicate(text), allowsEmpty: true)]
      case "type":
        readType(attribute, of: index, row.type, &extra)
      case "calculate": member.put(.calculated, at: place)
      default: putAside(attribute, nil, of: index, &extra)
      }
    }
    for attribute in facts[index].bind where !attribute.name.namespace.isEmpty {
      readForeign(attribute, of: index, &row, &extra)
    }
  }

  private mutating func readType(
    _ attribute: XMLTree.Attribute, of index: Index, _ type: RowType, _ extra: inout Extra
  ) {
    guard case .value(.other(let word)) = nodes.nodes[index].content else {
      return log.add(
        .carried, .detail, "type", place(attribute, of: index), "type \(type.rawValue)")
    }
    extra.put("type", .string(word))
    log.add(
      .putAside, .detail, word, place(attribute, of: index), "\(type.rawValue), extra.type")
  }

  /// Reads an attribute that JavaRosa and others add to binds.
  private mutating func readForeign(
    _ attribute: XMLTree.Attribute, of index: Index, _ row: inout RowDefinition,
    _ extra: inout Extra
  ) {
    guard attribute.name.namespace == XFormNamespace.javaRosa else {
      return putAside(attribute, nil, of: index, &extra)
    }
    switch attribute.name.local {
    case "constraintMsg", "requiredMsg":
      guard facts[index].control != nil else {
        return putAside(attribute, nil, of: index, &extra)
      }
    default: break
    }
    switch attribute.name.local {
    case "constraintMsg":
      guard !row.rules.isEmpty else {
        let isLost = bind("constraint", of: index) != nil
        return log.lose(
          .detail, "jr:constraintMsg", place(attribute, of: index),
          isLost ? "its constraint is lost" : "the node has no constraint")
      }
      row.rules[0].message = message(attribute, of: index, as: "message")
    case "requiredMsg":
      guard row.required != nil else {
        return log.lose(
          .detail, "jr:requiredMsg", place(attribute, of: index),
          bind("required", of: index) != nil
            ? "its condition is lost" : "the node is never required")
      }
      row.requiredMessage = message(attribute, of: index, as: "requiredMessage")
    // The first value reads these.
    case "preload", "preloadParams": break
    default: putAside(attribute, nil, of: index, &extra)
    }
  }

  // MARK: - Controls

  private mutating func readControl(
    _ control: XMLTree.Element, of index: Index, _ row: inout RowDefinition,
    _ member: inout ImportedMember, _ extra: inout Extra
  ) {
    switch control.name.local {
    case "range": readRange(control, of: index, &row, &member)
    case "trigger":
      if row.type == .segmented { row.options = [OptionDefinition("OK")] }
      extra.put("control", "trigger")
    case "select", "select1", "rank": readChoices(of: control, of: index, &row, &member, &extra)
    default: break
    }
    for inner in control.elements {
      switch inner.name.local {
      case "label", "hint", "help", "item", "itemset", "setvalue": break
      case "setgeopoint", "recordaudio":
        extra.put(inner.name.local, .string(reference(of: inner)?.value.string ?? ""))
        log.add(
          .putAside, .detail, inner.name.written, place(inner, of: index),
          "extra.\(inner.name.local)")
      default: loseElement(inner, of: index)
      }
    }
  }

  /// Reads the least and the greatest number of a range, and its step.
  private mutating func readRange(
    _ control: XMLTree.Element, of index: Index, _ row: inout RowDefinition,
    _ member: inout ImportedMember
  ) {
    func bound(_ name: String) -> (attribute: XMLTree.Attribute, value: Value?)? {
      guard let attribute = control.attribute(name) else { return nil }
      let number = Double(attribute.value.string.trimmed).map(Value.double)
      return (attribute, number.flatMap { row.type.valueKind.converted($0) })
    }
    var bounds = row.bounds
    for (name, key) in [("start", FormKey.minimum), ("end", .maximum), ("step", .step)] {
      guard let (attribute, value) = bound(name) else { continue }
      let place = place(attribute, of: index)
      guard let value else {
        log.lose(.detail, "\(name)", place, "it is not a number that the node can hold")
        continue
      }
      switch key {
      case .minimum: bounds.minimum = .fixed(value)
      case .maximum: bounds.maximum = .fixed(value)
      default: bounds.step = .fixed(value)
      }
      member.put(key, at: place)
      log.add(
        .changed, .detail, name, place, key.text,
        because: "another number is invalid here; JavaRosa does not check it")
    }
    row.bounds = bounds
  }
}
