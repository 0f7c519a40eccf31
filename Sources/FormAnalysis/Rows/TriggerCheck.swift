// Finds rows whose actions set off one another in a circle. Each action runs once, so a circle
// ends; whether its author knows it is another question.

import FormGraph
import Predicate

/// Looks for circles of actions.
struct TriggerCheck {
  /// By place in the outline: the places that the actions of the row change, with the action.
  private var targets: [Int: [(action: Int, place: Int)]] = [:]
  private let outline: FormOutline

  /// The findings about a form.
  ///
  /// - Complexity: O(n) in the number of rows and actions.
  static func findings(in outline: FormOutline) -> [Finding] {
    guard outline.places.contains(where: { $0.row?.hasTriggers == true }) else { return [] }
    return TriggerCheck(outline).findings
  }

  private init(_ outline: FormOutline) {
    self.outline = outline
    struct Name: Hashable {
      let tag: String
      let scope: Int
    }
    var names: [Name: Int] = [:]
    for (index, place) in outline.places.enumerated() {
      if let tag = place.tag, names[Name(tag: tag, scope: place.scope)] == nil {
        names[Name(tag: tag, scope: place.scope)] = index
      }
    }
    for (index, place) in outline.places.enumerated() {
      for (action, trigger) in (place.row?.whenChanged ?? []).enumerated() {
        var scope: Int? = place.scope
        // The number of steps is bounded by `SectionDefinition.maximumDepth`.
        while let inner = scope {
          if let target = names[Name(tag: trigger.target, scope: inner)] {
            targets[index, default: []].append((action, target))
            break
          }
          scope = outline.scopes[inner]
        }
      }
    }
  }

  /// One finding for each action that leads back to a row on the way to it.
  ///
  /// A depth-first search with a stack of its own: a chain may have as many rows as a form.
  private var findings: [Finding] {
    var findings: [Finding] = []
    var isDone: Set<Int> = []
    for first in targets.keys.sorted() where !isDone.contains(first) {
      var way: [(place: Int, next: Int)] = [(first, 0)]
      var depths = [first: 0]
      while let last = way.last {
        let actions = targets[last.place] ?? []
        guard last.next < actions.count else {
          isDone.insert(last.place)
          depths[last.place] = nil
          way.removeLast()
          continue
        }
        way[way.count - 1].next += 1
        let (action, target) = actions[last.next]
        if let depth = depths[target] {
          findings.append(circle(way[depth...].map(\.place), closedBy: action))
        } else if !isDone.contains(target) {
          depths[target] = way.count
          way.append((target, 0))
        }
      }
    }
    return findings
  }

  private func circle(_ places: [Int], closedBy action: Int) -> Finding {
    let names = (places + places.prefix(1)).map { outline.places[$0].tag ?? "a row" }
    let path = outline.places[places[places.count - 1]].path.appending("whenChanged")
      .appending(action)
    return Finding(
      .triggerCircle,
      Problem(
        "these set off one another: \(Problem.way(names)); each action runs once",
        severity: .warning, path: path,
        hint: "suppress this if it is meant, as for two units of one quantity"))
  }
}
