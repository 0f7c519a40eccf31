// Ids: 32 bits that number the things of one kind from 0. Each kind has an id type of its own, so
// that a row can never be taken for a node.

/// An id that numbers the things of its kind densely from 0, for columns and sets of bits.
///
/// Ids are ordered by their numbers, which say nothing about places in the form.
protocol IndexedID: Hashable, Comparable, Sendable {
  init(_ index: Int)

  var index: Int { get }
}

/// The position of a thing that only the engine knows, in the array that holds its kind.
struct ID<Thing>: Hashable, Comparable, Sendable, IndexedID {
  let rawValue: Int32

  init(_ index: Int) { rawValue = Int32(truncatingIfNeeded: index) }

  var index: Int { Int(rawValue) }

  static func < (left: ID, right: ID) -> Bool { left.rawValue < right.rawValue }
}
