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
  private let oldShape: Engine.Shape
  private let past: PastState
  /// A copy of its own, because it caches the rows that were looked up last.
  private var before: PastAttributes
  private lazy var sections = touched.inOrder(set)

  init(_ set: ChangeSet, _ touched: TouchedMembers, of property: Change.Property? = nil) {
    self.set = set
    self.touched = touched
    self.property = property
    oldShape = set.oldShape
    past = set.pastState
    before = past.attributes
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
    compareProperties(of: .form, .form, body)
    for section in sections {
      if section.isWhole { compare(section.id, body) }
      if isAsked(.verdict), let verdict = touched.verdicts[section.id] {
        body(
          Difference(
            subject: .section(section.id), property: .verdict, old: verdict.old, new: verdict.new))
      }
      compareProperties(of: .section(section.id), .section(section.id), body)
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
      let value = past.value(of: row)
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
          !set.state.attributes.isValid(row, in: set.topology)
        } else {
          past.attributes.isValid(row, in: oldShape.topology.value)
            != set.state.attributes.isValid(row, in: set.topology)
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
    compare(.hidden, before.isHidden(id), set.state.attributes.isHidden(id))
    compare(.disabled, before.isDisabled(id), set.state.attributes.isDisabled(id))
    compare(.valid, !before.isOutOfBounds(id), !set.state.attributes.isOutOfBounds(id))
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
    if !touched.options.isEmpty, let change = touched.options[id] {
      compareOptions(change, of: id, body)
    }
    let section = set.topology.rows[id.index].section
    let oldSection = oldShape.topology.value.rows[id.index].section
    let isSubmit = set.topology.submitRows.contains(id)

    func compareAttribute(_ property: Change.Property, _ attribute: Attribute) {
      guard isAsked(property) else { return }
      let old = before.value(
        attribute, of: id, in: oldSection, isBlocked: isSubmit && !past.canSubmit)
      let new = set.state.attributes.value(
        attribute, of: id, in: section, isBlocked: isSubmit && !set.state.canSubmit)
      guard old != new else { return }
      body(Difference(subject: .row(id), property: property, old: .bool(old), new: .bool(new)))
    }
    compareAttribute(.hidden, .hidden)
    compareAttribute(.disabled, .disabled)
    compareAttribute(.required, .required)
    compareAttribute(.valid, .valid)
    compareProperties(of: .row(id), .row(id), body)
    guard isAsked(.errors) else { return }
    // A hidden row shows no errors.
    let wasHidden = before.value(.hidden, of: id, in: oldSection)
    let isHidden = set.state.attributes.value(.hidden, of: id, in: section)
    let old = wasHidden ? [] : past.errors(of: id)
    let new = isHidden ? [] : set.state.errors[id.index]
    guard old != new else { return }
    body(
      Difference(
        subject: .row(id), property: .errors, old: .messages(of: old), new: .messages(of: new)))
  }

  private func compareProperties(
    of owner: PropertyOwner, _ subject: Difference.Subject, _ body: (Difference) -> Void
  ) {
    guard !touched.properties.isEmpty, let changes = touched.properties[owner] else { return }
    for change in changes where isAsked(change.property) {
      body(
        Difference(
          subject: subject, property: change.property, old: change.old, new: change.new))
    }
  }

  private func compareOptions(
    _ change: TouchedMembers.OptionsChange, of id: RowID, _ body: (Difference) -> Void
  ) {
    if isAsked(.options), change.old != change.new {
      body(
        Difference(subject: .row(id), property: .options, old: change.old, new: change.new))
    }
    if isAsked(.optionGroups), change.hasOtherGroups {
      body(
        Difference(
          subject: .row(id), property: .optionGroups,
          old: change.oldGroupsJSON ?? .null, new: change.newGroupsJSON ?? .null))
    }
    if isAsked(.disabledOptions), change.oldDisabled != change.newDisabled {
      body(
        Difference(
          subject: .row(id), property: .disabledOptions, old: .array(change.oldDisabled),
          new: .array(change.newDisabled)))
    }
  }
}
