// A form and what is done to it, on the form and on the naive form; and the smallest such script
// that still fails. Says less than `OracleRun`, which looks at change sets too, and can be replayed
// in part, which a run that draws its edits as it goes cannot.

import Foundation
import Predicate
import TestSupport

@testable import FormGraph

/// A definition with steps.
struct EditScript: CustomStringConvertible {
  enum Step {
    case edits([OracleEdit])
    case undo, redo
  }

  var definition: FormDefinition
  var steps: [Step]

  var description: String {
    let lines = steps.map { "\($0)".replacing("FormGraph.", with: "") }
    return JSONWriter.text(of: definition.json) + "\n  " + lines.joined(separator: "\n  ")
  }

  /// A form beside the naive one.
  private struct Pair {
    var form: Form
    var naive: NaiveForm

    private static let functions: [String: FormFunction] = Dictionary(
      uniqueKeysWithValues: WitnessFunction.names.map { name in
        (name, { @Sendable in try WitnessFunction.answer(name, $0.values) })
      })

    /// Nil where the form does not compile.
    init?(_ definition: FormDefinition) {
      let now = Date(timeIntervalSinceReferenceDate: 0)
      guard let compiled = try? CompiledForm(definition, functions: Self.functions) else {
        return nil
      }
      form = compiled.open(now: now)
      naive = NaiveForm(definition, now: now)
    }

    private func require(_ holds: Bool, _ message: @autoclosure () -> String) throws {
      if !holds { throw Disagreement(description: message()) }
    }

    mutating func compare() throws {
      // After an undo the page is the one before the step, or the one that was left.
      naive.keepPageInSight()
      let view = FormView(form)
      let expected = FormView(naive)
      try require(
        view == expected, "the form and the naive form: \(view.difference(from: expected))")
      if let inconsistency = form.inconsistency { throw Disagreement(description: inconsistency) }
    }

    mutating func make(_ step: Step) throws {
      switch step {
      case .undo: try revert({ $0.undo() }) { form in try form.undo() }
      case .redo: try revert({ $0.redo() }) { form in try form.redo() }
      case .edits(let edits): try make(edits)
      }
      try compare()
    }

    /// Puts a step back, unless formulas give more items by now than there is room for.
    private mutating func revert(
      _ change: (inout NaiveForm) -> Void, _ changeForm: (inout Form) throws -> Void
    ) throws {
      var twin = naive
      change(&twin)
      guard twin.overfull == nil else {
        try require((try? changeForm(&form)) == nil, "put back, though there is no room for items")
        return
      }
      try changeForm(&form)
      naive = twin
      naive.page = form.currentPage
    }

    private mutating func make(_ edits: [OracleEdit]) throws {
      var twin = naive
      var refusal: (any Error)?
      do {
        try twin.commit(edits)
        if edits.contains(where: \.isOfShape) {
          _ = try CompiledForm(twin.shape.definition(like: twin), functions: Self.functions)
        }
      } catch {
        refusal = error
      }
      let steps = form.undoCount
      do throws(EditError) {
        try form.update { draft in for edit in edits { edit.add(to: &draft) } }
      } catch {
        return try require(refusal != nil, "refused, though nothing speaks against it: \(error)")
      }
      try require(refusal == nil, "taken, though it had to be refused: \(refusal as Any)")
      naive = twin
      let isStep = form.redoCount == 0 && form.undoCount == steps + 1
      try require(isStep || !naive.hasChangedSources, "the edit is no step of history")
      if naive.hasCountedOutside {
        try require(form.undoCount == 0, "older steps know nothing of the new items")
        naive.past = []
        naive.future = []
      }
      if isStep { naive.record() }
    }
  }

  // MARK: - At random

  /// How many steps a random script has.
  static let stepCount = 12

  /// The script of a seed as far as it goes before it fails; nil where its form does not compile.
  static func random(seed: UInt64) -> (script: EditScript, failure: String?)? {
    var maker = RandomForm(random: SplitMix64(seed: seed))
    var script = EditScript(definition: maker.definition(), steps: [])
    guard var pair = Pair(script.definition) else { return nil }
    do {
      try pair.compare()
      for _ in 0..<stepCount {
        let step: Step =
          maker.chance(12) ? .undo : maker.chance(10) ? .redo : .edits(maker.edits(of: pair.naive))
        script.steps.append(step)
        try pair.make(step)
      }
      return (script, nil)
    } catch {
      return (script, "\(error)")
    }
  }

  /// In what the form and the naive form disagree.
  var disagreement: String? {
    guard var pair = Pair(definition) else { return nil }
    do {
      try pair.compare()
      for step in steps { try pair.make(step) }
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// What failed, with the smallest script that fails too; one that only fails as it is made is
  /// told as it is.
  func report(_ failure: String, seed: UInt64) -> String {
    let smallest = disagreement == nil ? self : smallest { $0.disagreement != nil }
    return "seed \(seed): \(smallest.disagreement ?? failure)\n  \(smallest)"
  }

  // MARK: - Smaller

  /// The smallest script that can be found from here and that fails too.
  func smallest(where fails: (EditScript) -> Bool) -> EditScript {
    var best = self
    func take(_ change: (inout EditScript) -> Void) -> Bool {
      var candidate = best
      change(&candidate)
      guard fails(candidate) else { return false }
      best = candidate
      return true
    }
    var isSmaller = true
    while isSmaller {
      isSmaller = false
      var length = best.steps.count
      while length > 0 {
        var start = 0
        while start + length <= best.steps.count {
          if take({ $0.steps.removeSubrange(start..<(start + length)) }) {
            isSmaller = true
          } else {
            start += 1
          }
        }
        length /= 2
      }
      for index in best.steps.indices {
        guard case .edits(let edits) = best.steps[index], edits.count > 1 else { continue }
        for edit in edits.indices {
          var fewer = edits
          fewer.remove(at: edit)
          if take({ $0.steps[index] = .edits(fewer) }) {
            isSmaller = true
            break
          }
        }
      }
      for page in best.definition.pages.indices.reversed() {
        if take({ $0.definition.pages.remove(at: page) }) { isSmaller = true }
      }
      for section in best.definition.sections.indices.reversed() {
        if take({ $0.removeSection(at: section) }) { isSmaller = true }
      }
      for section in best.definition.sections.indices.reversed() {
        var index = 0
        while case let all = Self.smaller(best.definition.sections[section]), index < all.count {
          if take({ $0.definition.sections[section] = all[index] }) {
            isSmaller = true
          } else {
            index += 1
          }
        }
      }
    }
    return best
  }

  private mutating func removeSection(at index: Int) {
    let tag = definition.sections.remove(at: index).tag
    for page in definition.pages.indices {
      definition.pages[page].sections.removeAll { $0 == tag }
    }
    definition.pages.removeAll { $0.sections.isEmpty }
  }

  /// A section with one thing less, in it or in the sections inside, also those of items.
  private static func smaller(_ section: SectionDefinition) -> [SectionDefinition] {
    var all: [SectionDefinition] = []
    func add(_ change: (inout SectionDefinition) -> Void) {
      var other = section
      change(&other)
      if other != section { all.append(other) }
    }
    add { $0.hidden = nil }
    add { $0.disabled = nil }
    add { $0.whenHidden = nil }
    add { $0.isCollapsed = false }
    add { $0.texts = Texts() }
    for rows in smaller(section.rows) { add { $0.rows = rows } }
    for sections in smaller(section.sections) { add { $0.sections = sections } }
    guard case .multivalued(let items) = section.kind else { return all }
    func addItems(_ change: (inout ItemsDefinition) -> Void) {
      var other = items
      change(&other)
      add { $0.kind = .multivalued(other) }
    }
    for index in items.value.indices.reversed() { addItems { $0.value.remove(at: index) } }
    addItems { $0.countFormula = nil }
    addItems { $0.minimum = nil }
    addItems { $0.maximum = nil }
    guard case .rows(let rows, let sections) = items.template else { return all }
    for rows in smaller(rows) { addItems { $0.template = .rows(rows, sections: sections) } }
    for sections in smaller(sections) { addItems { $0.template = .rows(rows, sections: sections) } }
    return all
  }

  private static func smaller(_ sections: [SectionDefinition]) -> [[SectionDefinition]] {
    sections.indices.reversed().flatMap { index -> [[SectionDefinition]] in
      var rest = sections
      rest.remove(at: index)
      return [rest]
        + smaller(sections[index]).map { section in
          var sections = sections
          sections[index] = section
          return sections
        }
    }
  }

  private static func smaller(_ rows: [RowDefinition]) -> [[RowDefinition]] {
    rows.indices.reversed().flatMap { index -> [[RowDefinition]] in
      var rest = rows
      rest.remove(at: index)
      return [rest]
        + simplifications.compactMap { simplify in
          var simpler = rows
          simplify(&simpler[index])
          return simpler == rows ? nil : simpler
        }
    }
  }

  /// What a row can do without.
  private static var simplifications: [(inout RowDefinition) -> Void] {
    [
      { $0.hidden = nil }, { $0.disabled = nil }, { $0.requiredMessage = nil },
      {
        $0.required = nil; $0.requiredMessage = nil
      }, { $0.rules = [] },
      { $0.calculated = nil }, { $0.defaultFormula = nil }, { $0.value = nil },
      { $0.whenHidden = nil }, { $0.texts = Texts() }, { $0.display = nil },
      { $0.bounds = RowBounds() }, { $0.optionsFilter = nil },
    ]
  }
}
