// The file of a form, kept so that problems found later can be shown at their places in it. The
// compiler knows only paths. A path always follows the full form, even if the file uses a shorter
// one. Every path has a place if the file is JSON. Running a form does not need the file.

import Predicate

/// The text of a form file and the tree read from it.
public struct FormSource: Sendable {
  /// The name of the file in messages.
  public let name: String
  /// The text.
  public let bytes: [UInt8]
  private let finding: Finding

  /// How the places of paths are found.
  private enum Finding {
    /// There are no places: the text could not be read.
    case nowhere
    /// By the tree of the text; in a file of another format, by the path that the function gives.
    case json(JSONElement, ForeignPath?)
    /// By a map that an importer made.
    case map(SourceMap)
  }

  /// The path in a file of another format, with that file's root, for a path in the form.
  package typealias ForeignPath = @Sendable (JSONPath, JSONElement, JSONPlaces) -> JSONPath

  /// Keeps the text of a file and its tree.
  public init(name: String, bytes: [UInt8], root: JSONElement? = nil) {
    self.init(name: name, bytes: bytes, root: root, foreignPath: nil)
  }

  package init(name: String, bytes: [UInt8], root: JSONElement?, foreignPath: ForeignPath?) {
    self.name = name
    self.bytes = bytes
    finding = root.map { .json($0, foreignPath) } ?? .nowhere
  }

  /// Keeps the text of a file of another notation, with the places of the form in it.
  package init(name: String, bytes: [UInt8], map: SourceMap) {
    self.name = name
    self.bytes = bytes
    finding = .map(map)
  }

  /// The root element of the text; nil if the text is not JSON.
  public var root: JSONElement? {
    if case .json(let root, _) = finding { root } else { nil }
  }

  /// Gives the path in a JSON file of another format for a path in the form.
  var foreignPath: ForeignPath? {
    if case .json(_, let path) = finding { path } else { nil }
  }

  /// The places of the form in a file that is not JSON.
  private var map: SourceMap? { if case .map(let map) = finding { map } else { nil } }

  /// Whether the file is in another format than the form.
  package var isForeign: Bool { foreignPath != nil || map != nil }

  /// The range in the file of the element at a path, or of a part of its text.
  ///
  /// These paths are understood, too:
  ///
  /// - In a file of another format, the path of what its parts become in the form. In a file that
  ///   is not JSON, the nearest path around that has a place counts.
  /// - `hidden` and `disabled` for their opposites `visible` and `enabled`, and the `tag` of a rule
  ///   for its `value`.
  /// - A path into the full form of something written in short form, such as an option that is only
  ///   its value.
  ///
  /// A missing element is placed at the opening bracket of the object or list that it is missing
  /// from.
  ///
  /// - Parameters:
  ///   - path: The path of the element.
  ///   - textRange: UTF-8 offsets in the decoded text of a string; nil for the whole element.
  /// - Returns: The range in UTF-8 offsets; nil if the file could not be read.
  public func range(of path: JSONPath, textRange: Range<Int>? = nil) -> Range<Int>? {
    if let map { return map.place(of: path)?.range }
    return root.flatMap {
      range(of: path, focus: .element, textRange: textRange, JSONPlaces(below: $0))
    }
  }

  /// A path for people: as the notation of the file writes paths, if the file is not JSON.
  package func shown(_ path: JSONPath) -> String {
    map?.place(of: path)?.path ?? path.description
  }

  /// The paths as the file has them: `visible` and `enabled` where the author wrote these in place
  /// of their opposites.
  ///
  /// - Complexity: O(n) in the size of the file once, then O(depth) for each path.
  package func written(_ paths: [JSONPath]) -> [JSONPath] {
    guard let root, foreignPath == nil else { return paths }
    let places = JSONPlaces(below: root)
    return paths.map { path in
      var steps = path.steps
      var index = root.index
      for (depth, step) in path.steps.enumerated() {
        switch (step, root.document.entries[index].kind) {
        case (.index(let position), .array):
          guard let element = places.element(of: index, at: position) else { return path }
          index = element
        case (.key(let key), .object):
          let opposite = ConditionDefinition.opposites[key]
          if let found = places.key(of: index, named: key) {
            index = found + 1
          } else if let opposite, let found = places.key(of: index, named: opposite) {
            steps[depth] = .key(opposite)
            index = found + 1
          } else {
            return JSONPath(steps)
          }
        default: return JSONPath(steps)
        }
      }
      return JSONPath(steps)
    }
  }

  private func range(
    of path: JSONPath, focus: Problem.Focus, textRange: Range<Int>? = nil, _ places: JSONPlaces
  ) -> Range<Int>? {
    guard let root else { return nil }
    let document = root.document
    let path = pathInFile(path, places)
    var index = root.index
    var keyRange: Range<Int>?
    for (depth, step) in path.steps.enumerated() {
      switch (step, document.entries[index].kind) {
      case (.index(let position), .array):
        guard let element = places.element(of: index, at: position) else {
          return start(of: index, in: document)
        }
        (index, keyRange) = (element, nil)
      case (.key(let key), .object):
        let keys = Self.spellings(of: key, isInRule: Self.isRule(path.steps[..<depth]))
        let object = index
        guard let key = keys.lazy.compactMap({ places.key(of: object, named: $0) }).first else {
          guard key == "allOf", let set = ruleSet(namedIn: object, document, places) else {
            return start(of: index, in: document)
          }
          (index, keyRange) = (set, nil)
          continue
        }
        (index, keyRange) = (key + 1, document.range(of: key))
      default: return document.range(of: index)
      }
    }
    let element = JSONElement(document: document, index: index)
    switch focus {
    case .element: return textRange.map { element.sourceRange(of: $0) } ?? element.range
    case .key: return keyRange ?? element.range
    case .start: return document.isContainer(index) ? start(of: index, in: document) : element.range
    }
  }

  /// The rule set that a rule names; the parts of the rule are the rules in the set.
  private func ruleSet(
    namedIn rule: Int, _ document: JSONDocument, _ places: JSONPlaces
  ) -> Int? {
    guard let root, let name = places.key(of: rule, named: "ruleSet"),
      case .string(let text) = JSONElement(document: document, index: name + 1).content,
      let sets = places.key(of: root.index, named: "ruleSets")
    else { return nil }
    return places.key(of: sets + 1, named: text).map { $0 + 1 }
  }

  /// The range of the opening bracket.
  private func start(of index: Int, in document: JSONDocument) -> Range<Int> {
    let start = document.range(of: index).lowerBound
    return start..<(start + 1)
  }

  /// The keys that a file may have for one key of a path.
  private static func spellings(of key: String, isInRule: Bool) -> [String] {
    let other = isInRule && key == "tag" ? "value" : ConditionDefinition.opposites[key]
    return [key, other].compactMap { $0 }
  }

  private static func isRule(_ steps: ArraySlice<JSONPath.Step>) -> Bool {
    guard case .index? = steps.last else { return false }
    return ["rules", "allOf", "anyOf"].contains { steps.dropLast().last == .key($0) }
  }
}

extension FormSource: Hashable {
  /// Whether both are the same file under the same name, and both or neither may be in another
  /// format.
  public static func == (left: FormSource, right: FormSource) -> Bool {
    left.name == right.name && left.bytes == right.bytes && left.root == right.root
      && (left.foreignPath == nil) == (right.foreignPath == nil) && left.map == right.map
  }

  /// Hashes the name and the text.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(bytes)
  }
}

extension JSONPath {
  fileprivate func isWithin(_ key: String) -> Bool { steps.contains(.key(key)) }
}

// MARK: - Problems

extension FormSource {
  /// The problems with their ranges in the file, if they did not have them yet.
  package func placed(_ problems: [Problem]) -> [Problem] {
    if let map { return problems.map { Self.placed($0, map) } }
    guard let root else { return problems }
    let places = JSONPlaces(below: root)
    // A mistake in a rule set is found in each row that uses the set, but reported once.
    var told: Set<Told> = []
    return problems.map { placed($0, places) }
      .filter { $0.path.isWithin("allOf") ? told.insert(Told($0)).inserted : true }
  }

  /// The same for a check that has data of its own for each problem: as many as were given.
  package func located(_ problems: [Problem]) -> [Problem] {
    if let map { return problems.map { Self.placed($0, map) } }
    guard let root else { return problems }
    let places = JSONPlaces(below: root)
    return problems.map { placed($0, places) }
  }

  /// A message at a range, for finding duplicates.
  private struct Told: Hashable {
    let range: Range<Int>?
    let message: String

    init(_ problem: Problem) { (range, message) = (problem.range, problem.message) }
  }

  /// A problem with the places of an imported form; a part of a text has the place of the text.
  private static func placed(_ problem: Problem, _ map: SourceMap) -> Problem {
    var placed = problem
    placed.range = problem.range ?? map.place(of: problem.path)?.range
    for (index, related) in problem.related.enumerated() {
      placed.related[index].range = related.range ?? map.place(of: related.path)?.range
    }
    if problem.isMutual { putLast(&placed) }
    return placed
  }

  private func placed(_ problem: Problem, _ places: JSONPlaces) -> Problem {
    var placed = problem
    placed.path = pathInFile(problem.path, places)
    placed.range =
      problem.range
      ?? range(
        of: problem.path, focus: problem.focus, textRange: problem.textRange, places)
    for (index, related) in problem.related.enumerated() {
      placed.related[index].path = pathInFile(related.path, places)
      placed.related[index].range =
        related.range ?? range(of: related.path, focus: related.focus, places)
    }
    if problem.isMutual { Self.putLast(&placed) }
    // The author copies the hint about a text into a string of JSON.
    if problem.range == nil, placed.range != nil, problem.textRange != nil, !problem.hintsAtFile,
      problem.kind != .cycle, problem.kind != .pattern
    {
      placed.hint = problem.hint.map {
        String(JSONWriter.text(of: .string($0)).dropFirst().dropLast())
      }
    }
    return placed
  }

  /// Moves the problem to the later of two equal things in the file.
  private static func putLast(_ problem: inout Problem) {
    guard let own = problem.range, let other = problem.related.first?.range,
      own.lowerBound < other.lowerBound
    else { return }
    swap(&problem.path, &problem.related[0].path)
    swap(&problem.range, &problem.related[0].range)
    swap(&problem.focus, &problem.related[0].focus)
  }
}
