// What a new version of a form does to saved answers: each line is validated with both versions,
// and what differs is listed and counted.

import FormAnalysis
import FormGraph
import Predicate

/// Compares what two versions of a form say of the same answers.
struct AnswersComparison {
  private var old: AnswersMode
  private var new: AnswersMode
  private let migrator: Migrator
  /// How lines of CSV become JSON; nil: the lines are JSON.
  var csv: CSVAnswers? {
    get { old.csv }
    set { (old.csv, new.csv) = (newValue, newValue) }
  }
  private(set) var answerCount = 0
  /// The number of answers that were valid and are invalid now, or lose a value.
  private(set) var brokenCount = 0
  private(set) var differingCount = 0
  /// The number of lines that are not JSON objects, so that no version of the form reads them.
  private(set) var unreadableCount = 0
  /// The first of these lines with what is wrong.
  private var unreadable: [(line: Int, message: String)] = []
  /// The first differences; `differingCount` counts all.
  private var differences: [Difference] = []

  /// The largest number of differences that are listed.
  private static let maximumListed = 1000

  /// What differs for one line of answers.
  struct Difference {
    /// A value that differs; `new` is nil if the value is lost.
    struct Changed {
      let tag: String
      let old: Value
      let new: Value?
    }

    let line: Int
    let wasValid: Bool
    let isValid: Bool
    /// Whether only the new version refuses the answers.
    let isRefusedNow: Bool
    let complaints: [(tag: String?, message: String)]
    let values: [Changed]
  }

  init(old: AnswersMode, new: AnswersMode, migrator: Migrator) {
    self.old = old
    self.new = new
    self.migrator = migrator
  }

  /// Compares a line.
  mutating func compare(_ bytes: [UInt8], number line: Int) {
    guard !bytes.isBlankLine else { return }
    answerCount += 1
    guard let before = old.result(of: bytes), let after = new.result(of: bytes) else { return }
    if before.isUnreadable {
      unreadableCount += 1
      let message = before.complaints.map(\.message).joined(separator: "; ")
      if unreadable.count < Self.maximumListed { unreadable.append((line, message)) }
      return
    }
    var values: [Difference.Changed] = []
    if let was = before.values, let now = after.values,
      let expected = try? migrator.migrated(was)
    {
      for (tag, value) in zip(expected.keys, expected.values) where value != .null {
        let new = now[tag] ?? .null
        guard !new.equals(value), new != value else { continue }
        values.append(Difference.Changed(tag: tag, old: value, new: new == .null ? nil : new))
      }
    }
    let isRefusedNow = before.refused.isEmpty && !after.refused.isEmpty
    guard before.isValid != after.isValid || isRefusedNow || !values.isEmpty else { return }
    differingCount += 1
    let isBroken = before.isValid && (!after.isValid || values.contains { $0.new == nil })
    if isBroken { brokenCount += 1 }
    guard differences.count < Self.maximumListed else { return }
    differences.append(
      Difference(
        line: line, wasValid: before.isValid, isValid: after.isValid, isRefusedNow: isRefusedNow,
        complaints: before.isValid || isRefusedNow ? after.complaints : [], values: values))
  }

  // MARK: - Showing

  /// A line for each difference, and a line with the counts.
  func text(_ style: Style) -> String {
    var lines: [String] = []
    for difference in differences {
      let place = "line \(difference.line)"
      if difference.isRefusedNow || difference.wasValid && !difference.isValid {
        let reasons = difference.complaints.map { complaint in
          (complaint.tag.map { "\($0): " } ?? "") + complaint.message
        }
        let reason = reasons.isEmpty ? "" : ": \(reasons.joined(separator: "; "))"
        let word = difference.isRefusedNow ? "refused now" : "invalid now"
        lines.append("\(place): \(style(word, .red))\(reason.printable)")
      } else if !difference.wasValid, difference.isValid {
        lines.append("\(place): valid now")
      }
      for value in difference.values {
        let old = Self.text(of: value.old)
        lines.append(
          value.new.map { "\(place): \(value.tag.printable): \(old) → \(Self.text(of: $0))" }
            ?? "\(place): \(value.tag.printable): \(old) is \(style("lost", .red))")
      }
    }
    for (line, message) in unreadable {
      lines.append("line \(line): \(style("cannot be read", .red)): \(message.printable)")
    }
    if differingCount > differences.count {
      lines.append("\(differingCount - differences.count) more lines differ")
    }
    lines.append(
      "\(counted(answerCount, "line")) of answers: \(differingCount) "
        + "\(differingCount == 1 ? "differs" : "differ"), \(brokenCount) "
        + "\(brokenCount == 1 ? "breaks" : "break")"
        + (unreadableCount > 0 ? ", \(unreadableCount) cannot be read" : ""))
    return lines.joined(separator: "\n") + "\n"
  }

  private static func text(of value: Value) -> String {
    JSONWriter.text(of: value).printable.clipped
  }

  /// The counts and the differences as JSON.
  var json: Value {
    var members: [(String, Value)] = [
      ("lines", .int(Int64(answerCount))), ("differing", .int(Int64(differingCount))),
      ("broken", .int(Int64(brokenCount))),
    ]
    if unreadableCount > 0 {
      members.append(("unreadable", .int(Int64(unreadableCount))))
      members.append(
        (
          "unreadableLines",
          .array(
            unreadable.map { ["line": .int(Int64($0.line)), "error": .string($0.message)] })
        ))
    }
    members.append(("differences", .array(differences.map(Self.json))))
    return .dictionary(ValueDictionary(members))
  }

  private static func json(_ difference: Difference) -> Value {
    [
      "line": .int(Int64(difference.line)), "wasValid": .bool(difference.wasValid),
      "isValid": .bool(difference.isValid), "isRefused": .bool(difference.isRefusedNow),
      "errors": .array(
        difference.complaints.map { complaint in
          [
            "tag": complaint.tag.map(Value.string) ?? .null,
            "message": .string(complaint.message),
          ]
        }),
      "values": .array(
        difference.values.map { value in
          ["tag": .string(value.tag), "old": value.old, "new": value.new ?? .null]
        }),
    ]
  }
}
