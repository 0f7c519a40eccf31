// One compiled form and any number of live ones, on many threads at once. `FORM_OPENS` says how
// many; run under the thread sanitizer it shows that they share nothing that is written.

import FormGraph
import Foundation
import Predicate
import Testing

private let definition = FormDefinition(
  sections: [
    SectionDefinition(rows: [
      RowDefinition(tag: "on", type: .switch),
      RowDefinition(tag: "name", type: .text, hidden: "$on == NO", whenHidden: .clear),
      RowDefinition(
        tag: "matches", type: .check, calculated: "TERNARY($name MATCHES 'x.*', YES, NO)"),
      RowDefinition(tag: "sum", type: .int, calculated: "$lines.@sum.n"),
    ]),
    SectionDefinition(
      tag: "lines",
      kind: .multivalued(
        ItemsDefinition(
          template: .rows([
            RowDefinition(tag: "n", type: .int),
            RowDefinition(tag: "m", type: .int, hidden: "$n > 3"),
          ]), value: [["n": 1], ["n": 2]]))),
  ])

@Test("One compiled form serves many threads")
func threads() async throws {
  let opens = ProcessInfo.processInfo.environment["FORM_OPENS"].flatMap(Int.init) ?? 400
  let tasks = 8
  let compiled = try CompiledForm(definition)
  let shared = compiled.open(now: Date(timeIntervalSinceReferenceDate: 0))
  let sums = try await withThrowingTaskGroup(of: Int.self) { group in
    for task in 0..<tasks {
      group.addTask {
        var right = 0
        for open in 0..<(opens / tasks) {
          // A copy of a form that others copy too is its own as well.
          var form =
            open % 2 == 0 ? compiled.open(now: Date(timeIntervalSinceReferenceDate: 0)) : shared
          try form.update {
            $0.set("on", to: true)
            $0.set("name", to: "xy")
            $0.insertItem(in: "lines", at: 1, value: ["n": .int(Int64(task))])
          }
          try form.set("lines[0].n", to: 10)
          let isRight =
            form["sum"]?.value == .int(Int64(12 + task)) && form["matches"]?.value == true
          try form.undo()
          try form.undo()
          if isRight, form["sum"]?.value == 3, form["name"]?.value == .null { right += 1 }
        }
        return right
      }
    }
    return try await group.reduce(0, +)
  }
  #expect(sums == opens / tasks * tasks)
}
