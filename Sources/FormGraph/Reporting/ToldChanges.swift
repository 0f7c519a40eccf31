// What has become different of a form as a whole since its client was told last, as JSON.

import Predicate

/// The form as a whole, beside what its change sets say of it.
struct WholeForm: Sendable, Equatable {
  let isDirty: Bool
  let firstInvalid: Member?
  let firstInvalidName: String?
  let canUndo: Bool
  let canRedo: Bool
}

/// What has become different of a form since a client was told last, beside what a change set says.
struct ToldChanges {
  /// The rows whose `dirty` has changed.
  let rows: [(row: RowIndex, isDirty: Bool)]
  let old: WholeForm
  let new: WholeForm

  /// The changes of rows.
  var differences: [Difference] {
    rows.map { row, isDirty in
      Difference(
        subject: .row(row), name: Aspects.dirty.name, old: .bool(!isDirty), new: .bool(isDirty))
    }
  }

  /// Writes the members that tell of the form as a whole.
  func writeWhole(_ set: ChangeSet, to json: inout JSONText) {
    json.member(ifOther: Aspects.isDirty, old, new)
    if old.firstInvalid != new.firstInvalid || old.firstInvalidName != new.firstInvalidName {
      json.object(.firstInvalid) { json in
        json.member(.old, optional(old.firstInvalidName))
        json.member(.new, optional(new.firstInvalidName))
        json.member(.oldId, optional(old.firstInvalid.map(set.id)))
        json.member(.newId, optional(new.firstInvalid.map(set.id)))
      }
    }
    json.member(ifOther: Aspects.canUndo, old, new)
    json.member(ifOther: Aspects.canRedo, old, new)
  }
}
