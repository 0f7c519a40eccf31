// Pages of the naive form: what is so of each is counted from all rows, and going from page to page
// is a walk along them.

import Predicate

@testable import FormGraph

extension NaiveForm {
  /// What a page did not let the user leave for.
  struct RefusedMove: Equatable {
    let page: Int
    /// The row; nil where a list has too few items.
    let row: Int?
  }

  /// What is so of a page.
  struct Page: Equatable {
    var sections: [String]
    var isVisible: Bool
    var isValid: Bool
    var required: Int
    var answered: Int
    var texts: [String: String]
  }

  func isPageHidden(of section: Section) -> Bool {
    section.parent == nil
      && pages.contains { page in
        page.sections.contains { $0 == section.definition.tag }
          && holds(page.hidden, Scope(owner: 0))
      }
  }

  private func sections(of page: Int) -> [Section] {
    pages[page].sections.compactMap { tag in
      shape.sections.first { $0.definition.tag == tag && $0.parent == nil }
    }
  }

  /// With those inside them.
  private func visibleSections(of page: Int) -> [Section] {
    sections(of: page).flatMap(shape.inside).filter { facts.hidden[$0.id] != true }
  }

  /// Whether a page has something to look at or to do.
  private func isVisible(page: Int) -> Bool {
    visibleSections(of: page).contains { section in
      if section.isSelectable {
        let choice = section.rows[0]
        return choice.definition.allowsOther || facts.options[choice.id]?.isEmpty == false
      }
      if section.allRows.contains(where: { facts.hidden[$0.id] != true }) { return true }
      guard let items = section.template else {
        return section.rows.isEmpty && !shape.sections.contains { $0.parent == section.id }
      }
      return items.allows.contains(.insert) && !section.isCounted
        && facts.disabled[section.id] != true
        && section.items.count < facts.itemBounds[section.id]?.maximum ?? .max
    }
  }

  var pageViews: [Page] {
    pages.indices.map { index in
      let progress = progress(of: sections(of: index).flatMap(shape.inside))
      return Page(
        sections: sections(of: index).compactMap(\.definition.tag),
        isVisible: isVisible(page: index),
        isValid: sections(of: index).allSatisfy { isValid($0) }, required: progress.required,
        answered: progress.answered, texts: readTexts(pages[index].texts, Scope(owner: 0)))
    }
  }

  var progress: (required: Int, answered: Int) { progress(of: shape.sections) }

  /// How many rows a user must answer, and how many are answered.
  private func progress(of sections: [Section]) -> (required: Int, answered: Int) {
    var answers: [Bool] = []
    for section in sections where facts.hidden[section.id] != true {
      let minimum = section.template?.minimum
      if minimum?.fixed ?? 0 > 0 || minimum?.formula != nil, facts.disabled[section.id] != true {
        answers.append(!isOutOfBounds(section))
      }
      for row in section.allRows
      where facts.required[row.id] == true && facts.hidden[row.id] != true
        && facts.disabled[row.id] != true && row.definition.calculated == nil
      {
        let value = facts.values[row.id] ?? .null
        answers.append(value != .null && value != "" && value != [])
      }
    }
    return (answers.count, answers.count { $0 })
  }

  // MARK: - Going

  mutating func move(forward isForward: Bool) {
    keepPageInSight()
    guard let page else { return }
    let others = isForward ? Array((page + 1)..<pages.count) : (0..<page).reversed()
    guard let next = others.first(where: isVisible) else { return }
    if isForward {
      for section in visibleSections(of: page) {
        let row = section.allRows.first { facts.invalid.contains($0.id) }
        if isOutOfBounds(section) {
          refusedMove = RefusedMove(page: page, row: nil)
          return
        } else if let row {
          refusedMove = RefusedMove(page: page, row: row.id)
          return
        }
      }
    }
    self.page = next
  }

  mutating func keepPageInSight() {
    let visible = pages.indices.filter(isVisible)
    let page = page ?? 0
    self.page = visible.first { $0 >= page } ?? visible.last
  }
}
