// The Swift of Docs/ComingFrom/Undo.md.

import Foundation
import FormGraph
import Predicate

// snippet.show
let notes = FormDefinition {
  SectionDefinition {
    RowDefinition(.text, "title")
    RowDefinition(.switch, "starred")
    RowDefinition(.label, "star") { $0.visible = "$starred == YES" }
  }
}
var form = try CompiledForm(notes).open(now: Date())
try form.set("title", to: "Tea")
try form.set("starred", to: true)
let back = try form.undo()
print(form["starred"]?.value ?? "-", back.hidden)  // false ["star"]
try form.redo()
print(form.undoCount, form.redoCount)  // 2 0
// snippet.hide

// snippet.show
var draft = form
try draft.set("title", to: "Coffee")
print(form["title"]?.value ?? "-", draft["title"]?.value ?? "-")  // 'Tea' 'Coffee'
// snippet.hide

// snippet.show
for text in ["C", "Ca", "Cake"] {
  try form.update { edit in
    edit["title"] = .string(text)
    edit.coalesce("title")
  }
}
try form.undo()
print(form["title"]?.value ?? "-")  // 'Tea'
// snippet.hide

// snippet.show
let sent = try form.set("starred", to: false).token
try form.set("title", to: "Soup")
// The server has refused the change:
if let sent { try form.undo(to: sent) }
print(form["starred"]?.value ?? "-", form["title"]?.value ?? "-")  // true 'Tea'
// snippet.hide
