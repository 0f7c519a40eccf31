// The ids by which a host names rows, sections and items. Within the engine an index is enough. An
// id also says which form it belongs to, because every form counts its members from 0: without
// that, an edit with the id of another form would change some other row.

/// Tells open forms apart, by a random number.
///
/// Copies of a form share the number.
struct FormNumber: Hashable, Sendable {
  private let number: UInt32

  init(_ random: UInt64) { number = UInt32(truncatingIfNeeded: random) }
}

/// Identifies a row of an open form for the row's whole life.
///
/// An id is valid in the form that gave it, and in copies of that form. Every other form refuses
/// it, also a form that was opened from the same compiled form.
public struct RowID: Hashable, Comparable, Sendable {
  let index: RowIndex
  let form: FormNumber

  /// Orders ids by number, for use in sorted collections.
  ///
  /// The order says nothing about positions in the form.
  public static func < (left: RowID, right: RowID) -> Bool { left.index < right.index }
}

/// Identifies a section of an open form for the section's whole life.
///
/// An id is valid in the form that gave it, and in copies of that form.
public struct SectionID: Hashable, Comparable, Sendable {
  let index: SectionIndex
  let form: FormNumber

  /// Orders ids by number, for use in sorted collections.
  ///
  /// The order says nothing about positions in the form.
  public static func < (left: SectionID, right: SectionID) -> Bool { left.index < right.index }
}

/// Identifies an item of a list of an open form for the item's whole life.
///
/// An id is valid in the form that gave it, and in copies of that form.
public struct ItemID: Hashable, Comparable, Sendable {
  let index: ItemIndex
  let form: FormNumber

  /// Orders ids by number, for use in sorted collections.
  ///
  /// The order says nothing about positions in the form.
  public static func < (left: ItemID, right: ItemID) -> Bool { left.index < right.index }
}

// What turns the ids of the engine into those of a host.

extension RowIndex {
  func id(in form: FormNumber) -> RowID { RowID(index: self, form: form) }
}

extension SectionIndex {
  func id(in form: FormNumber) -> SectionID { SectionID(index: self, form: form) }
}

extension ItemIndex {
  func id(in form: FormNumber) -> ItemID { ItemID(index: self, form: form) }
}
