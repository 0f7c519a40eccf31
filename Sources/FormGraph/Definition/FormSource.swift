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
  /// `hidden` and `disabled` are also found under their opposites `visible` and `enabled`, the `tag`
  /// of a rule under `value`. Where something stands in its short form, such as an option that is
  /// its value or a rule that is its name, a path into the full form finds that. What is not there
  /// at all is placed at the opening bracket of what it is missing in.
  ///
  /// - Parameters:
  ///   - path: The way to the element.
  ///   - textRange: UTF-8 offsets in the decoded text of a string; nil for the whole element.
  /// - Returns: UTF-8 offsets in the file; nil where the file is not JSON.
  public func range(of path: JSONPath, textRange: Range<Int>? = nil) -> Range<Int>? {
    range(of: path, focus: .element, textRange: textRange)
  }

  private func range(
    of path: JSONPath, focus: Problem.Focus, textRange: Range<Int>? = nil
  ) -> Range<Int>? {
    guard var element = root else { return nil }
    var keyRange: Range<Int>?
    for (index, step) in path.steps.enumerated() {
      switch (step, element.content) {
      case (.index(let position), .array(let elements)):
        guard elements.indices.contains(position) else { return Self.start(of: element) }
        (element, keyRange) = (elements[position], nil)
      case (.key(let key), .object(let members)):
        let keys = Self.spellings(of: key, isInRule: Self.isRule(path.steps[..<index]))
        let found = keys.lazy.compactMap { key in
          members.indices.first { ExactText(members[$0].key) == key }
        }
        guard let position = found.first else { return Self.start(of: element) }
        (element, keyRange) = (members[position].element, members[position].keyRange)
      default: return element.range
      }
    }
    switch focus {
    case .element: return textRange.map { element.sourceRange(of: $0) } ?? element.range
    case .key: return keyRange ?? element.range
    case .start: return element.isContainer ? Self.start(of: element) : element.range
    }
  }

  /// The opening bracket.
  private static func start(of element: JSONElement) -> Range<Int> {
    element.range.lowerBound..<(element.range.lowerBound + 1)
  }

  /// The keys under which a file may have what paths know under one.
  private static func spellings(of key: String, isInRule: Bool) -> [ExactText] {
    let other = isInRule && key == "tag" ? "value" : ConditionDefinition.opposites[key]
    return [key, other].compactMap { $0.map(ExactText.init) }
  }

  private static func isRule(_ steps: ArraySlice<JSONPath.Step>) -> Bool {
    guard case .index? = steps.last else { return false }
    return steps.dropLast().last == .key("rules")
  }
}

// MARK: - Problems

extension FormSource {
  /// A problem with its places in the file, as far as it does not have them.
  func placed(_ problem: Problem) -> Problem {
    var placed = problem
    placed.range =
      problem.range ?? range(of: problem.path, focus: problem.focus, textRange: problem.textRange)
    for (index, related) in problem.related.enumerated() {
      placed.related[index].range = related.range ?? range(of: related.path, focus: related.focus)
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
