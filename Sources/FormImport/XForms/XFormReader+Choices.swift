// Makes the options of choices: from items in the control, from a secondary instance, from a file
// beside the form, or from the items of a repeat.

import FormFile
import Predicate

extension XFormReader {
  // MARK: - Instances

  mutating func readInstance(_ element: XMLTree.Element) {
    let id = element.attribute("id")?.value.string ?? ""
    let place = Place(element.startRange, path: "instance('\(id)')")
    guard instances[id] == nil, !id.isEmpty else {
      return log.lose(.detail, "instance", place, "it has no id of its own")
    }
    var instance = XFormInstance(id, element)
    if let src = element.attribute("src") {
      // jr://file/wards.xml, jr://file-csv/wards.csv
      let name = src.value.string.split(separator: "/").last.map(String.init) ?? ""
      guard src.value.string.trimmed.hasPrefix("jr://file") else {
        return log.lose(.detail, "instance", place, "its items are not in a file")
      }
      instance.file = name
      instance.path = ["root", "item"]
      instance.columns = []
    }
    instances[id] = instance
  }

  /// Decides which instances become tables, and tells the translator.
  mutating func finishInstances() {
    for index in nodes.nodes.indices {
      if let control = facts[index].control {
        for itemset in control.elements where itemset.name.local == "itemset" { count(itemset) }
      }
      for attribute in facts[index].bind { countReadings(in: attribute.value.string) }
      for action in facts[index].setters {
        action.element.attribute("value").map { countReadings(in: $0.value.string) }
      }
    }
    for (id, var instance) in instances {
      let isLong = instance.items.count > XFormInstance.maximumWritten
      if instance.file != nil || instance.isRead || instance.uses > 1 || isLong
        || instance.uses == 1 && !instance.fitsOptions
      {
        instance.table = id
        instance.isWritten =
          instance.items.count <= XFormInstance.maximumWithFormulas && hasFormulas(instance)
        instances[id] = instance
      }
      nodes.instances[id] = XFormNodes.Instance(
        table: instance.table, columns: instance.columns, path: instance.path)
    }
  }

  /// Finds the instances that the texts inside an element read.
  ///
  /// The recursion is bounded by the depth of the file.
  mutating func countReadings(inTextsOf element: XMLTree.Element) {
    for inner in element.elements {
      if inner.name.local == "output", let value = inner.attribute("value") {
        countReadings(in: value.value.string)
      }
      countReadings(inTextsOf: inner)
    }
  }

  /// Whether texts of the items have formulas.
  private func hasFormulas(_ instance: XFormInstance) -> Bool {
    guard let column = instance.textColumn else { return false }
    return instance.items.contains { item in
      let id = item.texts[column] ?? ""
      return itext.languages.indices.contains { language in
        itext.values(id, language).contains { $0.child("output") != nil }
      }
    }
  }

  private mutating func count(_ itemset: XMLTree.Element) {
    guard let nodeset = itemset.attribute("nodeset") else { return }
    let source = XFormItemset(nodeset.value.string)
    if case .instance(let id) = source.base {
      instances[id]?.uses += 1
      let label = itemset.child("label")?.attribute("ref")?.value.string ?? ""
      if let column = XFormItemset.textColumn(label) { instances[id]?.textColumn = column }
      if instances[id]?.file != nil {
        let value = itemset.child("value")?.attribute("ref")?.value.string ?? "name"
        for reference in [label, value]
        where instances[id]?.columns.contains(reference) == false && !reference.isEmpty {
          instances[id]?.columns.append(reference)
        }
      }
    }
    for predicate in source.predicates { countReadings(in: predicate) }
  }

  /// Finds the instances that an XPath reads.
  private mutating func countReadings(in xpath: String) {
    for id in XFormItemset.instances(in: xpath) { instances[id]?.isRead = true }
  }

  /// The tables of the form.
  mutating func tables(_ emitter: inout FormEmitter) -> [TableDefinition] {
    instances.values.sorted { $0.element.range.lowerBound < $1.element.range.lowerBound }
      .compactMap { instance in
        let place = Place(instance.element.startRange, path: "instance('\(instance.id)')")
        guard let name = instance.table else {
          let successor = instance.uses == 0 ? "nothing: nothing reads it" : "options"
          log.add(.carried, .detail, "instance", place, successor)
          return nil
        }
        emitter.put(JSONPath([.key("tables"), .key(name)]), at: place)
        if let file = instance.file {
          let isKnown = file.hasSuffix(".csv")
          let path = isKnown ? file : "\(file.split(separator: ".").first ?? "").csv"
          log.add(
            isKnown ? .carried : .changed, .detail, "instance", place, "table '\(name)', \(path)",
            because: isKnown ? nil : "its rows must be CSV, not \(file)")
          return TableDefinition(name, file: TableFile(path))
        }
        guard let table = table(of: instance) else {
          log.lose(
            .detail, "instance", place, "the tables have more than \(limits.tableCells) cells")
          return nil
        }
        log.add(.carried, .detail, "instance", place, "table '\(name)'")
        return TableDefinition(name, table)
      }
  }

  private mutating func table(of instance: XFormInstance) -> FormTable? {
    let languages = itext.languages
    // Texts in one language are a column like any other.
    let inLanguages =
      instance.textColumn == nil || instance.isWritten
      ? []
      : languages.count == 1
        ? [XFormInstance.titleColumn]
        : languages.map { "\(XFormInstance.titleColumn) \($0.tag)" }
    let names = instance.columns + inLanguages
    let (cells, overflow) = instance.items.count.multipliedReportingOverflow(by: names.count)
    guard !overflow, cells <= tableCellsLeft else { return nil }
    tableCellsLeft -= cells
    let rows = instance.items.map { item in
      let texts = item.texts
      return instance.columns.map { texts[$0].map(Value.string) ?? .null }
        + inLanguages.indices.map { language in
          cell(instance.textColumn.flatMap { texts[$0] } ?? "", language)
        }
    }
    var columns = names.map { TableColumn($0) }
    if inLanguages.count > 1 {
      columns.append(
        TableColumn(
          XFormInstance.titleColumn,
          translations: zip(languages, inLanguages).map {
            TableColumn.Translation(language: $0.tag, column: $1)
          }))
    }
    return try? FormTable(columns: columns, rows: rows)
  }

  /// A text of an item in a language, which a table has without its other forms.
  private mutating func cell(_ id: String, _ language: Int) -> Value {
    var cell = Value.null
    for value in itext.values(id, language) {
      let form = value.attribute("form")?.value.string
      let path = "itext/\(itext.languages[language].name)/\(id)"
      let place = Place(value.startRange, path: form.map { "\(path)/\($0)" } ?? path)
      if let form, form != "long" || cell != .null {
        log.lose(.detail, "text/\(form)", place, "a table has no media")
      } else {
        if !value.text.isEmpty { cell = .string(value.text) }
        log.add(.carried, .detail, "text", place, "a column of the table")
      }
    }
    return cell
  }

  // MARK: - Controls

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
      guard let list = list(of: path, from: index, value), source.predicates.isEmpty else {
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

extension XMLTree.Element {
  /// The texts of the elements inside by their names; of equal names the first counts.
  fileprivate var texts: [String: String] {
    Dictionary(elements.map { ($0.name.local, $0.text) }, uniquingKeysWith: { first, _ in first })
  }
}
