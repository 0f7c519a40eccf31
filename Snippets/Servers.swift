// The Swift of Docs/Servers.md.

import Foundation
import FormGraph
import FormProtocol

let file = try Data(contentsOf: URL(filePath: "Examples/register.json"))

// snippet.show
let compiled = try CompiledForm.compile(json: file, named: "register.json")
let fresh = FormSession(compiled.open(now: Date()))

// One for each client:
var session = fresh
let body = Data(#"{ "set": { "password": "secret1" } }"#.utf8)
let edits = try JSONDecoder().decode(FormEdits.self, from: body)
let answer = try JSONEncoder().encode(try session.apply(edits))
print(answer.count > 0, session.form["confirm"]?.isRequired ?? false)  // true true
// snippet.hide

// snippet.show
let saved = session.form.savedState
let again = try compiled.open(now: Date(), restoring: saved).form
var named = FormSession(again, opening: UUID().uuidString)
do {
  let stale = ##"{ "opening": "k3f9", "set": { "#r3": "secret2" } }"##
  try named.apply(try FormEdits(json: stale.utf8))
} catch {
  print(error.code)  // stale
}
// snippet.hide

// snippet.show
do {
  try session.apply(try FormEdits(json: #"{ "set": { "pasword": "x" } }"#.utf8))
} catch {
  print(error.message, error.hint ?? "-", error.range ?? 0..<0)
  // unknown tag 'pasword' did you mean password? 11..<20
  print(error.code)  // unknown
}
// snippet.hide

// snippet.show
let changes = try session.apply(try FormEdits(["set": ["confirm": "secret2"], "tap": "signUp"]))
print(changes.changeSet?.refusedSubmit?.firstInvalidTag ?? "-")  // title
// snippet.hide

// snippet.show
try session.apply(try FormEdits(["now": "2024-05-01T10:30:00Z"]), as: .host)
try session.form.set("email", to: "ana@example.org")
print(session.form["email"]?.value ?? .null)  // 'ana@example.org'
// snippet.hide
