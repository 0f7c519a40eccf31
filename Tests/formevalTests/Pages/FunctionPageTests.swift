// Docs/Functions.md: each example gives the result beside it in the form of the page, and each
// function of the language is on the page.

import FormGraph
import Foundation
import Predicate
import Testing

@Suite("The page of functions")
struct FunctionPageTests {
  /// A row of a table of the page.
  private struct Line {
    let function, example, result: String
  }

  private let page: Page
  private let lines: [Line]

  init() throws {
    page = try #require(Page("Docs/Functions.md"))
    lines = page.prose.compactMap { line in
      guard line.hasPrefix("| `") else { return nil }
      let cells = line.components(separatedBy: " | ").map { cell in
        cell.trimmingCharacters(in: CharacterSet(charactersIn: "`| "))
      }
      return cells.count == 4 ? Line(function: cells[0], example: cells[2], result: cells[3]) : nil
    }
  }

  @Test("Each example gives its result in the form of the page")
  func examples() throws {
    #expect(lines.count > 50)
    let text = try #require(page.blocks("json").first?.text)
    for line in lines {
      var definition = try CompiledForm.compile(json: text.utf8).definition
      definition.sections.append(
        SectionDefinition(rows: [
          RowDefinition(tag: "result", type: .custom, calculated: line.example)
        ]))
      let form = try CompiledForm(definition).open(now: Date(timeIntervalSince1970: 1_714_559_400))
      #expect(form.problems.isEmpty, "\(line.example)")
      let result = try #require(form["result"]).value
      #expect(JSONWriter.text(of: result) == line.result, "\(line.example)")
    }
  }

  @Test("Each function that a form can call is on the page, and no other")
  func allFunctions() {
    let functions = Function.allCases.filter { !$0.isRandom }
    let names = lines.map { String($0.function.prefix { $0 != "(" }) }
    #expect(names.count == Set(names).count)
    #expect(Set(names) == Set(functions.map(\.name)).union(["if"]))
  }
}
