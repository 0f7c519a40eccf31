// Evaluates the conditions of a form again, comparison by comparison, for the coverage of tests.
// Evaluation for the form itself does not change.

package import Predicate

/// Evaluates the conditions of forms that were opened from one compiled form.
package struct ConditionSampler {
  /// A condition: a text that decides something, or a condition inside a text, such as that of
  /// `if`.
  ///
  /// Equal texts count as one.
  package struct Condition {
    /// The whole text; `decision` has the range of the condition in it.
    package let text: String
    package let decision: PredicateDecision
  }

  /// A text with the conditions in it.
  private struct Text {
    let resolution: Resolution
    let decisions: [PredicateDecision]
    /// The position of the first of its conditions in ``conditions``.
    let first: Int
  }

  /// One evaluation of a condition.
  package struct Sample {
    /// The position of the condition in ``ConditionSampler/conditions``.
    package let condition: Int
    package let result: Bool
    /// The outcome of each comparison; nil if it was not needed.
    package let parts: [Bool?]
  }

  package private(set) var conditions: [Condition] = []
  private var texts: [TextID: Text] = [:]
  /// A text of a node.
  private struct Place: Hashable {
    let node: NodeID
    let position: Int
  }

  /// What each text read when it was evaluated last, so that equal evaluations are left out.
  private var inputs: [Place: [Value]] = [:]

  /// Lists the conditions of a form, without the texts of functions of the host.
  ///
  /// - Complexity: O(n) in the size of the form.
  package init(_ form: Form) {
    let topology = form.topology
    var known: Set<TextID> = []
    for node in topology.graph.nodes.inUse.map({ topology.graph.nodes[$0] }) {
      // Options from tables and lists may be many, so filters over them are left out.
      if case .options(let row, _) = node, topology.row(row).content.options?.written == nil {
        continue
      }
      for run in node.runs where known.insert(run.text).inserted {
        let record = topology.text(of: run)
        guard !record.isFunction,
          let resolution = record.reading(within: topology.graph.limits.texts)?.resolution
        else { continue }
        let decisions = resolution.decisions(isPredicate: record.isPredicate)
        guard !decisions.isEmpty else { continue }
        texts[run.text] = Text(
          resolution: resolution, decisions: decisions, first: conditions.count)
        conditions += decisions.map { Condition(text: record.text, decision: $0) }
      }
    }
  }

  /// Forgets what nodes have read, because another form follows.
  package mutating func begin() { inputs.removeAll(keepingCapacity: true) }

  /// Evaluates the conditions whose inputs have changed since the last call.
  ///
  /// - Complexity: O(n) in the number of conditions and of the options that filters examine.
  package mutating func samples(of form: Form) -> [Sample] {
    let topology = form.topology
    var samples: [Sample] = []
    for id in topology.graph.nodes.inUse.flatMap({ form.outline.nodes(of: $0, in: topology) }) {
      guard let node = topology.node(id) else { continue }
      if case .rule = node, form.state.results[id.index] == .notRun { continue }
      for (position, run) in node.runs.enumerated() {
        guard let text = texts[run.text] else { continue }
        let values = run.binding.map(form.value)
        let object = run.object.map(form.value) ?? .null
        let context = form.state.context
        // A condition that reads the time has no other mark of it here, so the time is an input.
        let read = values + [object, .date(context.now)]
        let last = inputs.updateValue(read, forKey: Place(node: id, position: position))
        guard last != read else { continue }
        // A default is evaluated once, when its row appears.
        if case .filling(let row, _) = node, last != nil,
          topology.row(row).content.defaultFormula != nil
        {
          continue
        }
        var options: [OptionDefinition?] = [nil]
        var readable: OptionObject?
        if case .options(let row, _) = node {
          let all = topology.row(row).content.options?.written ?? []
          readable = all.first.map { OptionObject($0, of: all) }
          options = all
        }
        for option in options {
          if let option { readable?.option = option }
          let outcomes = text.resolution.outcomes(
            of: text.decisions, object: option?.object ?? object, readable: readable,
            context: context,
            operand: { values.indices.contains($0) ? values[$0] : Value?.none })
          samples += outcomes.map {
            Sample(condition: text.first + $0.decision, result: $0.result, parts: $0.parts)
          }
        }
      }
    }
    return samples
  }
}

extension Node {
  /// The programs and functions that the node runs.
  fileprivate var runs: [Run] {
    if case .property(let property) = self { property.runs } else { run.map { [$0] } ?? [] }
  }
}

/// Which rows have been shown, in forms that were opened from one compiled form.
package struct ShownRows {
  /// The rows outside of items that have not been shown yet, with their paths in the form.
  private var unseen: [RowIndex: JSONPath] = [:]
  /// The rows of items that have been shown, by their addresses without positions, such as
  /// `lines[].amount`.
  package private(set) var ofItems: Set<String> = []

  /// The paths of the rows outside of items that have not been shown yet.
  package var unseenPaths: Set<JSONPath> { Set(unseen.values) }

  /// Lists the rows of a form.
  package init(_ form: Form) {
    for section in form.outline.sectionsInOrder {
      for row in form.outline.rows(of: section, in: form.topology)
      where form.topology.rows[row.index].item == nil {
        unseen[row] = JSONPath(form.outline.steps(to: .row(row), in: form.topology))
      }
    }
  }

  /// Takes the rows as seen that a form shows.
  ///
  /// - Complexity: O(n) in the number of rows.
  package mutating func observe(_ form: Form) {
    let seen = unseen.keys.filter { row in
      form.outline.rows.contains(row)
        && !form.state.attributes.isHidden(row, in: form.topology)
    }
    for row in seen { unseen[row] = nil }
    for section in form.outline.sectionsInOrder {
      for row in form.outline.rows(of: section, in: form.topology)
      where form.topology.rows[row.index].item != nil
        && !form.state.attributes.isHidden(row, in: form.topology)
      {
        guard let name = form.outline.name(of: row, in: form.topology) else { continue }
        let parts = name.split(separator: "[", omittingEmptySubsequences: false)
        ofItems.insert(parts.map { $0.drop(while: \.isWholeNumber) }.joined(separator: "["))
      }
    }
  }
}
