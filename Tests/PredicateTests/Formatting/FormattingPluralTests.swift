// Plural categories of every language of the table, with what Babel says of CLDR 47 as the oracle
// (PluralRows), and of numbers as patterns print them.

import Foundation
import Testing

@testable import Predicate

@Suite("Formatting: plurals")
struct FormattingPluralTests {
  private static let letters: [Character: PluralCategory] = [
    "z": .zero, "1": .one, "2": .two, "f": .few, "m": .many, "-": .other,
  ]

  /// A sample such as `1.50`, printed with the digits it has.
  private func printed(_ sample: Substring) throws -> (Value, NumberPattern) {
    let parts = sample.split(separator: ".")
    let fraction = parts.count == 2 ? "." + parts[1].map { _ in "0" }.joined() : ""
    return (Rows.value(String(sample)), try NumberPattern("0" + fraction))
  }

  @Test("Each language has the categories of CLDR")
  func oracle() throws {
    let samples = try PluralRows.samples.split { $0.isWhitespace }.map(printed)
    #expect(samples.count > 80)
    let rows = PluralRows.rows.split(separator: "\n").map { $0.split(separator: " ") }
    #expect(rows.map { String($0[0]) } == LanguageData.all.map(\.tag))
    for row in rows {
      let language = try Rows.language(String(row[0]))
      let expected = row[1].map { Self.letters[$0] }
      #expect(expected.count == samples.count)
      for ((value, pattern), category) in zip(samples, expected) {
        let found = Formatting.plural(of: value, pattern: pattern, in: language)
        #expect(found == category, "\(row[0]) \(value) \(pattern.text)")
      }
    }
  }

  /// Language, value, pattern (or none), category.
  static let rows = """
    pl | 0 | - | many
    pl | 1 | - | one
    pl | 2 | - | few
    pl | 5 | - | many
    pl | 21 | - | many
    pl | 22 | - | few
    pl | 1.5 | - | other
    ru | 21 | - | one
    cs | 1.5 | - | many
    fr | 0 | - | one
    fr | 1.9 | - | one
    fr | 1000000 | - | many
    ar | 100 | - | other
    lv | 10 | - | zero
    da | 1.5 | - | one
    ro | 0 | - | few
    ro | 20 | - | other
    en | 1.0 | - | one
    en | 1.0 | 0.0 | other
    en | -1 | - | one
    en | 0.01 | 0% | one
    en | 0.9 | 0 | one
    de-AT | 1 | - | one
    pt-BR | 0 | - | one
    pt-PT | 0 | - | other
    no | 1 | - | one
    xx | 1 | - | one
    fr | 1e300 | - | many
    en | nan | - | other
    ar | inf | - | other
    en | x | - | nil
    """

  @Test("The digits count that a pattern prints")
  func printed() throws {
    for row in Rows.read(Self.rows) {
      let pattern = row[2] == "-" ? nil : try NumberPattern(row[2])
      let category = Formatting.plural(
        of: Rows.value(row[1]), pattern: pattern, in: try Rows.language(row[0]))
      #expect(category?.rawValue ?? "nil" == row[3], "\(row)")
    }
  }
}
