// Whose a change is. A change names its member by tag; a member without one is found by comparing
// the form before and after, in the order in which change sets list.

import FormGraph
import Predicate

/// The row, section or input that a change is about.
struct ChangedMember {
  /// What people know it by: the tag, else the title.
  let label: String
  let row: RowDefinition?
  let section: SectionDefinition?

  init(_ row: RowDefinition) {
    label = row.tag ?? row.texts.title?.printable ?? "(a row without tag and title)"
    self.row = row
    section = nil
  }

  init(_ section: SectionDefinition) {
    label = "section \(section.tag ?? section.texts.title?.printable ?? "without tag and title")"
    row = nil
    self.section = section
  }

  init(input: String) {
    label = input
    row = nil
    section = nil
  }

  /// The condition of its own that decides an attribute.
  func condition(_ property: Change.Property) -> ConditionDefinition? {
    switch property {
    case .hidden: row?.hidden ?? section?.hidden
    case .disabled: row?.disabled ?? section?.disabled
    case .required: row?.required
    case .value, .valid, .errors: nil
    }
  }
}

/// Finds the members of the changes of one change set, asked in its order.
struct ChangeMembers {
  private let before: Form
  private let after: Form
  /// The changes of members without tags, in order; made when the first is asked for.
  private lazy var untagged = untaggedChanges()[...]

  init(from before: Form, to after: Form) {
    self.before = before
    self.after = after
  }

  mutating func member(of change: Change) -> ChangedMember {
    guard let tag = change.tag else {
      return untagged.popFirst() ?? ChangedMember(input: "(a row without tag)")
    }
    if change.isSection {
      return after.section(tag).map { ChangedMember($0.definition) } ?? ChangedMember(input: tag)
    }
    return after[tag].map { ChangedMember($0.definition) } ?? ChangedMember(input: tag)
  }

  private func untaggedChanges() -> [ChangedMember] {
    var members: [ChangedMember] = []
    for (old, new) in zip(before.sections, after.sections) {
      if new.tag == nil {
        let count = [old.isHidden != new.isHidden, old.isDisabled != new.isDisabled].count { $0 }
        members += Array(repeating: ChangedMember(new.definition), count: count)
      }
      for (old, new) in zip(old.rows, new.rows) where new.tag == nil {
        let differences = [
          old.value != new.value, old.isHidden != new.isHidden, old.isDisabled != new.isDisabled,
          old.isRequired != new.isRequired, old.isValid != new.isValid, old.errors != new.errors,
        ]
        let count = differences.count { $0 }
        members += Array(repeating: ChangedMember(new.definition), count: count)
      }
    }
    return members
  }
}
