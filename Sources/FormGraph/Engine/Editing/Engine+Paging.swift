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
    for section in topology.sectionsInside(page: page) { validate(visibleRows(of: section)) }
    if let first = firstInvalid(onPage: page) {
      let row: RowID? = if case .row(let row) = first { row } else { nil }
      return RefusedMove(
        page: page, firstInvalid: row, firstInvalidTag: outline.name(of: first, in: topology))
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

  /// Leaves a page that is no longer visible for the next one that is, or else the one before; the
  /// first visible page is entered where the user was on none.
  mutating func keepPageInSight() {
    guard !topology.pages.isEmpty else { return }
    let page = state.single.page ?? 0
    let other = visiblePage(in: page..<pageCount) ?? visiblePage(before: page)
    if other != state.single.page { state.single.page = other }
  }

  private var pageCount: Int { topology.pages.indices.count }

  private func visiblePage(in pages: Range<Int>) -> Int? { pages.first(where: isVisible) }

  private func visiblePage(before page: Int) -> Int? { (0..<page).last(where: isVisible) }

  private func isVisible(page: Int) -> Bool {
    state.attributes.shows(page: page, topology, outline, state)
  }

  private func visibleRows(of section: SectionID) -> [RowID] {
    rows(.section(section), of: .form)
  }

  /// The first that stands against leaving a page: what stands against submitting, of its sections.
  private func firstInvalid(onPage page: Int) -> Member? {
    state.firstInvalid(among: topology.sectionsInside(page: page), outline, in: topology)
  }
}
