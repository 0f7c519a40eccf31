// A log of SARIF 2.1.0: what every log has around its results, and the parts of a result that have
// a place. Findings and imports write their logs with it.

import FormGraph
import Predicate

/// The parts of a SARIF log.
enum SARIFLog {
  typealias Members = [(String, Value)]

  static func object(_ members: Members) -> Value {
    .dictionary(ValueDictionary(members))
  }

  static func message(_ text: String) -> Value { object([("text", .string(text))]) }

  /// A log of one run, as text.
  ///
  /// - Parameters:
  ///   - rules: What the results are about.
  ///   - results: The results of all files.
  ///   - failures: The files without results because they could not be read.
  /// - Returns: The JSON, with a line break at its end.
  static func text(rules: [Value], results: [Value], failures: [Value] = []) -> String {
    let driver = object([
      ("name", "formeval"), ("version", .string(Help.version)), ("rules", .array(rules)),
    ])
    let invocation = object([
      ("executionSuccessful", .bool(failures.isEmpty)),
      ("toolExecutionNotifications", .array(failures)),
    ])
    let run = object([
      ("tool", object([("driver", driver)])), ("columnKind", "unicodeCodePoints"),
      ("invocations", [invocation]), ("results", .array(results)),
    ])
    let log = object([
      ("$schema", "https://json.schemastore.org/sarif-2.1.0.json"), ("version", "2.1.0"),
      ("runs", .array([run])),
    ])
    return JSONWriter.text(of: log, pretty: true) + "\n"
  }

  // MARK: - Places

  /// The file at a path.
  static func artifact(_ path: String) -> Value { object([("uri", .string(uri(of: path)))]) }

  /// A range of a file, or the whole file.
  static func location(
    _ range: Range<Int>?, in artifact: Value, _ lines: SourceLines = SourceLines([]),
    id: Int? = nil, _ text: String? = nil
  ) -> Value {
    var physical: Members = [("artifactLocation", artifact)]
    if let range { physical.append(("region", region(range, lines))) }
    var members: Members = []
    if let id { members.append(("id", .int(Int64(id)))) }
    members.append(("physicalLocation", object(physical)))
    if let text { members.append(("message", message(text))) }
    return object(members)
  }

  static func region(_ range: Range<Int>, _ lines: SourceLines) -> Value {
    let region = FileRegion(range, lines)
    return object([
      ("startLine", .int(Int64(region.startLine))),
      ("startColumn", .int(Int64(region.startColumn))),
      ("endLine", .int(Int64(region.endLine))), ("endColumn", .int(Int64(region.endColumn))),
    ])
  }

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

  /// Gives the results of a file numbers by which a host knows them again after lines have moved.
  struct Fingerprints {
    private var occurrences: [UInt64: Int] = [:]

    /// The fingerprint of a result that is told by some texts.
    ///
    /// Results with the same texts are numbered in their order.
    mutating func fingerprint(of texts: [String]) -> Value {
      // FNV-1a, because the hash values of the standard library differ from run to run.
      var hash: UInt64 = 0xcbf2_9ce4_8422_2325
      for text in texts {
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        hash = (hash ^ 0xFF) &* 0x100_0000_01b3
      }
      let occurrence = (occurrences[hash] ?? 0) + 1
      occurrences[hash] = occurrence
      let digits = String(hash, radix: 16)
      let padded = String(repeating: "0", count: 16 - digits.count) + digits
      return SARIFLog.object([("finding/v1", .string("\(padded):\(occurrence)"))])
    }
  }
}
