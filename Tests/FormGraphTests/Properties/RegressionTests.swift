// Every input that once broke something, or might: `Fuzz/Regressions/<target>`, one file each, as a
// fuzzer found it or by hand. They must break nothing.

import Foundation
import Predicate
import Testing

@Suite struct RegressionTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fuzz/Regressions")

  private static func files(of target: FuzzTarget) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(
      at: root.appending(path: target.rawValue), includingPropertiesForKeys: nil
    ).sorted { $0.path < $1.path }
  }

  @Test(arguments: FuzzTarget.allCases)
  func nothingBreaks(target: FuzzTarget) throws {
    let files = try Self.files(of: target)
    #expect(!files.isEmpty)
    for file in files {
      do {
        try target.check(Array(Data(contentsOf: file)))
      } catch {
        Issue.record("\(target.rawValue)/\(file.lastPathComponent): \(error)")
      }
    }
  }

  /// What is wrong is told: a place that cuts a character or lies outside, another value, another
  /// error, a number in the place of a truth value.
  @Test func brokenPropertiesAreTold() throws {
    let places = Places("é == ")
    for range in [1..<2, 0..<1, 6..<7, 0..<7] {
      #expect(throws: BrokenProperty.self) { try places.check(range, "") }
    }
    try places.check(6..<6, "the end")
    let texts = ["1", "TRUE", "2", "1 / 0", "1 + (1 / 0)"]
    let outcomes = try texts.map { text in
      let formula = try Formula(text)
      return Outcome { () throws(EvaluationError) in try formula.evaluate() }
    }
    for (index, one) in outcomes.enumerated() {
      for (position, other) in outcomes.enumerated() {
        #expect(one.isSame(as: other) == (index == position), "\(texts[index]), \(texts[position])")
      }
    }
    #expect(outcomes[0].isLike(outcomes[1]) && outcomes[3].isLike(outcomes[4]))
    #expect(!outcomes[0].isLike(outcomes[2]) && !outcomes[0].isLike(outcomes[3]))
  }

  @Test func directoriesAreTargets() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.root.path)
    #expect(names.sorted() == FuzzTarget.allCases.map(\.rawValue).sorted())
  }
}
