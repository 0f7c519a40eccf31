// Looks up the names in edits in the definition of a form: tags of rows and sections, names of
// inputs, addresses of items. A name that cannot exist in the form is an error. Whether there is an
// item at a position is checked when the edit is applied.

package import FormGraph
import Predicate

/// The names that edits can use.
package struct EditNames: Sendable {
  /// A row or an input that holds a value.
  package struct Holder: Sendable {
    package let kind: ValueKind
    package let options: [OptionDefinition]
    /// The kind of the values of options that come from a table or a list.
    package var optionKind: ValueKind?
    /// Whether it keeps empty text.
    ///
    /// Otherwise empty text means nil.
    package let keepsEmpty: Bool

    init(_ kind: ValueKind) {
      self.kind = kind
      options = []
      keepsEmpty = true
    }

    init(_ row: RowDefinition) {
      kind = row.type.valueKind
      options = row.options?.written ?? []
      keepsEmpty = kind != .text || row.keepsEmpty
    }

    /// What holds any text.
    package static let text = Holder(ValueKind.text)

    /// A member without a value.
    ///
    /// The form itself explains why it cannot be set.
    static let nothing = Holder(ValueKind.none)
  }

  /// The live form, whose ids are names; nil if there is none.
  var form: Form?
  private let known: Shared<Known>

  /// The names of a definition, which all lines of edits of its forms share.
  private struct Known: Sendable {
    let definition: FormDefinition
    let rows: [ExactText: RowDefinition]
    let sections: [ExactText: SectionDefinition]
    let inputs: [ExactText: InputDefinition]
    /// The rows that edits know by a value name of their own, by that name.
    let named: [ExactText: RowDefinition]
    /// Where nested answers have the values; nil if answers are flat.
    let answers: NestedNames?
  }

  package init(of definition: FormDefinition) {
    func index<Named>(_ named: [Named], _ name: (Named) -> String?) -> [ExactText: Named] {
      let pairs = named.compactMap { one in name(one).map { (ExactText($0), one) } }
      return Dictionary(pairs) { first, _ in first }
    }
    let rows = definition.allSections.flatMap(\.formRows)
    known = Shared(
      Known(
        definition: definition, rows: index(rows, \.tag),
        sections: index(definition.allSections, \.tag),
        inputs: index(definition.allInputs, \.name),
        named: definition.answers.editsUseNames ? index(rows, \.name) : [:],
        answers: definition.answers == .nested ? NestedNames(definition) : nil))
  }

  package var definition: FormDefinition { known.value.definition }
  private var rows: [ExactText: RowDefinition] { known.value.rows }
  private var sections: [ExactText: SectionDefinition] { known.value.sections }
  private var inputs: [ExactText: InputDefinition] { known.value.inputs }
  private var named: [ExactText: RowDefinition] { known.value.named }

  /// Whether a name is, or begins with, the id of a row or section: no tag has a `#`.
  package static func isID(_ name: String) -> Bool { name.utf8.first == UInt8(ascii: "#") }

  // MARK: - Looking up

  /// The row or input with a name.
  package func holder(_ name: String) throws(EditRefusal) -> Holder {
    if Self.isID(name) { return form?.rowDefinition(name).map(holder) ?? .nothing }
    if let row = rows[ExactText(name)] { return holder(of: row) }
    if let input = inputs[ExactText(name)] { return Holder(input.type.valueKind) }
    if sections[ExactText(name)] != nil { return .nothing }
    guard let address = ItemAddress(name) else {
      throw unknown(name, "tag", among: rowTags + definition.inputs.map(\.name))
    }
    return try holder(address)
  }

  /// The row with a name of its own among the form's values; nil if no row has it.
  package func ownHolder(_ name: String) -> Holder? { named[ExactText(name)].map(holder) }

  private func holder(_ address: ItemAddress) throws(EditRefusal) -> Holder {
    let items = items(of: try itemSection(address.section))
    switch (items?.template, address.tag) {
    case (.item(let row), nil): return holder(of: row)
    case (.rows, nil), (nil, _): return .nothing
    case (.item, let tag?): throw noRow(tag, in: address.section, among: [])
    case (.rows, let tag?):
      // An item may have any of the templates.
      let rows = items?.allRows ?? []
      if let row = rows.first(where: { $0.tag.map(ExactText.init) == ExactText(tag) }) {
        return holder(of: row)
      }
      let inside = (items?.allSections ?? []).compactMap(\.tag)
      if inside.contains(where: { ExactText($0) == ExactText(tag) }) { return .nothing }
      throw noRow(tag, in: address.section, among: rows.compactMap(\.tag) + inside)
    }
  }

  /// Where nested answers have the values; nil if answers are flat.
  package var answers: NestedNames? { known.value.answers }

  /// How a row holds its value, with the kind of the options that a table or a list gives it.
  package func holder(of row: RowDefinition) -> Holder {
    var holder = Holder(row)
    if let options = row.options?.list {
      holder.optionKind = kind(of: options)
      return holder
    }
    guard let options = row.options?.table,
      let table = definition.tables.first(where: { ExactText($0.name) == ExactText(options.table) })
    else { return holder }
    let column = table.columns.first { ExactText($0.name) == ExactText(options.value) }
    holder.optionKind = (column?.type ?? .text).valueKind
    return holder
  }

  /// The kind of the values that a list gives as options.
  ///
  /// A row that is a choice itself says nothing of their kind, so its values are read as text.
  private func kind(of options: ListOptions) -> ValueKind {
    let list = definition.allSectionsWithItems.first { section in
      section.tag.map { ExactText($0) == ExactText(options.list) } ?? false
    }
    guard case .multivalued(let items)? = list?.kind,
      let row = items.allRows.first(where: { row in
        row.tag.map { ExactText($0) == ExactText(options.value) } ?? false
      }), row.type.valueKind != .choice
    else { return .text }
    return row.type.valueKind
  }

  /// The items of a section; nil if the section does not exist or has no items.
  package func items(of tag: String) -> ItemsDefinition? {
    guard case .multivalued(let items)? = section(named: tag)?.kind else { return nil }
    return items
  }

  /// The section with a tag, or the section of an item at an address.
  ///
  /// The recursion is bounded by `SectionDefinition.maximumDepth`.
  private func section(named name: String) -> SectionDefinition? {
    if let section = sections[ExactText(name)] { return section }
    if Self.isID(name) { return form?.sectionDefinition(name) }
    guard name.utf8.count(where: { $0 == UInt8(ascii: "[") }) <= SectionDefinition.maximumDepth,
      let address = ItemAddress(name), let tag = address.tag
    else { return nil }
    return items(of: address.section)?.allSections.first { section in
      section.tag.map { ExactText($0) == ExactText(tag) } ?? false
    }
  }

  /// Whether a name is that of a section, also of one in an item.
  package func isSection(_ name: String) -> Bool { section(named: name) != nil }

  /// Checks that a tag is the tag of a section, with or without items.
  package func itemSection(_ tag: String) throws(EditRefusal) -> String {
    // The form says what is wrong with an id.
    if section(named: tag) != nil || Self.isID(tag) { return tag }
    if rows[ExactText(tag)] != nil || inputs[ExactText(tag)] != nil {
      throw EditRefusal(
        "\(Problem.quoted(tag)) is not a section", hint: hint(tag, among: itemSections),
        code: .unknown)
    }
    throw unknown(tag, "section", among: itemSections)
  }

  func checkItemSection(_ tag: String) throws(EditRefusal) { _ = try itemSection(tag) }

  /// Checks that a name is the name of a row, which may be in an item.
  package func row(_ name: String) throws(EditRefusal) -> String {
    if rows[ExactText(name)] == nil {
      guard let address = ItemAddress(name) else {
        if sections[ExactText(name)] != nil || inputs[ExactText(name)] != nil {
          let kind = inputs[ExactText(name)] == nil ? "a section" : "an input"
          throw EditRefusal(
            "'\(name)' is \(kind), not a row", hint: hint(name, among: rowTags), code: .unknown)
        }
        throw unknown(name, "tag", among: rowTags)
      }
      _ = try holder(address)
    }
    return name
  }

  /// Checks that a name is the name of what can be reset: a row, or a list with items.
  package func resettable(_ name: String) throws(EditRefusal) -> String {
    if rows[ExactText(name)] == nil, items(of: name) != nil { return name }
    return try row(name)
  }

  /// Whether a name is that of an input.
  package func isInput(_ name: String) -> Bool { inputs[ExactText(name)] != nil }

  /// Checks that a name is the name of an input.
  package func input(_ name: String) throws(EditRefusal) -> String {
    if inputs[ExactText(name)] != nil { return name }
    throw EditRefusal(
      "unknown input \(Problem.quoted(name))",
      hint: hint(name, among: definition.inputs.map(\.name)),
      code: .unknown)
  }

  /// Checks that a tag exists: a row or a section has it, or rows of items can have it.
  package func checkMember(_ name: String) throws(EditRefusal) {
    guard rows[ExactText(name)] == nil, sections[ExactText(name)] == nil else { return }
    guard let address = ItemAddress(name) else {
      throw unknown(name, "tag", among: rowTags + sectionTags)
    }
    _ = try holder(address)
  }

  // MARK: - Mistakes

  private var rowTags: [String] { definition.allSections.flatMap(\.formRows).compactMap(\.tag) }
  private var sectionTags: [String] { definition.allSections.compactMap(\.tag) }
  private var itemSections: [String] { sectionTags.filter { items(of: $0) != nil } }

  private func noRow(_ tag: String, in section: String, among known: [String]) -> EditRefusal {
    EditRefusal(
      "unknown tag \(Problem.quoted(tag)) in the items of '\(section)'",
      hint: known.isEmpty ? "an item is a single value: \(section)[0]" : hint(tag, among: known),
      code: .unknown)
  }

  private func unknown(_ tag: String, _ noun: String, among known: [String]) -> EditRefusal {
    let end = tag.utf8.firstIndex { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: ".") }
    if let section = end.map({ String(tag[..<$0]) }), items(of: section) != nil {
      return EditRefusal(
        "\(Problem.quoted(tag)) is not the position of an item",
        hint: "the first item is \(section)[0]",
        code: .unknown, of: tag)
    }
    return EditRefusal(
      "unknown \(noun) \(Problem.quoted(tag))", hint: address(of: tag) ?? hint(tag, among: known),
      code: .unknown, of: tag)
  }

  /// The hint for the tag of a row in items: the address of the first one.
  private func address(of tag: String) -> String? {
    for section in definition.allSectionsWithItems {
      guard case .multivalued(let items) = section.kind, let list = section.tag,
        sections[ExactText(list)] != nil,
        items.allRows.contains(where: { $0.tag.map(ExactText.init) == ExactText(tag) })
      else { continue }
      return "each item of '\(list)' has its own: \(list)[0].\(tag) is that of the first"
    }
    return nil
  }

  private func hint(_ name: String, among known: [String]) -> String? {
    if let nearest = Spelling.nearest(to: name, among: known) { return "did you mean \(nearest)?" }
    guard !known.isEmpty else { return nil }
    // The templates of a list may have the same tags.
    var seen: Set<String> = []
    let known = known.filter { seen.insert($0).inserted }
    return "known names: \(known.prefix(8).joined(separator: ", "))\(known.count > 8 ? ", …" : "")"
  }
}
