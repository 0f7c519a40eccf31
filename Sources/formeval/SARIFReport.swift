// Findings as SARIF 2.1.0, the format that code hosts read. Suppressed findings are listed with
// their suppression, so that a host does not take them for solved. The text is the same for the
// same input on each run and each machine.

import FormAnalysis
import FormGraph
import Predicate

/// The findings of forms as a SARIF log.
struct SARIFReport {
  let forms: [CheckedForm]

  var text: String { JSONWriter.text(of: log, pretty: true) + "\n" }

  private typealias Members = [(String, Value)]

  private static func object(_ members: Members) -> Value {
    .dictionary(ValueDictionary(members))
  }

  private static func message(_ text: String) -> Value { object([("text", .string(text))]) }

  private var log: Value {
    let rules = FindingID.allCases.sorted { $0.rawValue < $1.rawValue }.map { id in
      Self.object([
        ("id", .string(id.rawValue)), ("shortDescription", Self.message(id.summary)),
        ("help", Self.help(of: id)),
      ])
    }
    let driver = Self.object([
      ("name", "formeval"), ("version", .string(Help.version)), ("rules", .array(rules)),
    ])
    let failures = forms.compactMap { form in form.notChecked.map { failure($0, form) } }
    let invocation = Self.object([
      ("executionSuccessful", .bool(failures.isEmpty)),
      ("toolExecutionNotifications", .array(failures)),
    ])
    let run = Self.object([
      ("tool", Self.object([("driver", driver)])), ("columnKind", "unicodeCodePoints"),
      ("invocations", [invocation]),
      ("results", .array(forms.flatMap(results))),
    ])
    return Self.object([
      ("$schema", "https://json.schemastore.org/sarif-2.1.0.json"), ("version", "2.1.0"),
      ("runs", .array([run])),
    ])
  }

  /// What Docs/Checking.md says of a finding: its row of the table, and how a form accepts it.
  private static func help(of id: FindingID) -> Value {
    let summary = id.summary.prefix(1).uppercased() + id.summary.dropFirst() + "."
    let suppression =
      #"{ "suppress": [{ "id": "\#(id.rawValue)", "justification": "…" }] }"#
    let accepting = "If this is not a mistake, the form, its section or its row can accept it:"
    let canBeAccepted = id.canBeSuppressed
    let text = canBeAccepted ? "\n\(accepting) \(suppression)" : ""
    let markdown = canBeAccepted ? "\n\n\(accepting) `\(suppression)`" : ""
    return object([
      ("text", .string("\(summary)\nExample: \(id.example)\(text)")),
      ("markdown", .string("\(summary)\n\nExample: `\(id.example)`\(markdown)")),
    ])
  }

  /// A file that was not checked.
  private func failure(_ error: CommandError, _ form: CheckedForm) -> Value {
    let physical = Self.object([("artifactLocation", Self.artifact(form))])
    return Self.object([
      ("level", "error"), ("message", Self.message(error.sentence)),
      ("locations", [Self.object([("physicalLocation", physical)])]),
    ])
  }

  private static func artifact(_ form: CheckedForm) -> Value {
    object([("uri", .string(uri(of: form.path)))])
  }

  // MARK: - Results

  private func results(of form: CheckedForm) -> [Value] {
    let lines = SourceLines(form.bytes)
    let artifact = Self.artifact(form)
    var occurrences: [UInt64: Int] = [:]
    return form.findings.map { file in
      let finding = file.finding
      let problem = finding.problem
      let sentence = problem.hint.map { "\(problem.message); \($0)" } ?? problem.message
      var members: Members = [
        ("ruleId", .string(finding.id.rawValue)), ("level", .string(problem.severity.rawValue)),
        ("message", Self.message(sentence)),
        ("locations", [Self.location(problem.range, artifact, lines)]),
      ]
      if !problem.related.isEmpty {
        let related = problem.related.enumerated().map { index, related in
          Self.location(related.range, artifact, lines, id: index, related.message)
        }
        members.append(("relatedLocations", .array(related)))
      }
      let hash = Self.hash(of: file, in: form)
      let occurrence = (occurrences[hash] ?? 0) + 1
      occurrences[hash] = occurrence
      let print = "\(Self.hexadecimal(hash)):\(occurrence)"
      members.append(("partialFingerprints", Self.object([("finding/v1", .string(print))])))
      if let justification = finding.justification {
        let suppression = Self.object([
          ("kind", file.isSuppressedInForm ? "inSource" : "external"),
          ("justification", .string(justification)),
        ])
        members.append(("suppressions", [suppression]))
      }
      if let fix = finding.fix, !file.edits.isEmpty {
        members.append(("fixes", [Self.fix(fix, file.edits, artifact, lines)]))
      }
      return Self.object(members)
    }
  }

  private static func location(
    _ range: Range<Int>?, _ artifact: Value, _ lines: SourceLines, id: Int? = nil,
    _ text: String? = nil
  ) -> Value {
    var physical: Members = [("artifactLocation", artifact)]
    if let range { physical.append(("region", region(range, lines))) }
    var members: Members = []
    if let id { members.append(("id", .int(Int64(id)))) }
    members.append(("physicalLocation", object(physical)))
    if let text { members.append(("message", message(text))) }
    return object(members)
  }

  private static func region(_ range: Range<Int>, _ lines: SourceLines) -> Value {
    let region = FileRegion(range, lines)
    return object([
      ("startLine", .int(Int64(region.startLine))),
      ("startColumn", .int(Int64(region.startColumn))),
      ("endLine", .int(Int64(region.endLine))), ("endColumn", .int(Int64(region.endColumn))),
    ])
  }

  private static func fix(
    _ fix: Fix, _ edits: [FileEdit], _ artifact: Value, _ lines: SourceLines
  ) -> Value {
    let replacements = edits.map { edit in
      object([
        ("deletedRegion", region(edit.range, lines)), ("insertedContent", message(edit.text)),
      ])
    }
    let change = object([
      ("artifactLocation", artifact), ("replacements", .array(replacements)),
    ])
    return object([("description", message(fix.summary)), ("artifactChanges", [change])])
  }

  // MARK: - Names

  /// The path as a reference to a resource, with `/` and all that is safe left as it is.
  private static func uri(of path: String) -> String {
    let safe = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/".utf8)
    let name = path == Arguments.standardInput ? "stdin" : path
    return name.utf8.reduce(into: "") { uri, byte in
      if safe.contains(byte) {
        uri.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        uri += "%" + (digits.count == 1 ? "0" : "") + digits
      }
    }
  }

  /// A number by which a finding is known again after lines have moved: it depends on the place in
  /// the form, the id and the text, and not on the line.
  private static func hash(of file: FileFinding, in form: CheckedForm) -> UInt64 {
    // FNV-1a, because the hash values of the standard library differ from run to run.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    func add(_ bytes: some Sequence<UInt8>) {
      for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
      hash = (hash ^ 0xFF) &* 0x100_0000_01b3
    }
    add(file.anchor.utf8)
    add(file.finding.id.rawValue.utf8)
    if file.finding.problem.range != nil { add(form.text(of: file).utf8) }
    return hash
  }

  private static func hexadecimal(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
