// The functions of the host that the texts of a form call by name, and how a text calls them.

import Predicate

/// A function of the host.
struct FunctionRecord: Sendable {
  let name: String
  let body: FormFunction

  /// Collects the arguments of an asynchronous rule.
  ///
  /// No function of the host can be meant by its name, which is blank.
  static let collecting = FunctionRecord(name: "") { .array($0.values) }

  /// The message about a function that the host has not supplied.
  static func unknown(_ name: String) -> String { "\(unknownPrefix)\(name)'" }
  static let unknownPrefix = "unknown function '"
  /// The hint of that message.
  static let supplyHint = "supply it where the form is compiled, or with --stub in the command"
}

typealias HostCall = EvaluationContext.HostCall

/// An error: a function gave a value that no row could hold, so no formula may pass it on.
private struct UnusableResult: Error, CustomStringConvertible {
  let obstacle: ValueObstacle

  var description: String { "a form holds \(obstacle.stored)" }
}

extension Topology {
  /// What calls the functions of the host from a text; nil if there are none.
  var hostCall: HostCall? {
    guard !graph.functions.isEmpty else { return nil }
    let bodies = Dictionary(graph.functions.map { ($0.name, $0.body) }) { first, _ in first }
    let byteLimit = graph.limits.valueBytes
    return { name, names, values in
      guard let body = bodies[name] else { return .null }
      let result = try body(FunctionArguments(names: names, values: values))
      if let obstacle = result.obstacle(within: byteLimit), obstacle.isOfSize {
        throw UnusableResult(obstacle: obstacle)
      }
      return result
    }
  }
}
