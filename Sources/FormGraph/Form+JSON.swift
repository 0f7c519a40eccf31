// The state of a form as one JSON value.

public import Predicate

extension Form {
  /// The form's state: sections, rows, whether it can be submitted, and what cannot be evaluated.
  ///
  /// - Complexity: O(n).
  public var json: Value {
    let dirty = Set(dirtyRows.map(\.id))
    return [
      "title": optional(texts.title),
      "sections": .array(sections.map { $0.json(dirty) }),
      "canSubmit": .bool(canSubmit),
      "firstInvalid": optional(firstInvalidName),
      "dirty": .bool(isDirty),
      "problems": .array(problems.map(\.json)),
    ]
  }
}
