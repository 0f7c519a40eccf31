// Checks the values that rows and items start with: a choice starts with one of its options, and
// any value lies within its bounds. The compiler has checked the kinds of the values.

import FormGraph
import Foundation
import Predicate

/// Checks start values.
struct ValueCheck {
  private(set) var findings: [Finding] = []
  private let places: FormPlaces
  private var cache = OptionCache()
  /// The values of the options of rows in items, by the index of the row: each item asks again.
  private var optionsByRow: [Int: EqualValues] = [:]

  /// The largest number of options that a wrong value is compared with for a hint.
  private static let maximumSuggestions = 200

  /// Checks the start values of a form.
  ///
  /// - Complexity: O(n) in the size of the form.
  init(_ places: FormPlaces) {
    self.places = places
    for (index, place) in places.rows.enumerated() {
      if let value = place.row.value {
        check(value, ofRow: index, at: place.path.appending("value"))
      } else if let filling = place.row.filling, let value = place.row.constant(filling.text) {
        check(value, ofRow: index, at: place.path.appending(filling.path))
      }
    }
    // A list in an item gives the first items of a new item.
    for (index, list) in places.lists.enumerated() {
      check(list.items.value, ofList: index, at: list.path.appending("value"))
    }
  }

  // MARK: - Items

  /// Checks the items of a list.
  ///
  /// The recursion, through lists in items, is bounded by `SectionDefinition.maximumDepth`.
  private mutating func check(_ values: [Value], ofList index: Int, at path: JSONPath) {
    let list = places.lists[index]
    for (position, value) in values.enumerated() {
      let path = path.appending(position)
      if let row = list.itemRow {
        check(value, ofRow: row, at: path)
        continue
      }
      guard case .dictionary(let members) = value else { continue }
      var place = 0
      if case .string(let name)? = members[ItemsDefinition.templateKey], list.items.isNamed {
        place = list.places[name] ?? 0
      }
      guard list.parts.indices.contains(place) else { continue }
      for (key, member) in zip(members.keys, members.values) {
        switch (list.parts[place][key], member) {
        case (.row(let row)?, _): check(member, ofRow: row, at: path.appending(key))
        case (.list(let inner)?, .array(let values)):
          check(values, ofList: inner, at: path.appending(key))
        default: break
        }
      }
    }
  }

  // MARK: - Values

  /// Checks one value against its row.
  ///
  /// An empty value is not checked, because it is not an answer yet.
  private mutating func check(_ value: Value, ofRow index: Int, at path: JSONPath) {
    let place = places.rows[index]
    let row = place.row
    switch value {
    case .null, .string(""): return
    case .array(let members):
      guard row.type.valueKind == .choices else { return }
      for (position, member) in members.enumerated() {
        checkOption(member, ofRow: index, at: path.appending(position))
      }
      checkCount(members.count, of: place, at: path)
      if let option = row.exclusiveOption(beside: members) {
        findings.append(
          Finding(
            .valueOutOfBounds,
            Problem(
              "\(option.value.short) is chosen alone, and the row starts with more",
              severity: .warning,
              path: path, hint: "write the value alone, or leave it out")))
      }
    default:
      if row.type.valueKind == .choice { checkOption(value, ofRow: index, at: path) }
      if !row.bounds.isEmpty {
        checkBounds(row.type.valueKind.converted(value) ?? value, of: place, at: path)
      }
      checkRules(value, of: place, at: path)
    }
  }

  /// Checks a value against the rules of its row that need nothing else.
  private mutating func checkRules(_ value: Value, of place: RowPlace, at path: JSONPath) {
    guard place.row.type.valueKind != .choice else { return }
    for (index, rule) in place.row.rules.enumerated()
    where rule.severity == .error && !Self.isMet(rule, by: value) {
      findings.append(
        Finding(
          .valueOutOfBounds,
          Problem(
            "the start value \(place.row.type.valueKind.shown(value)) does not meet a rule of the "
              + "row", severity: .warning, path: path, hint: "write a value that is valid",
            related: [
              Problem.Related(
                "the rule is given here", path: place.path.appending("rules").appending(index))
            ])))
    }
  }

  /// Whether a value meets a rule, as far as no other value decides it.
  private static func isMet(_ rule: RuleDefinition, by value: Value) -> Bool {
    guard case .regex(let pattern) = rule.kind, case .string = rule.subject(of: value) else {
      return rule.isMet(by: value)
    }
    let condition = try? Condition("$value MATCHES $pattern", limits: .untrusted)
    let holds = try? condition?.evaluate(
      .null, variables: ["value": rule.subject(of: value), "pattern": .string(pattern)])
    return holds ?? true
  }

  private mutating func checkOption(_ value: Value, ofRow index: Int, at path: JSONPath) {
    let row = places.rows[index].row
    guard let options = row.options?.written, !options.isEmpty else { return }
    if case .string = value, row.allowsOther { return }
    let known = optionsByRow[index] ?? cache.facts(of: options).values
    if places.rows[index].isOfItem { optionsByRow[index] = known }
    guard !known.contains(value) else { return }
    findings.append(
      Finding(
        .valueNotAnOption,
        Problem(
          "the start value \(value.short) is not one of the options", severity: .warning,
          path: path, hint: Self.hint(for: value, options))))
  }

  /// The option that was probably meant, or else all options if there are few.
  private static func hint(for value: Value, _ options: [OptionDefinition]) -> String? {
    let candidates = options.prefix(maximumSuggestions).map(\.value)
    func bare(_ value: Value) -> String {
      if case .string(let text) = value { text } else { value.short }
    }
    let text = bare(value)
    if let same = candidates.first(where: { bare($0) == text }) {
      return "write \(JSONWriter.text(of: same))"
    }
    if case .string = value, let nearest = Spelling.nearest(to: text, among: candidates.map(bare)) {
      return "did you mean \(nearest)?"
    }
    guard options.count <= 8 else { return nil }
    return "write one of " + candidates.map(\.short).joined(separator: ", ")
  }

  /// Checks the number of choices; more than the minimum can still be chosen.
  private mutating func checkCount(_ count: Int, of place: RowPlace, at path: JSONPath) {
    let bounds = place.row.bounds
    guard case .fixed(.int(let maximum))? = bounds.maximum,
      count > maximum
    else { return }
    report(
      "the row starts with \(count) choices, but at most \(maximum) are valid", at: path,
      bound: "maximum", of: place)
  }

  private mutating func checkBounds(_ value: Value, of place: RowPlace, at path: JSONPath) {
    let bounds = place.row.bounds
    let shown = place.row.type.valueKind.shown
    let isDate = if case .date = value { true } else { false }
    if let minimum = bounds.minimum?.fixed, value.precedes(minimum) {
      report(
        "the start value \(shown(value)) is \(isDate ? "before" : "less than") the minimum "
          + shown(minimum), at: path, bound: "minimum", of: place)
    } else if let maximum = bounds.maximum?.fixed, maximum.precedes(value) {
      report(
        "the start value \(shown(value)) is \(isDate ? "after" : "greater than") the maximum "
          + shown(maximum), at: path, bound: "maximum", of: place)
    } else if let step = bounds.step?.fixed, let start = (bounds.minimum ?? 0).fixed,
      !RowBounds.isWhole(value, from: start, by: step)
    {
      report(
        "the start value \(shown(value)) is not a whole number of steps of \(shown(step)) from "
          + shown(start), at: path, bound: "step", of: place)
    } else if let minutes = bounds.minuteInterval, case .date(let date) = value,
      date.timeIntervalSince1970.truncatingRemainder(dividingBy: Double(minutes) * 60) != 0
    {
      report(
        "the start value \(shown(value)) is not a multiple of \(minutes) minutes", at: path,
        bound: "minuteInterval", of: place)
    }
  }

  private mutating func report(
    _ message: String, at path: JSONPath, bound: String, of place: RowPlace
  ) {
    findings.append(
      Finding(
        .valueOutOfBounds,
        Problem(
          message, severity: .warning, path: path, hint: "write a value within the bounds",
          related: [
            Problem.Related("'\(bound)' is given here", path: place.path.appending(bound))
          ])))
  }
}

extension RowDefinition {
  /// The value of a formula that reads nothing, as the row stores it; nil of other formulas.
  ///
  /// Which options a formula chooses is for the check of formulas to say.
  fileprivate func constant(_ text: String) -> Value? {
    guard ![.choice, .choices].contains(type.valueKind),
      let tree = try? SyntaxTree(expression: text, limits: .untrusted, functions: .extended),
      tree.isSelfContained, !tree.hasKeys, let value = try? Formula(tree).evaluate()
    else { return nil }
    return type.valueKind.converted(value)
  }
}
