// A live form under Observation. Reading a row depends on that row, on its section and on what
// concerns every row; a transaction then tells only those that it touched, so that hiding a section
// of a million rows tells one thing.

public import Observation
import Predicate

extension LiveForm: Observable {
  /// What can be read and told by itself.
  enum Reading: Hashable {
    /// The snapshot.
    case form
    /// Which rows there are, what they say, and whether the form is read-only.
    case everyRow
    /// The own attributes of a section.
    case section(SectionID)
    /// A row's value, own attributes and errors.
    case row(RowID)
  }

  /// The row with a tag, or of an item at an address like `phones[2].number`; nil where there is
  /// none.
  ///
  /// What reads it under Observation depends on this row: on anything that its state tells, and on
  /// nothing else. It is told once the form has settled, so that it reads the new state at once.
  public subscript(tag: String) -> RowState? {
    guard let row = current.row(tag) else {
      track(.everyRow)
      return nil
    }
    return self[row]
  }

  /// The row of an id that the form gave; nil where the row is no longer there.
  ///
  /// What reads it under Observation depends on this row alone.
  public subscript(row: RowID) -> RowState? {
    track(.everyRow)
    guard let state = current[row] else { return nil }
    track(.section(current.topology.row(row).section))
    track(.row(row))
    return state
  }

  /// Stands for what is read, as a key path that Observation can tell apart.
  private subscript(reading: Reading) -> Void { () }

  func track(_ reading: Reading) {
    readings.insert(reading)
    registrar.access(self, keyPath: \LiveForm[reading])
  }

  /// Tells whoever has read something that a transaction touched.
  func tellReaders(of changes: ChangeSet) {
    guard !readings.isEmpty else { return }
    // A reader may read again when it is told, and is then not told again.
    let told = changes.touched.filter { readings.remove($0) != nil }
    for reading in told { registrar.withMutation(of: self, keyPath: \LiveForm[reading]) {} }
  }
}

extension ChangeSet {
  /// What a transaction may have changed of what can be read.
  fileprivate var touched: [LiveForm.Reading] {
    let members = TouchedMembers(self)
    let isEveryRow = journal.topology != nil || members.isWholeForm
    return [.form] + (isEveryRow ? [.everyRow] : []) + members.sections.map { .section($0) }
      + members.rows.map { .row($0) }
  }
}
