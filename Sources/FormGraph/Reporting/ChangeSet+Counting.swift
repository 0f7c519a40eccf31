// Counts changes without listing them. If only values and rows' own attributes changed, words of 64
// rows are counted. Otherwise the touched members are compared one by one.

import Predicate

extension ChangeSet {
  /// How many rows of tables the filters of options have looked at.
  ///
  /// A filter that says `SELF.column == expression` looks only at the rows that it finds.
  public var examinedRowCount: Int { log.examinedRows }

  /// The number of changes of one property.
  ///
  /// It equals the number of such changes in `changes`.
  ///
  /// - Parameter property: The property that changed, of rows, of sections or, for values, of
  ///   inputs.
  /// - Returns: The number of changes.
  /// - Complexity: O(n / 64) in the number of rows near the changed rows, if no section and no
  ///   shape changed. Otherwise, and for errors and options, the complexity of `changes`.
  public func count(of property: Change.Property) -> Int {
    if let made { return made.count { $0.property == property } }
    switch property {
    case .value where isPlain:
      return state.values.changeCount(since: journal.state.values)
        + state.inputs.changeCount(since: journal.state.inputs)
    case .hidden where isPlain && !hasHiddenSections:
      return state.attributes.changeCount(.hidden, since: journal.state.attributes)
    case .disabled where isPlain && !hasDisabledSections && topology.directory.submitRows.isEmpty:
      return state.attributes.changeCount(.disabled, since: journal.state.attributes)
    case .required where isPlain:
      return state.attributes.changeCount(.required, since: journal.state.attributes)
    case .valid where isPlain && !hasHiddenSections:
      return state.attributes.validityChangeCount(since: journal.state.attributes)
    default: return differenceCount(of: property)
    }
  }

  /// Whether only values and rows' own attributes changed, and every row is part of the form.
  private var isPlain: Bool {
    journal.topology == nil && journal.state.attributes.sections.isEmpty
      && journal.state.attributes.isReadOnly == nil
      && shape.topology.directory.templateSections.isEmpty
  }

  private var hasHiddenSections: Bool { state.single.hiddenSections > 0 }

  private var hasDisabledSections: Bool {
    state.attributes.isReadOnly || state.single.disabledSections > 0
  }
}
