// The differences between a form and the same form before a transaction, without reasons. The
// touched members are compared one by one, in declaration order. A list of changes adds the
// reasons; counts and the names of newly visible rows need none.

import Predicate

/// One property of one member that differs from before a transaction.
struct Difference {
  enum Subject {
    case input(InputID)
    case form
    case section(SectionID)
    case row(RowID)
    case removedRow(RowID)
  }

  let subject: Subject
  let property: Change.Property
  let old: Value
  let new: Value
}

/// Compares a form with itself before a transaction.
struct Differences {
  private let set: ChangeSet
  private let touched: TouchedMembers
  /// The only property that is compared; nil for all properties.
  private let property: Change.Property?
  private let now: Now
  /// A copy of its own, because it caches the rows that were looked up last.
  private var before: Before
  private lazy var sections = touched.inOrder(set)

  /// Prepares the comparison of the touched members; `sections` is their order if it is known.
  init(
    _ set: ChangeSet, _ touched: TouchedMembers, inOrder sections: [TouchedSection]? = nil,
    of property: Change.Property? = nil
  ) {
    self.set = set
    self.touched = touched
    self.property = property
    now = set.momentNow
    before = set.momentBefore
    if let sections { self.sections = sections }
  }

  private func isAsked(_ property: Change.Property) -> Bool {
    self.property == nil || self.property == property
  }

  /// Calls a function with each difference: inputs first, then each section with its rows, and
  /// removed rows last.
  mutating func forEach(_ body: (Difference) -> Void) {
    if isAsked(.value) {
      for (index, old, new) in set.state.inputs.changes(since: set.journal.state.inputs) {
        body(Difference(subject: .input(InputID(index)), property: .value, old: old, new: new))
      }
    }
    list(of: .form, body)
    for section in sections {
      if section.isWhole { compare(section.id, body) }
      list(of: .section(section.id), body)
      for row in section.rows {
        if set.journal.reshaped.inserted.contains(row) {
          compareInserted(row, body)
        } else {
          compare(row, body)
        }
      }
    }
    guard isAsked(.value) else { return }
    for row in set.journal.reshaped.removed {
      let value = before.value(of: row)
      guard !value.isNull else { continue }
      body(Difference(subject: .removedRow(row), property: .value, old: value, new: .null))
    }
  }

  /// Whether a row that existed before differs in any property.
  mutating func isOther(_ row: RowID) -> Bool {
    var isOther = false
    compare(row) { _ in isOther = true }
    return isOther
  }

  /// The rows whose validity flipped, in declaration order.
  ///
  /// A new invalid row is included.
  mutating func rowsOfOtherValidity() -> [RowID] {
    var rows: [RowID] = []
    for row in sections.lazy.flatMap(\.rows) {
      let isOther =
        if set.journal.reshaped.inserted.contains(row) {
          !now.value(.valid, of: row)
        } else {
          before.value(.valid, of: row) != now.value(.valid, of: row)
        }
      if isOther { rows.append(row) }
    }
    return rows
  }

  // MARK: - Members

  private func compare(_ id: SectionID, _ body: (Difference) -> Void) {
    guard !set.journal.reshaped.insertedSections.contains(id) else { return }
    func compare(_ property: Change.Property, _ old: Bool, _ new: Bool) {
      guard old != new, isAsked(property) else { return }
      body(
        Difference(subject: .section(id), property: property, old: .bool(old), new: .bool(new)))
    }
    compare(.hidden, before.isHidden(id), now.isHidden(id))
    compare(.disabled, before.isDisabled(id), now.isDisabled(id))
    compare(.valid, !before.isOutOfBounds(id), !now.isOutOfBounds(id))
  }

  /// Compares a new row.
  ///
  /// It had no value before, and its attributes have nothing to be compared with.
  private func compareInserted(_ id: RowID, _ body: (Difference) -> Void) {
    let value = set.state.values[id.index]
    guard !value.isNull, isAsked(.value) else { return }
    body(Difference(subject: .row(id), property: .value, old: .null, new: value))
  }

  private mutating func compare(_ id: RowID, _ body: (Difference) -> Void) {
    before.lookUp(id)
    if isAsked(.value),
      let (old, new) = set.state.values.change(at: id.index, since: set.journal.state.values)
    {
      body(Difference(subject: .row(id), property: .value, old: old, new: new))
    }
    let listed = touched.differences.isEmpty ? nil : touched.differences[.row(id)]
    for difference in listed ?? [] where difference.property.precedesAttributes {
      if isAsked(difference.property) { body(difference) }
    }
    let section = now.topology.rows[id.index].section
    let oldSection = before.topology.rows[id.index].section

    let (wasBlocked, isBlocked) = (before.isBlocked(id), now.isBlocked(id))

    func compare(_ attribute: Attribute) {
      guard isAsked(attribute.property) else { return }
      let old = before.value(attribute, of: id, in: oldSection, isBlocked: wasBlocked)
      let new = now.value(attribute, of: id, in: section, isBlocked: isBlocked)
      guard old != new else { return }
      body(
        Difference(
          subject: .row(id), property: attribute.property, old: .bool(old), new: .bool(new)))
    }
    compare(.hidden)
    compare(.disabled)
    compare(.required)
    compare(.valid)
    for difference in listed ?? [] where !difference.property.precedesAttributes {
      if isAsked(difference.property) { body(difference) }
    }
    guard isAsked(.errors) else { return }
    let (old, new) = (before.shownErrors(of: id), now.shownErrors(of: id))
    guard old != new else { return }
    body(
      Difference(
        subject: .row(id), property: .errors, old: .messages(of: old), new: .messages(of: new)))
  }

  /// Lists what differs of the form or a section.
  private func list(of owner: PropertyOwner, _ body: (Difference) -> Void) {
    for difference in touched.differences[owner] ?? [] where isAsked(difference.property) {
      body(difference)
    }
  }
}
