// The names of things: 32 bits, stable for a thing's life, never a position in the form. Each kind
// has its own type, so that a row can never be taken for a node.

import Predicate

/// A row, for its life.
public struct RowID: Hashable, Comparable, Sendable, IndexedID {
  let rawValue: Int32

  init(_ index: Int) { rawValue = Int32(truncatingIfNeeded: index) }

  var index: Int { Int(rawValue) }

  /// An order to keep ids in; it says nothing of where the rows stand.
  public static func < (left: RowID, right: RowID) -> Bool { left.rawValue < right.rawValue }
}

/// A section, for its life.
public struct SectionID: Hashable, Comparable, Sendable, IndexedID {
  let rawValue: Int32

  init(_ index: Int) { rawValue = Int32(truncatingIfNeeded: index) }

  var index: Int { Int(rawValue) }

  /// An order to keep ids in; it says nothing of where the sections stand.
  public static func < (left: SectionID, right: SectionID) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// An item of a section, for its life.
public struct ItemID: Hashable, Comparable, Sendable, IndexedID {
  let rawValue: Int32

  init(_ index: Int) { rawValue = Int32(truncatingIfNeeded: index) }

  var index: Int { Int(rawValue) }

  /// An order to keep ids in; it says nothing of where the items stand.
  public static func < (left: ItemID, right: ItemID) -> Bool { left.rawValue < right.rawValue }
}

/// A variable set from outside.
typealias InputID = ID<InputDefinition>

/// A thing the graph computes.
typealias NodeID = ID<Node>

/// A distinct program; texts of one shape share one.
typealias ProgramID = ID<Program>

/// A distinct text of a predicate or a formula, with its ranges.
typealias TextID = ID<TextRecord>

/// A function of the host's.
typealias FunctionID = ID<FunctionRecord>

/// What a tag can name.
enum Member: Hashable, Sendable {
  case row(RowID)
  case section(SectionID)

  /// The row, where it is one.
  var row: RowID? { if case .row(let row) = self { row } else { nil } }
}

/// What the form decides about a row or a section.
public enum Attribute: String, Sendable, Hashable, CaseIterable {
  /// Whether it is hidden.
  case hidden
  /// Whether the user can edit it.
  case disabled
  /// Whether it must have a value.
  case required
  /// Whether its value meets its rules.
  case valid

  /// What conditions call the attribute: `isHidden`.
  var variableName: String {
    switch self {
    case .hidden: "isHidden"
    case .disabled: "isDisabled"
    case .required: "isRequired"
    case .valid: "isValid"
    }
  }
}

/// Where an operand finds its value.
enum Slot: Hashable, Sendable {
  /// The stored value of a row.
  case value(RowID)
  case input(InputID)
  /// What a node of kind fact has computed.
  case fact(NodeID)
}
