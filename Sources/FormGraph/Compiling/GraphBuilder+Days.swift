// Which names of a text stand for days. A `date` row holds a day: its first moment in UTC. All other
// dates are points in time. A comparison of a day with a point in time is one of days.

import Predicate

extension GraphBuilder {
  /// Whether something that a text reads is a day, or a list of days.
  func isDay(_ source: DateSource, at site: Site) -> Bool {
    guard topology.hasDays else { return false }
    switch source {
    case .object:
      return !site.isOfOptions && site.selfRow.map { topology.rows[$0.index].kind == .day } ?? false
    case .keyOfObject: return false
    case .variable(let name): return isDay(meaning(of: name, for: site.owner))
    case .key("value", let name): return isDay(meaning(of: name, for: site.owner))
    case .key(let key, let name):
      guard case .member(.section(let section))? = meaning(of: name, for: site.owner),
        let template = topology.section(section).template?.value,
        let column = template.columns[ExactText(key)]
      else { return false }
      return template.rows[column].type.valueKind == .day
    }
  }

  private func isDay(_ name: Topology.Name?) -> Bool {
    switch name {
    case .input(let input): topology.inputs[input.index].type.valueKind == .day
    case .member(.row(let row)): topology.rows[row.index].kind == .day
    case .member(.section(let section)):
      topology.section(section).template?.value.plainKind == .day
    case nil: false
    }
  }
}
