// Mistakes with sections in sections. The harness is in DefinitionMistakeTests.swift.

import Foundation
import FormGraph
import TestSupport
import Testing

extension DefinitionMistakeTests {
  @Test(arguments: [
    Mistake(
      """
      { "hiddenValues": "keep",
        "pages": [{ "sections": ["a"] }, { "sections": ["b"] }],
        "sections": [
          { "tag": "a", "sections": [
            { "tag": "b", "rows": [{ "tag": "a", "type": "int", "hidden": "$zz == 1" }] },
            { "kind": "selectable", "tag": "c", "options": [1], "sections": [] },
            { "kind": "multivalued", "tag": "d", "item": { "type": "int" },
              "sections": [{ "rows": [{ "type": "text", "title": "{" }] }] }] }] }
      """,
      says: """
        form.json:1:3: warning: 'hiddenValues' is now called 'whenHidden', as in sections and rows
          { "hiddenValues": "keep",
            ^~~~~~~~~~~~~~
        hint: write 'whenHidden'
        form.json:2:51: error: section 'b' stands inside 'a'
          … [{ "sections": ["a"] }, { "sections": ["b"] }],
                                                   ^~~
        hint: a page names sections at the root, and shows everything inside them
        form.json:5:39: error: the tag 'a' is given twice
          { "tag": "b", "rows": [{ "tag": "a", "type": "int", "hidden": "$zz == 1" }] },
                                          ^~~
        form.json:4:14: note: it is given here first
          { "tag": "a", "sections": [
                   ^~~
        form.json:5:70: error: unknown tag 'zz'
          …{ "tag": "a", "type": "int", "hidden": "$zz == 1" }] },
                                                   ^~~
        form.json:6:59: error: only a plain section holds sections
          …electable", "tag": "c", "options": [1], "sections": [] },
                                                   ^~~~~~~~~~
        hint: put this section and those into a plain section
        form.json:8:9: error: only a plain section holds sections
          "sections": [{ "rows": [{ "type": "text", "title": "{" }] }]…
          ^~~~~~~~~~
        hint: put this section and those into a plain section
        """),
    Mistake(
      """
      { "hiddenValues": "keep", "whenHidden": "nil", "sections": [{ "sections": 1 }] }
      """,
      says: """
        form.json:1:3: error: 'hiddenValues' is another name of 'whenHidden'
          { "hiddenValues": "keep", "whenHidden": "nil", "sections": [{ …
            ^~~~~~~~~~~~~~
        hint: leave 'hiddenValues' out
        form.json:1:27: note: 'whenHidden' is given here
          { "hiddenValues": "keep", "whenHidden": "nil", "sections": [{ "sections": 1 }] }
                                    ^~~~~~~~~~~~
        form.json:1:75: error: 'sections' must be a list, but is the number 1
          …den": "nil", "sections": [{ "sections": 1 }] }
                                                   ^
        """),
  ])
  func groups(_ mistake: Mistake) throws { try check(mistake) }

  @Test func sectionsOfAnyDepthFromAProgramAreRefused() {
    var section = SectionDefinition(rows: [RowDefinition(.int, "x")])
    for _ in 0..<100_000 { section = SectionDefinition(sections: [section]) }
    let failure = #expect(throws: CompileFailure.self) {
      _ = try CompiledForm(FormDefinition(sections: [section]))
    }
    let messages = failure?.problems.map(\.message)
    #expect(messages == ["sections stand inside one another more than 32 deep"])
  }

  @Test(arguments: [31, 32, 1_000] + depth(quick: 4_000, full: 100_000))
  func sectionsStandSoDeep(depth: Int) throws {
    let text =
      #"{ "sections": [ "# + String(repeating: #"{ "sections": [ "#, count: depth)
      + #"{ "rows": [ { "tag": "x", "type": "int" } ] }"# + String(repeating: " ] }", count: depth)
      + " ] }"
    if depth < 32 {
      let form = try CompiledForm.compile(json: text.utf8).open(now: .distantPast)
      #expect(form.sections.last?.depth == 31)
    } else {
      let failure = #expect(throws: CompileFailure.self) {
        _ = try CompiledForm.compile(json: text.utf8)
      }
      #expect(failure?.problems.map { $0.range == nil } == [false])
    }
  }
}
