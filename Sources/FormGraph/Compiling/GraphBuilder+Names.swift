// Reports names that a form does not have, each with the name that was probably meant.

import Predicate

extension GraphBuilder {
  /// Reports a name that the form does not have.
  mutating func reportUnknown(_ name: String, sign: String, at site: Site, _ range: Range<Int>?) {
    if sign == "$", let hint = hintForPlace(of: name, at: site, range) {
      return report(.unknownName, "unknown tag '\(name)'", at: site, textRange: range, hint: hint)
    }
    if sign == "$", let list = listWithRows(named: name, at: site) {
      return report(
        .unknownName, "unknown tag '\(name)' outside the list '\(list.tag)'", at: site,
        textRange: range,
        hint: list.hint)
    }
    // In a message `{$title}` is the row with this tag, and `{title}` a parameter.
    let parameter = MessageParameter.nearest(to: name, among: site.parameters)
    let parameterHint = parameter.map { "did you mean {\($0.rawValue)}?" }
    let hint =
      parameter?.rawValue == name
      ? parameterHint
      : nearestTag(to: name, around: site).map { "did you mean \(sign)\($0)?" }
        ?? hint(for: name, sign: sign) ?? parameterHint
        ?? (sign == "$" && optionsHave(name, at: site)
          ? "write SELF.\(name) for a key of the option" : nil)
    report(.unknownName, "unknown tag '\(name)'", at: site, textRange: range, hint: hint)
  }

  /// The hint for a name that means something in another place, or in another spelling.
  private mutating func hintForPlace(
    of name: String, at site: Site, _ range: Range<Int>?
  ) -> String? {
    // Other languages read a row of the same item by way of its row.
    if ["row", "this", "self", "item", "current"].contains(name), let range,
      let id = currentText, item(of: site.owner) != nil,
      case let text = topology.graph.texts[id.index].text.utf8,
      case let rest = text.dropFirst(range.upperBound), rest.first == UInt8(ascii: "."),
      case let key = String(
        decoding: rest.dropFirst().prefix { Identifier.canContinue(ascii: $0) }, as: UTF8.self),
      case .member(.row)? = meaning(of: key, for: site.owner)
    {
      return "write $\(key), which is the row of the same item"
    }
    if name == ItemsDefinition.itemName {
      return "$item is an item of a list, inside its template only"
    }
    if let range, let id = currentText,
      let iterator = Lexer.iterator(
        in: topology.graph.texts[id.index].text, around: range.lowerBound)
    {
      if listWithRows(named: name, at: site) != nil { return "write $\(iterator).\(name)" }
      if name.hasPrefix(iterator), case let rest = String(name.dropFirst(iterator.count)),
        Identifier.isValid(rest), listWithRows(named: rest, at: site) != nil
      {
        return "write $\(iterator).\(rest)"
      }
    }
    if topology.graph.pages.hasPage(tagged: name) {
      return "'\(name)' is a page: a text reads rows and sections"
    }
    guard hasTemplates else { return nil }
    for list in topology.directory.templateSections.prefix(200) {
      guard let templates = topology.section(list).templates?.value,
        let tag = topology.section(list).definition.value.tag,
        let column = templates.column(ExactText(name)), templates.isList(column),
        isCollection(tag, for: site.owner)
      else { continue }
      return "each item of '\(tag)' has its own: write $\(tag).\(name)"
    }
    return nil
  }

  /// The hint for what is read of a section without items, `$group.row` or `$group.count`.
  func hint(forSection name: String, _ range: Range<Int>?, for owner: Member?) -> String {
    let other = "write $\(name).isHidden"
    guard let range, let id = currentText else { return other }
    let text = topology.graph.texts[id.index].text.utf8
    let key = text.dropFirst(range.lowerBound + name.utf8.count + 1).drop {
      $0 == UInt8(ascii: "#")
    }
    guard key.first == UInt8(ascii: ".") else { return other }
    let word = String(
      decoding: key.dropFirst().prefix {
        $0 == UInt8(ascii: "@") || Identifier.canContinue(ascii: $0)
      },
      as: UTF8.self)
    if Self.countWords.contains(word) {
      return "only a list of items is counted: write \"kind\": \"multivalued\" in the section, "
        + "and $\(name).@count"
    }
    if case .member(.row)? = meaning(of: word, for: owner) {
      return "write $\(word): the tag of a row needs no section before it"
    }
    return other
  }

  /// What other languages call the number of elements.
  static let countWords: Set<String> = ["count", "@count", "length", "size", "isEmpty"]

  /// The hint for a key that the items of a list do not have.
  static func hint(forKey key: String, of list: String, nearest: String?) -> String? {
    if key == "isEmpty" { return "write $\(list).@count == 0" }
    if countWords.contains(key) { return "write $\(list).@count" }
    if key == indexKey.text {
      return "SUBQUERY($list, $x, …) binds $x, and there $x.index is the position of the item"
    }
    return nearest.map { "did you mean \($0)?" }
  }

  /// The name that was probably meant.
  ///
  /// The number of comparisons is limited for each form, so that a thousand mistakes among a
  /// million rows stay cheap.
  mutating func nearestName(to name: String) -> String? {
    guard comparisonsLeft > 0 else { return nil }
    if knownNames.isEmpty { knownNames = outline.suggestions(in: topology) }
    comparisonsLeft -= knownNames.count + 1
    return Spelling.nearest(to: name, among: knownNames)
  }

  /// The tag that was probably meant in the item that a text stands in, and in the items around it.
  private mutating func nearestTag(to name: String, around site: Site) -> String? {
    guard comparisonsLeft > 0 else { return nil }
    var tags: [String] = []
    var item = item(of: site.owner)
    while let inner = item {
      if let template = topology.template(of: inner) {
        tags += (template.rows.map(\.tag) + template.sections.map(\.definition.tag))
          .compactMap { $0 }
      }
      item = self.item(of: .section(topology.item(inner).section))
    }
    comparisonsLeft -= tags.count
    // What differs in its normal form alone has a hint of its own.
    return Spelling.nearest(to: name, among: tags).flatMap { $0 == name ? nil : $0 }
  }

  /// The list whose items have a row with a tag, and a hint that shows how to read these rows.
  ///
  /// Nil if no list outside of the text's own has such a row.
  mutating func listWithRows(
    named name: String, at site: Site
  ) -> (tag: String, hint: String)? {
    guard hasTemplates else { return nil }
    var around: Set<SectionIndex> = []
    var item = item(of: site.owner)
    while let inner = item {
      let list = topology.item(inner).section
      around.insert(topology.prototype(of: list))
      item = self.item(of: .section(list))
    }
    for list in topology.directory.templateSections {
      guard comparisonsLeft > 0 else { return nil }
      comparisonsLeft -= 1
      guard !around.contains(topology.prototype(of: list)) else { continue }
      let section = topology.section(list)
      guard let templates = section.templates?.value, let tag = section.definition.value.tag,
        let row = templates.row(tagged: ExactText(name)), isCollection(tag, for: site.owner)
      else { continue }
      let path = "$\(tag).\(name)"
      let other =
        row.type.valueKind == .int || row.type.valueKind == .decimal
        ? "add them with $\(tag).@sum.\(name)" : "count them with \(path).@count"
      return (tag, "each item has its own: test them with ANY \(path), \(other)")
    }
    return nil
  }

  private mutating func hint(for name: String, sign: String) -> String? {
    if name == "today" || name == "now" { return "write \(name)()" }
    guard let nearest = nearestName(to: name) else { return nil }
    // Swift's equality is canonical: these names look the same but have different scalars.
    return nearest == name
      ? "the tag has the same letters in another normal form, composed or decomposed"
      : "did you mean \(sign)\(nearest)?"
  }
}
