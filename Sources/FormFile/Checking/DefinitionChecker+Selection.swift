// Checks sections to choose from. The choice may only have properties of its own; all others belong
// to the section.

import Predicate

extension DefinitionChecker {
  mutating func check(
    _ selection: SelectionDefinition, of section: SectionDefinition, at index: Int
  ) {
    let member = Member.choice(section: index)
    let choice = selection.choice
    if let tag = section.tag {
      checkName(ValueName(text: choice.name ?? tag, member: member, isTag: choice.name == nil))
    } else {
      report(
        .missing, "a section to choose from has no 'tag', so nothing can read what is chosen",
        of: member, [], focus: .start, hint: "write, for example, \"tag\": \"continent\"")
    }
    if section.name != nil {
      // Only a definition built in Swift can have it.
      report(
        .place, "a section to choose from has no name of its own, only that of its choice",
        of: member, [.key("name")], focus: .key, hint: "give the name to the choice")
    }
    if !section.rows.isEmpty {
      let refusal = SelectionDefinition.refusalOfRows
      report(.place, refusal.message, of: member, [.key("rows")], focus: .key, hint: refusal.hint)
    }
    if !selection.allowsDeselection, selection.selection == .multiple {
      report(
        .place, "'deselection' cannot stand beside \"selection\": \"multiple\"", of: member,
        [.key("deselection")], focus: .key,
        hint: "to ask for at least one option, write \"required\": true")
    }
    checkOwner(of: choice, member)
    check(choice, member)
  }

  /// Reports properties of the choice that belong to its section, or that no section has.
  ///
  /// Only definitions built in Swift can have them.
  private mutating func checkOwner(of choice: RowDefinition, _ member: Member) {
    for field in RowDefinition.fieldsWithoutType {
      guard !field.places.contains(.choice), let (key, _) = field.write(choice) else { continue }
      report(
        .place, "what is chosen in a section cannot have '\(key.text)'", of: member,
        [.key(key.text)], focus: .key,
        hint: FormKeys.section.contains(key) ? "give it to the section" : nil)
    }
  }
}
