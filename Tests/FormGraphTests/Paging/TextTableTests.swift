// Texts by their numbers, across pages: as many as were appended, each as it was.

import Predicate
import Testing

@testable import FormGraph

@Suite struct TextTableTests {
  @Test func numbersAreThoseOfAppending() {
    var table = TextTable()
    for index in 0..<200 {
      #expect(table.count == index)
      let isLong = index % 50 == 7
      table.append(
        TextRecord(
          text: String(repeating: "é", count: isLong ? 300 : index % 9) + "\(index)",
          isPredicate: index % 3 == 0, others: nil))
    }
    for index in 0..<200 {
      let isLong = index % 50 == 7
      let text = String(repeating: "é", count: isLong ? 300 : index % 9) + "\(index)"
      #expect(table[index].text == text && table[index].isPredicate == (index % 3 == 0))
      #expect(table.isText(at: index, text, isPredicate: index % 3 == 0))
      #expect(!table.isText(at: index, text, isPredicate: index % 3 != 0))
      #expect(!table.isText(at: index, text + "x", isPredicate: index % 3 == 0))
    }
  }
}
