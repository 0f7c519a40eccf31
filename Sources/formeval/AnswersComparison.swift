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
  /// The key whose value names a line, in place of its number.
  private var id: String? { old.format.id }
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
  /// The largest number of errors, and of values, that are listed of a line.
  private static let maximumOfLine = 20

  /// What differs for one line of answers.
  struct Difference {
    /// A value that differs.
    struct Changed {
      let tag: String
      let old: Value
      /// The value in the new form; `.null` if nothing is left.
      let new: Value
      /// Whether the new form lacks the value, or a part of it.
      let isLost: Bool
    }

    let label: AnswerLabel
    let wasValid: Bool
    let isValid: Bool
    /// Whether only the new version refuses the answers.
    let isRefusedNow: Bool
    /// The first of what makes the answers invalid; `complaintCount` counts all.
    let complaints: [(tag: String?, message: String)]
    let complaintCount: Int
    /// The first values that differ, those that are lost before the others; `valueCount` counts
    /// all.
    let values: [Changed]
    let valueCount: Int
  }

  init(old: AnswersMode, new: AnswersMode, migrator: Migrator) {
    self.old = old
    self.new = new
    self.migrator = migrator
  }

  /// Says how lines are named.
  mutating func setFormat(
    _ format: ([String]) throws(CommandError) -> AnswerFormat
  ) throws(CommandError) {
    old.format = try format(old.names)
    new.format = try format(new.names)
  }

  /// Compares a line.
  mutating func compare(_ bytes: [UInt8], number line: Int) {
    guard !bytes.isBlankLine else { return }
    answerCount += 1
    guard let (before, label) = old.result(of: bytes, number: line),
      let (after, _) = new.result(of: bytes, number: line)
    else { return }
    if before.isUnreadable {
      unreadableCount += 1
      let message = before.complaints.map(\.message).joined(separator: "; ")
      if unreadable.count < Self.maximumListed { unreadable.append((line, message)) }
      return
    }
    var values: [Difference.Changed] = []
    if let was = before.values, let now = after.values,
      let expected = try? migrator.migratedWithLosses(was)
    {
      let found = Self.byName(migrator.values(of: now))
      for (tag, value) in migrator.values(of: expected.answers) {
        let new = found[tag] ?? .null
        guard !value.isNothing, !new.equals(value), new != value else { continue }
        let isLost = Self.isLost(value, in: new, depth: 0)
        values.append(Difference.Changed(tag: tag, old: value, new: new, isLost: isLost))
      }
      for lost in expected.lost where !lost.value.isNothing {
        values.append(
          Difference.Changed(tag: lost.name, old: lost.value, new: .null, isLost: true))
      }
    }
    let isRefusedNow = before.refused.isEmpty && !after.refused.isEmpty
    guard before.isValid != after.isValid || isRefusedNow || !values.isEmpty else { return }
    differingCount += 1
    let isBroken = before.isValid && (!after.isValid || values.contains(where: \.isLost))
    if isBroken { brokenCount += 1 }
    guard differences.count < Self.maximumListed else { return }
    let complaints = before.isValid || isRefusedNow ? after.complaints : []
    let sorted = values.filter(\.isLost) + values.filter { !$0.isLost }
    let shown = values.count > Self.maximumOfLine ? sorted : values
    let listed = inJSON(Array(shown.prefix(Self.maximumOfLine)), bytes)
    differences.append(
      Difference(
        label: label, wasValid: before.isValid, isValid: after.isValid, isRefusedNow: isRefusedNow,
        complaints: Array(complaints.prefix(Self.maximumOfLine)),
        complaintCount: complaints.count, values: listed, valueCount: values.count))
  }

  /// Values of a line as JSON has them.
  private mutating func inJSON(
    _ values: [Difference.Changed], _ line: [UInt8]
  ) -> [Difference.Changed] {
    guard !values.isEmpty, let before = old.valuesInJSON(of: line),
      let was = try? migrator.migratedWithLosses(before), let now = new.valuesInJSON(of: line)
    else { return values }
    let (old, new) = (
      Self.byName(migrator.values(of: was.answers)), Self.byName(migrator.values(of: now))
    )
    return values.map { changed in
      let lost = was.lost.first { $0.name == changed.tag }
      return Difference.Changed(
        tag: changed.tag, old: lost?.value ?? old[changed.tag] ?? changed.old,
        new: changed.new.isNull ? .null : new[changed.tag] ?? changed.new,
        isLost: changed.isLost)
    }
  }

  private static func byName(_ values: [(name: String, value: Value)]) -> [String: Value] {
    Dictionary(values.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  /// Whether a value, or a part of it, is not in the value that the new form has.
  ///
  /// The recursion is bounded by `ValueKind.maximumDepth`, which no value of a row exceeds.
  private static func isLost(_ old: Value, in new: Value, depth: Int) -> Bool {
    guard !old.isNothing, depth <= ValueKind.maximumDepth else { return false }
    switch (old, new) {
    case (_, .null): return true
    case (.array(let old), .array(let new)):
      return old.count > new.count
        || zip(old, new).contains { isLost($0, in: $1, depth: depth + 1) }
    case (.dictionary(let old), .dictionary(let new)):
      return zip(old.keys, old.values).contains { key, value in
        isLost(value, in: new[key] ?? .null, depth: depth + 1)
      }
    case (.date, .date):
      // A row of days keeps no time, and a row of times no day.
      return old != new && [ValueKind.day, .time].contains { $0.converted(old) == new }
    default: return false
    }
  }

  // MARK: - Showing

  /// A line for each difference, and a line with the counts.
  func text(_ style: Style) -> String {
    var lines: [String] = []
    for difference in differences {
      let place = self.place(of: difference.label)
      if difference.isRefusedNow || difference.wasValid && !difference.isValid {
        var reasons = difference.complaints.map { complaint in
          (complaint.tag.map { "\($0): " } ?? "") + complaint.message
        }
        let more = difference.complaintCount - reasons.count
        if more > 0 { reasons.append("\(more) more") }
        let reason = reasons.isEmpty ? "" : ": \(reasons.joined(separator: "; "))"
        let word = difference.isRefusedNow ? "refused now" : "invalid now"
        lines.append("\(place): \(style(word, .red))\(reason.printable)")
      } else if !difference.wasValid, difference.isValid {
        lines.append("\(place): valid now")
      }
      for value in difference.values {
        let what = "\(place): \(value.tag.printable): \(Self.text(of: value.old))"
        let lost = style("lost", .red)
        lines.append(
          value.new == .null
            ? "\(what) is \(lost)"
            : "\(what) → \(Self.text(of: value.new))"
              + (value.isLost ? ", the rest is \(lost)" : ""))
      }
      let more = difference.valueCount - difference.values.count
      if more > 0 { lines.append("\(place): \(counted(more, "more value")) differ") }
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

  private func place(of label: AnswerLabel) -> String {
    switch label {
    case .line(let number): "line \(number)"
    case .id(let value): "\(id?.printable ?? "") \(Self.text(of: value))"
    }
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
    var members: [(String, Value)] = [
      difference.label.member, ("wasValid", .bool(difference.wasValid)),
      ("isValid", .bool(difference.isValid)), ("isRefused", .bool(difference.isRefusedNow)),
      (
        "errors",
        .array(
          difference.complaints.map { complaint in
            [
              "tag": complaint.tag.map(Value.string) ?? .null,
              "message": .string(complaint.message),
            ]
          })
      ),
      (
        "values",
        .array(
          difference.values.map { ["tag": .string($0.tag), "old": $0.old, "new": $0.new] })
      ),
    ]
    for (key, all, listed) in [
      ("errorCount", difference.complaintCount, difference.complaints.count),
      ("valueCount", difference.valueCount, difference.values.count),
    ] where all > listed {
      members.append((key, .int(Int64(all))))
    }
    return .dictionary(ValueDictionary(members))
  }
}

extension Value {
  /// Whether the value answers nothing: nil, empty text or an empty list.
  fileprivate var isNothing: Bool {
    switch self {
    case .null, .string(""): true
    case .array(let members): members.isEmpty
    default: false
    }
  }
}
