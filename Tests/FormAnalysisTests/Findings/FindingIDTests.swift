// What holds of the list of finding ids itself.

import FormAnalysis
import Testing

@Suite struct FindingIDTests {
  @Test("An id is a family and a name")
  func idsHaveFamilies() {
    for id in FindingID.allCases {
      let parts = id.rawValue.split(separator: "/", omittingEmptySubsequences: false)
      #expect(parts.count == 2 && parts.allSatisfy { !$0.isEmpty }, "\(id.rawValue)")
    }
  }

  @Test("Each id says what it means, in words of its own")
  func idsHaveTexts() {
    let ids = FindingID.allCases
    #expect(Set(ids.map(\.summary)).count == ids.count)
    #expect(Set(ids.map(\.example)).count == ids.count)
    for id in ids { #expect(!id.summary.hasSuffix("."), "\(id.rawValue)") }
  }
}
