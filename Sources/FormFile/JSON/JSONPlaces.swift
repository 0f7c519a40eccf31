// Converts between paths and places in a JSON text. Paths are needed only for reports, so nothing
// is stored for them while a text is read. Visited lists and objects are cached, so finding a
// thousand places costs little more than finding one.

import Predicate

/// Finds paths of elements, and elements by their paths, inside one element of a text.
package final class JSONPlaces {
  private let document: JSONDocument
  private let root: Int
  /// By list or object that was visited: its elements or keys.
  private var children: [Int: [Int]] = [:]
  /// By object that was visited: its keys by name.
  ///
  /// Of equal keys, the first.
  private var keys: [Int: [ExactText: Int]] = [:]

  init(below root: JSONElement) {
    document = root.document
    self.root = root.index
  }

  /// The path of a value.
  ///
  /// - Complexity: O(log n) if all lists and objects on the path have been visited before.
  package func path(to index: Int) -> JSONPath {
    var path = JSONPath()
    var parent = root
    while parent < index, document.isContainer(parent) {
      let children = children(of: parent)
      let position = lastPosition(in: children, notAfter: index)
      guard children.indices.contains(position) else { break }
      if document.entries[parent].kind == .object {
        path.steps.append(.key(document.text(at: children[position])))
        parent = children[position] + 1
      } else {
        path.steps.append(.index(position))
        parent = children[position]
      }
    }
    return path
  }

  /// The element of a list at a position; nil if the list is shorter, or the value is not a list.
  package func element(of array: Int, at position: Int) -> Int? {
    guard document.entries[array].kind == .array else { return nil }
    let children = children(of: array)
    return children.indices.contains(position) ? children[position] : nil
  }

  /// The key of an object with a name; nil if it has none, or the value is not an object.
  package func key(of object: Int, named name: String) -> Int? {
    guard document.entries[object].kind == .object else { return nil }
    if let known = keys[object] { return known[ExactText(name)] }
    var named: [ExactText: Int] = [:]
    for key in children(of: object) {
      let name = ExactText(document.text(at: key))
      if named[name] == nil { named[name] = key }
    }
    keys[object] = named
    return named[ExactText(name)]
  }

  private func children(of container: Int) -> [Int] {
    if let known = children[container] { return known }
    let found = document.children(of: container)
    children[container] = found
    return found
  }

  /// The position of the last number that is at most `limit`.
  ///
  /// The numbers are in ascending order.
  private func lastPosition(in numbers: [Int], notAfter limit: Int) -> Int {
    var low = 0
    var high = numbers.count
    while low < high {
      let middle = (low + high) / 2
      if numbers[middle] <= limit { low = middle + 1 } else { high = middle }
    }
    return low - 1
  }
}
