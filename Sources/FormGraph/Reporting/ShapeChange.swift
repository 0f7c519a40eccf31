// The sections, rows and items that a transaction inserted, removed or moved, with their places
// before and after. A member inside an inserted or removed member is not listed. A member whose
// position changed only because others were inserted or removed has not moved.

/// A section, a row or an item that was inserted, removed or moved.
public struct ShapeChange: Hashable, Sendable {
  /// What happened to the member.
  public enum Kind: String, Hashable, Sendable {
    /// The member was inserted.
    case inserted
    /// The member was removed.
    case removed
    /// The member was moved.
    case moved
  }

  /// The member that changed.
  public enum Member: Hashable, Sendable {
    /// A section with everything in it.
    case section(SectionID)
    /// A row that is not part of an item.
    case row(RowID)
    /// An item with its rows.
    case item(ItemID)
  }

  /// A place that counts all members, including hidden ones.
  public struct Place: Hashable, Sendable {
    /// The section of the row or item; nil for the place of a section.
    public let section: SectionID?
    /// The section's tag, if it has one; of a list in an item its address, `visits[1].drugs`.
    public let tag: String?
    /// The position from 0: in the section or, for a section, in the form.
    public let position: Int
  }

  /// The member that was inserted, removed or moved.
  public let member: Member
  /// The name of the member: a tag or, for an item, its address such as `phones[2]`; nil if there
  /// is no tag.
  ///
  /// A removed or moved member has its name from before the transaction.
  public let name: String?
  /// The place before the transaction; nil if the member was inserted.
  public let from: Place?
  /// The place after the transaction; nil if the member was removed.
  public let to: Place?

  /// What happened.
  public var kind: Kind { from == nil ? .inserted : to == nil ? .removed : .moved }
}

extension ChangeSet {
  /// The members that were inserted, removed and moved.
  ///
  /// Removed members come first, by their places before; all others follow, by their places after.
  ///
  /// To update a copy of the structure, first remove every member that has a place before. Then
  /// insert every member that has a place after, in the order of this list.
  ///
  /// - Complexity: O(k log n) in the number k of rows that were inserted, removed and moved.
  public var shapeChanges: [ShapeChange] {
    let shape = journal.reshaped
    guard hasNewShape else { return [] }
    let old = ShapePlaces(shape: oldShape, form: form)
    let new = ShapePlaces(shape: self.shape, form: form)
    // Of what goes or comes in one piece only the outermost member is listed.
    var gone = Set(shape.removedSections.map { old.outermost(.section($0), isThere: new) })
    for row in shape.removed { gone.insert(old.outermost(.row(row), isThere: new)) }
    gone = gone.filter { !old.isInside($0, of: shape.removedSections) }
    var come = Set(shape.insertedSections.map { new.outermost(.section($0), isThere: old) })
    for row in shape.inserted { come.insert(new.outermost(.row(row), isThere: old)) }
    come = come.filter { !new.isInside($0, of: shape.insertedSections) }
    // The sections of an item are moved with it.
    let sections = shape.movedSections.filter { topology.section($0).item == nil }
    var moved = Set(sections.map { ShapePart.section($0) })
    moved.formUnion(
      shape.movedItems.filter { outline.items.contains($0) && oldOutline.items.contains($0) }
        .map { .item($0) })
    moved.formUnion(shape.moved.map { new.member(of: .row($0)) })
    let changes =
      gone.map { change($0, from: old, to: nil) } + come.map { change($0, from: nil, to: new) }
      + moved.map { change($0, from: old, to: new) }
    return changes.sorted { left, right in
      switch (left.order.to, right.order.to) {
      case (nil, nil): left.order.from < right.order.from
      case (nil, _?): true
      case (_?, nil): false
      case (let left?, let right?): left < right
      }
    }.map(\.change)
  }

  private typealias Ordered = (
    change: ShapeChange, order: (from: Outline.Place, to: Outline.Place?)
  )

  private func change(
    _ member: ShapePart, from old: ShapePlaces?, to new: ShapePlaces?
  ) -> Ordered {
    let change = ShapeChange(
      member: member.id(in: form), name: (old ?? new)?.name(of: member),
      from: old?.place(of: member),
      to: new?.place(of: member))
    let nowhere = Outline.Place(section: -1, row: -1)
    return (change, (old?.orderedPlace(of: member) ?? nowhere, new?.orderedPlace(of: member)))
  }
}

/// A section with everything in it, a row that is not part of an item, or an item with its rows.
private enum ShapePart: Hashable {
  case section(SectionIndex)
  case row(RowIndex)
  case item(ItemIndex)

  func id(in form: FormNumber) -> ShapeChange.Member {
    switch self {
    case .section(let section): .section(section.id(in: form))
    case .row(let row): .row(row.id(in: form))
    case .item(let item): .item(item.id(in: form))
    }
  }
}

/// The places of members at one moment.
private struct ShapePlaces {
  let shape: Engine.Shape
  let form: FormNumber
  private var topology: Topology { _read { yield shape.topology } }
  private var outline: Outline { _read { yield shape.outline } }

  /// What a member is inserted, removed and moved with: its item, or the member itself.
  func member(of member: Member) -> ShapePart {
    if let item = topology.item(of: member) { return .item(item) }
    return switch member {
    case .row(let row): .row(row)
    case .section(let section): .section(section)
    }
  }

  /// The same; of an item in an item that is not there at another moment, the outer one.
  func outermost(_ member: Member, isThere other: ShapePlaces) -> ShapePart {
    var member = self.member(of: member)
    while case .item(let item) = member,
      let outer = topology.section(topology.item(item).section).item,
      !other.shape.outline.items.contains(outer)
    {
      member = .item(outer)
    }
    return member
  }

  /// Whether a member stands in one of some sections.
  func isInside(_ member: ShapePart, of sections: IDSet<SectionIndex>) -> Bool {
    switch member {
    case .section(let section):
      topology.section(section).parent.map(sections.contains) ?? false
    case .row(let row): sections.contains(topology.row(row).section)
    case .item(let item): sections.contains(topology.item(item).section)
    }
  }

  func name(of member: ShapePart) -> String? {
    switch member {
    case .section(let section): outline.name(of: section, in: topology)
    case .row(let row): outline.name(of: row, in: topology)
    case .item(let item): outline.name(of: item, in: topology)
    }
  }

  func place(of member: ShapePart) -> ShapeChange.Place? {
    switch member {
    case .section(let section):
      place(in: nil, outline.sections.position(of: section)?.position)
    case .row(let row):
      place(in: topology.row(row).section, outline.rows.position(of: row)?.position)
    case .item(let item): place(in: topology.item(item).section, outline.position(of: item))
    }
  }

  private func place(in section: SectionIndex?, _ position: Int?) -> ShapeChange.Place? {
    position.map {
      ShapeChange.Place(
        section: section?.id(in: form), tag: section.flatMap { outline.name(of: $0, in: topology) },
        position: $0)
    }
  }

  /// Where a member stands in the order of the whole form; an item where its section does, or its
  /// first row.
  func orderedPlace(of member: ShapePart) -> Outline.Place {
    switch member {
    case .section(let section): outline.place(of: .section(section), in: topology)
    case .row(let row): outline.place(of: .row(row), in: topology)
    case .item(let item):
      outline.place(
        of: topology.item(item).firstSection.map { .section($0) }
          ?? .row(topology.item(item).firstRow), in: topology)
    }
  }
}
