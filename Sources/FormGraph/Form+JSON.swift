// The state of a form as one JSON value.

public import Predicate

extension Form {
  /// The form's state: sections, rows, whether it can be submitted, and what cannot be evaluated;
  /// of a form with pages also these, the current one and how far the user has come.
  ///
  /// - Complexity: O(n).
  public var json: Value {
    let dirty = Set(dirtyRows.map(\.id))
    var pairs: [(String, Value)] = [
      ("title", optional(texts.title)),
      ("sections", .array(sections.map { $0.json(dirty) })),
      ("canSubmit", .bool(canSubmit)),
      ("firstInvalid", optional(firstInvalidName)),
      ("dirty", .bool(isDirty)),
      ("problems", .array(problems.map(\.json))),
    ]
    if !topology.pages.isEmpty {
      pairs.append(("pages", .array(pages.map { $0.json(in: topology) })))
      pairs.append(("page", optional(currentPage)))
      pairs.append(("progress", progress.json))
    }
    return .dictionary(ValueDictionary(pairs))
  }
}
