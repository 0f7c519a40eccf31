// What is said of mistakes, character by character.

import Predicate
import TestSupport
import Testing

@Suite struct DiagnosticsTests {
  @Test func rendered() throws {
    try RenderedTable("diagnostics.txt", beside: #filePath).walk { entry, found in
      #expect(found == entry.expected, "diagnostics.txt:\(entry.line)")
    }
  }

  @Test func differentNormalFormIsNamed() throws {
    let condition = try Condition("$caf\u{e9} == 1")
    #expect {
      try condition.evaluate(variables: ["cafe\u{301}": 1])
    } throws: { error in
      (error as? EvaluationError)?.diagnostic.hint
        == "there is a value for the same name in another Unicode normal form"
    }
  }

  /// Several lines: only the line of the place is shown.
  @Test func placesInSeveralLines() {
    let text = "a == 1\nAND\nb ==\tx y"
    let excerpt = SourceExcerpt(text: text, range: 18..<19)
    #expect(excerpt.line == 3)
    #expect(excerpt.column == 8)
    #expect(excerpt.excerpt == "b == x y")
    #expect(excerpt.marker == "       ^")
    let beyond = SourceExcerpt(text: text, range: 100..<200)
    #expect(beyond.line == 3)
    #expect(beyond.marker == "        ^")
  }
}
