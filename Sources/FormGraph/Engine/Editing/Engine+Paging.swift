// Going from page to page. Pages are judged by the settled form; nothing is evaluated here, and a
// form without pages does none of this.

/// A page was not left by `goForward()`: something on it is invalid, and the errors of its visible
/// rows are shown.
public struct RefusedMove: Hashable, Sendable {
  /// The page, by its index.
  public let page: Int
  /// The first visible row of the page that is invalid, where the user should look; nil where a
  /// section with too few or too many items comes before it.
  public let firstInvalid: RowID?
  /// What that row or section is called.
  public let firstInvalidTag: String?
  /// That row or section.
  let invalid: Member
}

extension Engine {
  /// Goes to the next page and shows the errors of this one.
  ///
  /// - Returns: Why the page was not left; nil where it was, or where nothing comes after it.
  mutating func goForward() -> RefusedMove? {
    // The edits before this one may have hidden the page.
    keepPageInSight()
    guard let page = state.single.page, let next = visiblePage(in: (page + 1)..<pageCount) else {
      return nil
    }
    for section in outline.sectionsInside(page: page, in: topology) {
      validate(visibleRows(of: section))
    }
    if let first = firstInvalid(onPage: page) {
      return RefusedMove(
        page: page, firstInvalid: first.row?.id(in: form),
        firstInvalidTag: outline.name(of: first, in: topology), invalid: first)
    }
    state.single.page = next
    return nil
  }

  /// Goes to the page before.
  mutating func goBack() {
    keepPageInSight()
    if let page = state.single.page, let previous = visiblePage(before: page) {
      state.single.page = previous
    }
  }

  /// Goes to a visible page; forward as far as the pages between can be left.
  ///
  /// - Returns: Why a page on the way was not left; nil where the user came to the page.
  mutating func go(toPage index: Int) -> RefusedMove? {
    keepPageInSight()
    while let page = state.single.page, page < index, visiblePage(in: (page + 1)..<pageCount) != nil
    {
      if let refused = goForward() { return refused }
    }
    if let page = state.single.page, index < page, visiblePage(in: index..<page) == index {
      state.single.page = index
    }
    return nil
  }

  /// Goes to a page that is visible, and judges no page on the way.
  mutating func jump(toPage index: Int) {
    if isVisible(page: index) { state.single.page = index }
  }

  /// Why a user cannot go to a page; nil if the page is there to be seen.
  func unreachable(page: Int) -> Reason? {
    guard (0..<pageCount).contains(page) else {
      return Reason(
        kind: .outOfRange, tag: "",
        message: "the form has no page \(page): it has \(counted(pageCount, "page"))",
        hint: pageCount > 0 ? "the first page is 0" : nil)
    }
    guard !isVisible(page: page) else { return nil }
    return Reason(
      kind: .notEditable, tag: "", message: "page \(page) shows nothing now", hint: nil)
  }

  /// Leaves a page that is no longer visible for the next one that is, or else the one before; the
  /// first visible page is entered where the user was on none.
  mutating func keepPageInSight() {
    guard !topology.graph.pages.isEmpty else { return }
    let page = state.single.page ?? 0
    let other = visiblePage(in: page..<pageCount) ?? visiblePage(before: page)
    if other != state.single.page { state.single.page = other }
  }

  private var pageCount: Int { topology.graph.pages.indices.count }

  private func visiblePage(in pages: Range<Int>) -> Int? { pages.first { isVisible(page: $0) } }

  private func visiblePage(before page: Int) -> Int? { (0..<page).last { isVisible(page: $0) } }

  private func isVisible(page: Int) -> Bool {
    state.attributes.shows(page: page, topology, outline, state)
  }

  private func visibleRows(of section: SectionIndex) -> [RowIndex] {
    rows(.section(section), of: .form)
  }

  /// The first that stands against leaving a page: what stands against submitting, of its sections.
  private func firstInvalid(onPage page: Int) -> Member? {
    state.firstInvalid(
      among: outline.sectionsInside(page: page, in: topology), outline, in: topology)
  }
}
