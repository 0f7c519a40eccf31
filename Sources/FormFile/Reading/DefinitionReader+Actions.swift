// Reads the actions of a row. A name that another action of the row has is left to the checker.

import Predicate

extension DefinitionReader {
  /// The actions of a row.
  mutating func actions(in object: ObjectPlace) -> [ActionDefinition] {
    guard has(.actions, in: object) else { return [] }
    return list(.actions, in: object).map { place in apart { $0.action(place) } }
  }

  private mutating func action(_ place: Place) -> ActionDefinition {
    // The path makes the name of an unreadable action different from all others.
    let unread = places.path(to: place.index).description
    guard let object = object(place, called: "an action") else { return ActionDefinition(unread) }
    checkKeys(of: object, known: .action, in: "an action")
    if !has(.name, in: object) {
      report(
        .missing, "an action needs a 'name', by which it is tapped", object.place, focus: .start,
        hint: #"write, for example, "name": "delete""#)
    }
    var action = ActionDefinition(unread)
    read(ActionDefinition.fields, of: object, into: &action)
    return action
  }
}
