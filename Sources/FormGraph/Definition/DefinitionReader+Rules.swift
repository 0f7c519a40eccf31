// Rules of a row and when they are looked at.

import Predicate

extension DefinitionReader {
  /// What rules are called in a form file.
  private enum RuleName: String, CaseIterable {
    case required, email, minLength, maxLength, exactLength, equals, predicate
  }

  /// Rules that other engines have and a predicate can say.
  private static let laterRules = [
    "closure", "greaterOrEqualThan", "greaterThan", "notBlank", "regExp", "regex",
    "smallerOrEqualThan", "smallerThan", "url",
  ]

  /// What stands for a rule that cannot be read, so that the next ones keep their indexes.
  private static let unreadable = RuleDefinition(.predicate("TRUEPREDICATE"))

  mutating func rules(in object: ObjectPlace) -> [RuleDefinition] {
    list("rules", in: object).map { rule($0) ?? Self.unreadable }
  }

  private mutating func rule(_ place: Place) -> RuleDefinition? {
    switch place.element.content {
    case .string(let word):
      return ruleName(word, at: place).flatMap { name in
        switch name {
        case .required: return RuleDefinition(.required)
        case .email: return RuleDefinition(.email)
        case .minLength, .maxLength, .exactLength, .equals, .predicate:
          report(
            "the rule '\(word)' needs more than its name", at: place, hint: Self.shape(of: name))
          return nil
        }
      }
    case .object:
      guard let object = object(place, called: "a rule") else { return nil }
      checkKeys(of: object, known: Keys.rule, in: "a rule")
      let kind = kind(of: object)
      let severity = choice("severity", in: object, called: "severity", as: Severity.self)
      let rule = RuleDefinition(
        kind ?? Self.unreadable.kind, message: text("message", in: object),
        id: text("id", in: object), severity: severity ?? .error,
        allowsEmpty: flag("allowsEmpty", in: object))
      return kind == nil ? nil : rule
    default:
      reportKind(of: place, "a rule", mustBe: "a name or an object")
      return nil
    }
  }

  private mutating func kind(of object: ObjectPlace) -> RuleDefinition.Kind? {
    guard let place = object["type"] else {
      if object["predicate"] != nil {
        return text("predicate", in: object, isRequired: true).map { .predicate($0) }
      }
      report(
        "a rule needs a 'type' or a 'predicate'", path: object.path, range: object.start,
        hint: Self.shape(of: .predicate))
      return nil
    }
    let isRequired = object["predicate"] == nil
    guard let word = text("type", in: object, isRequired: isRequired),
      let name = ruleName(word, at: place)
    else { return nil }
    if name != .predicate, object["predicate"] != nil {
      reportConflict("a rule has a 'type' or a 'predicate', not both", "predicate", "type", object)
    }
    switch name {
    case .required: return .required
    case .email: return .email
    case .minLength: return length(of: name, in: object).map { .minLength($0) }
    case .maxLength: return length(of: name, in: object).map { .maxLength($0) }
    case .exactLength: return length(of: name, in: object).map { .exactLength($0) }
    case .equals:
      let key = object["tag"] == nil ? "value" : "tag"
      guard object[key] != nil else { return missing("tag", of: name, in: object) }
      return text(key, in: object, isRequired: true).map { .equals($0) }
    case .predicate:
      guard object["predicate"] != nil else { return missing("predicate", of: name, in: object) }
      return text("predicate", in: object, isRequired: true).map { .predicate($0) }
    }
  }

  private mutating func length(of name: RuleName, in object: ObjectPlace) -> Int? {
    guard let place = object["value"] else { return missing("value", of: name, in: object) }
    if case .int(let length) = ValueKind.int.converted(place.element.value) {
      return Int(clamping: length)
    }
    reportKind(of: place, "'value'", mustBe: "a number of characters")
    return nil
  }

  private mutating func missing<Result>(
    _ key: String, of name: RuleName, in object: ObjectPlace
  ) -> Result? {
    report(
      "the rule '\(name.rawValue)' needs a '\(key)'", path: object.path, range: object.start,
      hint: Self.shape(of: name))
    return nil
  }

  private mutating func ruleName(_ word: String, at place: Place) -> RuleName? {
    if let name = RuleName(rawValue: word) { return name }
    if Self.laterRules.contains(word) {
      report(
        "the rule '\(word)' is not supported by this version", at: place,
        hint: Self.shape(of: .predicate))
    } else {
      reportUnknown("rule", word, at: place, known: RuleName.allCases.map(\.rawValue))
    }
    return nil
  }

  private static func shape(of name: RuleName) -> String {
    switch name {
    case .required, .email: "write \"\(name.rawValue)\""
    case .minLength, .maxLength, .exactLength:
      "write {\"type\": \"\(name.rawValue)\", \"value\": 8}"
    case .equals: #"write {"type": "equals", "tag": "password"}"#
    case .predicate: #"write {"predicate": "SELF != nil", "message": "…"}"#
    }
  }

  // MARK: - Triggers

  /// The triggers; nil, and reported, where there are some and none can be read.
  mutating func triggers(in object: ObjectPlace) -> ValidationTriggers? {
    guard let place = object["validates"] else { return nil }
    let places: [Place]
    switch place.element.content {
    case .string: places = [place]
    case .array: places = list("validates", in: object)
    default:
      reportKind(
        of: place, "'validates'", mustBe: "text or a list of texts", hint: Self.hint(for: place))
      return nil
    }
    let triggers = set(of: places, called: "trigger", "a", names: ValidationTriggers.names)
    return triggers.isEmpty && !places.isEmpty ? nil : triggers
  }
}
