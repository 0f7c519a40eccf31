// What has become different of a form as a whole since its client was told last, as JSON.

import Predicate

/// What has become different of a form since a client was told last.
struct ToldChanges {
  /// The state of the form as a whole.
  struct Whole: Sendable, Equatable {
    let isDirty: Bool
    let firstInvalid: Member?
    let firstInvalidName: String?
    let canUndo: Bool
    let canRedo: Bool
  }

  /// The rows whose `dirty` has changed.
  let rows: [(row: RowID, isDirty: Bool)]
  let old: Whole
  let new: Whole

  /// Writes the changes of rows.
  func writeRows(_ set: ChangeSet, to json: inout JSONText) {
    for (row, isDirty) in rows {
      set.writeStateChange(.dirty, .bool(!isDirty), .bool(isDirty), cause: .set, to: &json) {
        set.writeNames(of: .row(row), to: &$0)
      }
    }
  }

  /// Writes the members that tell of the form itself.
  func writeWhole(_ topology: Topology, to json: inout JSONText) {
    func tell(_ key: StaticString, _ old: Bool, _ new: Bool) {
      if old != new { json.member(key, old: .bool(old), new: .bool(new)) }
    }
    tell("dirty", old.isDirty, new.isDirty)
    if old.firstInvalid != new.firstInvalid || old.firstInvalidName != new.firstInvalidName {
      json.object("firstInvalid") { json in
        json.member("old", optional(old.firstInvalidName))
        json.member("new", optional(new.firstInvalidName))
        json.member("oldId", optional(old.firstInvalid.map(topology.id)))
        json.member("newId", optional(new.firstInvalid.map(topology.id)))
      }
    }
    tell("canUndo", old.canUndo, new.canUndo)
    tell("canRedo", old.canRedo, new.canRedo)
  }
}
