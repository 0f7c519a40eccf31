// What was given for when rows are hidden, until it has been read. A topology keeps of it what
// decides and the text that is; before that, and where a row comes to say something else, it is
// here.

/// Conditions by row: those of new rows next to each other, for a form may have a million.
struct GivenConditions: Sendable {
  private var first = 0
  private var new: [ConditionDefinition?] = []
  private var old: [RowID: ConditionDefinition?] = [:]

  /// What was given; nil where nothing has been said of the row here.
  @inline(__always)
  subscript(row: RowID) -> ConditionDefinition?? {
    let place = row.index - first
    return new.indices.contains(place) ? .some(new[place]) : old[row]
  }

  /// Takes what a new row says; new rows come one after the other.
  mutating func append(_ condition: ConditionDefinition?, for row: RowID) {
    if new.isEmpty { first = row.index }
    assert(row.index == first + new.count)
    new.append(condition)
  }

  /// Takes what a row has come to say.
  mutating func set(_ condition: ConditionDefinition?, for row: RowID) {
    let place = row.index - first
    if new.indices.contains(place) { new[place] = condition } else { old[row] = .some(condition) }
  }
}
