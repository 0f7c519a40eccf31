// Where a form has errors, so that nothing is reported that may follow from an error.

import FormGraph

/// The places of the errors of a form.
struct ErrorPlaces {
  /// The paths of the errors about whole elements.
  private var elements: Set<JSONPath> = []
  /// The paths of all elements around such an error.
  private var around: Set<JSONPath> = []
  /// The ranges of the errors inside texts.
  private var ranges: [JSONPath: [Range<Int>]] = [:]

  /// The rows or other elements with an error, by what the error is about.
  private var owners: Set<Owner> = []

  /// An element with what is wrong with one of its keys.
  private struct Owner: Hashable {
    let id: FindingID
    let path: JSONPath

    init?(_ id: FindingID, _ path: JSONPath) {
      guard !path.steps.isEmpty else { return nil }
      self.id = id
      self.path = JSONPath(path.steps.dropLast())
    }
  }

  /// Collects the places of errors.
  ///
  /// - Complexity: O(n) in the number of errors and the depth of their paths.
  init(_ errors: [Problem]) {
    for error in errors {
      let path = error.path.ofCompiler
      if let range = error.textRange {
        ranges[path, default: []].append(range)
        continue
      }
      elements.insert(path)
      if let owner = Owner(FindingID(error.kind), path) { owners.insert(owner) }
      for depth in path.steps.indices { around.insert(JSONPath(Array(path.steps[..<depth]))) }
    }
  }

  /// Whether a finding is about a part of the form that has an error, or is the same mistake at
  /// another key, as `minimum` and `maximum`.
  func contains(_ finding: Finding) -> Bool {
    let problem = finding.problem
    let path = problem.path.ofCompiler
    if around.contains(path) { return true }
    if let owner = Owner(finding.id, path), owners.contains(owner) { return true }
    for depth in 0...path.steps.count
    where elements.contains(JSONPath(Array(path.steps[..<depth]))) {
      return true
    }
    guard let ranges = ranges[path], let range = problem.textRange else { return false }
    return ranges.contains { $0.overlaps(range) }
  }
}

extension JSONPath {
  /// The path that the compiler has for the same condition: one for `visible` and `hidden`.
  var ofCompiler: JSONPath {
    for (key, opposite) in ConditionDefinition.opposites where steps.last == .key(opposite) {
      return JSONPath(steps.dropLast() + [.key(key)])
    }
    return self
  }
}
