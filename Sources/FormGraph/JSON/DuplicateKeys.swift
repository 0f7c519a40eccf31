// Keys that an object has twice: where they are, for whoever reports them, and the reading of JSON
// in which there must be none, since of two values that somebody wrote one would be lost.

import Predicate

extension JSONView {
  /// Tells every key that an object has twice, in an element or below it, with the first of its
  /// name.
  ///
  /// Recursion is bounded by `JSONReader.maximumDepth`.
  func findDuplicateKeys(below index: Int, tell: (_ key: Int, _ first: Int) -> Void) {
    switch entries[index].kind {
    case .array:
      for element in elements(of: index) where isContainer(element) {
        findDuplicateKeys(below: element, tell: tell)
      }
    case .object:
      var firsts: [ExactText: Int] = [:]
      for key in keys(of: index) {
        let name = ExactText(text(at: key))
        if let first = firsts[name] { tell(key, first) } else { firsts[name] = key }
        if isContainer(key + 1) { findDuplicateKeys(below: key + 1, tell: tell) }
      }
    default: break
    }
  }
}

extension JSONReader {
  /// What a JSON text says in which no object has a key twice, or the first mistake in it.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - maximumBytes: How long the text may be.
  /// - Throws: What is no JSON, or the first key that is given twice.
  /// - Returns: What stands at the root.
  public static func readDistinct(
    _ bytes: [UInt8], maximumBytes: Int = JSONReader.maximumBytes
  ) throws(Problem) -> JSONElement {
    let root = try read(bytes, maximumBytes: maximumBytes)
    guard root.document.hasDuplicateKeys else { return root }
    var found: (key: Int, first: Int)?
    root.document.read { view in
      view.findDuplicateKeys(below: root.index) { found = found ?? ($0, $1) }
    }
    guard let found else { return root }
    let path = JSONPlaces(below: root).path(to: found.first)
    throw Problem(
      "the key \(Problem.quoted(root.document.text(at: found.key))) is given twice", path: path,
      range: root.document.range(of: found.key),
      related: [
        Problem.Related(
          "it is given here first", path: path, range: root.document.range(of: found.first))
      ])
  }
}
