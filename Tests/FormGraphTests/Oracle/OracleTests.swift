// Random forms under random edits against the naive form: states, change sets, what a list shows,
// and the counts. A failure prints its seed; TEST_SEED runs that seed alone.

@testable import FormGraph
import Foundation
import Predicate
import TestSupport
import Testing

private let now = Date(timeIntervalSinceReferenceDate: 0)

/// What an effective state is, by tag, in one comparable value.
private struct Snapshot: Equatable {
  var values: [String: Value] = [:]
  var hidden: [String: Bool] = [:]
  var disabled: [String: Bool] = [:]
  var required: [String: Bool] = [:]
  var invalid: [String] = []
  var verdicts: [String: [String]] = [:]

  init(_ form: Form) {
    for section in form.sections {
      hidden[section.tag ?? ""] = section.isHidden
      disabled[section.tag ?? ""] = section.isDisabled
      for row in section.rows {
        let tag = row.tag ?? ""
        values[tag] = row.value
        hidden[tag] = row.isHidden
        disabled[tag] = row.isDisabled
        required[tag] = row.isRequired
        if !row.isValid { invalid.append(tag) }
        if let id = form.topology.row(named: tag), case let errors = form.state.verdicts[id.index],
          !errors.isEmpty
        {
          let known: Set = ["short", "equal", "differs", "other", "This field is required."]
          verdicts[tag] = errors.map { known.contains($0.message) ? $0.message : "failed" }
        }
      }
    }
    invalid.sort()
  }

  init(_ naive: NaiveForm) {
    values = naive.facts.values
    hidden = naive.facts.hidden
    disabled = naive.facts.disabled
    required = naive.facts.required
    invalid = naive.facts.invalid.sorted()
    verdicts = naive.facts.verdicts.filter { !$0.value.isEmpty }
  }

  /// The changes from one snapshot to another, as a change set would list them.
  func changes(to new: Snapshot, in form: FormDefinition) -> [String] {
    var changes: [String] = []
    func note(_ tag: String, _ property: String, _ old: Bool?, _ new: Bool?) {
      if old != new { changes.append("\(tag).\(property)=\(new == true)") }
    }
    for section in form.sections {
      let tag = section.tag ?? ""
      note(tag, "hidden", hidden[tag], new.hidden[tag])
      note(tag, "disabled", disabled[tag], new.disabled[tag])
      for row in section.rows {
        let tag = row.tag ?? ""
        if values[tag] != new.values[tag] {
          changes.append("\(tag).value=\(new.values[tag] ?? .null)")
        }
        note(tag, "hidden", hidden[tag], new.hidden[tag])
        note(tag, "disabled", disabled[tag], new.disabled[tag])
        note(tag, "required", required[tag], new.required[tag])
        note(tag, "valid", !invalid.contains(tag), !new.invalid.contains(tag))
      }
    }
    return changes
  }
}

/// The tags a list shows.
private func shown(_ form: Form) -> [[String]] {
  form.visibleSections.map { [$0.tag ?? ""] + $0.visibleRows.map { $0.tag ?? "" } }
}

/// Applies an update to what a list showed, taking what comes in from what it shows now.
private func applied(_ update: ListUpdate, to old: [[String]], now: [[String]]) -> [[String]] {
  var list = old
  for place in update.deletes.reversed() {
    if let row = place.row { list[place.section].remove(at: row + 1) }
  }
  for place in update.deletes.reversed() where place.row == nil { list.remove(at: place.section) }
  for place in update.inserts where place.row == nil {
    list.insert(now[place.section], at: place.section)
  }
  for place in update.inserts {
    if let row = place.row { list[place.section].insert(now[place.section][row + 1], at: row + 1) }
  }
  return list
}

/// Every slot's value, by node and position, to see which of what a node reads has changed.
private func read(_ form: Form) -> [[Value]] {
  form.topology.nodes.map { node in
    var slots = node.run?.slots ?? []
    if case .rule(let row, _, _) = node { slots.append(.value(row)) }
    return slots.map { form.state.value(of: $0, in: form.topology) }
  }
}

@Test("Random forms agree with the naive form after every edit")
func oracle() throws {
  let seed: UInt64 = 20_240_501
  var maker = RandomForm(random: .forTest(seed))
  var forms = 0
  var refused = 0
  var edits = 0
  var evaluations = 0
  while forms < 250 {
    let definition = maker.definition()
    guard let compiled = try? CompiledForm(definition) else {
      refused += 1
      continue
    }
    forms += 1
    var form = compiled.open(now: now)
    var naive = try NaiveForm(definition, now: now)
    let place: Comment = "seed \(maker.random.seed), form \(forms)"
    try #require(Snapshot(form) == Snapshot(naive), place)
    for step in 0..<12 {
      let place: Comment = "seed \(maker.random.seed), form \(forms), edit \(step)"
      let before = Snapshot(naive)
      let listed = shown(form)
      let inputs = read(form)
      var draft: [(tag: String, value: Value)] = []
      for _ in 0...Int.random(in: 0...2, using: &maker.random) {
        draft.append(maker.edit(of: definition))
      }
      let changes = try form.update { for edit in draft { $0.set(edit.tag, to: edit.value) } }
      for edit in draft { naive.set(edit.tag, to: edit.value) }
      edits += 1
      evaluations += changes.evaluatedCount

      try #require(Snapshot(form) == Snapshot(naive), place)
      #expect(form.canSubmit == naive.facts.invalid.isEmpty, place)
      let expected = before.changes(to: Snapshot(naive), in: definition)
      let found = changes.changes.filter { $0.tag != "i0" && $0.property != .errors }.map {
        "\($0.tag ?? "").\($0.property.rawValue)=\($0.new)"
      }
      #expect(found == expected, place)
      #expect(applied(changes.listUpdate, to: listed, now: shown(form)) == shown(form), place)

      // Once each, and only what reads something that has changed.
      #expect(Set(changes.evaluations).count == changes.evaluations.count, place)
      let now = read(form)
      for node in changes.evaluations {
        #expect(now[node.index] != inputs[node.index], "\(place): a node ran that nothing reached")
      }
    }
  }
  print("oracle: \(forms) forms (\(refused) refused), \(edits) edits, \(evaluations) evaluations")
  // The comparison means something only if most forms live and edits reach conditions.
  #expect(refused < forms && evaluations > edits)
}

@Test("The order of declaration and of edits cannot matter")
func order() throws {
  var maker = RandomForm(random: .forTest(7))
  var forms = 0
  while forms < 100 {
    let definition = maker.definition()
    guard let compiled = try? CompiledForm(definition) else { continue }
    var shuffled = definition
    for index in shuffled.sections.indices {
      shuffled.sections[index].rows.shuffle(using: &maker.random)
    }
    shuffled.sections.shuffle(using: &maker.random)
    forms += 1
    var one = compiled.open(now: now)
    var other = try CompiledForm(shuffled).open(now: now)
    for _ in 0..<5 {
      var edits: [String: Value] = [:]
      for _ in 0..<3 {
        let edit = maker.edit(of: definition)
        edits[edit.tag] = edit.value
      }
      let listed = edits.sorted { $0.key < $1.key }
      try one.update { for edit in listed { $0.set(edit.key, to: edit.value) } }
      try other.update { for edit in listed.reversed() { $0.set(edit.key, to: edit.value) } }
      #expect(Snapshot(one) == Snapshot(other), "seed \(maker.random.seed), form \(forms)")
    }
  }
}
