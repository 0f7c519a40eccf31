// The texts, bounds and the display of members as nodes. A text that never changes gets none: most
// forms have no other.

import Predicate

extension GraphBuilder {
  /// A text, with its place below its owner in a form file.
  private struct GivenText {
    let text: FormText
    let name: PropertyName
    let steps: [JSONPath.Step]
    var parameters: [MessageParameter]?
  }

  // MARK: - Owners

  /// Gives the form the nodes of its texts.
  mutating func compileFormTexts(_ texts: Texts) {
    for given in Self.changing(texts) {
      guard let node = textNode(given, of: .form) else { continue }
      topology.graph.properties[given.name] = node
    }
  }

  /// Gives a page the nodes of its texts.
  mutating func compileTexts(ofPage page: Int) {
    for given in Self.changing(topology.graph.pages[page].texts) {
      guard let node = textNode(given, of: .page(page)) else { continue }
      topology.graph.pageProperties[page, default: [:]][given.name] = node
    }
  }

  /// Gives a section the nodes of its texts.
  mutating func compileTexts(of id: SectionIndex) {
    for given in Self.changing(topology.sections[id.index].definition.value.texts) {
      guard let node = textNode(given, of: .section(id)) else { continue }
      topology.sections[id.index].properties[given.name] = node
    }
    guard let templates = topology.sections[id.index].templates?.value else { return }
    let items = templates.items
    let all: [(PropertyName, String?)] = [
      (.minimum, items.minimum?.formula), (.maximum, items.maximum?.formula),
      (.count, items.countFormula),
    ]
    for case (let name, let formula?) in all {
      let site = Site(.section(id), [.key(name.key)])
      guard let run = run(formula, isPredicate: false, site) else { continue }
      checkCount(run, name, templates, at: site)
      let variant = Property.Variant(language: nil, parts: [.formula(run)])
      topology.sections[id.index].properties[name] = add(
        Property(owner: .section(id), name: name, variants: [variant]))
    }
  }

  /// Gives a row the nodes of its texts, its bounds and its display.
  mutating func compileProperties(_ content: RowDefinition, of id: RowIndex) {
    // Asked first: most rows have none.
    guard content.hasProperties else { return }
    var given = Self.changing(content.texts)
    if let options = content.options?.written { given += Self.changing(options) }
    if let grouping = content.grouping { given += Self.changing(grouping) }
    given += Self.changing(content.actions)
    if !content.rules.isEmpty { given += changingMessages(of: content.rules) }
    if let message = content.requiredMessage, message.fixed == nil {
      given.append(
        GivenText(
          text: message, name: .requiredMessage, steps: [.key("requiredMessage")],
          parameters: content.requirement.messageParameters))
    }
    for given in given {
      guard let node = textNode(given, of: .row(id)) else { continue }
      topology.rows[id.index].properties[given.name] = node
    }
    if content.hasBounds {
      let bounds = content.bounds
      let all: [(PropertyName, Bound<Value>?)] = [
        (.minimum, bounds.minimum), (.maximum, bounds.maximum), (.step, bounds.step),
      ]
      for case (let name, .formula(let formula)?) in all { compileBound(name, formula, of: id) }
    }
    if let display = content.display { compileDisplay(display, of: id) }
  }

  private mutating func compileBound(_ name: PropertyName, _ formula: String, of id: RowIndex) {
    let site = Site(.row(id), .key(name.key))
    guard let run = run(formula, isPredicate: false, site) else { return }
    addProperty(name, [.formula(run)], of: id)
  }

  private mutating func compileDisplay(_ display: DisplayDefinition, of id: RowIndex) {
    let site = Site(.row(id), [.key("display")], selfRow: id)
    let run: Run? =
      switch display {
      case .formula(let text): run(text, isPredicate: false, site)
      case .function(let name, let dependencies): functionRun(name, dependencies, site)
      }
    if let run { addProperty(.display, [.formula(run)], of: id) }
  }

  private mutating func addProperty(
    _ name: PropertyName, _ parts: [Property.Part], of id: RowIndex
  ) {
    let variant = Property.Variant(language: nil, parts: parts)
    topology.rows[id.index].properties[name] = add(
      Property(owner: .row(id), name: name, variants: [variant]))
  }

  private mutating func add(_ property: Property) -> NodeID {
    topology.graph.hasProperties = true
    return add(.property(property), of: property.owner.member.flatMap { topology.item(of: $0) })
  }

  // MARK: - Texts

  private static func changing(_ texts: Texts) -> [GivenText] {
    guard texts.isChanging else { return [] }
    return texts.given.compactMap { key, text in
      text.fixed == nil
        ? GivenText(text: text, name: .text(key), steps: [.key(key.rawValue)]) : nil
    }
  }

  private static func changing(_ options: [OptionDefinition]) -> [GivenText] {
    options.enumerated().compactMap { index, option in
      guard let title = option.title, title.fixed == nil else { return nil }
      return GivenText(
        text: title, name: .optionTitle(index),
        steps: [.key("options"), .index(index), .key("title")])
    }
  }

  private static func changing(_ actions: [ActionDefinition]) -> [GivenText] {
    actions.enumerated().compactMap { index, action in
      guard let title = action.title, title.fixed == nil else { return nil }
      return GivenText(
        text: title, name: .actionTitle(index),
        steps: [.key("actions"), .index(index), .key("title")])
    }
  }

  private static func changing(_ grouping: OptionGrouping) -> [GivenText] {
    func changing(
      _ texts: [String: FormText], _ key: String, _ name: (String) -> PropertyName
    ) -> [GivenText] {
      texts.sorted { $0.key < $1.key }.compactMap { group, text in
        text.fixed == nil
          ? GivenText(text: text, name: name(group), steps: [.key(key), .key(group)]) : nil
      }
    }
    return changing(grouping.titles, "groupTitles") { .groupTitle($0) }
      + changing(grouping.footers, "groupFooters") { .groupFooter($0) }
  }

  /// The messages that have braces or translations.
  private mutating func changingMessages(of rules: [RuleDefinition]) -> [GivenText] {
    rules.allInOrder.enumerated().compactMap { index, place in
      guard let message = place.rule.message, message.fixed == nil else { return nil }
      return GivenText(
        text: message, name: .message(index), steps: place.steps + [.key("message")],
        parameters: place.rule.messageParameters)
    }
  }

  /// The node of a text; nil if the text has no formula and no translation, or has a mistake.
  private mutating func textNode(_ given: GivenText, of owner: PropertyOwner) -> NodeID? {
    let errorsBefore = errorCount
    var variants: [Property.Variant] = []
    if let text = given.text.single {
      variants =
        parts(of: text, given, given.steps, of: owner).map {
          [Property.Variant(language: nil, parts: $0)]
        } ?? []
      // The verdict fills in parameters by itself.
      let hasFormulas = variants.contains { $0.hasFormulas }
      if given.parameters != nil, !hasFormulas { return nil }
    } else if let category = pluralCategory(in: given) {
      reportPluralForms(given, category, of: owner)
      return nil
    } else {
      for translation in given.text.translations {
        let language = language(of: translation, given, of: owner)
        let steps = given.steps + [.key(translation.language)]
        guard let parts = parts(of: translation.text, given, steps, of: owner), let language else {
          continue
        }
        variants.append(Property.Variant(language: language, parts: parts))
      }
      warnOfMissingTranslations(given, of: owner)
    }
    guard errorCount == errorsBefore, !variants.isEmpty else { return nil }
    return add(Property(owner: owner, name: given.name, variants: variants))
  }

  /// A plural category that a text has in the place of a language.
  private func pluralCategory(in given: GivenText) -> String? {
    given.text.translations.map(\.language).first { name in
      PluralCategory(rawValue: name) != nil && topology.language(spelled: name) == nil
    }
  }

  private mutating func reportPluralForms(
    _ given: GivenText, _ category: String, of owner: PropertyOwner
  ) {
    let isMessage = given.parameters != nil
    report(
      .language,
      "'\(category)' is a plural form, and \(isMessage ? "a message" : "a text") has none",
      at: site(of: owner, given.steps),
      hint: isMessage
        ? "write one text, or the forms of the standard message under 'messages' of the form"
        : "write one text, such as \"{if($n == 1, 'item', 'items')}\"")
  }

  private mutating func parts(
    of text: String, _ given: GivenText, _ steps: [JSONPath.Step], of owner: PropertyOwner
  ) -> [Property.Part]? {
    var site = site(of: owner, steps)
    site.parameters = given.parameters ?? []
    let parts: TextParts
    do throws(TextParts.Mistake) {
      parts = try TextParts(text, parameters: given.parameters)
    } catch {
      report(.text(.syntax), error.message, at: site, textRange: error.range, hint: error.hint)
      return nil
    }
    var found: [Property.Part] = []
    for part in parts.parts {
      switch part {
      case .literal(let text): found.append(.literal(text))
      case .parameter(let parameter): found.append(.parameter(parameter))
      case .formula(let formula, let offset):
        site.textOffset = offset
        guard let run = run(formula, isPredicate: false, site) else { continue }
        found.append(.formula(shown(run)))
      }
    }
    return found
  }

  /// The place of a text of an owner.
  ///
  /// In the texts of a row SELF is the value of the row.
  private func site(of owner: PropertyOwner, _ steps: [JSONPath.Step]) -> Site {
    if case .page(let page) = owner {
      return Site(nil, [.key("pages"), .index(page)] + steps)
    }
    return Site(owner.member, steps, selfRow: owner.row)
  }

  /// A formula that is one row alone shows the row as people see it.
  private mutating func shown(_ run: Run) -> Run {
    guard case .program(let program) = run.code,
      topology.graph.programs[program.index].isOneOperand,
      let row = row(readAloneBy: run)
    else { return run }
    // Nothing else may read the fact that the display takes the place of.
    if case .fact(let node) = run.binding[0] { unused.insert(node) }
    return Run(
      code: run.code, binding: [.fact(addFact(.display(row)))], object: run.object, text: run.text)
  }

  /// The row whose value is all that a run reads.
  private func row(readAloneBy run: Run) -> RowIndex? {
    guard run.binding.count == 1 else { return nil }
    switch run.binding[0] {
    case .value(let row): return row
    case .fact(let node):
      guard case .fact(.visibleValue(let row)) = topology.graph.nodes[node] else { return nil }
      return row
    case .input: return nil
    }
  }

  // MARK: - Languages

  /// Takes the languages that the definition declares; a text that is not a tag is an error.
  mutating func declareLanguages(_ tags: [String]) {
    var firsts: [LanguageTag: String] = [:]
    topology.graph.languages = tags.enumerated().compactMap { index, text in
      do throws(FormatError) {
        let tag = try LanguageTag(text)
        // Tags that differ in case name the same language.
        if let first = firsts[tag] {
          report(
            .language, "the language \(Problem.quoted(text)) is declared twice",
            at: Site(nil, .key("languages"), .index(index)),
            hint: isExactly(first, text) ? nil : "it is the same as \(first)")
        } else {
          firsts[tag] = text
        }
        return tag
      } catch {
        report(
          .language, error.diagnostic.message, at: Site(nil, .key("languages"), .index(index)),
          textRange: error.diagnostic.range, hint: error.diagnostic.hint)
        return nil
      }
    }
  }

  /// The declared language of a translation; nil, and reported, if the form does not declare it.
  private mutating func language(
    of translation: FormText.Translation, _ given: GivenText, of owner: PropertyOwner
  ) -> LanguageTag? {
    // Authors spell a language in one way, though tags are compared without case elsewhere.
    let declared = topology.language(spelled: translation.language)
    guard declared == nil else { return declared }
    let site = site(of: owner, given.steps + [.key(translation.language)])
    reportUndeclared(translation.language, at: site)
    return nil
  }

  mutating func reportUndeclared(_ language: String, at site: Site) {
    let hint = Problem.hint(ofUndeclared: language, among: topology.graph.languages.map(\.text))
    report(
      .language, "the form does not declare the language \(Problem.quoted(language))", at: site,
      hint: hint)
  }

  private mutating func warnOfMissingTranslations(_ given: GivenText, of owner: PropertyOwner) {
    guard let missing = languagesMissing(in: given.text.translations.map(\.language)) else {
      return
    }
    let site = site(of: owner, given.steps)
    warn(.untranslated, "the text has no translation for \(missing)", at: site)
  }

  /// The languages of the form that are not among these; nil if all are.
  func languagesMissing(in given: [String]) -> String? {
    let known = Set(given.map { ExactText($0) })
    Effort.count(given.count + topology.graph.languages.count)
    let missing = topology.graph.languages.filter { !known.contains(ExactText($0.text)) }
    return missing.isEmpty ? nil : missing.map(\.text).joined(separator: ", ")
  }

  // MARK: - Texts of others in messages

  /// What messages of a row show beside its own texts: those of its section, where the row has
  /// none, and the titles of the rows that its value must equal.
  func lentTexts(to record: RowRecord) -> [NodeID] {
    let others = record.ruleNodes.compactMap { node -> RowRecord? in
      guard let node, case .rule(_, let index, let run) = topology.graph.nodes[node],
        case .equals? = record.rule(index)?.kind, let row = row(readAloneBy: run)
      else { return nil }
      return topology.rows[row.index]
    }
    let own = [.title, .placeholder, .help].map { key in
      sectionText(key, lentTo: record).flatMap { node in
        topology.isReadByVerdict(.text(key), of: record) ? node : nil
      }
    }
    return
      (own + others.map { $0.properties[.text(.title)] ?? sectionText(.title, lentTo: $0) })
      .compactMap { $0 }
  }

  /// The text that a list or a section to choose from lends to a row without one.
  private func sectionText(_ key: TextKey, lentTo record: RowRecord) -> NodeID? {
    let section = topology.sections[record.section.index]
    guard let text = section.properties[.text(key)], record.content.texts[key] == nil else {
      return nil
    }
    switch section.definition.value.kind {
    case .multivalued, .selectable: return text
    case .plain, .matrix: return nil
    }
  }
}

extension Property.Variant {
  var hasFormulas: Bool {
    parts.contains { if case .formula = $0 { true } else { false } }
  }
}
