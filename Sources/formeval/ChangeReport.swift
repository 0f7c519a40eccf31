// Shows people what one transaction did: a line for each change with the text that decided it, then
// problems, notes, and a line of counts.

import FormGraph
import FormProtocol
import Predicate

/// Shows a change set as text.
struct ChangeReport {
  let changes: ChangeSet
  let after: Form
  /// The validation results, if the transaction requested errors.
  let validation: Validation?
  /// The sections with too few or too many items that the report mentions.
  let sectionsOutOfBounds: [SectionState]
  let style: Style

  /// The report, with a line break at its end.
  var text: String {
    let list = changes.changes
    // The longest word of the second column, so that the third column starts at the same place in
    // all reports.
    var columns = Columns(minimums: [0, "disabled".count])
    for change in changes.shapeChanges { append(change, list, to: &columns) }
    for (change, lines) in lines(of: list) {
      let label = label(of: change)
      for line in lines {
        columns.append(
          Cell(line.glyph.map { "\($0) \(label)" } ?? label, line.ink), Cell(line.word, line.ink),
          Cell(line.what.isEmpty ? line.why : line.what, .faint))
      }
    }
    for pending in changes.pendingBegan { append(pending, to: &columns) }
    for pending in changes.pendingEnded { append(ended: pending, list, to: &columns) }
    for verdict in validation?.hidden ?? [] { append(verdict, to: &columns) }
    for section in sectionsOutOfBounds { append(section, list, to: &columns) }
    if let focus = changes.focus { append(focus, to: &columns) }
    if let page = changes.page { append(page, to: &columns) }
    if let refused = changes.refusedMove { append(refused, to: &columns) }
    for action in changes.actions { append(action, to: &columns) }
    if let waiting = changes.waitingSubmit {
      columns.append(
        Cell("> \(waiting.tag ?? "(a button without a tag)")", .yellow),
        Cell(waiting.isWithdrawn ? "withdrawn" : "waits", .yellow),
        Cell(waiting.isWithdrawn ? "" : "for what is pending", .faint))
    }
    var blocks: [[String]] = []
    let lines = columns.lines(style)
    blocks.append(lines.isEmpty ? [style("nothing changed", .faint)] : lines)
    let began = changes.problemsBegan
    blocks += began.map { ProblemText.lines(of: $0, style) }
    // A problem whose message changed has ended and begun; it is not reported as solved.
    let standing = Set(began.map { [$0.text] + $0.tags })
    let ended = changes.problemsEnded.filter { !standing.contains([$0.text] + $0.tags) }
    let over = ended.map { style("problem solved: \(ProblemText.sentence(of: $0))", .green) }
    let notes = changes.notes.map {
      "note: \($0.message.printable)" + ($0.isRefusedToUsers ? "; --as-user refuses" : "")
    }
    if !over.isEmpty || !notes.isEmpty { blocks.append(over + notes) }
    blocks.append([style(summary(list), .faint)])
    return blocks.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
  }

  /// The row that has the focus now, or the row that lost it.
  private func append(_ focus: FocusChange, to columns: inout Columns) {
    let title = (focus.new ?? focus.old).flatMap { after[$0]?.texts.title?.printable }
    let name = (focus.new == nil ? focus.oldTag : focus.newTag) ?? title
    columns.append(
      Cell("> \(name ?? "(a row without a tag or title)")", .green),
      Cell(focus.new == nil ? "left" : "focused", .green), Cell(""))
  }

  /// The page that the user is on now.
  private func append(_ move: PageMove, to columns: inout Columns) {
    let name = move.new.map { after.pages[$0].label } ?? "no page"
    columns.append(
      Cell("> \(name)", .green), Cell("current page", .green),
      Cell(move.old.map { "after \(after.pages[$0].label)" } ?? "", .faint))
  }

  /// The page that was not left, and where to look.
  private func append(_ refused: RefusedMove, to columns: inout Columns) {
    let title = refused.firstInvalid.flatMap { after[$0]?.texts.title?.printable }
    columns.append(
      Cell("! \(after.pages[refused.page].label)", .red), Cell("not left", .red),
      Cell((refused.firstInvalidTag ?? title).map { "\($0) is invalid" } ?? "", .faint))
  }

  private func append(_ action: FormAction, to columns: inout Columns) {
    let word =
      switch action.kind {
      case .tap: "tapped"
      case .submit: "submitted"
      case .select: "selected"
      }
    let row = after[action.row]
    let title = row?.texts.title?.printable
    let name = action.name.map { name in
      row?.actions.first { $0.name == name }?.title?.printable ?? name.printable
    }
    let option = action.option.map { option in
      row?.text(of: option) ?? option.text()
    }
    columns.append(
      Cell("> \(action.tag ?? title ?? "(a row without a tag or title)")", .green),
      Cell(word, .green), Cell(option ?? name ?? ""))
  }

  /// A question to the host.
  private func append(_ pending: PendingValidation, to columns: inout Columns) {
    columns.append(
      Cell("? \(label(of: pending))", .yellow), Cell("pending", .yellow),
      Cell("\(pending.function) decides on \(pending.token)", .faint))
  }

  /// A question to the host that was answered so that the row stays invalid: no other line says so.
  private func append(
    ended pending: PendingValidation, _ list: [Change], to columns: inout Columns
  ) {
    guard let row = after[pending.row], row.isInvalid,
      !list.contains(where: { $0.row == row.id && $0.property == .errors }),
      !list.contains(where: { $0.row == row.id && $0.property == .valid })
    else { return }
    let messages = row.verdict.filter { $0.severity == .error }.map(\.message)
    columns.append(
      Cell("! \(label(of: pending))", .red), Cell("invalid", .red),
      Cell(messages.joined(separator: " ").printable, .faint))
  }

  private func label(of pending: PendingValidation) -> String {
    after[pending.row].map(label) ?? pending.tag ?? "(a row without a tag or title)"
  }

  /// The errors of a hidden row.
  private func append(_ verdict: RowVerdict, to columns: inout Columns) {
    let label = label(of: verdict.row)
    for error in verdict.errors {
      let isWarning = error.severity == .warning
      let ink: Ink = isWarning ? .yellow : .red
      columns.append(
        Cell("! \(label)", ink), Cell(isWarning ? "warning" : "error", ink),
        Cell("\(error.message.printable) (hidden)", .faint))
    }
  }

  /// A section with too few or too many items, unless a change already reports it.
  private func append(_ section: SectionState, _ list: [Change], to columns: inout Columns) {
    guard
      !list.contains(where: { $0.section == section.id && $0.row == nil && $0.property == .valid })
    else { return }
    for error in section.verdict {
      columns.append(
        Cell("! section \(section.label)", .red), Cell("error", .red),
        Cell(error.message.printable, .faint))
    }
  }

  // MARK: - Inserted, removed and moved members

  private func append(_ change: ShapeChange, _ list: [Change], to columns: inout Columns) {
    let label = label(of: change)
    switch change.kind {
    case .inserted:
      columns.append(
        Cell("+ \(label)", .green), Cell("inserted", .green),
        Cell(notes(on: change.member).printable, .faint))
    case .removed:
      columns.append(
        Cell("- \(label)", .red), Cell("removed", .red), Cell(lost(with: change, list), .faint))
    case .moved:
      let place = change.to.map { "moved to \(text(of: $0, from: change.from))" } ?? "moved"
      columns.append(Cell("~ \(label)", .yellow), Cell(place, .yellow))
    }
  }

  func label(of change: ShapeChange) -> String {
    if case .section = change.member { return "section \(change.name ?? "without a tag")" }
    return change.name ?? "(without a tag)"
  }

  /// A position, with the section if it differs from the old one.
  private func text(of place: ShapeChange.Place, from old: ShapeChange.Place?) -> String {
    guard let section = place.section, section != old?.section else { return "\(place.position)" }
    return "\(place.position) of \(place.tag ?? "another section")"
  }

  /// Notes about new rows that are hidden or invalid, because only their values are listed as
  /// changes.
  private func notes(on member: ShapeChange.Member) -> String {
    let rows: [RowState]
    switch member {
    case .row(let row): rows = [after[row]].compactMap { $0 }
    case .item(let item): rows = after[item]?.rows ?? []
    case .section: return ""
    }
    let notes = rows.compactMap { row in
      let word =
        row.isHidden ? "hidden" : row.isInvalid ? "invalid" : row.isPending ? "pending" : nil
      return word.map { word in row.tag.map { "\($0) \(word)" } ?? word }
    }
    return notes.joined(separator: ", ")
  }

  /// The values that were removed with a row or an item.
  private func lost(with change: ShapeChange, _ list: [Change]) -> String {
    let gone = list.filter { lost in
      switch change.member {
      case .row(let row): lost.row == row
      case .item(let item): lost.item == item
      case .section: false
      }
    }
    let values = gone.filter { $0.property == .value }.map { lost in
      let tag = lost.tag.flatMap(ItemAddress.init)?.tag
      return (tag.map { "\($0) " } ?? "") + lost.old.text()
    }
    return values.joined(separator: ", ").clipped
  }

  // MARK: - Counts

  private func summary(_ list: [Change]) -> String {
    let rows = list.filter { $0.property == .hidden && !$0.isSection }
    let shown = rows.count { $0.new == .bool(false) }
    var parts = rows.isEmpty ? [] : ["\(shown) shown, \(rows.count - shown) hidden"]
    parts.append("\(changes.evaluatedCount) of \(changes.conditionCount) conditions evaluated")
    if let validation {
      parts.append(
        validation.isValid
          ? "all valid"
          : validation.count == 0 ? "waiting for answers" : "\(validation.count) invalid")
    } else if changes.canSubmit.old != changes.canSubmit.new {
      let isOnlyPending = !changes.canSubmit.new && after.firstInvalid == nil
      parts.append(
        changes.canSubmit.new
          ? "all valid now"
          : isOnlyPending && !after.pendingValidations.isEmpty
            ? "waiting for answers" : "no longer all valid")
    }
    return parts.joined(separator: " · ")
  }
}

extension PageState {
  /// What people know the page by.
  var label: String { title?.printable ?? tag?.printable ?? "page \(index + 1)" }
}

extension SectionState {
  /// What people know the section by.
  var label: String { name ?? texts.title?.printable ?? "without a tag or title" }
}

extension String {
  /// The text with every run of white space replaced by one blank.
  var onOneLine: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
