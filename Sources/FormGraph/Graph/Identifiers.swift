// The names of things: 32 bits, stable for a thing's life, never a position in the form. Each kind
// has its own type, so that a row can never be taken for a node.

import Predicate

/// A row, for its life.
public struct RowID: Hashable, Sendable {
  let rawValue: Int32

  init(_ index: Int) { rawValue = Int32(truncatingIfNeeded: index) }

  var index: Int { Int(rawValue) }
}

/// A section, for its life.
public struct SectionID: Hashable, Sendable {
  let rawValue: Int32

  init(_ index: Int) { rawValue = Int32(truncatingIfNeeded: index) }

  var index: Int { Int(rawValue) }
}

/// The position of a thing that only the engine knows, in the array that holds its kind.
struct ID<Thing>: Hashable, Sendable, Comparable {
  let rawValue: Int32

  init(_ index: Int) { rawValue = Int32(truncatingIfNeeded: index) }

  var index: Int { Int(rawValue) }

  static func < (left: ID, right: ID) -> Bool { left.rawValue < right.rawValue }
}

/// A variable set from outside.
typealias InputID = ID<InputDefinition>

/// A thing the graph computes.
typealias NodeID = ID<Node>

/// A distinct program; texts of one shape share one.
typealias ProgramID = ID<Program>

/// A distinct text of a predicate or a formula, with its ranges.
typealias TextID = ID<Resolution>

/// What a tag can name.
enum Member: Hashable, Sendable {
  case row(RowID)
  case section(SectionID)
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
}

/// Where an operand finds its value.
enum Slot: Hashable, Sendable {
  /// The stored value of a row.
  case value(RowID)
  case input(InputID)
  /// What a node of kind fact has computed.
  case fact(NodeID)
}
