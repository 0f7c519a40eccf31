// Finds the rows of questions in their file. A problem of a row is a problem of its question, under
// the question's own words. The reader makes sure that each question has the index of its row, and
// each of its own rules the index of that rule.

import Predicate

extension FormSource {
  /// The path in the file for a path in the form.
  ///
  /// They differ only in a file of questions.
  func pathInFile(_ path: JSONPath, _ places: JSONPlaces) -> JSONPath {
    let path = pathOfAction(path, places)
    let section: [JSONPath.Step] = [.key("sections"), .index(0)]
    guard let root, path.steps.starts(with: section),
      let questions = places.key(of: root.index, named: "questions")
    else { return path }
    var steps = path.steps.dropFirst(section.count)
    var inFile: [JSONPath.Step] = [.key("questions")]
    guard steps.popFirst() == .key("rows"), case .index(let row)? = steps.popFirst() else {
      return JSONPath(inFile)
    }
    inFile.append(.index(row))
    guard let question = places.element(of: questions + 1, at: row) else { return JSONPath(inFile) }
    return JSONPath(inFile + stepsInFile(Array(steps), ofQuestion: question, places))
  }

  /// The path within a question for a path within its row.
  private func stepsInFile(
    _ steps: [JSONPath.Step], ofQuestion question: Int, _ places: JSONPlaces
  ) -> [JSONPath.Step] {
    guard case .key(let key)? = steps.first else { return steps }
    let rest = Array(steps.dropFirst())
    func isGiven(_ key: String) -> Bool { places.key(of: question, named: key) != nil }
    switch (key, rest.first) {
    case ("rules", .index(let rule)?):
      let own = places.key(of: question, named: "rules")
      if let own, places.element(of: own + 1, at: rule) != nil { return steps }
      return [.key("validation")]
        + rest.dropFirst().map { $0 == .key("pattern") ? .key("regex") : $0 }
    case ("options", .index(let option)?):
      // A choice is a text, or a pair of a value and its text.
      let part: [JSONPath.Step] =
        rest.dropFirst().first.map { [.index($0 == .key("title") ? 1 : 0)] } ?? []
      return [.key("choices"), .index(option)] + part
    case ("required", _) where !isGiven("required"): return [.key("validation")]
    default: return [.key(Self.words[key]?.first(where: isGiven) ?? key)] + rest
    }
  }

  /// The words of questions for keys of rows, if they differ.
  static let words = [
    "tag": ["key"], "name": ["key"], "type": ["question_type"], "title": ["prompt", "title"],
    "value": ["default"], "options": ["choices"], "minuteInterval": ["minute_interval"],
    "minimum": ["selection_min"], "maximum": ["selection_max"],
  ]
}

extension FormSource {
  /// The path of an action of a template, which the full form has in the first row.
  fileprivate func pathOfAction(_ path: JSONPath, _ places: JSONPlaces) -> JSONPath {
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
        guard root.document.entries[index].kind == .object,
          let found = places.key(of: index, named: key)
        else { return path }
        index = found + 1
      case .index(let position):
        guard root.document.entries[index].kind == .array,
          let found = places.element(of: index, at: position)
        else { return path }
        index = found
      }
      guard root.document.isContainer(index) else { return path }
    }
    return path
  }

  /// The number of actions that the first row of a template has in the file.
  private func ownActions(below template: Int, _ places: JSONPlaces) -> Int {
    guard let root, let rows = places.key(of: template, named: "rows"),
      root.document.entries[rows + 1].kind == .array,
      let row = places.element(of: rows + 1, at: 0),
      root.document.entries[row].kind == .object,
      let actions = places.key(of: row, named: "actions"),
      root.document.entries[actions + 1].kind == .array
    else { return 0 }
    return root.document.children(of: actions + 1).count
  }
}
