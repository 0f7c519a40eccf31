// A form in an app or on a server: what README shows, compiled by every build.

import Foundation
import FormGraph
import Predicate

let json = """
  { "sections": [ { "rows": [
    { "tag": "switchTag", "type": "switch" },
    { "tag": "message", "type": "text", "hidden": "$switchTag == false", "required": true }
  ] } ] }
  """

// snippet.show
let compiled = try CompiledForm.compile(json: json.utf8, named: "form.json")
var form = compiled.open(now: Date())

let changes = try form.set("switchTag", to: true)
print(changes.shown)  // ["message"]
print(form.canSubmit, form.firstInvalid?.tag ?? "-")  // false message

try form.update { draft in
  draft["message"] = "Hello"
}
print(form.values()["message"] ?? .null)  // 'Hello'
// snippet.hide

// snippet.show
let note = RowDefinition(tag: "note", type: .text, hidden: "$message == nil")
try form.update { draft in
  draft.insertRows([note], at: .after("message"))
  draft.setCondition(.required, of: "message", to: "$note != nil")
}
print(form["note"]?.isHidden ?? true, form.undoCount)  // false 3
try form.undo()
print(form["note"] == nil, form.redoCount)  // true 1
// snippet.hide

// snippet.show
let live = LiveForm(form)
let subscription = live.observe("switchTag") { [unowned live] _, isOn in
  _ = try? live.set("message", to: isOn == true ? "Hello" : nil)
}
try live.set("switchTag", to: false)
print(live["message"]?.value ?? "-")  // nil
try live.undo()  // takes back both
print(live["message"]?.value ?? "-")  // 'Hello'
// snippet.hide

// snippet.show
try form.setAnswers(json: #"{ "switchTag": true, "message": "Bye" }"#.utf8)
print(form.answersJSON())  // {"switchTag":true,"message":"Bye"}
print(try form.value("message", as: String.self) ?? "-")  // Bye
do {
  try form.setValues(["message": 1, "massage": "Hi"])
} catch {
  print(error.reasons.map(\.tag))  // ["message", "massage"]
}
let saved = JSONWriter.text(of: form.savedState.json)
let state = try SavedState(JSONReader.read(Array(saved.utf8)))
let restored = try compiled.open(now: Date(), restoring: state)
print(restored.form.values() == form.values(), restored.misfits)  // true []
// snippet.hide

// snippet.show
let adult = try Condition("age >= 18 AND country IN {'UY', 'AR'}")
print(try adult.evaluate(["age": 20, "country": "UY"]))  // true
print(try Condition("$switchTag == false").evaluate(variables: ["switchTag": true]))  // false
print(try Condition(format: "%K BEGINSWITH[cd] %@", "name", "jo").description)
// name BEGINSWITH[cd] "jo"
// snippet.hide

// snippet.show
let code = RowDefinition(
  tag: "code", type: .text,
  rules: [RuleDefinition(.regex("[A-Z]{2}[0-9]+"), message: "Two letters.")])
try form.update { $0.insertRows([code], at: .after("message")) }
try form.set("code", to: "x1")
print(form.canSubmit, form.verdicts.map(\.errors[0].message))  // false ["Two letters."]
print(form["code"]?.errors.count ?? 0)  // 0
try form.validate(.row("code"))
print(form["code"]?.errors.count ?? 0)  // 1
// snippet.hide

// snippet.show
let size = SelectionDefinition(.single, options: [OptionDefinition("S"), OptionDefinition("L")])
try form.update { draft in
  draft.insertSections([SectionDefinition(tag: "size", kind: .selectable(size))], at: .end)
  draft.insertRows([RowDefinition(tag: "send", type: .button, submits: true)], at: .after("code"))
}
try form.select("L", of: "size")
print(form["size"]?.value ?? "-")  // 'L'
print(try form.tap("send").refusedSubmit?.firstInvalidTag ?? "-")  // code
try form.set("code", to: "AB1")
print(try form.tap("send").actions.map(\.kind.rawValue))  // ["submit"]
print(form.next(after: "message")?.tag ?? "-")  // code
// snippet.hide
