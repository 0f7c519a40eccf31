// Checks the formulas of `count`, `minimum` and `maximum` that give the same number whatever the
// answers are: a mistake in them is known before the form runs.

import Foundation
import Predicate

extension GraphBuilder {
  /// Reports a formula that never gives a number of items, or a count that is too large for the
  /// form.
  mutating func checkCount(
    _ run: Run, _ name: PropertyName, _ templates: ItemTemplates, at site: Site
  ) {
    let text = topology.text(of: run)
    let mustBe = "'\(name.key)' must be a number of items, from 0"
    if let kind = text.dateKind {
      let given =
        switch kind {
        case .day: "a day"
        case .time: "a time of day"
        case .instant: "a point in time"
        }
      return report(.value, "\(mustBe), and the formula gives \(given)", at: site)
    }
    guard let value = constant(of: run), !value.isNull else { return }
    guard let count = ItemTemplates.count(value) else {
      return report(.value, "\(mustBe), and the formula gives \(value.short)", at: site)
    }
    let limit = topology.graph.limits.rows
    if name == .count, templates.rowCount(ofItems: count) > limit {
      report(
        .limit, "so many items have more than \(limit) rows, which is the limit of the form",
        at: site, hint: "write a smaller 'count'")
    }
  }

  /// What a formula gives that reads nothing; nil if it reads something, or fails.
  private func constant(of run: Run) -> Value? {
    guard run.binding.isEmpty, run.object == nil, case .program(let id) = run.code,
      topology.text(of: run).hostFunctions.isEmpty,
      case let program = topology.graph.programs[id.index],
      program.surroundings.isEmpty
    else { return nil }
    let now = Date(timeIntervalSince1970: 0)
    var context = EvaluationContext(now: now, limits: topology.graph.limits.texts)
    context.missingElementsAreNil = true
    context.elementsHaveIndex = true
    var rest = Value.null
    let none = UnsafeBufferPointer<Cell>(start: nil, count: 0)
    guard let cell = try? program.run(none, in: context, rest: &rest, operand: { _ in nil }) else {
      return nil
    }
    return cell.value ?? rest
  }
}
