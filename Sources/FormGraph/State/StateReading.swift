// What decides of a member, by what its nodes have given: read the same way at the moment that is
// and at the one before a transaction.

import Predicate

/// What the nodes of a form have given at one moment, to be read.
protocol StateReading: ~Copyable {
  func result(of node: NodeID) -> NodeResult
  /// What a fact about values last gave.
  func fact(of node: NodeID) -> Value
}

extension StateReading where Self: ~Copyable {
  /// What a decision comes to.
  @inline(__always)
  func holds(_ decision: Decision) -> Bool {
    switch decision {
    case .constant(let holds): holds
    case .condition(let node, _, let isInverted):
      result(of: node).decides(isInverted: isInverted)
    }
  }

  /// The values of the options that can be chosen of a row, in their order; nil of a row without
  /// options.
  func choosable(of row: RowRecord) -> [Value]? {
    if let node = row.options, case .array(let options) = fact(of: node) { return options }
    return row.content.options?.map(\.value)
  }

  /// The options of a row that are disabled, by their values.
  func disabledOptions(of row: RowRecord) -> [Value] {
    let decisions = row.optionDisablings
    guard !decisions.isEmpty else { return [] }
    return zip(row.content.options ?? [], decisions).filter { holds($0.1) }.map(\.0.value)
  }
}
