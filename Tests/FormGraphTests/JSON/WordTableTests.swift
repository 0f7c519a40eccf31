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

  /// Every key of a form file has to be found, so none may be left out.
  @Test func findsTheKeysOfFormFiles() {
    for key in FormKey.allCases {
      let meaning = Array(key.text.utf8).withUnsafeBufferPointer { FormKey.words.meaning(of: $0) }
      #expect(meaning == key)
    }
  }

  /// The hash adds the first two numbers of a word, so these words all meet in one place.
  @Test func leavesOutWordsThatMeet() {
    let words = (0..<1_000).map { number -> String in
      let (high, low) = (UInt8(number / 50), UInt8(number % 50))
      let first = [65 + high, 65 + low] + Array("aaaaaa".utf8)
      let second = [115 - high, 115 - low] + Array("aaaaaa".utf8)
      return String(decoding: first + second + Array("the tail".utf8), as: UTF8.self)
    }
    let table = WordTable(words.enumerated().map { ($1, $0) })
    let found = words.enumerated().filter { place, word -> Bool in
      let meaning = Array(word.utf8).withUnsafeBufferPointer { table.meaning(of: $0) }
      #expect(meaning == nil || meaning == place)
      return meaning != nil
    }
    #expect(Set(words).count == 1_000)
    #expect(!found.isEmpty && found.count < 100)
  }
}
