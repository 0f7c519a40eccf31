// What a client is told beside the changes that people see, so that the state it keeps stays that
// of the form: what members say for themselves, which items a user can insert, remove and move, and
// the options that a table or a list gives. A host in Swift reads these from the form.

import Predicate

/// What only clients are told to have changed of a member: the attributes of `stateChanges`.
enum StateAttribute: String, CaseIterable {
  case ownHidden, ownDisabled
  case canInsert, canDelete, canMove
  case allOptions
  case dirty
}

extension ChangeSet {
  /// Writes a change that is only for clients.
  ///
  /// `names` writes the members that name the row, the section or the item.
  func writeStateChange(
    _ attribute: StateAttribute, _ old: Value, _ new: Value, cause: Change.Cause,
    to json: inout JSONText, _ names: (inout JSONText) -> Void
  ) {
    json.object { json in
      names(&json)
      json.member("attribute", .string(attribute.rawValue))
      json.member("old", old)
      json.member("new", new)
      json.member("cause", .string((wholeCause ?? cause).rawValue))
      json.member("because", [])
    }
  }

  /// Writes the members that name a row or section in a change.
  func writeNames(of member: Member, to json: inout JSONText) {
    json.member("tag", optional(outline.name(of: member, in: topology)))
    json.member("id", .string(topology.id(of: member)))
  }
}

/// The further changes of a transaction, as JSON.
struct ClientChanges {
  private let set: ChangeSet
  private let before: Before
  private let now: Now
  private let sections: [TouchedSection]
  private let touched: TouchedMembers
  private var written = WrittenOptions()

  /// - Complexity: Like `ChangeSet.changes`, plus the items of the lists whose items a user can
  ///   remove or move now and could not before, or the other way round.
  static func write(
    _ set: ChangeSet, _ touched: TouchedMembers, _ sections: [TouchedSection],
    to json: inout JSONText
  ) {
    var changes = ClientChanges(set, touched, sections)
    changes.compareOwnAttributes(&json)
    changes.compareItems(&json)
    changes.compareOptions(&json)
  }

  private init(_ set: ChangeSet, _ touched: TouchedMembers, _ sections: [TouchedSection]) {
    self.set = set
    self.touched = touched
    before = set.momentBefore
    now = set.momentNow
    self.sections = sections
  }

  private func tell(
    _ member: Member, _ attribute: StateAttribute, _ old: Value, _ new: Value,
    _ json: inout JSONText
  ) {
    tell(attribute, old, new, &json) { set.writeNames(of: member, to: &$0) }
  }

  private func tell(
    _ attribute: StateAttribute, _ old: Value, _ new: Value, _ json: inout JSONText,
    _ names: (inout JSONText) -> Void
  ) {
    guard old != new else { return }
    let cause = set.hasNewShape ? Change.Cause.structure : .condition
    set.writeStateChange(attribute, old, new, cause: cause, to: &json, names)
  }

  // MARK: - Own attributes

  /// `ownHidden` and `ownDisabled`, which a state has if they are not those of the whole.
  ///
  /// A client takes them away where `hidden` or `disabled` becomes false, so that is not told.
  private func compareOwnAttributes(_ json: inout JSONText) {
    for section in sections {
      let id = section.id
      if section.isWhole, !set.journal.reshaped.insertedSections.contains(id) {
        let (old, new) = (before.word(of: id), now.word(of: id))
        tellOwn(
          .section(id), .ownHidden, (old.contains(.hidden), before.isHidden(id)),
          (new.contains(.hidden), now.isHidden(id)), &json)
        tellOwn(
          .section(id), .ownDisabled, (old.contains(.disabled), before.isDisabled(id)),
          (new.contains(.disabled), now.isDisabled(id)), &json)
      }
      for row in section.rows where !set.journal.reshaped.inserted.contains(row) {
        tellOwn(
          .row(row), .ownHidden, (before.isSet(.hidden, row), before.value(.hidden, of: row)),
          (now.isSet(.hidden, row), now.value(.hidden, of: row)), &json)
        tellOwn(
          .row(row), .ownDisabled,
          (before.isSet(.disabled, row), before.value(.disabled, of: row)),
          (now.isSet(.disabled, row), now.value(.disabled, of: row)), &json)
      }
    }
  }

  private func tellOwn(
    _ member: Member, _ attribute: StateAttribute, _ old: (own: Bool, whole: Bool),
    _ new: (own: Bool, whole: Bool), _ json: inout JSONText
  ) {
    guard new.whole, old != new else { return }
    tell(
      member, attribute, old.own == old.whole ? .null : .bool(old.own),
      new.own == new.whole ? .null : .bool(new.own), &json)
  }

  // MARK: - Items

  /// `canInsert` of lists, `canDelete` and `canMove` of items.
  private func compareItems(_ json: inout JSONText) {
    let topology = set.topology
    // A user can remove an item unless all of its rows are disabled.
    var items: [SectionID: Set<ItemID>] = [:]
    for list in touched.lists { items[list] = [] }
    for row in sections.lazy.flatMap(\.rows) {
      guard let item = topology.rows[row.index].item else { continue }
      items[topology.item(item).section, default: []].insert(item)
    }
    let lists = items.keys.compactMap { list -> (list: SectionID, place: Int)? in
      guard set.outline.sections.contains(list), set.oldOutline.sections.contains(list),
        topology.section(list).templates != nil
      else { return nil }
      return set.outline.sections.position(of: list).map { (list: list, place: $0.position) }
    }
    for (list, _) in lists.sorted(by: { $0.place < $1.place }) {
      compareItems(of: list, touched: items[list] ?? [], &json)
    }
  }

  private func compareItems(
    of list: SectionID, touched: Set<ItemID>, _ json: inout JSONText
  ) {
    func both(_ edit: ItemEdits) -> (old: Bool, new: Bool) {
      (before.allows(edit, in: list), now.allows(edit, in: list))
    }
    let (inserting, deleting, moving) = (both(.insert), both(.delete), both(.reorder))
    tell(.section(list), .canInsert, .bool(inserting.old), .bool(inserting.new), &json)
    let isOther = deleting.old != deleting.new || moving.old != moving.new
    guard isOther || deleting.new && !touched.isEmpty else { return }
    let items =
      isOther
      ? Array(set.outline.items(of: list, in: set.topology))
      : touched.sorted { set.outline.position(of: $0) ?? 0 < set.outline.position(of: $1) ?? 0 }
    for item in items
    where set.outline.items.contains(item) && set.oldOutline.items.contains(item) {
      func names(_ json: inout JSONText) {
        json.member("tag", optional(set.outline.name(of: item, in: set.topology)))
        json.member("item", .int(set.topology.number(of: item)))
      }
      tell(
        .canDelete, .bool(before.canDelete(item)), .bool(now.canDelete(item)), &json, names)
      tell(.canMove, .bool(moving.old), .bool(moving.new), &json, names)
    }
  }

  // MARK: - Options

  /// `allOptions` of rows whose options come from a table or a list; a matrix has those of its
  /// first row.
  private mutating func compareOptions(_ json: inout JSONText) {
    var last: (old: TableChoices, new: TableChoices, kinds: JSONKinds, told: (Value, Value)?)?
    for row in touched.rechosen
    where set.outline.rows.contains(row) && set.oldOutline.rows.contains(row) {
      let (oldRow, newRow) = (before.topology.row(row), now.topology.row(row))
      let kinds = set.topology.jsonKinds(of: row)
      let told: (old: Value, new: Value)?
      if let old = before.choices(of: oldRow), let new = now.choices(of: newRow) {
        // Most rows choose from the same table as the row before.
        if let last, last.old == old, last.new == new, last.kinds == kinds {
          told = last.told
        } else {
          told = compare(before.options(of: oldRow), now.options(of: newRow), kinds)
          last = (old, new, kinds, told)
        }
      } else {
        told = compare(before.options(of: oldRow), now.options(of: newRow), kinds)
      }
      guard let told else { continue }
      let matrix = set.topology.rows[row.index].section
      if set.heading(of: matrix) == row {
        tell(.section(matrix), .allOptions, told.old, told.new, &json)
      }
      tell(.row(row), .allOptions, told.old, told.new, &json)
    }
  }

  /// All options before and now, as JSON; nil if they are equal.
  private mutating func compare(
    _ old: ShownOptions, _ new: ShownOptions, _ kinds: JSONKinds
  ) -> (old: Value, new: Value)? {
    let (old, new) = (old.all, new.all)
    Effort.count(old.count + new.count)
    guard old != new else { return nil }
    return (written.json(of: old, kinds), written.json(of: new, kinds))
  }
}
