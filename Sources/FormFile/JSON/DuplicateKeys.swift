// Duplicate keys in an object: finding their places for reports, and reading JSON in which they are
// not allowed. If a key is given twice, one of its values would be lost.

import Predicate

extension JSONView {
  /// Calls a function with every duplicate key in an element and everything inside it, and with the
  /// first key of the same name.
  ///
  /// The recursion is bounded by `JSONReader.maximumDepth`.
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
  /// Reads a JSON text in which no object may have a key twice.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - maximumBytes: The largest length of the text.
  /// - Throws: The first mistake in the JSON, or the first duplicate key.
  /// - Returns: The root element.
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
