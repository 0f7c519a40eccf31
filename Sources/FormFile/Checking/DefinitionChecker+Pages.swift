// Pages of a definition: each names sections that exist, and no section is on two pages.

import Predicate

extension DefinitionChecker {
  /// Checks the pages once all tags are known.
  mutating func checkPages(of definition: FormDefinition) {
    guard !definition.pages.isEmpty else { return }
    var pageTags: [ExactText: Int] = [:]
    /// Where a section is put on a page first.
    var places: [ExactText: (page: Int, index: Int)] = [:]
    for (position, page) in definition.pages.enumerated() {
      let member = Member.page(position)
      if let tag = page.tag {
        if let first = pageTags[ExactText(tag)] {
          report(
            .duplicate, "two pages have the tag \(Problem.quoted(tag))", of: member, [.key("tag")],
            related: [note("it is given here first", .page(first), [.key("tag")])])
        } else {
          pageTags[ExactText(tag)] = position
        }
      }
      checkNotOfRow(page.texts, of: member)
      checkFunction(page.hidden, of: member, "hidden")
      if page.sections.isEmpty {
        report(
          .missing, "a page needs sections", of: member, [.key("sections")],
          hint: "write \"sections\": [\"tag of a section\"], or leave the page out")
      }
      for (index, tag) in page.sections.enumerated() {
        let steps: [JSONPath.Step] = [.key("sections"), .index(index)]
        guard isSection(tag, of: member, steps) else { continue }
        if let first = places[ExactText(tag)] {
          report(
            .duplicate,
            first.page == position
              ? "the page names section \(Problem.quoted(tag)) twice"
              : "section \(Problem.quoted(tag)) is on two pages",
            of: member, steps,
            related: [
              note(
                "it is named here first", .page(first.page),
                [.key("sections"), .index(first.index)])
            ])
        } else {
          places[ExactText(tag)] = (position, index)
        }
      }
    }
    for (index, section) in sections.enumerated()
    where section.parent == nil
      && section.definition.tag.map({ places[ExactText($0)] == nil }) ?? true
    {
      report(
        .noPage, "this section is on no page, and counts for submitting all the same",
        of: .section(index),
        [], focus: .start, severity: .warning,
        hint: section.definition.tag == nil
          ? "give the section a tag, and name the tag in a page" : "name its tag in a page")
    }
  }

  /// Whether a tag that a page names is a section's; if not, that is reported.
  private mutating func isSection(
    _ tag: String, of member: Member, _ steps: [JSONPath.Step]
  ) -> Bool {
    switch tags[tag] {
    case .section(let index)?
    where sections[index].definition.tag.map({ ExactText($0) == ExactText(tag) }) ?? false:
      guard let parent = sections[index].parent else { return true }
      let outer = sections[parent].definition.tag.map(Problem.quoted) ?? "another section"
      report(
        .place, "section \(Problem.quoted(tag)) stands inside \(outer)", of: member, steps,
        hint: "a page names sections at the root, and shows everything inside them")
    case .row?:
      report(.place, "\(Problem.quoted(tag)) is a row, not a section", of: member, steps)
    case .input?:
      report(.place, "\(Problem.quoted(tag)) is an input, not a section", of: member, steps)
    default:
      // Where a file has no text, the reader has said so.
      guard !tag.isEmpty else { break }
      let sections = sections
      report(
        .unknownName, "unknown section \(Problem.quoted(tag))", of: member, steps,
        hint: Spelling.nearest(
          to: tag,
          among: sections.lazy.filter { $0.parent == nil }.compactMap(\.definition.tag).prefix(
            Self.maximumSuggestions)
        ).map { "did you mean \($0)?" })
    }
    return false
  }
}
