// Functions of the host's that keep a tally of their own: what the engine says it evaluated must be
// what ran.

import FormGraph
import Predicate
import TestSupport

/// The functions that random forms name.
enum WitnessFunction {
  static let names = ["f0", "f1", "f2"]

  struct Refusal: Error {}

  /// What a function answers: true or false, an error, or something it may not answer.
  static func answer(_ name: String, _ arguments: [Value]) throws -> Value {
    switch name {
    case "f0": return .bool(arguments.contains(.null))
    case "f1":
      if arguments.first == .null { throw Refusal() }
      return .bool(arguments.contains { $0 == .bool(true) || $0 == .int(1) })
    default:
      if arguments.first == "a" { return 1 }
      return .bool(arguments.contains { $0 == .int(2) || $0 == .bool(false) })
    }
  }
}

/// How often each function was called.
final class Witnesses: Sendable {
  private let calls = Locked<[String: Int]>([:])

  /// The functions as a form takes them.
  var functions: [String: FormFunction] {
    Dictionary(
      uniqueKeysWithValues: WitnessFunction.names.map { name in
        (
          name,
          { @Sendable arguments in
            self.calls.withLock { $0[name, default: 0] += 1 }
            return try WitnessFunction.answer(name, arguments.values)
          }
        )
      })
  }

  /// The calls since this was asked last.
  func take() -> [String: Int] {
    calls.withLock { calls in
      defer { calls = [:] }
      return calls
    }
  }
}
