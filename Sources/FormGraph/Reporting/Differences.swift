// The differences between a form and the same form before a transaction, without reasons. The
// touched members are compared one by one, in declaration order. A list of changes adds the
// reasons; counts and the names of newly visible rows need none. What only clients are told has no
// reasons either: own attributes stand among these differences, the rest in `Differences+Clients`.

import Predicate

/// One aspect of one member that differs from before a transaction.
struct Difference {
  enum Subject {
    case input(InputID)
    case form
    case section(SectionIndex)
    case row(RowIndex)
    case removedRow(RowIndex)
    case item(ItemIndex)
    /// The options of many rows, by one of them.
    // A row, because differences are copied often, and a source has a list.
    case source(of: RowIndex)
  }

  let subject: Subject
  let name: AspectName
  let old: Value
  let new: Value

  /// Whether the difference is of the options of a row, which are listed before its attributes.
  fileprivate var precedesAttributes: Bool { name.property?.precedesAttributes ?? false }
}

/// Compares a form with itself before a transaction.
///
/// A class: of a struct that holds a change set and is completed while it is asked, Swift 6.3.1
/// loses the change set.
final class Differences {
  let set: ChangeSet
  let touched: TouchedMembers
  let now: Moment
  let before: Moment
  /// Which differences are listed.
  private let scope: Scope
  /// The attributes before; it keeps the rows that were looked up last.
  // Only this object asks it, so no access is checked for overlaps.
  @exclusivity(unchecked) private var past: PastAttributes
  /// Whether any row shows errors, or showed some before.
  private let hasErrors: Bool
  /// The touched members in order, once somebody has asked.
  private(set) lazy var sections = touched.inOrder(set)
  /// The sources whose options have been compared, and those whose titles have been told.
  // Few change sets need them, and the first use of a new kind of set takes a search.
  lazy var compared: Set<SharedOptions> = []
  lazy var titled: Set<SharedOptions> = []

  enum Scope: Equatable {
    /// One property that people are told.
    case property(Change.Property)
    /// All that people are told.
    case people
    /// That, and what members say for themselves, which only clients are told.
    case clients
  }

  /// Prepares the comparison of the touched members.
  init(_ set: ChangeSet, _ touched: TouchedMembers, _ scope: Scope = .people) {
    self.set = set
    self.touched = touched
    self.scope = scope
    now = set.momentNow
    before = set.momentBefore
    hasErrors = !(set.state.errors.isEmpty && set.journal.state.errors.isEmpty)
    past = PastAttributes(set.journal.state.attributes, set.held)
  }

  private func isAsked(_ property: Change.Property) -> Bool {
    if case .property(let asked) = scope { asked == property } else { true }
  }

  private func isAsked(_ name: AspectName) -> Bool {
    name.property.map(isAsked) ?? (scope == .clients)
  }

  /// Calls a function with each difference: inputs first, then each section with its rows, and
  /// removed rows last.
  func forEach(_ body: (Difference) -> Void) {
    if isAsked(.value) {
      for (index, old, new) in set.state.inputs.changes(since: set.journal.state.inputs) {
        body(
          Difference(
            subject: .input(InputID(index)), name: .people(.value), old: old, new: new))
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
      body(
        Difference(subject: .removedRow(row), name: .people(.value), old: value, new: .null))
    }
  }

  /// Whether a row that existed before differs in any property.
  func isOther(_ row: RowIndex) -> Bool {
    var isOther = false
    compare(row) { _ in isOther = true }
    return isOther
  }

  /// The rows whose validity flipped, in declaration order.
  ///
  /// A new invalid row is included.
  func rowsOfOtherValidity() -> [RowIndex] {
    var rows: [RowIndex] = []
    for row in sections.lazy.flatMap(\.rows) {
      let isOther =
        if set.journal.reshaped.inserted.contains(row) {
          !now.isValid(row, in: now.topology)
        } else {
          past.isValid(row, in: before.topology) != now.isValid(row, in: now.topology)
        }
      if isOther { rows.append(row) }
    }
    return rows
  }

  // MARK: - Members

  private func compare(_ id: SectionIndex, _ body: (Difference) -> Void) {
    guard !set.journal.reshaped.insertedSections.contains(id) else { return }
    list(Aspects.ofSections.attributes, .section(id), past.told(id), now.told(id), body)
  }

  /// Lists the attributes that are in one of two sets and not in the other.
  private func list(
    _ attributes: [AttributeAspect], _ subject: Difference.Subject, _ old: ToldAttributes,
    _ new: ToldAttributes, _ body: (Difference) -> Void
  ) {
    let flips = old.symmetricDifference(new)
    guard !flips.isEmpty else { return }
    for line in attributes where flips.contains(line.attribute) && isAsked(line.name) {
      if case .falseOrNull(let whole) = line.words, !new.contains(whole) { continue }
      body(
        Difference(
          subject: subject, name: line.name, old: line.value(in: old), new: line.value(in: new)))
    }
  }

  /// Compares a new row.
  ///
  /// It had no value before, and its attributes have nothing to be compared with.
  private func compareInserted(_ id: RowIndex, _ body: (Difference) -> Void) {
    let value = set.state.values[id.index]
    guard !value.isNull, isAsked(.value) else { return }
    body(Difference(subject: .row(id), name: .people(.value), old: .null, new: value))
  }

  private func compare(_ id: RowIndex, _ body: (Difference) -> Void) {
    past.lookUp(id)
    if isAsked(.value),
      let (old, new) = set.state.values.change(at: id.index, since: set.journal.state.values)
    {
      body(Difference(subject: .row(id), name: .people(.value), old: old, new: new))
    }
    let listed = touched.differences.isEmpty ? nil : touched.differences[.row(id)]
    for difference in listed ?? [] where difference.precedesAttributes {
      if isAsked(difference.name) { body(difference) }
    }
    let old = past.told(
      id, in: before.topology.rows[id.index].section, isBlocked: before.isBlocked(id))
    let new = now.told(id, in: now.topology.rows[id.index].section, isBlocked: now.isBlocked(id))
    list(Aspects.ofRows.attributes, .row(id), old, new, body)
    for difference in listed ?? [] where !difference.precedesAttributes {
      if isAsked(difference.name) { body(difference) }
    }
    guard hasErrors, isAsked(.errors) else { return }
    let (oldErrors, newErrors) = (before.shownErrors(of: id), now.shownErrors(of: id))
    guard oldErrors != newErrors else { return }
    body(
      Difference(
        subject: .row(id), name: .people(.errors), old: .messages(of: oldErrors),
        new: .messages(of: newErrors)))
  }

  /// Lists what differs of the form or a section.
  private func list(of owner: PropertyOwner, _ body: (Difference) -> Void) {
    for difference in touched.differences[owner] ?? [] where isAsked(difference.name) {
      body(difference)
    }
  }
}
