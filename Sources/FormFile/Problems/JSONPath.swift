// The path of an element in a form file, as keys and indexes. A form built in Swift has the same
// paths as a file with the same content, so every problem has a path.

import Predicate

/// A path from the root of a JSON text to an element, such as `sections[0].rows[1].hidden`.
public struct JSONPath: Sendable, Hashable {
  /// One step of a path.
  public enum Step: Sendable, Hashable {
    /// The member of an object with a key.
    case key(String)
    /// The element of a list at an index, from 0.
    case index(Int)
  }

  /// The steps, from the root on; empty for the root itself.
  public var steps: [Step]

  /// Makes a path.
  ///
  /// Without steps, it is the path of the root.
  public init(_ steps: [Step] = []) { self.steps = steps }

  /// The path of a member of the object at this path.
  public func appending(_ key: String) -> JSONPath { JSONPath(steps + [.key(key)]) }

  /// The path of an element of the list at this path.
  public func appending(_ index: Int) -> JSONPath { JSONPath(steps + [.index(index)]) }

  /// The path with steps added.
  package func appending(_ steps: [Step]) -> JSONPath { JSONPath(self.steps + steps) }

  /// The indexes in the path, from the root on.
  ///
  /// In a form: the section, the row, and what is inside the row.
  package var indices: [Int] {
    steps.compactMap { if case .index(let index) = $0 { index } else { nil } }
  }
}

extension JSONPath: CustomStringConvertible {
  /// The path as text for messages.
  ///
  /// A key that is not an identifier is written like `["a b"]`.
  public var description: String {
    var text = ""
    for step in steps {
      switch step {
      case .index(let index): text += "[\(index)]"
      case .key(let key) where Identifier.isValid(key): text += (text.isEmpty ? "" : ".") + key
      case .key(let key): text += "[\(JSONWriter.text(of: .string(key)))]"
      }
    }
    return text
  }
}
