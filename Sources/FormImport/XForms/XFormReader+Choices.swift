// Makes the options of choices: from items in the control, from a secondary instance or its table,
// or from the items of a repeat.

import FormFile
import Predicate

extension XFormReader {
  /// Reads what a control offers.
  mutating func readChoices(
    of control: XMLTree.Element, of index: Index, _ row: inout RowDefinition,
    _ member: inout ImportedMember, _ extra: inout Extra
  ) {
    row.isOrdered = control.name.local == "rank"
    let words = control.attribute("appearance")?.value.string.words ?? []
    if row.type == .segmented, words.contains("minimal") || words.contains("autocomplete") {
      row.type = .picker
    }
    let itemsets = control.elements.filter { $0.name.local == "itemset" }
    if let itemset = itemsets.first {
      readItemset(itemset, of: index, &row, &member, &extra)
      for other in itemsets.dropFirst() { loseElement(other, of: index) }
    } else {
      readItems(control.elements.filter { $0.name.local == "item" }, of: index, &row, &member)
    }
    if row.isOrdered, case .written(let options)? = row.options, row.optionsFilter == nil,
      !options.isEmpty
    {
      row.bounds.minimum = .fixed(.int(Int64(options.count)))
    }
  }

  private mutating func readItems(
    _ items: [XMLTree.Element], of index: Index, _ row: inout RowDefinition,
    _ member: inout ImportedMember
  ) {
    var options: [OptionDefinition] = []
    var seen: Set<String> = []
    for item in items {
      let place = place(item, of: index)
      let value = item.child("value")?.text ?? ""
      let title = item.child("label").map { shown($0, of: index, as: "title") }
      guard seen.insert(value).inserted, !value.isEmpty else {
        log.lose(
          .detail, "item", place,
          value.isEmpty ? "it has no value" : "another item has the value \(Problem.quoted(value))")
        continue
      }
      loseRest(of: item, but: [], ["value", "label"], of: index)
      log.add(.carried, .detail, "item", place, "option")
      member.parts.append((JSONPath([.key("options"), .index(options.count)]), place))
      var option = OptionDefinition(.string(value), title: title?.text)
      for (form, value) in title?.others ?? [] { option.members[form] = value }
      options.append(option)
    }
    row.options = .written(options)
  }

  private mutating func readItemset(
    _ itemset: XMLTree.Element, of index: Index, _ row: inout RowDefinition,
    _ member: inout ImportedMember, _ extra: inout Extra
  ) {
    row.options = []
    guard let nodeset = itemset.attribute("nodeset") else {
      return log.lose(.detail, "itemset", place(itemset, of: index), "it names no nodes")
    }
    loseRest(of: itemset, but: ["nodeset"], ["value", "label"], of: index)
    for part in itemset.elements where ["value", "label"].contains(part.name.local) {
      loseRest(of: part, but: ["ref"], of: index)
      log.add(
        .carried, .detail, "itemset/\(part.name.local)", self.place(part, of: index),
        part.name.local == "value" ? "value" : "title")
    }
    let source = XFormItemset(nodeset.value.string)
    let value = itemset.child("value")?.attribute("ref")?.value.string.trimmed ?? "name"
    let label = itemset.child("label")?.attribute("ref")?.value.string.trimmed
    let place = place(nodeset, of: index)
    member.put(.options, at: place)
    switch source.base {
    case .instance(let id):
      guard let instance = instances[id] else {
        return log.lose(
          .expression, "itemset", place, "the form has no instance \(Problem.quoted(id))")
      }
      guard instance.columns.contains(value) else {
        return log.lose(
          .expression, "itemset", place, "the items have no \(Problem.quoted(value))")
      }
      let column = label.map { XFormItemset.textColumn($0) ?? $0 }
      let hasLabel = column.map(instance.columns.contains) ?? true
      if !hasLabel, let element = itemset.child("label") {
        log.lose(
          .detail, "itemset/label", self.place(element, of: index),
          "the items have no \(Problem.quoted(column ?? ""))")
      }
      readOptions(
        of: instance, value, hasLabel ? label : nil, index, isFiltered: !source.predicates.isEmpty,
        &row)
      guard !source.predicates.isEmpty else { break }
      let xpath = source.predicates.map { source.predicates.count > 1 ? "(\($0))" : $0 }
        .joined(separator: " and ")
      let translation = translator.filter(xpath, on: id, of: index)
      report(translation, "itemset", nodeset, of: index, as: "optionsFilter")
      member.put(.optionsFilter, at: place)
      row.optionsFilter = translation.text
      row.whenOptionHidden = .clear
      if !source.isRandom { return }
    case .path(let path):
      // An item without a value is no option, which pyxform says in a condition.
      let isFiltered = source.predicates.contains { predicate in
        let plain = predicate.filter { !$0.isWhitespace }
        return !["", "./"].contains { plain == "\($0)\(value.trimmed)!=''" }
      }
      guard let list = list(of: path, from: index, value), !isFiltered else {
        return log.lose(
          .expression, "itemset", place, "only the items of a repeat without a condition are read")
      }
      let title = label.flatMap { node($0, from: list.list) }.flatMap { nodes.nodes[$0].tag }
      row.options = .list(ListOptions(list.tag, value: list.value, title: title))
      row.whenOptionHidden = .clear
    }
    if source.isRandom {
      extra.put("randomize", true)
      log.add(
        .putAside, .expression, "itemset", place, "options, extra.randomize",
        because: "the options keep their order")
    } else {
      log.add(.carried, .expression, "itemset", place, "options")
    }
  }

  /// The list that a path of an itemset goes through, and the row with the value.
  private func list(
    of path: String, from index: Index, _ value: String
  ) -> (list: Index, tag: String, value: String)? {
    guard let found = node(path, from: index), nodes.nodes[found].content == .list,
      let tag = nodes.nodes[found].tag, let own = node(value, from: found),
      let valueTag = nodes.nodes[own].tag
    else { return nil }
    return (found, tag, valueTag)
  }

  private mutating func readOptions(
    of instance: XFormInstance, _ value: String, _ label: String?, _ index: Index,
    isFiltered: Bool, _ row: inout RowDefinition
  ) {
    let textColumn = label.flatMap(XFormItemset.textColumn)
    if let table = instance.table, !instance.isWritten {
      _ = distinctItems(of: instance, value)
      var title = textColumn == nil ? label : XFormInstance.titleColumn
      if textColumn != nil, itext.languages.isEmpty { title = nil }
      row.options = .table(TableOptions(table, value: value, title: title))
      if row.type == .segmented { row.type = .push }
      return
    }
    row.options = .written(
      distinctItems(of: instance, value).map { item in
        let texts = item.texts
        var option = OptionDefinition(.string(texts[value] ?? ""))
        if let textColumn, let id = texts[textColumn] {
          let shown = shown(id, place(item, of: instance), of: index, as: "title")
          option.title = shown.text
          for (form, value) in shown.others { option.members[form] = value }
        } else if let label, let title = texts[label] {
          option.title = .verbatim(title)
        }
        for name in instance.columns where isFiltered && name != textColumn && name != "value" {
          option.members[name] = texts[name].map(Value.string)
        }
        return option
      })
  }

  /// The items that are options: an option has a value, which no other option has.
  private mutating func distinctItems(
    of instance: XFormInstance, _ value: String
  ) -> [XMLTree.Element] {
    let key = "\(instance.id) \(value)"
    if let known = distinctItems[key] { return known }
    var seen: Set<String> = []
    var distinct: [XMLTree.Element] = []
    for item in instance.items {
      let text = item.texts[value] ?? ""
      if text.isEmpty {
        log.lose(
          .detail, "item", place(item, of: instance), "it has no \(Problem.quoted(value))")
      } else if !seen.insert(text).inserted {
        log.lose(
          .detail, "item", place(item, of: instance),
          "an item before it has the \(value) \(Problem.quoted(text)), and only that one can be chosen"
        )
      } else {
        distinct.append(item)
      }
    }
    distinctItems[key] = distinct
    return distinct
  }

  private func place(_ item: XMLTree.Element, of instance: XFormInstance) -> Place {
    Place(item.startRange, path: "instance('\(instance.id)')/\(item.name.local)")
  }
}
