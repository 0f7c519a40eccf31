// The questions to the host that are pending, for the host: what is asked about which row.

import Predicate

/// A value of a row that waits for the answer of the host.
public struct PendingValidation: Hashable, Sendable, Identifiable {
  /// The token with which the host gives the answer.
  public let token: ValidationToken
  /// The row.
  public let row: RowID
  /// The id of the row in JSON, such as `#r5`.
  let rowID: String
  /// The name of the row: its tag or, in an item, its address; nil if it has none.
  public let tag: String?
  /// The name that the rule gives the function.
  public let function: String
  /// The name of the rule, if it has one.
  public let ruleID: String?
  /// The value of the row as `SELF`, and what the rule depends on.
  public let arguments: FunctionArguments
  /// By which kinds the arguments are written as JSON.
  let kinds: [ValueKind]

  /// The token.
  public var id: ValidationToken { token }

  /// The questions of rules in declaration order of their rows, and for each row in the order of
  /// its rules.
  static func all(
    _ answers: [(node: NodeID, answer: Answer)], of form: FormNumber, in topology: Topology,
    _ outline: Outline
  ) -> [PendingValidation] {
    guard !answers.isEmpty else { return [] }
    return answers.compactMap { node, answer -> (place: Outline.Place, index: Int, Self)? in
      guard case .rule(let row, let index, let run)? = topology.node(node),
        let rule = topology.row(row).rule(index), case .asyncFunction(let function, _) = rule.kind,
        case .array(let values) = answer.arguments, outline.rows.contains(row)
      else { return nil }
      let names = topology.text(of: run).dependencies
      let pending = PendingValidation(
        token: answer.token, row: row.id(in: form), rowID: topology.id(of: .row(row)),
        tag: outline.name(of: row, in: topology),
        function: function, ruleID: rule.id,
        arguments: FunctionArguments(
          names: names, values: values),
        kinds: names.map { name in
          name == "SELF" ? topology.jsonKind(of: row) : topology.jsonKind(named: name, beside: row)
        })
      return (outline.place(of: .row(row), in: topology), index, pending)
    }
    .sorted { ($0.place, $0.index) < ($1.place, $1.index) }.map(\.2)
  }
}
