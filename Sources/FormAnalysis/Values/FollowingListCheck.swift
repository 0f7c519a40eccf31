// Finds lists that have as many items as another list or choice and read it by position. If an item
// in the middle of it goes, the answers of all items behind it go to their neighbours.

import FormGraph
import Predicate

/// Looks for lists that follow another list by count.
struct FollowingListCheck {
  /// By the path of each list: the name of what counts its items; nil if nothing of one name does.
  private var counters: [JSONPath: String?] = [:]
  private var tags: [JSONPath: String] = [:]
  private(set) var findings: [Finding] = []

  /// - Complexity: O(n) in the number of sections.
  init(_ outline: FormOutline) {
    for place in outline.places {
      guard let section = place.section, case .multivalued(let items) = section.kind else {
        continue
      }
      counters.updateValue(items.countFormula.flatMap(Self.counter), forKey: place.path)
      tags[place.path] = section.tag
    }
  }

  /// The name in `$kids.@count` or `count($kids)`; nil for other formulas.
  private static func counter(_ formula: String) -> String? {
    let text = CanonicalText.formula(formula)
    for (start, end) in [("$", ".@count"), ("count($", ")")]
    where text.hasPrefix(start) && text.hasSuffix(end) {
      let name = String(text.dropFirst(start.count).dropLast(end.count))
      if Identifier.isValid(name) { return name }
    }
    return nil
  }

  /// Looks at a text of the form; the first that follows the other list is the finding.
  mutating func look(at text: CheckedText) {
    guard text.scope.isItem else { return }
    let structure = text.structure
    let indexed = structure.nodes.compactMap { node -> String? in
      guard case .index = structure.kind(of: node) else { return nil }
      let children = structure.children(of: node)
      guard case .variable(let list) = structure.kind(of: children[0]),
        case .member(let key) = structure.kind(of: children[1]), structure.name(key) == "index",
        case .variable(let item) = structure.kind(of: structure.child(0, of: children[1])),
        text.tree.variable(item) == "item"
      else { return nil }
      return text.tree.variable(list)
    }
    guard !indexed.isEmpty else { return }
    // `$item` is the item of the innermost list.
    let steps = text.path.steps
    for depth in steps.indices.reversed() {
      let path = JSONPath(Array(steps[..<depth]))
      guard let counter = counters[path] else { continue }
      guard let counter, indexed.contains(counter) else { return }
      counters[path] = .some(nil)
      add(path, counter, text.scope)
      return
    }
  }

  private mutating func add(_ path: JSONPath, _ counter: String, _ scope: Scope) {
    let isList: Bool
    if case .list? = scope.meaning(of: counter) { isList = true } else { isList = false }
    let list = tags[path].map { "the items of '\($0)'" } ?? "the items"
    findings.append(
      Finding(
        .listFollows,
        Problem(
          "\(list) follow '\(counter)' by position: if an element of '\(counter)' goes, its answers "
            + "become those of the next one", severity: .warning, path: path.appending("count"),
          hint: isList
            ? "put these rows into the template of '\(counter)'"
            : "ask with a row for each option, which is shown while the option is chosen")))
  }
}
