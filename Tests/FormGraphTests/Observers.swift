// Who depends on a row, read from the graph: what an edit of the row may change.

@testable import FormGraph
import Predicate

/// The members that a condition reading a row decides, by tag, untagged ones by title; sorted.
///
/// `attribute` says what is decided: whether they are hidden, or disabled; nil: anything.
func observers(
  of tag: String, deciding attribute: Attribute? = nil, in form: Form
) -> [String] {
  guard let row = form.topology.row(named: tag) else { return [] }
  let topology = form.topology
  var names: Set<String> = []
  for node in readers(of: row, in: topology) {
    for target in topology.graph.nodes.effects(of: node).targets {
      guard attribute == nil || attribute == target.attribute else { continue }
      switch target {
      case .row(let row, _), .option(let row, _, _):
        let definition = topology.row(row).content
        names.insert(definition.tag ?? "[\(definition.texts.title ?? "")]")
      case .section(let section, _): names.insert(topology.tag(of: .section(section)) ?? "")
      case .readOnly: names.insert("the form")
      }
    }
  }
  return names.sorted()
}

/// The nodes that read the value of a row, or what the form decides about it.
private func readers(of row: RowIndex, in topology: Topology) -> [NodeID] {
  var readers = topology.readers(of: .value(row))
  for node in topology.graph.nodes.inUse {
    switch topology.graph.nodes[node] {
    case .fact(.attribute(_, .row(row))), .fact(.visibleValue(row)):
      readers += topology.readers(of: .node(node))
    default: break
    }
  }
  return readers
}

extension Target {
  /// Whether it hides or disables; nil for anything else.
  fileprivate var attribute: Attribute? {
    switch self {
    case .row(_, .hidden), .section(_, .hidden): .hidden
    case .row(_, .disabled), .section(_, .disabled), .readOnly: .disabled
    case .row, .section, .option: nil
    }
  }
}
