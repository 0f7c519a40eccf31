// Which findings the author of a form accepts. A suppression counts for its form, section or row,
// and for everything inside. Of several, the innermost wins, so that each suppression is either
// needed or reported as unused.

import FormGraph
import Predicate

/// The suppressions of a form by their places.
struct SuppressionTable {
  /// One suppression, and whether a finding needed it.
  private struct Entry {
    let suppression: Suppression
    let path: JSONPath
    var isUsed = false
  }

  /// What a suppression is found by: the path of its owner, and the id.
  private struct Key: Hashable {
    let owner: ArraySlice<JSONPath.Step>
    let id: String
  }

  private var entries: [Entry] = []
  /// The position of the first suppression with an owner and an id.
  private var positions: [Key: Int] = [:]

  /// Collects the suppressions of a form.
  ///
  /// - Complexity: O(n) in the number of rows and sections.
  init(_ definition: FormDefinition) {
    add(definition.suppress, [])
    for place in FormOutline(definition).places {
      switch place.member {
      case .section(let section): add(section.suppress, place.path.steps)
      case .row(let row), .item(let row): add(row.suppress, place.path.steps)
      // The suppressions of a choice stand in its section.
      case .choice: break
      }
    }
  }

  private mutating func add(_ suppressions: [Suppression], _ owner: [JSONPath.Step]) {
    for (index, suppression) in suppressions.enumerated() {
      let path = JSONPath(owner).appending("suppress").appending(index)
      let key = Key(owner: owner[...], id: suppression.id)
      if positions[key] == nil { positions[key] = entries.count }
      entries.append(Entry(suppression: suppression, path: path))
    }
  }

  // MARK: - Matching

  /// Marks the findings that the form suppresses.
  ///
  /// - Complexity: O(n) in the number of findings, times the depth of their paths.
  mutating func mark(_ findings: inout [Finding]) {
    guard !entries.isEmpty else { return }
    for index in findings.indices where findings[index].id.canBeSuppressed {
      let steps = findings[index].problem.path.steps[...]
      let id = findings[index].id.rawValue
      var found: Int?
      for depth in (0...steps.count).reversed() where found == nil {
        found = positions[Key(owner: steps.prefix(depth), id: id)]
      }
      guard let found else { continue }
      entries[found].isUsed = true
      findings[index].justification = entries[found].suppression.justification
    }
  }

  /// The findings about suppressions that suppress nothing.
  ///
  /// Called after `mark`.
  var ownFindings: [Finding] { entries.filter { !$0.isUsed }.map(Self.finding) }

  private static func finding(_ entry: Entry) -> Finding {
    let id = entry.suppression.id
    let shown = Problem.quoted(id)
    guard let known = FindingID(rawValue: id) else {
      let unknown = FindingID.unknown(id, among: FindingID.allCases.filter(\.canBeSuppressed))
      return Finding(
        .suppressUnknownID,
        Problem(
          unknown.message, severity: .warning, path: entry.path.appending("id"),
          hint: unknown.hint))
    }
    let message =
      known.canBeSuppressed
      ? "nothing is found here that has the id \(shown)" : "\(shown) cannot be suppressed"
    return Finding(
      .suppressUnused,
      Problem(
        message, severity: .warning, path: entry.path.appending("id"),
        hint: "leave the suppression out"))
  }
}
