// Ids within the engine: 32 bits each, stable for the life of a thing, never a position in the
// form. Each kind of thing has its own id type, so a row cannot be used as a node.

import Predicate

/// A row, by its position in the arrays that hold the rows.
///
/// A host knows the row by its `RowID`.
struct RowIndex: Hashable, Comparable, Sendable, IndexedID {
  let rawValue: Int32

  init(_ index: Int) { rawValue = Int32(truncatingIfNeeded: index) }

  var index: Int { Int(rawValue) }

  static func < (left: RowIndex, right: RowIndex) -> Bool { left.rawValue < right.rawValue }
}

/// A section, by its position in the array that holds the sections.
struct SectionIndex: Hashable, Comparable, Sendable, IndexedID {
  let rawValue: Int32

  init(_ index: Int) { rawValue = Int32(truncatingIfNeeded: index) }

  var index: Int { Int(rawValue) }

  static func < (left: SectionIndex, right: SectionIndex) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// An item of a list, by its position in the array that holds the items of all lists.
struct ItemIndex: Hashable, Comparable, Sendable, IndexedID {
  let rawValue: Int32

  init(_ index: Int) { rawValue = Int32(truncatingIfNeeded: index) }

  var index: Int { Int(rawValue) }

  static func < (left: ItemIndex, right: ItemIndex) -> Bool { left.rawValue < right.rawValue }
}

/// A variable that the host sets.
typealias InputID = ID<InputDefinition>

/// A node of the graph.
typealias NodeID = ID<Node>

/// A distinct program.
///
/// Texts with the same structure share a program.
typealias ProgramID = ID<Program>

/// A distinct text of a predicate or a formula.
typealias TextID = ID<TextRecord>

/// A function of the host.
typealias FunctionID = ID<FunctionRecord>

/// A row or a section: what a tag can name.
enum Member: Hashable, Sendable {
  case row(RowIndex)
  case section(SectionIndex)

  var row: RowIndex? { if case .row(let row) = self { row } else { nil } }
}

/// What the form decides about a row or a section.
public enum Attribute: String, Sendable, Hashable, CaseIterable {
  /// The row or section is hidden.
  case hidden
  /// The user cannot edit the row or section.
  case disabled
  /// The row must have a value.
  case required
  /// The value of the row meets its rules.
  case valid

  /// What conditions call the attribute: `isHidden`.
  package var variableName: String {
    switch self {
    case .hidden: "isHidden"
    case .disabled: "isDisabled"
    case .required: "isRequired"
    case .valid: "isValid"
    }
  }
}

/// The place from which an operand gets its value.
enum Slot: Hashable, Sendable {
  /// The stored value of a row.
  case value(RowIndex)
  case input(InputID)
  /// The result of a fact node.
  case fact(NodeID)
}

/// The owner of a text that decides something about a row or a section.
public enum TextOwner: Hashable, Sendable {
  /// The row or the section itself.
  case itself
  /// A section around the row or the section.
  case section
  /// The page of the row or the section.
  case page
  /// The form, whose text decides for all members.
  case form
  /// The rule that a submit button is disabled while the form is invalid. It has no text.
  case submission
}
