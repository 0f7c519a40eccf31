// The keys of the JSON that a form writes: states, changes, results of answers, and problems.
// Programs in other languages rely on them, so keys may be added, but are never renamed or removed.
// Two kinds of keys stand elsewhere: properties that change for people in `Change.Property`, and
// keys of form files in `FormKey`.

import Predicate

/// A key of the JSON that a form writes.
enum ToldKey: String, CaseIterable, Sendable {
  case action, actions, address, allOptions, answered, arguments, at, attribute
  case because, becauseIds, began
  case calculated, canDelete, canInsert, canMove, canRedo, canSubmit, canUndo, cause, changes
  case cleared, collapsed, column, complete, conditions, counted, counts
  case deletes, depth, direction, dirty, disabled, display
  case ended, errorDetails, errors, evaluated, extra
  case file, firstInvalid, firstInvalidId, focus, footer, from, function
  case hint
  case id, ids, inserted, inserts, item, items
  case key
  case language, line
  case message, missing, moved, moves
  case name, navigation, new, newId, nextId, notes
  case old, oldId, option, options, optionSource, optionSources, ownDisabled, ownHidden
  case page, pages, parameters, path, pending, pendingValidations, problems, progress
  case range, refused, refusedMove, refusedSubmit, reloads, removed, required, rows, rule
  case section, sectionId, sectionIds, sections, severity, stateChanges, structure
  case tag, tags, template, templates, text, textRange, timeZone, title, to, token, type
  case valid, value, values, verdictDetails, visible
  case waitingSubmit, withdrawn

  /// The key with its value, as a member of an object.
  func member(_ value: Value) -> (String, Value) { (rawValue, value) }
}

extension Value {
  /// An object with members in this order.
  static func object(_ members: [(ToldKey, Value)]) -> Value {
    .dictionary(ValueDictionary(members.map { key, value in key.member(value) }))
  }
}

extension JSONText {
  /// Writes a member.
  mutating func member(_ key: ToldKey, _ value: Value) { member(key.rawValue, value) }

  /// Writes a member that is an object.
  mutating func object(_ key: ToldKey, _ members: (inout JSONText) -> Void) {
    object(key.rawValue, members)
  }

  /// Writes a member that is a list.
  mutating func list(_ key: ToldKey, _ elements: (inout JSONText) -> Void) {
    list(key.rawValue, elements)
  }

  /// Writes a member that is a list, or nothing if the closure writes no element.
  mutating func list(ifAny key: ToldKey, _ elements: (inout JSONText) -> Void) {
    list(ifAny: key.rawValue, elements)
  }
}
