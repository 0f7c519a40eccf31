// What people read of one change: a mark, what happened, and what it is now or what it comes from.
// The report prints these lines, and the picture of a change has them in its boxes.

import FormGraph
import Predicate

/// A line about a change, after the name of what changed.
struct ChangeLine {
  /// The mark before the name; nil for a value.
  var glyph: String?
  /// What happened, such as `shown`, or both values.
  let word: String
  var ink = Ink.plain
  /// What it is now, such as a title or an error; empty if the word says it.
  var what = ""
  /// What it comes from; empty if `what` is not.
  var why = ""
  /// The value before and after, for a value.
  var ends: (old: String, new: String)?
}

extension ChangeReport {
  func label(of row: RowState) -> String {
    row.name ?? row.texts.title?.printable ?? "(a row without a tag or title)"
  }

  /// The lines of changes; none for a change that the lines of others say.
  ///
  /// Changes of a removed row or item are left out, because they are reported with the removal.
  func lines(of list: [Change]) -> [(change: Change, lines: [ChangeLine])] {
    let haveErrors = Set(list.filter { $0.property == .errors && $0.new != [] }.map(\.row))
    return list.filter { change in change.row.map { after[$0] != nil } ?? true }
      .map { ($0, lines(of: $0, hasErrors: haveErrors.contains($0.row))) }
  }

  private func lines(of change: Change, hasErrors: Bool) -> [ChangeLine] {
    let isOn = change.new == .bool(true)
    let row = change.row.flatMap { after[$0] }
    func line(
      _ glyph: String, _ word: String, _ ink: Ink, _ what: String = "", why: String = ""
    ) -> ChangeLine {
      ChangeLine(glyph: glyph, word: word, ink: ink, what: what.printable, why: why.printable)
    }
    var hint: [ChangeLine] { optionHint(row).map { [line("!", "hint", .yellow, $0)] } ?? [] }
    switch change.property {
    case .value:
      let texts = [change.old, change.new].map { row?.text(of: $0) ?? $0.text() }
      return [
        ChangeLine(
          word: texts.joined(separator: " → "), why: valueReason(change, row).printable,
          ends: (texts[0], texts[1]))
      ]
    case .bounds:
      let bounds = row?.jsonKinds.value.shownInJSON(change.new) ?? change.new
      return [line("~", change.property.rawValue, .yellow, bounds.text())]
    case .actions:
      let disabled = row?.actions.filter(\.isDisabled).map(\.name.printable) ?? []
      return [
        line(
          "~", "actions", .yellow,
          disabled.isEmpty ? "all enabled" : "disabled: \(disabled.joined(separator: ", "))")
      ]
    case .follows:
      return [line("~", isOn ? "follows its suggestion" : "edited, keeps its value", .yellow)]
    // The lines of validity and of options say so.
    case .verdict, .optionGroups: return []
    case .options: return [line("~", "options", .yellow, optionsReason(change, row))]
    case .disabledOptions: return [line("~", "disabled", .yellow, optionsReason(change, row))]
    case .hidden:
      return [
        line(
          isOn ? "-" : "+", isOn ? "hidden" : "shown", isOn ? .red : .green,
          why: reason(change))
      ]
    case .disabled:
      let isSubmit = change.texts.isEmpty && row?.definition.submits == true
      return [
        line(
          "~", isOn ? "disabled" : "enabled", .yellow,
          why: isSubmit ? "the form \(isOn ? "cannot" : "can") be submitted" : reason(change))
      ]
    case .required:
      return [line(isOn ? "!" : "✓", isOn ? "required" : "optional", .yellow, why: reason(change))]
    // The line of the question says so.
    case .valid where !isOn && row?.isPending == true && row?.isInvalid == false: return []
    case .valid:
      let reason = hasErrors ? "" : validityReason(change)
      if isOn { return [line("✓", "valid", .green, why: reason)] }
      return [line("!", "invalid", .red, reason)] + (hasErrors ? [] : hint)
    case .errors:
      guard case .array(let messages) = change.new, !messages.isEmpty else {
        return [line("✓", "no errors", .green)]
      }
      let shown = row?.errors ?? []
      return messages.map { message -> ChangeLine in
        let text = if case .string(let text) = message { text } else { message.text() }
        let isWarning = shown.first { $0.message == text }?.severity == .warning
        return line("!", isWarning ? "warning" : "error", isWarning ? .yellow : .red, text)
      } + hint
    // Texts.
    default: return [line("~", change.property.rawValue, .yellow, change.new.text())]
    }
  }

  /// What to choose, if a row holds a value that is not one of its options.
  private func optionHint(_ row: RowState?) -> String? {
    guard let row, row.verdict.contains(where: { $0.messageID == .option }),
      let options = row.options
    else { return nil }
    let members = if case .array(let members) = row.value { members } else { [row.value] }
    let unknown = members.prefix(String.clippedCount).first { member in
      !options.contains { $0.value.equals(member) }
    }
    return unknown.flatMap { OptionHint.text(for: $0, among: options) }
  }

  /// The name of a member for people: its tag, or else its title.
  func label(of change: Change) -> String {
    if let row = change.row {
      let title = after[row]?.texts.title?.printable
      return change.tag ?? title ?? "(a row without a tag or title)"
    }
    guard let section = change.section else {
      return change.tag ?? (change.property == .value ? "" : "the form")
    }
    return "section \(after[section]?.label ?? change.tag ?? "")"
  }

  // MARK: - Reasons

  private func valueReason(_ change: Change, _ row: RowState?) -> String {
    switch change.cause {
    case .calculated, .default: change.texts.first.map { "= \($0.text.onOneLine.clipped)" } ?? ""
    case .trigger: "because \(change.because.joined(separator: ", ")) changed"
    // If a visible row lost its value, the value was an option that can no longer be chosen.
    case .cleared: row?.isHidden == false ? "no longer among the options" : "cleared while hidden"
    default: ""
    }
  }

  /// The options that can be chosen now, as text for people.
  private func optionsReason(_ change: Change, _ row: RowState?) -> String {
    guard case .array(let values) = change.new, !values.isEmpty else {
      return change.property == .options ? "none" : "no option"
    }
    // A list of 300 items whose rows choose from the list itself has 90 000 options.
    var text = ""
    for value in values where text.utf8.count <= 4 * String.clippedCount {
      text += (text.isEmpty ? "" : ", ") + (row?.text(of: value) ?? value.text())
    }
    return text.clipped
  }

  /// The text that decided an attribute, with its current result.
  private func reason(_ change: Change) -> String {
    guard let decided = change.texts.first else { return "" }
    if decided.owner == .section { return "because of its section" }
    if decided.owner == .page, !change.isSection { return "because of its page" }
    let label =
      switch decided.owner {
      case .form: "readOnly: "
      case .page: "page: "
      default: ""
      }
    let text = label + decided.text.onOneLine.clipped
    guard case .some(.bool(let holds)) = decided.outcome else {
      return "\(text) cannot be evaluated"
    }
    return "\(text) is now \(holds)"
  }

  private func validityReason(_ change: Change) -> String {
    if change.isSection, let id = change.section {
      return after[id]?.verdict.map(\.message).joined(separator: " ") ?? ""
    }
    guard let id = change.row, let row = after[id] else { return "" }
    if change.new == .bool(true) {
      if row.isHidden { return "while hidden" }
      let others = change.because.filter { $0 != change.tag }
      return others.isEmpty ? "" : "\(others.joined(separator: ", ")) changed"
    }
    return row.verdict.filter { $0.severity == .error }.map(\.message).joined(separator: " ")
  }
}
