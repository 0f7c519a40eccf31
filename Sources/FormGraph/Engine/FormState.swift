// What one live form knows: values, attributes, results. Everything here belongs to the form alone,
// in pages that copies of the form share; what it shares with other forms is its topology.

import Foundation
import Predicate

/// The state of a live form.
struct FormState: Sendable {
  /// By row: the stored value.
  var values = Pages<Value>()
  /// By input.
  var inputs: [Value]
  var attributes = Attributes()
  /// By node.
  var results = Pages<NodeResult>()
  /// By node: what a fact about values last gave.
  var facts = Pages<Value>()
  /// By row: what the rules say of its value.
  var verdicts = Pages<[RowError]>()
  /// By row: what of the verdict has been shown.
  var errors = Pages<[RowError]>()
  /// By node: why it has no result.
  var problems = Pages<NodeProblem?>()
  /// The nodes that could not be evaluated.
  var failing = IDSet<NodeID>()
  var now: Date
  /// By section: how many rows are invalid and not hidden by themselves.
  var invalidRows = Pages<Int32>()
  /// How many visible rows are invalid.
  var invalidVisibleRows = 0

  /// Makes room for everything that a topology has.
  mutating func grow(to topology: Topology) {
    let rows = topology.rows.count
    let nodes = topology.nodes.count
    values.grow(to: rows, with: .null)
    verdicts.grow(to: rows, with: [])
    errors.grow(to: rows, with: [])
    attributes.grow(toRows: rows, sections: topology.sections.count)
    invalidRows.grow(to: topology.sections.count, with: 0)
    results.grow(to: nodes, with: .unevaluated)
    facts.grow(to: nodes, with: .null)
    problems.grow(to: nodes, with: nil)
  }
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

  /// What a decision by the condition comes to: one that fails decides "no", whichever way round it
  /// was written.
  func decides(isInverted: Bool) -> Bool {
    switch self {
    case .yes: !isInverted
    case .no: isInverted
    case .unevaluated, .failed, .notRun: false
    }
  }
}

/// Why a node has no result.
indirect enum NodeProblem: Error, Hashable, Sendable {
  case evaluation(EvaluationFailure)
  /// A formula gave a value that its row cannot hold, or a function something else than true or
  /// false.
  case wrongKind(Value)
  /// What a function of the host's threw, in words.
  case thrown(String)
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
