// What came, went and moved in a transaction: sections, rows and items, each with its places before
// and after. What came or went with something bigger is told with that alone, and what only stands
// elsewhere because others came and went has not moved.

/// A section, a row or an item that came, went or moved.
public struct ShapeChange: Hashable, Sendable {
  /// What happened to it.
  public enum Kind: String, Hashable, Sendable {
    /// It came.
    case inserted
    /// It went.
    case removed
    /// It was given another place.
    case moved
  }

  /// What it happened to.
  public enum Member: Hashable, Sendable {
    /// A section with everything in it.
    case section(SectionID)
    /// A row that is part of no item.
    case row(RowID)
    /// An item with its rows.
    case item(ItemID)
  }

  /// A place among all members, hidden ones too.
  public struct Place: Hashable, Sendable {
    /// The section; nil for the place of a section.
    public let section: SectionID?
    /// The section's tag, if it has one.
    public let tag: String?
    /// The position in the section, of a section in the form, from 0.
    public let position: Int
  }

  /// What came, went or moved.
  public let member: Member
  /// What it was called, or what something new is called: a tag, of an item its address,
  /// `phones[2]`; nil where there is no tag to make it of.
  public let name: String?
  /// Where it stood before the transaction; nil where it came.
  public let from: Place?
  /// Where it stands after the transaction; nil where it went.
  public let to: Place?

  /// What happened.
  public var kind: Kind { from == nil ? .inserted : to == nil ? .removed : .moved }
}

extension ChangeSet {
  /// What came, went and moved: first what went, by the places before; then the rest, by the places
  /// after.
  ///
  /// Whoever takes out everything that has a place before, and puts in everything that has one
  /// after in the order of these, has the members in their new order.
  ///
  /// - Complexity: O(k log n) in the number k of rows that came, went and moved.
  public var shapeChanges: [ShapeChange] {
    let shape = journal.reshaped
    guard hasNewShape else { return [] }
    let old = ShapePlaces(topology: oldTopology, outline: oldOutline)
    let new = ShapePlaces(topology: topology, outline: outline)
    var gone = Set(shape.removedSections.map { ShapeChange.Member.section($0) })
    for row in shape.removed where !shape.removedSections.contains(oldTopology.row(row).section) {
      gone.insert(old.member(of: row))
    }
    var come = Set(shape.insertedSections.map { ShapeChange.Member.section($0) })
    for row in shape.inserted where !shape.insertedSections.contains(topology.row(row).section) {
      come.insert(new.member(of: row))
    }
    var moved = Set(shape.movedSections.map { ShapeChange.Member.section($0) })
    moved.formUnion(shape.moved.map(new.member))
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
    _ member: ShapeChange.Member, from old: ShapePlaces?, to new: ShapePlaces?
  ) -> Ordered {
    let change = ShapeChange(
      member: member, name: (old ?? new)?.name(of: member), from: old?.place(of: member),
      to: new?.place(of: member))
    let nowhere = Outline.Place(section: -1, row: -1)
    return (change, (old?.orderedPlace(of: member) ?? nowhere, new?.orderedPlace(of: member)))
  }
}

/// Where members stand at one moment.
private struct ShapePlaces {
  let topology: Topology
  let outline: Outline

  /// What a row comes, goes and moves with.
  func member(of row: RowID) -> ShapeChange.Member {
    topology.row(row).item.map { .item($0) } ?? .row(row)
  }

  func name(of member: ShapeChange.Member) -> String? {
    switch member {
    case .section(let section): topology.tag(of: .section(section))
    case .row(let row): outline.name(of: row, in: topology)
    case .item: place(of: member).flatMap { place in place.tag.map { "\($0)[\(place.position)]" } }
    }
  }

  func place(of member: ShapeChange.Member) -> ShapeChange.Place? {
    switch member {
    case .section(let section):
      place(in: nil, outline.sections.position(of: section)?.position)
    case .row(let row):
      place(in: topology.row(row).section, outline.rows.position(of: row)?.position)
    case .item(let item): place(in: topology.item(item).section, outline.position(of: item))
    }
  }

  private func place(in section: SectionID?, _ position: Int?) -> ShapeChange.Place? {
    position.map {
      ShapeChange.Place(
        section: section, tag: section.flatMap { topology.tag(of: .section($0)) }, position: $0)
    }
  }

  /// Where a member stands in the order of the whole form; an item where its first row does.
  func orderedPlace(of member: ShapeChange.Member) -> Outline.Place {
    switch member {
    case .section(let section): outline.place(of: .section(section), in: topology)
    case .row(let row): outline.place(of: .row(row), in: topology)
    case .item(let item): outline.place(of: .row(topology.item(item).firstRow), in: topology)
    }
  }
}
