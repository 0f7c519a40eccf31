// The names of things inside the engine: 32 bits, stable for a thing's life, never a position. Each
// kind has its own type, so that a row can never be taken for a node.

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

/// A variable set from outside.
struct InputID: Hashable, Sendable {
  let rawValue: Int32

  init(_ index: Int) { rawValue = Int32(truncatingIfNeeded: index) }

  var index: Int { Int(rawValue) }
}

/// A thing the graph computes.
struct NodeID: Hashable, Sendable, Comparable {
  let rawValue: Int32

  init(_ index: Int) { rawValue = Int32(truncatingIfNeeded: index) }

  var index: Int { Int(rawValue) }

  static func < (left: NodeID, right: NodeID) -> Bool { left.rawValue < right.rawValue }
}

/// A distinct program; texts of one shape share one.
struct ProgramID: Hashable, Sendable {
  let rawValue: Int32

  init(_ index: Int) { rawValue = Int32(truncatingIfNeeded: index) }

  var index: Int { Int(rawValue) }
}

/// A distinct text of a predicate or a formula, with its ranges.
struct TextID: Hashable, Sendable {
  let rawValue: Int32

  init(_ index: Int) { rawValue = Int32(truncatingIfNeeded: index) }

  var index: Int { Int(rawValue) }
}

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
