// What one transaction did, for people: a line for each change with the text that decided it, what
// cannot be evaluated, notes, and a line of counts.

import FormGraph
import Predicate

/// Shows a change set.
struct ChangeReport {
  let changes: ChangeSet
  let before: Form
  let after: Form
  /// Whether the transaction asked for the errors, so that the outcome is worth a word.
  let isValidation: Bool
  let style: Style
  /// The texts that cannot be evaluated now.
  private let failing: Set<String>

  init(changes: ChangeSet, before: Form, after: Form, isValidation: Bool, style: Style) {
    self.changes = changes
    self.before = before
    self.after = after
    self.isValidation = isValidation
    self.style = style
    failing = Set(after.problems.map(\.text))
  }

  /// The report, with a line break at its end.
  var text: String {
    let list = changes.changes
    var members = ChangeMembers(from: before, to: after)
    // The longest word of the second column, so that its reasons stand in one place everywhere.
    var columns = Columns(minimums: [0, "disabled".count])
    let showsErrors = Set(list.filter { $0.property == .errors && !$0.new.isEmptyList }.map(\.tag))
    for change in list {
      append(
        change, of: members.member(of: change),
        hasErrors: change.tag != nil && showsErrors.contains(change.tag), to: &columns)
    }
    var blocks: [[String]] = []
    let lines = columns.lines(style)
    blocks.append(lines.isEmpty ? [style("nothing changed", .faint)] : lines)
    blocks += changes.problemsBegan.map { ProblemText.lines(of: $0, style) }
    // A problem that only changed its words has ended and begun.
    let ended = changes.problemsEnded.filter { old in
      !changes.problemsBegan.contains { $0.text == old.text && $0.tags == old.tags }
    }
    let over = ended.map { style("no longer a problem: \(ProblemText.sentence(of: $0))", .green) }
    let notes = changes.notes.map { "note: \($0.message.printable)" }
    if !over.isEmpty || !notes.isEmpty { blocks.append(over + notes) }
    blocks.append([style(summary(list), .faint)])
    return blocks.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
  }

  // MARK: - Lines

  private func append(
    _ change: Change, of member: ChangedMember, hasErrors: Bool, to columns: inout Columns
  ) {
    let isOn = change.new == .bool(true)
    func line(_ glyph: String, _ word: String, _ ink: Ink, _ reason: String = "") {
      columns.append(
        Cell("\(glyph) \(member.label)", ink), Cell(word, ink), Cell(reason.printable, .faint))
    }
    switch change.property {
    case .value:
      let texts = [change.old, change.new].map { value in
        value.text(type: member.row?.type, options: member.row?.options ?? [])
      }
      columns.append(
        Cell(member.label), Cell(texts.joined(separator: " → ")),
        Cell(valueReason(change).printable, .faint))
    case .hidden:
      line(
        isOn ? "-" : "+", isOn ? "hidden" : "shown", isOn ? .red : .green, reason(change, member))
    case .disabled:
      line("~", isOn ? "disabled" : "enabled", .yellow, reason(change, member))
    case .required:
      line("!", isOn ? "required" : "optional", .yellow, reason(change, member))
    case .valid:
      let why = hasErrors ? "" : validityReason(change)
      line("!", isOn ? "valid" : "invalid", isOn ? .green : .red, why)
    case .errors:
      guard case .array(let messages) = change.new, !messages.isEmpty else {
        return line("!", "no errors", .green)
      }
      let shown = change.tag.flatMap { after[$0]?.errors } ?? []
      for case .string(let message) in messages {
        let isWarning = shown.first { $0.message == message }?.severity == .warning
        line("!", isWarning ? "warning" : "error", isWarning ? .yellow : .red, message)
      }
    }
  }

  // MARK: - Reasons

  private func valueReason(_ change: Change) -> String {
    switch change.cause {
    case .calculated, .default: change.texts.first.map { "= \($0.onOneLine.clipped)" } ?? ""
    case .cleared: "cleared while hidden"
    default: ""
    }
  }

  /// The text that decided an attribute and what it gives now.
  private func reason(_ change: Change, _ member: ChangedMember) -> String {
    let own = member.condition(change.property)
    if let own, let reason = reason(change, own) { return reason }
    if change.property == .disabled, let readOnly = after.definition.readOnly,
      let reason = reason(change, readOnly)
    {
      return "readOnly: \(reason)"
    }
    return change.texts.isEmpty ? "" : "with its section"
  }

  private func reason(_ change: Change, _ condition: ConditionDefinition) -> String? {
    guard case .predicate(let text) = condition.source, change.texts.contains(text) else {
      return nil
    }
    let shown = text.onOneLine.clipped
    if failing.contains(text) { return "\(shown) cannot be evaluated" }
    // Whatever changed its mind about an effective attribute says now what the attribute says.
    return "\(shown) is now \((change.new == .bool(true)) != condition.isInverted)"
  }

  private func validityReason(_ change: Change) -> String {
    guard let tag = change.tag, let row = after[tag] else { return "" }
    if change.new == .bool(true) {
      if row.isHidden { return "while hidden" }
      let others = change.because.filter { $0 != tag }
      return others.isEmpty ? "" : "\(others.joined(separator: ", ")) changed"
    }
    let errors = (after.verdict(of: tag) ?? []).filter { $0.severity == .error }
    return errors.map(\.message).joined(separator: " ")
  }

  // MARK: - Counts

  private func summary(_ list: [Change]) -> String {
    let rows = list.filter { $0.property == .hidden && !$0.isSection }
    let shown = rows.count { $0.new == .bool(false) }
    var parts = [
      "\(shown) shown, \(rows.count - shown) hidden",
      "\(changes.evaluatedCount) of \(changes.conditionCount) conditions evaluated",
    ]
    if isValidation {
      let invalid = after.sections.flatMap(\.rows).count { !$0.isValid }
      parts.append(invalid == 0 ? "all valid" : "\(invalid) invalid")
    } else if changes.canSubmit.old != changes.canSubmit.new {
      parts.append(changes.canSubmit.new ? "all valid now" : "no longer all valid")
    }
    return parts.joined(separator: " · ")
  }
}

extension Value {
  fileprivate var isEmptyList: Bool { self == .array([]) }
}

extension String {
  /// The text with every run of blanks and line breaks as one blank.
  var onOneLine: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
