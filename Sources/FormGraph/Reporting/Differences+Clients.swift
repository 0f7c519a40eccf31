// What only clients are told, beside what members say for themselves: which items a user can
// insert, remove and move, and the options that a table or a list gives. A host in Swift reads
// these from the form.

import Predicate

extension Differences {
  /// Calls a function with each such difference: of lists and their items in declaration order,
  /// then of options.
  ///
  /// - Complexity: O(k) in the number of touched rows, plus the items of the lists whose items a
  ///   user can remove or move now and could not before, or the other way round.
  func forEachOfClients(_ body: (Difference) -> Void) {
    // The rows stand in the order of their items.
    var items: [SectionID: [ItemID]] = [:]
    for list in touched.lists { items[list] = [] }
    // A user can remove an item unless all of its rows are disabled.
    if !set.topology.directory.templateSections.isEmpty {
      for row in sections.lazy.flatMap(\.rows) {
        guard let item = set.topology.rows[row.index].item else { continue }
        let list = set.topology.item(item).section
        if items[list]?.last != item { items[list, default: []].append(item) }
      }
    }
    let lists = items.keys.compactMap { list -> (list: SectionID, place: Int)? in
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
    _ list: SectionID, touched: [ItemID], _ body: (Difference) -> Void
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

  /// All options of rows whose options come from a table or a list; a matrix has those of its first
  /// row.
  private func compareOptions(_ body: (Difference) -> Void) {
    var last: (old: TableChoices, new: TableChoices, kinds: JSONKinds, told: (Value, Value)?)?
    for row in touched.rechosen
    where set.outline.rows.contains(row) && set.oldOutline.rows.contains(row) {
      let (old, new) = (SeenRow(before, row), SeenRow(now, row))
      let told: (old: Value, new: Value)?
      if let oldChoices = before.choices(of: old.record),
        let newChoices = now.choices(of: new.record)
      {
        // Most rows choose from the same table as the row before.
        let kinds = new.kinds
        if let last, last.old == oldChoices, last.new == newChoices, last.kinds == kinds {
          told = last.told
        } else {
          told = options(old, new)
          last = (oldChoices, newChoices, kinds, told)
        }
      } else {
        told = options(old, new)
      }
      guard let told else { continue }
      let name = Aspects.allOptions.name
      let matrix = new.record.section
      if set.heading(of: matrix) == row {
        body(Difference(subject: .section(matrix), name: name, old: told.old, new: told.new))
      }
      body(Difference(subject: .row(row), name: name, old: told.old, new: told.new))
    }
  }

  /// All options before and now, as JSON; nil if they are equal.
  private func options(_ old: SeenRow, _ new: SeenRow) -> (old: Value, new: Value)? {
    let all = (before.options(of: old.record).all, now.options(of: new.record).all)
    Effort.count(all.0.count + all.1.count)
    return all.0 == all.1 ? nil : (Aspects.allOptions.told(old), Aspects.allOptions.told(new))
  }
}
