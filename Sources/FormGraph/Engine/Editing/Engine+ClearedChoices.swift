// What was given for rows from which whatever is not an option is cleared, and which of it is gone
// once the form has settled. Answers and saved states name it, because a choice that is lost
// silently is easy to miss.

import Predicate

/// What was given for a row from which whatever is not an option is cleared.
struct GivenChoice {
  let row: RowIndex
  let name: String
  let value: Value
}

extension Engine {
  /// The given choices that are not in their rows any more.
  ///
  /// Called after settling. A row that is emptied because it is hidden has lost nothing.
  ///
  /// - Complexity: O(n) in the number of given choices and of choices that are left.
  func cleared(of given: [GivenChoice]) -> [ClearedChoice] {
    given.flatMap { given -> [ClearedChoice] in
      guard outline.rows.contains(given.row), !state.isEmptied(given.row, in: topology) else {
        return []
      }
      let kind = topology.jsonKind(of: given.row)
      let choices = given.value.choices
      let left = OptionPlaces(state.values[given.row.index].choices, seeking: choices.count)
      return choices.filter { !left.contains($0) }
        .map { ClearedChoice(name: given.name, value: kind.shownInJSON($0)) }
    }
  }
}
