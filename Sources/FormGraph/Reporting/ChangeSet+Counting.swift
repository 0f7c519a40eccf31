// How much changed, without listing it: if only values and rows' own attributes changed, words of
// 64 rows are counted; otherwise the touched members are compared one by one.

import Predicate

extension ChangeSet {
  /// How many changes of one property there are: as many as `changes` lists.
  ///
  /// - Parameter property: What changed: of rows, of sections and, of values, of inputs.
  /// - Returns: The number of changes.
  /// - Complexity: O(n / 64) in the number of rows near those that changed, where no section and no
  ///   shape changed; otherwise, and for errors and options, that of `changes`.
  public func count(of property: Change.Property) -> Int {
    switch property {
    case .value where isPlain:
      return state.values.changeCount(since: journal.state.values)
        + state.inputs.changeCount(since: journal.state.inputs)
    case .hidden where isPlain && !hasHiddenSections:
      return state.attributes.changeCount(.hidden, since: journal.state.attributes)
    case .disabled where isPlain && !hasDisabledSections && topology.submitRows.isEmpty:
      return state.attributes.changeCount(.disabled, since: journal.state.attributes)
    case .required where isPlain:
      return state.attributes.changeCount(.required, since: journal.state.attributes)
    case .valid where isPlain && !hasHiddenSections:
      return state.attributes.validityChangeCount(since: journal.state.attributes)
    default: return differenceCount(of: property)
    }
  }

  /// Whether all that changed are values and rows' own attributes, of rows that all are in the
  /// form.
  private var isPlain: Bool {
    journal.topology == nil && journal.state.attributes.sections.isEmpty
      && journal.state.attributes.isReadOnly == nil && shape.topology.value.templateSections.isEmpty
  }

  private var hasHiddenSections: Bool { state.single.hiddenSections > 0 }

  private var hasDisabledSections: Bool {
    state.attributes.isReadOnly || state.single.disabledSections > 0
  }
}
