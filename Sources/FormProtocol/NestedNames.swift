// Looks up the names of values in nested answers, where a column of CSV writes a path:
// `mother.name`.

package import FormGraph
import Predicate

/// The values of a form by their paths in nested answers.
package struct NestedNames: Sendable {
  /// A value of nested answers.
  package struct Place: Sendable {
    /// The names of the objects around it, from outside, and its own.
    package let path: [String]
    /// The row; nil for a list.
    package let row: RowDefinition?
  }

  private let places: [ExactText: Place]
  /// The paths that two values have as text, because a name has a dot in it.
  private let doubled: Set<ExactText>
  private let all: [(tag: String?, path: [String])]

  /// - Complexity: O(n) in the number of rows.
  init(_ definition: FormDefinition) {
    var places: [ExactText: Place] = [:]
    var doubled: Set<ExactText> = []
    var all: [(tag: String?, path: [String])] = []
    for (path, member) in definition.answerObjects.values {
      let text = ExactText(AnswerPath.text(path))
      let row: RowDefinition? = if case .row(let row) = member { row } else { nil }
      if places.updateValue(Place(path: path, row: row), forKey: text) != nil {
        doubled.insert(text)
      }
      all.append((member.tag, path))
    }
    self.places = places
    self.doubled = doubled
    self.all = all
  }

  /// The value at a path; nil if the path is unknown or ambiguous.
  package func place(_ path: String) -> Place? {
    doubled.contains(ExactText(path)) ? nil : places[ExactText(path)]
  }

  /// The list at the beginning of a path, such as `visits` of `visits[0].day`.
  package func list(around path: String) -> String? {
    let start = String(path.prefix { $0 != "[" })
    let place = places[ExactText(start)]
    return place != nil && place?.row == nil ? start : nil
  }

  /// The hint for an unknown path: where a member of the name or the tag is, or the nearest path.
  package func hint(for path: String) -> String? {
    if doubled.contains(ExactText(path)) { return "two values have this path: write JSON" }
    let name = ExactText(path)
    let meant = all.filter {
      $0.tag.map(ExactText.init) == name || $0.path.last.map(ExactText.init) == name
    }
    if !meant.isEmpty {
      return "write \(meant.prefix(3).map { AnswerPath.text($0.path) }.joined(separator: " or "))"
    }
    return Spelling.nearest(to: path, among: all.map { AnswerPath.text($0.path) })
      .map { "did you mean \($0)?" }
  }
}
