// Reads the findings that an author accepts. An id may be any text here. Whether the id of a
// finding exists, and whether the form has such a finding, is known to FormAnalysis alone.

import Predicate

extension DefinitionReader {
  /// The suppressions of a form, a section or a row.
  mutating func suppressions(in object: ObjectPlace) -> [Suppression] {
    guard has(.suppress, in: object) else { return [] }
    return list(.suppress, in: object).map { place in apart { $0.suppression(place) } }
  }

  /// A suppression.
  ///
  /// A missing justification is read as empty text, which the checker reports.
  private mutating func suppression(_ place: Place) -> Suppression {
    // What stands for an unreadable part must cause no further problem.
    let unread = "?"
    guard let object = object(place, called: "a suppression") else {
      return Suppression(id: unread, justification: unread)
    }
    checkKeys(of: object, known: .suppression, in: "a suppression")
    if !has(.id, in: object) {
      report(
        .missing, "a suppression needs the 'id' of a finding", object.place, focus: .start,
        hint: #"write, for example, "id": "compare/kind""#)
    }
    let isJustified = has(.justification, in: object)
    return Suppression(
      id: text(.id, in: object, isRequired: true) ?? unread,
      justification: text(.justification, in: object, isRequired: true)
        ?? (isJustified ? unread : ""))
  }
}
