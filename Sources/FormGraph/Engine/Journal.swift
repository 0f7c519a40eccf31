// What a transaction has overwritten, each thing at its first touch. From it come the change set and
// the way back.

import Foundation
import Predicate

/// The old values of everything a transaction touched.
struct Journal: Sendable {
  var values = FirstTouch<RowID, Value>()
  var inputs = FirstTouch<InputID, Value>()
  var rowWords = FirstTouch<RowID, RowWord>()
  var sectionWords = FirstTouch<SectionID, SectionWord>()
  var isReadOnly: Bool?
  var now: Date?
  var results = FirstTouch<NodeID, NodeResult>()
  var visibleValues = FirstTouch<NodeID, Value?>()
  var verdicts = FirstTouch<RowID, [RowError]>()
  var errors = FirstTouch<RowID, [RowError]>()
  var problems = FirstTouch<NodeID, NodeProblem?>()
  /// Why each touched value changed last.
  var causes: [RowID: Change.Cause] = [:]
  /// Whether the form could be submitted before.
  var couldSubmit = true
}

/// Old values by key, in the order of the first touch.
struct FirstTouch<Key: Hashable & Sendable, Old: Sendable>: Sendable {
  private(set) var entries: [(key: Key, old: Old)] = []
  private var seen: Set<Key> = []

  /// Keeps an old value unless the key was touched before.
  mutating func record(_ key: Key, _ old: @autoclosure () -> Old) {
    if seen.insert(key).inserted { entries.append((key, old())) }
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
