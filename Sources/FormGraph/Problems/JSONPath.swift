// Where something stands in a form file, by keys and indexes. A form built in Swift has the same
// paths as the file it would have come from, so a problem can always name its place.

import Predicate

/// A way from the root of a JSON text to one of its elements: `sections[0].rows[1].hidden`.
public struct JSONPath: Sendable, Hashable {
  /// One step of the way.
  public enum Step: Sendable, Hashable {
    /// Into the member of an object.
    case key(String)
    /// Into the element of a list, from 0.
    case index(Int)
  }

  /// The steps, outermost first; none for the root.
  public var steps: [Step]

  /// Makes a path; without steps it is the root.
  public init(_ steps: [Step] = []) { self.steps = steps }

  /// The path to a member of the object that stands here.
  public func appending(_ key: String) -> JSONPath { JSONPath(steps + [.key(key)]) }

  /// The path to an element of the list that stands here.
  public func appending(_ index: Int) -> JSONPath { JSONPath(steps + [.index(index)]) }

  /// The indexes on the way, outermost first: of a form, the section, the row and what is in it.
  var indices: [Int] {
    steps.compactMap { if case .index(let index) = $0 { index } else { nil } }
  }
}

extension JSONPath: CustomStringConvertible {
  /// The path as messages show it; a key that is no plain name stands as `["a b"]`.
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
