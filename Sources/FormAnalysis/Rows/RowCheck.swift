// The checks that need only the definition of a form: values, bounds, options, rows that never
// show, and tags that look alike. What the compiler warns of is not repeated here.

import Foundation
import FormGraph
import Predicate

enum RowCheck {
  /// The findings of all checks of this folder.
  ///
  /// - Complexity: O(n) in the size of the form.
  static func findings(
    of definition: FormDefinition, _ outline: FormOutline, compiled: CompiledForm?
  ) -> [Finding] {
    let places = FormPlaces(definition, outline)
    var findings: [Finding] = []
    var cache = OptionCache()
    for (matrix, path) in places.matrices {
      findings += OptionsCheck.findings(of: matrix, at: path, &cache)
    }
    for place in places.rows {
      findings += BoundsCheck.findings(of: place)
      findings += OptionsCheck.findings(of: place, &cache)
      if let finding = OptionsCheck.grouping(of: place) { findings.append(finding) }
      if let finding = nameOnly(place) { findings.append(finding) }
    }
    findings += ValueCheck(places).findings
    findings += hiddenRows(of: compiled, places)
    findings += similarTags(in: places)
    return findings
  }

  // MARK: - Hidden rows

  /// The findings about rows that are always hidden.
  ///
  /// A hidden row with a value, or a formula for it, is data that people do not see.
  private static func hiddenRows(of form: CompiledForm?, _ places: FormPlaces) -> [Finding] {
    var findings: [Finding] = []
    var opened: Form?
    for place in places.rows where place.hidden?.constantValue == true || place.isInHiddenSection {
      let row = place.row
      guard !row.startsWithValue else {
        guard let form, let tag = row.tag, !place.isOfItem, place.policy != .keep else { continue }
        let live = opened ?? form.open(now: Date(timeIntervalSinceReferenceDate: 0))
        opened = live
        if live.isRead(tag, valueOnly: true) { findings.append(alwaysNil(place)) }
        continue
      }
      // Of a section that is always hidden, only what is read of it matters.
      guard place.hidden?.constantValue == true else { continue }
      if row.value != nil || row.type.valueKind != .bool, let path = requiredPath(of: place) {
        findings.append(
          Finding(
            .rowHiddenRequired,
            Problem(
              "the row is always hidden and has no value, so 'required' has no effect",
              severity: .warning, path: path,
              hint: "leave 'required' out, give the row a 'value', or show it")))
        continue
      }
      // The app fills the hidden rows of items when it inserts items.
      guard let form, !place.isOfItem, row.value == nil else { continue }
      if let tag = row.tag {
        let live = opened ?? form.open(now: Date(timeIntervalSinceReferenceDate: 0))
        opened = live
        guard !live.isRead(tag) else {
          // What the app sets is not read either.
          if place.policy != .keep, row.type.valueKind != .none,
            live.isRead(tag, valueOnly: true)
          {
            findings.append(alwaysNil(place))
          }
          continue
        }
      }
      findings.append(
        Finding(
          .rowUnused,
          Problem(
            "the row is always hidden, has no value, and nothing in the form reads it",
            severity: .warning, path: place.path.appending("hidden"),
            hint: "remove the row; if the app uses it, suppress this finding")))
    }
    return findings
  }

  /// The finding about a row with a value that is hidden always, and read.
  private static func alwaysNil(_ place: RowPlace) -> Finding {
    let isItself = place.hidden?.constantValue == true
    return Finding(
      .rowHiddenNil,
      Problem(
        "the \(isItself ? "row" : "section") is always hidden, so under \"whenHidden\": "
          + "\"\(place.policy.rawValue)\" whatever reads \(isItself ? "it" : "the row") reads nil",
        severity: .warning,
        path: place.path.appending(isItself ? "hidden" : "tag"),
        hint: "write \"whenHidden\": \"keep\" in the row"))
  }

  /// The finding about a row with a name for answers and without a tag.
  private static func nameOnly(_ place: RowPlace) -> Finding? {
    guard let name = place.row.name, place.row.tag == nil, place.row.type.valueKind != .none else {
      return nil
    }
    return Finding(
      .rowNameOnly,
      Problem(
        "the row has a name for answers but no tag, so no condition can read it",
        severity: .warning, path: place.path.appending("name"),
        hint: "write \"tag\": \(JSONWriter.text(of: .string(name)))"))
  }

  /// The path of what makes a row with a value always required; nil if nothing does.
  private static func requiredPath(of place: RowPlace) -> JSONPath? {
    let row = place.row
    guard row.type.valueKind != .none else { return nil }
    if row.required?.constantValue == true { return place.path.appending("required") }
    let rule = row.rules.firstIndex { $0.kind == .required && $0.severity == .error }
    return rule.map { place.path.appending("rules").appending($0) }
  }

  // MARK: - Tags

  /// The findings about tags and inputs whose names differ only in case.
  ///
  /// A tag in a template is compared with those of its template and with those around the list.
  private static func similarTags(in places: FormPlaces) -> [Finding] {
    var known = Array(repeating: [String: TagPlace](), count: places.parents.count)
    var findings: [Finding] = []
    // A scope has a greater index than the scope around it, whose tags are then all known.
    var byScope = Array(repeating: [TagPlace](), count: places.parents.count)
    for tag in places.tags { byScope[tag.scope].append(tag) }
    for place in byScope.joined() {
      let folded = place.tag.lowercased()
      var scope: Int? = place.scope
      while let index = scope {
        if let first = known[index][folded], first.tag != place.tag {
          findings.append(similar(place, first))
          break
        }
        scope = places.parents[index]
      }
      if known[place.scope][folded] == nil { known[place.scope][folded] = place }
    }
    return findings
  }

  private static func similar(_ place: TagPlace, _ first: TagPlace) -> Finding {
    Finding(
      .tagCase,
      Problem(
        "the names '\(place.tag)' and '\(first.tag)' differ only in upper and lower case",
        severity: .warning, path: place.path, hint: "give one of the two another name",
        related: [Problem.Related("'\(first.tag)' is given here", path: first.path)]))
  }
}
