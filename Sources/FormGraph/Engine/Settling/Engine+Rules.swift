// Runs the rules that are nodes: predicates, patterns and functions. A rule that skips empty values
// is not run if the row's value is empty. An asynchronous rule collects what the host is asked.

import Predicate

extension Engine {
  @inline(never)
  mutating func settleRule(
    _ node: PackedNode, _ row: RowIndex
  ) {
    guard let rule = topology.row(row).rule(Int(topology.graph.nodes.rest(of: node).rule)) else {
      return
    }
    touch(row)
    let value = state.values[row.index]
    let problem = state.problems[node.id.index]
    let result: NodeResult
    var isOther = false
    if rule.skipsEmpty && value.isEmpty {
      setProblem(nil, of: node.id)
      result = .notRun
    } else if rule.refuses(value) {
      setProblem(nil, of: node.id)
      result = .no
    } else {
      switch rule.kind {
      case .regex: result = holds(node, for: rule.subject(of: value))
      case .function: (result, isOther) = accepts(node)
      case .asyncFunction: (result, isOther) = collects(node)
      default: result = holds(node, direct(node))
      }
    }
    // The verdict contains the problem of a rule that fails. So a different problem counts as a
    // change even if the result is the same.
    if setResult(result, of: node.id) || isOther || problem != state.problems[node.id.index] {
      markReaders(of: node)
    }
  }

  /// Whether a predicate holds for an object other than the row's own value.
  private mutating func holds(
    _ node: PackedNode, for object: Value
  ) -> NodeResult {
    noteEvaluation(of: node.id)
    var rest = Value.null
    var steps = allSteps
    do throws(NodeProblem) {
      let cell = try run(node, within: &steps, rest: &rest) { object }
      guard let holds = cell.truth else { throw .wrongKind(cell.value ?? rest) }
      setProblem(nil, of: node.id)
      return NodeResult(holds)
    } catch {
      setProblem(error, of: node.id)
      return .failed
    }
  }

  /// Collects the arguments of an asynchronous rule.
  ///
  /// - Returns: Yes, and whether the arguments changed. The verdict decides whether the host is
  ///   asked.
  private mutating func collects(_ node: PackedNode) -> (NodeResult, isOther: Bool) {
    noteEvaluation(of: node.id)
    do throws(NodeProblem) {
      return (.yes, setFact(try callFunction(of: node) { state.value(of: $0) }, of: node.id))
    } catch {
      setProblem(error, of: node.id)
      return (.failed, setFact(.null, of: node.id))
    }
  }

  /// Calls the function of a rule, which gives true or nil if it accepts the value, and otherwise
  /// false or a message.
  ///
  /// - Returns: The result, and whether the message changed.
  private mutating func accepts(_ node: PackedNode) -> (NodeResult, isOther: Bool) {
    noteEvaluation(of: node.id)
    var answer = Value.null
    do throws(NodeProblem) {
      answer = try callFunction(of: node) { state.value(of: $0) }
      switch answer {
      case .null, .bool, .string: setProblem(nil, of: node.id)
      default: throw .wrongKind(answer)
      }
    } catch {
      setProblem(error, of: node.id)
      return (.failed, setFact(.null, of: node.id))
    }
    guard case .string = answer else {
      return (NodeResult(answer != .bool(false)), setFact(.null, of: node.id))
    }
    return (.no, setFact(answer, of: node.id))
  }
}
