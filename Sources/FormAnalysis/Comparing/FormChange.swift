// One difference between two versions of a form, as data: where, what, the old and the new text,
// and whether answers that were saved with the old version still fit.

public import FormGraph

/// A difference between two versions of a form.
public struct FormChange: Sendable, Hashable {
  /// What has changed.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The new form has a row, a section, a page, an input or a table that the old form lacks.
    case added
    /// The new form lacks a row, a section, a page, an input or a table of the old form.
    case removed
    /// The row or section is in another section, or in another list.
    case moved
    /// The rows and sections that both forms have are in another order, or the options of a row.
    case order
    /// A migration gives the row or section another tag.
    case renamed
    /// A migration drops the answers of a row or list that the new form still has, or gives the
    /// answers of an option that the new form still has another value.
    case dropped
    /// The answers have the value under another name.
    case name
    /// The type of a row or an input, or the kind of a section.
    case type
    /// An option that the old form lacks.
    case optionAdded
    /// An option that the new form lacks.
    case optionRemoved
    /// An option with the same title has another value.
    case optionRevalued
    /// Where the options come from, or whether other text is allowed.
    case options
    /// A minimum, a maximum, a step, or the number of items.
    case bound
    /// A rule.
    case rule
    /// The condition under which a row must have a value.
    case required
    /// A condition, such as `hidden`.
    case condition
    /// The predicate that options must meet.
    case filter
    /// A formula for a value or for the number of items.
    case formula
    /// The contents of a table.
    case table
    /// Any other setting, such as `whenHidden`.
    case setting
  }

  /// What the change is about.
  public enum Subject: String, Sendable, Hashable, CaseIterable {
    /// The form itself.
    case form
    /// An input.
    case input
    /// A table.
    case table
    /// A page.
    case page
    /// A section.
    case section
    /// A section with items.
    case list
    /// A row, or a section to choose from.
    case row
  }

  /// Whether answers that were saved with the old form still fit the new form.
  public typealias Breaking = FormGraph.Breaking

  /// The place, by tags.
  ///
  /// A member of an item has the tags of its lists before its own, as in `visits.dose`. A row
  /// without a tag has its name here, or its path in the file.
  public let place: String
  /// What the change is about.
  public let subject: Subject
  /// What has changed.
  public let kind: Kind
  /// The key of the form file that has changed, such as `visible`; nil if the kind says it.
  ///
  /// Of a condition it is the key that the author of the new form wrote.
  public let key: String?
  /// The old text: as its author wrote it for a condition, canonical for a formula, JSON for a
  /// value; nil: none.
  ///
  /// Rows and lists that a migration renames have their new names in it.
  public let old: String?
  /// The new text; nil: none.
  public let new: String?
  /// Of a condition that has changed in part: the parts that the new text lacks.
  public let oldParts: [String]
  /// Of a condition that has changed in part: the parts that the old text lacks.
  public let newParts: [String]
  /// Whether saved answers still fit.
  public let breaks: Breaking

  /// Makes a change.
  public init(
    place: String, subject: Subject, kind: Kind, key: String? = nil, old: String? = nil,
    new: String? = nil, oldParts: [String] = [], newParts: [String] = [], breaks: Breaking
  ) {
    self.place = place
    self.subject = subject
    self.kind = kind
    self.key = key
    self.old = old
    self.new = new
    self.oldParts = oldParts
    self.newParts = newParts
    self.breaks = breaks
  }
}
