// The log of a transaction. The change set is read from the journal, and the history keeps it for
// undo.

import Foundation
import Predicate

/// What a transaction has overwritten, and how it changed the form's shape.
struct Journal: Sendable {
  /// What was overwritten in the state; empty until the transaction ends.
  var state = StateLog()
  /// The shape before, if the transaction changed the topology.
  var topology: Engine.Shape?
  /// The shape before, if the order or the visibility changed.
  var outline: Engine.Shape?
  /// The members that were inserted, removed or moved.
  var reshaped = Reshaped()
  /// The values that were written, in order, except for values of formulas.
  ///
  /// A row may appear more than once; its last cause counts.
  var sources = Few<Source>()
  /// The rows that actions changed, each with the row whose edit set off the last of these; nil if
  /// no action ran, which costs nothing to keep.
  var triggered: [RowIndex: RowIndex]?

  /// A value that was written.
  struct Source: Sendable {
    let row: RowIndex
    let cause: Change.Cause
  }

  /// Whether nothing was overwritten.
  var isEmpty: Bool { state.isEmpty && topology == nil && outline == nil }

  /// The shape before, for a transaction that ended with `shape`.
  func shape(before shape: Engine.Shape) -> Engine.Shape {
    switch (topology, outline) {
    case (nil, nil): shape
    case (let old?, nil), (nil, let old?): old
    // A new topology may have been adopted between the two.
    case (let old?, let other?):
      old === other ? old : Engine.Shape(topology: old.topology, outline: other.outline)
    }
  }

  /// The members that were inserted, removed, moved or redefined, and the nodes whose connections
  /// changed.
  struct Reshaped: Sendable {
    var inserted = IDSet<RowIndex>()
    var removed = IDSet<RowIndex>()
    var moved = IDSet<RowIndex>()
    var insertedSections = IDSet<SectionIndex>()
    var removedSections = IDSet<SectionIndex>()
    var movedSections = IDSet<SectionIndex>()
    /// The moved items that have sections, which are among the moved sections.
    var movedItems = IDSet<ItemIndex>()
    /// The nodes that were added or removed where the form was compiled again: those that came as
    /// nodes of the form and of prototypes, those that went also as nodes of items.
    var rewired = IDSet<NodeID>()
    /// The attributes that are decided differently than before.
    var decided: [Target] = []
    /// The rows whose options were replaced.
    var options = IDSet<RowIndex>()
    /// The sections whose items were inserted, removed or moved.
    var itemSections = IDSet<SectionIndex>()
    /// The rows whose definition was changed.
    var redefined = IDSet<RowIndex>()
    /// Whether a definition was changed.
    var isRedefined = false
    /// Whether the form was compiled again.
    var isRecompiled = false

    /// Whether no member was inserted, removed, moved or redefined, and no node came or went.
    var isEmpty: Bool {
      inserted.isEmpty && removed.isEmpty && moved.isEmpty && insertedSections.isEmpty
        && removedSections.isEmpty && movedSections.isEmpty && rewired.isEmpty && decided.isEmpty
        && options.isEmpty && !isRedefined
    }

    /// The same changes in reverse.
    var reversed: Reshaped {
      var reversed = self
      swap(&reversed.inserted, &reversed.removed)
      swap(&reversed.insertedSections, &reversed.removedSections)
      return reversed
    }
  }
}
