// The Swift of Docs/ComingFrom/TableViewLiaison.md.

import Foundation
import FormGraph
import Predicate

// snippet.show
var list = try CompiledForm(
  FormDefinition {
    SectionDefinition("Posts", tag: "posts") {
      RowDefinition(.label, "first", title: "First post")
      RowDefinition(.label, "second", title: "Second post")
    }
  }
).open(now: Date())
let changes = try list.update { draft in
  draft.insertRows([RowDefinition(.label, "third", title: "Third post")], at: .end(of: "posts"))
  draft.removeRows(["first"])
}
print(changes.listUpdate.deletes.map { [$0.section, $0.row ?? -1] })  // [[0, 0]]
print(changes.listUpdate.inserts.map { [$0.section, $0.row ?? -1] })  // [[0, 1]]
// snippet.hide
