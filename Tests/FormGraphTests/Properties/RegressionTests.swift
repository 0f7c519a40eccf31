// Every input that once broke something, or might: `Fuzz/Regressions/<target>`, one file each, as a
// fuzzer found it or by hand. They must break nothing.

import Foundation
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

  @Test func directoriesAreTargets() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.root.path)
    #expect(names.sorted() == FuzzTarget.allCases.map(\.rawValue).sorted())
  }
}
