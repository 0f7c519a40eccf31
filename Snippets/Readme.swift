// The Swift of README.md.

// snippet.show
import Foundation
import FormGraph

let file = try Data(contentsOf: URL(filePath: "Examples/switch.json"))
let compiled = try CompiledForm.compile(json: file, named: "switch.json")
var form = compiled.open(now: Date())
print(try form.set("switchTag", to: true).shown)  // ["message"]
// snippet.hide

// snippet.show
var submitted = compiled.open(now: Date())
try submitted.setAnswers(json: #"{ "switchTag": true }"#.utf8)
print(submitted.canSubmit, submitted.invalidRows.count)  // true 0
// snippet.hide
