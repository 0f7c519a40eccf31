// What a page looks like at one moment, and how far the user has come. Both are read from the rows
// when somebody asks, so that a form pays nothing for them while it is edited.

import Predicate

/// How many rows a user must answer, and how many of them are answered.
public struct FormProgress: Hashable, Sendable {
  /// The visible rows that need an answer: required, and neither disabled nor calculated; and each
  /// visible, enabled list that must have a number of items.
  public fileprivate(set) var required = 0
  /// How many of them are answered.
  ///
  /// A switch that is off is an answer, and an empty text is not. A list is answered when it has as
  /// many items as it must have.
  public fileprivate(set) var answered = 0

  /// Whether nothing is left to be answered.
  public var isComplete: Bool { answered == required }

  fileprivate mutating func count(isAnswered: Bool) {
    required += 1
    if isAnswered { answered += 1 }
  }
}

/// A page of a live form at one moment.
public struct PageState: Hashable, Sendable, Identifiable {
  /// The position of the page among all pages, hidden ones too, from 0.
  public let index: Int
  /// The page as it was defined: texts, extra.
  public let definition: PageDefinition
  /// The texts as people read them now.
  public let texts: ShownTexts
  /// The sections on the page that are in the form, hidden ones too, in the order of the page.
  public let sections: [SectionID]
  /// Whether the page shows anything: a visible row, item or option, a list into which an item can
  /// be inserted, or a visible section that has none of these and is there to be read.
  public let isVisible: Bool
  /// Whether all visible rows on the page are valid, and its lists have as many items as they must
  /// have.
  public let isValid: Bool
  /// How many rows on the page a user must answer, and how many of them are answered.
  public let progress: FormProgress

  /// The position of the page.
  public var id: Int { index }
  /// The page's tag.
  public var tag: String? { definition.tag }
  /// The name people know it by.
  public var title: String? { texts.title }
  /// Whether every visible row on the page that needs an answer has one.
  public var isComplete: Bool { progress.isComplete }
}

extension Moment {
  /// A page at this moment.
  ///
  /// - Complexity: O(rows on the page).
  func page(_ index: Int) -> PageState {
    let sections = topology.sections(ofPage: index)
    let visible = outline.sectionsInside(page: index, in: topology).filter { !isHidden($0) }
    let areValid = visible.allSatisfy { section in
      !isOutOfBounds(section)
        && outline.rows(of: section, in: topology).allSatisfy { isValid($0, in: topology) }
    }
    return PageState(
      index: index, definition: topology.graph.pages[index],
      texts: topology.graph.pages[index].texts.shown { text($0, ofPage: index, in: topology, $1) },
      sections: sections.map { $0.id(in: form) },
      isVisible: visible.contains { showsAnything($0, topology, outline, self) },
      isValid: areValid,
      progress: progress(of: visible))
  }

  /// How many rows of some sections a user must answer, and how many of them are answered.
  ///
  /// Sections that are not in the form at this moment have none.
  ///
  /// - Complexity: O(rows).
  func progress(of sections: some Sequence<SectionIndex>) -> FormProgress {
    var progress = FormProgress()
    for section in sections
    where outline.sections.contains(section) && !isHidden(section) && !isDisabled(section) {
      if topology.sections[section.index].hasMinimum {
        progress.count(isAnswered: !isOutOfBounds(section))
      }
      for row in outline.rows(of: section, in: topology)
      where isSet(.required, row) && !isSet(.hidden, row) && !isSet(.disabled, row)
        && !topology.rows[row.index].content.isCalculated
      {
        progress.count(isAnswered: !value(of: row).isEmpty)
      }
    }
    return progress
  }
}

// MARK: - Changes

/// The user has come from one page to another, or to the first one that is visible, or the last
/// visible page has been hidden.
public struct PageMove: Hashable, Sendable {
  /// The index of the page that the user was on; nil where no page was visible.
  public let old: Int?
  /// The index of the page that the user is on now; nil where no page is visible.
  public let new: Int?
}

/// A page that differs from before a transaction.
public struct PageChange: Hashable, Sendable {
  /// The page before.
  public let old: PageState
  /// The page now.
  public let new: PageState
}

extension ChangeSet {
  /// The page that the user was on and the one now; nil where that is the same.
  public var page: PageMove? {
    let new = state.single.page
    let old = if let before = journal.state.single { before.page } else { new }
    return old == new ? nil : PageMove(old: old, new: new)
  }

  /// The pages whose visibility, validity, completeness, sections or progress changed, in form
  /// order.
  ///
  /// - Complexity: O(n) in the number of rows on the pages on which something has changed, plus the
  ///   complexity of `changes`; O(n) in the number of all rows if the shape, a table or the
  ///   language has changed.
  public var pageChanges: [PageChange] {
    mayChangePages ? pageChanges(in: sectionsThatMayDiffer(TouchedMembers(self))) : []
  }

  /// The changes of the pages that have any of these sections; nil: of all pages.
  private func pageChanges(in touched: Set<SectionIndex>?) -> [PageChange] {
    let pages = touched.map { sections in
      Set(sections.compactMap { topology.lineage(of: $0).last.flatMap(page) })
    }
    let (before, now) = (momentBefore, momentNow)
    return topology.graph.pages.indices.compactMap { index in
      // A formula in its texts may read anything.
      guard pages?.contains(index) ?? true || topology.graph.pageProperties[index] != nil else {
        return nil
      }
      Effort.count(1)
      let (old, new) = (before.page(index), now.page(index))
      return old == new ? nil : PageChange(old: old, new: new)
    }
  }

  private func page(of section: SectionIndex) -> Int? { topology.sections[section.index].page }

  /// Whether the transaction has written something that a page is made of.
  private var mayChangePages: Bool {
    guard !topology.graph.pages.isEmpty else { return false }
    return journal.topology != nil || journal.outline != nil || !journal.state.values.isEmpty
      || !journal.state.attributes.isEmpty || !journal.state.facts.isEmpty
      || !journal.state.inputs.isEmpty || journal.state.tables != nil
  }

  /// The sections in which something differs that a page is made of; nil if that may be anywhere.
  private func sectionsThatMayDiffer(_ touched: TouchedMembers) -> Set<SectionIndex>? {
    guard journal.topology == nil, journal.state.tables == nil, !touched.isWholeForm,
      !hasOtherLocale
    else { return nil }
    var sections = Set(touched.lists)
    // The topology does not know what the transaction has inserted and removed again.
    for section in touched.sections where outline.sections.contains(section) {
      sections.formUnion(outline.subtree(of: section, in: topology))
    }
    // The rows that have other options are among them.
    for row in touched.rows where outline.rows.contains(row) {
      sections.insert(topology.rows[row.index].section)
    }
    return sections
  }

  /// How far the user had come before and has come now, in the whole form.
  ///
  /// - Complexity: O(n) in the number of rows.
  public var progress: (old: FormProgress, new: FormProgress) {
    let (before, now) = (momentBefore, momentNow)
    return (
      before.progress(of: before.outline.sectionsInOrder),
      now.progress(of: now.outline.sectionsInOrder)
    )
  }
}

// MARK: - JSON

extension FormProgress {
  var json: Value {
    .object([(.required, .int(Int64(required))), (.answered, .int(Int64(answered)))])
  }
}

/// The index of a page, or null.
func optional(_ page: Int?) -> Value { page.map { .int(Int64($0)) } ?? .null }

extension ChangeSet {
  /// Writes what a form with pages tells of them, as far as it has changed.
  func writePages(_ touched: TouchedMembers, to json: inout JSONText) {
    if let page { json.member(.page, old: optional(page.old), new: optional(page.new)) }
    if mayChangePages {
      let sections = sectionsThatMayDiffer(touched)
      json.list(ifAny: .pages) { json in
        for change in pageChanges(in: sections) { change.write(topology, to: &json) }
      }
      if mayChangeProgress(in: sections), case let (old, new) = progress, old != new {
        json.member(.progress, old: old.json, new: new.json)
      }
    }
    if let refusedMove { json.member(.refusedMove, refusedMove.json(in: topology)) }
  }

  /// Whether the user has come farther or less far in some sections; nil: in any.
  private func mayChangeProgress(in sections: Set<SectionIndex>?) -> Bool {
    guard let sections else { return true }
    return momentBefore.progress(of: sections) != momentNow.progress(of: sections)
  }
}

extension PageChange {
  /// Writes a change for each aspect that differs.
  fileprivate func write(_ topology: Topology, to json: inout JSONText) {
    let (before, now) = (
      SeenPage(topology: topology, page: old), SeenPage(topology: topology, page: new)
    )
    for aspect in Aspects.ofPages.changing {
      let (old, new) = (aspect.told(before), aspect.told(now))
      guard old != new else { continue }
      json.object { json in
        json.member(.page, .int(Int64(self.new.index)))
        json.member(.attribute, .string(aspect.name.key))
        json.member(.old, old)
        json.member(.new, new)
      }
    }
  }
}

extension RefusedMove {
  fileprivate func json(in topology: Topology) -> Value {
    .object([
      (.page, .int(Int64(page))), (.firstInvalid, optional(firstInvalidTag)),
      (.firstInvalidId, .string(topology.id(of: invalid))),
    ])
  }
}
