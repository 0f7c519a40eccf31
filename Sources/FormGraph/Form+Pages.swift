// The pages of a live form: what is so of each, which one the user is on, and how far the user has
// come.

extension Form {
  /// The pages, hidden ones too, in order; none in a form without pages.
  ///
  /// - Complexity: O(n) in the number of rows.
  public var pages: [PageState] {
    topology.graph.pages.indices.map(moment.page)
  }

  /// The index of the page that the user is on; nil if no page is visible.
  ///
  /// A form opens on its first visible page. If an edit hides the page, the user is on the next
  /// visible page, or else on the one before, and the change set says so in `page`.
  public var currentPage: Int? { state.single.page }

  /// How many visible rows of the form a user must answer, and how many of them are answered, on
  /// pages or not.
  ///
  /// - Complexity: O(n) in the number of rows.
  public var progress: FormProgress { moment.progress(of: outline.sectionsInOrder) }
}
