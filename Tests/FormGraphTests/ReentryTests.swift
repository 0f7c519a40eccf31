// A function of the host that reaches the live form that calls it: reading gives the form as it was
// before the edit, and editing is refused.

import FormGraph
import Foundation
import Predicate
import Testing

/// What a function of the host does with the live form that calls it.
///
/// Sendable: each test uses it on one thread only.
private final class Reach: @unchecked Sendable {
  weak var live: LiveForm?
  var act: (LiveForm, FunctionArguments) throws -> Value = { _, _ in .null }
  var isOn = true

  var function: FormFunction {
    { [self] arguments in
      guard isOn, let live else { return arguments.values[0] }
      return try act(live, arguments)
    }
  }
}

private func live(_ reach: Reach) throws -> LiveForm {
  let rows = """
    { "tag": "a", "type": "int", "value": 1 }, { "tag": "b", "type": "int" },
    { "tag": "c", "type": "int", "calculated": "f($a)" }
    """
  let form = try CompiledForm.compile(
    json: "{\"sections\": [{\"rows\": [\(rows)]}]}".utf8, functions: ["f": reach.function])
  let live = LiveForm(form.open(now: Date(timeIntervalSinceReferenceDate: 0)))
  reach.live = live
  return live
}

@Test("A function that reads the form that calls it sees the form before the edit")
func readingInside() throws {
  let reach = Reach()
  reach.act = { live, _ in
    #expect(live["c"]?.isHidden == false && live.form.canSubmit)
    return live["a"]?.value ?? .null
  }
  let live = try live(reach)
  #expect(live["c"]?.value == 1)
  try live.set("a", to: 2)
  #expect(live["a"]?.value == 2 && live["c"]?.value == 1)
  try live.set("a", to: 3)
  #expect(live["a"]?.value == 3 && live["c"]?.value == 2)
  try live.undo()
  #expect(live["a"]?.value == 2 && live["c"]?.value == 1)
}

@Test(
  "An edit by a function of the form that calls it is refused",
  arguments: ["set", "undo", "redo", "undo to", "validate"])
func editingInside(_ edit: String) throws {
  let reach = Reach()
  let live = try live(reach)
  let token = try #require(try live.set("b", to: 1)?.token)
  reach.act = { live, _ in
    switch edit {
    case "set": try live.set("b", to: 2)
    case "undo": try live.undo()
    case "redo": try live.redo()
    case "undo to": try live.undo(to: token)
    default: try live.validate()
    }
    return 5
  }
  // The function lets the refusal through, so the form tells of it.
  try live.set("a", to: 2)
  #expect(live["a"]?.value == 2 && live["b"]?.value == 1 && live["c"]?.value == .null)
  #expect(
    live.form.problems.map(\.message) == [
      "f failed: a function cannot edit the form that calls it; edit the form afterwards, for"
        + " example in an observer"
    ])
  reach.isOn = false
  try live.set("a", to: 3)
  #expect(live["c"]?.value == 3 && live.form.problems.isEmpty)
  try live.undo(to: token)
  #expect(live["a"]?.value == 1 && live["b"]?.value == .null && live["c"]?.value == 1)
}

@Test("A refusal inside a function does not end the edit, and its observers still edit")
func editingInsideAndOutside() throws {
  let reach = Reach()
  let live = try live(reach)
  var refusals: [EditError.Kind] = []
  reach.act = { live, arguments in
    do {
      try live.set("a", to: 9)
    } catch LiveFormError.refused(let error) {
      refusals += error.reasons.map(\.kind)
    }
    return arguments.values[0]
  }
  let subscription = live.observe("a") { [unowned live] _, new in
    if new == 2 { _ = try? live.set("a", to: 3) }
  }
  try live.set("a", to: 2)
  // Both the edit and that of the observer call the function.
  #expect(refusals == [.settling, .settling])
  #expect(live["a"]?.value == 3 && live["c"]?.value == 3 && live.form.problems.isEmpty)
  try live.undo()
  #expect(live["a"]?.value == 1 && live["c"]?.value == 1)
  withExtendedLifetime(subscription) {}
}

@Test("A function may edit another form")
func editingAnother() throws {
  let (reach, other) = (Reach(), Reach())
  let (live, another) = (try live(reach), try live(other))
  reach.act = { _, arguments in
    try another.set("a", to: arguments.values[0])
    return another["c"]?.value ?? .null
  }
  other.act = { _, arguments in arguments.values[0] }
  try live.set("a", to: 7)
  #expect(live["c"]?.value == 7 && another["a"]?.value == 7)
}
