// Shows the current form to people: every section and row with tag, title, value and attributes.
// Hidden rows and sections are included in grey.

import FormGraph
import Predicate

/// Shows a form as text.
struct ShowMode {
  let form: Form
  let style: Style

  var text: String {
    let sections = form.sections
    var blocks: [[String]] = []
    if let title = form.texts.title { blocks.append([style(title.printable, .bold)]) }
    if !form.pages.isEmpty { blocks.append(pageLines) }
    // All rows share the same columns, in all sections.
    var columns = Columns()
    for section in sections {
      for row in section.rows { append(row, isToChoose: section.isToChoose, to: &columns) }
    }
    var lines = columns.lines(style, indent: "  ")[...]
    for section in sections {
      var block: [String] = []
      if let header = header(of: section) { block.append(header) }
      if section.items?.isEmpty == true { block.append("  " + style("no items", .faint)) }
      for row in section.rows {
        let options = section.isToChoose ? optionLines(of: row).count : 0
        let count = 1 + options + shownErrors(of: row).count
        block += lines.prefix(count)
        lines = lines.dropFirst(count)
      }
      if !block.isEmpty { blocks.append(block) }
    }
    blocks += form.problems.map { ProblemText.lines(of: $0, style) }
    blocks.append([style(summary(sections), .faint)])
    return blocks.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
  }

  /// A line for each page: a mark at the one that the user is on, and what is left to do there.
  private var pageLines: [String] {
    var columns = Columns()
    for page in form.pages {
      let marks = [
        page.isVisible ? nil : "hidden", page.isValid ? nil : "invalid",
        page.progress.required == 0
          ? nil : "\(page.progress.answered) of \(page.progress.required) answered",
      ].compactMap { $0 }.joined(separator: ", ")
      let ink: Ink = page.isVisible ? .plain : .faint
      columns.append(
        Cell("\(page.index == form.currentPage ? ">" : " ") \(page.label)", ink),
        Cell(marks, page.isValid ? .faint : .red))
    }
    return columns.lines(style)
  }

  private func header(of section: SectionState) -> String? {
    let title = section.texts.title?.printable
    let name =
      switch (title, section.tag) {
      case (let title?, let tag?): "\(title) (\(tag))"
      case (let name?, nil), (nil, let name?): name
      case (nil, nil): nil as String?
      }
    let states = [
      section.isHidden ? "hidden" : nil, section.isDisabled ? "disabled" : nil,
      section.definition.isCollapsed ? "collapsed" : nil,
      section.verdict.isEmpty ? nil : "invalid",
    ].compactMap { $0 }.joined(separator: ", ")
    let marks =
      ([states].filter { !$0.isEmpty } + itemMarks(of: section.definition)
      + choiceMarks(of: section))
      .joined(separator: " · ")
    guard let line = marks.isEmpty ? name : "\(name ?? "(no title)")   \(marks)" else { return nil }
    return style(line, section.isHidden ? .faint : .plain)
  }

  /// The allowed edits and the limits of a section with items.
  private func itemMarks(of section: SectionDefinition) -> [String] {
    guard case .multivalued(let items) = section.kind else { return [] }
    let words: KeyValuePairs<String, ItemEdits> = [
      "insert": .insert, "delete": .delete, "move": .reorder,
    ]
    if let count = items.countFormula {
      let number = Int(count).map { "always \(counted($0, "item"))" }
      return [number ?? "as many items as \(count.onOneLine.printable.clipped)"]
        + (items.allows.contains(.reorder) ? ["can move"] : [])
    }
    let allowed = words.filter { items.allows.contains($0.value) }.map(\.key)
    let bounds = [
      items.minimum?.fixed.map { "at least \($0)" }, items.maximum?.fixed.map { "at most \($0)" },
    ].compactMap { $0 }
    return [
      allowed.isEmpty ? "fixed items" : "can \(allowed.joined(separator: ", "))",
      bounds.joined(separator: ", "),
    ].filter { !$0.isEmpty }
  }

  /// How many options can be chosen at a time; of a matrix, from what.
  private func choiceMarks(of section: SectionState) -> [String] {
    switch section.definition.kind {
    case .plain, .multivalued: return []
    case .selectable(let selection):
      return [selection.selection == .single ? "choose one" : "choose any"]
    case .matrix(let matrix):
      // The rows have the titles in the language of the form.
      let options = section.rows.first?.allOptions ?? matrix.options.written ?? []
      let shown = options.prefix(Self.shownOptions).map { option in
        option.value.text(options: [option])
      }
      let rest = options.count > shown.count ? ["…"] : []
      return ["choose from \((shown + rest).joined(separator: ", "))"]
    }
  }

  /// How many options of a matrix its header names.
  private static let shownOptions = 10

  /// The options that can be chosen, grouped if the row groups them, with the chosen ones marked.
  private func optionLines(of row: RowState) -> [Cell] {
    let members: [Value] = if case .array(let members) = row.value { members } else { [row.value] }
    let chosen = Set(members.map(EqualValue.init))
    let disabled = Set(row.disabledOptions)
    func line(_ option: OptionDefinition) -> Cell {
      let isChosen = chosen.contains(EqualValue(option.value))
      let isDisabled = disabled.contains(option.value)
      let text = option.value.text(kind: row.jsonKinds.value, options: [option])
      return Cell(
        "\(isChosen ? "(x)" : "( )") \(text)\(isDisabled ? ", disabled" : "")",
        isDisabled || row.isHidden ? .faint : .plain)
    }
    guard let groups = row.optionGroups else { return (row.options ?? []).map(line) }
    return groups.flatMap { group in
      [Cell("\(group.title?.printable ?? "others"):", .faint)] + group.options.map(line)
        + (group.footer.map { [Cell($0.printable, .faint)] } ?? [])
    }
  }

  private func append(_ row: RowState, isToChoose: Bool, to columns: inout Columns) {
    let definition = row.definition
    let ink: Ink = row.isHidden ? .faint : .plain
    let value =
      definition.type.valueKind == .none
      ? "(\(definition.type.rawValue))"
      : row.text(of: row.value)
    let marks = [
      row.isHidden ? "hidden" : nil, row.isDisabled ? "disabled" : nil,
      row.isRequired ? "required" : nil, row.isInvalid ? "invalid" : nil,
      row.isPending ? "pending" : nil,
      definition.calculated == nil ? nil : "calculated",
    ].compactMap { $0 }.joined(separator: ", ")
    columns.append(
      Cell(row.name ?? "–", ink), Cell(row.texts.title?.printable ?? "", ink),
      Cell(value, definition.type.valueKind == .none ? .faint : ink),
      Cell(marks, row.isHidden ? .faint : row.isInvalid ? .red : .yellow))
    if isToChoose {
      for line in optionLines(of: row) { columns.append(Cell(""), Cell(""), line) }
    }
    for error in shownErrors(of: row) {
      let ink: Ink = error.severity == .error ? .red : .yellow
      columns.append(Cell(""), Cell(""), Cell("! \(error.message.printable)", ink))
    }
  }

  /// The errors of a row that are shown.
  ///
  /// A hidden row shows none.
  private func shownErrors(of row: RowState) -> [RowError] { row.isHidden ? [] : row.errors }

  private func summary(_ sections: [SectionState]) -> String {
    let rows = sections.flatMap(\.rows)
    let shown = rows.count { !$0.isHidden }
    let invalid = sections.flatMap { section in
      (section.verdict.isEmpty ? [] : [section.label])
        + section.rows.filter(\.isInvalid).map {
          $0.name ?? $0.texts.title?.printable
        }
    }
    let pending = rows.count(where: \.isPending)
    let waiting = pending == 0 ? "" : " · \(pending) pending"
    let count = "\(shown) of \(counted(rows.count, "row")) shown"
    guard let first = invalid.first else {
      return count + (pending == 0 ? " · all valid" : waiting)
    }
    return "\(count) · \(invalid.count) invalid" + (first.map { ", first \($0)" } ?? "") + waiting
  }
}

extension RowState {
  /// Whether the row is not valid, and not only because it waits for the host.
  var isInvalid: Bool { !isValid && verdict.contains { $0.severity == .error } }
}

extension SectionState {
  /// Whether the section is a section to choose from.
  fileprivate var isToChoose: Bool {
    if case .selectable = definition.kind { true } else { false }
  }
}

/// Shows problems of a form as text.
enum ProblemText {
  /// The message, with the members that the text decides.
  static func sentence(of problem: FormProblem) -> String {
    let members = problem.tags.isEmpty ? "" : " (decides \(problem.tags.joined(separator: ", ")))"
    return problem.message.printable + members
  }

  /// The message, the text with a marker, and the hint.
  static func lines(of problem: FormProblem, _ style: Style) -> [String] {
    let excerpt = SourceExcerpt(text: problem.text, range: problem.range)
    let hint = problem.hint.map { "\nhint: \($0.printable)" } ?? ""
    let text =
      "problem: \(sentence(of: problem))\n  \(excerpt.excerpt.printable)\n  \(excerpt.marker)"
    return [style.diagnostics(text + hint)]
  }
}
