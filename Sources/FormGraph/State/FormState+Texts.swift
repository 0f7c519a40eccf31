// What people read now: the language of texts, titles in messages, and values.

import Predicate

extension FormState {
  // MARK: - Language

  /// Which translation of a property people read.
  func variant(of property: Property, in topology: Topology) -> Int {
    guard property.variants.count > 1 else { return 0 }
    let tags = property.variants.compactMap(\.language)
    let wanted =
      locale.language.flatMap { $0.lookup(among: tags) } ?? topology.graph.languages.first
    return property.variants.firstIndex { $0.language == wanted } ?? 0
  }
}

extension StateReading where Self: ~Copyable {
  // MARK: - Texts of members in messages

  /// What messages call a row: its title, else its tag, cut if it is long.
  ///
  /// A section to choose from and a section of plain values lend their title, else their tag.
  func title(of row: RowRecord, in topology: Topology) -> String {
    Self.cut(wholeTitle(of: row, in: topology))
  }

  private func wholeTitle(of row: RowRecord, in topology: Topology) -> String {
    if let title = text(.text(.title), of: row, row.content.texts.title) { return title }
    if let section = lender(to: row, in: topology) { return wholeTitle(of: section) }
    return row.content.tag ?? "This field"
  }

  /// A text of a row as messages say it, cut if it is long; the row's title, if there is no such
  /// text.
  func said(_ key: TextKey, of row: RowRecord, in topology: Topology) -> String {
    if let own = text(.text(key), of: row, row.content.texts[key]) { return Self.cut(own) }
    let lent = lender(to: row, in: topology).flatMap { section in
      text(.text(key), of: section, section.definition.value.texts[key])
    }
    return lent.map(Self.cut) ?? title(of: row, in: topology)
  }

  /// The section that lends a row its texts: of a choice the section to choose from, of an item
  /// that is a plain value its list.
  private func lender(to row: RowRecord, in topology: Topology) -> SectionRecord? {
    let record = topology.section(row.section)
    let section = record.definition.value
    switch section.kind {
    case .plain, .matrix: return nil
    case .multivalued, .selectable: break
    }
    if let own = row.content.tag, own != section.tag { return nil }
    return record
  }

  /// How many Unicode scalars of a title a message shows: a character may have any number of them.
  static var maximumTitleLength: Int { 200 }

  /// What messages call a section: its title, else its tag.
  func title(of section: SectionRecord) -> String {
    Self.cut(wholeTitle(of: section))
  }

  /// A text of a section as messages say it; its title, if there is no such text.
  func said(_ key: TextKey, of section: SectionRecord) -> String {
    text(.text(key), of: section, section.definition.value.texts[key]).map(Self.cut)
      ?? title(of: section)
  }

  fileprivate static func cut(_ title: String) -> String {
    let scalars = title.unicodeScalars
    guard title.utf8.count > maximumTitleLength,
      let end = scalars.index(
        scalars.startIndex, offsetBy: maximumTitleLength, limitedBy: scalars.endIndex),
      end < scalars.endIndex
    else { return title }
    return String(scalars[..<end]) + "…"
  }

  fileprivate func wholeTitle(of record: SectionRecord) -> String {
    let section = record.definition.value
    return text(.text(.title), of: record, section.texts.title) ?? section.tag ?? "This field"
  }

  // MARK: - Values

  /// A value in a text, in the language of the form; nil prints nothing.
  ///
  /// `kind` says what dates are; nil for points in time.
  func shown(_ value: Value, as kind: DateKind? = nil, isGrouped: Bool = false) -> String {
    locale.text(of: value, as: kind, isGrouped: isGrouped)
  }
}
