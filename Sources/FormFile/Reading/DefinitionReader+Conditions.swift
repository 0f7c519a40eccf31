// Reads conditions from a form file: true, false, a predicate, or the name of a function with what
// it depends on.

import Predicate

extension DefinitionReader {
  /// The condition under a key or, inverted, under the opposite key.
  @inline(__always)
  package mutating func condition(
    _ key: FormKey, opposite word: FormKey? = nil, in object: ObjectPlace
  ) -> ConditionDefinition? {
    has(key, in: object) || word.map { has($0, in: object) } == true
      ? givenCondition(key, opposite: word, in: object) : nil
  }

  @inline(never)
  private mutating func givenCondition(
    _ key: FormKey, opposite word: FormKey?, in object: ObjectPlace
  ) -> ConditionDefinition? {
    let opposite = word.flatMap { place($0, in: object) }
    if let place = place(key, in: object) {
      if let opposite, let word {
        reportConflict(
          "'\(word.text)' is the opposite of '\(key.text)'; only one of them can be given", word,
          key, object)
        _ = source(opposite, word)
      }
      return source(place, key).map { ConditionDefinition($0) }
    }
    guard let opposite, let word else { return nil }
    return source(opposite, word).map { ConditionDefinition($0, isInverted: true) }
  }

  private mutating func source(_ place: Place, _ key: FormKey) -> ConditionDefinition.Source? {
    switch kind(of: place) {
    case .true: return .constant(true)
    case .false: return .constant(false)
    case .text, .escapedText: return .predicate(sharedText(at: place))
    case .object:
      if let function = apart({ $0.functionCondition(place) }) { return function }
      reportKind(
        of: place, "'\(key.text)'", mustBe: "true, false or a predicate",
        hint: #"a function is written {"function": "isAdult", "dependsOn": ["age"]}"#)
    default:
      reportKind(
        of: place, "'\(key.text)'", mustBe: "true, false or a predicate", hint: hint(for: place))
    }
    return nil
  }

  /// A condition by function; nil if the object does not name a function.
  private mutating func functionCondition(_ place: Place) -> ConditionDefinition.Source?? {
    guard let object = object(place, called: "a condition"), has(.function, in: object) else {
      return nil
    }
    checkKeys(of: object, known: .function, in: "a condition by function")
    return function(.function, in: object, mustSayDependencies: true)
  }

  /// A function, which a key names, with what it depends on.
  ///
  /// Only a condition must say what it depends on, because a rule already reads the value.
  mutating func function(
    _ key: FormKey, in object: ObjectPlace, mustSayDependencies: Bool = false
  ) -> ConditionDefinition.Source? {
    let name = text(key, in: object, isRequired: true)
    var names: [String] = []
    var isWhole = true
    for place in list(.dependsOn, in: object, isRequired: mustSayDependencies) {
      if let name = dependency(place) { names.append(name) } else { isWhole = false }
    }
    // If one name is unreadable, all are left out, because the others would have wrong indexes.
    return name.map { .function($0, dependsOn: isWhole ? names : []) }
  }

  /// A formula: a text, or a function with what it reads, which is another spelling of its call.
  ///
  /// `{"function": "isAdult", "dependsOn": ["age"]}` is read as `isAdult($age)`.
  @inline(__always)
  mutating func formula(_ key: FormKey, in object: ObjectPlace) -> String? {
    // Checked first without a call, because few rows have a formula.
    has(key, in: object) ? givenFormula(key, in: object) : nil
  }

  @inline(never)
  private mutating func givenFormula(_ key: FormKey, in object: ObjectPlace) -> String? {
    guard let place = place(key, in: object), kind(of: place) == .object,
      let call = apart({ $0.functionCall(place) })
    else { return sharedText(key, in: object) }
    return call
  }

  /// The formula of a suggested value: alone, or in an object that says what happens to edits.
  mutating func suggested(in object: ObjectPlace) -> SuggestedFormula? {
    guard let place = place(.suggested, in: object), kind(of: place) == .object,
      let suggestion = apart({ $0.suggestion(place) })
    else { return formula(.suggested, in: object).map { SuggestedFormula($0) } }
    return suggestion
  }

  /// The object of a suggested value.
  ///
  /// - Returns: The inner nil is a mistake that was reported, the outer nil the call of a function.
  private mutating func suggestion(_ place: Place) -> SuggestedFormula?? {
    guard let object = object(place, called: "a suggestion"), !has(.function, in: object) else {
      return nil
    }
    checkKeys(of: object, known: .suggested, in: "a suggestion")
    let whenEdited: EditedSuggestion? = choice(
      .whenEdited, in: object, called: "policy for edited suggestions")
    guard has(.formula, in: object) else {
      report(
        .missing, "a suggestion needs a 'formula'", object.place, focus: .start,
        hint: #"write, for example, "formula": "$price * 2""#)
      return .some(nil)
    }
    return formula(.formula, in: object).map {
      SuggestedFormula($0, whenEdited: whenEdited ?? .replace)
    }
  }

  /// The call of a function with what it reads.
  ///
  /// - Returns: The text of the call. The inner nil is a mistake that was reported, the outer nil
  ///   an object that does not name a function.
  private mutating func functionCall(_ place: Place) -> String?? {
    guard let object = object(place, called: "a formula"), has(.function, in: object) else {
      return nil
    }
    checkKeys(of: object, known: .function, in: "a formula by function")
    guard
      case .function(let name, let names)? = function(
        .function, in: object, mustSayDependencies: true)
    else {
      return .some(nil)
    }
    if let place = self.place(.function, in: object), !Identifier.isValid(name) {
      report(.name, "\(Problem.quoted(name)) is not the name of a function", place)
      return .some(nil)
    }
    for (name, place) in zip(names, list(.dependsOn, in: object)) {
      guard !Dependency.isValid(name) else { continue }
      report(
        .name, "\(Problem.quoted(name)) is neither a tag nor an input nor an attribute of a tag",
        place,
        hint: Dependency.hint(for: name))
      return .some(nil)
    }
    return ConditionDefinition.call(name, names)
  }

  private mutating func dependency(_ place: Place) -> String? {
    if let name = text(at: place) { return name }
    reportKind(of: place, "a name in 'dependsOn'", mustBe: "text")
    return nil
  }
}
