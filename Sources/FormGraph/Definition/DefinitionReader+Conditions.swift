// What stands where a form file says when something holds: true, false, a predicate, or the name of
// a function with what it depends on.

import Predicate

extension DefinitionReader {
  /// A condition under a key or, turned round, under its opposite.
  mutating func condition(_ key: String, in object: ObjectPlace) -> ConditionDefinition? {
    let opposite = ConditionDefinition.opposites[key].flatMap { object[$0] }
    if let place = object[key] {
      if let opposite, let word = ConditionDefinition.opposites[key] {
        reportConflict(
          "'\(word)' is the opposite of '\(key)'; only one of them can be given", word, key, object)
        _ = source(opposite, word)
      }
      return source(place, key).map { ConditionDefinition($0) }
    }
    guard let opposite, let word = ConditionDefinition.opposites[key] else { return nil }
    return source(opposite, word).map { ConditionDefinition($0, isInverted: true) }
  }

  private mutating func source(_ place: Place, _ key: String) -> ConditionDefinition.Source? {
    switch place.element.content {
    case .bool(let flag): return .constant(flag)
    case .string(let text): return .predicate(text)
    case .object(let members) where members.contains { $0.key == "function" }:
      return function(place)
    case .object:
      reportKind(
        of: place, "'\(key)'", mustBe: "true, false or a predicate",
        hint: #"a function is written {"function": "isAdult", "dependsOn": ["age"]}"#)
    default:
      reportKind(
        of: place, "'\(key)'", mustBe: "true, false or a predicate", hint: Self.hint(for: place))
    }
    return nil
  }

  private mutating func function(_ place: Place) -> ConditionDefinition.Source? {
    guard let object = object(place, called: "a condition") else { return nil }
    checkKeys(of: object, known: Keys.function, in: "a condition by function")
    let name = text("function", in: object, isRequired: true)
    let places = list("dependsOn", in: object, isRequired: true)
    let names = places.compactMap { dependency($0) }
    // Without one of them the others would have the wrong indexes.
    return name.map { .function($0, dependsOn: names.count == places.count ? names : []) }
  }

  private mutating func dependency(_ place: Place) -> String? {
    if case .string(let name) = place.element.content { return name }
    reportKind(of: place, "a name in 'dependsOn'", mustBe: "text")
    return nil
  }
}
