// Between paths and places of a JSON text, both ways. Paths are wanted where there is something to
// report and nowhere else, so nothing is kept for them while a text is read; what is looked through
// to find one place is remembered here, so that a thousand of them cost little more than one.

import Predicate

/// Finds paths of elements, and elements by their paths, below one element of a text.
final class JSONPlaces {
  private let document: JSONDocument
  private let root: Int
  /// The elements of a list, or the keys of an object, that has been looked through.
  private var children: [Int: [Int]] = [:]
  /// The keys of an object by name, the first of equal ones.
  private var keys: [Int: [ExactText: Int]] = [:]

  init(below root: JSONElement) {
    document = root.document
    self.root = root.index
  }

  /// The path to a value.
  ///
  /// - Complexity: O(log n), once each list and object on the way has been looked through.
  func path(to index: Int) -> JSONPath {
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

  /// The element of a list at a position.
  func element(of array: Int, at position: Int) -> Int? {
    let children = children(of: array)
    return children.indices.contains(position) ? children[position] : nil
  }

  /// A key of an object.
  func key(of object: Int, named name: String) -> Int? {
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

  /// The position of the last of the numbers, which rise, that is not above a limit.
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
