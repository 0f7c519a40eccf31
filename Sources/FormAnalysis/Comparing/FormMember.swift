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
  var section: SectionDefinition?
  /// The row; nil for a section that is not a value by itself.
  ///
  /// Of a section to choose from it is the choice, of a list of single values the template.
  var row: RowDefinition?
  /// Whether a condition may hide the member or a section around it.
  let isConditional: Bool
  /// What conditions read of the member while it is hidden, by its own key or by one around it.
  let whenHidden: HiddenValues
  /// What an untagged section is recognised by: the first tag inside, or its title.
  var mark = ""
  /// The place of the value, or of the section's object, in the answers, with the names of the
  /// lists around it; nil for a member without a place there.
  ///
  /// In flat answers only values have a place.
  var answerPath: [String]?
  /// The index of the section whose object, or whose item, has the place; nil at the root.
  var answerHome: Int?

  /// Whether answers have a value for a member inside.
  var holdsAnswers = false

  /// The place in the answers as text, such as `children.school.name`.
  var answerText: String? { answerPath.map { AnswerPath.text($0) } }

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
  /// Whether the answers to the form are nested.
  let isNested: Bool

  /// Lists the members of a form.
  ///
  /// - Complexity: O(n) in the number of rows and sections.
  init(_ form: FormDefinition) {
    isNested = form.answers == .nested
    let outline = FormOutline(form)
    // The index of each section in `all`, by its index in the outline.
    var sections: [Int: Int] = [:]
    for (index, place) in outline.places.enumerated() {
      let parent = place.parent.flatMap { sections[$0] }
      let list = place.template.map { listName(of: sections[$0.list], template: $0.place) } ?? ""
      switch place.member {
      case .section(let section):
        sections[index] = all.count
        let policy = section.whenHidden ?? policy(around: parent, form)
        add(section.tag, place, parent, list, section, section.ownRow, section.hidden, policy)
      case .row(let row):
        let policy = row.whenHidden ?? policy(around: parent, form)
        add(row.tag, place, parent, list, nil, row, row.hidden, policy)
      // These are the values of their sections.
      case .choice, .item: break
      }
    }
    markSections()
    for index in all.indices.reversed() where all[index].isAnswered || all[index].holdsAnswers {
      // What is in a section stands after it.
      if let parent = all[index].parent { all[parent].holdsAnswers = true }
    }
    switch form.answers {
    case .flat: placeFlatAnswers()
    case .nested: placeNestedAnswers(outline, sections)
    }
  }

  // MARK: - Places in answers

  private mutating func placeFlatAnswers() {
    for index in all.indices {
      all[index].answerHome = list(around: all[index].parent)
      guard let key = all[index].answerKey else { continue }
      let around = all[index].answerHome.map { all[$0].answerPath ?? [] } ?? []
      all[index].answerPath = around + [key]
    }
  }

  /// Places the values of nested answers, and the objects of sections.
  ///
  /// `sections` has the index in `all` of each section of the outline.
  private mutating func placeNestedAnswers(_ outline: FormOutline, _ sections: [Int: Int]) {
    // By scope of the outline.
    var objects: [Int: AnswerObjects<Int>] = [:]
    // By section of the outline: the object of what is in it.
    var insides: [Int: Int] = [:]
    var lists: [Int: Int] = [:]
    var member = 0
    for (index, place) in outline.places.enumerated() {
      if let list = place.template?.list { lists[place.scope] = sections[list] }
      let isDirect = place.template.map { $0.list == place.parent } ?? false
      let around = isDirect ? 0 : place.parent.flatMap { insides[$0] } ?? 0
      switch place.member {
      case .section(let section):
        insides[index] = objects[place.scope, default: AnswerObjects()].add(
          section, member, rows: section.choice.map { [(member, $0)] } ?? [], to: around)
        member += 1
      case .row(let row):
        objects[place.scope, default: AnswerObjects()].add(rows: [(member, row)], to: around)
        member += 1
      case .choice, .item: break
      }
    }
    // A list stands before its items, and so does its scope.
    for (scope, objects) in objects.sorted(by: { $0.key < $1.key }) {
      let list = lists[scope]
      let start = list.flatMap { all[$0].answerPath } ?? []
      var homes: [Int: Int] = [:]
      for object in objects.objects {
        for content in object.contents {
          if case .object(let inside, let member) = content { homes[inside] = member }
        }
      }
      for (index, object) in objects.objects.enumerated() {
        for (name, content) in zip(object.names, object.contents) {
          all[content.member].answerPath = start + object.path + [name]
          all[content.member].answerHome = homes[index] ?? list
        }
      }
    }
  }

  private func list(around section: Int?) -> Int? {
    var section = section
    // Sections are at most twice `SectionDefinition.maximumDepth` deep.
    while let index = section, !all[index].isList { section = all[index].parent }
    return section
  }

  private func policy(around parent: Int?, _ form: FormDefinition) -> HiddenValues {
    parent.map { all[$0].whenHidden } ?? form.whenHidden
  }

  private mutating func add(
    _ tag: String?, _ place: FormPlace, _ parent: Int?, _ list: String,
    _ section: SectionDefinition?, _ row: RowDefinition?, _ hidden: ConditionDefinition?,
    _ policy: HiddenValues
  ) {
    let isInside = parent.map { all[$0].isConditional } ?? false
    all.append(
      FormMember(
        tag: tag, name: tag.map { FormMember.qualified($0, in: list) }, list: list, parent: parent,
        path: place.path, section: section, row: row, isConditional: isInside || hidden != nil,
        whenHidden: policy))
  }

  /// The name of a list, with that of one of its templates.
  private func listName(of list: Int?, template: Int) -> String {
    guard let list = list.map({ all[$0] }), let items = list.items else { return "" }
    // Two templates of a list may have the same tags: `contacts:phone.label`.
    let name = items.templates[template].name.map { ":\($0)" } ?? ""
    return (list.name ?? list.path.description) + name
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

extension SectionDefinition {
  /// What is chosen in a section to choose from.
  fileprivate var choice: RowDefinition? {
    if case .selectable = kind { formRows.first } else { nil }
  }

  /// The row that the section is as a value: its choice, or the template of its single values.
  fileprivate var ownRow: RowDefinition? {
    switch kind {
    case .selectable: return formRows.first
    case .multivalued(let items):
      if case .item(let item) = items.template { return item }
      return nil
    case .plain, .matrix: return nil
    }
  }
}
