// Compares two versions of a form and shows the changes: those that break saved answers are marked.
// The changes come from FormAnalysis; only their words are chosen here.

import FormAnalysis
import FormGraph
import Predicate

/// Shows the changes between two versions of a form.
struct DiffMode {
  let diff: FormDiff
  let style: Style

  /// Whether a change breaks saved answers, all of them or some.
  var isBreaking: Bool { diff.breaks >= .some }

  // MARK: - Text

  /// A line for each change, and a line with the counts.
  var text: String {
    var columns = Columns()
    for change in diff.changes {
      let (word, ink) = Self.word(change.breaks)
      columns.append(
        Cell(word, ink), Cell(change.place.printable), Cell(Self.sentence(change).printable))
    }
    return (columns.lines(style) + [summary]).joined(separator: "\n") + "\n"
  }

  private static func word(_ breaks: FormChange.Breaking) -> (String, Ink) {
    switch breaks {
    case .no: ("ok", .faint)
    case .unknown: ("unknown", .plain)
    case .some: ("may break", .yellow)
    case .yes: ("breaks", .red)
    }
  }

  private static func sentence(_ change: FormChange) -> String {
    let (old, new) = (change.old ?? "none", change.new ?? "none")
    return switch change.kind {
    case .added, .removed:
      "\(change.kind.rawValue): \(change.subject.rawValue)"
        + kindNote(change.new ?? change.old, change.subject)
    case .moved: "moved: \(old) → \(new)"
    case .order: "the order of what is in it has changed"
    case .renamed: "renamed: \(old) → \(new)"
    case .name: "name of the value: \(old) → \(new)"
    case .type: "type: \(old) → \(new)"
    case .optionAdded: "option added: \(new)"
    case .optionRemoved: "option removed: \(old)"
    case .optionRevalued: "option has another value: \(old) → \(new)"
    case .rule:
      change.old == nil
        ? "rule added: \(new)"
        : change.new == nil ? "rule removed: \(old)" : "rule: \(old) → \(new)"
    case .required: "required: \(old) → \(new)"
    case .table: "the contents have changed"
    case .options, .bound, .condition, .filter, .formula, .setting:
      "\(change.key ?? change.kind.rawValue): \(old) → \(new)"
    }
  }

  /// The type of a row in parentheses; nothing if the subject says it.
  private static func kindNote(_ kind: String?, _ subject: FormChange.Subject) -> String {
    guard let kind, kind != subject.rawValue else { return "" }
    return " (\(kind))"
  }

  private var summary: String {
    let changes = diff.changes
    guard !changes.isEmpty || diff.changedTexts > 0 else { return "no changes" }
    var parts = [counted(changes.count, "change")]
    for (breaks, words) in [
      (FormChange.Breaking.yes, "break saved answers"), (.some, "may break some"),
      (.unknown, "unknown without answers"),
    ] {
      let count = changes.count { $0.breaks == breaks }
      if count > 0 { parts.append("\(count) \(words)") }
    }
    if diff.changedTexts > 0 { parts.append("\(counted(diff.changedTexts, "text")) changed") }
    return parts.joined(separator: ", ")
  }

  // MARK: - JSON

  /// The changes as a JSON object.
  var json: ValueDictionary {
    let changes = diff.changes.map { change -> Value in
      var members: [(String, Value)] = [
        ("place", .string(change.place)), ("subject", .string(change.subject.rawValue)),
        ("kind", .string(change.kind.rawValue)),
      ]
      for (key, text) in [("key", change.key), ("old", change.old), ("new", change.new)] {
        if let text { members.append((key, .string(text))) }
      }
      members.append(("breaks", .string(change.breaks.rawValue)))
      return .dictionary(ValueDictionary(members))
    }
    return ValueDictionary([
      ("changes", .array(changes)), ("texts", .int(Int64(diff.changedTexts))),
      ("breaks", .string(diff.breaks.rawValue)),
    ])
  }
}

extension Session {
  /// Compares the form with its older version.
  func compare(with path: String, _ output: inout Output) throws(CommandError) {
    let stubs = try allStubs()
    let (old, oldWarnings) = try compile(path, stubs)
    let (new, newWarnings) = try compile(arguments.form, stubs)
    try refuseUnused(stubs, in: [old, new])
    output.warnings = oldWarnings + newWarnings
    let mode = DiffMode(diff: FormDiff(old: old, new: new), style: style)
    output.result =
      arguments.isJSON ? JSONWriter.text(of: .dictionary(mode.json)) + "\n" : mode.text
    if arguments.isBreakingRefused, mode.isBreaking { output.status = CommandError.refused }
  }
}
