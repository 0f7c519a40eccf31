// Checks tags, names of inputs and names of values: their spelling, and that no name is given
// twice. The language distinguishes names in different Unicode normal forms, but people cannot.
// Swift compares strings by canonical equivalence, so its equality finds both kinds of duplicates.

import Predicate

extension DefinitionChecker {
  /// The name of a value among the form's values, and the member that has it.
  struct ValueName {
    let text: String
    let member: Member
    /// Whether the name is the member's tag, because the member has no name of its own.
    let isTag: Bool

    var steps: [JSONPath.Step] { [.key(isTag ? "tag" : "name")] }
  }

  /// Records a tag or the name of an input, and reports bad spelling and duplicates.
  mutating func checkTag(_ tag: String, of member: Member) {
    checkSpelling(of: tag, member)
    let count = tags.count
    // One look-up: if the tag is new, writing through `inout` stores the default.
    let first = Self.kept(&tags[tag, default: member])
    if tags.count == count {
      reportTwice(tag, member, first: first, called: tags.key(equalTo: tag))
    }
  }

  private static func kept(_ member: inout Member) -> Member { member }

  private mutating func checkSpelling(of tag: String, _ member: Member) {
    guard !Identifier.isValid(tag) else { return }
    report(
      .name,
      "\(Problem.quoted(tag)) cannot be \(member.isInput ? "an input name" : "a tag"): "
        + "it must be letters, digits and _, and not begin with a digit",
      of: member, member.stepsOfTag, focus: member.focusOfTag, hint: Self.hint(forTag: tag))
  }

  private mutating func reportTwice(
    _ tag: String, _ member: Member, first: Member, called firstTag: String?
  ) {
    let noun = member.isInput && first.isInput ? "input" : "tag"
    report(
      .duplicate, "the \(noun) \(Problem.quoted(tag)) is given twice", of: member,
      member.stepsOfTag,
      focus: member.focusOfTag, hint: Self.hint(firstTag ?? tag, tag),
      related: [noteOfTag("it is given here first", first)], isMutual: true)
  }

  private func noteOfTag(_ message: String, _ member: Member) -> Problem.Related {
    note(message, member, member.stepsOfTag, focus: member.focusOfTag)
  }

  // MARK: - Templates

  /// Checks the tags of every template.
  ///
  /// Runs after all other tags are known, including later ones, because a tag in a template must
  /// not shadow a tag of the form.
  ///
  /// The templates of two lists may use the same tags, because neither can read the other. Those of
  /// one list may, if what has the tag is of one kind.
  mutating func checkTemplateTags() {
    var firstItems: Member?
    var scopes: [Int: [[String: Member]]] = [:]
    for (index, section) in sections.enumerated() {
      guard case .multivalued(let items) = section.definition.kind else { continue }
      firstItems = firstItems ?? .section(index)
      scopes[index] = items.templates.indices.map { checkTags(ofList: index, $0, scopes) }
      if items.templates.count > 1 { checkSharedTags(ofList: index, items) }
    }
    guard let firstItems, let member = tags[ItemsDefinition.itemName] else { return }
    report(
      .name,
      "the name '\(ItemsDefinition.itemName)' is reserved in a form with items: "
        + "$\(ItemsDefinition.itemName).index is the position of an item",
      of: member, member.stepsOfTag, focus: member.focusOfTag,
      related: [note("this section has items", firstItems, [], focus: .start)])
  }

  /// Checks the tags of the items of a list that have one template, without those of lists in them.
  ///
  /// - Parameters:
  ///   - list: The index of the list.
  ///   - template: The position of the template.
  ///   - scopes: By list and template: the members with each tag in the items of earlier lists.
  /// - Returns: The first member with each tag.
  private mutating func checkTags(
    ofList list: Int, _ template: Int, _ scopes: [Int: [[String: Member]]]
  ) -> [String: Member] {
    var firsts: [String: Member] = [:]
    var outside: [[String: Member]] = [tags]
    var inside = list
    while let index = sections[inside].list {
      if let scopes = scopes[index], scopes.indices.contains(sections[inside].template) {
        outside.append(scopes[sections[inside].template])
      }
      inside = index
    }
    let isNamed =
      if case .multivalued(let items) = sections[list].definition.kind { items.isNamed } else {
        false
      }
    for case (let tag?, let part) in parts(ofList: list, template) {
      let member = self.member(part)
      checkSpelling(of: tag, member)
      if let first = firsts[tag] {
        reportTwice(tag, member, first: first, called: firsts.key(equalTo: tag))
        continue
      }
      firsts[tag] = member
      if let scope = outside.first(where: { $0[tag] != nil }), let outer = scope[tag] {
        let outerTag = scope.key(equalTo: tag) ?? tag
        report(
          .duplicate,
          "the tag \(Problem.quoted(tag)) is also given outside the template, "
            + "so inside it could mean either",
          of: member, member.stepsOfTag,
          hint: Self.hint(outerTag, tag) ?? "give one of the two another name",
          related: [noteOfTag("it is given here", outer)])
      } else if tag == ItemsDefinition.itemName {
        report(
          .name,
          "the tag '\(tag)' is reserved in a template: $\(tag).index is the position of an item",
          of: member, member.stepsOfTag)
      } else if isNamed, tag == ItemsDefinition.templateKey {
        report(
          .name,
          "the tag '\(tag)' is reserved in a list with 'templates': it names the template of an "
            + "item",
          of: member, member.stepsOfTag, hint: "give the row another tag")
      }
    }
    return firsts
  }

  private func member(_ part: Part) -> Member {
    switch part {
    case .row(_, let member): member
    case .section(let index): .section(index)
    }
  }

  /// Checks that what has the same tag in several templates of a list is of one kind, because a
  /// column has one.
  private mutating func checkSharedTags(ofList list: Int, _ items: ItemsDefinition) {
    var firsts: [ExactText: (place: Int, part: Part)] = [:]
    for place in items.templates.indices {
      for case (let tag?, let part) in parts(ofList: list, place) {
        guard let first = firsts[ExactText(tag)], first.place != place else {
          if firsts[ExactText(tag)] == nil { firsts[ExactText(tag)] = (place, part) }
          continue
        }
        let (own, other) = (kind(of: part), kind(of: first.part))
        guard own != other else { continue }
        let name = items.templates[first.place].name ?? ""
        let (member, firstMember) = (self.member(part), self.member(first.part))
        report(
          .place,
          "\(Problem.quoted(tag)) is \(own) here and \(other) in the template '\(name)', "
            + "and a column has one kind of values",
          of: member, member.stepsOfTag,
          hint: "give one of the two another tag, or both the same type",
          related: [noteOfTag("it is given here", firstMember)])
      }
    }
  }

  /// What a column of parts holds, in words.
  private func kind(of part: Part) -> String {
    switch part {
    case .row(let row, _):
      let kind = row.type.valueKind
      return kind == .date ? "a date with a time" : kind.description
    case .section(let index):
      guard case .multivalued(let items) = sections[index].definition.kind else { return "a group" }
      guard items.template.isPlain, let row = items.template.rows.first else {
        return "a list of items"
      }
      return "a list of items that are \(row.type.valueKind.description)"
    }
  }

  // MARK: - Names of values

  /// Records the name of a row's value: its own name, or else its tag.
  mutating func checkName(of row: RowDefinition, _ member: Member) {
    guard names != nil, let text = row.name ?? row.tag else { return }
    checkName(ValueName(text: text, member: member, isTag: row.name == nil))
  }

  /// Records the name of a value, and reports a name that another value already has.
  ///
  /// Equal tags have already been reported.
  mutating func checkName(_ name: ValueName) {
    guard let first = names?[name.text] else {
      names?[name.text] = name
      return
    }
    guard !(name.isTag && first.isTag) else { return }
    let owners =
      name.member.isSection || first.member.isSection
      ? "a row and a section with items give their values" : "two rows give their value"
    report(
      .duplicate, "\(owners) the name \(Problem.quoted(name.text))", of: name.member, name.steps,
      hint: Self.hint(first.text, name.text),
      related: [note("it is given here first", first.member, first.steps)])
  }

  /// Checks the own names of values.
  ///
  /// Runs after all tags are known, because a name may equal a tag only if both belong to the same
  /// row.
  mutating func checkOwnNames() {
    guard names != nil else { return }
    for (index, placed) in sections.enumerated() where placed.list == nil {
      let section = placed.definition
      if case .selectable(let selection) = section.kind {
        checkOwnName(selection.choice, tag: section.tag, .choice(section: index))
      }
      for (position, row) in section.rows.enumerated() where row.name != nil {
        checkOwnName(row, tag: row.tag, .row(position, section: index))
      }
    }
  }

  private mutating func checkOwnName(
    _ row: RowDefinition, tag: String?, _ member: Member
  ) {
    guard let name = row.name else { return }
    if name.isEmpty || ItemAddress(name) != nil {
      return report(
        .name,
        name.isEmpty
          ? "a name cannot be empty"
          : "\(Problem.quoted(name)) is written like the address of an item",
        of: member,
        [.key("name")])
    }
    guard name != tag, let other = tags[name], isNamedOtherwise(other) else { return }
    let owner = other.isInput ? "an input" : other.isSection ? "a section" : "another row"
    report(
      .duplicate, "\(Problem.quoted(name)) is also the name of \(owner) in conditions", of: member,
      [.key("name")], related: [noteOfTag("it is given here", other)])
  }

  /// Whether the value of a member has a name other than the member's tag, or the member has no
  /// value.
  ///
  /// Otherwise the duplicate value name has already been reported.
  private func isNamedOtherwise(_ member: Member) -> Bool {
    switch member {
    case .row(let row, let section): sections[section].definition.rows[row].name != nil
    case .section(let section):
      switch sections[section].definition.kind {
      case .plain, .matrix: true
      case .multivalued: false
      case .selectable(let selection): selection.choice.name != nil
      }
    case .form, .input, .page, .item, .choice, .templateRow: true
    }
  }

  private static func hint(_ first: String, _ second: String) -> String? {
    ExactText(first) == ExactText(second)
      ? nil : "the two look the same and differ in Unicode normal form only"
  }

  /// A valid tag similar to an invalid tag, and how conditions would read the invalid tag.
  private static func hint(forTag text: String) -> String? {
    let kept = String(String.UnicodeScalarView(text.unicodeScalars.map(underscored)))
    guard text.utf8.count <= Problem.maximumShown, kept.contains(where: { $0 != "_" }) else {
      return nil
    }
    let hint = "write \(Identifier.isValid(kept) ? kept : "_" + kept)"
    guard text.contains("-") else { return hint }
    return "\(hint); $\(text) would mean $\(text.replacing("-", with: " - "))"
  }

  private static func underscored(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    Identifier.isValid("_" + String(scalar)) ? scalar : "_"
  }
}

extension DefinitionChecker.Member {
  fileprivate var isInput: Bool {
    if case .input = self { return true }
    return false
  }

  fileprivate var isSection: Bool {
    if case .section = self { return true }
    return false
  }

  /// The name of an input is the key of its definition.
  fileprivate var stepsOfTag: [JSONPath.Step] { isInput ? [] : [.key("tag")] }

  fileprivate var focusOfTag: Problem.Focus { isInput ? .key : .element }
}

extension [String: DefinitionChecker.Member] {
  /// The stored key that equals a name by canonical equivalence.
  fileprivate func key(equalTo name: String) -> String? {
    index(forKey: name).map { keys[$0] }
  }
}
