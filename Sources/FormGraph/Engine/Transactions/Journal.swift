// What a transaction has overwritten. The change set is read from the journal, and the history
// keeps it as the way back.

import Foundation
import Predicate

/// What a transaction has overwritten, and what it did to the form's shape.
struct Journal: Sendable {
  /// What was overwritten of the state; nothing until the transaction ends.
  var state = StateLog()
  /// The form's shape before, where the transaction changed it.
  var topology: Shared<Topology>?
  /// The order before and what was visible of it, where either changed.
  var outline: Shared<Outline>?
  /// What came, went or moved.
  var reshaped = Reshaped()
  /// The values that were written, but for those that formulas give, in order; a row may stand here
  /// more than once, and the last cause is the one it has.
  var sources = Few<Source>()

  /// A value that was written.
  struct Source: Sendable {
    let row: RowID
    let cause: Change.Cause
  }

  /// Whether nothing was overwritten.
  var isEmpty: Bool { state.isEmpty && topology == nil && outline == nil }

  /// The members a transaction gave a new place, and the nodes it connected otherwise.
  struct Reshaped: Sendable {
    var inserted = IDSet<RowID>()
    var removed = IDSet<RowID>()
    var moved = IDSet<RowID>()
    var insertedSections = IDSet<SectionID>()
    var removedSections = IDSet<SectionID>()
    var movedSections = IDSet<SectionID>()
    /// The nodes that came, went, or read something else than before.
    var rewired = IDSet<NodeID>()
    /// What is decided by something else than before.
    var decided: [Target] = []
    /// The rows that were given other options.
    var options = IDSet<RowID>()
    /// The sections that were collapsed or unfolded.
    var collapsed = IDSet<SectionID>()
    /// The sections whose items are other ones, or stand otherwise.
    var itemSections = IDSet<SectionID>()

    /// Whether everything stands where it stood and reads what it read.
    var isEmpty: Bool {
      inserted.isEmpty && removed.isEmpty && moved.isEmpty && insertedSections.isEmpty
        && removedSections.isEmpty && movedSections.isEmpty && rewired.isEmpty && decided.isEmpty
        && options.isEmpty && collapsed.isEmpty
    }

    /// The same for the way back.
    var reversed: Reshaped {
      var reversed = self
      swap(&reversed.inserted, &reversed.removed)
      swap(&reversed.insertedSections, &reversed.removedSections)
      return reversed
    }
  }
}
