// A problem of a live form in words: a condition, rule or formula could not be evaluated.

import Predicate

/// A text of a live form that could not be evaluated.
public struct FormProblem: Hashable, Sendable {
  /// The sentence that says what is wrong, without a full stop.
  public let message: String
  /// What the author of the form can do about it.
  public let hint: String?
  /// The text of the predicate or formula.
  public let text: String
  /// The range of the mistake in the text, in UTF-8 offsets.
  public let range: Range<Int>
  /// The tags of the members that the text decides, in declaration order.
  ///
  /// Members without tags are left out.
  public let tags: [String]
  /// The ids of these members in JSON, such as `#r5`, also of those without tags.
  public internal(set) var ids: [String] = []
}

/// The topology and outline of a form, for describing its problems.
struct ProblemSource {
  let topology: Topology
  let outline: Outline

  /// Describes the problems of nodes.
  ///
  /// They are sorted by the first member that each node decides, then by the order of texts within
  /// a member.
  func problems(_ problems: [(node: NodeID, problem: NodeProblem)]) -> [FormProblem] {
    problems.map { (place: firstPlace(decidedBy: $0.node), node: $0.node, problem: $0.problem) }
      .sorted { ($0.place, $0.node) < ($1.place, $1.node) }
      .compactMap { _, node, problem in
        var described = describe(problem, of: node)
        described?.ids = ids(decidedBy: node)
        return described
      }
  }

  func describe(_ problem: NodeProblem, of id: NodeID) -> FormProblem? {
    guard let node = topology.node(id) else { return nil }
    if case .part(let text, let problem) = problem {
      return describe(problem, of: id, node, topology.graph.texts[text.index])
    }
    if case .fact(.items(let list, _)) = node, problem == .offersTooMuch {
      let name = outline.name(of: .section(list), in: topology) ?? ""
      return FormProblem(
        message:
          "the items of '\(name)' offer more than \(topology.graph.limits.listedBytes) bytes of "
          + "options, and so none", hint: nil, text: name, range: 0..<name.utf8.count, tags: [name])
    }
    if case .property(let property) = node, let run = property.runs.first {
      return describe(problem, of: id, node, topology.text(of: run))
    }
    return node.run.flatMap { describe(problem, of: id, node, topology.text(of: $0)) }
  }

  private func describe(
    _ problem: NodeProblem, of id: NodeID, _ node: Node, _ text: TextRecord
  ) -> FormProblem? {
    let tags = tags(decidedBy: id)
    let whole = 0..<text.text.utf8.count
    switch problem {
    case .part, .offersTooMuch: return nil
    case .tooLong(let limit):
      return FormProblem(
        message: "the text is longer than \(limit) bytes and was cut", hint: nil, text: text.text,
        range: whole, tags: tags)
    case .evaluation(let failure):
      guard let resolution = text.reading(within: topology.graph.limits.texts)?.resolution else {
        return nil
      }
      let diagnostic = resolution.error(for: failure).diagnostic
      return FormProblem(
        message: diagnostic.message, hint: diagnostic.hint, text: text.text,
        range: diagnostic.range, tags: tags)
    case .wrongKind(let value):
      let message =
        switch node {
        case .calculation(let row, _), .filling(let row, _):
          message(of: value, for: topology.row(row).kind)
        case .trigger(let row, let place, _):
          message(of: value, for: topology.kind(ofTextAt: place, ofActionsOf: row))
        case .property(let property) where property.owner.row != nil:
          "the formula gives \(value.kindName), which is not a bound of the row"
        default: "the function gives \(value.kindName), not true or false"
        }
      return FormProblem(message: message, hint: nil, text: text.text, range: whole, tags: tags)
    case .notAStep(let value):
      return FormProblem(
        message: "the formula gives \(value.short), and a step must be greater than 0", hint: nil,
        text: text.text, range: whole, tags: tags)
    case .notACount(let value):
      return FormProblem(
        message: "the formula gives \(value.short), not a number of items", hint: nil,
        text: text.text, range: whole, tags: tags)
    case .tooManyItems(let value):
      return FormProblem(
        message: "the formula gives \(value.short) items, and the form has room for "
          + "\(topology.graph.limits.rows) rows", hint: nil, text: text.text, range: whole,
        tags: tags)
    case .thrown(let message):
      return FormProblem(
        message: "the function failed: \(message.text)", hint: nil, text: text.text, range: whole,
        tags: tags)
    }
  }

  private func message(of value: Value, for kind: ValueKind) -> String {
    let obstacle = kind.obstacle(to: value, within: topology.graph.limits.valueBytes)
    let given = obstacle == nil || obstacle?.isOfSize == true ? value.kindName : value.short
    return "the formula gives \(given), the row holds \(obstacle?.stored ?? kind.description)"
  }

  private func firstPlace(decidedBy node: NodeID) -> Outline.Place {
    members(decidedBy: node).map { outline.place(of: $0, in: topology) }.min()
      ?? outline.place(of: nil, in: topology)
  }

  func ids(decidedBy node: NodeID) -> [String] {
    inOrder(members(decidedBy: node)).map(topology.id)
  }

  private func tags(decidedBy id: NodeID) -> [String] {
    inOrder(members(decidedBy: id)).compactMap { outline.name(of: $0, in: topology) }
  }

  private func inOrder(_ members: [Member]) -> [Member] {
    members.map { (member: $0, place: outline.place(of: $0, in: topology)) }
      .sorted { $0.place < $1.place }.map(\.member)
  }

  private func members(decidedBy id: NodeID) -> [Member] {
    let node = topology.node(id)
    if let row = node?.row { return [.row(row)] }
    switch node {
    case .property(let property): return [property.owner.member].compactMap { $0 }
    case .fact(.items(let list, _)): return [.section(list)]
    default: break
    }
    return outline.targets(of: id, in: topology).compactMap(\.member)
  }
}
