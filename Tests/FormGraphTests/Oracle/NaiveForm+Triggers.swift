// Actions of rows in the naive form: after an edit the form settles, and each action of the row
// runs and settles, with all that it sets off, before the next.

import Foundation
import Predicate

@testable import FormFile
@testable import FormGraph

extension NaiveForm {
  /// Whether an edit may set off actions.
  var hasTriggers: Bool {
    shape.sections.flatMap(\.allRows).contains(where: \.definition.hasTriggers)
  }

  /// Settles, and runs the actions of a row if it holds another value than before its edit.
  mutating func runActions(of id: Int, unlessStill old: Value) {
    settle()
    var begun: [Int: Set<Int>] = [:]
    run(id, unlessStill: old, &begun)
  }

  private mutating func run(_ id: Int, unlessStill old: Value, _ begun: inout [Int: Set<Int>]) {
    guard stored[id] ?? .null != old, let row = trigger(id) else { return }
    for (index, action) in row.definition.whenChanged.enumerated() {
      guard begun[id]?.contains(index) != true, let row = trigger(id) else { continue }
      let scope = scope(of: row)
      guard case .row(let target)? = meaning(of: action.target, scope), let other = trigger(target)
      else { continue }
      if let condition = action.condition {
        guard case .bool(true)? = value(condition, isPredicate: true, scope) else { continue }
      }
      let before = stored[target] ?? .null
      if case .set(_, let formula) = action.effect {
        guard let value = value(formula, isPredicate: false, scope),
          let kept = other.definition.kept(value)
        else { continue }
        give(kept, to: other)
      } else {
        restart(other)
      }
      settle()
      begun[id, default: []].insert(index)
      run(target, unlessStill: before, &begun)
      begun[id]?.remove(index)
    }
  }

  private func trigger(_ id: Int) -> Row? {
    shape.sections.lazy.flatMap(\.allRows).first { $0.id == id }
  }
}
