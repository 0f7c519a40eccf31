// Collects the changes between two forms: what the forms say themselves, then their members in the
// order of the new form, with what was removed behind what came before it.

import FormGraph
import Predicate

/// The changes between two forms, as they are found.
struct FormComparison {
  let migration: ResolvedMigration
  private(set) var changes: [FormChange] = []
  private(set) var changedTexts = 0
  /// What the changes are about that are added next.
  private var place = ""
  private var subject = FormChange.Subject.form
  /// The list whose members the names in old texts are looked up in; empty outside of lists.
  private var list = ""

  /// The new names of what the migration renames.
  let renaming: MemberRenaming
  /// Which saved answers there may be in each part of the form.
  let stakes: Stakes
  /// The tables of both forms, with the choices from them.
  let tables: TableComparison

  init(_ migration: ResolvedMigration, _ matching: MemberMatching, _ tables: TableComparison) {
    self.migration = migration
    self.tables = tables
    renaming = MemberRenaming(migration)
    stakes = Stakes(matching, dropped: migration.dropped)
  }

  mutating func begin(_ subject: FormChange.Subject, _ place: String, in list: String = "") {
    self.subject = subject
    self.place = place
    self.list = list
  }

  mutating func add(
    _ kind: FormChange.Kind, key: String? = nil, _ old: String? = nil, _ new: String? = nil,
    breaks: FormChange.Breaking
  ) {
    changes.append(
      FormChange(
        place: place, subject: subject, kind: kind, key: key, old: old, new: new, breaks: breaks))
  }

  /// Adds a setting that differs.
  mutating func compare<Setting: Equatable>(
    _ kind: FormChange.Kind = .setting, key: String, _ old: Setting?, _ new: Setting?,
    breaks: FormChange.Breaking, _ text: (Setting) -> String
  ) {
    guard old != new else { return }
    let (old, new) = (old.map(text), new.map(text))
    if old != new { add(kind, key: key, old, new, breaks: breaks) }
  }

  /// Adds a condition that differs.
  ///
  /// A missing condition equals a condition that is never true.
  mutating func compareConditions(
    key: String, _ old: ConditionDefinition?, _ new: ConditionDefinition?, at stake: Stake
  ) {
    guard old != new else { return }
    let (oldText, newText) = (CanonicalText.state(old), CanonicalText.state(new))
    guard oldText != newText else { return }
    let authored = AuthoredText.pair(old, new, key: key)
    addParts(
      .condition, key: authored.key, authored.old, authored.new,
      breaks: stake.breaks(oldText, newText))
  }

  /// Adds a changed predicate with the parts that differ.
  mutating func addParts(
    _ kind: FormChange.Kind, key: String?, _ old: String?, _ new: String?,
    breaks: FormChange.Breaking
  ) {
    var difference: TextDifference?
    if let old, let new { difference = TextDifference(old, new) }
    changes.append(
      FormChange(
        place: place, subject: subject, kind: kind, key: key, old: old, new: new,
        oldParts: difference?.old ?? [], newParts: difference?.new ?? [], breaks: breaks))
  }

  /// Adds a formula that differs, as its author wrote it.
  mutating func compareFormulas(key: String, _ old: String?, _ new: String?) {
    guard old != new, old.map(CanonicalText.formula) != new.map(CanonicalText.formula) else {
      return
    }
    add(.formula, key: key, old, new, breaks: .unknown)
  }

  /// Compares two objects field by field, without the fields that other code compares.
  ///
  /// Old conditions and formulas are compared with the new names in them.
  ///
  /// `place` comes before the keys, such as `options 1`. `stake` is what conditions are about.
  mutating func compare<Owner: FieldOwner>(
    _ fields: [Field<Owner>], _ old: Owner, _ new: Owner, below place: String? = nil,
    at stake: Stake = Stake()
  ) {
    for field in fields {
      let key = place.map { "\($0) \(field.name)" } ?? field.name
      switch field.difference {
      case .own: break
      case .texts: countTexts(field.texts(old), field.texts(new))
      case .condition:
        compareConditions(
          key: key, renaming.renamed(field.texts(old).condition, in: list),
          field.texts(new).condition, at: stake)
      case .formula:
        compareFormulas(
          key: key, renaming.formula(field.texts(old).formula, in: list),
          field.texts(new).formula)
      case .setting(let breaks):
        guard let values = field.values(old, new) else { break }
        compare(key: key, values.old, values.new, breaks: breaks, CanonicalText.setting)
      case .data(let breaks):
        guard let values = field.values(old, new) else { break }
        compare(key: key, values.old, values.new, breaks: breaks) { CanonicalText.value($0) }
      }
    }
  }

  private mutating func countTexts(_ old: [FieldText], _ new: [FieldText]) {
    let (old, new) = (old.shownTexts, new.shownTexts)
    for path in Set(old.keys).union(new.keys) { countText(old[path], new[path]) }
  }

  mutating func countText(_ old: FormText?, _ new: FormText?) {
    if old != new { changedTexts += 1 }
  }

  mutating func countChangedText() { changedTexts += 1 }

  /// Adds the findings that only one form accepts.
  mutating func compareSuppressions(_ old: [Suppression], _ new: [Suppression]) {
    compare(key: "suppress", old.isEmpty ? nil : old, new.isEmpty ? nil : new, breaks: .no) {
      $0.map { "\($0.id) (\($0.justification))" }.joined(separator: ", ")
    }
  }

  // MARK: - The form itself

  mutating func compareForms(_ old: FormDefinition, _ new: FormDefinition) {
    begin(.form, "form")
    compare(FormDefinition.fields, old, new, at: stakes.ofForm)
    if old.messages != new.messages { countChangedText() }
    compareSuppressions(old.suppress, new.suppress)
    compareNamed(
      .input, old.inputs, new.inputs, name: \.name, text: \.type.rawValue
    ) { comparison, old, new in
      comparison.compare(.type, key: "type", old.type, new.type, breaks: .no, \.rawValue)
      comparison.compare(
        key: "value", old.value, new.value, breaks: .unknown
      ) { CanonicalText.value($0) }
    }
    compareNamed(.table, old.tables, new.tables, name: \.name) { comparison, old, new in
      if let breaks = comparison.tables.breaks(old.name) {
        comparison.add(.table, breaks: breaks)
      }
      guard case .file(let oldFile) = old.source, case .file(let newFile) = new.source
      else { return }
      comparison.compare(
        key: "separator", oldFile.separator, newFile.separator, breaks: .no
      ) { $0 == .tab ? "tab" : $0.rawValue }
    }
    compareNamed(
      .page, old.pages, new.pages, name: Self.name(of:)
    ) { comparison, old, new in
      var renamed = old
      renamed.sections = old.sections.map { comparison.renaming.tag($0, in: "") }
      comparison.compare(PageDefinition.fields, renamed, new, at: comparison.stakes.of(new))
    } breaksIfAdded: { comparison, page in
      comparison.stakes.of(page).breaks("false", CanonicalText.state(page.hidden))
    }
    begin(.form, "form")
    func common(_ pages: [PageDefinition], _ others: [PageDefinition]) -> [String] {
      let names = Set(others.map(Self.name(of:)))
      return pages.map(Self.name(of:)).filter(names.contains)
    }
    compare(key: "pages", common(old.pages, new.pages), common(new.pages, old.pages), breaks: .no) {
      $0.joined(separator: ", ")
    }
  }

  /// What a page is known by.
  private static func name(of page: PageDefinition) -> String {
    page.tag ?? page.sections.first ?? ""
  }

  /// Compares what has a name: the new ones in their order, then those that were removed.
  private mutating func compareNamed<Element>(
    _ subject: FormChange.Subject, _ old: [Element], _ new: [Element], name: (Element) -> String,
    text: (Element) -> String? = { _ in nil },
    compare: (inout FormComparison, Element, Element) -> Void,
    breaksIfAdded: (FormComparison, Element) -> FormChange.Breaking = { _, _ in .no }
  ) {
    var left = Dictionary(old.map { (name($0), $0) }, uniquingKeysWith: { first, _ in first })
    for element in new {
      begin(subject, name(element))
      if let other = left.removeValue(forKey: name(element)) {
        compare(&self, other, element)
      } else {
        add(.added, nil, text(element), breaks: breaksIfAdded(self, element))
      }
    }
    for element in old where left.removeValue(forKey: name(element)) != nil {
      begin(subject, name(element))
      add(.removed, text(element), breaks: .no)
    }
  }

  /// Adds that answers have another shape, which breaks them if a value has another place then.
  mutating func compareShapes(
    _ old: AnswerShape, _ new: AnswerShape, _ matching: MemberMatching
  ) {
    guard old != new else { return }
    let isMoved = matching.old.indices.contains { index in
      let member = matching.old[index]
      guard member.isAnswered, !migration.dropped.contains(index), let path = member.answerPath,
        let other = matching.newOfOld[index].flatMap({ matching.new[$0].answerPath })
      else { return false }
      return migration.newPath(of: path) != other
    }
    begin(.form, "form")
    add(.setting, key: "answers", old.rawValue, new.rawValue, breaks: isMoved ? .yes : .no)
  }

  // MARK: - Members

  mutating func compareMembers(_ matching: MemberMatching) {
    // What was removed stands behind the member that came before it, if that is still here.
    var removed: [Int: [Int]] = [:]
    var last = -1
    for (index, new) in matching.newOfOld.enumerated() {
      if let new { last = new } else { removed[last, default: []].append(index) }
    }
    let orders = OrderComparison(matching)
    for index in removed[-1] ?? [] { remove(index, in: matching) }
    for (index, member) in matching.new.enumerated() {
      let oldList = matching.oldOfNew[index].map { matching.old[$0].list }
      begin(member.subject, member.place, in: oldList ?? "")
      if let old = matching.oldOfNew[index] {
        compareMember(old, index, in: matching)
        if orders.changed.contains(index) { add(.order, breaks: .no) }
      } else {
        add(.added, nil, member.kindText, breaks: breaksIfAdded(member, in: matching))
      }
      for index in removed[index] ?? [] { remove(index, in: matching) }
    }
    begin(.form, "form")
    if orders.changed.contains(-1) { add(.order, breaks: .no) }
  }

  private mutating func remove(_ index: Int, in matching: MemberMatching) {
    let member = matching.old[index]
    let list = matching.oldList(of: member)
    let isDropped =
      migration.dropped.contains(index) || list.map(migration.dropped.contains) ?? false
    begin(member.subject, member.place)
    add(.removed, member.kindText, breaks: member.isAnswered && !isDropped ? .yes : .no)
  }

  /// Whether a new member makes answers invalid that do not have it.
  private func breaksIfAdded(
    _ member: FormMember, in matching: MemberMatching
  ) -> FormChange.Breaking {
    // Answers have no items of a list that is new.
    if let list = matching.list(of: member, areOld: false), matching.oldOfNew[list] == nil {
      return .no
    }
    if let items = member.items {
      let isShort = items.minimum?.fixed.map { $0 > items.value.count } ?? false
      return isShort ? .sometimes : .no
    }
    guard member.isAnswered, let row = member.row, !row.startsWithValue,
      row.type.valueKind != .bool
    else { return .no }
    let required = RequiredComparison.text(of: row)
    guard required != "false" else { return .no }
    let isAlways = required == "true" && !member.isConditional && row.disabled == nil
    return isAlways && member.list.isEmpty ? .yes : .sometimes
  }
}

/// Which sections have the same members in another order.
struct OrderComparison {
  /// The indexes of the new sections; -1 for the form.
  private(set) var changed: Set<Int> = []

  /// Finds the sections whose members that stayed in the section are in another order.
  ///
  /// - Complexity: O(n) in the number of members.
  init(_ matching: MemberMatching) {
    var last: [Int: Int] = [:]
    for (index, member) in matching.new.enumerated() {
      guard let old = matching.oldOfNew[index] else { continue }
      let parent = member.parent ?? -1
      let oldParent = matching.old[old].parent.map { matching.newOfOld[$0] ?? -2 } ?? -1
      guard oldParent == parent else { continue }
      if let before = last[parent], before > old { changed.insert(parent) }
      last[parent] = old
    }
  }
}

extension [FieldText] {
  /// The only condition.
  fileprivate var condition: ConditionDefinition? {
    if case .condition(let condition)? = first?.content { condition } else { nil }
  }

  /// The only formula.
  fileprivate var formula: String? {
    if case .formula(let text, _)? = first?.content { text } else { nil }
  }

  /// The texts for people, by their paths.
  fileprivate var shownTexts: [[JSONPath.Step]: FormText] {
    let pairs = compactMap { text -> ([JSONPath.Step], FormText)? in
      switch text.content {
      case .forPeople(let content, _), .message(let content): (text.path, content)
      case .condition, .filter, .formula: nil
      }
    }
    return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }
}
