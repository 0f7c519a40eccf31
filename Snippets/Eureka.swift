// The Swift of Docs/ComingFrom/Eureka.md.

import Foundation
import FormGraph
import Predicate

// snippet.show
let account =
  SectionDefinition("Account") {}
  <<< RowDefinition(.text, "name", title: "Name") { $0.texts.placeholder = "Full name" }
  <<< RowDefinition(.int, "age", title: "Age", value: 18)
  +++ SectionDefinition("More") {}
  <<< RowDefinition(.switch, "news", title: "News")
// snippet.hide

// snippet.show
let names = ["c", "rust"]
let knowsSwift = true
let languages = FormDefinition("Languages") {
  SectionDefinition("Languages") {
    if knowsSwift { RowDefinition(.check, "swift", title: "Swift") }
    for name in names { RowDefinition(.check, name, title: .verbatim(name)) }
  }
}
// snippet.hide

// snippet.show
var form = FormDefinition("Profile") {
  SectionDefinition("Account", tag: "account") {
    RowDefinition(.name, "name", title: "Name")
    RowDefinition(.int, "age", title: "Age")
    RowDefinition(.switch, "news", title: "News")
  }
  SectionDefinition("Grown-ups", hidden: .function("isChild", dependsOn: ["age"])) {
    RowDefinition(.segmented, "car", title: "Car", options: ["none", "small", "large"]) {
      $0.hidden = "$news == false"
      $0.enabled = "$age >= 18"
    }
    RowDefinition(.text, "plate", title: "Plate") { $0.hidden = "$car.isHidden == YES" }
    RowDefinition(.label, "secret") { $0.hidden = true }
  }
}
let isChild: FormFunction = { arguments in
  guard case .int(let age) = try arguments["age"] else { return false }
  return .bool(age < 13)
}
let compiled = try CompiledForm(form, functions: ["isChild": isChild])
var live = compiled.open(now: Date())
try live.set("age", to: 40)
print(live["car"]?.isHidden ?? false, live["plate"]?.isHidden ?? false)  // true true
// snippet.hide

// snippet.show
try live.update { $0.setCondition(.hidden, of: "plate", to: "$age > 99") }
print(live["plate"]?.isHidden ?? true)  // false
// snippet.hide

// snippet.show
print(try live.value("age", as: Int.self) ?? 0)  // 40
print(live.values().keys)  // ["name", "age", "news", "plate"]
print(live.values(includingHidden: true).count)  // 5
try live.setValues(["name": "Ana", "age": 41])
try live.reset("name")
print(live["name"]?.value ?? "-", live.isDirty)  // nil true
// snippet.hide

// snippet.show
let observed = LiveForm(live)
let subscription = observed.observe("age") { old, new in print(old, new) }
try observed.set("age", to: 42)  // 41 42
let shown = try observed.set("news", to: true)?.shown ?? []
print(shown)  // ["car"]
// snippet.hide

// snippet.show
let register = FormDefinition {
  SectionDefinition {
    RowDefinition(.email, "mail") {
      $0.add(RuleDefinition(.required, message: "We need it."))
      $0.add(RuleDefinition(.email))
      $0.add(RuleDefinition(.function("isFree", dependsOn: [])))
      $0.validates = .onBlur
    }
    RowDefinition(.password, "password")
    RowDefinition(.password, "again") { $0.add(RuleDefinition(.equals("password"))) }
  }
}
let isFree: FormFunction = { arguments in
  try arguments["SELF"] == "a@b.com" ? "Taken." : true
}
var registering = try CompiledForm(register, functions: ["isFree": isFree]).open(now: Date())
try registering.set("mail", to: "a@b.com")
try registering.blur("mail")
print(registering["mail"]?.errors.map(\.message) ?? [])  // ["Taken."]
try registering.set("password", to: "x")
print(registering.canSubmit, registering.invalidRows.count)  // false 2
try registering.validate()
// snippet.hide

// snippet.show
let phones = FormDefinition {
  SectionDefinition.multivalued(
    "Phones", tag: "phones", item: RowDefinition(.phone), allows: [.insert, .reorder])
  SectionDefinition.multivalued("Children", tag: "children", maximum: 4) {
    RowDefinition(.name, "child")
    RowDefinition(.date, "born") { $0.hidden = "$child == nil" }
  }
}
var list = try CompiledForm(phones).open(now: Date())
try list.update { draft in
  draft.insertItem(in: "phones", at: 0, value: "099 1")
  draft.insertItem(in: "children", at: 0)
}
try list.set("children[0].child", to: "Lía")
print(Value.dictionary(list.values()))
// {phones = {'099 1'}, children = {{child = 'Lía', born = nil}}}
// snippet.hide

// snippet.show
let trip = FormDefinition("Trip", navigation: [.standard, .stopDisabledRow]) {
  SectionDefinition.selectable(
    "Continent", tag: "continent", options: ["Africa", "Asia", "Europe"], allowsDeselection: false
  ) { $0.required = true }
  SectionDefinition.selectable(
    "Oceans", tag: "oceans", .multiple, options: ["Arctic", "Indian", "Pacific"],
    hidden: "$continent == nil")
  SectionDefinition {
    RowDefinition(.name, "who", title: "Who") { $0.next = "days" }
    RowDefinition(.text, "note", title: "Note")
    RowDefinition(.int, "days", title: "Days")
    RowDefinition(.button, "go", title: "Book") { $0.submits = true }
  }
}
var booking = try CompiledForm(trip).open(now: Date())
print(booking["go"]?.isDisabled ?? false, booking.firstInvalid?.tag ?? "-")  // true continent
try booking.select("Asia", of: "continent")
try booking.select("Indian", of: "oceans")
try booking.select("Arctic", of: "oceans")
print(booking["oceans"]?.value ?? "-")  // {'Arctic', 'Indian'}
// snippet.hide

// snippet.show
print(booking.firstToFocus?.tag ?? "-", booking.next(after: "who")?.tag ?? "-")  // who days
let tapped = try booking.tap("go")
print(tapped.actions.count)  // 1
// snippet.hide

// snippet.show
try live.update { draft in
  draft.insertRows([RowDefinition(.textArea, "note")], at: .after("name"))
  draft.removeRows(["news"])
  draft.setCondition(.hidden, of: "car", to: nil)
  draft.insertSections([SectionDefinition("New") {}], at: .at(1, among: .visible))
}
print(live.visibleSections.map(\.visibleRows.count))  // [3, 0, 2]
try live.undo()
// snippet.hide

// snippet.show
let file = JSONWriter.text(of: register.json, pretty: true)
let read = DefinitionReader.read(try JSONReader.read(Array(file.utf8)))
print(read.definition == register)  // true
// snippet.hide
