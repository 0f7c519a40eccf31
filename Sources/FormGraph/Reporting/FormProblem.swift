// A condition, rule or formula of a live form that could not be evaluated, as people see it.

import Predicate

/// Something a live form could not evaluate.
public struct FormProblem: Hashable, Sendable {
  /// What is wrong, a sentence without its full stop.
  public let message: String
  /// What to do about it.
  public let hint: String?
  /// The text of the predicate or formula.
  public let text: String
  /// Where in the text, in UTF-8 offsets.
  public let range: Range<Int>
  /// The tags of what the text decides, in declaration order; untagged members have none.
  public let tags: [String]
}

extension Topology {
  /// The problem of a node, if it has one.
  func problem(of node: NodeID, in state: FormState) -> FormProblem? {
    state.problems[node].flatMap { describe($0, of: node) }
  }

  /// A problem of a node, in words.
  func describe(_ problem: NodeProblem, of id: NodeID) -> FormProblem? {
    let node = nodes[id.index]
    guard let run = node.run else { return nil }
    let text = texts[run.text.index]
    switch problem {
    case .evaluation(let failure):
      let diagnostic = text.error(for: failure).diagnostic
      return FormProblem(
        message: diagnostic.message, hint: diagnostic.hint, text: text.text,
        range: diagnostic.range, tags: tags(decidedBy: id))
    case .wrongKind(let value):
      let kind =
        switch node {
        case .calculation(let row, _), .defaultValue(let row, _): self.row(row).kind
        default: ValueKind.any
        }
      return FormProblem(
        message: "the formula gives \(value.kindName), the row holds \(kind.description)",
        hint: nil, text: text.text, range: 0..<text.text.utf8.count, tags: tags(decidedBy: id))
    }
  }

  /// Whether a node's problem is listed before another's: by the first member it decides, then by
  /// the order of the texts of one member.
  func isListed(_ node: NodeID, before other: NodeID) -> Bool {
    (firstPlace(decidedBy: node), node) < (firstPlace(decidedBy: other), other)
  }

  private func firstPlace(decidedBy node: NodeID) -> Place {
    members(decidedBy: node).map { place(of: $0) }.min() ?? place(of: nil)
  }

  private func tags(decidedBy id: NodeID) -> [String] {
    members(decidedBy: id).sorted { place(of: $0) < place(of: $1) }.compactMap { tag(of: $0) }
  }

  private func members(decidedBy id: NodeID) -> [Member] {
    switch nodes[id.index] {
    case .calculation(let row, _), .defaultValue(let row, _), .rule(let row, _, _): [.row(row)]
    default:
      effects[id.index].compactMap { effect in
        switch effect.target {
        case .row(let row, _): .row(row)
        case .section(let section, _): .section(section)
        case .readOnly: nil
        }
      }
    }
  }
}
