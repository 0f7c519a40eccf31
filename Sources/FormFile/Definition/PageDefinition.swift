// Pages: sections that a user sees together, one page after another. A page is a way through the
// form and holds nothing: rows, values and conditions belong to the sections.

public import Predicate

/// Sections that are shown together, as one step of a long form.
///
/// ```swift
/// PageDefinition("Your trip", sections: ["dates", "hotel"], hidden: "$travels == NO")
/// ```
public struct PageDefinition: Sendable, Hashable {
  /// The name that the host knows the page by; tags of pages are not names in conditions.
  public var tag: String?
  /// The page's own texts.
  public var texts: Texts
  /// When the page and all its sections are hidden.
  public var hidden: ConditionDefinition?
  /// The tags of the sections on the page, in the order in which the page shows them.
  public var sections: [String]
  /// Anything the host wants to keep with the page; handed back untouched.
  public var extra: Value?

  /// Makes a page.
  public init(
    tag: String? = nil, texts: Texts = Texts(), hidden: ConditionDefinition? = nil,
    sections: [String], extra: Value? = nil
  ) {
    self.tag = tag
    self.texts = texts
    self.hidden = hidden
    self.sections = sections
    self.extra = extra
  }

  /// Makes a page with a title.
  ///
  /// - Parameters:
  ///   - title: The name people know it by.
  ///   - tag: The name that the host knows it by.
  ///   - sections: The tags of the sections on the page, in order.
  ///   - hidden: When the page and all its sections are hidden.
  ///   - extra: Anything the host wants to keep with the page.
  public init(
    _ title: FormText, tag: String? = nil, sections: [String], hidden: ConditionDefinition? = nil,
    extra: Value? = nil
  ) {
    self.init(
      tag: tag, texts: Texts(title: title), hidden: hidden, sections: sections, extra: extra)
  }

  /// When the page is visible: the opposite of `hidden`, which it sets.
  public var visible: ConditionDefinition? {
    get { hidden?.inverted }
    set { hidden = newValue?.inverted }
  }
}
