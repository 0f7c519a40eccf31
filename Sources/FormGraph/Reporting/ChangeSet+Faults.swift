// Whether a transaction that was applied leaves something wrong. Refused edits are errors; these
// edits were applied, and the command then ends with status 1.

import Predicate

extension ChangeSet {
  /// Whether the evaluation of a condition fails now, or a row was given a value that is not one of
  /// its options.
  ///
  /// - Complexity: O(k) in the number of values that were set and of problems that changed.
  package var isFaulty: Bool {
    if !problemsBegan.isEmpty { return true }
    // What an undo brings back was not given now.
    guard wholeCause == nil else { return false }
    for source in journal.sources where source.cause == .set {
      if hasUnknownOption(source.row) { return true }
    }
    return journal.reshaped.inserted.contains(where: hasUnknownOption)
  }

  private func hasUnknownOption(_ row: RowIndex) -> Bool {
    outline.rows.contains(row) && state.values.isOther(at: row.index, since: journal.state.values)
      && state.verdicts[row.index].contains { $0.messageID == .option }
  }
}
