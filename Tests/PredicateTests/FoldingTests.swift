// Folding of single letters, which is remembered: against what the system's own mappings give, and
// the second time against the first.

import Foundation
import Testing

@testable import Predicate

@Suite("Folding")
struct FoldingTests {
  @Test("A letter folds alike when it is found and when it is remembered")
  func letters() {
    for scalar in (0x80..<0x3200).compactMap(Unicode.Scalar.init(_:)) {
      let text = String(scalar)
      let marks = text.decomposedStringWithCanonicalMapping.unicodeScalars.filter {
        ![.nonspacingMark, .spacingMark, .enclosingMark].contains($0.properties.generalCategory)
      }
      // The dotless i has a capital that is another letter's.
      let lower = scalar == "\u{131}" ? text : text.lowercased().uppercased().lowercased()
      for _ in 1...2 {
        #expect(scalars(text.folded(.diacriticInsensitive)) == marks.map(\.value))
        #expect(scalars(text.folded(.caseInsensitive)) == scalars(lower))
      }
    }
  }

  @Test("Common ideographs and Hangul syllables fold to themselves")
  func ideographs() {
    let all = [0x4E00..<0xA000, 0xAC00..<0xD7A4].joined().compactMap(Unicode.Scalar.init(_:))
    for scalar in all {
      let text = String(scalar)
      #expect(text.folded([.caseInsensitive, .diacriticInsensitive]) == text)
      #expect(!scalar.properties.changesWhenCaseMapped)
      #expect(
        scalar.value >= 0xAC00
          || scalars(text.decomposedStringWithCanonicalMapping) == [scalar.value])
    }
  }

  @Test("Letters fold alike alone and beside others")
  func texts() {
    let both: ComparisonOptions = [.caseInsensitive, .diacriticInsensitive]
    for _ in 1...2 {
      #expect("Äpfel ŽLUŤOUČKÝ ẞ Калькулятор".folded(both) == "apfel zlutoucky ss калькулятор")
      #expect("Ä\u{301}\u{AC00}\u{11A8}".folded(.diacriticInsensitive) == "A\u{AC01}")
      #expect("É\0A\0".folded(both) == "e\0a\0")
      #expect("ΣΑΣ".folded(.caseInsensitive) == "σας".folded(.caseInsensitive))
    }
  }

  private func scalars(_ text: String) -> [UInt32] { text.unicodeScalars.map(\.value) }
}
