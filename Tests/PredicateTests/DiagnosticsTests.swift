// What is said of mistakes, character by character.

import TestSupport
import Testing

@testable import Predicate

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

  /// The mistake is one sign of the pattern.
  @Test(arguments: [
    ("a(b", 1), ("a)b", 1), ("é[b", 2), ("+", 0), ("a{x", 1), ("ab\\", 2), ("\\Q(+\\E(", 6),
    ("[a](", 3), ("\\p{L}(", 5), ("(?:+)", 3), ("a{3,2}", 1), ("a**+?", 2),
  ])
  func mistakesInPatterns(pattern: String, place: Int) throws {
    let mistake = try #require(RegularExpression.mistake(in: pattern))
    #expect(mistake.range == place..<(place + 1))
  }

  /// What a message shows of a value is bounded, and so is what it costs, however the value nests.
  @Test func valuesInMessages() {
    let sentence = String(repeating: "word ", count: 100)
    let mark = String(repeating: "\u{301}", count: 100_000)
    let object: Value = [sentence: 1, "b": .string(sentence)]
    var deep = Value.array([1])
    for _ in 0..<3_000 { deep = .array([deep]) }
    deep = .set(ValueSet([deep]))
    let shown: [(Value, String)] = [
      (.string(sentence), "'\(sentence.prefix(40))…'"),
      (object, "{\(sentence.prefix(40))… = 1…}"),
      (["a": ["b": [true, "c\nd"]]], #"{a = {b = {true, 'c\nd'}}}"#),
      (
        .array((0..<1_000).map { Value.int($0 * 1_000) }),
        "{0, 1000, 2000, 3000, 4000, 5000, 6000, 7000…}"
      ),
    ]
    for (value, text) in shown { #expect(value.short == text) }
    #expect(Value.string("a" + mark).short.unicodeScalars.count < 400)
    #expect(deep.short.unicodeScalars.count < 100)
  }
}
