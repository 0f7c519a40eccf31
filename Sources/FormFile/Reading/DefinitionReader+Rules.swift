// Reads the rules of a row, its triggers, and the sets of rules that rows share.

import Predicate

extension DefinitionReader {
  /// The largest number of rules in a set, including parts of combined rules.
  ///
  /// Every row that uses the set gets all of them.
  static let maximumRulesOfSet = 100

  /// Replaces an unreadable rule, so that later rules keep their indexes.
  private static let unreadable = RuleDefinition(.predicate("TRUEPREDICATE"))

  /// The rules of a row with a type.
  package mutating func rules(in object: ObjectPlace, of type: RowType?) -> [RuleDefinition] {
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
      guard let entry = ruleEntry(at: place) else { return nil }
      if case .nothing = entry.sample.kind.parameter { return entry.sample }
      report(
        .missing, "the rule '\(entry.sample.kind.word)' needs more than its name", place,
        hint: entry.hint)
      return nil
    case .object:
      guard let object = object(place, called: "a rule") else { return nil }
      refuseUnknownKeys(of: object)
      let kind = ruleKind(of: object)
      var rule = RuleDefinition(kind ?? Self.unreadable.kind)
      read(RuleDefinition.fields, of: object, into: &rule)
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
    let untyped = FormKeys.ofUntypedRules.list.filter { has($0, in: object) }
    guard let place = place(.type, in: object) else {
      guard let key = untyped.first else {
        // For example `{"minLength": 3}`, in which the name of the rule is a key.
        let named = document.keys(of: object.index).lazy.compactMap { index in
          ForeignNames.rule(for: self.document.text(at: index))
        }.first
        report(
          .missing, "a rule needs a 'type' or a 'predicate'", object.place, focus: .start,
          hint: (named ?? RuleEntry.keyed.first)?.hint)
        return nil
      }
      let entry = RuleEntry.keyed.first { $0.key == key }
      if let other = untyped.dropFirst().first {
        reportConflict(
          "a rule has '\(key.text)' or '\(other.text)', not both", other, key, object)
      } else {
        refuseKeys(of: object, but: entry?.keys ?? [key], beside: "a rule with '\(key.text)'")
      }
      guard let entry else { return ruleSet(in: object).map { .allOf($0) } }
      return self.kind(entry, of: object)
    }
    guard document.isText(place.index) else {
      // Reports everything that is not text.
      _ = text(.type, in: object, isRequired: untyped.isEmpty)
      return nil
    }
    guard let entry = ruleEntry(at: place) else { return nil }
    if let other = untyped.first(where: { !entry.keys.contains($0) }) {
      let article = "aeiou".contains(other.text.prefix(1)) ? "an" : "a"
      reportConflict(
        "a rule has a 'type' or \(article) '\(other.text)', not both", other, .type, object)
    } else {
      refuseKeys(
        of: object, but: entry.keys, beside: "the rule '\(entry.sample.kind.word)'")
    }
    return self.kind(entry, of: object)
  }

  /// Reports keys that only other kinds of rules can have.
  private mutating func refuseKeys(of object: ObjectPlace, but keys: [FormKey], beside name: String)
  {
    for key in FormKeys.ofSomeRules.list where !keys.contains(key) {
      guard let place = place(key, in: object) else { continue }
      report(.place, "\(name) cannot have '\(key.text)'", place, focus: .key)
    }
  }

  /// The kind that an entry makes of an object; nil if it cannot be read, which has been reported.
  private mutating func kind(
    _ entry: RuleEntry, of object: ObjectPlace
  ) -> RuleDefinition.Kind? {
    func missing(_ key: FormKey) -> RuleDefinition.Kind? {
      report(
        .missing, "the rule '\(entry.sample.kind.word)' needs a '\(key.text)'", object.place,
        focus: .start, hint: entry.hint)
      return nil
    }
    let kind = entry.sample.kind
    switch kind.parameter {
    case .nothing: return kind
    case .length(var length):
      guard let place = place(.value, in: object) else { return missing(.value) }
      guard case .int(let count) = ValueKind.int.converted(document.value(at: place.index)) else {
        reportKind(of: place, "'value'", mustBe: "a number of characters")
        return nil
      }
      length.count = Int(clamping: count)
      return kind.replacing(.length(length))
    case .bound:
      guard let bound = anything(.value, in: object) else { return missing(.value) }
      return kind.replacing(.bound(bound))
    case .pattern:
      guard has(.pattern, in: object) else { return missing(.pattern) }
      return sharedText(.pattern, in: object, isRequired: true).map { kind.replacing(.pattern($0)) }
    case .tag:
      let key = has(.tag, in: object) ? FormKey.tag : .value
      guard has(key, in: object) else { return missing(.tag) }
      return text(key, in: object, isRequired: true).map { kind.replacing(.tag($0)) }
    case .predicate:
      guard has(.predicate, in: object) else { return missing(.predicate) }
      return sharedText(.predicate, in: object, isRequired: true)
        .map { kind.replacing(.predicate($0)) }
    case .function:
      guard let key = entry.key, case .function(let name, let reads)? = function(key, in: object)
      else { return nil }
      return kind.replacing(.function(name, reads: reads))
    case .rules:
      guard let key = entry.key else { return nil }
      let rules = rules(key, in: object)
      guard place(key, in: object).map({ self.kind(of: $0) }) == .array else { return nil }
      return kind.replacing(.rules(rules))
    }
  }

  /// The rule that a text names; nil if it is unknown, which has been reported.
  private mutating func ruleEntry(at place: Place) -> RuleEntry? {
    if let index = document.meaning(of: place.index, in: ruleNames) {
      return RuleEntry.typed[index]
    }
    let word = document.text(at: place.index)
    if let entry = RuleEntry.typed.first(where: { $0.type == word }) { return entry }
    if ["closure", "ruleclosure"].contains(ForeignNames.normalized(word)) {
      report(
        .word, "unknown rule \(Problem.quoted(word))", place,
        hint: #"name a function, {"function": "isStrong"}"#)
    } else {
      reportUnknown(
        "rule", word, at: place, known: RuleEntry.typed.compactMap(\.type),
        meant: ForeignNames.rule(for: word)?.type,
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
    switch rule.kind.parameter {
    case .bound(.string(let text)):
      if let date = kind.convertedFromJSON(.string(text)) {
        rule.kind = rule.kind.replacing(.bound(date))
      }
    case .rules(let rules):
      rule.kind = rule.kind.replacing(.rules(rules.map { dated($0, kind) }))
    case .nothing, .length, .bound, .pattern, .tag, .predicate, .function: break
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
      let rules = document.elements(of: list.index).map { index in
        apart { $0.rule(Place(index: index)) } ?? Self.unreadable
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
  package mutating func triggers(in object: ObjectPlace) -> ValidationTriggers? {
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
