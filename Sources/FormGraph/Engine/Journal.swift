// What a transaction has overwritten, each thing at its first touch. From it come the change set and
// the way back: a journal is also what the history keeps.

import Foundation
import Predicate

/// The old values of everything a transaction touched.
struct Journal: Sendable {
  var values = FirstTouch<RowID, Value>()
  var inputs = FirstTouch<InputID, Value>()
  /// The attributes of rows, 64 rows at a time.
  var words = FirstTouch<WordPlace, UInt64>()
  var sectionWords = FirstTouch<SectionID, SectionWord>()
  var isReadOnly: Bool?
  var now: Date?
  var results = FirstTouch<NodeID, NodeResult>()
  var facts = FirstTouch<NodeID, Value>()
  var verdicts = FirstTouch<RowID, [RowError]>()
  var errors = FirstTouch<RowID, [RowError]>()
  var problems = FirstTouch<NodeID, NodeProblem?>()
  var invalidRows = FirstTouch<SectionID, Int32>()
  /// How many visible rows were invalid before.
  var invalidVisibleRows = 0
  /// The form's shape before, where the transaction changed it.
  var topology: Topology?
  /// The order before and what was visible of it, where either changed.
  var outline: Outline?
  /// What came, went or moved.
  var reshaped = Reshaped()
  /// Why each touched value changed last.
  var causes: [RowID: Change.Cause] = [:]

  /// Whether anything was overwritten that history gives back.
  var isEmpty: Bool {
    values.isEmpty && words.isEmpty && sectionWords.isEmpty && isReadOnly == nil && results.isEmpty
      && facts.isEmpty && verdicts.isEmpty && errors.isEmpty && problems.isEmpty && topology == nil
      && outline == nil && inputs.isEmpty && now == nil
  }

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
    /// The sections whose items are other ones, or stand otherwise.
    var itemSections = IDSet<SectionID>()

    /// Whether everything stands where it stood and reads what it read.
    var isEmpty: Bool {
      inserted.isEmpty && removed.isEmpty && moved.isEmpty && insertedSections.isEmpty
        && removedSections.isEmpty && movedSections.isEmpty && rewired.isEmpty && decided.isEmpty
        && options.isEmpty
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

/// Old values by key, in the order of the first touch.
struct FirstTouch<Key: Hashable & Sendable, Old: Sendable>: Sendable {
  private(set) var entries: [(key: Key, old: Old)] = []
  private var positions: [Key: Int] = [:]

  var isEmpty: Bool { entries.isEmpty }

  /// The old values by key.
  var olds: [Key: Old] { Dictionary(entries.map { ($0.key, $0.old) }) { first, _ in first } }

  /// Keeps an old value unless the key was touched before.
  mutating func record(_ key: Key, _ old: @autoclosure () -> Old) {
    guard positions[key] == nil else { return }
    positions[key] = entries.count
    entries.append((key, old()))
  }

  /// What a key had before, if it was touched.
  func old(of key: Key) -> Old? { positions[key].map { entries[$0].old } }

  /// Keeps what an older journal has not kept itself.
  mutating func merge(_ newer: FirstTouch) {
    for (key, old) in newer.entries { record(key, old) }
  }

  /// Old and new of the keys whose value is another one now.
  func changed(_ new: (Key) -> Old) -> [Key: (old: Old, new: Old)] where Old: Equatable {
    var changed: [Key: (old: Old, new: Old)] = [:]
    for (key, old) in entries {
      let new = new(key)
      if new != old { changed[key] = (old, new) }
    }
    return changed
  }
}
