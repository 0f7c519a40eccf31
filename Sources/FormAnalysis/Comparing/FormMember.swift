// The rows and sections of a form in one list, those of items included, each with a key by which
// the same member is found in another version of the form.

import FormGraph

/// A row or a section with its place in the form.
struct FormMember {
  /// The tag; nil if the member has none.
  let tag: String?
  /// The tag behind the tags of the lists around it, such as `visits.dose`; nil without a tag.
  let name: String?
  /// The name of the list whose items the member is part of, with that of its template if the list
  /// has several; empty outside of items.
  let list: String
  /// The index of the section around it; nil at the root of the form.
  let parent: Int?
  /// The path in the form file.
  let path: JSONPath
  /// The section; nil for a row.
  let section: SectionDefinition?
  /// The row; nil for a section that is not a value by itself.
  ///
  /// Of a section to choose from it is the choice, of a list of single values the template.
  let row: RowDefinition?
  /// Whether a condition may hide the member or a section around it.
  let isConditional: Bool
  /// What an untagged section is recognised by: the first tag inside, or its title.
  var mark = ""

  /// What the member is called in a report.
  var place: String { name ?? row?.name ?? path.description }

  var subject: FormChange.Subject {
    if section == nil { return .row }
    if isList { return .list }
    return row == nil ? .section : .row
  }

  /// Whether the member is a section with items.
  var isList: Bool { items != nil }

  /// The items; nil for what is not a list.
  var items: ItemsDefinition? {
    if case .multivalued(let items)? = section?.kind { items } else { nil }
  }

  /// Whether answers have a value for the member.
  var isAnswered: Bool {
    guard tag != nil || row?.name != nil else { return false }
    return isList || row.map { $0.type.valueKind != .none } ?? false
  }

  /// The key of the value in the answers; nil for a member without a value there.
  var answerKey: String? { isAnswered ? row?.name ?? tag : nil }

  /// The description of what the member is: the type of a row, or the kind of a section.
  var kindText: String {
    guard let section else { return row?.type.rawValue ?? "" }
    switch section.kind {
    case .plain: return "section"
    case .multivalued: return "list"
    case .selectable(let selection): return selection.selection.rawValue
    case .matrix: return "matrix"
    }
  }
}

extension FormMember {
  /// A tag behind the name of the list around it; the tag alone outside of items.
  static func qualified(_ tag: String, in list: String) -> String {
    list.isEmpty ? tag : "\(list).\(tag)"
  }
}

/// All members of a form, in declaration order: each section before what is in it.
struct FormMembers {
  private(set) var all: [FormMember] = []

  /// Lists the members of a form.
  ///
  /// - Complexity: O(n) in the number of rows and sections.
  init(_ form: FormDefinition) {
    add(
      form.sections, at: JSONPath().appending("sections"), parent: nil, list: "",
      isConditional: false, depth: 0)
    markSections()
  }

  /// Adds sections and all in them.
  ///
  /// The recursion is bounded by `SectionDefinition.maximumDepth`.
  private mutating func add(
    _ sections: [SectionDefinition], at path: JSONPath, parent: Int?, list: String,
    isConditional: Bool, depth: Int
  ) {
    guard depth <= 2 * SectionDefinition.maximumDepth else { return }
    for (index, section) in sections.enumerated() {
      let path = path.appending(index)
      let isConditional = isConditional || section.hidden != nil
      let place = all.count
      let items: ItemsDefinition? =
        if case .multivalued(let items) = section.kind { items } else { nil }
      var row: RowDefinition?
      if case .selectable = section.kind { row = section.formRows.first }
      if case .item(let item)? = items?.template { row = item }
      let name = section.tag.map { FormMember.qualified($0, in: list) }
      all.append(
        FormMember(
          tag: section.tag, name: name, list: list, parent: parent, path: path, section: section,
          row: row, isConditional: isConditional))
      if let items {
        for (position, named) in items.templates.enumerated() {
          guard case .rows(let rows, let inner) = named.template else { continue }
          let path = JSONPath(path.steps + items.steps(toTemplate: position))
          // Two templates of a list may have the same tags: `contacts:phone.label`.
          let list = (name ?? path.description) + (named.name.map { ":\($0)" } ?? "")
          add(rows, at: path, parent: place, list: list, isConditional: isConditional)
          add(
            inner, at: path.appending("sections"), parent: place, list: list,
            isConditional: isConditional, depth: depth + 2)
        }
      } else if row == nil {
        add(section.formRows, at: path, parent: place, list: list, isConditional: isConditional)
      }
      add(
        section.sections, at: path.appending("sections"), parent: place, list: list,
        isConditional: isConditional, depth: depth + 1)
    }
  }

  private mutating func add(
    _ rows: [RowDefinition], at path: JSONPath, parent: Int, list: String, isConditional: Bool
  ) {
    let path = path.appending("rows")
    for (index, row) in rows.enumerated() {
      all.append(
        FormMember(
          tag: row.tag, name: row.tag.map { FormMember.qualified($0, in: list) }, list: list,
          parent: parent,
          path: path.appending(index), section: nil, row: row,
          isConditional: isConditional || row.hidden != nil))
    }
  }

  /// Gives each untagged section the first tag inside it as its mark.
  private mutating func markSections() {
    for index in all.indices.reversed() {
      let member = all[index]
      let mark = member.name ?? (member.mark.isEmpty ? Self.title(of: member) : member.mark)
      all[index].mark = mark
      // The members go backwards, so the first tag inside is written last.
      if let parent = member.parent, all[parent].tag == nil, member.name != nil || member.tag == nil
      {
        if member.name != nil || all[parent].mark.isEmpty { all[parent].mark = mark }
      }
    }
  }

  private static func title(of member: FormMember) -> String {
    (member.section?.texts ?? member.row?.texts)?.title?.description ?? ""
  }
}
