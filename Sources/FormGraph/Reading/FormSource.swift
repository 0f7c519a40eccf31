// The file a form came from, kept so that a problem found later (by the compiler, which knows
// paths only) can be shown where it stands. A path always says the full form of what the file may
// say in a shorter one; every path has a place as long as the file is JSON. Nothing of it is needed
// to run a form.

import Predicate

/// The text of a form and what was read from it.
public struct FormSource: Sendable, Hashable {
  /// What messages call the file.
  public let name: String
  /// The text.
  public let bytes: [UInt8]
  /// What the text says; nil where it is not JSON.
  public let root: JSONElement?

  /// Keeps a text and its tree.
  public init(name: String, bytes: [UInt8], root: JSONElement? = nil) {
    self.name = name
    self.bytes = bytes
    self.root = root
  }

  /// Where the element at a path stands, or a part of its text.
  ///
  /// In a file of questions the path may be that of the row that a question becomes.
  /// `hidden` and `disabled` are also found under their opposites `visible` and `enabled`, the
  /// `tag` of a rule under `value`. Where something stands in its short form, such as an option
  /// that is its value or a rule that is its name, a path into the full form finds that. What is
  /// not there at all is placed at the opening bracket of what it is missing in.
  ///
  /// - Parameters:
  ///   - path: The way to the element.
  ///   - textRange: UTF-8 offsets in the decoded text of a string; nil for the whole element.
  /// - Returns: UTF-8 offsets in the file; nil where the file is not JSON.
  public func range(of path: JSONPath, textRange: Range<Int>? = nil) -> Range<Int>? {
    root.flatMap { range(of: path, focus: .element, textRange: textRange, JSONPlaces(below: $0)) }
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

  /// The set whose name a rule is: its rules are all of those that the set has.
  private func ruleSet(
    namedIn rule: Int, _ document: JSONDocument, _ places: JSONPlaces
  ) -> Int? {
    guard let root, let name = places.key(of: rule, named: "ruleSet"),
      case .string(let text) = JSONElement(document: document, index: name + 1).content,
      let sets = places.key(of: root.index, named: "ruleSets"),
      document.entries[sets + 1].kind == .object
    else { return nil }
    return places.key(of: sets + 1, named: text).map { $0 + 1 }
  }

  /// The opening bracket.
  private func start(of index: Int, in document: JSONDocument) -> Range<Int> {
    let start = document.range(of: index).lowerBound
    return start..<(start + 1)
  }

  /// The keys under which a file may have what paths know under one.
  private static func spellings(of key: String, isInRule: Bool) -> [String] {
    let other = isInRule && key == "tag" ? "value" : ConditionDefinition.opposites[key]
    return [key, other].compactMap { $0 }
  }

  private static func isRule(_ steps: ArraySlice<JSONPath.Step>) -> Bool {
    guard case .index? = steps.last else { return false }
    return ["rules", "allOf", "anyOf"].contains { steps.dropLast().last == .key($0) }
  }
}

extension JSONPath {
  /// Whether the path leads through a key.
  fileprivate func isWithin(_ key: String) -> Bool { steps.contains(.key(key)) }
}

// MARK: - Problems

extension FormSource {
  /// Problems with their places in the file, as far as they do not have them.
  func placed(_ problems: [Problem]) -> [Problem] {
    guard let root else { return problems }
    let places = JSONPlaces(below: root)
    // What is wrong with a set of rules is found in each row that has it, and told once.
    var told: Set<Told> = []
    return problems.map { placed($0, places) }
      .filter { $0.path.isWithin("allOf") ? told.insert(Told($0)).inserted : true }
  }

  /// What is said at a place.
  private struct Told: Hashable {
    let range: Range<Int>?
    let message: String

    init(_ problem: Problem) { (range, message) = (problem.range, problem.message) }
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
    return placed
  }

  /// Of two equal things the second is the mistake, in the order of the file.
  private static func putLast(_ problem: inout Problem) {
    guard let own = problem.range, let other = problem.related.first?.range,
      own.lowerBound < other.lowerBound
    else { return }
    swap(&problem.path, &problem.related[0].path)
    swap(&problem.range, &problem.related[0].range)
    swap(&problem.focus, &problem.related[0].focus)
  }
}
