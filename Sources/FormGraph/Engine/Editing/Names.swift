// What edits and questions call rows and sections. A method takes `some RowNaming`, so that a text
// in a variable, a literal and an id all go in. It turns what it got into a `RowName` at once: only
// the public methods are generic, and what they call is compiled once.

import Predicate

/// What names a row: a text with its tag or address, its id, or a `RowName`.
///
/// An input is named by its text, too.
public protocol RowNaming {
  /// This as the name of a row.
  var rowName: RowName { get }
}

/// What names a section: a text with its tag or address, its id, or a `SectionName`.
public protocol SectionNaming {
  /// This as the name of a section.
  var sectionName: SectionName { get }
}

/// A row, named by its tag, its address or its id.
public enum RowName: Hashable, Sendable, ExpressibleByStringLiteral, RowNaming {
  /// A tag, or the address of an item's row.
  case tag(String)
  /// An id from the form.
  case id(RowID)

  /// Names a row by its tag or address.
  public init(stringLiteral value: String) { self = .tag(value) }

  /// The name itself.
  public var rowName: RowName { self }

  /// Whether two names are the same, tags by Unicode scalars.
  func isExactly(_ other: RowName) -> Bool {
    switch (self, other) {
    case (.tag(let tag), .tag(let other)): ExactText(tag) == ExactText(other)
    case (.id(let id), .id(let other)): id == other
    case (.tag, .id), (.id, .tag): false
    }
  }
}

/// A section, named by its tag, its address or its id.
public enum SectionName: Hashable, Sendable, ExpressibleByStringLiteral, SectionNaming {
  /// A tag, or the address of a section in an item.
  case tag(String)
  /// An id from the form.
  case id(SectionID)

  /// Names a section by its tag or address.
  public init(stringLiteral value: String) { self = .tag(value) }

  /// The name itself.
  public var sectionName: SectionName { self }
}

extension String: RowNaming, SectionNaming {
  /// The row that has this text as its tag, or is at this address.
  @inlinable public var rowName: RowName { .tag(self) }

  /// The section that has this text as its tag, or is at this address.
  public var sectionName: SectionName { .tag(self) }
}

extension RowID: RowNaming {
  /// The row that has this id.
  public var rowName: RowName { .id(self) }
}

extension SectionID: SectionNaming {
  /// The section that has this id.
  public var sectionName: SectionName { .id(self) }
}
