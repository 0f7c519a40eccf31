// The lists whose verdict differs from before a transaction. The verdict says what is wrong with
// the number of items. Its message follows the bounds, the number, the title and the language.

import Predicate

extension StateReading where Self: ~Copyable {
  /// What is wrong with the number of items of a list.
  func verdict(
    of id: SectionID, isOutOfBounds: Bool, in topology: Topology, _ outline: Outline
  ) -> [RowError] {
    guard isOutOfBounds else { return [] }
    let section = topology.section(id)
    let (minimum, maximum) = bounds(of: section)
    let count = outline.items.count(of: section.itemList)
    if let minimum, count < minimum {
      let standard = StandardMessage(.minItems, [.minimum: .int(Int64(minimum))])
      return [error(standard, of: section, count: count, in: topology)]
    }
    guard let maximum else { return [] }
    let standard = StandardMessage(.maxItems, [.maximum: .int(Int64(maximum))])
    return [error(standard, of: section, count: count, in: topology)]
  }
}

extension TouchedMembers {
  /// The messages about the number of items of a list, before and now.
  struct VerdictChange {
    let old: Value
    let new: Value
  }

  /// The lists whose verdict differs.
  ///
  /// `touched` are the sections whose attributes, texts or bounds changed.
  ///
  /// - Complexity: O(k) in the number of touched sections; O(n) in the number of sections if the
  ///   language is another one, or if the form became read-only or stopped to be.
  static func verdicts(
    _ set: ChangeSet, touched: some Sequence<SectionID>
  ) -> [SectionID: VerdictChange] {
    var lists = set.journal.reshaped.itemSections
    lists.formUnion(touched)
    let (past, topology, oldTopology) = (set.pastState, set.topology, set.oldTopology)
    // In a read-only form nobody can change the number of items.
    let isAnyAffected =
      set.hasOtherLocale || past.attributes.isReadOnly != set.state.attributes.isReadOnly
    if isAnyAffected { lists.formUnion(set.outline.sectionsInOrder) }
    guard !lists.isEmpty else { return [:] }
    let (outline, oldOutline) = (set.outline, set.oldOutline)
    var changed: [SectionID: VerdictChange] = [:]
    for list in lists
    where outline.sections.contains(list) && oldOutline.sections.contains(list)
      && topology.section(list).templates != nil
    {
      let old = past.verdict(
        of: list, isOutOfBounds: past.attributes.isOutOfBounds(list), in: oldTopology, oldOutline)
      let new = set.state.verdict(
        of: list, isOutOfBounds: set.state.attributes.isOutOfBounds(list), in: topology, outline)
      guard old != new else { continue }
      changed[list] = VerdictChange(old: .messages(of: old), new: .messages(of: new))
    }
    return changed
  }
}

extension Value {
  /// What errors say, as a list.
  static func messages(of errors: [RowError]) -> Value {
    .array(errors.map { .string($0.message) })
  }
}
