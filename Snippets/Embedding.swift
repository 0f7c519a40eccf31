// The Swift of Docs/Embedding.md.

import Foundation
import FormGraph
import Predicate

#if canImport(UIKit)
  import UIKit
#endif
#if canImport(SwiftUI)
  import SwiftUI
#endif

let file = try Data(contentsOf: URL(filePath: "Examples/switch.json"))

// snippet.show
let compiled = try CompiledForm.compile(json: file, named: "switch.json")
var form = compiled.open(now: Date())
let changes = try form.set("switchTag", to: true)
print(changes.shown)  // ["message"]
// snippet.hide

// snippet.show
let signUp = FormDefinition("Sign up") {
  SectionDefinition("You") {
    RowDefinition(.segmented, "kind", options: ["guest", "member"])
    RowDefinition(.text, "note", title: "Note") { $0.hidden = "$kind != 'guest'" }
    RowDefinition(.text, "code", title: "Code") {
      $0.required = "$kind == 'member'"
      $0.add(RuleDefinition(.regex("[A-Z]{2}[0-9]+"), message: "Two letters."))
    }
    RowDefinition(.button, "send", title: "Send") { $0.submits = true }
  }
}
var entry = try CompiledForm(signUp).open(now: Date())
print(entry.canSubmit, entry["note"]?.isHidden ?? false)  // true true
// snippet.hide

// snippet.show
try entry.update { draft in
  draft["kind"] = "member"
  draft["code"] = "x1"
}
print(entry.canSubmit, entry.firstInvalid?.tag ?? "-")  // false code
// snippet.hide

// snippet.show
do {
  try entry.setValues(["code": 1, "kode": "AB1"])
} catch {
  for reason in error.reasons { print(reason.message) }
  // 'code' holds text, not 1
  // unknown tag 'kode'
}
// snippet.hide

// snippet.show
print(entry.values().keys)  // ["kind", "code"]
print(try entry.value("code", as: String.self) ?? "-")  // x1
print(entry.answersJSON())  // {"kind":"member","code":"x1"}
// snippet.hide

// snippet.show
print(entry["code"]?.errors.count ?? 0)  // 0
print(try entry.tap("send").refusedSubmit?.firstInvalidTag ?? "-")  // code
print(entry["code"]?.errors.map(\.message) ?? [])  // ["Two letters."]
try entry.set("code", to: "AB1")
print(try entry.tap("send").actions.map(\.kind.rawValue))  // ["submit"]
// snippet.hide

// snippet.show
let pages = [
  PageDefinition("You", sections: ["you"]),
  PageDefinition("Hotel", sections: ["room"], hidden: "$stays != YES"),
  PageDefinition("Contact", sections: ["contact"]),
]
let tripForm = FormDefinition("Trip", pages: pages) {
  SectionDefinition(tag: "you") {
    RowDefinition(.text, "name") { $0.required = true }
    RowDefinition(.switch, "stays")
  }
  SectionDefinition(tag: "room") { RowDefinition(.int, "nights") { $0.required = true } }
  SectionDefinition(tag: "contact") { RowDefinition(.email, "email") }
}
var trip = try CompiledForm(tripForm).open(now: Date())
print(try trip.goForward().refusedMove?.firstInvalidTag ?? "-")  // name
try trip.set("name", to: "Ana")
print(trip.pages.map(\.isVisible), trip.pages[0].isComplete)  // [true, false, true] true
print(try trip.goForward().page?.new ?? -1)  // 2
print(trip.progress.answered, trip.progress.required)  // 1 1
// snippet.hide

// snippet.show
let update = try entry.set("kind", to: "guest")
print(update.listUpdate.inserts.map { [$0.section, $0.row ?? -1] })  // [[0, 1]]
for change in update.changes where change.property == .hidden {
  print(change.tag ?? "-", change.old, change.new, change.because)  // note true false ["kind"]
}
// snippet.hide

// swift-format-ignore
#if canImport(UIKit)
// snippet.show
final class FormViewController: UITableViewController {
  private let live: LiveForm
  private var sections: [SectionState] = []
  private var subscription: FormGraph.Subscription?

  init(_ live: LiveForm) {
    self.live = live
    super.init(style: .insetGrouped)
    sections = live.form.visibleSections
    subscription = live.observe { [unowned self] changes in apply(changes.listUpdate) }
  }

  @available(*, unavailable) required init?(coder: NSCoder) { nil }

  private func apply(_ update: ListUpdate) {
    tableView.performBatchUpdates {
      sections = live.form.visibleSections
      for place in update.deletes {
        if let row = place.row {
          tableView.deleteRows(at: [[place.section, row]], with: .fade)
        } else {
          tableView.deleteSections([place.section], with: .fade)
        }
      }
      for place in update.inserts {
        if let row = place.row {
          tableView.insertRows(at: [[place.section, row]], with: .fade)
        } else {
          tableView.insertSections([place.section], with: .fade)
        }
      }
      for move in update.moves {
        guard let from = move.from.row, let to = move.to.row else { continue }
        tableView.moveRow(at: [move.from.section, from], to: [move.to.section, to])
      }
    }
    tableView.reconfigureRows(
      at: update.reloads.compactMap { place in place.row.map { [place.section, $0] } })
  }
}
// snippet.hide
#endif

// swift-format-ignore
#if canImport(SwiftUI)
// snippet.show
struct FormView: View {
  let live: LiveForm

  var body: some View {
    List {
      ForEach(live.form.visibleSections) { section in
        Section(section.texts.title ?? "") {
          ForEach(section.visibleRows) { row in RowView(live: live, row: row) }
        }
      }
    }
  }
}

struct RowView: View {
  let live: LiveForm
  let row: RowState

  var body: some View {
    control.disabled(row.isDisabled)
    ForEach(row.errors, id: \.message) { error in
      Text(error.message).font(.footnote).foregroundStyle(.red)
    }
  }

  @ViewBuilder private var control: some View {
    switch row.definition.type.valueKind {
    case .text, .int, .decimal: TextRow(live: live, row: row)
    case .bool: Toggle(row.title, isOn: value(default: false))
    case .day, .time, .date: DateRow(live: live, row: row)
    case .choice:
      Picker(row.title, selection: value(default: Value.null)) {
        Text("None").tag(Value.null)
        ForEach(row.options ?? []) { option in Text(title(of: option)).tag(option.value) }
      }
    case .choices:
      Text(row.title)
      ForEach(row.options ?? []) { option in
        Toggle(title(of: option), isOn: isChosen(option.value))
      }
    case .none where row.definition.type == .button:
      Button(row.title) { edit { $0.tap(row.id) } }
    case .none, .any: LabeledContent(row.title, value: row.displayText ?? "")
    }
  }

  private func value<Content: FormValue>(default value: Content) -> Binding<Content> {
    let binding = live.binding(for: row.id, default: value)
    return Binding(get: { binding.get() }, set: { binding.set($0) })
  }

  private func isChosen(_ option: Value) -> Binding<Bool> {
    let chosen = live.binding(for: row.id, default: [Value]())
    return Binding(
      get: { chosen.get().contains(option) },
      set: { _ in edit { $0.select(option, of: row.id) } })
  }

  private func title(of option: OptionDefinition) -> String {
    option.title?.description ?? option.value.description
  }

  private func edit(_ edit: (inout Draft) -> Void) { _ = try? live.update(as: .user, edit) }
}

/// A row of text or numbers. It keeps what the user types until the user leaves it.
struct TextRow: View {
  let live: LiveForm
  let row: RowState
  @State private var text: FormBinding<String>
  @FocusState private var isFocused: Bool

  init(live: LiveForm, row: RowState) {
    self.live = live
    self.row = row
    _text = State(initialValue: live.textBinding(for: row.id))
  }

  var body: some View {
    Group {
      if row.definition.type == .password {
        SecureField(row.title, text: Binding(get: { text.get() }, set: { text.set($0) }))
      } else {
        TextField(row.title, text: Binding(get: { text.get() }, set: { text.set($0) }))
      }
    }
    .focused($isFocused)
    .onChange(of: isFocused) {
      _ = try? live.update(as: .user) { draft in
        if isFocused { draft.focus(row.id) } else { draft.blur(row.id) }
      }
      if !isFocused { text = live.textBinding(for: row.id) }
    }
  }
}

/// A row of days, times of day or points in time.
struct DateRow: View {
  let live: LiveForm
  let row: RowState

  var body: some View {
    if let date = binding.get() {
      DatePicker(
        row.title, selection: Binding(get: { date }, set: { binding.set($0) }),
        displayedComponents: components
      )
      .environment(\.timeZone, isInUTC ? .gmt : .current)
    } else {
      Button("Add \(row.title)") { binding.set(live.form.now) }
    }
  }

  private var binding: FormBinding<Date?> { live.binding(for: row.id) }

  private var components: DatePickerComponents {
    switch row.definition.type {
    case .date: .date
    case .time, .countDown: .hourAndMinute
    default: [.date, .hourAndMinute]
    }
  }

  /// A day is its first moment in UTC, and a time of day is that time on 1970-01-01 in UTC.
  private var isInUTC: Bool { row.definition.type != .dateTime }
}
// snippet.hide
#endif

// snippet.show
try entry.update { draft in
  draft.insertRows([RowDefinition(.text, "city")], at: .after("note"))
  draft.setCondition(.required, of: "code", to: "$city != nil")
}
print(entry["city"] != nil, entry.undoCount)  // true 4
try entry.undo()
print(entry["city"] == nil, entry.redoCount)  // true 1
// snippet.hide

// snippet.show
var wider = entry
try wider.update {
  $0.insertRows([RowDefinition(.text, "city", value: "Salto")], at: .after("note"))
}
let wideForm = try CompiledForm(wider.currentDefinition)
let reopened = try wideForm.open(now: Date(), restoring: wider.savedState)
print(reopened.misfits.count, reopened.form["city"]?.value ?? "-")  // 0 'Salto'
// snippet.hide

// snippet.show
let live = LiveForm(compiled.open(now: Date()))
let subscription = live.observe("switchTag") { old, new in
  print(old, new)  // false true
}
try live.set("switchTag", to: true)
subscription.cancel()
try live.undo()
print(live["switchTag"]?.value ?? "-")  // false
// snippet.hide

// snippet.show
let person = FormDefinition {
  SectionDefinition {
    RowDefinition(.int, "age", title: "Age") { $0.unit = "years" }
    RowDefinition(.switch, "news") { $0.disabled = "$age < 18" }
  }
}
let shown = LiveForm(try CompiledForm(person).open(now: Date()))
let age = shown.binding(for: "age", as: Int.self)
let news = shown.binding(for: "news", default: false) { error in print(error) }
age.set(17)
print(age.get() ?? 0, news.get())  // 17 false
news.set(true)  // 'news' is disabled
let typed = shown.textBinding(for: "age") { error in print(error) }
print(typed.get())  // 17
typed.set("4,")  // 'age' holds a whole number, not '4,'; numbers are written like 1,234
print(typed.get(), age.get() ?? 0)  // 4, 17
typed.set("4,200")
print(typed.get(), age.get() ?? 0)  // 4,200 4200
age.set(18)
print(typed.get())  // 18
// snippet.hide

// snippet.show
let saved = JSONWriter.text(of: entry.savedState.json)
let state = try SavedState(JSONReader.read(Array(saved.utf8)))
let restored = try CompiledForm(signUp).open(now: Date(), restoring: state)
print(restored.form.values() == entry.values(), restored.misfits.count)  // true 0
// snippet.hide

// snippet.show
var check = try CompiledForm(signUp).open(now: Date())
try check.setAnswers(json: #"{ "kind": "member", "code": "AB1" }"#.utf8)
print(check.canSubmit, check.invalidRows.map(\.tag))  // true []
// snippet.hide

// snippet.show
let quote = FormDefinition {
  SectionDefinition {
    RowDefinition(.int, "price", value: 10) { $0.disabled = true }
    RowDefinition(.int, "count", value: 1)
  }
}
var offer = try CompiledForm(quote).open(now: Date())
do {
  try offer.setAnswers(json: #"{ "price": 1, "count": 2 }"#.utf8)
} catch {
  for reason in error.reasons { print(reason.message) }  // 'price' is disabled
}
// snippet.hide

// snippet.show
let lines = [#"{ "kind": "member", "code": "AB1" }"#, #"{ "kind": "member" }"#]
for result in try CompiledForm(signUp).validate(lines.map { Array($0.utf8) }, now: Date()) {
  print(result.isValid, result.errors.map(\.name))
  // true []
  // false [Optional("code")]
}
// snippet.hide

let shopFile = Array(
  #"""
  { "tables": { "prices": { "file": "p.csv", "columns": [{ "name": "price", "type": "decimal" }] } },
    "sections": [{ "rows": [
      { "tag": "article", "type": "push", "options": { "table": "prices", "value": "code" } },
      { "tag": "price", "type": "decimal",
        "calculated": "lookup('prices', 'code', $article, 'price')" } ] }] }
  """#.utf8)

// snippet.show
let prices = Array("code,price\ntea,2.5\nmilk,1.2\n".utf8)
let shop = try CompiledForm.compile(json: shopFile, readFile: { name in prices })
var cart = shop.open(now: Date())
try cart.set("article", to: "tea")
print(cart["price"]?.value ?? .null)  // 2.5
// snippet.hide

// snippet.show
let price = TableColumn("price", type: .decimal)
let newer = try FormTable(columns: ["code", price], rows: [["tea", 3], ["milk", 1.2]])
let told = try cart.replaceTable("prices", with: newer)
print(told.changes.map { "\($0.tag ?? "") \($0.new)" })  // ["price 3.0"]
// snippet.hide

// snippet.show
let isAdult: FormFunction = { arguments in
  if case .int(let age) = try arguments["age"] { .bool(age >= 18) } else { false }
}
let bar = FormDefinition {
  SectionDefinition {
    RowDefinition(.int, "age", value: 17)
    RowDefinition(.text, "drink") { $0.visible = .function("isAdult", dependsOn: ["age"]) }
  }
}
var order = try CompiledForm(bar, functions: ["isAdult": isAdult]).open(now: Date())
print(try order.set("age", to: 18).shown)  // ["drink"]
let tickets = FormDefinition {
  SectionDefinition {
    RowDefinition(.int, "count", value: 3)
    RowDefinition(.decimal, "price") { $0.calculated = "fare($count, 'adult')" }
  }
}
let fare: FormFunction = { arguments in
  guard case .int(let count) = arguments.values[0] else { return .null }
  return .double(Double(count) * (arguments.values[1] == "adult" ? 12.5 : 8))
}
let booth = try CompiledForm(tickets, functions: ["fare": fare])
print(booth.calledFunctions, booth.open(now: Date())["price"]?.value ?? .null)  // ["fare"] 37.5
// snippet.hide

// snippet.show
let nickname = FormDefinition {
  SectionDefinition {
    RowDefinition(.text, "nick") {
      $0.add(RuleDefinition(.asyncFunction("isFree", dependsOn: []), message: "Taken."))
    }
  }
}
let asking = LiveForm(try CompiledForm(nickname).open(now: Date()))
func isFree(_ name: Value?) async throws -> Bool { name != "Ann" }
asking.registerAsyncFunction("isFree") { arguments in
  .bool(try await isFree(arguments.values.first))
}
try asking.set("nick", to: "Ann")
print(asking.form.canSubmit, asking["nick"]?.isPending ?? false)  // false true
for await changes in asking.changes where !changes.pendingEnded.isEmpty { break }
print(asking["nick"]?.verdict.map(\.message) ?? [])  // ["Taken."]
// snippet.hide

// snippet.show
var waiting = try CompiledForm(nickname).open(now: Date())
try waiting.set("nick", to: "Bob")
for question in waiting.pendingValidations {
  print(question.token, question.function, question.arguments.values)  // t1 isFree ['Bob']
  try waiting.resolve(question.token, with: true)
}
print(waiting.canSubmit)  // true
// snippet.hide

// snippet.show
let adult = try Condition("age >= 18 AND country IN {'UY', 'AR'}")
print(try adult.evaluate(["age": 20, "country": "UY"]))  // true
print(try Condition("$switchTag == false").evaluate(variables: ["switchTag": true]))  // false
print(try Condition(format: "%K BEGINSWITH[cd] %@", "name", "jo").description)
// name BEGINSWITH[cd] "jo"
print(Condition.errors(in: "age === 18 AND name IS nil").compactMap(\.hint))
// ["write age == 18", "write name == nil"]
// snippet.hide
