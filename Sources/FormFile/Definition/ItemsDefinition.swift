// The definition of a section with items: what an item consists of, how the user may change the
// list, how many items there may be, and the first items. Plain values; nothing is checked here.

public import Predicate

extension SectionDefinition {
  /// The kinds of sections.
  public enum Kind: Sendable, Hashable {
    /// The section holds the given rows.
    case plain
    /// The section holds items made from a template. The value under the section's tag is the list
    /// of items.
    case multivalued(ItemsDefinition)
    /// The section holds options that the user taps. The value under the section's tag is the
    /// choice.
    ///
    /// The choice is the value of one option, or a list of such values. In a list, each value
    /// occurs once and in the order of the options, however it was given.
    case selectable(SelectionDefinition)
    /// Rows that are choices among the same options, which the section gives.
    case matrix(MatrixDefinition)

    /// Whether it is a list of items.
    public var isOfItems: Bool {
      if case .multivalued = self { true } else { false }
    }
  }
}

/// The items of a section.
public struct ItemsDefinition: Sendable, Hashable {
  /// What one item consists of.
  public enum Template: Sendable, Hashable {
    /// One row; the item is the value of that row. The row has no tag, because the section's tag
    /// names the items.
    indirect case item(RowDefinition)
    /// Several rows, and after them sections, which may hold items of their own.
    ///
    /// The item is an object by tag: of the values of its rows and of those in its groups, and of
    /// the lists in it.
    case rows([RowDefinition], sections: [SectionDefinition] = [])
  }

  /// A template with the name by which an item chooses it.
  public struct NamedTemplate: Sendable, Hashable {
    /// The name; nil if the list has this template alone.
    public var name: String?
    /// What an item of this template consists of.
    public var template: Template

    /// Makes a template with a name.
    public init(name: String?, _ template: Template) {
      self.name = name
      self.template = template
    }
  }

  /// What an item consists of: one template, or several with names, of which each item chooses one.
  ///
  /// The values of its rows are the first values of a new item. An item that chooses none has the
  /// first template.
  public var templates: [NamedTemplate]
  /// The first template; in most lists, the only one.
  public var template: Template {
    get { templates.first?.template ?? .rows([]) }
    set {
      if templates.isEmpty {
        templates = [NamedTemplate(name: nil, newValue)]
      } else {
        templates[0].template = newValue
      }
    }
  }
  /// How the user may change the list.
  public var allows: ItemEdits
  /// The formula of the number of items, which the list then always has.
  ///
  /// New items come at the end, and surplus items go from the end. Neither the user nor the app can
  /// insert or delete items.
  ///
  /// An item that went comes back with its values when the number grows again, until the form is
  /// reset; not in a form that keeps no steps of history.
  public var countFormula: String?
  /// The smallest number of items; nil for no limit.
  ///
  /// An edit that goes below the minimum is refused. A list that has fewer items for another reason
  /// prevents submitting the form while the list is visible and enabled.
  public var minimum: Bound<Int>?
  /// The largest number of items; nil for no limit.
  ///
  /// An edit that goes above the maximum is refused. A list that has more items for another reason
  /// keeps them, and prevents submitting the form while the list is visible and enabled.
  public var maximum: Bound<Int>?
  /// The first items.
  ///
  /// An object does not need a value for every row. A row without a value starts as in a new item.
  public var value: [Value]

  /// Makes the items of a section.
  public init(
    template: Template, allows: ItemEdits = .standard, countFormula: String? = nil,
    minimum: Bound<Int>? = nil, maximum: Bound<Int>? = nil, value: [Value] = []
  ) {
    self.init(
      templates: [NamedTemplate(name: nil, template)], allows: allows, countFormula: countFormula,
      minimum: minimum, maximum: maximum, value: value)
  }

  /// Makes the items of a section, each of which has one of several templates.
  public init(
    templates: [NamedTemplate], allows: ItemEdits = .standard, countFormula: String? = nil,
    minimum: Bound<Int>? = nil, maximum: Bound<Int>? = nil, value: [Value] = []
  ) {
    self.templates = templates
    self.allows = allows
    self.countFormula = countFormula
    self.minimum = minimum
    self.maximum = maximum
    self.value = value
  }
}

/// How a user may change the items of a section.
public struct ItemEdits: OptionSet, Sendable, Hashable {
  /// The bits.
  public let rawValue: UInt8

  /// Makes a set of edits from bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Items can be added.
  public static let insert = ItemEdits(rawValue: 1)
  /// Items can be deleted.
  public static let delete = ItemEdits(rawValue: 2)
  /// Items can be moved.
  public static let reorder = ItemEdits(rawValue: 4)
  /// The default: items can be added and deleted.
  public static let standard: ItemEdits = [.insert, .delete]

  /// The names of the edits in a form file.
  package static let names: KeyValuePairs<String, ItemEdits> = [
    "insert": .insert, "delete": .delete, "reorder": .reorder,
  ]
}

extension ItemsDefinition {
  /// The message if a section with items has rows.
  static let refusalOfRows = (
    message: "a section with items has no rows of its own",
    hint: #"write the rows of one item in "template": {"rows": […]}"#
  )
}

extension ItemsDefinition {
  /// The key under which the value of an item names its template.
  package static let templateKey = "template"
  /// The name of the current item in the texts of its template, as in `$item.index`.
  package static let itemName = "item"

  /// Whether each item names its template.
  public var isNamed: Bool { templates.first?.name != nil }

  /// The position of the template that the value of an item names: the first one if it names none;
  /// nil if it names one that the list does not have.
  package func place(for value: Value?) -> Int? {
    guard isNamed, case .dictionary(let members)? = value, let name = members[Self.templateKey],
      !name.isNull
    else { return 0 }
    guard case .string(let text) = name else { return nil }
    return place(named: text)
  }

  /// The position of the template with a name; nil if the list does not have it.
  package func place(named name: String) -> Int? {
    templates.firstIndex { $0.name.map(ExactText.init) == ExactText(name) }
  }

  /// The template that the value of an item names, or else the first one.
  package func template(for value: Value?) -> Template {
    let place = place(for: value) ?? 0
    return templates.indices.contains(place) ? templates[place].template : template
  }

  /// The hint if no template has a name.
  package func hint(forTemplate name: String) -> String? {
    let names = templates.compactMap(\.name)
    if let nearest = Spelling.nearest(to: name, among: names) { return "did you mean \(nearest)?" }
    return names.isEmpty ? nil : "write one of " + names.prefix(10).joined(separator: ", ")
  }

  /// The path from the list to a template.
  package func steps(toTemplate place: Int) -> [JSONPath.Step] {
    guard templates.indices.contains(place), let name = templates[place].name else {
      return [.key(FormKey.template.text)]
    }
    return [.key(FormKey.templates.text), .key(name)]
  }

  /// The rows of the items of each template, with those of their groups.
  package var allRows: [RowDefinition] { templates.flatMap { $0.template.allRows } }

  /// The sections of the items of each template and those inside them, without those of lists in
  /// them.
  package var allSections: [SectionDefinition] { templates.flatMap { $0.template.allSections } }

  /// The sections of the items of each template, one template after another.
  package var templateSections: [SectionDefinition] { templates.flatMap { $0.template.sections } }

  /// The rows of the items of each template, without those of their sections.
  package var templateRows: [RowDefinition] { templates.flatMap { $0.template.rows } }
}

extension SectionDefinition {
  /// The path from a list to one of its templates.
  func steps(toTemplate place: Int) -> [JSONPath.Step] {
    if case .multivalued(let items) = kind { items.steps(toTemplate: place) } else { [] }
  }
}

extension ItemsDefinition.Template {
  /// The rows of one item, without the rows of its sections.
  public var rows: [RowDefinition] {
    switch self {
    case .item(let row): [row]
    case .rows(let rows, _): rows
    }
  }

  /// The sections of one item.
  public var sections: [SectionDefinition] {
    switch self {
    case .item: []
    case .rows(_, let sections): sections
    }
  }

  /// The rows of one item and of its groups, in declaration order.
  public var allRows: [RowDefinition] {
    rows + sections.placed.flatMap { $0.definition.formRows }
  }

  /// The sections of one item and those inside them, without those of lists in it.
  public var allSections: [SectionDefinition] { sections.placed.map(\.definition) }

  /// Whether an item is the value of one row, not an object.
  package var isPlain: Bool {
    if case .item = self { true } else { false }
  }

  /// The template without its sections.
  var cut: ItemsDefinition.Template {
    switch self {
    case .item: self
    case .rows(let rows, _): .rows(rows)
    }
  }
}

extension ItemsDefinition {
  /// The tags of an item's rows, of its sections and of everything in them.
  ///
  /// The recursion is bounded by `SectionDefinition.maximumDepth`.
  package var allTags: [String] {
    templateRows.compactMap(\.tag)
      + templateSections.placed.map(\.definition).flatMap { section -> [String] in
        let own = ([section.tag] + section.rows.map(\.tag)).compactMap { $0 }
        guard case .multivalued(let items) = section.kind else { return own }
        return own + items.allTags
      }
  }

  // MARK: - Numbers of rows

  /// Counts the rows of an item with this value, inner lists included.
  ///
  /// Nil: an item as the template makes it.
  ///
  /// The recursion is bounded by `SectionDefinition.maximumDepth`.
  ///
  /// - Returns: At most `Int.max`.
  package func rowCount(of value: Value?) -> Int {
    let template = template(for: value)
    var count = template.rows.count
    let members: ValueDictionary? =
      if case .dictionary(let members)? = value { members } else { nil }
    for section in template.sections.placed.lazy.map(\.definition) {
      count = Self.sum(count, section.formRows.count)
      guard case .multivalued(let items) = section.kind else { continue }
      for value in items.firstItems(section.tag.flatMap { members?[$0] }) {
        count = Self.sum(count, items.rowCount(of: value))
      }
    }
    return count
  }

  /// The number of rows of the prototypes and of the prototypes in them.
  ///
  /// The recursion is bounded by `SectionDefinition.maximumDepth`.
  package var prototypeRowCount: Int {
    templateSections.placed.reduce(templateRows.count) { count, placed in
      let section = placed.definition
      let inner =
        if case .multivalued(let items) = section.kind { items.prototypeRowCount } else { 0 }
      return count + section.formRows.count + inner
    }
  }

  /// Whether a list without items may have too few.
  package var hasMinimum: Bool {
    switch minimum {
    case .fixed(let least)?: least > 0
    case .formula?: true
    case nil: false
    }
  }

  /// The values of the first items of a list: the given ones or, if there are none, those of the
  /// definition.
  package func firstItems(_ given: Value?) -> [Value] {
    switch given {
    case .array(let values)?: values
    case .null?: []
    default: value
    }
  }

  package static func sum(_ count: Int, _ other: Int) -> Int {
    let (sum, overflow) = count.addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
