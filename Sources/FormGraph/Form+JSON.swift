// The state of a form as one JSON value.

public import Predicate

extension Form {
  /// The form's state: sections, rows, whether it can be submitted, what cannot be evaluated, and
  /// everything that the file says and a client shows.
  ///
  /// A form with pages also lists its pages, the current page and the progress.
  ///
  /// - Complexity: O(n).
  public var json: Value {
    var state = StateJSON(topology, dirty: dirtyIDs)
    let first = firstInvalidMember
    var pairs: [(String, Value)] = [
      ("title", optional(texts.title)),
      ("sections", .array(sections.map { $0.json(&state) })),
      ("canSubmit", .bool(canSubmit)),
      ("firstInvalid", optional(first.flatMap { outline.name(of: $0, in: topology) })),
      ("firstInvalidId", optional(first.map(topology.id))),
      ("dirty", .bool(!state.dirty.isEmpty || isDirty)), ("canUndo", .bool(undoCount > 0)),
      ("canRedo", .bool(redoCount > 0)),
      ("language", optional(self.state.locale.language?.text)),
      ("timeZone", optional(self.state.locale.zoneName)),
      ("problems", .array(problems.map(\.json))),
    ]
    let pending = pendingValidations
    if !pending.isEmpty { pairs.append(("pendingValidations", .array(pending.map(\.json)))) }
    pairs += texts.jsonWithoutTitle
    if let words = navigation.jsonOfState { pairs.append(("navigation", words)) }
    pairs += FormDefinition.told.pairs(of: given.value)
    if !topology.graph.pages.isEmpty {
      pairs.append(("pages", .array(pages.map { $0.json(in: topology) })))
      pairs.append(("page", optional(currentPage)))
      pairs.append(("progress", progress.json))
    }
    return .dictionary(ValueDictionary(pairs))
  }
}
