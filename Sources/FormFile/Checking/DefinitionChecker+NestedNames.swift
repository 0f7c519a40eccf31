// Checks the names of nested answers: in one object no name may be given twice. `AnswerObjects`
// says which object each value stands in.

import Predicate

extension DefinitionChecker {
  /// Reports names of sections in a form whose answers are flat, where they say nothing.
  mutating func refuseNamesOfSections() {
    for (index, placed) in sections.enumerated() where placed.definition.name != nil {
      if case .selectable = placed.definition.kind { continue }
      report(
        .place, "the 'name' of a section needs nested answers", of: .section(index),
        [.key("name")], focus: .key,
        hint: "write \"answers\": \"nested\" in the form, or leave the name out")
    }
  }

  /// Checks the names of nested answers.
  ///
  /// Runs after all tags are known.
  mutating func checkNestedNames(inputs: [InputDefinition]) {
    checkOwnNamesInObjects()
    let objects = answerObjects(ofList: nil, template: 0)
    report(objects.collisions)
    // A row may have the name of an input that every form has.
    for input in inputs where ReservedInput(rawValue: input.name) == nil {
      guard let member = objects.content(input.name)?.member, hasOwnName(member) else { continue }
      let other = Member.input(input.name)
      let label = label(of: member)
      report(
        .duplicate,
        "\(label) and the input '\(input.name)' have the same name at the root of the answers",
        of: member, [.key("name")],
        related: [note("the input is given here", other, [], focus: .key)])
    }
    for (index, section) in sections.enumerated() {
      guard case .multivalued(let items) = section.definition.kind else { continue }
      for place in items.templates.indices where !items.templates[place].template.isPlain {
        let objects = answerObjects(ofList: index, template: place)
        report(objects.collisions)
        if items.isNamed { reportTemplateKeys(objects) }
      }
    }
  }

  /// The objects of the answers, or of the items of one template of a list.
  private func answerObjects(ofList list: Int?, template: Int) -> AnswerObjects<Member> {
    var objects = AnswerObjects<Member>()
    let inside: [Int]
    if let list {
      let definition = sections[list].definition
      if case .multivalued(let items) = definition.kind,
        case .rows(let rows, _) = items.templates[template].template
      {
        objects.add(
          rows: rows.enumerated().map { position, row in
            (.templateRow(position, of: template, section: list), row)
          })
      }
      inside = (sectionsByList[list] ?? []).filter { sections[$0].template == template }
    } else {
      inside = sections.indices.filter { sections[$0].list == nil }
    }
    var places: [Int: Int] = [:]
    for index in inside {
      let section = sections[index]
      let isChoice = if case .selectable = section.definition.kind { true } else { false }
      places[index] = objects.add(
        section.definition, .section(index),
        rows: section.definition.formRows.enumerated().map { position, row in
          (isChoice ? .choice(section: index) : .row(position, section: index), row)
        }, to: section.parent.flatMap { places[$0] } ?? 0)
    }
    return objects
  }

  /// Reports the members that have a name which another one has in the same object.
  private mutating func report(_ collisions: [AnswerObjects<Member>.Collision]) {
    for collision in collisions {
      // Equal tags have already been reported.
      guard hasOwnName(collision.first) || hasOwnName(collision.second) else { continue }
      let (first, second) = (label(of: collision.first), label(of: collision.second))
      let steps = keyOfName(collision.second)
      report(
        .duplicate,
        "\(first) and \(second) have the name \(Problem.quoted(collision.name)) in one object of "
          + "the answers", of: collision.second, steps, hint: "give one of the two another 'name'",
        related: [note("it is given here first", collision.first, keyOfName(collision.first))])
    }
  }

  /// Reports names that an item of several templates has for its template.
  private mutating func reportTemplateKeys(_ objects: AnswerObjects<Member>) {
    let key = ItemsDefinition.templateKey
    for object in objects.objects.indices {
      // A tag of that name has already been reported.
      guard let member = objects.content(key, in: object)?.member, hasOwnName(member) else {
        continue
      }
      let hint = "give \(label(of: member)) another name"
      report(
        .name,
        "the name '\(key)' is reserved in a list with 'templates': it names the template of an item",
        of: member, [.key("name")], hint: hint)
    }
  }

  /// Checks each name alone.
  private mutating func checkOwnNamesInObjects() {
    for index in sections.indices {
      let section = sections[index].definition
      if let name = section.name { checkOwnName(name, .section(index)) }
      switch section.kind {
      case .selectable(let selection):
        if let name = selection.choice.name { checkOwnName(name, .choice(section: index)) }
      case .multivalued(let items):
        for (place, named) in items.templates.enumerated() where !named.template.isPlain {
          for (position, row) in named.template.rows.enumerated() {
            guard let name = row.name else { continue }
            checkOwnName(name, .templateRow(position, of: place, section: index))
          }
        }
      case .plain, .matrix:
        for (position, row) in section.rows.enumerated() {
          guard let name = row.name else { continue }
          let member = Member.row(position, section: index)
          checkOwnName(name, member)
          if row.tag == nil, sections[index].list == nil {
            report(
              .missing,
              "a row with a 'name' needs a 'tag' in a form with nested answers: edits and saved "
                + "states have no other name for it", of: member, [], focus: .start,
              hint: #"write, for example, "tag": "number""#)
          }
        }
      }
    }
  }

  private mutating func checkOwnName(_ name: String, _ member: Member) {
    if name.isEmpty { report(.name, "a name cannot be empty", of: member, [.key("name")]) }
  }

  private func hasOwnName(_ member: Member) -> Bool {
    switch member {
    case .section(let section): sections[section].definition.name != nil
    default: row(member)?.name != nil
    }
  }

  private func keyOfName(_ member: Member) -> [JSONPath.Step] {
    [.key(hasOwnName(member) ? "name" : "tag")]
  }

  private func row(_ member: Member) -> RowDefinition? {
    switch member {
    case .row(let row, let section): return sections[section].definition.rows[row]
    case .choice(let section): return sections[section].definition.formRows.first
    case .templateRow(let row, let template, let section):
      guard case .multivalued(let items) = sections[section].definition.kind else { return nil }
      return items.templates[template].template.rows[row]
    case .form, .input, .page, .item, .section: return nil
    }
  }

  /// The member in a sentence, such as `the row 'mother_name'`.
  private func label(of member: Member) -> String {
    switch member {
    case .section(let index):
      let section = sections[index].definition
      let noun = section.kind.isOfItems ? "the list" : "the section"
      return (section.tag ?? section.name).map { "\(noun) \(Problem.quoted($0))" } ?? noun
    case .choice(let index):
      return sections[index].definition.tag.map { "the section \(Problem.quoted($0))" }
        ?? "the section"
    default:
      let row = row(member)
      return (row?.tag ?? row?.name).map { "the row \(Problem.quoted($0))" } ?? "the row"
    }
  }
}
