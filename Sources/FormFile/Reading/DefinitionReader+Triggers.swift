// Reads the actions that an edit of a row sets off.

import Predicate

extension DefinitionReader {
  /// The actions that an edit of a row sets off; none if one of them cannot be read.
  ///
  /// A mistake in a text is reported at the action's position among all that the file lists.
  mutating func triggers(of row: ObjectPlace) -> [TriggerAction] {
    guard has(.whenChanged, in: row) else { return [] }
    let places = list(.whenChanged, in: row)
    let actions = places.compactMap { place in apart { $0.trigger(place) } }
    return actions.count == places.count ? actions : []
  }

  private mutating func trigger(_ place: Place) -> TriggerAction? {
    guard let object = object(place, called: "an action of 'whenChanged'") else { return nil }
    checkKeys(of: object, known: .trigger, in: "an action of 'whenChanged'")
    var draft = TriggerAction.Draft()
    read(TriggerAction.fields, of: object, into: &draft)
    switch (draft.set, draft.to, draft.reset) {
    case (let tag?, let formula?, nil):
      return TriggerAction(.set(tag, to: formula), if: draft.condition)
    case (nil, nil, let tag?): return TriggerAction(.reset(tag), if: draft.condition)
    default: break
    }
    // What is there and cannot be read has been reported.
    let keys: [FormKey] = [.set, .to, .reset].filter { has($0, in: object) }
    let hint = #"write {"set": "total", "to": "$price * 2"} or {"reset": "total"}"#
    switch keys {
    case [.set, .to], [.reset]: break
    case [.set]:
      report(
        .missing, "an action that sets a row needs 'to', a formula for the value", object.place,
        focus: .start, hint: hint)
    case let keys where keys.contains(.reset):
      reportConflict(
        "an action either sets or resets a row", .reset, keys.contains(.set) ? .set : .to, object)
    default:
      report(
        .missing, "an action needs a row to 'set' or to 'reset'", object.place, focus: .start,
        hint: hint)
    }
    return nil
  }
}
