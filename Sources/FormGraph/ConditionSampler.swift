// Evaluates the conditions of a form again, comparison by comparison, for the coverage of tests.
// Evaluation for the form itself does not change.

package import Predicate

/// Evaluates the conditions of forms that were opened from one compiled form.
package struct ConditionSampler {
  /// A text that decides something.
  ///
  /// Equal texts count as one condition.
  package struct Condition {
    package let text: String
    package let decision: PredicateDecision
    fileprivate let resolution: Resolution
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
  private var indices: [TextID: Int] = [:]
  /// What each node read when it was evaluated last, so that equal evaluations are left out.
  private var inputs: [NodeID: [Value]] = [:]

  /// Lists the predicates of a form, without the texts of functions of the host.
  ///
  /// - Complexity: O(n) in the size of the form.
  package init(_ form: Form) {
    let topology = form.topology
    for index in topology.nodes.indices where topology.isInUse(NodeID(index)) {
      let node = topology.nodes[index]
      guard let run = node.run, indices[run.text] == nil else { continue }
      // Options from tables and lists may be many, so filters over them are left out.
      if case .options(let row, _) = node, topology.row(row).content.options == nil { continue }
      let record = topology.text(of: run)
      guard record.isPredicate, !record.isFunction,
        let resolution = record.reading(within: topology.limits.texts)?.resolution
      else { continue }
      indices[run.text] = conditions.count
      conditions.append(
        Condition(text: record.text, decision: resolution.decision, resolution: resolution))
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
    for index in topology.nodes.indices {
      let id = NodeID(index)
      switch topology.placement(of: id) {
      case .own, .like: break
      case .prototype, .none: continue
      }
      let node = topology.nodes[index]
      guard let run = node.run, let condition = indices[run.text] else { continue }
      if case .rule = node, form.state.results[index] == .notRun { continue }
      let values = run.binding.map(form.value)
      let object = run.object.map(form.value) ?? .null
      let context = form.state.context
      // A condition that reads the time has no other mark of it here, so the time is an input.
      let read = values + [object, .date(context.now)]
      guard inputs.updateValue(read, forKey: id) != read else { continue }
      var objects = [object]
      if case .options(let row, _) = node {
        objects = (topology.row(row).content.options ?? []).map(\.object)
      }
      let known = conditions[condition]
      for object in objects {
        guard
          let outcome = known.resolution.outcomes(
            of: known.decision, object: object, context: context,
            operand: { values.indices.contains($0) ? values[$0] : nil })
        else { continue }
        samples.append(
          Sample(condition: condition, result: outcome.result, parts: outcome.parts))
      }
    }
    return samples
  }
}
