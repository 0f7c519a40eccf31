// Checks new members: their definitions must be valid, and their names must be free in the form.

import Foundation
import Predicate

extension Engine {
  /// Checks the definitions themselves, and then their names in this form.
  ///
  /// They are inserted in the section `parent`; nil means the form itself.
  func check(
    _ sections: [SectionDefinition], inside parent: SectionIndex? = nil
  ) throws(Reason) {
    let problems = DefinitionChecker.problems(
      in: FormDefinition(sections: sections, answers: topology.graph.answers),
      valueByteLimit: topology.graph.limits.valueBytes)
    if let problem = problems.first(where: { $0.severity == .error }) { throw reason(problem) }
    let depth = parent.map { topology.lineage(of: $0).count } ?? 0
    guard sections.allSatisfy({ $0.height <= SectionDefinition.maximumDepth - depth }) else {
      throw Reason(
        kind: .definition, tag: "",
        message: "sections would stand inside one another more than "
          + "\(SectionDefinition.maximumDepth) deep", hint: nil)
    }
    let room = topology.graph.limits.rows - topology.rows.count
    let definition = FormDefinition(sections: sections)
    guard FormCompiler.problem(in: definition, rowLimit: room) == nil else { throw tooManyRows }
    let sections = sections.placed.map(\.definition)
    try checkNameOfItems(sections)
    for section in sections {
      for tag in section.tags where topology.meaning(of: tag) != nil || builder.isTemplateTag(tag) {
        throw Reason(
          kind: .definition, tag: tag, message: "the tag '\(tag)' is taken",
          hint: "remove the other one first, or choose another tag")
      }
      for tag in section.tags + section.templateTags where hasOtherNormalForm(of: tag) {
        throw Reason(
          kind: .definition, tag: tag,
          message: "the tag '\(tag)' is taken in another Unicode normal form",
          hint: "nobody can see the two apart: choose another tag")
      }
      // Nested answers are checked when all edits of the transaction have been applied.
      if topology.graph.answers == .flat { try checkValueNames(of: section) }
      for tag in section.templateTags where topology.meaning(of: tag) != nil {
        throw Reason(
          kind: .definition, tag: tag,
          message: "the template's tag '\(tag)' is one of the form already", hint: nil)
      }
    }
  }

  /// Checks that the names of a section's values are free.
  private func checkValueNames(of section: SectionDefinition) throws(Reason) {
    for name in section.valueNames + section.tags where builder.isValueName(name) {
      throw Reason(
        kind: .definition, tag: name, message: "another value has the name '\(name)'", hint: nil)
    }
    // A tag and a value name may be equal only on the same row. The tags are free.
    for name in section.valueNames where topology.meaning(of: name) != nil {
      throw Reason(
        kind: .definition, tag: name,
        message: "'\(name)' is what another member is called in conditions", hint: nil)
    }
  }

  /// The reasons why members that came or moved have a name that another one has in the same object
  /// of nested answers.
  ///
  /// - Complexity: O(n) in the number of rows.
  func reasonsAgainstNames() -> [Reason] {
    let objects = outline.answerObjects(in: topology)
    func reason(_ member: Member, _ name: String, _ other: String) -> Reason {
      let tag = outline.name(of: member, in: topology) ?? name
      return Reason(
        kind: .definition, tag: tag,
        message: "'\(tag)' and \(other) have the name '\(name)' in one object of the answers",
        hint: "give one of the two another name")
    }
    // A row may have the name of an input that every form has.
    let inputs = topology.graph.inputs.filter { ReservedInput(rawValue: $0.name) == nil }
    let taken = inputs.compactMap { input in
      objects.content(input.name).map {
        reason($0.member, input.name, "the input '\(input.name)'")
      }
    }
    return objects.collisions.map { collision in
      let first = outline.name(of: collision.first, in: topology) ?? collision.name
      return reason(collision.second, collision.name, "'\(first)'")
    } + taken
  }

  /// Whether the form has the same name in another Unicode normal form.
  private func hasOtherNormalForm(of tag: String) -> Bool {
    // Most tags are ASCII, which is the same in both forms.
    guard !tag.utf8.allSatisfy({ $0 < 0x80 }) else { return false }
    return [tag.precomposedStringWithCanonicalMapping, tag.decomposedStringWithCanonicalMapping]
      .contains { topology.meaning(of: $0) != nil && ExactText($0) != ExactText(tag) }
  }

  /// Checks that no member has the name by which items refer to themselves, if the form has items.
  private func checkNameOfItems(_ sections: [SectionDefinition]) throws(Reason) {
    let name = ItemsDefinition.itemName
    let isTaken =
      sections.contains { $0.hasItems }
      ? topology.meaning(of: name) != nil
      : builder.hasItems && sections.contains { $0.tags.contains(name) }
    guard isTaken else { return }
    throw Reason(
      kind: .definition, tag: name,
      message: "the name '\(name)' is reserved in a form with items: "
        + "$\(name).index is the position of an item",
      hint: nil)
  }
}

extension SectionDefinition {
  /// The tags that the section adds to the form.
  fileprivate var tags: [String] { ([tag] + rows.map(\.tag)).compactMap { $0 } }

  fileprivate var hasItems: Bool {
    if case .multivalued = kind { return true }
    return false
  }

  /// The names of the section's values: those of its rows, or the list of its items.
  fileprivate var valueNames: [String] {
    hasItems ? [tag].compactMap { $0 } : formRows.compactMap { $0.name ?? $0.tag }
  }

  /// The tags that only the template uses.
  fileprivate var templateTags: [String] {
    if case .multivalued(let items) = kind { items.allTags } else { [] }
  }
}
