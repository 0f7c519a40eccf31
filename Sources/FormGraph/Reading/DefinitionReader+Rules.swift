// Reads the rules of a row, its triggers, and the sets of rules that rows share.

import Predicate

extension DefinitionReader {
  /// The keys that every rule can have.
  static let commonKeys: [FormKey] = [.type, .message, .id, .severity, .allowsEmpty]

  /// The keys that make a rule without a `type`, each with the keys that may go with it.
  static let untypedRules: [(key: FormKey, others: [FormKey])] = [
    (.predicate, []), (.function, [.dependsOn]), (.asyncFunction, [.dependsOn]), (.allOf, []),
    (.anyOf, []), (.ruleSet, []),
  ]

  /// The largest number of rules in a set, including parts of combined rules.
  ///
  /// Every row that uses the set gets all of them.
  static let maximumRulesOfSet = 100

  /// Replaces an unreadable rule, so that later rules keep their indexes.
  private static let unreadable = RuleDefinition(.predicate("TRUEPREDICATE"))

  /// The rules of a row with a type.
  mutating func rules(in object: ObjectPlace, of type: RowType?) -> [RuleDefinition] {
    guard let place = place(.rules, in: object) else { return [] }
    let rules = shared(at: place, repeatedRules) { $0.rules(.rules, in: object) }
    guard let kind = type?.valueKind, kind.holdsDates else { return rules }
    warnOfDropped(inRulesAt: place, kind)
    return rules.map { Self.dated($0, kind) }
  }

  /// Warns of bounds in rules with a part of a date that the row does not hold.
  ///
  /// The recursion is bounded by `JSONReader.maximumDepth`.
  private mutating func warnOfDropped(inRulesAt list: Place, _ kind: ValueKind) {
    guard self.kind(of: list) == .array else { return }
    for index in document.elements(of: list.index) {
      let place = Place(index: index)
      if self.kind(of: place) == .object { apart { $0.warnOfDropped(inRuleAt: place, kind) } }
    }
  }

  private mutating func warnOfDropped(inRuleAt place: Place, _ kind: ValueKind) {
    let rule = members(ofObject: place)
    if let place = self.place(.value, in: rule),
      case .string(let text) = document.value(at: place.index)
    {
      warnOfDropped(text, kind, place)
    }
    for key in [FormKey.allOf, .anyOf] {
      if let place = self.place(key, in: rule) { warnOfDropped(inRulesAt: place, kind) }
    }
  }

  private mutating func rules(_ key: FormKey, in object: ObjectPlace) -> [RuleDefinition] {
    let places = list(key, in: object)
    return places.map { place in apart { $0.rule(place) } ?? Self.unreadable }
  }

  private mutating func rule(_ place: Place) -> RuleDefinition? {
    switch kind(of: place) {
    case .text, .escapedText:
      guard let name = ruleName(at: place) else { return nil }
      if let kind = name.kindAlone { return RuleDefinition(kind) }
      report(
        .missing, "the rule '\(name.rawValue)' needs more than its name", place, hint: name.shape)
      return nil
    case .object:
      guard let object = object(place, called: "a rule") else { return nil }
      refuseUnknownKeys(of: object)
      let kind = ruleKind(of: object)
      let severity = choice(.severity, in: object, called: "severity", as: Severity.self)
      let rule = RuleDefinition(
        kind ?? Self.unreadable.kind, message: formText(.message, in: object),
        id: text(.id, in: object), severity: severity ?? .error,
        allowsEmpty: flag(.allowsEmpty, in: object),
        trims: kind?.canTrim == true && flag(.trims, in: object) ?? false)
      return kind == nil ? nil : rule
    default:
      reportKind(of: place, "a rule", mustBe: "a name or an object")
      return nil
    }
  }

  /// Reports unknown keys of a rule as errors, because a requirement would be lost.
  private mutating func refuseUnknownKeys(of object: ObjectPlace) {
    // Without a type, the error about the whole rule already says how to write this rule.
    let hasType = has(.type, in: object)
    checkKeys(of: object, known: .rule, in: "a rule", severity: .error) { word in
      !hasType && ForeignNames.rule(for: word) != nil
    }
  }

  // MARK: - Kinds

  private mutating func ruleKind(of object: ObjectPlace) -> RuleDefinition.Kind? {
    let untyped = Self.untypedRules.filter { has($0.key, in: object) }
    guard let place = place(.type, in: object) else {
      guard let (key, others) = untyped.first else {
        // For example `{"minLength": 3}`, in which the name of the rule is a key.
        let named = document.keys(of: object.index).lazy.compactMap { index in
          ForeignNames.rule(for: self.document.text(at: index))
        }.first
        report(
          .missing, "a rule needs a 'type' or a 'predicate'", object.place, focus: .start,
          hint: (named ?? .predicate).shape)
        return nil
      }
      if let other = untyped.dropFirst().first?.key {
        reportConflict(
          "a rule has '\(key.text)' or '\(other.text)', not both", other, key, object)
      } else {
        refuseKeys(of: object, but: [key] + others, beside: "a rule with '\(key.text)'")
      }
      return self.kind(key, of: object)
    }
    guard document.isText(place.index) else {
      // Reports everything that is not text.
      _ = text(.type, in: object, isRequired: untyped.isEmpty)
      return nil
    }
    guard let name = ruleName(at: place) else { return nil }
    if let other = untyped.first(where: { !name.keys.contains($0.key) })?.key {
      reportConflict(
        "a rule has a 'type' or \([.asyncFunction, .allOf, .anyOf].contains(other) ? "an" : "a") '\(other.text)', "
          + "not both", other, .type, object)
    } else {
      refuseKeys(of: object, but: name.keys, beside: "the rule '\(name.rawValue)'")
    }
    return self.kind(of: name, in: object)
  }

  /// Reports keys that only other kinds of rules can have.
  private mutating func refuseKeys(of object: ObjectPlace, but keys: [FormKey], beside name: String)
  {
    for key in FormKeys.rule.list where !Self.commonKeys.contains(key) && !keys.contains(key) {
      guard let place = place(key, in: object) else { continue }
      report(.place, "\(name) cannot have '\(key.text)'", place, focus: .key)
    }
  }

  private mutating func kind(
    of name: RuleName, in object: ObjectPlace
  ) -> RuleDefinition.Kind? {
    switch name {
    case .minLength: return length(of: name, in: object).map { .minLength($0) }
    case .maxLength: return length(of: name, in: object).map { .maxLength($0) }
    case .exactLength: return length(of: name, in: object).map { .exactLength($0) }
    case .regex:
      guard has(.pattern, in: object) else { return missing(.pattern, of: name, in: object) }
      return sharedText(.pattern, in: object, isRequired: true).map { .regex($0) }
    case .equals:
      let key = has(.tag, in: object) ? FormKey.tag : .value
      guard has(key, in: object) else { return missing(.tag, of: name, in: object) }
      return text(key, in: object, isRequired: true).map { .equals($0) }
    case .predicate:
      guard has(.predicate, in: object) else {
        return missing(.predicate, of: name, in: object)
      }
      return self.kind(.predicate, of: object)
    case .greaterThan, .greaterOrEqualThan, .smallerThan, .smallerOrEqualThan:
      guard let bound = anything(.value, in: object) else {
        return missing(.value, of: name, in: object)
      }
      return RuleDefinition.Comparison(rawValue: name.rawValue).map { .comparison($0, bound) }
    default: return name.kindAlone
    }
  }

  /// The kind of a rule without a `type`.
  private mutating func kind(_ key: FormKey, of object: ObjectPlace) -> RuleDefinition.Kind? {
    switch key {
    case .predicate:
      return sharedText(.predicate, in: object, isRequired: true).map { .predicate($0) }
    case .function, .asyncFunction:
      guard case .function(let name, let names)? = function(key, in: object) else { return nil }
      return key == .function
        ? .function(name, dependsOn: names) : .asyncFunction(name, dependsOn: names)
    case .allOf, .anyOf:
      let rules = rules(key, in: object)
      guard place(key, in: object).map({ self.kind(of: $0) }) == .array else { return nil }
      return key == .allOf ? .allOf(rules) : .anyOf(rules)
    default: return ruleSet(in: object).map { .allOf($0) }
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
      .missing, "the rule '\(name.rawValue)' needs a '\(key.text)'", object.place, focus: .start,
      hint: name.shape)
    return nil
  }

  /// The rule that a text names; nil if it is unknown, which has been reported.
  private mutating func ruleName(at place: Place) -> RuleName? {
    if let name = document.meaning(of: place.index, in: ruleNames) { return name }
    let word = document.text(at: place.index)
    if let name = RuleName(rawValue: word) { return name }
    if ["closure", "ruleclosure"].contains(ForeignNames.normalized(word)) {
      report(
        .word, "unknown rule \(Problem.quoted(word))", place,
        hint: #"name a function, {"function": "isStrong"}"#)
    } else {
      reportUnknown(
        "rule", word, at: place, known: RuleName.allCases.map(\.rawValue),
        meant: ForeignNames.rule(for: word)?.rawValue,
        example: #"required, email, minLength, regex or {"predicate": "SELF != 0"}"#)
    }
    return nil
  }

  /// A rule of a date row, with its bound converted to a date.
  ///
  /// A text that is not a date stays as it is.
  ///
  /// The recursion is bounded by `JSONReader.maximumDepth`.
  private static func dated(_ rule: RuleDefinition, _ kind: ValueKind) -> RuleDefinition {
    var rule = rule
    switch rule.kind {
    case .comparison(let comparison, .string(let text)):
      if let date = kind.convertedFromJSON(.string(text)) {
        rule.kind = .comparison(comparison, date)
      }
    case .allOf(let rules): rule.kind = .allOf(rules.map { dated($0, kind) })
    case .anyOf(let rules): rule.kind = .anyOf(rules.map { dated($0, kind) })
    default: break
    }
    return rule
  }

  // MARK: - Sets

  /// Reads the sets of rules that rows can use by name.
  mutating func readRuleSets(in object: ObjectPlace) {
    guard let place = place(.ruleSets, in: object) else {
      ruleSets = [:]
      return
    }
    guard kind(of: place) == .object else {
      ruleSets = [:]
      return reportKind(
        of: place, "'ruleSets'", mustBe: "an object of names and lists of rules",
        hint: hint(for: place))
    }
    var sets: [ExactText: [RuleDefinition]] = [:]
    for index in document.keys(of: place.index) {
      let name = document.text(at: index)
      let list = Place(index: index + 1)
      guard kind(of: list) == .array else {
        reportKind(of: list, "the rule set \(Problem.quoted(name))", mustBe: "a list")
        continue
      }
      let rules = document.elements(of: list.index).map {
        rule(Place(index: $0)) ?? Self.unreadable
      }
      let count = rules.leafCount
      if count > Self.maximumRulesOfSet {
        report(
          .limit,
          "the rule set \(Problem.quoted(name)) has \(count) rules, those inside others counted; "
            + "at most \(Self.maximumRulesOfSet) are allowed", list)
      }
      if sets[ExactText(name)] == nil {
        sets[ExactText(name)] = count > Self.maximumRulesOfSet ? [Self.unreadable] : rules
      }
    }
    ruleSets = sets
  }

  private mutating func ruleSet(in object: ObjectPlace) -> [RuleDefinition]? {
    guard let place = place(.ruleSet, in: object),
      let name = text(.ruleSet, in: object, isRequired: true)
    else { return nil }
    guard let ruleSets else {
      report(.place, "a rule set cannot name another", place)
      return nil
    }
    if let rules = ruleSets[ExactText(name)] { return rules }
    let names = ruleSets.keys.map(\.text).sorted()
    let nearest = Spelling.nearest(to: name, among: names)
    report(
      .unknownName, "unknown rule set \(Problem.quoted(name))", place,
      hint: nearest.map { "did you mean \($0)?" }
        ?? (names.isEmpty
          ? #"declare it at the root, "ruleSets": {"name": […]}"#
          : "write one of \(names.joined(separator: ", "))"))
    return nil
  }

  // MARK: - Triggers

  /// The triggers; nil if the key is missing, or if no trigger can be read, which has been
  /// reported.
  mutating func triggers(in object: ObjectPlace) -> ValidationTriggers? {
    guard let place = place(.validates, in: object) else { return nil }
    guard let places = words(at: place) else {
      reportKind(
        of: place, "'validates'", mustBe: "text or a list of texts", hint: hint(for: place))
      return nil
    }
    let triggers = set(of: places, called: "trigger", "a", names: ValidationTriggers.names)
    return triggers.isEmpty && !places.isEmpty ? nil : triggers
  }
}
