// The function of the host that forms of scenarios call. It counts its calls, so that a scenario
// can say when it runs.

import FormGraph
import Predicate
import TestSupport

/// The function `half` with a count of its calls.
struct HalfFunction {
  private let calls = Locked(0)

  private struct NoNumber: Error, CustomStringConvertible {
    let description = "there is no number"
  }

  var functions: [String: FormFunction] {
    let calls = calls
    return [
      "half": { arguments in
        calls.withLock { $0 += 1 }
        guard case .int(let number)? = arguments.values.first else { throw NoNumber() }
        return .int(number / 2)
      }
    ]
  }

  /// The calls since the last call of this method.
  func take() -> Int {
    calls.withLock { count in
      defer { count = 0 }
      return count
    }
  }
}
