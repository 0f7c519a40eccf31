// README and the pages beside it show code and a form: both are run here or by the build, so that
// they stay true.

import Foundation
import FormGraph
import Predicate
import Testing

private let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent()

private func text(_ path: String) throws -> String {
  try String(contentsOf: root.appending(path: path), encoding: .utf8)
}

/// The fenced blocks of a language, in order.
private func blocks(_ language: String, in text: String) -> [String] {
  var blocks: [String] = []
  var open: [Substring]?
  for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
    if line == "```\(language)", open == nil {
      open = []
    } else if line == "```", let lines = open {
      blocks.append(lines.joined(separator: "\n"))
      open = nil
    } else {
      open?.append(line)
    }
  }
  return blocks
}

@Test(
  "Swift that a page shows is the snippet that every build compiles",
  arguments: [("README.md", "Embedding"), ("Eureka.md", "Eureka")])
func readmeCode(_ page: String, _ name: String) throws {
  let snippet = try text("Snippets/\(name).swift")
  let shown = snippet.components(separatedBy: "// snippet.show\n").dropFirst().map { part in
    String(part.prefix(upTo: part.range(of: "// snippet.hide")?.lowerBound ?? part.endIndex))
      .trimmingCharacters(in: .newlines)
  }
  #expect(!shown.isEmpty)
  #expect(blocks("swift", in: try text(page)) == shown)
}

@Test("README's form compiles without a warning and computes")
func readmeForm() throws {
  let forms = blocks("json", in: try text("README.md"))
  #expect(forms.count == 1)
  for form in forms {
    let compiled = try CompiledForm.compile(json: form.utf8)
    #expect(compiled.warnings == [])
    let live = compiled.open(now: Date(timeIntervalSinceReferenceDate: 0))
    #expect(live["total"]?.value == 10.0)
  }
}
