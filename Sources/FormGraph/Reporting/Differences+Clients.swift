// What only clients are told, beside what members say for themselves: which items a user can
// insert, remove and move, and the options that a table or a list gives. A host in Swift reads
// these from the form. Changes of options that many rows have become one change of their source.

import Predicate

extension Differences {
  /// Calls a function with each such difference: of lists and their items in declaration order,
  /// then of options.
  ///
  /// - Complexity: O(k) in the number of touched rows, plus the items of the lists whose items a
  ///   user can remove or move now and could not before, or the other way round.
  func forEachOfClients(_ body: (Difference) -> Void) {
    // The rows stand in the order of their items.
    var items: [SectionIndex: [ItemIndex]] = [:]
    for list in touched.lists { items[list] = [] }
    // A user can remove an item unless all of its rows are disabled.
    if !set.topology.directory.templateSections.isEmpty {
      for row in sections.lazy.flatMap(\.rows) {
        guard let item = set.topology.rows[row.index].item else { continue }
        let list = set.topology.item(item).section
        if items[list]?.last != item { items[list, default: []].append(item) }
      }
    }
    let lists = items.keys.compactMap { list -> (list: SectionIndex, place: Int)? in
      guard set.outline.sections.contains(list), set.oldOutline.sections.contains(list),
        set.topology.section(list).templates != nil
      else { return nil }
      return set.outline.sections.position(of: list).map { (list: list, place: $0.position) }
    }
    for (list, _) in lists.sorted(by: { $0.place < $1.place }) {
      compare(list, touched: items[list] ?? [], body)
    }
    if !touched.rechosen.isEmpty { compareOptions(body) }
  }

  private func compare(
    _ list: SectionIndex, touched: [ItemIndex], _ body: (Difference) -> Void
  ) {
    compare(
      [Aspects.canInsert], .section(list), SeenSection(before, list), SeenSection(now, list), body)
    func isOther(_ edit: ItemEdits) -> Bool {
      before.allows(edit, in: list) != now.allows(edit, in: list)
    }
    let isOther = isOther(.delete) || isOther(.reorder)
    guard isOther || now.allows(.delete, in: list) && !touched.isEmpty else { return }
    let items = isOther ? Array(set.outline.items(of: list, in: set.topology)) : touched
    for item in items
    where set.outline.items.contains(item) && set.oldOutline.items.contains(item) {
      compare(
        isOther ? Aspects.ofItems.changing : [Aspects.canDelete], .item(item),
        SeenItem(moment: before, id: item),
        SeenItem(moment: now, id: item), body)
    }
  }

  private func compare<Seen>(
    _ aspects: [Aspect<Seen>], _ subject: Difference.Subject, _ old: Seen, _ new: Seen,
    _ body: (Difference) -> Void
  ) {
    for aspect in aspects {
      let (old, new) = (aspect.told(old), aspect.told(new))
      if old != new { body(Difference(subject: subject, name: aspect.name, old: old, new: new)) }
    }
  }

  // MARK: - Options

  /// All options of a source that gives other ones, once; of a row that the host has given options,
  /// those and its source.
  private func compareOptions(_ body: (Difference) -> Void) {
    for row in touched.rechosen {
      guard let (old, new) = seen(row) else { continue }
      if let source = new.source, source == old.source {
        if compared.insert(source).inserted {
          compare([Aspects.optionsOfSource], .source(of: row), old, new, body)
        }
      } else {
        compare([Aspects.optionSource, Aspects.allOptions], .row(row), old, new, body)
      }
      // The row offers the same options as before, and its source has more by now.
      let isListed = touched.differences[.row(row)]?.contains { $0.name == .people(.options) }
      if old.offersAll, !new.offersAll, isListed != true {
        body(
          Difference(
            subject: .row(row), name: Aspects.options.name, old: .null,
            new: Aspects.options.told(new)))
      }
    }
  }

  /// A change of a row as a client gets it, which may be that of its source; nil if a change of the
  /// source says it, or has said it.
  func toldToClients(_ difference: Difference) -> Difference? {
    switch (difference.name, difference.subject) {
    case (.people(.options), .row(let row)):
      guard let (old, new) = seen(row), let source = new.source, source == old.source else { break }
      return old.offersAll && new.offersAll ? nil : difference
    case (.people(.optionTitles), let subject):
      let shown: RowIndex? =
        switch subject {
        case .row(let row): row
        case .section(let matrix): set.heading(of: matrix)
        default: nil
        }
      guard let row = shown, let (old, new) = seen(row), let source = new.source,
        source == old.source
      else { break }
      guard titled.insert(source).inserted else { return nil }
      let titles = (old: old.titles, new: new.titles)
      // Other options are told whole, with their titles.
      if case (.array(let old), .array(let new)) = titles, old.count != new.count { return nil }
      return Difference(
        subject: .source(of: row), name: difference.name, old: titles.old, new: titles.new)
    default: break
    }
    return difference
  }

  /// A row before and now; nil if it was not in the form before, or is not now.
  private func seen(_ row: RowIndex) -> (old: SeenRow, new: SeenRow)? {
    guard set.outline.rows.contains(row), set.oldOutline.rows.contains(row) else { return nil }
    return (SeenRow(before, row), SeenRow(now, row))
  }
}

// MARK: - Sources

extension ChangeSet {
  /// Writes the sources that rows of new items have, and rows that the host has given options,
  /// unless clients have been told of them, before or as a difference.
  func writeSources(_ touched: TouchedMembers, _ differences: Differences, to json: inout JSONText)
  {
    guard hasNewShape || !journal.reshaped.options.isEmpty else { return }
    let (before, now) = (differences.before, differences.now)
    let rechosen = IDSet(touched.rechosen)
    var known: Set<SharedOptions>?
    let rows = (Array(journal.reshaped.inserted) + Array(journal.reshaped.options)).filter { row in
      guard outline.rows.contains(row), let source = now.source(of: topology.row(row)),
        known?.contains(source) != true
      else { return false }
      if known?.insert(source) == nil { known = [source] }
      let list = topology.row(row).item.map { topology.item($0).section }
      return !before.has(source, inItemsOf: list)
        || rechosen.contains(row) && !differences.compared.contains(source)
    }
    guard !rows.isEmpty else { return }
    json.member(.optionSources, .dictionary(ValueDictionary(now.json(ofSources: rows))))
  }
}
