// Finds the standard messages, and the words for true and false, that a form may show and does not
// have in one of its languages. A reader of that language would see such a message in another one.
// Only a form that declares languages is looked at.

import Predicate

extension DefinitionChecker {
  /// Warns of each language that lacks standard messages of the form, once for each language.
  mutating func checkTranslations(of definition: FormDefinition, host: MessageCatalogue) {
    let languages = definition.languages.map { try? LanguageTag($0) }
    // English is built in.
    let isForeign = languages.map { tag in tag.map { !$0.candidates.contains("en") } ?? false }
    guard isForeign.contains(true) else { return }
    let shown = definition.standardMessages
    let texts = StandardTexts(form: definition.messages, host: host, languages: [])
    for (index, tag) in languages.enumerated() where isForeign[index] {
      let missing = MessageID.allCases.filter { id in
        shown.contains(id) && !(tag.map { texts.hasText(of: id, in: $0) } ?? true)
      }
      guard let first = missing.first else { continue }
      let language = definition.languages[index]
      let names = missing.map(\.rawValue).joined(separator: ", ")
      report(
        .untranslated,
        missing.count == 1
          ? "the message \(names) has no translation for \(language)"
          : "the messages \(names) have no translation for \(language)",
        of: .form, [.key("languages"), .index(index)], severity: .warning,
        hint: #"write "messages": {"\#(language)": {"\#(first.rawValue)": "…"}}"#)
    }
  }
}

extension FormDefinition {
  /// The standard messages that the form can show: those of rules, bounds and options that have no
  /// message of their own.
  ///
  /// - Complexity: O(n) in the number of rows and rules.
  fileprivate var standardMessages: Set<MessageID> {
    var ids: Set<MessageID> = []
    for placed in sections.placedWithItems {
      let section = placed.definition
      for row in section.formRows { row.addStandardMessages(to: &ids) }
      guard case .multivalued(let items) = section.kind else { continue }
      if items.minimum ?? 0 > 0 || items.formulas.minimum != nil { ids.insert(.minItems) }
      if items.formulas.maximum != nil { ids.insert(.maxItems) }
      for row in items.templateRows { row.addStandardMessages(to: &ids) }
    }
    // It says what the parts of the rule say, and has no words of its own.
    ids.remove(.allOf)
    return ids
  }
}

extension RowDefinition {
  fileprivate func addStandardMessages(to ids: inout Set<MessageID>) {
    if let required, required.source != .constant(false) { ids.insert(.required) }
    for rule in rules { ids.formUnion(rule.shown) }
    let kind = type.valueKind
    if kind == .bool { ids.formUnion([.yes, .no]) }
    func add(_ isThere: Bool, _ number: MessageID, _ date: MessageID, _ choices: MessageID) {
      guard isThere else { return }
      ids.insert(kind.holdsDates ? date : kind == .choices ? choices : number)
    }
    let formulas = bounds.formulas
    let hasMinimum = bounds.minimum != nil || formulas.minimum != nil
    let hasMaximum = bounds.maximum != nil || formulas.maximum != nil
    add(hasMinimum, .greaterOrEqualThan, .notBefore, .minChoices)
    add(hasMaximum, .smallerOrEqualThan, .notAfter, .maxChoices)
    if bounds.step != nil || formulas.step != nil {
      // A formula that yields nil sets no minimum.
      if bounds.minimum == nil { ids.insert(.step) }
      if hasMinimum { ids.insert(.stepFrom) }
    }
    if bounds.minuteInterval != nil { ids.insert(.minuteInterval) }
    guard hasOptions else { return }
    ids.insert(.option)
    if kind == .choices, options?.contains(where: \.isExclusive) ?? false { ids.insert(.exclusive) }
  }
}

extension RuleDefinition {
  /// The standard messages that the rule and its parts can show.
  ///
  /// Rules are at most `maximumDepth` deep here: the checker has refused deeper ones.
  fileprivate var shown: Set<MessageID> { shown(depth: 0) }

  private func shown(depth: Int) -> Set<MessageID> {
    guard depth <= RuleDefinition.maximumDepth else { return [] }
    var ids: Set<MessageID> = message == nil ? [standardMessage.id] : []
    guard let parts = parts?.rules, message?.saysParts ?? true else { return ids }
    for part in parts { ids.formUnion(part.shown(depth: depth + 1)) }
    return ids
  }
}

extension FormText {
  /// Whether a message says what the parts of its rule say.
  fileprivate var saysParts: Bool {
    ([single].compactMap { $0 } + translations.map(\.text)).contains {
      $0.contains("{\(MessageParameter.messages.rawValue)}")
    }
  }
}
