// What a list on a screen shows: plain arrays of ids, to which list updates are applied as their
// documentation says.

import Predicate

@testable import FormGraph

/// The visible structure of a form.
struct ShownList: Equatable {
  struct Section: Equatable {
    let id: SectionIndex
    var rows: [RowIndex]
  }

  var sections: [Section]

  init(_ form: Form) {
    sections = form.visibleSections.map { section in
      Section(id: section.id.index, rows: section.visibleRows.map(\.id.index))
    }
  }

  func row(at place: ListPlace) -> RowIndex? {
    guard let row = place.row, sections.indices.contains(place.section),
      sections[place.section].rows.indices.contains(row)
    else { return nil }
    return sections[place.section].rows[row]
  }

  /// Takes out what goes and what moves, by the places before; then puts in what comes and what has
  /// moved, by the places after, which is taken from what is shown now.
  ///
  /// - Returns: Nil where a place is none.
  func applying(_ update: ListUpdate, now: ShownList) -> ShownList? {
    var list = self
    for place in (update.deletes + update.moves.map(\.from)).sorted().reversed() {
      guard list.sections.indices.contains(place.section) else { return nil }
      if let row = place.row {
        guard list.sections[place.section].rows.indices.contains(row) else { return nil }
        list.sections[place.section].rows.remove(at: row)
      } else {
        list.sections.remove(at: place.section)
      }
    }
    for place in (update.inserts + update.moves.map(\.to)).sorted() {
      guard now.sections.indices.contains(place.section) else { return nil }
      guard let position = place.row else {
        guard place.section <= list.sections.count else { return nil }
        list.sections.insert(now.sections[place.section], at: place.section)
        continue
      }
      guard let row = now.row(at: place), list.sections.indices.contains(place.section),
        position <= list.sections[place.section].rows.count
      else { return nil }
      list.sections[place.section].rows.insert(row, at: position)
    }
    return list
  }
}

/// What is wrong with a list update, given the list before and now and how the rows looked.
func mistake(
  in update: ListUpdate, from old: ShownList, to new: ShownList, looksDifferent: (RowIndex) -> Bool
) -> String? {
  guard let applied = old.applying(update, now: new) else { return "a place is none" }
  if applied != new { return "the list shows \(applied), not \(new)" }
  for move in update.moves where old.row(at: move.from) != new.row(at: move.to) {
    return "another row moved than came to \(move.to)"
  }
  // What is put in is made anew; everything else that looks different must be told.
  let inserted = Set(update.inserts)
  let moved = Set(update.moves.map(\.to))
  let reloaded = Set(update.reloads)
  if reloaded.count != update.reloads.count { return "a row is reloaded twice" }
  for (index, section) in new.sections.enumerated() {
    let isNew = inserted.contains(ListPlace(section: index, row: nil))
    for (position, row) in section.rows.enumerated() {
      let place = ListPlace(section: index, row: position)
      let stayed = !isNew && !inserted.contains(place)
      if stayed, looksDifferent(row), moved.contains(place) || !reloaded.contains(place) {
        return "\(place) looks different and is not reloaded"
      }
      if reloaded.contains(place), !stayed { return "\(place) has come and is reloaded" }
    }
  }
  for place in update.reloads {
    guard let row = new.row(at: place) else { return "\(place) is no row to be reloaded" }
    if !looksDifferent(row) { return "\(place) looks as it did and is reloaded" }
  }
  return nil
}
