// What can be seen of a form, of the engine's or of the naive one, in one comparable value; and
// which ids each of them gives to the same members.

import Predicate

@testable import FormGraph

/// Everything a form shows, in order.
struct FormView: Equatable {
  struct Row: Equatable {
    var name: String?
    var definition: RowDefinition
    var value: Value
    var follows: Bool?
    var isHidden: Bool
    var isHiddenItself: Bool
    var isDisabled: Bool
    var isRequired: Bool
    var isValid: Bool
    var verdict: [NaiveForm.Complaint]
    var options: [Value]?
    var disabledOptions: [Value]
    var texts: [String: String]
    var optionTitles: [String?]
    var display: String?
    var bounds: RowBounds<Value>

    /// For messages.
    fileprivate var text: String {
      "\(name ?? "-") = \(value)\(follows == false ? " edited" : "")\(isHidden ? " hidden" : "")"
        + "\(isHiddenItself ? " itself" : "")\(isDisabled ? " disabled" : "")"
        + "\(isRequired ? " required" : "")\(isValid ? "" : " invalid") "
        + "\(texts) \(optionTitles) \(display ?? "-") within \(bounds) "
        + "\(verdict.map { "\($0.id) \($0.parameters): \($0.message)" }) of \(options ?? []) but \(disabledOptions); \(definition)"
    }
  }

  struct Section: Equatable {
    var tag: String?
    var name: String?
    var depth: Int
    var isCollapsed: Bool
    var isHidden: Bool
    var isDisabled: Bool
    var isValid: Bool
    var items: [Value]?
    var rows: [Row]
    var texts: [String: String]
  }

  var sections: [Section]
  var inputs: [String: Value]
  var canSubmit: Bool
  /// By name, of visible members and of all.
  var values: [ValueDictionary]
  var pages: [NaiveForm.Page]
  var page: Int?
  var progress: [Int]
  var texts: [String: String]

  init(_ form: Form) {
    sections = form.sections.map { section in
      Section(
        tag: section.tag, name: section.name, depth: section.depth,
        isCollapsed: section.definition.isCollapsed, isHidden: section.isHidden,
        isDisabled: section.isDisabled,
        isValid: section.isValid, items: section.items?.map(\.value),
        rows: section.rows.map { row in
          var definition = row.definition
          definition.value = nil
          let errors = row.isHidden ? [] : form.state.verdicts[row.id.index.index]
          return Row(
            name: row.name, definition: definition, value: row.value,
            follows: row.follows, isHidden: row.isHidden,
            isHiddenItself: row.isHiddenItself, isDisabled: row.isDisabled,
            isRequired: row.isRequired, isValid: row.isValid,
            verdict: errors.map { error in
              let isKnown = NaiveForm.isKnown(error.message)
              return NaiveForm.Complaint(
                message: isKnown ? error.message : NaiveForm.failed,
                id: error.messageID?.rawValue ?? "-", parameters: error.parameters,
                isError: error.severity == .error)
            }, options: row.options?.map(\.value), disabledOptions: row.disabledOptions,
            texts: Self.texts(row.texts), optionTitles: row.allOptions.map { $0.title?.single },
            display: row.displayText,
            bounds: RowBounds(
              minimum: row.bounds.minimum, maximum: row.bounds.maximum, step: row.bounds.step))
        }, texts: Self.texts(section.texts))
    }
    inputs = Dictionary(
      uniqueKeysWithValues: zip(form.inputs.keys, form.inputs.values).map { ($0, $1) })
    canSubmit = form.canSubmit
    values = [form.values(), form.values(includingHidden: true)]
    pages = form.pages.map { NaiveForm.Page($0, in: form.topology) }
    page = form.currentPage
    progress = [form.progress.required, form.progress.answered]
    texts = Self.texts(form.texts)
  }

  fileprivate static func texts(_ texts: ShownTexts) -> [String: String] {
    let all = [("title", texts.title), ("help", texts.help)]
    return Dictionary(uniqueKeysWithValues: all).compactMapValues { $0 }
  }

  init(_ form: NaiveForm) {
    let facts = form.facts
    let names = form.shape.names()
    sections = form.shape.sections.map { section in
      Section(
        tag: section.definition.tag, name: names[section.id],
        depth: form.shape.around(section).count - 1,
        isCollapsed: section.definition.isCollapsed,
        isHidden: facts.hidden[section.id] ?? false,
        isDisabled: facts.disabled[section.id] ?? false, isValid: form.isValid(section),
        items: section.template == nil
          ? nil : section.items.map { form.value(of: $0, section) { facts.values[$0] } },
        rows: section.allRows.map { row in
          var definition = row.definition
          definition.value = nil
          let isHidden = facts.hidden[row.id] ?? false
          return Row(
            name: names[row.id], definition: definition, value: facts.values[row.id] ?? .null,
            follows: form.follows(row.id),
            isHidden: isHidden,
            isHiddenItself: facts.ownHidden[row.id] ?? false,
            isDisabled: facts.disabled[row.id] ?? false,
            isRequired: facts.required[row.id] ?? false,
            isValid: !facts.invalid.contains(row.id),
            verdict: isHidden ? [] : facts.verdicts[row.id] ?? [], options: facts.options[row.id],
            disabledOptions: facts.disabledOptions[row.id] ?? [],
            texts: facts.texts[row.id] ?? [:], optionTitles: facts.optionTitles[row.id] ?? [],
            display: facts.displays[row.id],
            bounds: facts.bounds[row.id] ?? RowBounds())
        }, texts: facts.texts[section.id] ?? [:])
    }
    inputs = form.inputs
    canSubmit = form.canSubmit
    values = [form.values(includingHidden: false), form.values(includingHidden: true)]
    pages = form.pageViews
    page = form.page
    progress = [form.progress.required, form.progress.answered]
    texts = form.facts.texts[0] ?? [:]
  }

  /// The first thing in which two views differ, for messages.
  func difference(from other: FormView) -> String {
    if sections.map(\.name) != other.sections.map(\.name) {
      return "sections: \(sections.map(\.name)) and \(other.sections.map(\.name))"
    }
    for (one, two) in zip(sections, other.sections) where one != two {
      let name = one.name ?? "a section"
      if one.rows.map(\.definition.tag) != two.rows.map(\.definition.tag) {
        return
          "rows of \(name): \(one.rows.map(\.definition.tag)) and \(two.rows.map(\.definition.tag))"
      }
      for (position, pair) in zip(one.rows, two.rows).enumerated() where pair.0 != pair.1 {
        return "\(name), row \(position):\n  \(pair.0.text)\n  \(pair.1.text)"
      }
      return "\(name): \(one) and \(two)"
    }
    if pages != other.pages || page != other.page || progress != other.progress {
      return "pages: \(page as Any), \(progress), \(pages)\n  \(other.page as Any), "
        + "\(other.progress), \(other.pages)"
    }
    if texts != other.texts { return "texts of the form: \(texts) and \(other.texts)" }
    return "inputs, values or canSubmit: \(values), \(canSubmit) and \(other.values), "
      + "\(other.canSubmit)"
  }
}

extension NaiveForm.Page {
  init(_ page: PageState, in topology: Topology) {
    self.init(
      sections: page.sections.compactMap { topology.tag(of: .section($0.index)) },
      isVisible: page.isVisible, isValid: page.isValid, required: page.progress.required,
      answered: page.progress.answered,
      texts: FormView.texts(page.texts))
  }
}

extension NaiveForm {
  /// The values as the host takes them.
  func values(includingHidden: Bool) -> ValueDictionary {
    if answers == .nested { return nestedValues(includingHidden: includingHidden) }
    var values = ValueDictionary()
    let plain = Set(shape.sections.filter(\.isPlain).flatMap(\.allRows).map(\.id))
    for section in shape.sections
    where section.item == nil && (includingHidden || facts.hidden[section.id] != true) {
      func read(_ row: Int) -> Value? {
        includingHidden || facts.hidden[row] != true ? facts.values[row] : nil
      }
      if section.template != nil {
        values[section.definition.tag ?? ""] = .array(
          section.items.map { item in
            value(of: item, section) {
              !includingHidden && facts.hidden[$0.id] == true
            } _: {
              plain.contains($0) ? facts.values[$0] : read($0)
            }
          })
      }
      for row in section.rows {
        guard let tag = row.definition.tag, row.definition.type.valueKind != .none,
          let value = read(row.id)
        else { continue }
        values[tag] = value
      }
    }
    return values
  }
}

/// Which ids the engine gives to the members that the naive form numbers.
struct Identities {
  private var rows: [Int: RowID] = [:]
  private var sections: [Int: SectionID] = [:]

  /// Learns of members that are new; what was known must be as it was.
  ///
  /// - Returns: What is called otherwise than before.
  mutating func learn(_ form: Form, _ naive: NaiveForm) -> String? {
    for (section, twin) in zip(form.sections, naive.shape.sections) {
      if let known = sections[twin.id], known != section.id { return "section \(section.id)" }
      sections[twin.id] = section.id
      for (row, twin) in zip(section.rows, twin.allRows) {
        if let known = rows[twin.id], known != row.id { return "row \(row.name ?? "")" }
        rows[twin.id] = row.id
      }
    }
    return nil
  }

  func row(_ id: Int) -> RowID? { rows[id] }
  func section(_ id: Int) -> SectionID? { sections[id] }
}
