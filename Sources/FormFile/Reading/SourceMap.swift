// The places of a form in a file of another notation, such as XML. An importer makes the map
// together with the form: a few paths of the form, each with its place in the original. A path that
// the map does not have is placed at the nearest path around it.

import Predicate

/// Where the parts of an imported form stand in its original.
package struct SourceMap: Sendable, Hashable {
  /// A place in an original.
  package struct Place: Sendable, Hashable {
    /// The range in the file, in UTF-8 offsets.
    package var range: Range<Int>
    /// The path as the original's format writes paths, such as `/data/age/@relevant`.
    package var path: String

    package init(_ range: Range<Int>, path: String) {
      self.range = range
      self.path = path
    }
  }

  private var places: [JSONPath: Place] = [:]

  package init() {}

  /// The place of exactly this path; nil if the map does not have it.
  package subscript(_ path: JSONPath) -> Place? {
    get { places[path] }
    set { places[path] = newValue }
  }

  /// The place of a path, or of the nearest path around it; nil if the map has none of these.
  ///
  /// - Complexity: O(n²) in the length of the path.
  package func place(of path: JSONPath) -> Place? {
    var path = path
    while places[path] == nil, !path.steps.isEmpty { path.steps.removeLast() }
    return places[path]
  }
}
