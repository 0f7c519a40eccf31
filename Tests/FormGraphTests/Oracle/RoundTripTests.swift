// Random forms whose values go out and come in again: what a form holds is there after it was saved
// and opened, and its values can be set in a form that has just opened. A failure prints the seed
// of its form: `TEST_SEED=n` begins with that form.

import Foundation
import Predicate
import TestSupport
import Testing

@testable import FormGraph

/// Calls a body with random forms that have been edited at random, in their values and items only.
private func forEachForm(
  _ count: Int,
  _ body: (_ compiled: CompiledForm, _ form: Form, _ place: Comment) throws -> Void
) throws {
  let forms = try RandomForm.forEach(count, from: 61) { maker, compiled, definition, seed in
    let start = Date(timeIntervalSinceReferenceDate: 0)
    var form = compiled.open(now: start)
    var naive = NaiveForm(definition, now: start)
    for step in 0..<4 {
      let edits = maker.edits(of: naive).filter(\.isOfValues)
      // A form that has refused edits is of no use.
      var twin = naive
      guard (try? twin.commit(edits)) != nil else { continue }
      naive = twin
      try form.update { draft in for edit in edits { edit.add(to: &draft) } }
      try body(compiled, form, "seed \(seed), step \(step)")
    }
  }
  #expect(forms * 8 > count * 3)
}

extension OracleEdit {
  fileprivate var isOfValues: Bool {
    switch self {
    case .set(_, _), .select, .reset, .setNow, .move: true
    case .shape(.insertItem), .shape(.removeItem), .shape(.moveItem): true
    case .shape, .table: false
    }
  }
}

/// What is so of every row that can be named, and what it holds.
private func rows(_ form: Form) -> [String: [Value]] {
  let rows = form.sections.flatMap(\.rows).filter { $0.name != nil }
  let pairs = rows.map { row -> (String, [Value]) in
    let attributes = [row.isHidden, row.isDisabled, row.isRequired, row.isValid].map(Value.bool)
    return (row.name ?? "", attributes + [row.value])
  }
  return Dictionary(pairs) { first, _ in first }
}

@Test(
  "What a form holds is there again when it was saved and opened",
  arguments: depth(quick: 12, full: 40))
func savedAndOpened(depth forms: Int) throws {
  try forEachForm(forms) { compiled, form, place in
    let text = JSONWriter.text(of: form.savedState.json)
    let state = try SavedState(JSONReader.read(Array(text.utf8)))
    let restored = try compiled.open(now: form.now, restoring: state)
    #expect(restored.misfits == [], place)
    #expect(rows(restored.form) == rows(form), place)
    #expect(restored.form.canSubmit == form.canSubmit, place)
    #expect(restored.form.toldPages == form.toldPages, place)
    #expect(restored.form.currentPage == form.currentPage, place)
    if let inconsistency = restored.form.inconsistency {
      Issue.record("\(place): \(inconsistency)")
    }
    var edited = restored.form
    try edited.resetAll()
    if let inconsistency = edited.inconsistency { Issue.record("\(place): \(inconsistency)") }
    let inputs = Dictionary(uniqueKeysWithValues: zip(form.inputs.keys, form.inputs.values))
    let fresh = try compiled.open(now: form.now, inputs: inputs)
    #expect(Set(rows(edited).keys) == Set(rows(fresh).keys), place)
    try edited.undo()
    #expect(rows(edited) == rows(form), place)
  }
}

@Test(
  "What a client has been told of a form as a whole is what the form says",
  arguments: depth(quick: 12, full: 40))
func toldAsItIs(depth forms: Int) throws {
  try forEachForm(forms) { _, form, place in
    var edited = form
    var told = ToldState(edited)
    /// Makes an edit that may be refused, and tells the client.
    func tell(_ step: String, _ edit: (inout Form) throws -> ChangeSet) throws {
      guard let changes = try? edit(&edited) else { return }
      var line: [UInt8] = []
      JSONText.line(to: &line) { json in
        json.object { changes.write(edited, telling: &told, to: &$0) }
      }
      #expect(told == ToldState(edited), "\(place), \(step)")
    }
    for section in form.sections {
      guard let name = section.name, let items = section.items else { continue }
      try tell("insert in \(name)") { form in
        try form.update { $0.insertItem(in: name, at: 0) }
      }
      if items.count > 0 {
        try tell("remove of \(name)") { form in
          try form.update { $0.removeItem(in: name, at: items.count) }
        }
      }
      try tell("undo in \(name)") { try $0.undo() }
      try tell("redo in \(name)") { try $0.redo() }
    }
    try tell("reset") { try $0.resetAll() }
    try tell("undo of reset") { try $0.undo() }
    try tell("undo") { try $0.undo() }
  }
}

@Test(
  "The values of a form can be set in one that has just opened, and are taken back in one step",
  arguments: depth(quick: 12, full: 40))
func setAgain(depth forms: Int) throws {
  try forEachForm(forms) { compiled, form, place in
    var fresh = try compiled.open(
      now: form.now,
      inputs: Dictionary(uniqueKeysWithValues: zip(form.inputs.keys, form.inputs.values)))
    let opened = rows(fresh)
    // No edit gives a list too few or too many items.
    let isOutOfBounds = form.sections.contains { section in
      guard let count = section.items?.count else { return false }
      return count < section.minimum ?? 0 || count > section.maximum ?? .max
    }
    guard !isOutOfBounds else { return }
    try fresh.setValues(form.values(includingHidden: true))
    #expect(rows(fresh) == rows(form), place)
    if let inconsistency = fresh.inconsistency { Issue.record("\(place): \(inconsistency)") }
    try fresh.undo()
    #expect(rows(fresh) == opened, place)
    try fresh.redo()
    #expect(rows(fresh) == rows(form), place)
  }
}

@Test(
  "A user can give all values of a form again, and changes nothing",
  arguments: depth(quick: 12, full: 40))
func givenAgain(depth forms: Int) throws {
  try forEachForm(forms) { _, form, place in
    var again = form
    do {
      #expect(try again.setValues(form.values(includingHidden: true), as: .user).isEmpty, place)
      let answers = form.answersJSON(includingHidden: true)
      #expect(try again.setAnswers(json: answers.utf8).isEmpty, place)
    } catch {
      Issue.record("\(place): \(error)")
    }
    #expect(rows(again) == rows(form), place)
  }
}

@Test(
  "Nested answers of random states give the same values when they are set again",
  arguments: depth(quick: 1_000, full: 3_000))
func nestedAnswersAgain(depth states: Int) throws {
  var seed = SplitMix64.forTest(97).seed
  var (count, withLists) = (0, 0)
  let start = Date(timeIntervalSinceReferenceDate: 0)
  while count < states {
    seed &+= 1
    var maker = RandomForm(random: SplitMix64(seed: seed), reach: .all)
    var definition = maker.definition()
    RandomForm.nestAnswers(of: &definition)
    guard let compiled = try? CompiledForm(definition, functions: Witnesses().functions) else {
      continue
    }
    var form = compiled.open(now: start)
    var validator = AnswerValidator(form, as: .host, includingHidden: true)
    for step in 0..<8 {
      for edit in maker.edits(of: NaiveForm(definition, now: start)) where edit.isOfValues {
        if case .setNow = edit { continue }
        _ = try? form.update { edit.add(to: &$0) }
      }
      let isOutOfBounds = form.sections.contains { section in
        guard let count = section.items?.count else { return false }
        return count < section.minimum ?? 0 || count > section.maximum ?? .max
      }
      guard !isOutOfBounds else { continue }
      let place: Comment = "seed \(seed), step \(step)"
      let inputs = Dictionary(uniqueKeysWithValues: zip(form.inputs.keys, form.inputs.values))
      var fresh = try compiled.open(now: start, inputs: inputs)
      let answers = form.answersJSON(includingHidden: true)
      do {
        try fresh.setAnswers(json: answers.utf8, as: .host)
        #expect(fresh.answersJSON(includingHidden: true) == answers, place)
        #expect(fresh.answersJSON() == form.answersJSON(), place)
        #expect(rows(fresh) == rows(form), place)
      } catch {
        Issue.record("\(place): \(error)")
      }
      // The batch opens the form with the inputs that the definition gives.
      if form.inputs == compiled.open(now: start).inputs {
        let result = validator.validate(json: Array(answers.utf8))
        #expect(result.values == form.values(includingHidden: true), place)
      }
      count += 1
      if answers.contains("[{") { withLists += 1 }
    }
  }
  #expect(withLists > states / 8)
}

/// The value at a path of nested answers.
private func value(in answers: ValueDictionary, at path: [String]) -> Value? {
  var value = Value?.some(.dictionary(answers))
  for name in path {
    guard case .dictionary(let members)? = value else { return Value?.none }
    value = members[name]
  }
  return value
}

/// The values of a form that answers are to name, beside those of visible rows.
private func answers(of form: Form, naming missing: [String]) -> String {
  var answers = form.values()
  let all = form.values(includingHidden: true)
  if form.definition.answers == .nested {
    let objects = form.currentDefinition.answerObjects
    var values = objects.values.compactMap { path, _ in
      value(in: answers, at: path).map { (path: path, value: $0) }
    }
    for name in missing {
      // A list with what is missing in an item is given as a whole.
      let tag = String(name.prefix { $0 != "[" })
      guard let path = objects.values.first(where: { $0.member.tag == tag })?.path,
        let value = value(in: all, at: path)
      else { continue }
      values.removeAll { $0.path == path }
      values.append((path, value))
    }
    return JSONWriter.text(of: .dictionary(AnswerPath.answers(values) ?? ValueDictionary()))
  }
  for name in missing {
    // A list in an item has an address, like a row of an item.
    let items = form.sections.first { $0.name == name }?.items.map { Value.array($0.map(\.value)) }
    answers[name] = all[name] ?? form[name]?.value ?? items ?? .null
  }
  return JSONWriter.text(of: .dictionary(answers))
}

@Test(
  "Visible answers are valid where the form was, or name the hidden rows that are missing",
  arguments: depth(quick: 30, full: 800))
func visibleAnswers(depth forms: Int) throws {
  var (valid, named) = (0, 0)
  try forEachForm(forms) { compiled, form, place in
    guard form.canSubmit else { return }
    let inputs = Dictionary(uniqueKeysWithValues: zip(form.inputs.keys, form.inputs.values))
    var missing: [String] = []
    var said = ""
    // Each round names what was not named before.
    for _ in 0..<20 {
      var fresh = try compiled.open(now: form.now, inputs: inputs)
      let more: [String]
      do throws(EditError) {
        let text = answers(of: form, naming: missing)
        let changes = try fresh.setAnswers(json: text.utf8, as: .host)
        more = changes.missing
        said = "invalid: \(fresh.invalidRows.map(\.name))"
        if fresh.canSubmit {
          #expect(more == [], place)
          valid += 1
          return
        }
      } catch {
        more = error.missing
        said = "\(error)"
      }
      guard !more.isEmpty, Set(more).isDisjoint(with: missing) else { break }
      named += 1
      missing += more
    }
    Issue.record(
      "\(place): not valid, and nothing is said to be missing beside \(missing): \(said)")
  }
  print("round trips: \(valid) valid, after \(named) that named what was missing")
  #expect(valid > forms / 8 && named >= forms / 250)
}

// MARK: - Rows that hiding clears

extension SectionDefinition {
  /// The section without policies of its own for hidden values, also in its templates, and without
  /// rows that forget options that were hidden.
  fileprivate var withoutPolicies: SectionDefinition {
    var section = self
    section.whenHidden = nil
    section.name = nil
    section.rows = rows.map(\.withoutPolicies)
    section.sections = sections.map(\.withoutPolicies)
    switch section.kind {
    case .selectable(var selection):
      selection.choice = selection.choice.withoutPolicies
      section.kind = .selectable(selection)
    case .multivalued(var items):
      items.templates = items.templates.map { named in
        switch named.template {
        case .item(let row):
          ItemsDefinition.NamedTemplate(name: named.name, .item(row.withoutPolicies))
        case .rows(let rows, let sections):
          ItemsDefinition.NamedTemplate(
            name: named.name,
            .rows(rows.map(\.withoutPolicies), sections: sections.map(\.withoutPolicies)))
        }
      }
      section.kind = .multivalued(items)
    default: break
    }
    return section
  }
}

extension RowDefinition {
  fileprivate var withoutPolicies: RowDefinition {
    var row = self
    row.whenHidden = nil
    row.name = nil
    if row.type.hasOptions { row.whenOptionHidden = .keep }
    // What an edit has set off is no answer of the row that is given it.
    row.whenChanged = []
    return row
  }
}

/// The values of some rows, by their tags, also in the items of lists.
private func values(_ values: ValueDictionary, of tags: Set<String>) -> ValueDictionary {
  ValueDictionary(
    zip(values.keys, values.values).compactMap { key, value in
      guard case .array(let items) = value, items.allSatisfy(\.isObject), !items.isEmpty else {
        return tags.contains(key) || key == "template" ? (key, value) : nil
      }
      return (
        key,
        .array(
          items.map { item in
            guard case .dictionary(let members) = item else { return item }
            return .dictionary(FormGraphTests.values(members, of: tags))
          })
      )
    })
}

extension Value {
  fileprivate var isObject: Bool { if case .dictionary = self { true } else { false } }
}

// Random forms in which hiding clears every row, edited in half of their rows: rows come into sight
// and go, by conditions, sections, pages, templates and counts. Every other row then holds what it
// holds in a form that is opened and given the same answers at once.

@Test(
  "What was hidden and shown again is as in a form that was opened with the other answers",
  arguments: depth(quick: 60, full: 400))
func hiddenAndShown(depth forms: Int) throws {
  let first = SplitMix64.forTest(83).seed
  var (compared, shown) = (0, 0)
  for index in 0..<UInt64(forms) {
    let seed = first &+ index
    var maker = RandomForm(random: SplitMix64(seed: seed), reach: .all)
    var definition = maker.definition()
    definition.whenHidden = .clear
    definition.sections = definition.sections.map(\.withoutPolicies)
    // What is given is chosen by tags.
    definition.answers = .flat
    guard let compiled = try? CompiledForm(definition, functions: Witnesses().functions) else {
      continue
    }
    let start = Date(timeIntervalSinceReferenceDate: 0)
    var form = compiled.open(now: start)
    let defaults = form.sections.flatMap(\.rows).filter(\.definition.isFilled)
    var naive = NaiveForm(definition, now: start)
    // What a formula has given belongs to its row, like an answer.
    var answered = Set(defaults.compactMap(\.definition.tag))
    var hidden: Set<RowID> = []
    for step in 0..<8 {
      hidden.formUnion(form.sections.flatMap(\.rows).filter(\.isHidden).map(\.id))
      var tag: String?
      let edit = maker.valueEdit(of: naive)
      if case .set(let name, _) = edit {
        tag = form[name]?.definition.tag ?? (form.inputs[name] == nil ? nil : name)
      }
      // Half of the rows, by their tags, are never edited.
      var twin = naive
      guard let tag, tag.utf8.reduce(0, { $0 &+ Int($1) }) % 2 == 0 || form.inputs[tag] != nil,
        (try? twin.commit([edit])) != nil
      else { continue }
      naive = twin
      try form.update { edit.add(to: &$0) }
      answered.insert(tag)
      let inputs = Dictionary(uniqueKeysWithValues: zip(form.inputs.keys, form.inputs.values))
      var fresh = try compiled.open(now: start, inputs: inputs)
      // A list that was given too few or too many items is taken as it stands only by its form.
      guard (try? fresh.setValues(values(form.values(), of: answered))) != nil else { continue }
      compared += 1
      let now = rows(form)
      let then = rows(fresh)
      let other = now.keys.filter { now[$0] != then[$0] }.sorted()
      #expect(then == now, "seed \(seed), step \(step), \(other)")
      shown += form.sections.flatMap(\.rows).count { row in
        hidden.contains(row.id) && !row.isHidden && !answered.contains(row.definition.tag ?? "")
          && row.definition.calculated == nil && !row.value.isNull
      }
    }
  }
  print("hidden and shown: \(compared) forms compared, \(shown) rows that started anew")
  #expect(compared > forms / 4 && shown > forms / 20)
}
