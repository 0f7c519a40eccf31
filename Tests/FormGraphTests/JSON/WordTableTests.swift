// Words are found by all of their bytes, and nothing else is.

import Testing

@testable import FormFile
@testable import FormGraph

struct WordTableTests {
  @Test func findsWordsByEachByte() {
    // Of every length that a word may have, so many that some share a place.
    let words = (1...24).flatMap { count in
      "abcdefgh".map { String(repeating: $0, count: count) }
    }
    let table = WordTable(words.enumerated().map { ($1, $0) })
    func meaning(_ word: String) -> Int? {
      Array(word.utf8).withUnsafeBufferPointer { table.meaning(of: $0) }
    }
    for (place, word) in words.enumerated() {
      #expect(meaning(word) == place)
      for index in word.indices {
        var other = word
        other.replaceSubrange(index...index, with: "x")
        #expect(meaning(other) == nil, "\(other)")
      }
    }
    #expect(meaning("") == nil && meaning(String(repeating: "a", count: 25)) == nil)
  }
}
