// The steps of scenarios that change a form's shape: rows, sections and items by their places, and
// what members say. Definitions are JSON as in a form file.

import FormGraph
import Predicate
import Testing

/// A step of a scenario as edits of a draft; nil where it is none.
func shapeEdit(_ words: [String], _ rest: String, in form: Form) throws -> ((inout Draft) -> Void)?
{
  func json(after word: Character) throws -> String {
    // A blank stands before it, as opposed to the bracket of an address.
    let start = try #require(rest.firstRange(of: " \(word)"))
    return String(rest[start.lowerBound...])
  }
  switch words[0] {
  case "insert-rows":
    let rows = try rows(json(after: "["))
    let position = try rowPosition(Array(words.dropFirst()), in: form)
    return { $0.insertRows(rows, at: position) }
  case "remove-rows":
    let names = words.dropFirst().map(RowName.tag)
    return { $0.removeRows(names) }
  case "move-row":
    let position = try rowPosition(Array(words.dropFirst(2)), in: form)
    return { $0.moveRow(words[1], to: position) }
  case "swap-rows": return { $0.swapRows(words[1], words[2]) }
  case "replace-rows":
    let rows = try rows(json(after: "["))
    let section = try sectionName(words[1], in: form)
    let range = try #require(Int(words[2]))..<(try #require(Int(words[3])))
    let members: Membership = words[4] == "visible" ? .visible : .all
    return { $0.replaceRows(range, in: section, among: members, with: rows) }
  case "insert-sections":
    let position = try sectionPosition(Array(words.dropFirst()), in: form)
    let json = "{\"sections\": \(try json(after: "["))}"
    let read = DefinitionReader.read(try JSONReader.read(Array(json.utf8)))
    #expect(read.problems.isEmpty)
    return { $0.insertSections(read.definition.sections, at: position) }
  case "remove-sections":
    let names = try words.dropFirst().map { try sectionName($0, in: form) }
    return { $0.removeSections(names) }
  case "move-section":
    let section = try sectionName(words[1], in: form)
    let position = try sectionPosition(Array(words.dropFirst(2)), in: form)
    return { $0.moveSection(section, to: position) }
  case "swap-sections":
    let section = try sectionName(words[1], in: form)
    let other = try sectionName(words[2], in: form)
    return { $0.swapSections(section, other) }
  case "insert-item":
    let position = try #require(Int(words[2]))
    var rest = words.dropFirst(3)
    var template: String?
    if let word = rest.first, word.hasPrefix(":") {
      template = String(word.dropFirst())
      rest = rest.dropFirst()
    }
    let text = rest.joined(separator: " ")
    let value = text.isEmpty ? Value.null : try JSONReader.read(Array(text.utf8)).value
    return { [template] in
      $0.insertItem(in: words[1], at: position, value: value, template: template)
    }
  case "remove-item":
    let position = try #require(Int(words[2]))
    return { $0.removeItem(in: words[1], at: position) }
  case "move-item":
    let position = try #require(Int(words[2]))
    let other = try #require(Int(words[3]))
    return { $0.moveItem(in: words[1], from: position, to: other) }
  case "condition":
    let attribute = try #require(Attribute(rawValue: words[1]))
    let condition = try condition(words.dropFirst(3).joined(separator: " "))
    if words[2].hasPrefix("section:") {
      let section = try sectionName(String(words[2].dropFirst(8)), in: form)
      return { $0.setCondition(attribute, ofSection: section, to: condition) }
    }
    return { $0.setCondition(attribute, of: words[2], to: condition) }
  case "collapse": return { $0.setCollapsed(words[2] == "yes", words[1]) }
  case "read-only":
    let condition = try condition(words.dropFirst().joined(separator: " "))
    return { $0.setReadOnly(condition) }
  case "formula":
    let text = words.dropFirst(2).joined(separator: " ")
    return { $0.setFormula(of: words[1], to: text.isEmpty ? nil : text) }
  case "rules":
    let row = try #require(try rows("[{\"type\": \"text\", \"rules\": \(json(after: "["))}]").first)
    return { $0.setRules(of: words[1], to: row.rules) }
  case "add-rules":
    let row = try #require(try rows("[{\"type\": \"text\", \"rules\": \(json(after: "["))}]").first)
    return { $0.addRules(RuleSet(row.rules), to: words[1]) }
  case "remove-rule": return { $0.removeRule(id: words[2], of: words[1]) }
  case "options-are":
    let row = try #require(
      try rows("[{\"type\": \"push\", \"options\": \(json(after: "["))}]").first)
    return { $0.setOptions(of: words[1], to: row.options?.written) }
  case "coalesce": return { $0.coalesce(words[1]) }
  default: return nil
  }
}

private func rows(_ json: String) throws -> [RowDefinition] {
  let text = "{\"sections\": [{\"rows\": \(json)}]}"
  let read = DefinitionReader.read(try JSONReader.read(Array(text.utf8)))
  #expect(read.problems.isEmpty)
  return read.definition.sections.flatMap(\.rows)
}

/// `true`, `false`, `none` or the text of a predicate.
private func condition(_ text: String) throws -> ConditionDefinition? {
  switch text {
  case "none": nil
  case "true": true
  case "false": false
  default: ConditionDefinition(.predicate(text))
  }
}

/// `#1` is the second section, anything else a tag.
private func sectionName(_ word: String, in form: Form) throws -> SectionName {
  guard word.hasPrefix("#") else { return .tag(word) }
  return .id(form.sections[try #require(Int(word.dropFirst()))].id)
}

/// `at SECTION 2 all`, `end SECTION`, `before ROW`, `after ROW`.
private func rowPosition(_ words: [String], in form: Form) throws -> RowPosition {
  switch words[0] {
  case "at":
    .at(
      try #require(Int(words[2])), in: try sectionName(words[1], in: form),
      among: words[3] == "visible" ? .visible : .all)
  case "end": .end(of: try sectionName(words[1], in: form))
  case "before": .before(words[1])
  default: .after(words[1])
  }
}

/// `at 2 all`, `end`, `end SECTION`, `before SECTION`, `after SECTION`.
private func sectionPosition(_ words: [String], in form: Form) throws -> SectionPosition {
  switch words[0] {
  case "at": .at(try #require(Int(words[1])), among: words[2] == "visible" ? .visible : .all)
  case "end" where words.count > 1 && !words[1].hasPrefix("["):
    .end(of: try sectionName(words[1], in: form))
  case "end": .end
  case "before": .before(try sectionName(words[1], in: form))
  default: .after(try sectionName(words[1], in: form))
  }
}
