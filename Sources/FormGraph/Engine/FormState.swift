// What one live form knows: values, attributes, results. Everything here belongs to the form alone;
// what it shares with other forms is its topology.

import Foundation
import Predicate

/// The state of a live form.
struct FormState: Sendable {
  /// By row: the stored value.
  var values: [Value]
  /// By input.
  var inputs: [Value]
  var attributes: Attributes
  /// By node.
  var results: [NodeResult]
  /// What conditions last read of rows that count as nil while hidden, by the node of that fact.
  var visibleValues: [NodeID: Value] = [:]
  /// What the rules say of each value they have something to say of.
  var verdicts: [RowID: [RowError]] = [:]
  /// What of the verdicts has been shown.
  var errors: [RowID: [RowError]] = [:]
  /// The nodes that could not be evaluated.
  var problems: [NodeID: NodeProblem] = [:]
  var now: Date
  /// By section: how many rows are invalid and not hidden by themselves.
  var invalidRows: [Int32]
  /// How many visible rows are invalid.
  var invalidVisibleRows = 0
}

/// What a node last gave.
enum NodeResult: UInt8, Sendable {
  case unevaluated
  case no
  case yes
  /// The program failed; the problem stands in the state.
  case failed
  /// A rule over an empty value.
  case notRun

  init(_ holds: Bool) { self = holds ? .yes : .no }
}

/// Why a node has no result.
enum NodeProblem: Hashable, Sendable {
  case evaluation(EvaluationFailure)
  /// A formula gave a value that its row cannot hold.
  case wrongKind(Value)
}

/// Something that is wrong with the value of a row.
public struct RowError: Hashable, Sendable {
  /// What to tell the user.
  public let message: String
  /// Whether it makes the row invalid.
  public let severity: Severity
  /// The name of the rule, if it has one.
  public let id: String?

  /// Makes an error.
  public init(_ message: String, severity: Severity = .error, id: String? = nil) {
    self.message = message
    self.severity = severity
    self.id = id
  }
}
