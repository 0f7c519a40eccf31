// The file a form came from, kept so that a problem found later (by the compiler, which knows
// paths only) can be shown where it stands. Nothing of it is needed to run a form.

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
  /// `hidden` and `disabled` are also found under their opposites `visible` and `enabled`.
  ///
  /// - Parameters:
  ///   - path: The way to the element.
  ///   - textRange: UTF-8 offsets in the decoded text of a string; nil for the whole element.
  /// - Returns: UTF-8 offsets in the file; nil where it has no such element.
  public func range(of path: JSONPath, textRange: Range<Int>? = nil) -> Range<Int>? {
    guard var element = root else { return nil }
    for step in path.steps {
      switch (step, element.content) {
      case (.index(let index), .array(let elements)) where elements.indices.contains(index):
        element = elements[index]
      case (.key(let key), .object(let members)):
        let keys = [key, ConditionDefinition.opposites[key]].compactMap { $0.map(ExactText.init) }
        let found = keys.lazy.compactMap { key in members.first { ExactText($0.key) == key } }
        guard let member = found.first else { return nil }
        element = member.element
      default: return nil
      }
    }
    return textRange.map { element.sourceRange(of: $0, in: bytes) } ?? element.range
  }
}
