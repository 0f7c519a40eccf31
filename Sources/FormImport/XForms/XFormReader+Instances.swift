// Reads the secondary instances of an XForm, finds out who reads them, and makes tables of them.

import FormFile
import Predicate

extension XFormReader {
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
        table: instance.table, columns: instance.columns, path: instance.path,
        isInFile: instance.file != nil)
    }
    guard readsTexts, !itext.languages.isEmpty else { return }
    nodes.instances["jr:itext"] = XFormNodes.Instance(
      table: textsTable, columns: ["id", "text"], path: [])
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
    if xpath.contains("jr:itext(") { readsTexts = true }
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
      } + [tableOfTexts()].compactMap { $0 }
  }

  /// The name of the table of all texts, which formulas look for by their ids.
  private var textsTable: String { instances["itext"] == nil ? "itext" : "jr_itext" }

  /// The table of all texts; nil if no formula reads it.
  private mutating func tableOfTexts() -> TableDefinition? {
    guard nodes.instances["jr:itext"] != nil else { return nil }
    let languages = itext.languages
    let ids = Set(languages.flatMap(\.texts.keys)).sorted()
    let (cells, overflow) = ids.count.multipliedReportingOverflow(by: languages.count + 1)
    let fits = !overflow && cells <= tableCellsLeft
    if fits { tableCellsLeft -= cells }
    let names = languages.count == 1 ? ["text"] : languages.map { "text \($0.tag)" }
    var columns = (["id"] + names).map { TableColumn($0) }
    if names.count > 1 {
      columns.append(
        TableColumn(
          "text",
          translations: zip(languages, names).map {
            TableColumn.Translation(language: $0.tag, column: $1)
          }))
    }
    if !fits {
      log.add(
        .error, .limit, "the tables have more than \(limits.tableCells) cells",
        at: facts[0].element.startRange)
    }
    let rows = (fits ? ids : []).map { id in
      [Value.string(id)]
        + languages.indices.map { language in
          let plain = itext.values(id, language).first { $0.attribute("form") == nil }
          return plain.map { .string($0.text) } ?? .null
        }
    }
    return (try? FormTable(columns: columns, rows: rows)).map { TableDefinition(textsTable, $0) }
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
}
