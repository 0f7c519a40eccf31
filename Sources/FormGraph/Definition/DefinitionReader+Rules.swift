// Rules of a row and when they are looked at.

import Predicate

extension DefinitionReader {
  /// What rules are called in a form file.
  enum RuleName: String, CaseIterable {
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
    guard let place = place(.rules, in: object) else { return [] }
    return shared(at: place, repeatedRules) { reader in
      let places = reader.list(.rules, in: object)
      return places.map { reader.rule($0) ?? Self.unreadable }
    }
  }

  private mutating func rule(_ place: Place) -> RuleDefinition? {
    switch kind(of: place) {
    case .text, .escapedText:
      guard let name = ruleName(at: place) else { return nil }
      switch name {
      case .required: return RuleDefinition(.required)
      case .email: return RuleDefinition(.email)
      case .minLength, .maxLength, .exactLength, .equals, .predicate:
        report(
          "the rule '\(name.rawValue)' needs more than its name", place,
          hint: Self.shape(of: name))
        return nil
      }
    case .object:
      guard let object = object(place, called: "a rule") else { return nil }
      checkKeys(of: object, known: .rule, in: "a rule")
      let kind = kind(of: object)
      let severity = choice(.severity, in: object, called: "severity", as: Severity.self)
      let rule = RuleDefinition(
        kind ?? Self.unreadable.kind, message: sharedText(.message, in: object),
        id: text(.id, in: object), severity: severity ?? .error,
        allowsEmpty: flag(.allowsEmpty, in: object))
      return kind == nil ? nil : rule
    default:
      reportKind(of: place, "a rule", mustBe: "a name or an object")
      return nil
    }
  }

  private mutating func kind(of object: ObjectPlace) -> RuleDefinition.Kind? {
    guard let place = place(.type, in: object) else {
      if object.keys.contains(.predicate) {
        return sharedText(.predicate, in: object, isRequired: true).map { .predicate($0) }
      }
      report(
        "a rule needs a 'type' or a 'predicate'", object.place, focus: .start,
        hint: Self.shape(of: .predicate))
      return nil
    }
    let isRequired = !object.keys.contains(.predicate)
    guard document.isText(place.index) else {
      // Anything else is reported.
      _ = text(.type, in: object, isRequired: isRequired)
      return nil
    }
    guard let name = ruleName(at: place) else { return nil }
    if name != .predicate, object.keys.contains(.predicate) {
      reportConflict("a rule has a 'type' or a 'predicate', not both", .predicate, .type, object)
    }
    switch name {
    case .required: return .required
    case .email: return .email
    case .minLength: return length(of: name, in: object).map { .minLength($0) }
    case .maxLength: return length(of: name, in: object).map { .maxLength($0) }
    case .exactLength: return length(of: name, in: object).map { .exactLength($0) }
    case .equals:
      let key = object.keys.contains(.tag) ? FormKey.tag : .value
      guard object.keys.contains(key) else { return missing(.tag, of: name, in: object) }
      return text(key, in: object, isRequired: true).map { .equals($0) }
    case .predicate:
      guard object.keys.contains(.predicate) else {
        return missing(.predicate, of: name, in: object)
      }
      return sharedText(.predicate, in: object, isRequired: true).map { .predicate($0) }
    }
  }

  private mutating func length(of name: RuleName, in object: ObjectPlace) -> Int? {
    guard let place = place(.value, in: object) else {
      return missing(.value, of: name, in: object)
    }
    if case .int(let length) = ValueKind.int.converted(document.value(at: place.index)) {
      return Int(clamping: length)
    }
    reportKind(of: place, "'value'", mustBe: "a number of characters")
    return nil
  }

  private mutating func missing<Result>(
    _ key: FormKey, of name: RuleName, in object: ObjectPlace
  ) -> Result? {
    report(
      "the rule '\(name.rawValue)' needs a '\(key.text)'", object.place, focus: .start,
      hint: Self.shape(of: name))
    return nil
  }

  /// The rule that a text names; nil, and reported, where it names none.
  private mutating func ruleName(at place: Place) -> RuleName? {
    if let name = document.meaning(of: place.index, in: ruleNames) { return name }
    let word = document.text(at: place.index)
    if Self.laterRules.contains(word) {
      report(
        "the rule '\(word)' is not supported by this version", place,
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
    guard let place = place(.validates, in: object) else { return nil }
    let places: [Place]
    switch kind(of: place) {
    case .text, .escapedText: places = [place]
    case .array: places = Array(list(.validates, in: object))
    default:
      reportKind(
        of: place, "'validates'", mustBe: "text or a list of texts", hint: hint(for: place))
      return nil
    }
    let triggers = set(of: places, called: "trigger", "a", names: ValidationTriggers.names)
    return triggers.isEmpty && !places.isEmpty ? nil : triggers
  }
}
