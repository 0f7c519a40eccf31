// Observation of a live form. Reading a row registers the row, its section, and what concerns every
// row. A transaction notifies only what it touched, so hiding a section of a million rows notifies
// one section.

public import Observation
import Predicate

extension LiveForm: Observable {
  /// A part of the form that can be read and notified on its own.
  enum Reading: Hashable {
    /// The whole form.
    case form
    /// The set of rows, their definitions, and whether the form is read-only.
    case everyRow
    /// A section's own attributes.
    case section(SectionIndex)
    /// A row's value, own attributes and errors.
    case row(RowIndex)
  }

  /// The parts that were read since they were last notified.
  struct Readings {
    private var form = false
    private var everyRow = false
    private var sections = IDSet<SectionIndex>()
    private var rows = IDSet<RowIndex>()

    var isEmpty: Bool { !form && !everyRow && sections.isEmpty && rows.isEmpty }

    mutating func insert(_ reading: Reading) {
      switch reading {
      case .form: form = true
      case .everyRow: everyRow = true
      case .section(let section): sections.insert(section)
      case .row(let row): rows.insert(row)
      }
    }

    /// Removes and returns the parts that a transaction has touched, in the order of the cases and
    /// by id.
    ///
    /// - Complexity: O(1) if only the whole form was read, otherwise O(k) in what the transaction
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

  /// The row with a tag or an id, or the row of an item at an address such as `phones[2].number`;
  /// nil if the form has no such row.
  ///
  /// Code that reads this under Observation depends only on the state of this row. It is notified
  /// after the form has settled, so it can read the new state at once.
  public subscript(row: some RowNaming) -> RowState? {
    track(.everyRow)
    guard let row = current.row(row), let state = current[row] else { return nil }
    track(.section(current.topology.row(row).section))
    track(.row(row))
    return state
  }

  /// A key path for each part, so that Observation can tell the parts apart.
  private subscript(reading: Reading) -> Void { () }

  func track(_ reading: Reading) {
    readings.insert(reading)
    registrar.access(self, keyPath: \LiveForm[reading])
  }

  /// Notifies the readers of everything that a transaction touched.
  func tellReaders(of changes: ChangeSet) {
    guard !readings.isEmpty else { return }
    // Removed first, so that a reader which reads again while it is notified is registered again.
    for reading in readings.take(touchedBy: changes) {
      registrar.withMutation(of: self, keyPath: \LiveForm[reading]) {}
    }
  }
}
