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

  /// What has been read and not told since.
  struct Readings {
    private var form = false
    private var everyRow = false
    private var sections = IDSet<SectionID>()
    private var rows = IDSet<RowID>()

    var isEmpty: Bool { !form && !everyRow && sections.isEmpty && rows.isEmpty }

    mutating func insert(_ reading: Reading) {
      switch reading {
      case .form: form = true
      case .everyRow: everyRow = true
      case .section(let section): sections.insert(section)
      case .row(let row): rows.insert(row)
      }
    }

    /// Takes out what a transaction has touched; returns it in the order of the cases, and by id.
    ///
    /// - Complexity: O(1) if only the snapshot was read, otherwise O(k) in what the transaction
    ///   overwrote.
    mutating func take(touchedBy changes: ChangeSet) -> [Reading] {
      var taken: [Reading] = []
      if form { taken.append(.form) }
      form = false
      guard !isEmpty else { return taken }
      let touched = TouchedMembers(changes)
      if everyRow, changes.journal.topology != nil || touched.isWholeForm {
        everyRow = false
        taken.append(.everyRow)
      }
      for section in touched.sections where sections.remove(section) {
        taken.append(.section(section))
      }
      for row in rows.common(with: touched.rows) {
        rows.remove(row)
        taken.append(.row(row))
      }
      return taken
    }
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
    for reading in readings.take(touchedBy: changes) {
      registrar.withMutation(of: self, keyPath: \LiveForm[reading]) {}
    }
  }
}
