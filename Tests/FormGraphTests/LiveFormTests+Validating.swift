// Asynchronous rules of a live form: functions run for each question, are cancelled with it, and
// give their results as edits.

import FormGraph
import Foundation
import Observation
import Predicate
import Testing

/// Holds back the results of a function until the test gives them.
private actor Gate {
  private var open: [String: CheckedContinuation<Value, Never>] = [:]
  private(set) var asked: [String] = []
  private(set) var cancelled: [String] = []

  func answer(to name: String) async -> Value {
    asked.append(name)
    let value = await withCheckedContinuation { open[name] = $0 }
    if Task.isCancelled { cancelled.append(name) }
    return value
  }

  /// Gives a result.
  func give(_ value: Value, to name: String) {
    open.removeValue(forKey: name)?.resume(returning: value)
  }
}

/// Waits until something is so; a test that waits in vain fails at its next expectation.
@MainActor
private func until(_ isSo: () async -> Bool) async {
  for _ in 0..<100_000 {
    if await isSo() { return }
    await Task.yield()
  }
}

private func text(_ arguments: FunctionArguments) -> String {
  if case .string(let text)? = arguments.values.first { text } else { "" }
}

@MainActor
private func live() throws -> LiveForm {
  try live([
    RowDefinition(
      tag: "name", type: .text, rules: [RuleDefinition(.asyncFunction("isFree", dependsOn: []))]),
    RowDefinition(.button, "go") { $0.submits = true },
  ])
}

@MainActor
private final class Notes {
  var lines: [String] = []
}

@Test("A function answers each question, and its result is delivered like an edit")
@MainActor
func answers() async throws {
  let gate = Gate()
  let live = try live()
  live.registerAsyncFunction("isFree") { await gate.answer(to: text($0)) }
  let notes = Notes()
  let subscription = live.observe { changes in
    notes.lines += changes.pendingBegan.map { "asked \($0.token)" }
    notes.lines += changes.pendingEnded.map { "ended \($0.token)" }
    notes.lines += changes.actions.map { "\($0.kind)" }
  }
  try live.set("name", to: "Ann")
  try live.tap("go")
  #expect(!live.form.canSubmit)
  await until { await gate.asked == ["Ann"] }
  await gate.give(true, to: "Ann")
  await until { live.form.canSubmit }
  #expect(notes.lines == ["asked t1", "ended t1", "submit"])
  #expect(live["name"]?.isValid == true)
  try live.set("name", to: "Bob")
  await until { await gate.asked == ["Ann", "Bob"] }
  await gate.give("Bob is here.", to: "Bob")
  await until { live.form.pendingValidations.isEmpty }
  #expect(live["name"]?.verdict.map(\.message) == ["Bob is here."])
  withExtendedLifetime(subscription) {}
}

@Test("A new value cancels the task of the old one, and a late result is dropped")
@MainActor
func lateAnswers() async throws {
  let gate = Gate()
  let live = try live()
  live.registerAsyncFunction("isFree") { await gate.answer(to: text($0)) }
  try live.set("name", to: "Ann")
  await until { await gate.asked == ["Ann"] }
  try live.set("name", to: "Bob")
  await until { await gate.asked == ["Ann", "Bob"] }
  await gate.give(true, to: "Bob")
  await until { live.form.canSubmit }
  await gate.give(false, to: "Ann")
  await until { await gate.cancelled == ["Ann"] }
  #expect(await gate.cancelled == ["Ann"])
  #expect(live.form.canSubmit)
}

@Test("A function that is registered later answers what is pending; the last one counts")
@MainActor
func laterFunction() async throws {
  let live = try live()
  try live.set("name", to: "Ann")
  live.registerAsyncFunction("other") { _ in true }
  live.registerAsyncFunction("isFree") { _ in false }
  await until { live.form.pendingValidations.isEmpty }
  #expect(live["name"]?.verdict.count == 1)
  live.registerAsyncFunction("isFree") { _ in .null }
  try live.set("name", to: "Bob")
  await until { live.form.pendingValidations.isEmpty }
  #expect(live["name"]?.isValid == true)
  live.registerAsyncFunction("isFree") { _ in 3 }
  try live.set("name", to: "Cem")
  await until { live.form.pendingValidations.isEmpty }
  #expect(live["name"]?.isValid == false)
}

/// An error with a message for the user, or without one.
private struct CheckFailure: LocalizedError {
  let errorDescription: String?
}

@MainActor
@Test("A function that throws rejects the value, with the message of the error or of the rule")
func validatesThrowing() async throws {
  for (failure, message): (any Error, String) in [
    (CheckFailure(errorDescription: "No connection."), "No connection."),
    (CheckFailure(errorDescription: nil), "Taken."), (POSIXError(.EIO), "Taken."),
  ] {
    let form = FormDefinition {
      SectionDefinition {
        RowDefinition(.text, "nick") {
          $0.add(RuleDefinition(.asyncFunction("isFree", dependsOn: []), message: "Taken."))
        }
      }
    }
    let live = LiveForm(try CompiledForm(form).open(now: .distantPast))
    live.registerAsyncFunction("isFree") { _ in
      try await Task.sleep(for: .zero)
      throw failure
    }
    try live.set("nick", to: "Ann")
    #expect(live.form.pendingValidations.count == 1)
    for await changes in live.changes where !changes.pendingEnded.isEmpty { break }
    #expect(live["nick"]?.verdict.map(\.message) == [message])
    #expect(live.form.pendingValidations.isEmpty)
  }
}

@Test("41 A form that is freed cancels its tasks, and drops late results")
@MainActor
func freedForm() async throws {
  let gate = Gate()
  var form: LiveForm? = try live()
  weak let freed = form
  form?.registerAsyncFunction("isFree") { await gate.answer(to: text($0)) }
  try form?.set("name", to: "Ann")
  await until { await gate.asked == ["Ann"] }
  form = nil
  #expect(freed == nil)
  await gate.give(true, to: "Ann")
  await until { await gate.cancelled == ["Ann"] }
  #expect(await gate.cancelled == ["Ann"])
}

@Test("38 A result that an observer gives is the next round of the same step")
@MainActor
func resolvedByObserver() throws {
  let live = try live()
  let notes = Notes()
  let subscription = live.observe { [unowned live] changes in
    notes.lines += changes.pendingBegan.map { "asked \($0.token)" }
    notes.lines += changes.pendingEnded.map { "ended \($0.token)" }
    for pending in changes.pendingBegan { _ = try? live.resolve(pending.token, with: true) }
  }
  try live.set("name", to: "Ann")
  #expect(notes.lines == ["asked t1", "ended t1"])
  #expect(live.form.canSubmit && live.form.undoCount == 1)
  try live.undo()
  #expect(live["name"]?.value == .null && live.form.undoCount == 0)
  try live.redo()
  #expect(live.form.canSubmit && live.form.pendingValidations.isEmpty)
  withExtendedLifetime(subscription) {}
}

@Test("A row is told to its readers when its question begins and ends")
@MainActor
func observedQuestion() throws {
  let live = try live([
    RowDefinition(
      tag: "name", type: .text,
      rules: [RuleDefinition(.asyncFunction("f", dependsOn: []), severity: .warning)])
  ])
  try live.set("name", to: "Ann")
  #expect(live["name"]?.isPending == true)
  let notes = Notes()
  withObservationTracking {
    _ = live["name"]
  } onChange: {
    MainActor.assumeIsolated { notes.lines.append("told") }
  }
  let token = try #require(live.form.pendingValidations.first?.token)
  try live.resolve(token, with: true)
  #expect(notes.lines == ["told"])
  #expect(live["name"]?.isPending == false)
}
