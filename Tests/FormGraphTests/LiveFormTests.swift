// Who is told of a live form's transactions, when and in which order; and what observers may write.

import FormGraph
import Foundation
import Predicate
import Testing

private let start = Date(timeIntervalSinceReferenceDate: 0)

func live(_ rows: [RowDefinition], historyLimit: Int = Form.standardHistoryLimit) throws -> LiveForm
{
  let compiled = try CompiledForm(FormDefinition(sections: [SectionDefinition(rows: rows)]))
  return LiveForm(try compiled.open(now: start, historyLimit: historyLimit))
}

private func ints(_ tags: String...) -> [RowDefinition] {
  tags.map { RowDefinition(tag: $0, type: .int, value: 0) }
}

/// What was delivered, a word for each changed value: `a=1`.
private func words(_ changes: ChangeSet) -> String {
  changes.changes.filter { $0.property == .value }
    .map { "\($0.tag ?? "-")=\($0.new)" }.joined(separator: " ")
}

/// Takes notes; observers hold it and not what the test keeps.
private final class Log {
  var lines: [String] = []
}

// MARK: - Delivery

@Test("A transaction is delivered once, after settling, in the order of subscription")
func deliveredOnce() throws {
  let live = try live([
    RowDefinition(tag: "a", type: .int, value: 0),
    RowDefinition(tag: "double", type: .int, calculated: "$a * 2"),
  ])
  let log = Log()
  let first = live.observe { log.lines.append("first \(words($0))") }
  let second = live.observe { [unowned live] _ in
    log.lines.append("second sees \(live["double"]?.value ?? .null)")
  }
  try live.update { draft in
    draft["a"] = 1
    draft["a"] = 2
  }
  #expect(log.lines == ["first a=2 double=4", "second sees 4"])
  withExtendedLifetime((first, second)) {}
}

@Test("An observer of a value is told the present one first where it asks for that")
func initialValue() throws {
  let live = try live([
    RowDefinition(tag: "a", type: .int, value: 3), RowDefinition(tag: "b", type: .int),
  ])
  let log = Log()
  let first = live.observe("a", initial: true) { [unowned live] old, new in
    log.lines.append("\(old) to \(new)")
    // What it writes at once is a transaction like any other, of which it is told.
    if new == 3 { _ = try? live.set("a", to: 4) }
  }
  #expect(log.lines == ["3 to 3", "3 to 4"])
  let second = live.observe("nobody", initial: true) { _, _ in log.lines.append("nobody") }
  let third = live.observe("a", initial: false) { _, new in log.lines.append("third \(new)") }
  let fourth = live.observe("b", initial: true) { _, new in log.lines.append("b \(new)") }
  try live.set("a", to: 5)
  #expect(log.lines == ["3 to 3", "3 to 4", "b nil", "4 to 5", "third 5"])
  withExtendedLifetime((first, second, third, fourth)) {}
}

@Test("Values of a whole form and going back to the start are one transaction each")
func wholeForm() throws {
  let live = try live(ints("a", "b"))
  let log = Log()
  let subscription = live.observe { log.lines.append(words($0)) }
  try live.setValues(["a": 1, "b": 2])
  try live.setAnswers(json: #"{"b": 3}"#.utf8)
  try live.reset("a")
  try live.resetAll()
  #expect(log.lines == ["a=1 b=2", "b=3", "a=0", "b=0"])
  #expect(throws: LiveFormError.self) {
    try live.setValues(["a": 1, "c": 2])
  }
  #expect(throws: LiveFormError.self) { try live.setAnswers(json: "[".utf8) }
  #expect(live["a"]?.value == 0)
  #expect(log.lines.count == 4)
  withExtendedLifetime(subscription) {}
}

@Test("What touches nothing and what is refused is not delivered")
func notDelivered() throws {
  let live = try live(ints("a"))
  let log = Log()
  let subscription = live.observe { log.lines.append(words($0)) }
  #expect(try live.set("a", to: 0)?.isEmpty == true)
  #expect(try live.undo()?.isEmpty == true)
  #expect(try live.redo()?.isEmpty == true)
  #expect {
    try live.set("a", to: "text")
  } throws: { error in
    guard case .refused(let error)? = error as? LiveFormError else { return false }
    return error.reasons.map(\.kind) == [.wrongType]
  }
  #expect(log.lines == [])
  try live.setNow(start + 1)
  #expect(log.lines == [""])
  withExtendedLifetime(subscription) {}
}

@Test("E14: one event for each structural edit, one for each change of a value")
func oneEvent() throws {
  let live = try live(ints("a"))
  let log = Log()
  let all = live.observe { changes in
    let list = changes.listUpdate
    log.lines.append("+\(list.inserts.count) -\(list.deletes.count) \(words(changes))")
  }
  let value = live.observe("b") { old, new in log.lines.append("b \(old) \(new)") }
  try live.update { $0.insertRows(ints("b", "c"), at: .after("a")) }
  try live.update { draft in
    draft.removeRows(["c"])
    draft.insertSections([SectionDefinition(rows: ints("d"))], at: .end)
  }
  try live.set("b", to: 7)
  try live.update { $0.removeRows(["b"]) }
  #expect(
    log.lines == [
      "+2 -0 b=0 c=0", "b nil 0", "+1 -1 d=0 c=nil", "+0 -0 b=7", "b 0 7", "+0 -1 b=nil",
      "b 7 nil",
    ])
  withExtendedLifetime((all, value)) {}
}

@Test("An observer of one value hears of rows, items and inputs, and of nothing else")
func observeValue() throws {
  let json = """
    { "inputs": { "locale": "es" }, "sections": [
      { "rows": [ { "tag": "a", "type": "int", "value": 0 },
                  { "tag": "b", "type": "int", "hidden": "$a > 5" } ] },
      { "tag": "phones", "kind": "multivalued",
        "template": { "rows": [ { "tag": "number", "type": "phone" } ] } } ] }
    """
  let live = LiveForm(try CompiledForm.compile(json: json.utf8).open(now: start))
  let log = Log()
  let names: [RowName] = ["a", "b", "phones[0].number", "locale", "nothing"]
  let subscriptions = names.map { name in
    live.observe(name) { log.lines.append("\(name): \($0) \($1)") }
  }
  try live.set("a", to: 9)
  try live.update { $0.insertItem(in: "phones", at: 0) }
  try live.set("phones[0].number", to: "1")
  try live.set("locale", to: "en")
  #expect(
    log.lines == [
      "\(names[0]): 0 9", "\(names[2]): nil '1'", "\(names[3]): 'es' 'en'",
    ])
  withExtendedLifetime(subscriptions) {}
}

@Test("An observer of one value hears that its row comes, goes, comes back and is another one")
func observeComingAndGoing() throws {
  let json = """
    { "sections": [
      { "rows": [ { "tag": "a", "type": "int", "value": 0 }, { "tag": "b", "type": "int" } ] },
      { "tag": "phones", "kind": "multivalued", "value": [{ "number": "1" }, { "number": "2" }],
        "allows": ["insert", "delete", "reorder"],
        "template": { "rows": [ { "tag": "number", "type": "phone" } ] } } ] }
    """
  let live = LiveForm(try CompiledForm.compile(json: json.utf8).open(now: start))
  let log = Log()
  let id = try #require(live["phones[1].number"]?.id)
  let names: [(String, RowName)] = [
    ("a", "a"), ("b", "b"), ("first", "phones[0].number"), ("second", "phones[1].number"),
    ("id", .id(id)),
  ]
  let subscriptions = names.map { name, row in
    live.observe(row) { log.lines.append("\(name): \($0) \($1)") }
  }
  func told(_ edit: (LiveForm) throws -> Void) throws -> [String] {
    log.lines = []
    try edit(live)
    return log.lines
  }
  // What holds nothing comes and goes without a word.
  #expect(try told { try $0.update { $0.removeRows(["a", "b"]) } } == ["a: 0 nil"])
  #expect(try told { try $0.undo() } == ["a: nil 0"])
  let other = RowDefinition(tag: "a", type: .int, value: 5)
  let replace = { (live: LiveForm) in
    _ = try live.update { draft in
      draft.removeRows(["a"])
      draft.insertRows([other], at: .before("b"))
    }
  }
  #expect(try told(replace) == ["a: 0 5"])
  #expect(try told { try $0.undo() } == ["a: 5 0"])
  // An address means what stands there, an id the row that has it.
  let move = { (live: LiveForm) in
    _ = try live.update { $0.moveItem(in: "phones", from: 1, to: 0) }
  }
  #expect(try told(move) == ["first: '1' '2'", "second: '2' '1'"])
  let remove = { (live: LiveForm) in _ = try live.update { $0.removeItem(in: "phones", at: 0) } }
  #expect(try told(remove) == ["first: '2' '1'", "second: '1' nil", "id: '2' nil"])
  #expect(try told { try $0.undo() } == ["first: '1' '2'", "second: nil '1'", "id: nil '2'"])
  withExtendedLifetime(subscriptions) {}
}

// MARK: - Subscriptions

@Test("An observer that ends while a transaction is delivered gets nothing more")
func cancelled() throws {
  let live = try live(ints("a"))
  let log = Log()
  var second: Subscription?
  let first = live.observe { _ in
    log.lines.append("first")
    second?.cancel()
  }
  second = live.observe { _ in log.lines.append("second") }
  var own: Subscription?
  own = live.observe { _ in
    log.lines.append("own")
    own?.cancel()
  }
  var dropped: Subscription? = live.observe { _ in log.lines.append("dropped") }
  try live.set("a", to: 1)
  #expect(log.lines == ["first", "own", "dropped"])
  dropped = nil
  try live.set("a", to: 2)
  #expect(log.lines == ["first", "own", "dropped", "first"])
  withExtendedLifetime((first, second, own, dropped)) {}
}

@Test("An observer that begins while a transaction is delivered gets what follows")
func begun() throws {
  let live = try live(ints("a", "b"))
  let log = Log()
  var late: [Subscription] = []
  let first = live.observe("a") { [unowned live] _, _ in
    late.append(live.observe { log.lines.append("late \(words($0))") })
    _ = try? live.set("b", to: 1)
  }
  try live.set("a", to: 1)
  #expect(log.lines == ["late b=1"])
  withExtendedLifetime((first, late)) {}
}

@Test("A live form goes away with its observers; a subscription may outlive it")
func deallocated() throws {
  weak var form: LiveForm?
  weak var held: Log?
  let subscription: Subscription
  do {
    let live = try live(ints("a"))
    let log = Log()
    form = live
    held = log
    subscription = live.observe { _ in log.lines.append("") }
  }
  #expect(form == nil)
  subscription.cancel()
  #expect(held == nil)
}

@Test("A live form that is let go while it delivers goes on to the end")
func letGo() throws {
  let log = Log()
  var live: LiveForm? = try live(ints("a", "b"))
  let first = live?.observe("a") { _, _ in
    _ = try? live?.set("b", to: 1)
    live = nil
  }
  let second = live?.observe { log.lines.append(words($0)) }
  try live?.set("a", to: 1)
  #expect(live == nil)
  #expect(log.lines == ["a=1", "b=1"])
  withExtendedLifetime((first, second)) {}
}

// MARK: - Writing while delivering

@Test("C13: an observer of one row writes another")
func observerWrites() throws {
  let live = try live([
    RowDefinition(tag: "a", type: .check), RowDefinition(tag: "b", type: .int),
  ])
  let subscription = live.observe("b") { [unowned live] _, new in
    _ = try? live.set("a", to: .bool(new == 2))
  }
  var changes = try live.set("b", to: 2)
  #expect(live["a"]?.value == true)
  #expect(changes.map(words) == "b=2")
  changes = try live.set("b", to: 3)
  #expect(live["a"]?.value == false)
  withExtendedLifetime(subscription) {}
}

@Test("Writes while delivering wait, run in order, and are delivered with their cause")
func queued() throws {
  let live = try live(ints("a", "b", "c", "d"))
  let log = Log()
  let all = live.observe { changes in
    log.lines.append(words(changes) + " \(changes.changes.map(\.cause.rawValue))")
  }
  let first = live.observe("a") { [unowned live] _, new in
    let changes = try? live.set("b", to: new)
    #expect(changes == nil)
    #expect(live["b"]?.value == 0)
    _ = try? live.update { draft in
      draft["c"] = new
      draft["d"] = 9
    }
  }
  let second = live.observe("b") { [unowned live] _, new in _ = try? live.set("d", to: new) }
  try live.set("a", to: 1)
  #expect(
    log.lines == [
      #"a=1 ["set"]"#, #"b=1 ["observer"]"#, #"c=1 d=9 ["observer", "observer"]"#,
      #"d=1 ["observer"]"#,
    ])
  withExtendedLifetime((all, first, second)) {}
}

@Test("Observers that answer one another stop at the limit; what they made stands, as one step")
func chase() throws {
  let live = try live(ints("x", "a", "b", "c"))
  let log = Log()
  let all = live.observe { log.lines.append(words($0)) }
  func follow(_ from: RowName, _ to: String) -> Subscription {
    live.observe(from) { [unowned live] _, new in
      guard case .int(let number) = new else { return }
      _ = try? live.set(to, to: .int(number + 1))
    }
  }
  let subscriptions = [follow("x", "a"), follow("a", "b"), follow("b", "c"), follow("c", "a")]
  #expect(throws: LiveFormError.chase(tags: ["b", "c", "a"], refusals: [])) {
    try live.set("x", to: 1)
  }
  #expect(log.lines.count == 1 + LiveForm.maximumRounds)
  #expect(log.lines.last == "a=101")
  #expect(live.form.undoCount == 1)
  #expect(
    "\(LiveFormError.chase(tags: ["a", "b"], refusals: []))" == "observers write without end: a, b")
  subscriptions.forEach { $0.cancel() }
  try live.undo()
  #expect(live.form.values().values.allSatisfy { $0 == 0 })
  // Nothing is left waiting.
  try live.set("x", to: 5)
  #expect(log.lines.last == "x=5")
  withExtendedLifetime(all) {}
}

@Test("Observers whose answers grow in number stop at a limit too")
func growingChase() throws {
  let live = try live(ints("a", "b"))
  var count = 0
  let subscriptions = ["a", "b"].map { tag in
    live.observe { [unowned live] _ in
      count += 1
      _ = try? live.set(tag, to: .int(Int64(count)))
    }
  }
  #expect {
    try live.set("a", to: -1)
  } throws: { error in
    guard case .chase(let tags, [])? = error as? LiveFormError else { return false }
    return Set(tags).isSubset(of: ["a", "b"]) && !tags.isEmpty
  }
  #expect(count == 2 * (1 + LiveForm.maximumTransactions))
  withExtendedLifetime(subscriptions) {}
}

@Test("Observers that change the shape without end are named by what they change")
func shapeChase() throws {
  let edits: [(inout Draft, Bool) -> Void] = [
    { draft, _ in draft.swapRows("b", "c") },
    { draft, isOn in
      draft.setCondition(.hidden, of: "c", to: isOn ? "$a == 7" : "$a == 8")
    },
    { draft, _ in draft.swapSections("s", "t") },
    { draft, _ in draft.insertItem(in: "t", at: 0) },
    { draft, isOn in
      if isOn { draft.insertItem(in: "t", at: 0) } else { draft.removeItem(in: "t", at: 0) }
    },
    { draft, isOn in
      if isOn {
        draft.removeRows(["b"])
      } else {
        draft.insertRows([RowDefinition(tag: "b", type: .int)], at: .after("a"))
      }
    },
    { draft, isOn in
      if isOn {
        draft.insertSections([SectionDefinition(tag: "u")], at: .end)
      } else {
        draft.removeSections(["u"])
      }
    },
  ]
  let names = [["b", "c"], ["c"], ["s", "t"], ["t"], ["t"], ["b"], ["u"]]
  for (edit, names) in zip(edits, names) {
    let item = RowDefinition(type: .int)
    let definition = FormDefinition(sections: [
      SectionDefinition(tag: "s", rows: ints("a", "b", "c")),
      SectionDefinition(tag: "t", kind: .multivalued(ItemsDefinition(template: .item(item)))),
    ])
    let live = LiveForm(try CompiledForm(definition).open(now: start))
    var isOn = false
    let subscription = live.observe { [unowned live] _ in
      isOn.toggle()
      _ = try? live.update { edit(&$0, isOn) }
    }
    #expect(throws: LiveFormError.chase(tags: names, refusals: [])) { try live.set("a", to: 1) }
    withExtendedLifetime(subscription) {}
  }
}

@Test("Observers that change something else each time are named by all that they change")
func endlessChanges() throws {
  let item = RowDefinition(type: .int)
  let items = ItemsDefinition(
    template: .item(item), value: [Value](repeating: 1, count: 200))
  let rows = (0..<200).map { RowDefinition(tag: "r\($0)", type: .int) }
  let definition = FormDefinition(sections: [
    SectionDefinition(tag: "s", rows: ints("a") + rows),
    SectionDefinition(tag: "t", kind: .multivalued(items)),
  ])
  for isOfItems in [false, true] {
    let live = LiveForm(try CompiledForm(definition).open(now: start))
    var count = 0
    let subscription = live.observe { [unowned live] _ in
      _ = try? live.update {
        if isOfItems {
          $0.removeItem(in: "t", at: 0)
        } else {
          $0.removeRows(["r\(count)"])
        }
      }
      count += 1
    }
    #expect {
      try live.set("a", to: 1)
    } throws: { error in
      guard case .chase(let tags, [])? = error as? LiveFormError else { return false }
      guard !isOfItems else { return tags == ["t"] }
      return tags.count > 50 && tags == rows.prefix(tags.count).map(\.tag)
    }
    withExtendedLifetime(subscription) {}
  }
}

@Test("Many observers that each write once chase nobody")
func wide() throws {
  let tags = (0..<300).map { "r\($0)" }
  let live = try live(
    [RowDefinition(tag: "a", type: .int)] + tags.map { .init(tag: $0, type: .int) })
  let subscriptions = tags.map { tag in
    live.observe("a") { [unowned live] _, new in _ = try? live.set(tag, to: new) }
  }
  try live.set("a", to: 4)
  #expect(tags.allSatisfy { live[$0]?.value == 4 })
  withExtendedLifetime(subscriptions) {}
}

@Test("Refusals of what observers wrote are thrown by the edit that led to them; the rest stands")
func refusals() throws {
  let live = try live(ints("a", "b"))
  let subscription = live.observe("a") { [unowned live] _, _ in
    _ = try? live.set("b", to: "text")
    _ = try? live.set("b", to: 5)
    _ = try? live.set("nobody", to: 1)
  }
  var thrown: LiveFormError?
  do {
    try live.set("a", to: 1)
  } catch {
    thrown = error
  }
  guard case .observersRefused(let refused)? = thrown else {
    Issue.record("\(String(describing: thrown))")
    return
  }
  #expect(refused.map { $0.reasons.map(\.tag) } == [["b"], ["nobody"]])
  #expect(
    thrown?.description == "'b' holds a whole number, not 'text'\nunknown tag 'nobody'")
  #expect(live["a"]?.value == 1 && live["b"]?.value == 5)
  subscription.cancel()
  try live.undo()
  #expect(live["b"]?.value == 0)
}

// MARK: - Sequences

@Test("A sequence gives every transaction in order, also in another isolation domain, and ends")
func asyncSequence() async throws {
  let stream: AsyncStream<ChangeSet>
  let before: AsyncStream<ChangeSet>
  do {
    let live = try live(ints("a", "b"))
    before = live.changes
    let subscription = live.observe("a") { [unowned live] _, new in
      _ = try? live.set("b", to: new)
    }
    try live.set("a", to: 1)
    stream = live.changes
    try live.set("a", to: 2)
    withExtendedLifetime(subscription) {}
  }
  let collected = await Task.detached {
    var collected: [String] = []
    for await changes in stream { collected.append(words(changes)) }
    return collected
  }.value
  #expect(collected == ["a=2", "b=2"])
  var all = 0
  for await _ in before { all += 1 }
  #expect(all == 4)
}

@Test("A sequence nobody reads any more is let go; one begun while delivering gets what follows")
func sequencesEnd() async throws {
  var late: [AsyncStream<ChangeSet>] = []
  do {
    let live = try live(ints("a"))
    _ = live.changes
    let subscription = live.observe { [unowned live] _ in late.append(live.changes) }
    try live.set("a", to: 1)
    subscription.cancel()
    try live.set("a", to: 2)
  }
  var collected: [String] = []
  for stream in late { for await changes in stream { collected.append(words(changes)) } }
  #expect(collected == ["a=2"])
}

/// An actor that holds a live form: used from one isolation domain, it needs nothing more.
private actor Holder {
  private let live: LiveForm
  private var subscription: Subscription?
  private(set) var count = 0

  init() throws { live = try FormGraphTests.live(ints("a")) }

  func observe() { subscription = live.observe { _ in self.count += 1 } }

  func set(_ value: Value) throws { try live.set("a", to: value) }
}

@Test("An actor can hold a live form, and so can the main actor")
func actors() async throws {
  let holder = try Holder()
  await holder.observe()
  try await holder.set(1)
  #expect(await holder.count == 1)
  try await onMainActor()
}

@MainActor private func onMainActor() throws {
  let live = try live(ints("a"))
  var count = 0
  let subscription = live.observe { _ in count += 1 }
  try live.set("a", to: 1)
  #expect(count == 1)
  withExtendedLifetime(subscription) {}
}

@Test("a tap is delivered, though it changes nothing")
func taps() throws {
  let form = try live([
    RowDefinition(tag: "help", type: .button), RowDefinition(tag: "name", type: .text),
    RowDefinition(tag: "go", type: .button, submits: true),
  ])
  var taps: [String] = []
  let subscription = form.observe { changes in
    taps += changes.actions.map { "\($0.tag ?? "-") \($0.kind)" }
    if let refused = changes.refusedSubmit { taps.append("\(refused.firstInvalidTag ?? "-")") }
  }
  try form.tap("help")
  try form.tap("go")
  try form.update { $0.setCondition(.required, of: "name", to: true) }
  try form.tap("go")
  try form.tap("go")
  #expect(taps == ["help tap", "go submit", "name", "name"])
  #expect(form["go"]?.isDisabled == true)
  subscription.cancel()
}
