// Who depends on a row, read from the graph: what an edit of the row may change.

@testable import FormGraph
import Predicate

/// The members that a condition reading a row's value decides, by tag, untagged ones by title;
/// sorted.
func observers(of tag: String, in form: Form) -> [String] {
  guard let row = form.topology.row(named: tag) else { return [] }
  let topology = form.topology
  var names: Set<String> = []
  for node in topology.valueReaders[row.index] {
    for target in topology.nodes.effects(of: node).targets {
      switch target {
      case .row(let row, _), .option(let row, _, _):
        let definition = topology.definition(of: row)
        names.insert(definition.tag ?? "[\(definition.texts.title ?? "")]")
      case .section(let section, _): names.insert(topology.tag(of: .section(section)) ?? "")
      case .readOnly: names.insert("the form")
      }
    }
  }
  return names.sorted()
}
