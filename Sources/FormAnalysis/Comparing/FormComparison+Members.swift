// Compares a row or a section with the same one in another version of the form.

import FormGraph
import Predicate

extension FormComparison {
  mutating func compareMember(_ oldIndex: Int, _ newIndex: Int, in matching: MemberMatching) {
    var old = matching.old[oldIndex]
    let new = matching.new[newIndex]
    if old.whenHidden == new.whenHidden {
      // The key says what holds anyway.
      old.section?.whenHidden = new.section?.whenHidden
      old.row?.whenHidden = new.row?.whenHidden
    }
    let isDropped = migration.dropped.contains(oldIndex)
    if old.tag != new.tag { add(.renamed, old.tag, new.tag, breaks: .no) }
    compareDropped(old, new, isDropped: isDropped, in: matching)
    comparePlaces(old, new, isDropped: isDropped, in: matching)
    if let section = old.section, let new = new.section {
      compareSections(section, new, at: stakes.ofNew[newIndex])
    }
    if let oldItems = old.items, let newItems = new.items {
      compareItems(oldItems, newItems, in: old.list)
    }
    if let oldRow = old.row, let newRow = new.row {
      compareTypes(old, new, oldRow, newRow, isDropped: isDropped)
      compareRows(
        renaming.renamed(oldRow, in: old.list), newRow, isDropped ? nil : migration.maps[oldIndex],
        at: stakes.ofNew[newIndex])
    } else if old.kindText != new.kindText {
      // Plain sections and matrices; their rows are compared one by one.
      add(.type, old.kindText, new.kindText, breaks: old.isList != new.isList ? .yes : .no)
    }
  }

  /// Adds that the migration drops answers for which the new form has a place.
  ///
  /// The answers of a row that goes into a list or out of one cannot follow it, so to drop them is
  /// what its author must do, as for a row that is removed.
  private mutating func compareDropped(
    _ old: FormMember, _ new: FormMember, isDropped: Bool, in matching: MemberMatching
  ) {
    guard isDropped, old.isAnswered, new.isAnswered, !isOtherList(old, new, in: matching) else {
      return
    }
    add(.dropped, old.place, breaks: .yes)
  }

  private mutating func comparePlaces(
    _ old: FormMember, _ new: FormMember, isDropped: Bool, in matching: MemberMatching
  ) {
    let isAnswered = !isDropped && (old.isAnswered || new.isAnswered)
    let oldList = old.list.isEmpty ? nil : old.list
    let newList = new.list.isEmpty ? nil : new.list
    let oldParent = old.parent.map { matching.newOfOld[$0] ?? -2 }
    if (oldList == nil) != (newList == nil) || isOtherList(old, new, in: matching) {
      add(
        .moved, oldList.map { "list \($0)" } ?? "outside of lists",
        newList.map { "list \($0)" } ?? "outside of lists", breaks: isAnswered ? .yes : .no)
    } else if oldParent != new.parent {
      add(
        .moved, old.parent.map { matching.old[$0].place } ?? "form",
        new.parent.map { matching.new[$0].place } ?? "form",
        breaks: isAnswered ? stakes.breaksIfMoved(from: old.parent, to: new.parent) : .no)
    }
    if matching.isNested {
      compareAnswerPaths(old, new, isDropped: isDropped, in: matching)
    } else if old.answerKey != new.answerKey, old.isAnswered, new.isAnswered {
      // A row of a list is renamed by its place, a row with a name by its name.
      let isRenamed =
        migration.renames(old.answerKey, to: new.answerKey)
        || migration.renames(old.place, to: new.place)
      if !isRenamed || old.tag == new.tag {
        add(
          .name, old.answerKey, new.answerKey, breaks: isRenamed || isDropped ? .no : .yes)
      }
    }
  }

  /// Adds that the values of a member have another place in nested answers.
  ///
  /// What is in a section whose object has another place is not told of: the section is.
  private mutating func compareAnswerPaths(
    _ old: FormMember, _ new: FormMember, isDropped: Bool, in matching: MemberMatching
  ) {
    guard matching.isNestedTwice, let oldPath = old.answerPath, let newPath = new.answerPath,
      oldPath != newPath
    else { return }
    let isRenamed = migration.newPath(of: oldPath) == newPath
    let home = old.answerHome.map { matching.newOfOld[$0] ?? -2 }
    if oldPath.last == newPath.last, home == new.answerHome { return }
    if isRenamed, old.tag != new.tag { return }
    let isKept = isRenamed || isDropped || !(old.isAnswered || old.holdsAnswers)
    add(.name, old.answerText, new.answerText, breaks: isKept ? .no : .yes)
  }

  /// Whether the list around the new member is not the list around the old one.
  private func isOtherList(
    _ old: FormMember, _ new: FormMember, in matching: MemberMatching
  ) -> Bool {
    matching.list(of: old, areOld: true) != matching.list(of: new, areOld: false)
  }

  // MARK: - Sections

  private mutating func compareSections(
    _ old: SectionDefinition, _ new: SectionDefinition, at stake: Stake
  ) {
    compare(SectionDefinition.fields, old, new, at: stake)
    compareSuppressions(old.suppress, new.suppress)
    if case .selectable(let old) = old.kind, case .selectable(let new) = new.kind {
      compare(SelectionDefinition.fields, old, new)
    }
  }

  private mutating func compareItems(
    _ old: ItemsDefinition, _ new: ItemsDefinition, in list: String
  ) {
    var renamed = old
    renamed.minimum = renaming.bound(old.minimum, in: list)
    renamed.maximum = renaming.bound(old.maximum, in: list)
    compareBounds(renamed.bounds, new.bounds, of: .int)
    compare(ItemsDefinition.fields, old, new)
    // Answers with another number of items than at the start need these edits.
    let lostEdits = old.editsOfAnswers.subtracting(new.editsOfAnswers)
    compare(
      key: "allows", old.edits, new.edits, breaks: lostEdits.isEmpty ? .no : .sometimes
    ) { CanonicalText.setting($0.json) }
    let kinds = (old.isPlain ? "list of values" : "list", new.isPlain ? "list of values" : "list")
    if kinds.0 != kinds.1 { add(.type, kinds.0, kinds.1, breaks: .yes) }
    let (oldNames, newNames) = (old.templates.compactMap(\.name), new.templates.compactMap(\.name))
    // Saved items have the names of their templates.
    let isLost = !Set(oldNames).isSubset(of: newNames) || (oldNames.isEmpty != newNames.isEmpty)
    compare(key: "templates", oldNames, newNames, breaks: isLost ? .yes : .no) {
      $0.joined(separator: ", ")
    }
  }

  mutating func addBound(_ key: String, _ bound: BoundComparison?) {
    guard let bound else { return }
    add(.bound, key: key, bound.old, bound.new, breaks: bound.breaks)
  }

  // MARK: - Rows

  private mutating func compareTypes(
    _ old: FormMember, _ new: FormMember, _ oldRow: RowDefinition, _ newRow: RowDefinition,
    isDropped: Bool
  ) {
    let (oldType, newType) = (oldRow.type, newRow.type)
    guard old.kindText != new.kindText || oldType != newType else { return }
    let (oldText, newText) =
      old.kindText == new.kindText
      ? (oldType.rawValue, newType.rawValue) : (old.kindText, new.kindText)
    let (from, to) = (oldType.valueKind, newType.valueKind)
    let fits =
      isDropped || from == to || to == .any || from == .none || (from == .int && to == .decimal)
      || (from == .choice && tables.choices(of: oldRow, fit: to))
    add(.type, oldText, newText, breaks: fits ? .no : .yes)
  }

  /// Compares the actions that an edit of a row sets off; answers fit all the same.
  private mutating func compareTriggers(_ old: [TriggerAction], _ new: [TriggerAction]) {
    guard old.map({ CanonicalText.trigger($0) }) != new.map({ CanonicalText.trigger($0) }) else {
      return
    }
    func text(_ actions: [TriggerAction]) -> String? {
      actions.isEmpty
        ? nil
        : actions.map { CanonicalText.trigger($0, isAuthored: true) }.joined(separator: "; ")
    }
    add(.setting, key: "whenChanged", text(old), text(new), breaks: .no)
  }

  private mutating func compareRows(
    _ old: RowDefinition, _ new: RowDefinition, _ map: [String: Value]?, at stake: Stake
  ) {
    guard old != new || map?.isEmpty == false else { return }
    compare(RowDefinition.fields, old, new, at: stake)
    compareRequired(old, new)
    if old.calculated == nil, let formula = new.calculated {
      // Answers may give a calculated row nothing but what the formula gives.
      add(
        .formula, key: "calculated", nil, formula,
        breaks: stake.hasAnswers ? .yes : .no)
    } else {
      compareFormulas(key: "calculated", old.calculated, new.calculated)
    }
    compare(
      key: "suggested whenEdited", (old.suggested?.whenEdited.rawValue).map(Value.string),
      (new.suggested?.whenEdited.rawValue).map(Value.string), breaks: .no, CanonicalText.setting)
    compareTriggers(old.whenChanged, new.whenChanged)
    compareOptions(old, new, map ?? [:], at: stake)
    let kind = new.type.valueKind
    compareBounds(old.bounds, new.bounds, of: kind)
    if old.rules != new.rules {
      for rule in RuleComparison.differences(old.rules, new.rules) {
        add(
          .rule, rule.old.map { CanonicalText.rule($0, of: kind, isAuthored: true) },
          rule.new.map { CanonicalText.rule($0, of: kind, isAuthored: true) },
          breaks: rule.breaks)
      }
      for pair in RuleComparison.renamed(old.rules, new.rules) {
        compare(
          key: "rules \(CanonicalText.rule(pair.new, of: kind)) id", pair.old.id, pair.new.id,
          breaks: .no, \.description)
      }
      for (old, new) in zip(old.rules, new.rules) { countText(old.message, new.message) }
    }
    if old.display.map(CanonicalText.display) != new.display.map(CanonicalText.display) {
      add(
        .setting, key: "display", old.display.map(CanonicalText.authored),
        new.display.map(CanonicalText.authored), breaks: .no)
    }
    compareSuppressions(old.suppress, new.suppress)
    compareActions(old.actions, new.actions)
  }

  /// Actions are tapped and never answered, so they break no answers.
  private mutating func compareActions(_ old: [ActionDefinition], _ new: [ActionDefinition]) {
    guard old != new else { return }
    compare(key: "actions", old.map(\.name), new.map(\.name), breaks: .no) {
      $0.joined(separator: ", ")
    }
    for action in new {
      guard let other = old.first(where: { $0.name == action.name }) else { continue }
      compare(
        ActionDefinition.fields, other, action,
        below: "actions \(CanonicalText.value(.string(action.name)))")
    }
  }

  private mutating func compareRequired(_ old: RowDefinition, _ new: RowDefinition) {
    let (oldText, newText) = (RequiredComparison.text(of: old), RequiredComparison.text(of: new))
    guard oldText != newText else { return }
    let breaks: FormChange.Breaking =
      if newText == "false" || oldText == "true" {
        .no
      } else if oldText == "false" || newText == "true" {
        .sometimes
      } else {
        .unknown
      }
    addParts(
      .required, key: nil, oldText == "false" ? nil : RequiredComparison.authored(of: old),
      newText == "false" ? nil : RequiredComparison.authored(of: new), breaks: breaks)
  }

  private mutating func compareBounds(
    _ old: RowBounds<Bound<Value>>, _ new: RowBounds<Bound<Value>>, of kind: ValueKind
  ) {
    guard old != new else { return }
    addBound(
      "minimum", BoundComparison(.minimum, of: kind, old: old.minimum, new: new.minimum))
    addBound(
      "maximum", BoundComparison(.maximum, of: kind, old: old.maximum, new: new.maximum))
    addBound("step", BoundComparison(.step, of: kind, old: old.step, new: new.step))
    addBound(
      "minuteInterval",
      BoundComparison(
        .step, of: .int, old: old.minuteInterval.map { Bound(.fixed($0)) },
        new: new.minuteInterval.map { Bound(.fixed($0)) }))
    // Steps are counted from the minimum, so another minimum may move all of them.
    let (oldMinimum, newMinimum) = (old.minimum?.fixed, new.minimum?.fixed)
    if let step = new.step?.fixed, old.step == new.step, oldMinimum != newMinimum,
      !BoundComparison.isMultiple(
        BoundComparison.difference(oldMinimum ?? 0, newMinimum ?? 0), of: step)
    {
      add(
        .bound, key: "step", "\(CanonicalText.value(step)) from another minimum",
        CanonicalText.value(step), breaks: .sometimes)
    }
  }
}

/// When a row must have a value.
enum RequiredComparison {
  /// The canonical text of the condition; `false` for a row that may be empty.
  ///
  /// The rule `required` says the same as the key.
  static func text(of row: RowDefinition) -> String {
    if row.rules.contains(where: \.isRequired) { return "true" }
    return row.required.map(CanonicalText.condition) ?? "false"
  }

  /// The condition as its author wrote it.
  static func authored(of row: RowDefinition) -> String {
    if row.rules.contains(where: \.isRequired) { return "true" }
    return row.required.map { AuthoredText($0, key: "required").text } ?? "false"
  }
}

extension Bound<Value> {
  fileprivate init(_ number: Bound<Int>) {
    switch number {
    case .fixed(let number): self = .fixed(.int(Int64(number)))
    case .formula(let text): self = .formula(text)
    }
  }
}

extension ItemsDefinition {
  /// The bounds of the number of items, as those of a row that holds this number.
  fileprivate var bounds: RowBounds<Bound<Value>> {
    RowBounds(minimum: minimum.map { Bound($0) }, maximum: maximum.map { Bound($0) })
  }

  /// What users may do with items.
  fileprivate var edits: ItemEdits {
    // Nobody inserts or deletes items that a formula counts.
    countFormula == nil ? allows : allows.intersection(.reorder)
  }

  /// The edits that answers need.
  fileprivate var editsOfAnswers: ItemEdits { edits.intersection([.insert, .delete]) }

  /// Whether an item is the value of one row.
  fileprivate var isPlain: Bool {
    if case .item = template { true } else { false }
  }
}

extension MemberMatching {
  /// The index of the old list around an old member; nil outside of lists.
  func oldList(of member: FormMember) -> Int? {
    var parent = member.parent
    // Sections are at most twice `SectionDefinition.maximumDepth` deep.
    while let index = parent {
      if old[index].isList { return index }
      parent = old[index].parent
    }
    return nil
  }

  /// The index of the new list around a member; nil outside of lists, -2 for a list that is gone.
  func list(of member: FormMember, areOld: Bool) -> Int? {
    var parent = member.parent
    // Sections are at most twice `SectionDefinition.maximumDepth` deep.
    while let index = parent {
      let around = areOld ? old[index] : new[index]
      if around.isList { return areOld ? newOfOld[index] ?? -2 : index }
      parent = around.parent
    }
    return nil
  }
}
