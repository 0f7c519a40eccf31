// The keys of the JSON that a form writes are names of Swift, so that each is written once.

@testable import FormGraph
import Foundation
import Testing

@Suite struct ToldKeyTests {
  private static let sources = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Sources/FormGraph")

  /// The texts that stand where a key of an object stands: first in a pair or in a dictionary, or
  /// handed to a writer of JSON.
  ///
  /// Steps of paths in files are none.
  private static func keys(in line: String) -> [String] {
    line.replacing(".key(", with: "")
      .matches(of: /[\[(]"([A-Za-z]+)"\s*[,:]|(?:member|object|list)\((?:ifAny: )?"([A-Za-z]+)"/)
      .compactMap { ($0.output.1 ?? $0.output.2).map(String.init) }
  }

  @Test func noKeyIsAText() throws {
    let told = Set(ToldKey.allCases.map(\.rawValue))
      .union(Change.Property.allCases.map(\.rawValue))
    let files = try #require(
      FileManager.default.enumerator(at: Self.sources, includingPropertiesForKeys: nil))
    var fileCount = 0
    for case let file as URL in files where file.pathExtension == "swift" {
      fileCount += 1
      let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        .map { $0.drop { $0 == " " } }
      for line in lines where line.contains("\"") && !line.hasPrefix("//") {
        let found = Self.keys(in: String(line)).filter(told.contains)
        #expect(found.isEmpty, "\(file.lastPathComponent): \(line)")
      }
    }
    #expect(fileCount > 100)
  }

  @Test(
    arguments: [
      #"json.member("tag", x)"#, #"json.list(ifAny: "tag") { json in"#, #"pairs = [("tag", x)]"#,
      #"["tag": x]"#, #"json.object("tag") {"#,
    ])
  func isFound(_ line: String) { #expect(Self.keys(in: line) == ["tag"]) }
}
