// Actions that edits of rows set off, in two of five random forms. No number is drawn from the
// source of the form, so that all else in it is as it would be without them.

import FormGraph
import Predicate
import TestSupport

@testable import FormFile

extension RandomForm {
  /// Gives rows of a form actions on other rows: of the same item, or of the form.
  func addTriggers(to form: inout FormDefinition) {
    var seed: UInt64 = UInt64(count)
    for row in form.sections.flatMap(\.withGroups).flatMap(\.rows) {
      for byte in (row.tag ?? "").utf8 { seed = seed &* 31 &+ UInt64(byte) }
      seed = seed &* 31 &+ UInt64(row.filling?.text.utf8.count ?? 0)
    }
    var random = SplitMix64(seed: seed)
    guard Int.random(in: 0..<5, using: &random) < 2 else { return }
    let own = form.sections.flatMap(\.withGroups).filter(\.isPlain).flatMap(\.rows)
    func add(_ section: inout SectionDefinition, _ around: [RowDefinition]) {
      for index in section.rows.indices where section.isPlain {
        addTriggers(to: &section.rows[index], around, &random)
      }
      if case .multivalued(var items) = section.kind {
        for place in items.templates.indices {
          guard case .rows(var rows, let sections) = items.templates[place].template else {
            continue
          }
          let siblings = rows
          for index in rows.indices {
            addTriggers(to: &rows[index], siblings + around, &random)
          }
          items.templates[place].template = .rows(rows, sections: sections)
        }
        section.kind = .multivalued(items)
      }
      for index in section.sections.indices { add(&section.sections[index], around) }
    }
    for index in form.sections.indices { add(&form.sections[index], own) }
  }

  private func addTriggers(
    to row: inout RowDefinition, _ others: [RowDefinition], _ random: inout SplitMix64
  ) {
    guard row.calculated == nil, row.type.valueKind != .none,
      Int.random(in: 0..<3, using: &random) == 0
    else { return }
    let tag = row.tag
    let targets = others.filter {
      $0.tag != tag && $0.tag != nil && $0.calculated == nil && !$0.type.hasOptions
        && $0.type.valueKind != .none
    }.compactMap(\.tag)
    let read = (others.filter { $0.type.valueKind != .none } + [row]).compactMap(\.tag)
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      guard let target = targets.randomElement(using: &random),
        let name = read.randomElement(using: &random)
      else { return }
      let condition: String? =
        switch Int.random(in: 0..<6, using: &random) {
        case 0: "$\(name) != nil"
        case 1: "$\(name) > 1"
        default: nil
        }
      let formula: String? =
        switch Int.random(in: 0..<7, using: &random) {
        case 0: nil
        case 1: "nil"
        case 2: "$\(name)"
        case 3: "6 / $\(name)"
        default: "$\(name) + 1"
        }
      row.whenChanged.append(
        formula.map { .set(target, to: $0, if: condition) } ?? .reset(target, if: condition))
    }
  }
}

extension SectionDefinition {
  fileprivate var isPlain: Bool { if case .plain = kind { true } else { false } }
}
