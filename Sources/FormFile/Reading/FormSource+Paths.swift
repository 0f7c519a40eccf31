// Finds what stands in the full form under another path in the file: an action of a template, and
// everything in a file of another format.

import Predicate

extension FormSource {
  /// The path in the file for a path in the form.
  ///
  /// They differ in a file of another format, and for the actions of a template.
  func pathInFile(_ path: JSONPath, _ places: JSONPlaces) -> JSONPath {
    let path = pathOfAction(path, places)
    guard let root, let foreignPath else { return path }
    return foreignPath(path, root, places)
  }

  /// The path of an action of a template, which the full form has in the first row.
  private func pathOfAction(_ path: JSONPath, _ places: JSONPlaces) -> JSONPath {
    let marks: [JSONPath.Step] = [.key("rows"), .index(0), .key("actions")]
    guard let root, path.steps.contains(marks[2]) else { return path }
    var index = root.index
    for (depth, step) in path.steps.enumerated() {
      let rest = path.steps[depth...]
      if rest.starts(with: marks), case .index(let position)? = rest.dropFirst(3).first,
        places.key(of: index, named: "actions") != nil
      {
        let own = ownActions(below: index, places)
        guard position >= own else { return path }
        return JSONPath(
          Array(path.steps[..<depth]) + [marks[2], .index(position - own)]
            + Array(rest.dropFirst(4)))
      }
      switch step {
      case .key(let key):
        guard let found = places.key(of: index, named: key) else { return path }
        index = found + 1
      case .index(let position):
        guard let found = places.element(of: index, at: position) else { return path }
        index = found
      }
    }
    return path
  }

  /// The number of actions that the first row of a template has in the file.
  private func ownActions(below template: Int, _ places: JSONPlaces) -> Int {
    guard let root, let rows = places.key(of: template, named: "rows"),
      let row = places.element(of: rows + 1, at: 0),
      let actions = places.key(of: row, named: "actions"),
      root.document.entries[actions + 1].kind == .array
    else { return 0 }
    return root.document.children(of: actions + 1).count
  }
}
